"""Ink already on the paper: lettering keeps away from it, and texture is left out below it.

The paper is ruled into small squares; each remembers how much it would hurt to print over it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from meuse.hexes import Point

SQUARE = 4.0
FORBIDDEN = 60.0
"""What lettering costs: nothing may be printed over it."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Ink:
    def __init__(self) -> None:
        self._squares: dict[tuple[int, int], float] = {}

    def dots(self, points: Iterable[Point], cost: float) -> None:
        """Ink along a line, given by points close together."""
        for x, y in points:
            self._add((math.floor(x / SQUARE), math.floor(y / SQUARE)), cost)

    def box(self, box: Box, cost: float) -> None:
        for square in _squares(box):
            self._add(square, cost)

    def cost(self, box: Box) -> float:
        """What it would hurt to print into this box."""
        left, top, right, bottom = (math.floor(edge / SQUARE) for edge in box)
        found, total = self._squares.get, 0.0
        for i in range(left, right + 1):
            for j in range(top, bottom + 1):
                total += found((i, j), 0.0)
        return total

    def bare(self, point: Point, radius: float) -> bool:
        """Whether nothing is printed around a point."""
        x, y = point
        return not any(square in self._squares for square in _squares((x - radius, y - radius, x + radius, y + radius)))

    def _add(self, square: tuple[int, int], cost: float) -> None:
        self._squares[square] = max(self._squares.get(square, 0.0), cost)


def _squares(box: Box) -> Iterable[tuple[int, int]]:
    left, top, right, bottom = (math.floor(edge / SQUARE) for edge in box)
    return [(i, j) for i in range(left, right + 1) for j in range(top, bottom + 1)]
