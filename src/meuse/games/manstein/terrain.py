"""The ground, as tables made once a map: 2.1a, 7.1a, 8.4, 8.5 and 15.1c."""

from __future__ import annotations

from typing import Any

from meuse.hexmap import Hex, HexMap
from meuse.mechanics.reach import Ways, ways
from meuse.mechanics.supply import Links
from meuse.mechanics.zoc import Spread, spread

KINDS = ("foot", "mech", "army")


def with_kind(map: HexMap, kind: str) -> frozenset[Hex]:
    return frozenset(place.hex for place in map.with_kind(kind))


def closed_hexes(map: HexMap, chart: dict[str, Any], out_of_play: tuple[str, ...]) -> frozenset[Hex]:
    """8.0e, 8.5b: sea, Switzerland and England, and countries out of play."""
    return frozenset(
        h for h, ground in enumerate(map.terrain) if not chart[ground]["foot"] or map.country[h] in out_of_play
    )


def is_wet(map: HexMap, a: Hex, b: Hex) -> bool:
    """2.1a: whether a hexside is ocean that no unit can cross; a causeway leads over it."""
    return map.has(a, b, "all_sea") and not map.has(a, b, "causeway")


def zone_spread(map: HexMap) -> Spread:
    """7.1a: zones do not cross all-sea hexsides; R.7.1a.1: not even along a causeway."""
    return spread(map, lambda a, b: not map.has(a, b, "all_sea"))


def land_links(map: HexMap, closed: frozenset[Hex]) -> Links:
    """15.1c, R.15.1c.1: from hex to hex, wherever ground units in general may go."""
    return tuple(
        tuple(n for n in near if h not in closed and n not in closed and not is_wet(map, h, n))
        for h, near in enumerate(map.adjacent)
    )


def rivers(map: HexMap) -> frozenset[tuple[Hex, Hex]]:
    """The steps across a river, both ways."""
    return frozenset((a, b) for a, near in enumerate(map.adjacent) for b in near if map.has(a, b, "river"))


def depots(map: HexMap, closed: frozenset[Hex]) -> dict[str, tuple[Hex, ...]]:
    """R.3.1a.1: depots, supply centres and supply hexes are the same; by country."""
    found: dict[str, tuple[Hex, ...]] = {}
    for h in sorted(with_kind(map, "depot") - closed):
        found[map.country[h]] = (*found.get(map.country[h], ()), h)
    return found


def all_ways(map: HexMap, tables: dict[str, Any], closed: frozenset[Hex]) -> dict[str, Ways]:
    """8.0c, 8.0g, 8.4a, 8.4b: costs by kind of movement: the hex, and the river on top of it."""
    links, wet = land_links(map, closed), rivers(map)

    def cost(kind: str, a: Hex, b: Hex) -> int | None:
        row = tables["terrain"][map.terrain[b]]
        if b not in links[a] or (kind == "army" and not row.get("armies", True)):  # 8.4.1
            return None
        column = "foot" if kind == "army" else kind
        river = tables["river"][column] if (a, b) in wet else 0
        return int(row[column] + river)

    return {kind: ways(map, lambda a, b, kind=kind: cost(kind, a, b)) for kind in KINDS}  # type: ignore[misc]
