"""The sheet's view of the theatre's roads, railways and crossings, laid on the hexsides of a map."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from meuse.hexes import DIRECTIONS, Spot
from meuse.theatre import model as models
from meuse.theatre import ways
from meuse.theatre.draft import Mark
from meuse.theatre.model import Theatre, fold
from meuse.theatre.places import Placed
from meuse.theatre.projection import Projection
from meuse.theatre.sheet import BadSheet, Sheet, Way
from meuse.theatre.snap import Hexside, hexside

ORDER = {"autobahn": 0, "main": 0, "secondary": 1}


class Traffic:
    """Roads, railways and what carries them over water.

    `rivers` names the river hexsides, `wet` are hexsides of open water, `sea` hexes of open water.
    """

    def __init__(
        self,
        sheet: Sheet,
        model: Theatre,
        projection: Projection,
        spots: Collection[Spot],
        places: Sequence[Placed],
        rivers: Mapping[Hexside, str],
        wet: Collection[Hexside],
        sea: Collection[Spot],
    ) -> None:
        self.sheet, self.model, self.projection, self.grid = sheet, model, projection, sheet.grid
        self.spots, self.rivers, self.wet, self.sea = spots, rivers, wet, sea
        self.stops = [ways.Stop(place.name, place.point, place.hex) for place in places]

    def lay(self) -> Iterator[tuple[Hexside, Mark]]:
        links = self._spans(["causeway", "ferry"], ())
        spanned = {side for side, span in links.items() if span.kind == "causeway"}
        if "bridge" in self.sheet.crossings:
            over_sea = ways.lay_spans(self.grid, self._link_bridges(), self.wet, {}, self.sea)
            links, spanned = {**over_sea, **links}, spanned | over_sea.keys()
        closed = frozenset(self.wet) - spanned
        roads = self._ways(self.model.roads, self.sheet.road, _by_text(self.sheet.roads), closed)
        rails = self._ways(self.model.railways, self.sheet.rail, _by_text(self.sheet.rails), closed)
        yield from ((side, Mark(feature)) for laid in (roads, rails) for side, feature in sorted(laid.items()))
        yield from ((side, self._crossing(span)) for side, span in sorted(links.items()))
        yield from self._bridges(roads, rails)

    # -- roads and railways

    def _ways(
        self,
        layer: Sequence[models.Way],
        entries: Sequence[Way],
        features: Mapping[str, str],
        closed: Collection[Hexside],
    ) -> dict[Hexside, str]:
        """The feature of every hexside over which a road (or railway) leads; what is drawn by hand comes first."""
        self._check_names(layer, entries)
        single = {fold(entry.name): entry.feature for entry in entries if not entry.hexes}
        tracks = [self._track(way, single.get(fold(way.name), features.get(way.rank, ""))) for way in layer]
        tracks = [track for track in tracks if track.feature and self._meets_map(track)]
        km = self.projection.km_per_hex()
        laid = ways.lay_ways(self.grid, self.spots, tracks, self.stops, closed, self.rivers, self.sea, km)
        drawn = {side: entry.feature for entry in entries for side in self._by_hand(entry)}
        return {**{side: way.feature for side, way in laid.items()}, **drawn}

    def _track(self, way: models.Way, feature: str) -> ways.Track:
        return ways.Track(way.name, feature, ORDER[way.rank], tuple(self.projection.line(way.shape)))

    def _meets_map(self, track: ways.Track) -> bool:
        return any(self.grid.hex_at(point) in self.spots for point in track.line)

    def _by_hand(self, entry: Way) -> Iterator[Hexside]:
        """The hexsides of a way drawn through hexes; at either end a direction may stand for what lies beyond."""
        names = DIRECTIONS[self.grid.orientation]
        for a, b in pairwise(entry.hexes):
            inner, outer = (b, a) if a in names else (a, b)
            spot = self.grid.spot(inner)
            other = self.grid.neighbour(spot, names.index(outer)) if outer in names else self.grid.spot(outer)
            if self.grid.distance(spot, other) != 1:
                raise BadSheet(f"{self.sheet.id}: road or railway {entry.name!r}: {a} and {b} are not neighbours")
            yield hexside(spot, other)

    def _check_names(self, layer: Sequence[models.Way], entries: Sequence[Way]) -> None:
        known = {fold(way.name) for way in layer}
        for entry in entries:
            if not entry.hexes and fold(entry.name) not in known:
                raise BadSheet(f"{self.sheet.id}: the theatre has no road or railway {entry.name!r}")

    # -- crossings

    def _spans(self, kinds: Collection[str], roads: Collection[Hexside]) -> dict[Hexside, ways.Span]:
        """The theatre's crossings of these kinds, as far as the sheet has a feature for them."""
        drawn = [kind for kind, feature in self.sheet.crossings.items() if kind in kinds and feature]
        spans = [self._link(link) for link in self.model.links if link.kind in drawn]
        for crossing in self.model.crossings:
            if crossing.kind in drawn:
                point = self.projection.point(crossing.shape)
                spans.append(ways.Span(crossing.name, crossing.kind, point, point, crossing.river))
        return ways.lay_spans(self.grid, spans, self.wet, self.rivers, self.sea, roads)

    def _link_bridges(self) -> list[ways.Span]:
        return [self._link(link) for link in self.model.links if link.kind == "bridge"]

    def _link(self, link: models.Link) -> ways.Span:
        start, end = (self.projection.point(link.shape[tip]) for tip in (0, -1))
        return ways.Span(link.name, link.kind, start, end)

    def _bridges(self, roads: Mapping[Hexside, str], rails: Mapping[Hexside, str]) -> Iterator[tuple[Hexside, Mark]]:
        """A bridge wherever a road crosses a river; on a map without roads, where the theatre has one."""
        if feature := self.sheet.crossings.get("bridge", ""):
            built = ways.bridges(self.rivers, roads) if roads else sorted(self._spans(["bridge"], ()))
            yield from ((side, Mark(feature)) for side in built)
        if feature := self.sheet.crossings.get("rail_bridge", ""):
            yield from ((side, Mark(feature)) for side in ways.bridges(self.rivers, rails) if side not in roads)

    def _crossing(self, span: ways.Span) -> Mark:
        return Mark(self.sheet.crossings[span.kind], span.name)


def _by_text(features: Mapping[Any, str]) -> dict[str, str]:
    return {str(rank): feature for rank, feature in features.items()}
