"""2.2, 7.5, 22.8: what the ground does to movement: costs, rivers and bridges, Restricted Hexes, the sea."""

from __future__ import annotations

from typing import Any

import msgspec

from meuse.counters import Unit
from meuse.games.france40.board import France40
from meuse.hexmap import Hex, HexMap
from meuse.ledger import Refusal
from meuse.mechanics.reach import Ways
from meuse.mechanics.supply import Links
from meuse.mechanics.zoc import Spread, spread
from meuse.state import derived

MAJOR = frozenset({"major_river", "marsh_river"})
"""9.6.3, 22.8b: a Marsh River counts as a Major River."""
RIVERS = MAJOR | {"minor_river"}


class Ground(msgspec.Struct, frozen=True):
    """The map in tables by hex, made once per scenario. 2.2.2: only rivers on hexsides count."""

    foot: Ways
    mech: Ways
    """7.1a: what a step costs, without the steps over unbridged Major Rivers."""
    wet_foot: Ways
    wet_mech: Ways
    """7.5.2b: the steps over unbridged Major Rivers."""
    spread: Spread
    """5.1.1b: where zones reach; 19.4.1a: Entry Hexes lie outside. 22.8c, 22.8f: attacks go no farther."""
    roads: Links
    rails: Links
    restricted: bytes
    land: bytes


@derived()
def ground(g: France40) -> Ground:
    """All of it for this map."""
    map, tables = g.map, g.scenario.tables
    costs = {kind: _costs(map, tables, kind) for kind in ("foot", "mech")}
    return Ground(
        foot=costs["foot"][0],
        mech=costs["mech"][0],
        wet_foot=costs["foot"][1],
        wet_mech=costs["mech"][1],
        spread=spread(map, lambda a, b: _playable(map, a) and _playable(map, b) and not map.has(a, b, "sea_or_tidal")),
        roads=_links(map, "road"),
        rails=_links(map, "rail"),
        restricted=bytes(bool(tables["terrain"].get(t, {}).get("restricted")) for t in map.terrain),
        land=bytes(_land(map, h) for h in range(len(map))),
    )


# -- questions about hexes and hexsides


def major(g: France40, a: Hex, b: Hex) -> bool:
    """9.6.2, 9.6.3: whether a Major (or Marsh) River lies on the hexside, bridged or not."""
    return _has_any(g.map, a, b, MAJOR)


def river(g: France40, a: Hex, b: Hex) -> bool:
    return _has_any(g.map, a, b, RIVERS)


def restricted(g: France40, h: Hex) -> bool:
    """9.7a, 14.5c: Restricted Hexes are Wooded Rough and Marsh."""
    return bool(ground(g).restricted[h])


def sea_or_tidal(g: France40, a: Hex, b: Hex) -> bool:
    return g.map.has(a, b, "sea_or_tidal")


def why_not_cross(g: France40, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """Why terrain bars a unit from stepping from hex to hex; for movement, attacks, retreats and advances alike."""
    there = g.map.labels[b]
    if not ground(g).land[b]:
        return Refusal("22.8c", f"{there} is sea", (there,))
    features = {f.kind for f in g.map.features_between(a, b)}
    if "sea_or_tidal" in features and "tidal_bridge" not in features:
        rule = "22.8d" if "ferry" in features else "22.8c"
        return Refusal(rule, f"only a ferry crosses from {g.map.labels[a]} to {there}", (there,))
    if g.mech(u) and ground(g).restricted[b] and b not in ground(g).roads[a]:
        return Refusal("7.5.5a", f"{g.name(u)} is mechanized, and no road leads into {there}", (there,))
    return None


def by_ferry(g: France40, a: Hex, b: Hex) -> bool:
    """22.8d."""
    return g.map.has(a, b, "ferry")


# -- making the tables


def _costs(map: HexMap, tables: dict[str, Any], kind: str) -> tuple[Ways, Ways]:
    """7.1a: dry steps and steps over unbridged Major Rivers, each with its cost. R.22.8d.1: ferries are in neither."""
    dry: list[tuple[tuple[Hex, int], ...]] = []
    wet: list[tuple[tuple[Hex, int], ...]] = []
    for h, near in enumerate(map.adjacent):
        prices = [(n, price) for n in near if (price := _price(map, tables, kind, h, n))]
        dry.append(tuple((n, price) for n, price in prices if not _unbridged_major(map, h, n)))
        wet.append(tuple((n, price) for n, price in prices if _unbridged_major(map, h, n)))
    return tuple(dry), tuple(wet)


def _price(map: HexMap, tables: dict[str, Any], kind: str, a: Hex, b: Hex) -> int:
    """Movement points for a step; 0 is closed."""
    features = {f.kind for f in map.features_between(a, b)}
    sides = tables["hexside"]
    if not (_land(map, a) and _land(map, b)):
        return 0
    if "sea_or_tidal" in features:
        return _hex_price(map, tables, kind, b, features) + sides["tidal_bridge"] if "tidal_bridge" in features else 0
    price = _hex_price(map, tables, kind, b, features)
    return price + _river_price(sides, kind, features) if price else 0


def _hex_price(map: HexMap, tables: dict[str, Any], kind: str, b: Hex, features: set[str]) -> int:
    """7.5.1: the road rate, or the terrain of the hex; 22.8a, 22.8e."""
    return int(tables["hexside"]["road"] if "road" in features else tables["terrain"][map.terrain[b]][kind])


def _river_price(sides: dict[str, Any], kind: str, features: set[str]) -> int:
    """7.5.2a: an unbridged river; 7.5.3b: a road bridge; 7.5.3c: a railroad bridge."""
    if not features & RIVERS or "road" in features:
        return 0
    return int(sides["river"][kind] + (sides["rail_bridge"] if "rail" in features else 0))


def _unbridged_major(map: HexMap, a: Hex, b: Hex) -> bool:
    """7.5.2b, 7.5.3a: a bridge is wherever a road or railway crosses."""
    features = {f.kind for f in map.features_between(a, b)}
    return bool(features & MAJOR) and not features & {"road", "rail"}


def _links(map: HexMap, kind: str) -> Links:
    return tuple(tuple(n for n in near if map.has(h, n, kind)) for h, near in enumerate(map.adjacent))


def _has_any(map: HexMap, a: Hex, b: Hex, kinds: frozenset[str]) -> bool:
    return any(feature.kind in kinds for feature in map.features_between(a, b))


def _land(map: HexMap, h: Hex) -> bool:
    return map.terrain[h] != "sea"


def _playable(map: HexMap, h: Hex) -> bool:
    return map.terrain[h] not in ("sea", "entry", "half_hex")
