"""What must hold on every map, whatever the game: faults that a map file cannot show by its form alone."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.hexmap import HexMap
from meuse.mapfile import MapFile
from meuse.theatre.sheet import Sheet

WATER_LOOKS = {"sea", "lake"}


def faults(sheet: Sheet, made: MapFile) -> Iterator[str]:
    """Everything that is wrong, in words."""
    m = HexMap(made)
    yield from _places_in_water(sheet, m)


def _places_in_water(sheet: Sheet, m: HexMap) -> Iterator[str]:
    for place in m.places:
        if m.terrain_kinds[m.terrain[place.hex]].look in WATER_LOOKS:
            yield f"{place.name} lies in open water ({m.label(place.hex)})"
