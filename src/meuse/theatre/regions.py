"""Regions of a map: army-group sectors, zones, map edges, entry areas."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from meuse.hexes import DIRECTIONS, Grid, Spot
from meuse.mapfile import RegionLine
from meuse.theatre.line import foot
from meuse.theatre.model import Theatre, fold
from meuse.theatre.projection import Projection
from meuse.theatre.shape import Shape
from meuse.theatre.sheet import BadSheet, Region, Sheet
from meuse.theatre.survey import covered

EDGE_DIRECTIONS: dict[str, tuple[str, ...]] = {
    "north": ("N", "NE", "NW"),
    "east": ("E", "NE", "SE"),
    "south": ("S", "SE", "SW"),
    "west": ("W", "NW", "SW"),
}


class Regions:
    """Knows what regions are made of: the hexes of the map, their countries, the places on it, what forts defend."""

    def __init__(
        self,
        sheet: Sheet,
        theatre: Theatre,
        projection: Projection,
        country: Mapping[Spot, str],
        spots: Collection[Spot],
        places: Mapping[str, Spot],
        forts: Mapping[str, Collection[Spot]],
    ) -> None:
        self.grid, self.sheet, self.theatre, self.projection = sheet.grid, sheet, theatre, projection
        self.country, self.spots, self.places = country, frozenset(spots), places
        self.forts = {fold(name): frozenset(hexes) for name, hexes in forts.items()}

    def line(self, region: Region) -> RegionLine:
        """A region as the map file has it; raises BadSheet if it is empty or names something unknown."""
        listed = {self.grid.spot(label) for label in region.hexes}
        found = (self._narrowed(region, self._added(region)) | listed) - {self.grid.spot(h) for h in region.without}
        if not found:
            raise BadSheet(f"{self.sheet.id}: region {region.id!r} has no hex")
        labels = tuple(sorted(self.grid.label(spot) for spot in found))
        return RegionLine(region.id, region.title, region.kind, labels, region.side, region.note)

    def _added(self, region: Region) -> set[Spot]:
        found: set[Spot] = set()
        if region.edge:
            found |= self._edge(region)
        for name in region.areas:
            found |= self._area(region, name)
        for name in region.places:
            found.add(self._place(region, name))
        for name in region.forts:
            found |= self._fort(region, name)
        adds = region.edge or region.areas or region.places or region.forts or region.hexes
        return found if adds else set(self.country)

    def _narrowed(self, region: Region, found: set[Spot]) -> set[Spot]:
        kept = {spot for spot in found if spot in self.country}
        if region.countries:
            kept = {spot for spot in kept if self.country[spot] in region.countries}
        for name in region.left_of:
            kept = set(filter(self._beside(region, name, "left"), kept))
        for name in region.right_of:
            kept = set(filter(self._beside(region, name, "right"), kept))
        return kept

    def _edge(self, region: Region) -> set[Spot]:
        along = 0 if region.edge in ("north", "south") else 1
        edge = sorted(edge_hexes(self.grid, self.spots, region.edge), key=lambda spot: self.grid.centre(spot)[along])
        ends = [self.grid.spot(label) for label in (region.start, region.end) if label]
        for end in ends:
            if end not in edge:
                raise BadSheet(f"region {region.id!r}: {self.grid.label(end)} is not on the {region.edge} edge")
        if len(ends) < 2:
            return set(edge)
        first, last = sorted(edge.index(end) for end in ends)
        return set(edge[first : last + 1])

    def _area(self, region: Region, name: str) -> set[Spot]:
        try:
            areas = self.theatre.area_names.all(name)
        except KeyError as error:
            raise BadSheet(f"region {region.id!r}: {error.args[0]}") from None
        shapes = (Shape([self.projection.line(ring) for ring in area.shape]) for area in areas)
        return {spot for shape in shapes for spot in covered(self.grid, self.spots, shape)}

    def _place(self, region: Region, name: str) -> Spot:
        if name not in self.places:
            raise BadSheet(f"region {region.id!r}: there is no place {name!r} on this map")
        return self.places[name]

    def _fort(self, region: Region, name: str) -> set[Spot]:
        if fold(name) not in self.forts:
            known = ", ".join(sorted(self.forts))
            raise BadSheet(f"region {region.id!r}: there is no fortified line {name!r} on this map; it has {known}")
        return set(self.forts[fold(name)])

    def _beside(self, region: Region, name: str, bank: str) -> Callable[[Spot], bool]:
        try:
            boundary = self.projection.line(self.theatre.sector_names.one(name).shape)
        except KeyError as error:
            raise BadSheet(f"region {region.id!r}: {error.args[0]}") from None
        return lambda spot: foot(boundary, self.grid.centre(spot)).bank == bank


def edge_hexes(grid: Grid, spots: Collection[Spot], edge: str) -> list[Spot]:
    """The hexes along one edge: nothing of the map lies beyond them in that direction."""
    names = DIRECTIONS[grid.orientation]
    # Flat hexes have a side to the north and south, pointy ones to the east and west; the other edges are a zigzag.
    straight = [name for name in EDGE_DIRECTIONS[edge] if len(name) == 1 and name in names]
    outward = [names.index(name) for name in straight or EDGE_DIRECTIONS[edge] if name in names]
    return [spot for spot in sorted(spots) if all(grid.neighbour(spot, d) not in spots for d in outward)]
