"""Glicko-2 as in its paper, by game and side, week by week."""

from __future__ import annotations

import pytest

from meuse.server.club.glicko import Rating, rested, updated
from meuse.server.club.ratings import Played, fold


def test_the_worked_example_of_the_paper() -> None:
    player = Rating(1500, 200, 0.06)
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = updated(player, games)

    assert after.rating == pytest.approx(1464.06, abs=0.02)  # the paper rounds on its way
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_week_without_a_game_makes_a_rating_less_certain() -> None:
    player = Rating(1700, 50, 0.06)

    assert updated(player, []) == rested(player, 1)
    assert rested(player, 1).deviation == pytest.approx(51.07, abs=0.01)
    assert rested(player, 10_000).deviation == 350


def test_a_surprise_makes_a_rating_move_faster() -> None:
    steady = Rating(1500, 60, 0.06)
    surprised = updated(steady, [(Rating(2300, 30), 1.0)] * 4)

    assert surprised.volatility > steady.volatility


def test_games_of_a_week_count_together_in_any_order() -> None:
    games = [
        Played("skirmish", "a", "b", 1.0, 7),
        Played("skirmish", "b", "c", 0.0, 7),
        Played("skirmish", "c", "a", 0.5, 7),
    ]

    assert fold(games) == fold(games[::-1])


def test_a_player_has_a_rating_for_each_game_and_side() -> None:
    found = fold([Played("skirmish", "a", "b", 1.0, 7), Played("france40", "a", "b", 0.0, 7)])

    assert set(found) == {
        ("a", "skirmish", "german"),
        ("b", "skirmish", "allied"),
        ("a", "france40", "german"),
        ("b", "france40", "allied"),
    }
    assert found["a", "skirmish", "german"].rating.rating > 1500 > found["a", "france40", "german"].rating.rating
