"""Lines laid on hexes: unbroken chains of hexsides (rivers, fortified lines) or of hexes (roads, railways).

A line is a row of points of the plane (see hexes.Point). It is laid by the cheapest walk over a *web*, the web of
hex corners joined by hexsides or the web of hexes joined to their neighbours. The walk goes along the line in step
with it, so that it takes the line's bends in their order; what it costs is its distance from the line, and a toll on
hexsides that it should not use.

>>> grid = Grid("flat", "col,row", "east", "south", "odd")
>>> web = hex_web(grid, [grid.at(col, row) for col in range(1, 8) for row in range(1, 8)])
>>> line = [grid.centre(grid.spot("0102")), grid.centre(grid.spot("0502"))]
>>> [grid.label(web.hexes[node][0]) for node in follow(web, line, web.near(line[0]), web.near(line[-1]))]
['0102', '0203', '0302', '0403', '0502']
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

import msgspec

from meuse.hexes import RADIUS, Grid, Point, Spot
from meuse.theatre.line import FINE, smooth, spaced

Hexside = tuple[Spot, Spot]
"""The hexside between two hexes, the lower one first."""

Node = int
"""A corner or a hex, by its number in a web."""

PACE = 0.45
"""The line is measured at points this far apart, in steps of the web."""
LONGEST_STEP = 2.2
"""A step goes along with at most this length of the line, in steps of the web."""
FARTHEST = 2.2
"""A chain never leaves its line by more."""
HEXSIDE_COST, HEX_COST = 0.12, 0.5
"""For every unit of length, so that a chain does not wander; from hex to hex a straight line is wanted most."""
HOPELESS = 12.0
"""A walk that is dearer than another one at the same point of the line by more than this is given up."""
SHORTEST = 5
LONGEST_GAP = 8
"""In steps of FINE: shorter pieces of a line are not drawn, longer gaps cut it."""
CLOSED = math.inf
"""The toll of a hexside that may not be used."""


def hexside(a: Spot, b: Spot) -> Hexside:
    """The hexside between two neighbours."""
    return (a, b) if a < b else (b, a)


class Web:
    """Nodes in the plane, joined by steps; each step uses one hexside (along it, or across it)."""

    def __init__(
        self, hexes: Sequence[tuple[Spot, ...]], points: Sequence[Point], length: float, length_cost: float
    ) -> None:
        self.hexes, self.points = tuple(hexes), tuple(points)
        self.length, self.pace, self.length_cost = length, PACE * length, length_cost
        self.steps: list[list[tuple[Node, Hexside]]] = [[] for _ in hexes]
        self.number: dict[tuple[Spot, ...], Node] = {found: node for node, found in enumerate(hexes)}
        self._by_cell: dict[tuple[int, int], list[Node]] = {}
        for node, (x, y) in enumerate(points):
            self._by_cell.setdefault((math.floor(x), math.floor(y)), []).append(node)

    def join(self, a: Node, b: Node, side: Hexside) -> None:
        self.steps[a].append((b, side))
        self.steps[b].append((a, side))

    def side(self, a: Node, b: Node) -> Hexside:
        """The hexside that the step between two joined nodes uses."""
        return next(side for node, side in self.steps[a] if node == b)

    def near(self, point: Point, within: float = 0.75) -> frozenset[Node]:
        """All nodes within this distance of a point."""
        x, y, reach = math.floor(point[0]), math.floor(point[1]), math.ceil(within)
        cells = ((x + dx, y + dy) for dx in range(-reach, reach + 1) for dy in range(-reach, reach + 1))
        found = (node for cell in cells for node in self._by_cell.get(cell, ()))
        return frozenset(node for node in found if math.dist(self.points[node], point) <= within)


def corner_web(grid: Grid, spots: Collection[Spot]) -> Web:
    """The corners of a map's hexes, joined by hexsides, those of the map edge included.

    `web.hexes[corner]` are the three hexes that meet there, sorted; some may lie beyond the map edge.
    """
    on_map = set(spots)
    corners = sorted({corner for spot in on_map for corner in corners_of(grid, spot)})
    centres = [[grid.centre(spot) for spot in corner] for corner in corners]
    points = [(sum(x for x, _ in three) / 3, sum(y for _, y in three) / 3) for three in centres]
    web = Web(corners, points, RADIUS, HEXSIDE_COST)
    for spot in sorted(on_map):
        around = grid.neighbours(spot)
        for direction, other in enumerate(around):
            if other not in on_map or spot < other:
                ends = (around[direction - 1], around[(direction + 1) % 6])
                a, b = (web.number[tuple(sorted((spot, other, end)))] for end in ends)
                web.join(a, b, hexside(spot, other))
    return web


def corners_of(grid: Grid, spot: Spot) -> list[tuple[Spot, ...]]:
    """The six corners of a hex, clockwise, each as the three hexes that meet there."""
    around = grid.neighbours(spot)
    return [tuple(sorted((spot, around[d - 1], around[d]))) for d in range(6)]


def hex_web(grid: Grid, spots: Collection[Spot]) -> Web:
    """The hexes of a map, joined to their neighbours; `web.hexes[node]` is the hex alone."""
    on_map = set(spots)
    web = Web([(spot,) for spot in sorted(on_map)], [grid.centre(spot) for spot in sorted(on_map)], 1.0, HEX_COST)
    for spot in sorted(on_map):
        for other in grid.neighbours(spot):
            if other in on_map and spot < other:
                web.join(web.number[(spot,)], web.number[(other,)], hexside(spot, other))
    return web


class Likings(msgspec.Struct, frozen=True):
    """What makes a walk prefer some hexsides to others.

    `toll` is added for a hexside each time it is used (CLOSED: never), `against` for a step from one node to another.
    `ease` multiplies the cost of being away from the line, so that a value below 1 draws the walk to that hexside.
    `barred` nodes may only be touched by an end. `landing` is what it costs to begin or to end at a node.
    """

    toll: Mapping[Hexside, float] = {}
    against: Mapping[tuple[Node, Node], float] = {}
    ease: Mapping[Hexside, float] = {}
    barred: frozenset[Node] = frozenset()
    landing: Mapping[Node, float] = {}


def follow(
    web: Web, line: Sequence[Point], starts: Collection[Node], ends: Collection[Node], likings: Likings | None = None
) -> list[Node]:
    """The nodes of the chain that follows a line from one of `starts` to one of `ends`; [] if there is none.

    No node occurs twice. A chain may begin or end before the line does (a tributary that touches its river early);
    what is left of the line then costs its distance from the nearest start or end.
    """
    walk = _Walk(web, spaced(smooth(line), web.pace), starts, ends, likings or Likings())
    return _without_loops(walk.cheapest())


def sides_of(web: Web, chain: Sequence[Node]) -> list[Hexside]:
    """The hexsides that a chain uses, in its order."""
    return [web.side(a, b) for a, b in pairwise(chain)]


def hands(grid: Grid, web: Web, a: Node, b: Node) -> tuple[Spot, Spot]:
    """The hexes to the left and to the right of the hexside from corner a to corner b."""
    (ax, ay), (bx, by) = web.points[a], web.points[b]
    first, second = web.side(a, b)
    x, y = grid.centre(first)
    return (first, second) if (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0 else (second, first)


class Piece(msgspec.Struct, frozen=True):
    """The part of a line that lies on the map, and whether the map edge cuts it off at either end."""

    line: tuple[Point, ...]
    enters: bool
    leaves: bool


def on_map(grid: Grid, spots: Collection[Spot], line: Sequence[Point]) -> list[Piece]:
    """The pieces of a line that lie on the map; a short trip beyond its edge does not cut it."""
    points = spaced(line, FINE)
    last = len(points) - 1
    found = runs([grid.hex_at(point) in spots for point in points])
    return [Piece(tuple(points[a : b + 1]), a > 0, b < last) for a, b in found if b - a >= SHORTEST]


def runs(inside: Sequence[bool]) -> list[tuple[int, int]]:
    """First and last index of every run of True; short gaps are closed."""
    runs: list[tuple[int, int]] = []
    for n, here in enumerate(inside):
        if here and runs and n - runs[-1][1] <= LONGEST_GAP:
            runs[-1] = (runs[-1][0], n)
        elif here:
            runs.append((n, n))
    return runs


def edge_sides(grid: Grid, spots: Collection[Spot]) -> list[Hexside]:
    """The hexsides of the map edge."""
    inside = set(spots)
    around = ((spot, other) for spot in sorted(inside) for other in grid.neighbours(spot))
    return [hexside(spot, other) for spot, other in around if other not in inside]


class _Walk:
    """Cheapest-first search over states (node, how far along the line), ended by a last step off the web."""

    def __init__(
        self, web: Web, samples: list[Point], starts: Collection[Node], ends: Collection[Node], likings: Likings
    ) -> None:
        self.web, self.samples, self.likings = web, samples, likings
        self.last = len(samples) - 1
        self.longest = math.ceil(LONGEST_STEP / PACE)
        self.starts, self.ends = sorted(starts), frozenset(ends)
        self.before = self._left_over(starts, samples)
        self.after = self._left_over(ends, samples[::-1])[::-1]

    def cheapest(self) -> list[Node]:
        if not self.starts or not self.ends:
            return []
        queue = [(cost, node, at, -1, -1) for cost, node, at in self._first_states()]
        heapq.heapify(queue)
        came: dict[tuple[Node, int], tuple[Node, int]] = {}
        least: dict[int, float] = {}
        while queue:
            cost, node, at, *previous = heapq.heappop(queue)
            if at > self.last:
                return self._trace(came, (previous[0], previous[1]))
            if (node, at) in came or cost > least.setdefault(at, cost) + HOPELESS:
                continue
            came[node, at] = (previous[0], previous[1])
            if node in self.ends:
                finished = cost + self.after[at] + self.likings.landing.get(node, 0.0)
                heapq.heappush(queue, (finished, node, self.last + 1, node, at))
            if node not in self.likings.barred or previous[0] < 0:
                for step in self._steps(cost, node, at):
                    if (step[1], step[2]) not in came:
                        heapq.heappush(queue, step)
        return []

    def _first_states(self) -> Iterable[tuple[float, Node, int]]:
        for node in self.starts:
            landing = self.likings.landing.get(node, 0.0)
            for at, sample in enumerate(self.samples):
                off = _squared(self.web.points[node], sample)
                if off <= FARTHEST**2:
                    yield landing + self.before[at] + self.web.pace * off, node, at

    def _steps(self, cost: float, node: Node, at: int) -> Iterable[tuple[float, Node, int, Node, int]]:
        """All steps from a state: along or across each hexside, with the line advancing by none, one or more points."""
        x, y = self.web.points[node]
        for other, side in self.web.steps[node]:
            toll = self.likings.toll.get(side, 0.0) + self.likings.against.get((node, other), 0.0)
            if toll == CLOSED or (other in self.likings.barred and other not in self.ends):
                continue
            ease = self.likings.ease.get(side, 1.0)
            far_x, far_y = self.web.points[other]
            middle = ((x + far_x) / 2, (y + far_y) / 2)
            away = 0.0
            for ahead in range(at, min(at + self.longest, self.last) + 1):
                off = _squared(middle, self.samples[ahead])
                if off > FARTHEST**2:
                    break
                away += self.web.pace * off if ahead > at else 0.0
                price = toll + ease * (away + self.web.length * (off + self.web.length_cost))
                yield cost + price, other, ahead, node, at

    def _left_over(self, nodes: Collection[Node], samples: list[Point]) -> list[float]:
        """For every point of the line, what it costs to have left out all points before it."""
        points = [self.web.points[node] for node in nodes]
        total, costs = 0.0, []
        for sample in samples:
            costs.append(total)
            total += self.web.pace * min((_squared(point, sample) for point in points), default=0.0)
        return costs

    @staticmethod
    def _trace(came: Mapping[tuple[Node, int], tuple[Node, int]], state: tuple[Node, int]) -> list[Node]:
        chain = []
        while state[0] >= 0:
            chain.append(state[0])
            state = came[state]
        return chain[::-1]


def _squared(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _without_loops(chain: list[Node]) -> list[Node]:
    kept: list[Node] = []
    for node in chain:
        if node in kept:
            del kept[kept.index(node) :]
        kept.append(node)
    return kept
