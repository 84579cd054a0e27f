"""The survey of a grid: what lies under each hex and each hexside, before any game makes anything of it.

Every hex is looked at in over a hundred points spread evenly, every hexside in nine along it. A point is land (of
one landmass), lake or sea; a point on land lies in a country and in any number of terrain areas.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

import msgspec

from meuse.hexes import Grid, Point, Spot
from meuse.theatre.model import Area, Polygon, Theatre
from meuse.theatre.projection import Projection
from meuse.theatre.shape import Shape, box_of, inside

SPREAD = 12
"""Points to the unit of length."""
ALONG = tuple(k / 10 for k in range(1, 10))

LAKE, SEA = -1, -2
"""In place of a landmass."""


class HexSurvey(msgspec.Struct, frozen=True):
    """One hex: `bodies` counts its points by landmass (or LAKE, SEA), `countries` those on land by country.

    `areas` names, for every point on land, the terrain areas that hold it (by number in the layer).
    """

    bodies: Counter[int]
    countries: Counter[str]
    areas: tuple[frozenset[int], ...]

    @property
    def points(self) -> int:
        return self.bodies.total()

    @property
    def land(self) -> int:
        return len(self.areas)

    def share(self, body: int) -> float:
        return self.bodies[body] / self.points

    @property
    def landmass(self) -> int:
        """The landmass to which most of its land belongs; SEA if it has none."""
        masses = [(-count, body) for body, count in self.bodies.items() if body >= 0]
        return min(masses)[1] if masses else SEA


class SideSurvey(msgspec.Struct, frozen=True):
    """One hexside: the shares of its length on land, in lakes and in the sea."""

    land: float
    lake: float
    sea: float


class Survey:
    """All layers of area on one plane."""

    def __init__(self, theatre: Theatre, projection: Projection) -> None:
        self.grid: Grid = projection.grid
        self._offsets = _spread(self.grid)
        self._land = [_shape(projection, land.shape) for land in theatre.land]
        self._lakes = [_shape(projection, water.shape) for water in theatre.water if water.kind == "lake"]
        self._countries = [(area.name, _shape(projection, area.shape)) for area in theatre.countries]
        self._areas = [_shape(projection, area.shape) for area in theatre.areas]
        self.areas: tuple[Area, ...] = theatre.areas

    def hex(self, spot: Spot) -> HexSurvey:
        x, y = self.grid.centre(spot)
        points = [(x + dx, y + dy) for dx, dy in self._offsets]
        bodies = self._bodies(points)
        ashore = [point for point, body in zip(points, bodies, strict=True) if body >= 0]
        return HexSurvey(Counter(bodies), self._countries_of(ashore), self._areas_of(ashore))

    def side(self, spot: Spot, direction: int) -> SideSurvey:
        (ax, ay), (bx, by) = self.grid.hexside(spot, direction)
        bodies = self._bodies([(ax + (bx - ax) * k, ay + (by - ay) * k) for k in ALONG])
        lake, sea = bodies.count(LAKE) / len(bodies), bodies.count(SEA) / len(bodies)
        return SideSurvey(1 - lake - sea, lake, sea)

    def _bodies(self, points: Sequence[Point]) -> list[int]:
        bodies = [SEA] * len(points)
        box = box_of(points)
        for number, shape in enumerate(self._land):
            for n in inside(shape, points, box):
                bodies[n] = number
        for shape in self._lakes:
            for n in inside(shape, points, box):
                bodies[n] = LAKE
        return bodies

    def _countries_of(self, points: Sequence[Point]) -> Counter[str]:
        found: Counter[str] = Counter()
        if points:
            box = box_of(points)
            for name, shape in self._countries:
                found[name] += len(inside(shape, points, box))
        return +found

    def _areas_of(self, points: Sequence[Point]) -> tuple[frozenset[int], ...]:
        found: list[set[int]] = [set() for _ in points]
        if points:
            box = box_of(points)
            for number, shape in enumerate(self._areas):
                for n in inside(shape, points, box):
                    found[n].add(number)
        return tuple(map(frozenset, found))


def covered(grid: Grid, spots: Collection[Spot], shape: Shape) -> list[Spot]:
    """The hexes of which the shape covers at least half."""
    offsets = _spread(grid)
    found = []
    for spot in sorted(spots):
        x, y = grid.centre(spot)
        points = [(x + dx, y + dy) for dx, dy in offsets]
        if 2 * len(inside(shape, points, box_of(points))) >= len(points):
            found.append(spot)
    return found


def _shape(projection: Projection, polygon: Polygon) -> Shape:
    return Shape([projection.line(ring) for ring in polygon])


def _spread(grid: Grid) -> tuple[Point, ...]:
    """Points of a hex around its centre, evenly spread."""
    home = grid.at(0, 0)
    x, y = grid.centre(home)
    steps = [(k + 0.5) / SPREAD - 0.75 for k in range(int(1.5 * SPREAD))]
    return tuple((dx, dy) for dx in steps for dy in steps if grid.hex_at((x + dx, y + dy)) == home)
