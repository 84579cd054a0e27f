"""Lines in the plane: even spacing, smoothing, the nearest point of a line and the bank on which a point lies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from meuse.hexes import Point

Bank = Literal["left", "right"]
"""Looking along the line; for a river, downstream."""

Box = tuple[float, float, float, float]
"""West, north, east, south."""

FINE = 0.1
BLUR = 0.3
"""Bends of less than about this width vanish when a line is smoothed."""


class Foot(msgspec.Struct, frozen=True):
    """The point of a line nearest to a given one: how far away, how far along the line, and on which side of it.

    `forward` is the direction of the line there. `beyond` says that the nearest point is an end of the line and the
    given point lies past it, so that it has no side.
    """

    point: Point
    distance: float
    along: float
    forward: Point
    bank: Bank
    beyond: bool


def length(line: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(line))


def box_of(line: Sequence[Point]) -> Box:
    xs, ys = [x for x, _ in line], [y for _, y in line]
    return min(xs), min(ys), max(xs), max(ys)


def in_box(box: Box, point: Point, within: float) -> bool:
    """Whether a point lies in the box or at most this far outside."""
    west, north, east, south = box
    return west - within <= point[0] <= east + within and north - within <= point[1] <= south + within


def spaced(line: Sequence[Point], pace: float) -> list[Point]:
    """Points on the line about `pace` apart, both ends included; at least two."""
    count = max(1, round(length(line) / pace))
    step = length(line) / count
    points, travelled, due = [line[0]], 0.0, step
    for a, b in pairwise(line):
        piece = math.dist(a, b)
        while due <= travelled + piece and len(points) < count:
            points.append(_between(a, b, (due - travelled) / piece))
            due += step
        travelled += piece
    return [*points, line[-1]]


def smooth(line: Sequence[Point]) -> list[Point]:
    """The line without its small bends; its ends stay where they are."""
    fine = spaced(line, FINE)
    width = round(2 * BLUR / FINE)
    weights = [math.exp(-((k * FINE / BLUR) ** 2) / 2) for k in range(width + 1)]
    return [_blurred(fine, at, weights) for at in range(len(fine))]


def foot(line: Sequence[Point], point: Point) -> Foot:
    """The nearest point of the line."""
    x, y = point
    least, piece, part = math.inf, 0, 0.0
    for n, ((ax, ay), (bx, by)) in enumerate(pairwise(line)):
        dx, dy, px, py = bx - ax, by - ay, x - ax, y - ay
        square = dx * dx + dy * dy
        share = min(1.0, max(0.0, (px * dx + py * dy) / square)) if square else 0.0
        off = (px - share * dx) ** 2 + (py - share * dy) ** 2
        if off < least - 1e-12:
            least, piece, part = off, n, share
    return _foot(line, point, math.sqrt(least), piece, part)


def at(line: Sequence[Point], along: float) -> Point:
    """The point of the line after this length of it."""
    for a, b in pairwise(line):
        piece = math.dist(a, b)
        if along <= piece and piece > 0:
            return _between(a, b, max(0.0, along) / piece)
        along -= piece
    return line[-1]


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the straight pieces a-b and c-d cross."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def crossings(a: Point, b: Point, line: Sequence[Point]) -> list[float]:
    """Where on the way from a to b (0 to 1) a line is crossed, in order."""
    found = []
    for c, d in pairwise(line):
        if crosses(a, b, c, d):
            before, after = _turn(c, d, a), _turn(c, d, b)
            found.append(before / (before - after))
    return sorted(found)


def _foot(line: Sequence[Point], point: Point, distance: float, n: int, share: float) -> Foot:
    on_line = _between(line[n], line[n + 1], share)
    before = sum(math.dist(a, b) for a, b in pairwise(line[: n + 1]))
    along = before + share * math.dist(line[n], line[n + 1])
    # At a vertex the side is judged by both pieces together, or a sharp bend would put points on the wrong side.
    pieces = {n}
    if share >= 1 and n + 2 < len(line):
        pieces.add(n + 1)
    if share <= 0 and n > 0:
        pieces.add(n - 1)
    units = [_unit(line[k], line[k + 1]) for k in sorted(pieces)]
    forward = _unit((0.0, 0.0), (sum(x for x, _ in units), sum(y for _, y in units)))
    across = forward[0] * (point[1] - on_line[1]) - forward[1] * (point[0] - on_line[0])
    past_start = n == 0 and share <= 0
    past_end = n == len(line) - 2 and share >= 1
    return Foot(on_line, distance, along, forward, "left" if across < 0 else "right", past_start or past_end)


def _blurred(fine: list[Point], at: int, weights: list[float]) -> Point:
    # The window narrows towards the ends, so that both stay fixed.
    width = min(len(weights) - 1, at, len(fine) - 1 - at)
    parts = [(weights[abs(k)], fine[at + k]) for k in range(-width, width + 1)]
    total = sum(weight for weight, _ in parts)
    return sum(w * x for w, (x, _) in parts) / total, sum(w * y for w, (_, y) in parts) / total


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _unit(a: Point, b: Point) -> Point:
    size = math.dist(a, b) or 1.0
    return (b[0] - a[0]) / size, (b[1] - a[1]) / size


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
