"""What is printed: the two maps, the counters with a face for every step, and the charts (2.2, 2.3)."""

from __future__ import annotations

import math
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import meuse.hexmap
from meuse.hexes import Spot
from meuse.hexmap import OFF_MAP, HexMap, load_map

DATA = Path(meuse.hexmap.__file__).parent / "games" / "france40" / "data"

RIVERS = frozenset({"minor_river", "major_river", "marsh_river"})
MAJOR = frozenset({"major_river", "marsh_river"})
"""9.6.3, 22.8b: a Marsh River hexside is treated like a Major River."""
NOT_PLAYED = frozenset({"entry", "half_hex", "sea"})
"""19.4.1a, 22.7g: no part of the playing area."""
RESTRICTED = frozenset({"wooded_rough", "marsh"})
"""7.5.5."""
MECHANIZED = frozenset(
    {"tank", "armored_infantry", "motorized_infantry", "machine_gun", "reconnaissance", "hq"}
)  # 2.3.4
INFANTRY_CLASS = frozenset(
    {"infantry", "fortress_infantry", "mountain_infantry", "airborne_infantry"}
    | {"armored_infantry", "motorized_infantry", "machine_gun"}
)  # 2.3.4


class Ground:
    """A map of one of the two scenarios, by the labels of its hexes."""

    def __init__(self, scenario: str) -> None:
        plan = load_map(DATA / f"map-{scenario}.toml")
        self.plan: HexMap = plan
        self.terrain: dict[str, str] = dict(zip(plan.labels, plan.terrain, strict=True))
        self.country: dict[str, str] = dict(zip(plan.labels, plan.country, strict=True))
        self.near: dict[str, tuple[str, ...]] = {
            label: tuple(plan.labels[n] for n in plan.neighbours[h] if n != OFF_MAP) for label, h in plan.index.items()
        }
        self.on_side: dict[tuple[str, str], frozenset[str]] = {}
        self.maginot: dict[tuple[str, str], str] = {}
        self._read_hexsides()
        self.roads = {h: [n for n in near if self.road(h, n)] for h, near in self.near.items()}
        self.towns = self._places("town")
        self.cities = self._places("city")
        self.ports = self._places("port")
        self.regions: dict[str, frozenset[str]] = {
            name: frozenset(plan.labels[h] for h in region.hexes) for name, region in plan.regions.items()
        }
        self.owners: dict[str, str] = {name: region.side for name, region in plan.regions.items()}
        self.areas = {name: hexes for name, hexes in self.regions.items() if plan.regions[name].kind == "entry"}
        self.fortified = self.regions.get("fortified", frozenset())
        self.opens: dict[str, int] = {
            h: int(plan.regions[name].note)
            for name, hexes in self.regions.items()
            if plan.regions[name].kind == "opening"
            for h in hexes
        }
        self.east = max(int(h[:2]) for h in self.terrain)
        self.south = max(int(h[2:]) for h in self.terrain)
        self.entries_around = sorted((self.angle(h), h) for hexes in self.areas.values() for h in hexes)
        self._lay_bonds()

    def _read_hexsides(self) -> None:
        plan = self.plan
        for side in plan.sides:
            if side.b == OFF_MAP:
                continue
            a, b = plan.labels[side.a], plan.labels[side.b]
            self.on_side[a, b] = self.on_side[b, a] = frozenset(f.kind for f in side.features)
            for feature in side.features:
                if feature.kind == "maginot":
                    self.maginot[a, b] = self.maginot[b, a] = plan.labels[feature.of]

    def _lay_bonds(self) -> None:
        """6.1b, 6.6.1a: what a bond needs of the grid, in the order of the labels."""
        grid = self.plan.grid
        known = {grid.spot(h): h for h in self.terrain}
        self.partners: dict[str, list[tuple[str, int, list[str]]]] = {}
        self.edges: dict[str, list[tuple[str, str, Spot]]] = {}
        for p in self.terrain:
            mine = grid.neighbours(grid.spot(p))
            self.partners[p] = []
            for spot in grid.ring(grid.spot(p), 2):
                common = [s for s in mine if s in grid.neighbours(spot)]
                if spot in known and spot > grid.spot(p):
                    self.partners[p].append((known[spot], len(common), [known[s] for s in common if s in known]))
            self.edges[p] = [
                (known[x], known[y], beyond)
                for x, y in zip(mine, (*mine[1:], mine[0]), strict=True)
                if x in known and y in known and self.played(known[x]) and self.played(known[y])
                for beyond in grid.neighbours(x)
                if beyond in grid.neighbours(y) and beyond != grid.spot(p) and self._off(known.get(beyond))
            ]

    def _off(self, label: str | None) -> bool:
        return label is None or self.terrain[label] in ("entry", "half_hex")

    def _places(self, kind: str) -> frozenset[str]:
        return frozenset(self.plan.labels[place.hex] for place in self.plan.with_kind(kind))

    def played(self, h: str) -> bool:
        return h in self.terrain and self.terrain[h] not in NOT_PLAYED

    def between(self, a: str, b: str) -> frozenset[str]:
        return self.on_side.get((a, b), frozenset())

    def major(self, a: str, b: str) -> bool:
        return bool(self.between(a, b) & MAJOR)

    def river(self, a: str, b: str) -> bool:
        return bool(self.between(a, b) & RIVERS)

    def sea(self, a: str, b: str) -> bool:
        """5.1.1, 22.8c: an All-Sea or Tidal River hexside; ferries and Tidal River bridges lie on such (R.22.8d.1)."""
        return bool(self.between(a, b) & {"sea_or_tidal", "ferry", "tidal_bridge"})

    def road(self, a: str, b: str) -> bool:
        return "road" in self.between(a, b)

    def rail(self, a: str, b: str) -> bool:
        return "rail" in self.between(a, b)

    def entry_owner(self, h: str) -> str:
        """19.2.2, 19.3.1: the side whose reinforcements come through an Entry Hex."""
        return next(self.owners[name] for name, hexes in self.areas.items() if h in hexes)

    def on_road(self, h: str) -> bool:
        """A Road hex: a road leads into it from some side."""
        return bool(self.roads[h])

    def distance(self, a: str, b: str) -> int:
        grid = self.plan.grid
        return grid.distance(grid.spot(a), grid.spot(b))

    def angle(self, h: str) -> float:
        return self.angle_of(self.plan.grid.centre(self.plan.grid.spot(h)))

    def angle_of(self, point: tuple[float, float]) -> float:
        """Where a point lies around the middle of the map: the order of the places along its edge."""
        grid = self.plan.grid
        columns, rows = [int(h[:2]) for h in self.terrain], [int(h[2:]) for h in self.terrain]
        low = grid.centre(grid.spot(f"{min(columns):02d}{min(rows):02d}"))
        high = grid.centre(grid.spot(f"{max(columns):02d}{max(rows):02d}"))
        return math.atan2(point[1] - (low[1] + high[1]) / 2, point[0] - (low[0] + high[0]) / 2)


@lru_cache
def ground(scenario: str) -> Ground:
    return Ground(scenario)


@lru_cache
def charts() -> dict[str, Any]:
    return tomllib.loads((DATA / "tables.toml").read_text(encoding="utf-8"))


@lru_cache
def setup(scenario: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"setup-{scenario}.toml").read_text(encoding="utf-8"))


@lru_cache
def counters() -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in tomllib.loads((DATA / "counters.toml").read_text(encoding="utf-8"))["counter"]}
