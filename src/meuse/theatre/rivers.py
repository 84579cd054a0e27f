"""The rivers of the theatre laid on one grid: an unbroken network of hexsides with every town on its bank.

Great rivers are laid first. A tributary ends on the corner chain of the river it joins, a mouth at a corner of open
water, whatever leaves the map at a corner of the map edge. At a coarse scale a river may have to share hexsides with
another; one that has no hexside of its own left is left out.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

import msgspec

from meuse.hexes import Grid, Point, Spot
from meuse.theatre import line as lines
from meuse.theatre.banks import Banks, Misplaced, Tolls, Town
from meuse.theatre.courses import RANKS, Course, Rank, Stem, in_order, stems
from meuse.theatre.snap import (
    CLOSED,
    Hexside,
    Likings,
    Node,
    Piece,
    Web,
    corner_web,
    corners_of,
    edge_sides,
    follow,
    hexside,
    on_map,
    sides_of,
)

__all__ = ["Course", "Network", "Reach", "RiverSide", "Stretch", "Town", "Water", "lay_rivers"]

MEET_KM = 2.5
"""Lines whose ends lie this near to another line join it."""
SPRING_KM = 1.5
"""The source of a minor river belongs to another river only if it is nearer than this."""
MOUTH = 2.0
"""A chain may end at another river or at open water up to this far from where its line ends."""
SHARED: dict[Rank, float] = {"rhine": 1.2, "major": 1.2, "minor": 1.0, "canal": 0.6}
"""The toll for using a hexside of another river; canals do cross rivers, rivers do not."""
SHORT = 0.8
"""A brook shorter than this is not drawn."""
ON_EDGE = 0.5
"""The toll for the map edge: there a river bounds nothing, but it keeps the last town on its bank."""


class Stretch(msgspec.Struct, frozen=True):
    """A part of a river that carries another feature: downstream of `start`, upstream of `end` (None: to its end)."""

    name: str
    feature: str
    start: Point | None
    end: Point | None


class Water(msgspec.Struct, frozen=True):
    """Open water of the map: hexes that are sea or lake, and hexsides across which there is only water."""

    hexes: frozenset[Spot] = frozenset()
    sides: frozenset[Hexside] = frozenset()


class RiverSide(msgspec.Struct, frozen=True):
    """What a hexside carries; a name of two rivers is joined by " / "."""

    feature: str
    name: str


class Reach(msgspec.Struct, frozen=True):
    """A chain of corners as it was laid, source first, the line that it follows, and what each hexside carries."""

    stem: Stem
    line: tuple[Point, ...]
    corners: tuple[Node, ...]
    sides: tuple[Hexside, ...]
    names: tuple[str, ...]
    features: tuple[str, ...]


class Network(msgspec.Struct, frozen=True):
    """All rivers of a map.

    `left_out` are rivers too short or too close to others to be drawn at this scale; `loose` are those whose lower
    end meets neither water nor another river nor the map edge; `misplaced` are towns that could not keep their bank.
    """

    web: Web
    reaches: tuple[Reach, ...]
    sides: dict[Hexside, RiverSide]
    left_out: tuple[str, ...]
    loose: tuple[str, ...]
    misplaced: tuple[Misplaced, ...]


def lay_rivers(
    grid: Grid,
    spots: Collection[Spot],
    courses: Sequence[Course],
    towns: Sequence[Town],
    water: Water,
    km_per_hex: float,
    stretches: Sequence[Stretch] = (),
) -> Network:
    """Lay the rivers of a map. Courses without a feature are left out; all else is drawn if the scale allows."""
    layer = _Layer(grid, spots, towns, water, km_per_hex)
    drawn = [course for course in courses if course.feature]
    for stem in in_order(stems(drawn, layer.meet), layer.meet):
        for piece in on_map(grid, layer.spots, stem.line):
            layer.lay(stem, piece)
    return layer.network(stretches)


class _Layer:
    """Lays one stem after the other and remembers what is there."""

    def __init__(
        self, grid: Grid, spots: Collection[Spot], towns: Sequence[Town], water: Water, km_per_hex: float
    ) -> None:
        self.grid, self.spots = grid, frozenset(spots)
        self.meet, self.spring = MEET_KM / km_per_hex, SPRING_KM / km_per_hex
        self.banks = Banks(grid, towns, km_per_hex)
        self.web = corner_web(grid, self.spots)
        self.edge = frozenset(n for n, hexes in enumerate(self.web.hexes) if not self.spots.issuperset(hexes))
        self.water = frozenset(self._water_corners(water))
        self.tolls = dict.fromkeys(edge_sides(grid, self.spots), ON_EDGE)
        self.closed = dict.fromkeys(self._water_sides(water), CLOSED)
        self.laid: list[Reach] = []
        self.used: set[Hexside] = set()
        self.left_out: list[str] = []

    def lay(self, stem: Stem, piece: Piece) -> None:
        starts, ends = self._start(stem, piece), self._end(stem, piece)
        chain = self._chain(stem, piece, starts, ends)
        if len(chain) > 1 and not self._is_stub(piece, chain):
            self._keep(stem, piece, chain)
        else:
            self.left_out.append(stem.courses[0].name)

    def _chain(self, stem: Stem, piece: Piece, starts: frozenset[Node], ends: frozenset[Node]) -> list[Node]:
        toll = {**self.tolls, **dict.fromkeys(self.used, SHARED[stem.rank])}
        banks = self.banks.tolls(self.web, piece.line, stem.names)
        for side, price in banks.walls.items():
            toll[side] = toll.get(side, 0.0) + price
        toll |= self.closed
        # A river touches what it joins, and open water, only with its end; where that is impossible it may do worse.
        joined = frozenset(c for reach in self.laid if {*reach.corners} & {*starts, *ends} for c in reach.corners)
        landing = self._landing(ends, piece.line[-1], banks)
        for barred in (joined | self.water, joined, frozenset[Node]()):
            if chain := follow(self.web, piece.line, starts, ends, Likings(toll, banks.against, {}, barred, landing)):
                return chain
        return []

    def _landing(self, ends: frozenset[Node], point: Point, banks: Tolls) -> dict[Node, float]:
        """What it costs to meet another river at a corner: all that would be paid from there to the true place."""
        landing: dict[Node, float] = {}
        nearest = min(ends, key=lambda corner: (math.dist(self.web.points[corner], point), corner), default=None)
        queue = [] if nearest is None else [(0.0, nearest)]
        while queue:
            cost, corner = heapq.heappop(queue)
            if corner not in landing:
                landing[corner] = cost
                for other, side in self.web.steps[corner]:
                    if other in ends and side in self.used:
                        price = banks.walls.get(side, 0.0) + banks.against.get((other, corner), 0.0)
                        heapq.heappush(queue, (cost + price, other))
        return landing

    def _is_stub(self, piece: Piece, chain: list[Node]) -> bool:
        """What has no hexside of its own, or leads nowhere and is short, is not worth drawing."""
        own = [side for side in sides_of(self.web, chain) if side not in self.used]
        loose_ends = [end for end in (chain[0], chain[-1]) if not self._is_anchored(end)]
        return len(own) < 1 + len(loose_ends) or (bool(loose_ends) and lines.length(piece.line) < SHORT)

    def _keep(self, stem: Stem, piece: Piece, chain: list[Node]) -> None:
        middles = [self._middle(a, b) for a, b in pairwise(chain)]
        courses = [stem.course_at(middle) for middle in middles]
        names, features = (tuple(c.name for c in courses), tuple(c.feature for c in courses))
        sides = tuple(sides_of(self.web, chain))
        self.laid.append(Reach(stem, piece.line, tuple(chain), sides, names, features))
        self.used.update(sides)

    # -- where a chain may begin and end

    def _start(self, stem: Stem, piece: Piece) -> frozenset[Node]:
        point = piece.line[0]
        if piece.enters:
            return self._on_edge(point)
        near = self.spring if stem.courses[0].rank == "minor" else self.meet
        return self._joined(stem, point, near) or self._free(point)

    def _end(self, stem: Stem, piece: Piece) -> frozenset[Node]:
        point = piece.line[-1]
        if piece.leaves:
            return self._on_edge(point)
        mouth = self.web.near(point, MOUTH) & self.water
        return self._joined(stem, point, self.meet) or mouth or self._free(point)

    def _joined(self, stem: Stem, point: Point, near: float) -> frozenset[Node]:
        """The corners of laid rivers whose true line passes this point; a loose end that lies there comes first."""
        met = [r for r in self.laid if r.stem is not stem and r.stem.passes(point, near)]
        ends = [(r.line[k], r.corners[k]) for r in met for k in (0, -1)]
        loose = frozenset(c for end, c in ends if math.dist(end, point) <= near and not self._is_anchored(c))
        return loose or self.web.near(point, MOUTH) & {corner for reach in met for corner in reach.corners}

    def _is_anchored(self, corner: Node) -> bool:
        """Whether an end of a chain meets water, the map edge or another river."""
        met = sum(side in self.used for _, side in self.web.steps[corner])
        meant = sum(corner in (reach.corners[0], reach.corners[-1]) for reach in self.laid)
        return corner in self.water or corner in self.edge or met > meant or meant > 1

    def _free(self, point: Point) -> frozenset[Node]:
        taken = self.water.union(*(reach.corners for reach in self.laid))
        choices = (self.web.near(point, within) - taken for within in (0.6, 0.9, 1.3))
        return next((found for found in choices if found), self.web.near(point, 0.9))

    def _on_edge(self, point: Point) -> frozenset[Node]:
        return self.web.near(point, 1.2) & self.edge or self.web.near(point, MOUTH) & self.edge

    def _water_corners(self, water: Water) -> Iterator[Node]:
        number = self.web.number
        for spot in sorted(water.hexes):
            yield from (number[corner] for corner in corners_of(self.grid, spot) if corner in number)
        for a, b in sorted(water.sides):
            yield from (number[corner] for corner in corners_of(self.grid, a) if b in corner)

    def _water_sides(self, water: Water) -> Iterator[Hexside]:
        yield from water.sides
        for spot in water.hexes:
            yield from (hexside(spot, other) for other in self.grid.neighbours(spot))

    # -- the result

    def network(self, stretches: Sequence[Stretch]) -> Network:
        reaches = tuple(self._with_stretches(reach, stretches) for reach in self.laid)
        sides: dict[Hexside, RiverSide] = {}
        # Where two rivers share a hexside the greater one decides what it is, whichever was laid first.
        for reach in sorted(reaches, key=lambda reach: RANKS.index(reach.stem.rank)):
            for side, name, feature in zip(reach.sides, reach.names, reach.features, strict=True):
                if feature:
                    sides[side] = _with_name(sides[side], name) if side in sides else RiverSide(feature, name)
        loose = [reach.names[-1] for reach in self.laid if not self._is_anchored(reach.corners[-1])]
        misplaced = [lost for reach in self.laid for lost in self._misplaced(reach)]
        return Network(self.web, reaches, sides, tuple(self.left_out), tuple(loose), tuple(misplaced))

    def _misplaced(self, reach: Reach) -> Iterator[Misplaced]:
        chain = [self.web.points[corner] for corner in reach.corners]
        return self.banks.misplaced(reach.line, reach.stem.names, chain, reach.stem.courses[0].name)

    def _with_stretches(self, reach: Reach, stretches: Sequence[Stretch]) -> Reach:
        features = list(reach.features)
        for stretch in (stretch for stretch in stretches if stretch.name in reach.names):
            start = -math.inf if stretch.start is None else lines.foot(reach.stem.line, stretch.start).along
            end = math.inf if stretch.end is None else lines.foot(reach.stem.line, stretch.end).along
            for n, (a, b) in enumerate(pairwise(reach.corners)):
                along = lines.foot(reach.stem.line, self._middle(a, b)).along
                if reach.names[n] == stretch.name and start <= along <= end:
                    features[n] = stretch.feature
        return msgspec.structs.replace(reach, features=tuple(features))

    def _middle(self, a: Node, b: Node) -> Point:
        (ax, ay), (bx, by) = self.web.points[a], self.web.points[b]
        return (ax + bx) / 2, (ay + by) / 2


def _with_name(there: RiverSide, name: str) -> RiverSide:
    return there if name in there.name.split(" / ") else RiverSide(there.feature, f"{there.name} / {name}")
