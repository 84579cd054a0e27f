"""Rivers and open water on the hexsides of a map."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence

from meuse.hexes import Point, Spot
from meuse.theatre import rivers
from meuse.theatre.banks import HARD
from meuse.theatre.draft import Mark
from meuse.theatre.ground import Lie
from meuse.theatre.ground import Water as WaterKind
from meuse.theatre.line import Bank, foot
from meuse.theatre.model import River, Theatre, fold
from meuse.theatre.places import Placed
from meuse.theatre.projection import Projection
from meuse.theatre.sheet import BadSheet, Sheet
from meuse.theatre.snap import Hexside

NEAR = 0.6
"""A wet hexside this near to an estuary that the map draws as a river may become part of it."""


class Waters:
    """The sheet's view of the theatre's rivers, laid on its grid."""

    def __init__(
        self,
        sheet: Sheet,
        model: Theatre,
        projection: Projection,
        spots: Collection[Spot],
        places: Sequence[Placed],
    ) -> None:
        self.sheet, self.model, self.projection, self.spots = sheet, model, projection, spots
        self.grid, self.places = sheet.grid, places
        self.names = {fold(river.name): river.name for river in model.rivers}
        self._check_names()
        self.courses = [self._course(river) for river in model.rivers]

    def network(self, lie: Lie, wet: Mapping[Hexside, WaterKind]) -> rivers.Network:
        """The rivers of the map; some of their hexsides may be wet ones along an estuary."""
        contested = {side for side in wet if self._near_estuary(side)}
        water = rivers.Water(frozenset(lie.water), frozenset(wet) - contested)
        km, stretches = self.projection.km_per_hex(), list(self._stretches())
        return rivers.lay_rivers(self.grid, self.spots, self.courses, self._towns(), water, km, stretches)

    def lost_banks(self, network: rivers.Network) -> Iterator[str]:
        """What the sheet demands and could not have."""
        for town in network.misplaced:
            if town.weight >= HARD:
                yield f"{town.town} does not lie on the {town.bank} bank of the {town.river}"

    def open_water(self, wet: Mapping[Hexside, WaterKind]) -> Iterator[tuple[Hexside, Mark]]:
        """What the chart calls hexsides of open water."""
        sea = self.sheet.sea
        features = {"sea": sea.side, "lake": sea.lake_side or sea.side}
        yield from ((side, Mark(features[kind])) for side, kind in sorted(wet.items()) if features[kind])

    def _course(self, river: River) -> rivers.Course:
        """A river on the plane; if only a stretch of it is drawn, all of it is laid and the rest is wiped out later."""
        feature = self._feature(river) or next(
            (entry.feature for entry in self.sheet.river if _is(entry.name, river) and entry.feature), ""
        )
        return rivers.Course(river.name, river.rank, feature, tuple(self.projection.line(river.shape)))

    def _feature(self, river: River) -> str:
        """What the chart makes of the river as a whole."""
        for entry in self.sheet.river:
            if _is(entry.name, river) and not entry.start and not entry.end:
                return entry.feature
        classes = self.sheet.rivers
        if river.estuary and "estuary" in classes:
            return classes["estuary"]
        if river.tidal and "tidal" in classes:
            return classes["tidal"]
        return classes.get(river.rank, "")

    def _stretches(self) -> Iterator[rivers.Stretch]:
        for river in self.model.rivers:
            parts = [entry for entry in self.sheet.river if _is(entry.name, river) and (entry.start or entry.end)]
            if parts and not self._feature(river):
                yield rivers.Stretch(river.name, "", None, None)
            for entry in parts:
                yield rivers.Stretch(river.name, entry.feature, self._point(entry.start), self._point(entry.end))

    def _point(self, name: str) -> Point | None:
        if not name:
            return None
        try:
            return self.projection.point(self.model.find(name).shape)
        except KeyError as error:
            raise BadSheet(f"{self.sheet.id}: a stretch of river: {error.args[0]}") from None

    def _towns(self) -> list[rivers.Town]:
        banks: dict[str, dict[str, Bank]] = {}
        for bank in self.sheet.bank:
            banks.setdefault(bank.place, {})[self.names[fold(bank.river)]] = bank.side
        return [
            rivers.Town(place.name, place.hex, place.point, place.weight, banks.get(place.name, {}))
            for place in self.places
        ]

    def _near_estuary(self, side: Hexside) -> bool:
        (ax, ay), (bx, by) = (self.grid.centre(spot) for spot in side)
        middle = ((ax + bx) / 2, (ay + by) / 2)
        tidal = {river.name for river in self.model.rivers if river.tidal or river.estuary}
        lines = [course.line for course in self.courses if course.feature and course.name in tidal]
        return any(foot(line, middle).distance <= NEAR for line in lines if _may_be_near(line, middle))

    def _check_names(self) -> None:
        for name in [*(entry.name for entry in self.sheet.river), *(bank.river for bank in self.sheet.bank)]:
            if fold(name) not in self.names:
                raise BadSheet(f"{self.sheet.id}: the theatre has no river {name!r}")
        for bank in self.sheet.bank:
            if bank.place not in {place.name for place in self.places}:
                raise BadSheet(
                    f"{self.sheet.id}: bank of the {bank.river}: there is no place {bank.place!r} on this map"
                )


def _is(name: str, river: River) -> bool:
    return fold(name) == fold(river.name)


def _may_be_near(line: Sequence[Point], point: Point) -> bool:
    return any(math.dist(p, point) <= 2.0 for p in line)
