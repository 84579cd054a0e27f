"""Rivers before they are laid: which flow into each other, which join which, and in what order to lay them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import msgspec

from meuse.hexes import Point
from meuse.theatre import line as lines

Rank = Literal["rhine", "major", "minor", "canal"]
RANKS: tuple[Rank, ...] = ("rhine", "major", "minor", "canal")


class Course(msgspec.Struct, frozen=True):
    """A river on the plane of the map, drawn downstream; `feature` is what the map's chart makes of it."""

    name: str
    rank: Rank
    feature: str
    line: tuple[Point, ...]


class Stem(msgspec.Struct, frozen=True):
    """Courses that flow into each other, laid as one: Rhine, Waal, Merwede, Hollands Diep, Haringvliet."""

    courses: tuple[Course, ...]
    line: tuple[Point, ...]
    box: lines.Box

    @property
    def rank(self) -> Rank:
        return min((course.rank for course in self.courses), key=RANKS.index)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(course.name for course in self.courses)

    def passes(self, point: Point, within: float) -> bool:
        """Whether its line comes this near to a point."""
        return lines.in_box(self.box, point, within) and lines.foot(self.line, point).distance <= within

    def course_at(self, point: Point) -> Course:
        """The course of which this point is part."""
        return min(self.courses, key=lambda course: lines.foot(course.line, point).distance)


def stems(courses: Sequence[Course], meet: float) -> list[Stem]:
    """All courses, those joined end to end put together; ends nearer than `meet` are joined."""
    left = sorted(courses, key=lambda c: (RANKS.index(c.rank), -lines.length(c.line), c.name))
    found = []
    while left:
        chain = [left.pop(0)]
        while lower := _next(left, chain[-1].line[-1], 0, chain[-1].rank, meet):
            left.remove(lower)
            chain.append(lower)
        while upper := _next(left, chain[0].line[0], -1, chain[0].rank, meet):
            left.remove(upper)
            chain.insert(0, upper)
        line = tuple(point for course in chain for point in course.line)
        found.append(Stem(tuple(chain), line, lines.box_of(line)))
    return found


def in_order(found: Sequence[Stem], meet: float) -> list[Stem]:
    """Great rivers first, and every river after those whose middle course it joins."""
    order: list[Stem] = []
    started: set[int] = set()

    def visit(n: int) -> None:
        if n not in started:
            started.add(n)
            for other in range(len(found)):
                if _joins(found[n], found[other], meet):
                    visit(other)
            order.append(found[n])

    for n in sorted(range(len(found)), key=lambda n: (RANKS.index(found[n].rank), -lines.length(found[n].line), n)):
        visit(n)
    return order


def _next(left: Sequence[Course], point: Point, end: int, rank: Rank, meet: float) -> Course | None:
    """The greatest course that begins (end = 0) or ends (end = -1) at a point, if it is of a like rank."""
    for course in left:
        alike = abs(RANKS.index(course.rank) - RANKS.index(rank)) <= 1 and (course.rank == "canal") == (rank == "canal")
        if alike and math.dist(course.line[end], point) <= meet:
            return course
    return None


def _joins(stem: Stem, other: Stem, meet: float) -> bool:
    """Whether an end of a stem lies on the other one, away from its ends."""
    for point in (stem.line[0], stem.line[-1]):
        tips = min(math.dist(point, other.line[0]), math.dist(point, other.line[-1]))
        if meet < tips and other.passes(point, meet):
            return True
    return False
