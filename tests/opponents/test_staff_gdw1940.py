"""The staff in 1940: whole games on both sides, the same again from the same seed, and better than chance."""

from __future__ import annotations

from functools import cache

from meuse.lab.play import Match, Played, play_one


@cache
def played(german: str, allied: str, seed: int) -> Played:
    """A game between two bots, replayed at its end."""
    return play_one(Match(game="gdw1940", scenario=None, german=german, allied=allied), seed)


def test_the_staff_plays_whole_games_by_the_rules_on_both_sides() -> None:
    game = played("staff", "staff", 7)

    assert game.error == ""
    assert game.level != ""
    assert game.verified


def test_the_same_seed_gives_the_same_game() -> None:
    match = Match(game="gdw1940", scenario=None, german="staff", allied="staff", verify=False)
    again, first = play_one(match, 7), played("staff", "staff", 7)

    assert (again.orders, again.level, again.digest) == (first.orders, first.level, first.digest)


def test_the_german_staff_beats_chance() -> None:
    winners = [played("staff", "random", seed).winner for seed in (1, 2, 3)]
    assert winners.count("german") >= 2


def test_the_allied_staff_beats_chance() -> None:
    winners = [played("random", "staff", seed).winner for seed in (1, 2, 3)]
    assert winners.count("allied") >= 2
