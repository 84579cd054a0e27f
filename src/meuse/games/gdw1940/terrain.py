"""The terrain effects chart laid on the map: costs from hex to hex, how far zones reach, the strip along the border."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from meuse.games.gdw1940.board import EIGHTHS, TerrainRow
from meuse.hexmap import Hex, HexMap
from meuse.mechanics.reach import Ways, ways
from meuse.mechanics.zoc import Spread, spread

WATER = ("all_sea", "lake")
"""What parts two hexes; a river mouth does not: it is a major river (7.terrain.river_mouth)."""
FORTIFICATIONS = ("minor_fortification", "maginot")


def kinds_between(map: HexMap, a: Hex, b: Hex) -> frozenset[str]:
    return frozenset(feature.kind for feature in map.features_between(a, b))


def zone_spread(map: HexMap) -> Spread:
    """4.sea_lake: no zone crosses an all-sea hexside, not even along a causeway, nor an all-lake one.

    R.4.sea_lake.1: nor does an attack, so this table also says which hexes are adjacent for combat.
    """
    land = land_hexes(map)
    return spread(map, lambda a, b: b in land and not kinds_between(map, a, b) & set(WATER))


def all_ways(map: HexMap, chart: dict[str, TerrainRow], hexsides: dict[str, Any]) -> dict[str, Ways]:
    """6.costs: costs for each kind of movement. Sea crossings (6.sea.allied) are in tables of their own.

    R.6.sea.restrict.1: a causeway is a way by land.
    """
    land = land_hexes(map)

    def hex_cost(kind: str, h: Hex) -> int:
        row = chart[map.terrain[h]]
        if kind == "mountain":
            return row.mountain_troops or row.foot
        return row.motorized if kind == "motorized" else row.foot

    def cost(kind: str, a: Hex, b: Hex) -> int | None:
        features = kinds_between(map, a, b)
        if b not in land or a not in land or "lake" in features:
            return None
        if "all_sea" in features and "causeway" not in features:
            return None
        extra = sum(
            int(hexsides[name]["move"]) for name in ("minor_river", "major_river", "causeway") if name in features
        )
        return (hex_cost(kind, b) + extra) * EIGHTHS

    def crossing(kind: str, a: Hex, b: Hex) -> int | None:
        features = kinds_between(map, a, b)
        if b not in land or a not in land or "all_sea" not in features or "causeway" in features:
            return None
        return (hex_cost(kind, b) + int(hexsides["all_sea"]["move"])) * EIGHTHS

    kinds = ("foot", "motorized", "mountain")
    by_land = {kind: ways(map, lambda a, b, kind=kind: cost(kind, a, b)) for kind in kinds}  # type: ignore[misc]
    by_sea = {f"{kind} by sea": ways(map, lambda a, b, kind=kind: crossing(kind, a, b)) for kind in kinds}  # type: ignore[misc]
    both = {
        f"{kind} and by sea": tuple((*near, *by_sea[f"{kind} by sea"][h]) for h, near in enumerate(by_land[kind]))
        for kind in kinds
    }
    return by_land | by_sea | both


def sea_crossings(by_sea: Ways) -> frozenset[tuple[Hex, Hex]]:
    """6.sea.allied: the steps that cross an all-sea hexside without a causeway."""
    return frozenset((h, n) for h, near in enumerate(by_sea) for n, _ in near)


def border_strip(map: HexMap) -> frozenset[Hex]:
    """16.deploy.allied, R.16.deploy.allied.1: French hexes one or two hexes from a land hex of another country."""
    land = land_hexes(map)
    french = {h for h in land if map.country[h] == "france"}
    near = _beside(map, (h for h in land if map.country[h] not in ("france", "", "britain"))) & french
    return frozenset(near | (_beside(map, near) & french))


def _beside(map: HexMap, hexes: Iterable[Hex]) -> set[Hex]:
    return {n for h in hexes for n in map.adjacent[h]}


def land_hexes(map: HexMap) -> frozenset[Hex]:
    return frozenset(h for h, terrain in enumerate(map.terrain) if terrain not in ("all_sea", "off_map"))
