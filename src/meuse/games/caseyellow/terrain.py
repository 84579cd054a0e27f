"""The terrain effects chart laid on the map: costs, zones, supply links, forts and works; reading the data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from meuse.counters import SIDES
from meuse.games.caseyellow.board import CaseYellowCounter, Fort, TerrainRow
from meuse.hexes import DIRECTIONS
from meuse.hexmap import OFF_MAP, Hex, HexMap
from meuse.mechanics.zoc import Spread, spread

RIVERS = ("rhein", "major_river", "minor_river")
GREAT_RIVERS = ("rhein", "major_river")


KINDS = ("foot", "motorized", "heavy")


def kind_of(counter: CaseYellowCounter) -> str:
    """10.6c, 7.9d: ARKO and Attack Supply Units are heavy: motorized, and over rivers at crossings only."""
    if counter.kind in ("attack_supply", "artillery"):
        return "heavy"
    return "motorized" if counter.has("motorized") else "foot"


def playable(map: HexMap, rules: dict[str, Any]) -> frozenset[Hex]:
    """2.1a: land that is in play; Scenario 4 is played on its own small map card."""
    land = {h for h, terrain in enumerate(map.terrain) if terrain not in ("sea", "lake", "neutral")}
    if "regions" in rules:
        land &= {h for region in rules["regions"] for h in map.regions[region].hexes}
    return frozenset(land)


class Ground:
    """Facts of hexes and hexsides, looked up while the tables are made."""

    def __init__(self, map: HexMap, chart: dict[str, TerrainRow], tables: dict[str, Any], land: frozenset[Hex]) -> None:
        self.map, self.chart, self.land = map, chart, land
        self.extra = int(tables["hexside"]["river"])
        kinds = [{feature.kind for feature in side.features} for side in map.sides]
        self.river = tuple(next((river for river in RIVERS if river in found), "") for found in kinds)
        self.crossing = frozenset(side for side, found in enumerate(kinds) if "crossing" in found and self.river[side])
        self.road = frozenset(side for side, found in enumerate(kinds) if found & {"road", "causeway"})
        self.water = frozenset(side for side, found in enumerate(kinds) if "sea" in found and "causeway" not in found)
        self.closed = bytes(h not in land for h in range(len(map)))

    def cost(self, kind: str, a: Hex, b: Hex) -> int | None:
        """2.4k, 10.4a, 10.4c, 10.6a: roads cost 1 whatever the ground, rivers 1 more, on roads too."""
        side = self.map.side_between(a, b)
        if side is None or not {a, b} <= self.land or side in self.water:
            return None
        river, bridged = self.river[side], side in self.crossing
        if river and not bridged and (kind == "heavy" or (kind == "motorized" and river == "rhein")):
            return None  # 10.6c; the chart: motorized units cross the Rhein at crossings only
        ground = self.ground_cost(kind, a, b, side)
        if ground is None:
            return None
        return ground + (self.extra if river and not (bridged and river == "minor_river") else 0)

    def ground_cost(self, kind: str, a: Hex, b: Hex, side: int) -> int | None:
        """10.4b.forest, 10.3a, R.10.3a.1: motorized units go into and out of Forest along roads only."""
        if side in self.road:
            return 1
        row, terrain = self.chart[self.map.terrain[b]], self.map.terrain
        if kind == "foot":
            return row.foot
        return None if self.chart[terrain[a]].leave == 0 or row.motorized == 0 else row.motorized

    def spread(self) -> Spread:
        """9.4a, 9.4b, 9.4c: no zone over great rivers, into cities, or into Forest off the road."""

        def reaches(a: Hex, b: Hex) -> bool:
            side = self.map.side_between(a, b)
            if side is None or not {a, b} <= self.land or side in self.water or self.river[side] in GREAT_RIVERS:
                return False
            terrain = self.map.terrain[b]
            return terrain != "city" and (terrain != "forest" or side in self.road)

        return spread(self.map, reaches)

    def beside(self, joined: Callable[[Hex, Hex, int], bool]) -> tuple[tuple[Hex, ...], ...]:
        """For each hex those next to it for which, with the hexside between them, something holds."""
        rows = enumerate(zip(self.map.neighbours, self.map.side_of, strict=True))
        return tuple(
            tuple(n for n, side in zip(*row, strict=True) if n != OFF_MAP and joined(h, n, side)) for h, row in rows
        )

    def links(self, kind: str) -> tuple[tuple[Hex, ...], ...]:
        """7.2a, 7.2b, 10.6b: hexes the unit could enter, over rivers at crossings only."""

        def joined(a: Hex, b: Hex) -> bool:
            side = self.map.side_between(a, b)
            bridged = side is not None and (not self.river[side] or side in self.crossing)
            return bridged and self.cost(kind, a, b) is not None

        return tuple(tuple(n for n in near if joined(h, n)) for h, near in enumerate(self.map.adjacent))


def forts(map: HexMap, garrisons: dict[str, Any]) -> dict[Hex, Fort]:
    """10.9a, 11.7a: Fortified Line hexes with the strength of their garrisons."""
    found: dict[Hex, Fort] = {}
    for line, strength in garrisons.items():
        if line in map.regions:
            region = map.regions[line]
            found |= {h: Fort(region.side, line, strength) for h in sorted(region.hexes)}
    return found


def works(map: HexMap) -> dict[Hex, str]:
    """10.9b: Defensive Works hexes with their country."""
    return {
        h: map.country[h]
        for region in map.regions.values()
        if region.kind == "defensive_works"
        for h in sorted(region.hexes)
    }


def compasses(map: HexMap, chart: dict[str, Any]) -> tuple[frozenset[int], frozenset[int]]:
    names = DIRECTIONS[map.grid.orientation]
    german, allied = (frozenset(names.index(word) for word in chart[side.word]) for side in SIDES)
    return german, allied


def sources(map: HexMap) -> dict[str, tuple[Hex, ...]]:
    """7.3, 7.4, 7.8: hexes from which supply may come, before control is looked at."""

    def of(kind: str) -> tuple[Hex, ...]:
        return tuple(sorted({place.hex for place in map.with_kind(kind)}))

    german = tuple(sorted(h for h in {p.hex for p in map.with_kind("city")} if map.country[h] == "germany"))
    return {
        "west_edge": tuple(sorted(map.regions["west_edge"].hexes)),
        "south_edge": tuple(sorted(map.regions["south_edge"].hexes)),
        "german_city": german,
        "ruhr": of("ruhr"),
        "belgian": of("belgian_supply"),
    }


def entries(map: HexMap, counters: tuple[CaseYellowCounter, ...]) -> dict[str, tuple[Hex, ...]]:
    """10.2a: the entry hexes that counters name: edges, cities, places."""
    groups = sources(map) | {"paris": tuple(sorted(map.regions["paris"].hexes)), "airborne": ()}
    named = {word for counter in counters for word in counter.entry}
    return {word: groups[word] if word in groups else (map.place(word).hex,) for word in sorted(named)}
