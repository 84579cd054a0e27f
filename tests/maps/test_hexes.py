"""Hex geometry: the five ways in which the books number their hexes, and what all of them share."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meuse.hexes import BadLabel, Grid

GDW1940 = Grid("pointy", "row,col", "west", "south", "even")
FRANCE40 = Grid("flat", "col,row", "east", "south", "odd")
CASEYELLOW = Grid("flat", "row,col", "east", "north", "odd")
MANSTEIN = Grid("flat", "col,row", "east", "south", "even")

grids = st.builds(
    Grid,
    st.sampled_from(["flat", "pointy"]),
    st.sampled_from(["col,row", "row,col"]),
    st.sampled_from(["east", "west"]),
    st.sampled_from(["south", "north"]),
    st.sampled_from(["odd", "even"]),
)
numbers = st.integers(1, 60)
labels = st.builds("{:02d}{:02d}".format, numbers, numbers)


def near(grid: Grid, label: str) -> list[str]:
    return [grid.label(spot) for spot in grid.neighbours(grid.spot(label))]


# -- neighbours, by hand from the books' own numbering


def test_neighbours_on_a_map_numbered_by_rows_from_east_to_west() -> None:
    assert near(GDW1940, "1110") == ["1009", "1109", "1209", "1210", "1111", "1010"]
    assert near(GDW1940, "1215") == ["1115", "1214", "1315", "1316", "1216", "1116"]


def test_neighbours_on_a_map_numbered_by_columns_from_north_to_south() -> None:
    assert near(FRANCE40, "3210") == ["3209", "3309", "3310", "3211", "3110", "3109"]
    assert near(FRANCE40, "1514") == ["1513", "1614", "1615", "1515", "1415", "1414"]


def test_neighbours_on_a_map_numbered_by_rows_from_south_to_north() -> None:
    assert near(CASEYELLOW, "2928") == ["3028", "2929", "2829", "2828", "2827", "2927"]


def test_neighbours_on_a_map_whose_even_columns_lie_lower() -> None:
    assert near(MANSTEIN, "1636") == ["1635", "1736", "1737", "1637", "1537", "1536"]


# -- what holds on every grid


@given(grids, labels)
def test_a_label_names_one_hex(grid: Grid, label: str) -> None:
    assert grid.label(grid.spot(label)) == label


@given(grids, labels)
def test_the_centre_of_a_hex_lies_in_it(grid: Grid, label: str) -> None:
    assert grid.hex_at(grid.centre(grid.spot(label))) == grid.spot(label)


@given(grids, labels, st.floats(-math.pi, math.pi), st.floats(0.0, 0.499))
def test_a_point_near_the_centre_lies_in_the_hex(grid: Grid, label: str, angle: float, away: float) -> None:
    x, y = grid.centre(grid.spot(label))
    assert grid.hex_at((x + away * math.cos(angle), y + away * math.sin(angle))) == grid.spot(label)


@given(grids, labels, st.integers(0, 5))
def test_a_neighbour_is_one_away_and_has_the_hex_as_its_neighbour(grid: Grid, label: str, direction: int) -> None:
    spot = grid.spot(label)
    other = grid.neighbour(spot, direction)

    assert grid.distance(spot, other) == 1
    assert math.isclose(math.dist(grid.centre(spot), grid.centre(other)), 1.0)
    assert grid.neighbour(other, (direction + 3) % 6) == spot


@given(grids, labels, st.integers(0, 5))
def test_neighbours_share_a_hexside(grid: Grid, label: str, direction: int) -> None:
    spot = grid.spot(label)
    start, end = grid.hexside(spot, direction)
    far_end, far_start = grid.hexside(grid.neighbour(spot, direction), (direction + 3) % 6)

    assert math.dist(start, far_start) < 1e-9
    assert math.dist(end, far_end) < 1e-9


@given(grids, labels, st.integers(1, 6))
def test_a_ring_has_six_hexes_for_every_step(grid: Grid, label: str, radius: int) -> None:
    centre = grid.spot(label)
    ring = list(grid.ring(centre, radius))

    assert len(set(ring)) == 6 * radius
    assert {grid.distance(centre, spot) for spot in ring} == {radius}


def test_a_ring_of_nothing_is_the_hex_itself() -> None:
    assert list(FRANCE40.ring(FRANCE40.spot("1514"), 0)) == [FRANCE40.spot("1514")]


@given(grids, labels, labels, labels)
def test_no_way_round_is_shorter(grid: Grid, first: str, second: str, third: str) -> None:
    a, b, c = (grid.spot(label) for label in (first, second, third))
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(grids, labels, labels)
def test_a_line_goes_from_neighbour_to_neighbour(grid: Grid, first: str, last: str) -> None:
    line = grid.line(grid.spot(first), grid.spot(last))

    assert (line[0], line[-1]) == (grid.spot(first), grid.spot(last))
    assert len(line) == grid.distance(line[0], line[-1]) + 1
    assert all(grid.distance(a, b) == 1 for a, b in pairwise(line))


# -- labels that are none


@pytest.mark.parametrize("label", ["", "111", "11100", "1a10", "१२३४", "-110"])
def test_what_is_no_label_is_refused(label: str) -> None:
    with pytest.raises(BadLabel, match="four digits"):
        GDW1940.spot(label)
