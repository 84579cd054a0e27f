"""What can be laid over a map: areas of hexes, and lines between two parts of the ground, as data of SVG paths."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from meuse.drawing.board import Board, Corner
from meuse.drawing.curves import outlines, smoothed
from meuse.drawing.pen import Pen
from meuse.hexes import Point
from meuse.hexmap import Hex, HexMap

REACH = 3
"""How many corners on both sides a line between hexes is smoothed over."""


class Overlay:
    """Draws on one map, in the units of its drawing."""

    def __init__(self, hexmap: HexMap) -> None:
        self._map, self._board = hexmap, Board(hexmap)

    def area(self, hexes: Collection[Hex]) -> str:
        """The outline of a set of hexes."""
        pen = Pen()
        for loop in outlines(self._board, [self._map.spots[h] for h in hexes]):
            pen.polygon([self._board.point(corner) for corner in loop])
        return pen.data

    def line(self, one: Collection[Hex], other: Collection[Hex]) -> str:
        """The line between two sets of hexes, smoothed."""
        pen = Pen()
        for points in self.lines(one, other):
            pen.polyline(points)
        return pen.data

    def lines(self, one: Collection[Hex], other: Collection[Hex]) -> list[list[Point]]:
        """The pieces of that line, the longest first."""
        corners = _joined(self._between(set(one), set(other)))
        pieces = [smoothed([self._board.point(corner) for corner in piece], REACH) for piece in corners]
        return sorted(pieces, key=len, reverse=True)

    def centre(self, h: Hex) -> Point:
        return self._board.centre(h)

    def _between(self, one: set[Hex], other: set[Hex]) -> Iterator[tuple[Corner, Corner]]:
        for number, side in enumerate(self._map.sides):
            if (side.a in one and side.b in other) or (side.a in other and side.b in one):
                yield self._board.ends(number)


def _joined(sides: Iterator[tuple[Corner, Corner]]) -> list[list[Corner]]:
    """Hexsides joined to lines, as long as they go; a closed line ends where it began."""
    near: dict[Corner, list[Corner]] = {}
    for a, b in sides:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    ends = sorted(corner for corner, others in near.items() if len(others) != 2)
    found = []
    for start in (*ends, *sorted(near)):
        while near[start]:
            found.append(_followed(near, start))
    return found


def _followed(near: dict[Corner, list[Corner]], start: Corner) -> list[Corner]:
    """The line from a corner on, taken out of what is left."""
    line = [start]
    while near[line[-1]]:
        here = line[-1]
        after = near[here].pop()
        near[after].remove(here)
        line.append(after)
    return line
