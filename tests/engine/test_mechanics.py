"""The mechanics that games share, each on a corner of a real map."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.hexmap import Hex, HexMap, load_map
from meuse.mechanics import advance, losses, rail, supply, zoc
from meuse.mechanics.odds import ResultsTable, figure
from meuse.mechanics.reach import BadPath, Exit, can_move, reach, walk, ways
from meuse.mechanics.retreat import retreats
from meuse.report import Shift
from meuse.spelling import path_of, path_token

from .toy import DATA

MAP = load_map(DATA / "map.toml")
START = MAP.hex("4320")


def labels(hexes: object) -> set[str]:
    return {MAP.labels[h] for h in hexes}  # type: ignore[attr-defined]


def plain(h: Hex) -> list[Exit]:
    """One point a hex, and nobody in the way."""
    return [(n, 1, False) for n in MAP.adjacent[h]]


def rivers(map: HexMap, a: Hex, b: Hex) -> int | None:
    """Rivers cost three points; the Meuse is closed."""
    return None if map.has(a, b, "major_river") else 3 if map.has(a, b, "minor_river") else 1


# -- reach


def test_reach_is_every_hex_within_the_points() -> None:
    found = reach(START, 2, plain)
    assert labels(found.cost) == labels(h for h in range(len(MAP)) if 1 <= MAP.distance(START, h) <= 2)
    assert START not in found.cost


def test_reach_finds_the_cheapest_way_round() -> None:
    table = ways(MAP, lambda a, b: rivers(MAP, a, b))
    start, goal = MAP.hex("4420"), MAP.hex("4519")  # over the Ardennes canal
    assert dict(table[start])[goal] == 3
    found = reach(start, 9, lambda h: [(n, cost, False) for n, cost in table[h]])
    assert found.cost[goal] == 3
    assert found.path(goal) == (goal,)
    assert MAP.hex("4518") not in dict(table[MAP.hex("4619")])


def test_a_move_that_must_stop_goes_no_farther() -> None:
    wall = {MAP.hex(label) for label in ("4319", "4420", "4421", "4321", "4221", "4220")}
    found = reach(START, 5, lambda h: [(n, 1, n in wall) for n in MAP.adjacent[h]])
    assert set(found.cost) == wall == found.ends


def test_a_hex_is_no_stop_if_a_cheaper_way_does_not_stop_there() -> None:
    exits = {0: [(1, 3, True), (2, 1, False)], 1: [(3, 1, False)], 2: [(1, 1, False)], 3: []}
    found = reach(0, 4, lambda h: exits[h])
    assert found.cost == {1: 2, 2: 1, 3: 3}
    assert found.ends == frozenset()


def test_can_move_looks_at_the_neighbours_only() -> None:
    assert can_move(START, 1, plain)
    assert not can_move(START, 0, plain)
    assert not can_move(START, 9, lambda h: [])


def test_a_path_is_walked_hex_by_hex() -> None:
    path = path_of(MAP, "4319.4419.4420")
    assert walk(START, 3, plain, path) == 3
    assert path_token(MAP, path) == "4319.4419.4420"


@pytest.mark.parametrize(("points", "path"), [(2, "4319.4419.4420"), (9, "4419"), (9, "4319.4421")])
def test_a_path_that_jumps_or_costs_too_much_cannot_be_walked(points: int, path: str) -> None:
    with pytest.raises(BadPath):
        walk(START, points, plain, path_of(MAP, path))


def test_a_path_cannot_go_on_where_the_move_ends() -> None:
    with pytest.raises(BadPath):
        walk(START, 9, lambda h: [(n, 1, True) for n in MAP.adjacent[h]], path_of(MAP, "4319.4419"))


# -- zones, supply, rail


def test_zones_count_the_hexes_that_cover_a_hex() -> None:
    table = zoc.spread(MAP, lambda a, b: not MAP.has(a, b, "major_river"))
    sedan, south = MAP.hex("4619"), MAP.hex("4519")
    covered = zoc.zones(len(MAP), table, [sedan, south])
    assert covered[MAP.hex("4620")] == 2
    assert covered[MAP.hex("4718")] == 0  # over the Meuse
    assert labels(zoc.sources_of(MAP, table, [sedan, south], MAP.hex("4420"))) == {"4519"}


def test_a_supply_line_goes_over_open_hexes_to_an_open_source() -> None:
    closed = {MAP.hex(label) for label in ("4213", "4214", "4114")}
    marked = supply.supplied(len(MAP), MAP.adjacent, [MAP.hex("4122")], lambda h: h not in closed)
    assert marked[START]
    assert marked[MAP.hex("4114")]  # it may stand where a line may not pass
    assert not marked[MAP.hex("4113")]  # but nothing passes there
    assert not any(supply.supplied(len(MAP), MAP.adjacent, [MAP.hex("4114")], lambda h: h not in closed))


def test_the_shortest_supply_line_can_be_shown() -> None:
    source = MAP.hex("4122")
    line = supply.supply_line(MAP.adjacent, START, lambda h: h == source, lambda h: True)
    assert (line[0], line[-1], len(line)) == (START, source, 1 + MAP.distance(START, source))
    assert supply.supply_line(MAP.adjacent, START, lambda h: h == source, lambda h: False) == []


def test_lines_of_limited_length() -> None:
    found = supply.within(MAP.adjacent, START, 2, lambda h: MAP.labels[h] != "4319")
    assert found[START] == 0
    assert found[MAP.hex("4119")] == 2
    assert MAP.hex("4318") not in found


def test_trains_go_any_distance_over_open_hexes() -> None:
    row = {MAP.hex(f"{column}20") for column in range(41, 53)} | {MAP.hex(f"{column}19") for column in range(41, 53)}
    found = rail.rail_reach(MAP.adjacent, START, lambda h: h in row)
    assert set(found) == row - {START}
    assert found[MAP.hex("4220")] == START


# -- losses, retreat, advance


def test_losses_fall_on_the_first_priority_that_anyone_meets() -> None:
    assert losses.takers([1, 2, 3], lambda u: u > 9, lambda u: u > 1) == (2, 3)
    assert losses.takers([1, 2, 3], lambda u: u > 9) == (1, 2, 3)


def test_points_are_split_within_hexes_and_steps() -> None:
    assert losses.splits(3, 2, 9) == [1, 2, 3]
    assert losses.splits(3, 9, 2) == [0, 1, 2]
    assert losses.splits(3, 0, 2) == []


def test_a_retreat_ends_exactly_as_far_away_as_it_is_long() -> None:
    closed, full = {MAP.hex("4321"), MAP.hex("4422")}, MAP.hex("4119")
    found = retreats(MAP, START, 2, lambda a, b: b not in closed, lambda h: h != full)
    assert all(MAP.distance(START, h) == 2 for h in found)
    assert full not in found
    assert MAP.hex("4322") not in found  # both ways to it are closed
    assert found[MAP.hex("4219")][-1] == MAP.hex("4219")
    assert len(found[MAP.hex("4219")]) == 2


def test_an_advance_leads_through_the_vacated_hex() -> None:
    vacated = MAP.hex("4319")
    one = advance.advances(MAP, START, vacated, 1, lambda a, b: True)
    two = advance.advances(MAP, START, vacated, 2, lambda a, b: MAP.labels[b] != "4419")
    assert one == {vacated: (vacated,)}
    assert labels(two) == {"4319", "4318", "4219", "4220", "4420", MAP.labels[START]}  # an advance may come back
    assert advance.advances(MAP, START, vacated, 2, lambda a, b: b != vacated) == {}


# -- odds

TABLE = ResultsTable(
    ("1:2", "1:1", "2:1"), (Fraction(1, 2), Fraction(1), Fraction(2)), {1: ("A", "A", "B"), 2: ("A", "B", "B")}
)


@pytest.mark.parametrize(
    ("attack", "defence", "column"), [(1, 3, -1), (1, 2, 0), (3, 4, 0), (5, 5, 1), (19, 10, 1), (9, 1, 2), (1, 0, 2)]
)
def test_odds_are_rounded_in_the_defenders_favour(attack: int, defence: int, column: int) -> None:
    assert TABLE.column(Fraction(attack), Fraction(defence)) == column


def test_shifts_stop_at_the_ends_of_the_table() -> None:
    assert TABLE.shifted(1, [Shift(-1, "1", "woods"), Shift(-3, "1", "river")]) == 0
    assert TABLE.shifted(1, [Shift(5, "1", "tanks"), Shift(-1, "1", "woods")]) == 2


def test_figures_are_written_as_people_write_them() -> None:
    assert [figure(Fraction(n, 8)) for n in (0, 2, 4, 7, 8, 14)] == ["0", "¼", "½", "7/8", "1", "1¾"]
