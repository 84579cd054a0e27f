"""The rivers of the theatre laid on one grid: an unbroken network of hexsides with every town on its bank.

Great rivers are laid first; a tributary ends on the corner chain of the river it joins, a mouth at a corner of open
water, whatever leaves the map at a corner of the map edge. A town near a river is a *wall* that reaches from its hex
away from the river: a chain that would pass the town on the wrong side would have to cross it, and pays for that.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from meuse.hexes import Grid, Point, Spot
from meuse.theatre import line as lines
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

Rank = Literal["rhine", "major", "minor", "canal"]
RANKS: tuple[Rank, ...] = ("rhine", "major", "minor", "canal")

MEET_KM = 4.0
"""Lines whose ends lie this near to another line join it."""
SPRING_KM = 1.5
"""The source of a minor river belongs to another river only if it is nearer than this."""
CLEAR_KM = 0.7
"""A town nearer to the line than this has no clear bank."""
BESIDE = 1.6
"""A river concerns towns up to this distance, in hexes."""
WALL = 1.3
SHARED: dict[Rank, float] = {"rhine": 1.2, "major": 1.2, "minor": 1.0, "canal": 0.6}
"""The toll for using a hexside of another river; canals do cross rivers, rivers do not."""
ON_EDGE = 0.5
"""The toll for the map edge: there a river bounds nothing, but it keeps the last town on its bank."""
HARD = 200.0

Wall = tuple[Point, Point]
"""From the hex of a town away from the river."""


class Course(msgspec.Struct, frozen=True):
    """A river on the plane of the map, drawn downstream; `feature` is what the map's chart makes of it."""

    name: str
    rank: Rank
    feature: str
    line: tuple[Point, ...]


class Town(msgspec.Struct, frozen=True):
    """A place that should keep its bank: its hex on this map, where it truly lies, and how much its bank matters.

    `banks` are those that the sheet demands: the side on which it must lie, by name of the river.
    """

    name: str
    hex: Spot
    point: Point
    weight: float
    banks: Mapping[str, lines.Bank] = {}


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
    """A chain of corners as it was laid, source first, with the courses that it follows."""

    courses: tuple[Course, ...]
    corners: tuple[Node, ...]
    sides: tuple[Hexside, ...]
    names: tuple[str, ...]
    features: tuple[str, ...]
    rank: Rank


class Network(msgspec.Struct, frozen=True):
    """All rivers of a map.

    `left_out` are courses too short to be drawn at this scale; `loose` are names of rivers whose lower end meets
    neither water nor another river nor the map edge.
    """

    web: Web
    reaches: tuple[Reach, ...]
    sides: dict[Hexside, RiverSide]
    left_out: tuple[str, ...]
    loose: tuple[str, ...]


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
    for stem in _in_order(_stems([course for course in courses if course.feature], layer.meet), layer.meet):
        layer.lay(stem)
    return layer.network(stretches)


class _Stem(msgspec.Struct, frozen=True):
    """Courses that flow into each other: Rhine, Waal, Merwede, Hollands Diep, Haringvliet."""

    courses: tuple[Course, ...]
    line: tuple[Point, ...]

    @property
    def rank(self) -> Rank:
        return min((course.rank for course in self.courses), key=RANKS.index)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(course.name for course in self.courses)


class _Layer:
    """Lays one stem after the other and remembers what is there."""

    def __init__(
        self, grid: Grid, spots: Collection[Spot], towns: Sequence[Town], water: Water, km_per_hex: float
    ) -> None:
        self.grid, self.spots, self.towns, self.km = grid, frozenset(spots), towns, km_per_hex
        self.meet = MEET_KM / km_per_hex
        self.web = corner_web(grid, self.spots)
        self.edge = frozenset(n for n, hexes in enumerate(self.web.hexes) if not self.spots.issuperset(hexes))
        self.water = frozenset(self._water_corners(water))
        self.edge_sides = dict.fromkeys(edge_sides(grid, self.spots), ON_EDGE)
        self.shut = dict.fromkeys(self._water_sides(water), CLOSED)
        self.laid: list[tuple[_Stem, Reach]] = []
        self.used: dict[Hexside, Rank] = {}
        self.left_out: list[str] = []
        self.loose: list[str] = []

    def lay(self, stem: _Stem) -> None:
        pieces = list(on_map(self.grid, self.spots, stem.line))
        for piece in pieces:
            self._lay_piece(stem, piece)

    def _lay_piece(self, stem: _Stem, piece: Piece) -> None:
        starts, start_bar = self._start(stem, piece)
        ends, end_bar = self._end(stem, piece)
        toll = {**self.edge_sides, **self._shared_tolls(stem), **self.shut}
        for side, price in self._walls(stem, piece).items():
            toll[side] = toll.get(side, 0.0) + price
        bars = [start_bar | end_bar | self.water, start_bar | end_bar, self.water, frozenset()]
        for barred in bars:
            chain = follow(self.web, piece.line, starts, ends, Likings(toll=toll, barred=frozenset(barred)))
            if chain:
                break
        if len(chain) < 2 or self._is_stub(chain, piece, starts, ends):
            self.left_out.append(" - ".join(course.name for course in stem.courses))
            return
        self._keep(stem, chain)

    def _is_stub(self, chain: list[Node], piece: Piece, starts: frozenset[Node], ends: frozenset[Node]) -> bool:
        """A river of a single hexside of its own that hangs on another is not worth drawing."""
        own = [side for side in sides_of(self.web, chain) if side not in self.used]
        corners = self._laid_corners()
        hangs = (chain[0] in corners) + (chain[-1] in corners)
        return not own or (len(own) < 2 and hangs < 2 and not piece.enters and not piece.leaves)

    def _keep(self, stem: _Stem, chain: list[Node]) -> None:
        sides = sides_of(self.web, chain)
        middles = [_middle(self.web.points[a], self.web.points[b]) for a, b in pairwise(chain)]
        courses = [_course_at(stem, middle) for middle in middles]
        names = tuple(course.name for course in courses)
        features = tuple(course.feature for course in courses)
        self.laid.append((stem, Reach(stem.courses, tuple(chain), tuple(sides), names, features, stem.rank)))
        for side in sides:
            if side not in self.used:
                self.used[side] = stem.rank

    # -- where a chain may begin and end

    def _start(self, stem: _Stem, piece: Piece) -> tuple[frozenset[Node], frozenset[Node]]:
        """The corners where a piece may begin, and those that it may touch only there."""
        point = piece.line[0]
        if piece.enters:
            return self._on_edge(point), frozenset()
        near = self.meet if stem.courses[0].rank != "minor" else SPRING_KM / self.km
        if joined := self._joined(stem, point, near):
            return joined
        return self._free(point), frozenset()

    def _end(self, stem: _Stem, piece: Piece) -> tuple[frozenset[Node], frozenset[Node]]:
        point = piece.line[-1]
        if piece.leaves:
            return self._on_edge(point), frozenset()
        if joined := self._joined(stem, point, self.meet):
            return joined
        if mouth := self.web.near(point, 2.0) & self.water:
            return mouth, frozenset()
        return self._free(point), frozenset()

    def _joined(self, stem: _Stem, point: Point, near: float) -> tuple[frozenset[Node], frozenset[Node]] | None:
        """The corners of laid rivers whose true line passes this point."""
        met = [
            reach for other, reach in self.laid if other is not stem and lines.foot(other.line, point).distance <= near
        ]
        if not met:
            return None
        corners = frozenset(corner for reach in met for corner in reach.corners)
        around = self.web.near(point, 2.0) & corners
        dangling = frozenset(c for reach in met for c in (reach.corners[0], reach.corners[-1]) if self._dangles(c))
        tips = dangling & self.web.near(point, 1.5)
        if not around:
            return None
        return tips or around, corners

    def _dangles(self, corner: Node) -> bool:
        wet = corner in self.water or corner in self.edge
        return not wet and sum(side in self.used for _, side in self.web.steps[corner]) == 1

    def _free(self, point: Point) -> frozenset[Node]:
        taken = self._laid_corners() | self.water
        for within in (0.6, 0.9, 1.3):
            if found := self.web.near(point, within) - taken:
                return found
        return self.web.near(point, 0.9)

    def _on_edge(self, point: Point) -> frozenset[Node]:
        inner = frozenset(node for node in self.edge if self.web.steps[node])
        return self.web.near(point, 1.2) & inner or self.web.near(point, 2.0) & inner

    def _laid_corners(self) -> frozenset[Node]:
        return frozenset(corner for _, reach in self.laid for corner in reach.corners)

    # -- tolls

    def _shared_tolls(self, stem: _Stem) -> dict[Hexside, float]:
        return dict.fromkeys(self.used, SHARED[stem.rank])

    def _walls(self, stem: _Stem, piece: Piece) -> dict[Hexside, float]:
        tolls: dict[Hexside, float] = {}
        for wall, weight in self._town_walls(stem, piece):
            for side in self._cut_by(wall):
                tolls[side] = max(tolls.get(side, 0.0), weight)
        return tolls

    def _town_walls(self, stem: _Stem, piece: Piece) -> Iterator[tuple[Wall, float]]:
        smooth = lines.smooth(piece.line)
        for spot, claim in sorted(self._claims(stem, piece.line).items()):
            x, y = self.grid.centre(spot)
            fx, fy = lines.foot(smooth, (x, y)).forward
            nx, ny = (fy, -fx) if claim < 0 else (-fy, fx)
            yield ((x, y), (x + nx * WALL, y + ny * WALL)), abs(claim)

    def _claims(self, stem: _Stem, line: Sequence[Point]) -> dict[Spot, float]:
        """How much it matters that a hex lies on the right bank (below zero: on the left); its towns are weighed up."""
        claims: dict[Spot, float] = {}
        for town in self.towns:
            claims[town.hex] = claims.get(town.hex, 0.0) + self._claim(town, stem, line)
        return {spot: claim for spot, claim in claims.items() if claim}

    def _claim(self, town: Town, stem: _Stem, line: Sequence[Point]) -> float:
        demanded = sorted(stem.names & set(town.banks))
        if demanded:
            return -HARD if town.banks[demanded[0]] == "left" else HARD
        if not _within(line, town.point, BESIDE):
            return 0.0
        foot = lines.foot(line, town.point)
        if foot.beyond or foot.distance > BESIDE or foot.distance < CLEAR_KM / self.km:
            return 0.0
        return -town.weight if foot.bank == "left" else town.weight

    def _cut_by(self, wall: Wall) -> Iterator[Hexside]:
        around = self.web.near(_middle(*wall), WALL)
        for a in sorted(around):
            for b, side in self.web.steps[a]:
                if b in around and a < b and lines.crosses(*wall, self.web.points[a], self.web.points[b]):
                    yield side

    # -- open water and the map edge

    def _water_corners(self, water: Water) -> Iterator[Node]:
        for spot in sorted(water.hexes):
            yield from (self.web.number[c] for c in corners_of(self.grid, spot) if c in self.web.number)
        for a, b in sorted(water.sides):
            yield from (self.web.number[c] for c in corners_of(self.grid, a) if b in c and c in self.web.number)

    def _water_sides(self, water: Water) -> Iterator[Hexside]:
        yield from water.sides
        for spot in water.hexes:
            yield from (hexside(spot, other) for other in self.grid.neighbours(spot))

    # -- the result

    def network(self, stretches: Sequence[Stretch]) -> Network:
        reaches = tuple(_with_stretches(self.web, stem, reach, stretches) for stem, reach in self.laid)
        sides: dict[Hexside, RiverSide] = {}
        for reach in reaches:
            for side, name, feature in zip(reach.sides, reach.names, reach.features, strict=True):
                if feature:
                    sides[side] = _joined_names(sides[side], name) if side in sides else RiverSide(feature, name)
        return Network(self.web, reaches, sides, tuple(self.left_out), tuple(self.loose))


def _joined_names(there: RiverSide, name: str) -> RiverSide:
    if name in there.name.split(" / "):
        return there
    return RiverSide(there.feature, f"{there.name} / {name}")


def _with_stretches(web: Web, stem: _Stem, reach: Reach, stretches: Sequence[Stretch]) -> Reach:
    features = list(reach.features)
    middles = [_middle(web.points[a], web.points[b]) for a, b in pairwise(reach.corners)]
    for stretch in stretches:
        if stretch.name in stem.names:
            start = -math.inf if stretch.start is None else lines.foot(stem.line, stretch.start).along
            end = math.inf if stretch.end is None else lines.foot(stem.line, stretch.end).along
            for n, middle in enumerate(middles):
                if reach.names[n] == stretch.name and start <= lines.foot(stem.line, middle).along <= end:
                    features[n] = stretch.feature
    return msgspec.structs.replace(reach, features=tuple(features))


def _course_at(stem: _Stem, point: Point) -> Course:
    return min(stem.courses, key=lambda course: lines.foot(course.line, point).distance)


def _stems(courses: Sequence[Course], meet: float) -> list[_Stem]:
    """Courses joined end to end, great ones first."""
    left = sorted(courses, key=lambda c: (RANKS.index(c.rank), -lines.length(c.line), c.name))
    stems = []
    while left:
        chain = [left.pop(0)]
        while lower := _next(left, chain[-1].line[-1], 0, chain[-1].rank, meet):
            left.remove(lower)
            chain.append(lower)
        while upper := _next(left, chain[0].line[0], -1, chain[0].rank, meet):
            left.remove(upper)
            chain.insert(0, upper)
        stems.append(_Stem(tuple(chain), tuple(point for course in chain for point in course.line)))
    return stems


def _next(left: Sequence[Course], point: Point, end: int, rank: Rank, meet: float) -> Course | None:
    """The greatest course that goes on where another one ends (or ends where it begins)."""
    for course in left:
        alike = abs(RANKS.index(course.rank) - RANKS.index(rank)) <= 1 and (course.rank == "canal") == (rank == "canal")
        if alike and math.dist(course.line[end], point) <= meet:
            return course
    return None


def _in_order(stems: Sequence[_Stem], meet: float) -> list[_Stem]:
    """Great rivers first, and every river after those whose middle course it joins."""
    order: list[_Stem] = []
    started: set[int] = set()

    def visit(n: int) -> None:
        if n in started:
            return
        started.add(n)
        for other in range(len(stems)):
            if other != n and _ends_on(stems[n], stems[other], meet):
                visit(other)
        order.append(stems[n])

    for n in sorted(range(len(stems)), key=lambda n: (RANKS.index(stems[n].rank), -lines.length(stems[n].line))):
        visit(n)
    return order


def _ends_on(stem: _Stem, other: _Stem, meet: float) -> bool:
    for point in (stem.line[0], stem.line[-1]):
        foot = lines.foot(other.line, point)
        tips = min(math.dist(point, other.line[0]), math.dist(point, other.line[-1]))
        if foot.distance <= meet < tips:
            return True
    return False


def _within(line: Iterable[Point], point: Point, reach: float) -> bool:
    return any(abs(x - point[0]) <= reach and abs(y - point[1]) <= reach for x, y in line)


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
