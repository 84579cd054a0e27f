"""Rivers, borders, roads and railways as networks: which piece goes on into which, and the smooth line through them.

A link joins two nodes and is crossed at its middle: for a river the nodes are corners and the link is a hexside, for a
road the nodes are hexes and the link crosses a hexside. Either way the line runs from middle to middle and rounds the
node between; where more than two links meet, the best pair goes through and the others join it.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from meuse.drawing.board import HEX
from meuse.drawing.curves import apex, middle, toward
from meuse.drawing.pen import Pen
from meuse.hexes import Point

Node = Hashable


class Link(NamedTuple):
    """One piece of a line. `look` decides how it is drawn, `name` what goes on into what; `at` is its middle."""

    a: Node
    b: Node
    look: str
    name: str
    at: Point


class Bend(NamedTuple):
    """Part of a link's line: from `start` to `end`, bent by one control point or two."""

    link: Link
    start: Point
    controls: tuple[Point, ...]
    end: Point


class Network:
    """Links with the places of their nodes. `stops` are nodes that the line must touch: towns on a road."""

    def __init__(self, links: Iterable[Link], points: Mapping[Node, Point], stops: Mapping[Node, Point]) -> None:
        self.links = list(links)
        self.points, self.stops = points, stops
        self.at: dict[Node, list[Link]] = {}
        for link in self.links:
            self.at.setdefault(link.a, []).append(link)
            self.at.setdefault(link.b, []).append(link)
        self.pairs: dict[Node, list[tuple[Link, Link]]] = {node: self._pairs(node) for node in self.at}

    def bends(self) -> Iterator[Bend]:
        """The whole network, node by node; every link ends up with one bend at either end."""
        for node in self.at:
            for one, other in self.pairs[node]:
                yield from self._through(node, one, other)
            for link in self._loose(node):
                yield self._ending(node, link)

    def runs(self) -> Iterator[list[tuple[Node, Link]]]:
        """Unbroken lines: each node with the link by which it is left; the last link leads to the end."""
        used: set[Link] = set()
        starts = [(node, link) for node in self.at for link in self._loose(node)]
        rings = [(link.a, link) for link in self.links]
        for node, link in [*starts, *rings]:
            if link not in used:
                run = list(self._walk(node, link, used))
                yield run

    def _walk(self, node: Node, link: Link | None, used: set[Link]) -> Iterator[tuple[Node, Link]]:
        while link is not None and link not in used:
            used.add(link)
            yield node, link
            node = link.b if node == link.a else link.a
            link = self._goes_on(node, link)

    def _goes_on(self, node: Node, link: Link) -> Link | None:
        for one, other in self.pairs[node]:
            if link in (one, other):
                return other if link == one else one
        return None

    def _loose(self, node: Node) -> list[Link]:
        paired = {link for pair in self.pairs[node] for link in pair}
        return [link for link in self.at[node] if link not in paired]

    def _pairs(self, node: Node) -> list[tuple[Link, Link]]:
        """Links that go on into each other: by name first, then by look, then the straightest."""
        links = self.at[node]
        options = [(a, b) for k, a in enumerate(links) for b in links[k + 1 :]]
        options.sort(key=lambda pair: self._likeness(node, *pair))
        taken: set[Link] = set()
        pairs: list[tuple[Link, Link]] = []
        for a, b in options:
            if a not in taken and b not in taken and (not pairs or self._turn(node, a, b) < 75):
                pairs.append((a, b))
                taken |= {a, b}
        return pairs

    def _likeness(self, node: Node, a: Link, b: Link) -> tuple[bool, bool, float, Point, Point]:
        return a.name != b.name or not a.name, a.look != b.look, round(self._turn(node, a, b)), a.at, b.at

    def _turn(self, node: Node, a: Link, b: Link) -> float:
        """By how many degrees the line turns at a node."""
        (x, y), (ax, ay), (bx, by) = self.points[node], a.at, b.at
        turn = math.degrees(math.atan2(by - y, bx - x) - math.atan2(y - ay, x - ax))
        return abs((turn + 180) % 360 - 180)

    def _through(self, node: Node, one: Link, other: Link) -> Iterator[Bend]:
        control = self.points[node]
        touch = self.stops.get(node)
        if touch is None:
            touch = apex(one.at, control, other.at)
            yield Bend(one, one.at, (middle(one.at, control),), touch)
            yield Bend(other, touch, (middle(control, other.at),), other.at)
            return
        # Through a town: leave each hexside squarely, and pass the town along the line between them.
        along = (other.at[0] - one.at[0], other.at[1] - one.at[1])
        length = math.hypot(*along) or 1.0
        sway = 0.16 * HEX / length
        before = (touch[0] - along[0] * sway, touch[1] - along[1] * sway)
        after = (touch[0] + along[0] * sway, touch[1] + along[1] * sway)
        yield Bend(one, one.at, (toward(one.at, control, 0.2 * HEX), before), touch)
        yield Bend(other, touch, (after, toward(other.at, control, 0.2 * HEX)), other.at)

    def _ending(self, node: Node, link: Link) -> Bend:
        control = self.points[node]
        if node in self.stops:
            return Bend(link, link.at, (toward(link.at, control, 0.2 * HEX),), self.stops[node])
        if self.pairs[node]:
            one, other = self.pairs[node][0]
            return Bend(link, link.at, (control,), apex(one.at, control, other.at))
        return Bend(link, link.at, (middle(link.at, control),), control)


def draw_bends(bends: Iterable[Bend]) -> Pen:
    """Bends as one path, joined end to end wherever they meet, so that dashes run on."""
    pen = Pen()
    for chain in chains(bends):
        pen.move(chain[0].start)
        for bend in chain:
            if len(bend.controls) == 1:
                pen.quad(bend.controls[0], bend.end)
            else:
                pen.cubic(bend.controls[0], bend.controls[1], bend.end)
    return pen


def chains(bends: Iterable[Bend]) -> list[list[Bend]]:
    """Bends put end to end, turned round where needed."""
    rest = list(bends)
    ends: dict[Point, list[int]] = {}
    for k, bend in enumerate(rest):
        ends.setdefault(_key(bend.start), []).append(k)
        ends.setdefault(_key(bend.end), []).append(k)
    used: set[int] = set()
    order = sorted(
        range(len(rest)), key=lambda k: min(len(ends[_key(rest[k].start)]), len(ends[_key(rest[k].end)])) != 1
    )
    out = []
    for k in order:
        if k in used:
            continue
        bend = rest[k] if len(ends[_key(rest[k].start)]) == 1 else turned(rest[k])
        used.add(k)
        chain = [bend]
        while (after := _next(rest, ends, used, chain[-1])) is not None:
            chain.append(after)
        out.append(chain)
    return out


def turned(bend: Bend) -> Bend:
    return Bend(bend.link, bend.end, bend.controls[::-1], bend.start)


def sample(bend: Bend, count: int) -> list[Point]:
    """Points along a bend, its end left out."""
    return [_on((bend.start, *bend.controls, bend.end), k / count) for k in range(count)]


def _on(points: Sequence[Point], t: float) -> Point:
    """A point of a curve, by halving the lines between its controls until one point is left."""
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(points)]
    return points[0]


def _next(rest: list[Bend], ends: dict[Point, list[int]], used: set[int], last: Bend) -> Bend | None:
    near = ends[_key(last.end)]
    if len(near) != 2:
        return None
    for k in near:
        if k not in used:
            used.add(k)
            return rest[k] if _key(rest[k].start) == _key(last.end) else turned(rest[k])
    return None


def _key(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)
