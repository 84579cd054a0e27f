"""Sets of hexes as numbers: against distances and ways on the plain around 4540."""

from __future__ import annotations

import pytest

from meuse.games.caseyellow.board import CaseYellow
from meuse.games.caseyellow.hexsets import EVERYWHERE, across, adjacent, before, column, members, near, shortest_way
from meuse.mechanics.supply import bits, bits_of
from meuse.testkit import rule

from .scene import game, stage


@pytest.fixture
def g() -> CaseYellow:
    return game(stage())


def test_a_set_a_column_and_a_list_say_the_same(g: CaseYellow) -> None:
    hexes = [0, 7, 300, len(g.map) - 1]
    assert members(bits_of(hexes)) == hexes
    assert [h for h, mark in enumerate(column(bits_of(hexes), len(g.map))) if mark] == hexes
    assert bits(column(bits_of(hexes), len(g.map))) == bits_of(hexes)
    assert members(0) == []


@pytest.mark.parametrize("distance", [0, 1, 3])
def test_near_is_within_a_distance(g: CaseYellow, distance: int) -> None:
    here = g.map.hex("4540")
    assert members(near(g, [here], distance)) == [h for h in range(len(g.map)) if g.map.distance(here, h) <= distance]


def test_crossing_a_hexside_leads_from_either_hex_to_the_other(g: CaseYellow) -> None:
    a, b = g.map.hex("2124"), g.map.hex("2125")
    side = g.map.side_between(a, b)
    assert side is not None
    assert across(g, [side]) == {b - a: 1 << a, a - b: 1 << b}
    assert before(1 << b, b - a) == 1 << a
    assert before(1 << a, a - b) == 1 << b


@rule("caseyellow", "10.5c")
def test_a_train_goes_the_shortest_way_round_what_is_closed(g: CaseYellow) -> None:
    start, goal = g.map.hex("4540"), g.map.hex("4340")
    straight = shortest_way(adjacent(g), start, goal, EVERYWHERE)
    assert [g.map.labels[h] for h in straight] == ["4440", "4340"]
    around = shortest_way(adjacent(g), start, goal, ~bits_of(g.map.hex(label) for label in ("4440", "4439", "4441")))
    assert len(around) > 2
    assert around[-1] == goal
    assert all(g.map.distance(a, b) == 1 for a, b in zip((start, *around), around, strict=False))
