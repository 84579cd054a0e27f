"""From sheet and theatre to a map: ground, rivers, roads, forts, places, regions; corrections by hand come last."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from meuse.hexes import Spot
from meuse.mapfile import MapFile, check
from meuse.theatre import ground
from meuse.theatre.checks import faults
from meuse.theatre.defences import Defences
from meuse.theatre.draft import Draft, Mark
from meuse.theatre.model import Theatre, theatre
from meuse.theatre.places import place_all
from meuse.theatre.projection import Projection
from meuse.theatre.regions import Regions
from meuse.theatre.sheet import Sheet, read_sheet
from meuse.theatre.snap import Hexside
from meuse.theatre.survey import Survey
from meuse.theatre.traffic import Traffic
from meuse.theatre.waters import Waters

WATER_LOOKS: dict[str, ground.Water] = {"sea": "sea", "lake": "lake"}


class BadBuild(ValueError):
    """A map that came out wrong: names the map and every fault; `made` is the map as it is, to be looked at."""

    def __init__(self, made: MapFile, found: list[str]) -> None:
        super().__init__("\n  ".join([f"{made.id}: the map came out wrong:", *found]))
        self.made = made


def build_map(map_id: str) -> MapFile:
    """The map of this id, built and checked; raises BadSheet or BadBuild."""
    return build_sheet(read_sheet(map_id), theatre())


def build_sheet(sheet: Sheet, model: Theatre) -> MapFile:
    builder = _Builder(sheet, model)
    made = builder.made()
    check(made, sheet.id)
    if found := [*builder.faults, *faults(made, model, builder.projection)]:
        raise BadBuild(made, found)
    return made


class _Builder:
    """One map on the table."""

    def __init__(self, sheet: Sheet, model: Theatre) -> None:
        self.sheet, self.model, self.grid = sheet, model, sheet.grid
        self.projection = Projection(sheet.grid, sheet.fit)
        self.survey = Survey(model, self.projection)
        self.spots = _spots(sheet)
        self.places = place_all(sheet, model, self.projection, self.spots)

    def made(self) -> MapFile:
        self._lay_ground()
        self._lay_waters()
        self._lay_traffic()
        self._lay_defences()
        self._lay_borders()
        self.draft.correct_sides(self.sheet.set)
        return self._map_file()

    def _lay_ground(self) -> None:
        lie = ground.lie_of_the_land(self.sheet, self.survey, self.spots, self._settled())
        self.draft = Draft(self.grid, ground.terrain(self.sheet, lie, self.model.areas), dict(lie.country))
        for place in self.places:
            if place.terrain:
                self.draft.terrain[place.hex] = place.terrain
        self.draft.correct_hexes(self.sheet.set)
        self.lie = msgspec.structs.replace(lie, water=self._water())
        self.places = [place for place in self.places if place.meant or place.hex not in self.lie.water]
        self.wet = self._corrected(ground.wet_sides(self.sheet, self.survey, self.lie))
        self.draft.country = {spot: name for spot, name in lie.country.items() if spot not in self.lie.water}
        self.draft.coast |= ground.coast(self.sheet, self.grid, self.lie, self.wet)
        # Once more: the corrections also have the last word on countries and on the coast, which follow from the water.
        self.draft.correct_hexes(self.sheet.set)

    def _lay_waters(self) -> None:
        waters = Waters(self.sheet, self.model, self.projection, self.spots, self.places)
        network = waters.network(self.lie, self.wet)
        self.rivers = network.sides
        self.faults = list(waters.lost_banks(network))
        self.wet = {side: kind for side, kind in self.wet.items() if side not in self.rivers}
        self._mark((side, Mark(river.feature, river.name)) for side, river in sorted(self.rivers.items()))
        self._mark(waters.open_water(self.wet))

    def _lay_traffic(self) -> None:
        rivers = {side: river.name for side, river in self.rivers.items()}
        traffic = Traffic(
            self.sheet, self.model, self.projection, self.spots, self.places, rivers, self.wet, self.lie.water
        )
        self._mark(traffic.lay())

    def _lay_defences(self) -> None:
        defences = Defences(self.sheet, self.model, self.projection, self.spots)
        self._mark(defences.lay(self.rivers, self.lie.water, self.draft.country))

    def _lay_borders(self) -> None:
        if self.sheet.borders:
            # A correction that makes sea of land leaves the hex without a country; the shore is not a border.
            sides = ground.borders(self.grid, {spot: name for spot, name in self.draft.country.items() if name})
            self._mark((side, Mark(self.sheet.borders)) for side in sides if side not in self.wet)

    def _mark(self, marks: Iterable[tuple[Hexside, Mark]]) -> None:
        for side, mark in marks:
            self.draft.mark(side, mark)

    def _settled(self) -> dict[Spot, str]:
        """The hexes with places that must be land, and the country of the greatest place in each."""
        settled: dict[Spot, str] = {}
        for place in sorted(self.places, key=lambda place: place.weight):
            ashore = place.meant or self.survey.hex(place.hex).land > 0
            if ashore:
                settled[place.hex] = place.country or settled.get(place.hex, "")
        return settled

    def _water(self) -> dict[Spot, ground.Water]:
        """The hexes of open water after the corrections by hand, which may make land of sea and sea of land."""
        looks = {kind.id: WATER_LOOKS.get(kind.look) for kind in self.sheet.terrain}
        return {spot: water for spot, terrain in self.draft.terrain.items() if (water := looks[terrain])}

    def _corrected(self, wet: dict[Hexside, ground.Water]) -> dict[Hexside, ground.Water]:
        """The wet hexsides as corrected by hand, before rivers look for their mouths."""
        looks = {kind.id: WATER_LOOKS.get(kind.look) for kind in self.sheet.feature}
        wet = dict(wet)
        for correction in self.sheet.set:
            for side in map(self.draft.side, correction.all_sides):
                if any(looks[kind] for kind in correction.remove):
                    wet.pop(side, None)
                for added in correction.add:
                    if water := looks[added.kind]:
                        wet[side] = water
        return wet

    def _map_file(self) -> MapFile:
        s = self.sheet
        by_name = {place.name: place.hex for place in self.places}
        country = {spot: name for spot, name in self.draft.country.items() if name}
        regions = Regions(s, self.model, self.projection, country, self.spots, by_name, self.draft.fortified())
        return MapFile(
            id=s.id,
            title=s.title,
            scale_km=s.scale_km,
            grid=s.grid,
            cols=s.cols,
            rows=s.rows,
            absent=s.absent,
            terrain=s.terrain,
            feature=s.feature,
            hex=self.draft.hex_lines(s.country_names),
            place=self.draft.place_lines(self.places),
            side=self.draft.side_lines(),
            region=tuple(regions.line(region) for region in s.region),
            lettering=s.lettering,
        )


def _spots(sheet: Sheet) -> frozenset[Spot]:
    cols, rows = (range(first, last + 1) for first, last in (sheet.cols, sheet.rows))
    every = {sheet.grid.at(col, row) for col in cols for row in rows}
    return frozenset(every - {sheet.grid.spot(label) for label in sheet.absent})
