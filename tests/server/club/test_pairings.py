"""Pairs: everybody once, sides even, neighbours in the ranking."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from meuse.server.club.pairings import Game, both_ways, round_robin, rounds_of, swiss, table

NAMES = "abcdefgh"


@pytest.mark.parametrize("entrants", range(2, 9))
def test_in_a_round_robin_everybody_meets_everybody_once(entrants: int) -> None:
    names = NAMES[:entrants]
    games = [pair for number in range(1, rounds_of(entrants) + 1) for pair in round_robin(names, number)]

    assert sorted(tuple(sorted(pair)) for pair in games) == list(combinations(names, 2))


@pytest.mark.parametrize("entrants", range(2, 9))
def test_in_a_round_robin_sides_are_even(entrants: int) -> None:
    names = NAMES[:entrants]
    games = [pair for number in range(1, rounds_of(entrants) + 1) for pair in round_robin(names, number)]
    germans, allies = (Counter(pair[side] for pair in games) for side in (0, 1))

    assert max(abs(germans[name] - allies[name]) for name in names) <= 1


def test_a_pair_may_play_both_sides() -> None:
    assert both_ways([("a", "b")]) == [("a", "b"), ("b", "a")]


def test_in_a_swiss_round_neighbours_play_who_have_not_met() -> None:
    games = [Game("a", "b", 1.0), Game("c", "d", 1.0)]

    assert swiss(["a", "c", "b", "d"], games, []) == [("a", "c"), ("b", "d")]
    assert swiss(["a", "b", "c", "d"], games, []) == [("a", "c"), ("b", "d")]


def test_in_a_swiss_tournament_nobody_sits_out_twice() -> None:
    assert swiss(["a", "b", "c"], [], ["c"]) == [("a", "c")]


def test_who_has_met_everybody_plays_again_rather_than_not_at_all() -> None:
    assert swiss(["a", "b"], [Game("a", "b", 1.0)], []) == [("b", "a")]


def test_ties_are_broken_by_the_points_of_the_opponents() -> None:
    games = [Game("a", "c", 1.0), Game("b", "d", 1.0), Game("c", "d", 1.0)]

    assert [place.entrant for place in table("abcd", games, [])] == ["a", "c", "b", "d"]
    assert table("abcd", games, [("d", 2)])[0].entrant == "d"
