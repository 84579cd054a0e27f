"""5, 11.4, 11.6: what the terrain table says, made once into tables for the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meuse.hexmap import Hex, HexMap
from meuse.mechanics.reach import Ways, ways
from meuse.mechanics.supply import Links
from meuse.mechanics.zoc import Spread, spread

WATER = ("minor_river", "canal", "major_river")
FORTIFICATIONS = ("fortification_first", "fortification_second", "west_wall")
CLOSED = ("sea", "lake", "not_in_play")


def ways_for(map: HexMap, ground: Mapping[str, int], hexsides: Mapping[str, Any]) -> Ways:
    """5.1b, 5.t4, R.5.t4.1: the cost of the hex and of the hexside, added up; a sea hexside is closed."""

    def cost(a: Hex, b: Hex) -> int | None:
        if not is_land(map, a) or not is_land(map, b) or at_sea(map, a, b):
            return None
        kind = "bridged" if is_bridged(map, a, b) else "move"
        return ground[map.terrain[b]] + sum(int(hexsides[water][kind]) for water in waters(map, a, b))

    return ways(map, cost)


def touching(map: HexMap) -> Spread:
    """R.4a.1, 11.10d, R.11.10d.1: from which hex one can act on which; the dyke has water on its other sides."""
    return spread(map, lambda a, b: is_land(map, a) and is_land(map, b) and not at_sea(map, a, b))


def rail_links(map: HexMap) -> Links:
    """11.1e: the hexes joined by railways."""
    return tuple(tuple(n for n in near if map.has(h, n, "rail")) for h, near in enumerate(map.adjacent))


def waters(map: HexMap, a: Hex, b: Hex) -> list[str]:
    return [water for water in WATER if map.has(a, b, water)]


def is_bridged(map: HexMap, a: Hex, b: Hex) -> bool:
    """11.6a: a railway crosses the water."""
    return map.has(a, b, "rail")


def at_sea(map: HexMap, a: Hex, b: Hex) -> bool:
    return map.has(a, b, "sea") and not map.has(a, b, "causeway")


def is_land(map: HexMap, h: Hex) -> bool:
    return map.terrain[h] not in CLOSED


def fortified_sides(map: HexMap, h: Hex) -> frozenset[Hex]:
    """11.4b: the neighbours of a hex from which it is entered through its own fortification."""
    return frozenset(
        n for n in map.adjacent[h] if any(f.kind in FORTIFICATIONS and f.of == h for f in map.features_between(h, n))
    )
