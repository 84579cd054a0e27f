"""Sets of hexes as numbers, against plain ways and distances on the map of the skirmish."""

from __future__ import annotations

from random import Random

import pytest

from meuse.hexmap import load_map
from meuse.mechanics.hexsets import (
    EVERYWHERE,
    across,
    before,
    bits,
    bits_of,
    column,
    flood,
    members,
    net,
    reverse,
    shortest_way,
    spread,
)
from meuse.mechanics.supply import supplied

from .toy import DATA

MAP = load_map(DATA / "map.toml")
NEXT = net(MAP.adjacent)
START = MAP.hex("4320")


def test_a_set_a_column_and_a_list_say_the_same() -> None:
    hexes = [0, 7, 30, len(MAP) - 1]
    assert members(bits_of(hexes)) == hexes
    assert [h for h, mark in enumerate(column(bits_of(hexes), len(MAP))) if mark] == hexes
    assert bits(column(bits_of(hexes), len(MAP))) == bits_of(hexes)
    assert members(0) == []


@pytest.mark.parametrize("seed", range(5))
def test_a_flood_marks_what_lines_followed_one_by_one_mark(seed: int) -> None:
    chance = Random(seed)
    marks = bytes(chance.random() < 0.6 for _ in MAP.labels)
    sources = chance.sample(range(len(MAP)), 3)
    links = [[n for n in near if chance.random() < 0.8] for near in MAP.adjacent]
    plain = supplied(len(MAP), links, sources, marks.__getitem__)
    assert 3 < sum(plain) < len(MAP)
    assert flood(net(links), bits_of(sources), bits(marks)) == bits(plain)


def test_links_turned_round_are_those_of_a_table_turned_round() -> None:
    chance = Random(1)
    links = [[n for n in near if chance.random() < 0.8] for near in MAP.adjacent]
    back = [[n for n in near if h in links[n]] for h, near in enumerate(MAP.adjacent)]
    assert reverse(net(links)) == net(back)


@pytest.mark.parametrize("length", [0, 1, 3])
def test_a_set_spreads_to_all_that_is_near(length: int) -> None:
    near = [h for h in range(len(MAP)) if MAP.distance(START, h) <= length]
    assert members(spread(NEXT, 1 << START, length, EVERYWHERE)) == near


def test_a_set_does_not_spread_over_closed_hexes() -> None:
    ring = [h for h in range(len(MAP)) if MAP.distance(START, h) == 1]
    assert members(spread(NEXT, 1 << START, 3, ~bits_of(ring))) == [START]


def test_crossing_a_hexside_leads_from_either_hex_to_the_other() -> None:
    a, b = START, MAP.adjacent[START][0]
    side = MAP.side_between(a, b)
    assert side is not None
    assert across(MAP, [side]) == {b - a: 1 << a, a - b: 1 << b}
    assert before(1 << b, b - a) == 1 << a
    assert before(1 << a, a - b) == 1 << b


def test_the_shortest_way_goes_round_what_is_closed() -> None:
    goal = MAP.hex("4322")
    straight = shortest_way(NEXT, START, goal, EVERYWHERE)
    assert [MAP.labels[h] for h in straight] == ["4321", "4322"]
    around = shortest_way(NEXT, START, goal, ~bits_of([straight[0]]))
    assert around[-1] == goal
    assert straight[0] not in around
    assert all(MAP.distance(a, b) == 1 for a, b in zip((START, *around), around, strict=False))
