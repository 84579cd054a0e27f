"""Names of rivers in italics along their course, just outside it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from meuse.drawing.board import Board
from meuse.drawing.curves import beside, round_line, smoothed, spaced, thinned
from meuse.drawing.ink import FORBIDDEN, Ink
from meuse.drawing.lettering import lettered, width
from meuse.drawing.network import Link, Network, Node
from meuse.drawing.pen import Pen
from meuse.drawing.rivers import WEIGHTS, css
from meuse.drawing.svg import escape_text
from meuse.hexes import Point

SIZES = {
    "canal": 9.5,
    "river_minor": 10.5,
    "marsh_river": 10.5,
    "tidal": 12.5,
    "river_major": 13.0,
    "river_rhine": 15.0,
}
SPACING = 0.12
STEP = 5.0
AGAIN = 900.0
"""A long river is named again after this distance."""

TOO_MUCH = 46.0
"""A name that would hurt more than this is left out where the river has one already."""


class Course(NamedTuple):
    """One unbroken stretch of a named river: where it runs on the whole, without its windings."""

    name: str
    look: str
    line: list[Point]


class Written(NamedTuple):
    hurt: float
    base: list[Point]


def river_names(board: Board, network: Network, ink: Ink) -> list[str]:
    found: list[str] = []
    for course in sorted(_courses(network), key=lambda c: (-SIZES[c.look], -len(c.line), c.name)):
        for stretch in _stretches(course):
            best = min(_ways_to_write(board, course, stretch, ink), key=lambda w: w.hurt, default=None)
            if best is not None and best.hurt < TOO_MUCH:
                _blacken(ink, best.base, SIZES[course.look])
                found.append(_element(len(found), course, best.base))
    return found


def _courses(network: Network) -> Iterator[Course]:
    for run in network.runs():
        part: list[tuple[Node, Link]] = []
        for node, link in run:
            if part and part[-1][1].name != link.name:
                yield from _course(network, part)
                part = []
            part.append((node, link))
        yield from _course(network, part)


def _course(network: Network, part: list[tuple[Node, Link]]) -> Iterator[Course]:
    """The stretch as a smooth line; it must be longer than its name."""
    links = [link for _, link in part]
    looks = sorted({link.look for link in links}, key=lambda look: -sum(link.look == look for link in links))
    name, look = lettered(links[0].name), looks[0]
    points = [link.at for link in links]
    if name and " / " not in name and len(points) > 2:  # where two rivers share hexsides, each is named elsewhere
        line = smoothed(spaced(points, STEP), 7)
        if (len(line) - 1) * STEP > width(name, SIZES[look], SPACING) * 0.9:
            yield Course(name, look, line)


def _stretches(course: Course) -> Iterator[list[Point]]:
    """A long river in parts, each to be named once."""
    parts = max(1, round(len(course.line) * STEP / AGAIN))
    size = math.ceil(len(course.line) / parts)
    for k in range(parts):
        yield course.line[k * size : (k + 1) * size + 1]


def _ways_to_write(board: Board, course: Course, line: list[Point], ink: Ink) -> Iterator[Written]:
    """Every place along the stretch where the name fits, on either bank."""
    size = SIZES[course.look]
    count = math.ceil(width(course.name, size, SPACING) * 1.12 / STEP) + 2  # another font may be wider
    away = WEIGHTS[course.look] / 2 + 6.5
    for run, offset in (
        (line, -away),
        (line, away + size * 0.62),
        (line[::-1], -away),
        (line[::-1], away + size * 0.62),
    ):
        base = spaced(smoothed(beside(run, offset), 3), STEP)
        hurts = _hurts(board, ink, base, size)
        for start in range(0, max(1, len(base) - count + 1), 3):
            piece = base[start : start + count]
            if len(piece) == count and not _leftward(piece):
                yield Written(sum(hurts[start : start + count]) + 26 * _bending(piece), piece)


def _leftward(piece: list[Point]) -> bool:
    """Whether the name would stand on its head; an upright one reads upward."""
    dx, dy = piece[-1][0] - piece[0][0], piece[-1][1] - piece[0][1]
    return dx < 0 if abs(dx) > abs(dy) * 0.12 else dy > 0


def _hurts(board: Board, ink: Ink, base: list[Point], size: float) -> list[float]:
    """What it would hurt to write across each point of a line; off the paper, more than a name may."""
    half = size * 0.3
    found = []
    for x, y in beside(base, -half):
        inside = board.left + 8 < x < board.right - 8 and board.top + 8 < y < board.bottom - 8
        found.append(ink.cost((x - 1, y - half, x + 1, y + half)) / 2.5 if inside else TOO_MUCH)
    return found


def _bending(base: list[Point]) -> float:
    """By how much a line turns from end to end, in all."""
    angles = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(base)]
    return sum(abs((b - a + math.pi) % (2 * math.pi) - math.pi) for a, b in pairwise(angles))


def _blacken(ink: Ink, base: list[Point], size: float) -> None:
    for x, y in beside(base, -size * 0.3)[1:-1]:
        ink.box((x - 2, y - size * 0.4, x + 2, y + size * 0.4), FORBIDDEN)


def _element(number: int, course: Course, base: list[Point]) -> str:
    pen = Pen()
    round_line(pen, thinned(base, 0.6))
    return (
        f'<path id="course-{number}" d="{pen.data}"/><text class="lab river-name {css(course.look)}">'
        f'<textPath href="#course-{number}" startOffset="50%">{escape_text(course.name)}</textPath></text>'
    )
