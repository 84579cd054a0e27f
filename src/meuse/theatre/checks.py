"""What must hold on every map, whatever the game: faults that the form of a map file cannot show.

Rivers run from their source or the map edge to the sea, the edge or another river; nobody walks over open sea; no road
leads into it; places, and hexes that are fortified, are land.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from meuse.hexes import Point
from meuse.hexmap import OFF_MAP, Hex, HexMap, Hexside
from meuse.mapfile import MapFile
from meuse.theatre.model import Theatre
from meuse.theatre.projection import Projection
from meuse.theatre.snap import corner_web, hexside

WATER_LOOKS = {"sea", "lake"}
RIVER_LOOKS = {"river_minor", "river_major", "river_rhine", "canal", "tidal", "marsh_river"}
WAY_LOOKS = {"road_main", "road_secondary", "rail_main", "rail_secondary"}
DRY_LOOKS = {"causeway", "bridge", "rail_bridge"}
ISLAND = "britain"


def faults(made: MapFile, model: Theatre, projection: Projection) -> Iterator[str]:
    """Everything that is wrong, in words."""
    m = HexMap(made)
    yield from _places_in_water(m)
    yield from _forts_in_water(m)
    yield from _ways_over_water(m)
    yield from _broken_rivers(m, model, projection)
    yield from _land_bridges(m)


def _places_in_water(m: HexMap) -> Iterator[str]:
    for place in m.places:
        if _is_water(m, place.hex):
            yield f"{place.name} lies in open water ({m.label(place.hex)})"


def _forts_in_water(m: HexMap) -> Iterator[str]:
    for number, side in enumerate(m.sides):
        for feature in side.features:
            if feature.of != OFF_MAP and _is_water(m, feature.of):
                yield f"hexside {m.side_label(number)}: {feature.kind} protects open water ({m.label(feature.of)})"


def _ways_over_water(m: HexMap) -> Iterator[str]:
    for number, side in enumerate(m.sides):
        looks = _looks(m, side)
        drowned = looks & WATER_LOOKS or any(h != OFF_MAP and _is_water(m, h) for h in (side.a, side.b))
        if drowned and looks & WAY_LOOKS and not looks & DRY_LOOKS:
            yield f"hexside {m.side_label(number)}: a road or railway leads over open water"


def _broken_rivers(m: HexMap, model: Theatre, projection: Projection) -> Iterator[str]:
    """A river has one end in the middle of the country, its source; another one is a gap, or a mouth into nothing."""
    ends: dict[str, list[tuple[int, Point]]] = {}
    for side, corner in _loose_ends(m):
        for feature in m.sides[side].features:
            if m.feature_kinds[feature.kind].look in RIVER_LOOKS:
                ends.setdefault(feature.name, []).append((side, corner))
    for name, loose in sorted(ends.items()):
        labels = ", ".join(sorted(m.side_label(side) for side, _ in loose))
        if len(loose) > 1:
            yield f"the river {name or 'without a name'} is broken: it has loose ends at {labels}"
        elif _is_mouth(model, projection, name, loose[0][1]):
            yield f"the river {name} flows into nothing at {labels}"


def _is_mouth(model: Theatre, projection: Projection, name: str, corner: Point) -> bool:
    """Whether a loose end lies nearer to the mouth of the river than to its source; canals have neither."""
    rivers = [river for river in model.rivers if river.name == name and river.rank != "canal"]
    if not rivers:
        return False
    source, mouth = projection.point(rivers[0].shape[0]), projection.point(rivers[-1].shape[-1])
    return math.dist(mouth, corner) < math.dist(source, corner)


def _loose_ends(m: HexMap) -> Iterator[tuple[int, Point]]:
    """The river hexsides that end at a corner where nothing goes on: no other river, no water, not the map edge."""
    web = corner_web(m.grid, m.spots)
    number = {hexside(m.spots[s.a], m.spots[s.b]): n for n, s in enumerate(m.sides) if s.b != OFF_MAP}
    spots = {spot: h for h, spot in enumerate(m.spots)}
    for corner, hexes in enumerate(web.hexes):
        around = [number[side] for _, side in web.steps[corner] if side in number]
        rivers = [n for n in around if _looks(m, m.sides[n]) & RIVER_LOOKS]
        wet = any(_looks(m, m.sides[n]) & WATER_LOOKS for n in around)
        inland = all(spot in spots and not _is_water(m, spots[spot]) for spot in hexes)
        if len(rivers) == 1 and inland and not wet:
            yield rivers[0], web.points[corner]


def _land_bridges(m: HexMap) -> Iterator[str]:
    """Nobody walks from Britain to the continent."""
    for number, side in enumerate(m.sides):
        if side.b == OFF_MAP or _is_water(m, side.a) or _is_water(m, side.b) or _looks(m, side) & WATER_LOOKS:
            continue
        if (m.country[side.a] == ISLAND) != (m.country[side.b] == ISLAND):
            yield f"hexside {m.side_label(number)}: a land path leads over the Channel"


def _is_water(m: HexMap, h: Hex) -> bool:
    return m.terrain_kinds[m.terrain[h]].look in WATER_LOOKS


def _looks(m: HexMap, side: Hexside) -> set[str]:
    return {m.feature_kinds[feature.kind].look for feature in side.features}
