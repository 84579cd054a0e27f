"""Curves along hexsides and through hexes, outlines of sets of hexes, and what can be done with a row of points."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import pairwise

from meuse.drawing.board import Board, Corner
from meuse.drawing.pen import Pen
from meuse.hexes import Point, Spot


def middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def toward(a: Point, b: Point, length: float) -> Point:
    """The point at this distance from a, in the direction of b."""
    share = length / (math.dist(a, b) or 1.0)
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def apex(start: Point, control: Point, end: Point) -> Point:
    """Where a quadratic curve comes nearest to its control point."""
    return (start[0] + 2 * control[0] + end[0]) / 4, (start[1] + 2 * control[1] + end[1]) / 4


def outlines(board: Board, spots: Collection[Spot]) -> list[list[Corner]]:
    """The closed lines around a set of hexes; its holes run the other way round."""
    following: dict[Corner, Corner] = {}
    members = set(spots)
    for spot in sorted(members):
        corners = board.corners(spot)
        for direction, near in enumerate(board.grid.neighbours(spot)):
            if near not in members:
                following[corners[direction]] = corners[(direction + 1) % 6]
    loops = []
    while following:
        start = next(iter(following))
        loop = [start]
        while (corner := following.pop(loop[-1])) != start:
            loop.append(corner)
        loops.append(loop)
    return loops


def round_loop(pen: Pen, points: Sequence[Point]) -> None:
    """A closed curve through the middle of every side, each corner rounded."""
    middles = [middle(a, b) for a, b in zip(points, [*points[1:], points[0]], strict=True)]
    pen.move(middles[-1])
    for corner, end in zip(points, middles, strict=True):
        pen.quad(corner, end)
    pen.close()


def round_line(pen: Pen, points: Sequence[Point]) -> None:
    """An open curve from the first point to the last through the middles between, each corner rounded."""
    pen.move(points[0])
    for corner, after in pairwise(points[1:-1]):
        pen.quad(corner, middle(corner, after))
    if len(points) > 2:
        pen.quad(points[-2], points[-1])
    else:
        pen.line(points[-1])


def thinned(points: Sequence[Point], tolerance: float) -> list[Point]:
    """The same line with fewer points, nowhere further from it than the tolerance."""
    if len(points) < 3:
        return list(points)
    keep, stack = {0, len(points) - 1}, [(0, len(points) - 1)]
    while stack:
        first, last = stack.pop()
        far, at = max(
            ((_off_line(points[k], points[first], points[last]), k) for k in range(first + 1, last)), default=(0, 0)
        )
        if far > tolerance:
            keep.add(at)
            stack += [(first, at), (at, last)]
    return [points[k] for k in sorted(keep)]


def spaced(points: Sequence[Point], step: float) -> list[Point]:
    """Points along a line at equal steps, the first and the last point of the line included."""
    out, left = [points[0]], step
    for a, b in pairwise(points):
        length = math.dist(a, b)
        gone = left
        while gone < length:
            out.append((a[0] + (b[0] - a[0]) * gone / length, a[1] + (b[1] - a[1]) * gone / length))
            gone += step
        left = gone - length
    if math.dist(out[-1], points[-1]) > step / 4:
        out.append(points[-1])
    return out


def smoothed(points: Sequence[Point], reach: int) -> list[Point]:
    """Every point moved to the mean of its neighbours on both sides; near the ends the window narrows."""
    out = []
    for k in range(len(points)):
        r = min(reach, k, len(points) - 1 - k)
        window = points[k - r : k + r + 1]
        out.append((sum(p[0] for p in window) / len(window), sum(p[1] for p in window) / len(window)))
    return out


def beside(points: Sequence[Point], offset: float) -> list[Point]:
    """The same line moved sideways: to the right of its direction (y grows to the south) if the offset is positive."""
    out = []
    for k, (x, y) in enumerate(points):
        a, b = points[max(0, k - 1)], points[min(len(points) - 1, k + 1)]
        length = math.dist(a, b) or 1.0
        out.append((x - (b[1] - a[1]) / length * offset, y + (b[0] - a[0]) / length * offset))
    return out


def _off_line(p: Point, a: Point, b: Point) -> float:
    length = math.dist(a, b)
    if length == 0:
        return math.dist(p, a)
    return abs((b[0] - a[0]) * (a[1] - p[1]) - (a[0] - p[0]) * (b[1] - a[1])) / length
