"""Places on a map: those that mean something in the game, and those that are only named."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

import msgspec

from meuse.hexes import Grid, Point, Spot
from meuse.mapfile import Size
from meuse.theatre import sheet as sheets
from meuse.theatre.model import Fort, Theatre, Town, fold
from meuse.theatre.projection import Projection
from meuse.theatre.sheet import BadSheet, Sheet

WITHIN = 0.4
"""A place is drawn no farther than this from the centre of its hex."""
FORT_SIZE: Size = "village"
WEIGHTS: dict[Size, float] = {"village": 1.0, "town": 2.0, "city": 4.0, "major": 8.0}
"""By how much larger places come before smaller ones."""


class Placed(msgspec.Struct, frozen=True):
    """A place on its hex. `point` is where it truly lies on the plane; `country` is "" if the theatre does not know.

    `of` is the theatre's name. `meant` places stand in the sheet, the others are only named on the map.
    """

    name: str
    of: str
    hex: Spot
    point: Point
    size: Size
    country: str
    kinds: tuple[str, ...]
    offset: Point
    terrain: str
    meant: bool

    @property
    def weight(self) -> float:
        return WEIGHTS[self.size] * (2.0 if self.kinds else 1.0)


def place_all(sheet: Sheet, theatre: Theatre, projection: Projection, spots: Collection[Spot]) -> list[Placed]:
    """All places of a map, sheet first. Raises BadSheet for one that has no hex."""
    meant = [_meant(entry, theatre, projection) for entry in sheet.place]
    for place in meant:
        if place.hex not in spots:
            raise BadSheet(f"{sheet.id}: place {place.name!r} lies off the map; give it a hex with `at`")
    return [*meant, *_named(sheet, theatre, projection, spots, {fold(place.of) for place in meant})]


def _meant(entry: sheets.Place, theatre: Theatre, projection: Projection) -> Placed:
    known = _known(entry, theatre)
    grid = projection.grid
    point = projection.point(known.shape) if known else grid.centre(grid.spot(entry.at))
    spot = grid.spot(entry.at) if entry.at else grid.hex_at(point)
    size = entry.size or (known.size if isinstance(known, Town) else FORT_SIZE)
    country = known.country if isinstance(known, Town) else ""
    of = known.name if known else entry.name
    offset = entry.offset or _offset(grid, spot, point)
    return Placed(entry.name, of, spot, point, size, country, entry.kinds, offset, entry.terrain, True)


def _known(entry: sheets.Place, theatre: Theatre) -> Town | Fort | None:
    try:
        return theatre.find(entry.of or entry.name)
    except KeyError as error:
        if entry.at and not entry.of:
            return None
        raise BadSheet(
            f"place {entry.name!r}: {error.args[0]}; name it with `of`, or give it a hex with `at`"
        ) from None


def _named(
    sheet: Sheet, theatre: Theatre, projection: Projection, spots: Collection[Spot], taken: Collection[str]
) -> Iterator[Placed]:
    left_out = {fold(name) for name in sheet.no_lettering} | set(taken)
    for town in sorted(theatre.towns, key=lambda town: town.name):
        if town.size in sheet.lettering_sizes and fold(town.name) not in left_out:
            point = projection.point(town.shape)
            spot = projection.grid.hex_at(point)
            if spot in spots:
                offset = _offset(projection.grid, spot, point)
                yield Placed(town.name, town.name, spot, point, town.size, town.country, (), offset, "", False)


def _offset(grid: Grid, spot: Spot, point: Point) -> Point:
    """Where in its hex a place is drawn; one that was moved is drawn on the side it came from."""
    x, y = grid.centre(spot)
    dx, dy = point[0] - x, point[1] - y
    shrink = min(1.0, WITHIN / max(math.hypot(dx, dy), 1e-9))
    return round(dx * shrink, 2) + 0.0, round(dy * shrink, 2) + 0.0
