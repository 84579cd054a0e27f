"""Roads and railways of the theatre laid from hex to hex, and the crossings that carry them over water.

A road is laid through the hexes of the places that it serves, in their order; between them it keeps to its line, out
of the sea, and on its side of a river as long as it can. Where several share a hexside the best of them counts.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from meuse.hexes import Grid, Point, Spot
from meuse.theatre import line as lines
from meuse.theatre.snap import CLOSED, Hexside, Likings, Web, follow, hex_web, hexside, runs, sides_of

SERVED_KM = 1.5
"""A way serves the places that lie this near to its line."""
OVER_RIVER = 0.9
"""The toll for crossing a river, so that a road along a valley keeps to its bank."""
TOGETHER = 0.75
"""Ways that run side by side share their hexsides."""
CROSSING_REACH = 0.9
"""A crossing belongs to a hexside no farther away than this."""
WAY_BONUS = 0.3
AT_SEA = 2.0
SAME = 0.4
OUTLOOK = 4
"""Where a way leaves the map is judged by a point a little beyond the edge (in steps of lines.FINE)."""

CrossingKind = Literal["bridge", "rail_bridge", "ferry", "causeway"]


class Track(msgspec.Struct, frozen=True):
    """A road or railway on the plane of the map; lower `order` is better (main roads before secondary ones)."""

    name: str
    feature: str
    order: int
    line: tuple[Point, ...]


class Stop(msgspec.Struct, frozen=True):
    """A place: where it truly lies, and its hex on this map."""

    name: str
    point: Point
    hex: Spot


class Span(msgspec.Struct, frozen=True):
    """A bridge, ferry or causeway of the theatre: a line from shore to shore, or a single point (both ends the same).

    `river` names what it crosses, as far as that is known.
    """

    name: str
    kind: CrossingKind
    start: Point
    end: Point
    river: str = ""


class WaySide(msgspec.Struct, frozen=True):
    """What leads over a hexside."""

    feature: str
    name: str


def lay_ways(
    grid: Grid,
    spots: Collection[Spot],
    tracks: Sequence[Track],
    stops: Sequence[Stop],
    closed: Collection[Hexside],
    rivers: Collection[Hexside],
    sea: Collection[Spot],
    km_per_hex: float,
) -> dict[Hexside, WaySide]:
    """The hexsides that roads (or railways) cross, those of the map edge where they leave it included.

    `closed` are hexsides of open water without a crossing; `sea` are hexes where nothing leads.
    """
    layer = _Layer(grid, spots, stops, closed, rivers, sea, SERVED_KM / km_per_hex)
    for track in sorted(tracks, key=lambda track: (track.order, -lines.length(track.line), track.name)):
        if track.feature:
            layer.lay(track)
    return layer.laid


def lay_spans(
    grid: Grid,
    spans: Sequence[Span],
    wet: Collection[Hexside],
    rivers: Mapping[Hexside, str],
    sea: Collection[Spot],
    ways: Collection[Hexside] = (),
) -> dict[Hexside, Span]:
    """The hexsides that bridges, ferries and causeways of the theatre cross.

    `wet` are hexsides of open water between two land hexes, `rivers` the names of river hexsides, `sea` the hexes of
    open water, `ways` hexsides over which a road leads: these come first. A span that is long at this scale crosses
    several hexsides; one that has no water to cross on this map is left out.
    """
    found: dict[Hexside, Span] = {}
    shores = _Shores(grid, frozenset(wet), rivers, frozenset(sea), frozenset(ways))
    for n, span in enumerate(spans):
        if not any(_is_part(span, other) for other in spans[:n]):
            for side in shores.spanned(span):
                found.setdefault(side, span)
    return found


def bridges(rivers: Collection[Hexside], ways: Collection[Hexside]) -> list[Hexside]:
    """The river hexsides over which a road (or railway) leads."""
    return sorted(set(rivers) & set(ways))


class _Layer:
    """Lays one way after the other and remembers what is there."""

    def __init__(
        self,
        grid: Grid,
        spots: Collection[Spot],
        stops: Sequence[Stop],
        closed: Collection[Hexside],
        rivers: Collection[Hexside],
        sea: Collection[Spot],
        served: float,
    ) -> None:
        self.grid, self.served = grid, served
        self.spots = frozenset(spots)
        self.land = self.spots - frozenset(sea)
        self.stops = [stop for stop in stops if stop.hex in self.land]
        self.web: Web = hex_web(grid, self.land)
        self.toll = {**dict.fromkeys(rivers, OVER_RIVER), **dict.fromkeys(closed, CLOSED)}
        self.laid: dict[Hexside, WaySide] = {}

    def lay(self, track: Track) -> None:
        points = lines.spaced(track.line, lines.FINE)
        halts = self._halts(points)
        inside = [n in halts or self.grid.hex_at(point) in self.spots for n, point in enumerate(points)]
        for first, last in runs(inside):
            way = {n: halts[n] for n in sorted(halts) if first <= n <= last}
            way.setdefault(first, self._home(points[first]))
            way.setdefault(last, self._home(points[last]))
            self._lay_through(track, points, sorted(way.items()))
            self._lay_exit(track, way[first], points[:first][::-1])
            self._lay_exit(track, way[last], points[last + 1 :])

    def _lay_through(self, track: Track, points: Sequence[Point], way: Sequence[tuple[int, Spot]]) -> None:
        for (n, here), (m, there) in pairwise(way):
            if here != there:
                starts, ends = ({self.web.number[(spot,)]} for spot in (here, there))
                line = [self.grid.centre(here), *points[n : m + 1], self.grid.centre(there)]
                likings = Likings(toll=self.toll, ease=dict.fromkeys(self.laid, TOGETHER))
                for a, b in pairwise(follow(self.web, line, starts, ends, likings)):
                    self._mark(self.web.side(a, b), track)

    def _lay_exit(self, track: Track, spot: Spot, beyond: Sequence[Point]) -> None:
        """The map edge, where a way leaves the map from this hex to the points beyond."""
        outer = [other for other in self.grid.neighbours(spot) if other not in self.spots]
        if beyond and outer:
            ahead = beyond[min(OUTLOOK, len(beyond) - 1)]
            other = min(outer, key=lambda other: (math.dist(self.grid.centre(other), ahead), other))
            self._mark(hexside(spot, other), track)

    def _mark(self, side: Hexside, track: Track) -> None:
        if side not in self.laid:
            self.laid[side] = WaySide(track.feature, track.name)

    def _halts(self, points: Sequence[Point]) -> dict[int, Spot]:
        """The hexes of the places that a way serves, by the point of the way nearest to the place."""
        halts: dict[int, tuple[float, Spot]] = {}
        box = lines.box_of(points)
        for stop in self.stops:
            if lines.in_box(box, stop.point, self.served):
                off, n = min((math.dist(point, stop.point), n) for n, point in enumerate(points))
                # A place with several hexes is served in the one that lies nearest.
                rank = math.dist(self.grid.centre(stop.hex), stop.point)
                if off <= max(self.served, lines.FINE):
                    halts[n] = min(halts.get(n, (rank, stop.hex)), (rank, stop.hex))
        return {n: spot for n, (_, spot) in halts.items()}

    def _home(self, point: Point) -> Spot:
        """The land hex at a point, or the nearest one where it lies in the sea."""
        here = self.grid.hex_at(point)
        if here in self.land:
            return here
        return min(self.land, key=lambda spot: (math.dist(self.grid.centre(spot), point), spot))


class _Shores:
    """Finds the hexsides of water that a span crosses."""

    def __init__(
        self,
        grid: Grid,
        wet: frozenset[Hexside],
        rivers: Mapping[Hexside, str],
        sea: frozenset[Spot],
        ways: frozenset[Hexside],
    ) -> None:
        self.grid, self.wet, self.rivers, self.sea, self.ways = grid, wet, rivers, sea, ways

    def spanned(self, span: Span) -> list[Hexside]:
        a, b = self.grid.hex_at(span.start), self.grid.hex_at(span.end)
        if self.grid.distance(a, b) > 1:
            return [side for side in self._path(a, b) if side in self.wet or self.sea.intersection(side)]
        named = [side for side, name in self.rivers.items() if _bears(name, span.river)]
        return self._nearest(span, named) or self._nearest(span, [*self.wet, *self.rivers])

    def _path(self, a: Spot, b: Spot) -> list[Hexside]:
        """The way from shore to shore that goes over as little open sea as it can."""
        around = {spot for on in self.grid.line(a, b) for radius in (0, 1) for spot in self.grid.ring(on, radius)}
        web = hex_web(self.grid, around)
        toll = {side: AT_SEA for steps in web.steps for _, side in steps if self.sea.intersection(side)}
        ends = [self.grid.centre(a), self.grid.centre(b)]
        return sides_of(web, follow(web, ends, {web.number[(a,)]}, {web.number[(b,)]}, Likings(toll=toll)))

    def _nearest(self, span: Span, sides: Collection[Hexside]) -> list[Hexside]:
        near = ((_misfit(self.grid, span, side) - (side in self.ways) * WAY_BONUS, side) for side in sides)
        best = min(near, default=(math.inf, None))
        return [best[1]] if best[1] and best[0] <= CROSSING_REACH else []


def _is_part(span: Span, other: Span) -> bool:
    """Whether a crossing marked by a point is the same as one drawn from shore to shore."""
    if span.kind != other.kind or span.start != span.end or other.start == other.end:
        return False
    return lines.foot((other.start, other.end), span.start).distance <= SAME


def _misfit(grid: Grid, span: Span, side: Hexside) -> float:
    """How far a hexside is from a span, in place and in direction."""
    a, b = side
    start, end = grid.hexside(a, grid.neighbours(a).index(b))
    middle = ((span.start[0] + span.end[0]) / 2, (span.start[1] + span.end[1]) / 2)
    off = lines.foot((start, end), middle).distance
    across = math.dist(span.start, span.end)
    if across < lines.FINE:
        return off
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    cosine = ((span.end[0] - span.start[0]) * (bx - ax) + (span.end[1] - span.start[1]) * (by - ay)) / across
    return off + 0.5 * (1 - abs(cosine))


def _bears(names: str, wanted: str) -> bool:
    """Whether a hexside of these names belongs to the river that a crossing names ("Nederrijn/Lek")."""
    return bool({part.strip() for part in names.split("/")} & {part.strip() for part in wanted.split("/")})
