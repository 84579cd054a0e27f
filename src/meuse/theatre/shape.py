"""Polygons in the plane: whether they hold a point, and whether their outline passes a hex at all."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from meuse.hexes import Point

Box = tuple[float, float, float, float]
"""Least x, least y, greatest x, greatest y."""

BAND = 0.25


class Shape:
    """A polygon with its holes. Its edges are kept by bands of y, so that a point meets only the few on its height."""

    def __init__(self, rings: Iterable[Sequence[Point]]) -> None:
        edges = [(a, b) for ring in rings for a, b in pairwise(ring)]
        xs = [x for (x, _), _ in edges]
        ys = [y for (_, y), _ in edges]
        self.box: Box = (min(xs), min(ys), max(xs), max(ys))
        self._bands: dict[int, list[tuple[float, float, float, float]]] = {}
        for (ax, ay), (bx, by) in edges:
            for band in range(math.floor(min(ay, by) / BAND), math.floor(max(ay, by) / BAND) + 1):
                self._bands.setdefault(band, []).append((ax, ay, bx, by))

    def holds(self, point: Point) -> bool:
        """Whether the point lies inside: a ray to the east meets the outline an odd number of times."""
        x, y = point
        inside = False
        for ax, ay, bx, by in self._bands.get(math.floor(y / BAND), ()):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
        return inside

    def may_pass(self, box: Box) -> bool:
        """Whether the outline may pass through a box; if not, the box lies wholly inside or wholly outside."""
        west, north, east, south = box
        bands = range(math.floor(north / BAND), math.floor(south / BAND) + 1)
        edges = (edge for band in bands for edge in self._bands.get(band, ()))
        return any(max(ax, bx) >= west and min(ax, bx) <= east for ax, _, bx, _ in edges)

    def meets(self, box: Box) -> bool:
        """Whether the boxes overlap."""
        west, north, east, south = self.box
        return west <= box[2] and east >= box[0] and north <= box[3] and south >= box[1]


def inside(shape: Shape, points: Sequence[Point], box: Box) -> frozenset[int]:
    """Which of the points (by number), all within the box, lie in the shape."""
    if not shape.meets(box):
        return frozenset()
    if not shape.may_pass(box):
        return frozenset(range(len(points))) if shape.holds(points[0]) else frozenset()
    return frozenset(n for n, point in enumerate(points) if shape.holds(point))


def box_of(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
