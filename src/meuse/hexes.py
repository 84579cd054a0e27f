"""Hex geometry: labels, neighbours, distance, rings, lines, hexsides. The only file that knows coordinates.

Every book numbers its hexes in its own way; inside there is one system, *doubled coordinates*: a pair of whole numbers
`(x, y)`, x growing to the east and y to the south, in which the six neighbours are fixed offsets. Labels are converted
at the border by a `Grid`.

>>> grid = Grid("pointy", "row,col", "west", "south", "even")
>>> grid.label(grid.neighbour(grid.spot("1215"), grid.direction("E")))
'1214'
>>> grid.distance(grid.spot("1110"), grid.spot("1215"))
6
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

import msgspec

Spot = tuple[int, int]
"""A hex in doubled coordinates."""

Point = tuple[float, float]
"""A place in the plane; 1 is the distance between the centres of two neighbouring hexes, y grows to the south."""

Orientation = Literal["flat", "pointy"]
NumberOrder = Literal["col,row", "row,col"]

ROOT3 = math.sqrt(3.0)
RADIUS = 1 / ROOT3
"""From the centre of a hex to its corner."""

DIRECTIONS: dict[Orientation, tuple[str, ...]] = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointy": ("NE", "E", "SE", "SW", "W", "NW"),
}
"""The six directions by name, clockwise; direction d and d + 3 are opposite."""

_OFFSETS: dict[Orientation, tuple[Spot, ...]] = {
    "flat": ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
    "pointy": ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)),
}
_FIRST_ANGLE: dict[Orientation, float] = {"flat": -90.0, "pointy": -60.0}


class BadLabel(ValueError):
    """A hex number that this grid cannot read."""


class Grid(msgspec.Struct, frozen=True):
    """How a book numbers its hexes.

    `stagger` names the columns (flat tops) or rows (pointy tops) whose centres lie half a hex further along the
    direction in which the numbers grow.
    """

    orientation: Orientation
    number_order: NumberOrder
    col_direction: Literal["east", "west"]
    row_direction: Literal["south", "north"]
    stagger: Literal["odd", "even"]

    # -- labels

    def spot(self, label: str) -> Spot:
        """The hex with this number."""
        if len(label) != 4 or not label.isascii() or not label.isdigit():
            raise BadLabel(f"{label!r} is not a hex number of four digits")
        first, last = int(label[:2]), int(label[2:])
        return self.at(first, last) if self.number_order == "col,row" else self.at(last, first)

    def label(self, spot: Spot) -> str:
        """The number of this hex."""
        col, row = self.col_row(spot)
        first, last = (col, row) if self.number_order == "col,row" else (row, col)
        return f"{first:02d}{last:02d}"

    def at(self, col: int, row: int) -> Spot:
        """The hex in this column and row, counted as the book counts them."""
        if self.orientation == "flat":
            return self._east * col, self._south * (2 * row + self._shift(col))
        return self._east * (2 * col + self._shift(row)), self._south * row

    def col_row(self, spot: Spot) -> tuple[int, int]:
        """Column and row of this hex, as the book counts them."""
        x, y = spot[0] * self._east, spot[1] * self._south
        if self.orientation == "flat":
            return x, (y - self._shift(x)) // 2
        return (x - self._shift(y)) // 2, y

    # -- neighbours and distances

    def direction(self, name: str) -> int:
        """The number of a direction: 0 to 5, clockwise."""
        return DIRECTIONS[self.orientation].index(name)

    def neighbour(self, spot: Spot, direction: int) -> Spot:
        dx, dy = _OFFSETS[self.orientation][direction]
        return spot[0] + dx, spot[1] + dy

    def neighbours(self, spot: Spot) -> tuple[Spot, ...]:
        """The six neighbours, clockwise, in the order of DIRECTIONS."""
        x, y = spot
        return tuple((x + dx, y + dy) for dx, dy in _OFFSETS[self.orientation])

    def distance(self, a: Spot, b: Spot) -> int:
        dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
        if self.orientation == "flat":
            return dx + max(0, (dy - dx) // 2)
        return dy + max(0, (dx - dy) // 2)

    def ring(self, centre: Spot, radius: int) -> Iterator[Spot]:
        """The hexes at this distance, clockwise."""
        if radius == 0:
            yield centre
            return
        dx, dy = _OFFSETS[self.orientation][4]
        spot = (centre[0] + dx * radius, centre[1] + dy * radius)
        for direction in range(6):
            for _ in range(radius):
                yield spot
                spot = self.neighbour(spot, direction)

    def line(self, a: Spot, b: Spot) -> list[Spot]:
        """The hexes that a straight line from centre to centre passes, both ends included."""
        steps = max(1, self.distance(a, b))
        (ax, ay), (bx, by) = self.centre(a), self.centre(b)
        # A hair off the exact line, so that one that runs along a hexside always falls to the same side.
        ax, ay, bx, by = ax + 1e-6, ay + 2e-6, bx + 1e-6, by + 2e-6
        passed = (self.hex_at((ax + (bx - ax) * k / steps, ay + (by - ay) * k / steps)) for k in range(steps + 1))
        return list(dict.fromkeys(passed))

    # -- the plane

    def centre(self, spot: Spot) -> Point:
        x, y = spot
        if self.orientation == "flat":
            return x * ROOT3 / 2, y / 2
        return x / 2, y * ROOT3 / 2

    def corners(self, spot: Spot) -> tuple[Point, ...]:
        """The six corners, clockwise; the hexside in direction d joins corner d and corner d + 1."""
        x, y = self.centre(spot)
        first = _FIRST_ANGLE[self.orientation] - 30
        angles = (math.radians(first + 60 * k) for k in range(6))
        return tuple((x + RADIUS * math.cos(a), y + RADIUS * math.sin(a)) for a in angles)

    def hexside(self, spot: Spot, direction: int) -> tuple[Point, Point]:
        """Both ends of the hexside in this direction."""
        corners = self.corners(spot)
        return corners[direction], corners[(direction + 1) % 6]

    def hex_at(self, point: Point) -> Spot:
        """The hex that holds this point of the plane."""
        x, y = point
        if self.orientation == "flat":
            near = [(column, 2 * round(y - odd / 2) + odd) for column, odd in self._near_lines(x)]
        else:
            near = [(2 * round(x - odd / 2) + odd, row) for row, odd in self._near_lines(y)]
        return min(near, key=lambda spot: (math.dist(self.centre(spot), point), spot))

    # -- helpers

    @property
    def _east(self) -> int:
        return 1 if self.col_direction == "east" else -1

    @property
    def _south(self) -> int:
        return 1 if self.row_direction == "south" else -1

    def _shift(self, line: int) -> int:
        return int((line % 2 == 1) == (self.stagger == "odd"))

    def _near_lines(self, across: float) -> Iterator[tuple[int, int]]:
        """The columns (flat) or rows (pointy) nearest to a coordinate, each with its parity in doubled coordinates."""
        guess = round(across * 2 / ROOT3)
        for line in (guess - 1, guess, guess + 1):
            yield line, self._shift(line)
