"""What does not change: the map by the labels of its hexes, and the tables of a scenario."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from meuse.hexmap import OFF_MAP, load_map

DATA = Path(str(files("meuse"))) / "games" / "caseyellow" / "data"
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
GREAT = ("major_river", "rhein")
COUNTRY = {"dutch": "netherlands", "belgian": "belgium", "french": "france", "german": "germany"}

Pair = frozenset[str]
"""A hexside, as the two hexes that share it."""


class Chart:
    """The map of a scenario: hexes, hexsides, places, each by label."""

    def __init__(self, scenario: str) -> None:
        self.tables: dict[str, Any] = tomllib.loads((DATA / "tables.toml").read_text())
        self.rules: dict[str, Any] = tomllib.loads((DATA / "setup.toml").read_text())[scenario]
        self.scenario = scenario
        self._read_hexes()
        self._read_hexsides()
        self._read_places()
        self._read_works()

    def _read_hexes(self) -> None:
        map = self._map = load_map(DATA / "map.toml")
        self.order: dict[str, int] = {label: n for n, label in enumerate(map.labels)}
        self.terrain = dict(zip(map.labels, map.terrain, strict=True))
        self.country = dict(zip(map.labels, map.country, strict=True))
        self.around: dict[str, tuple[str, ...]] = {
            label: tuple("" if n == OFF_MAP else map.labels[n] for n in map.neighbours[h])
            for h, label in enumerate(map.labels)
        }
        self.land = {label for label, terrain in self.terrain.items() if terrain not in ("sea", "lake", "neutral")}
        if "regions" in self.rules:  # Scenario 4 has a card of its own
            self.land &= set().union(*(self.region(name) for name in self.rules["regions"]))

    def _read_hexsides(self) -> None:
        self.river: dict[Pair, str] = {}
        self.crossings: set[Pair] = set()
        self.roads: set[Pair] = set()
        self.sea: set[Pair] = set()
        self.meuse: set[Pair] = set()
        for side in self._map.sides:
            if side.b == OFF_MAP:
                continue
            pair, kinds = frozenset((self._map.labels[side.a], self._map.labels[side.b])), set[str]()
            for feature in side.features:
                kinds.add(feature.kind)
                if feature.kind in ("minor_river", *GREAT):
                    self.river[pair] = feature.kind
                    if feature.name == "Meuse":
                        self.meuse.add(pair)
            if "crossing" in kinds:
                self.crossings.add(pair)
            if kinds & {"road", "causeway"}:
                self.roads.add(pair)
            if "sea" in kinds and "causeway" not in kinds:
                self.sea.add(pair)
        self._near = {label: self._joined(label) for label in self.around}

    def _read_places(self) -> None:
        self.named = {place.name: self._map.labels[place.hex] for place in self._map.places}
        self.cities = self._places("city")
        self.towns = self._places("town")
        self.ports = self._places("port")
        self.dynamo_ports = self._places("dynamo_port")
        self.belgian_sources = self._places("belgian_supply")
        self.german_cities = {h for h in self.cities if self.country[h] == "germany"}
        self.paris, self.ruhr = self.region("paris"), self.region("ruhr")
        self.west, self.south = self.region("west_edge"), self.region("south_edge")
        self.dyle = self.region("dyle_breda")

    def _read_works(self) -> None:
        """10.9a, 11.7a, 10.9b: Fortified Lines by builder and strength, Defensive Works by builder."""
        self.forts: dict[str, tuple[str, int]] = {}
        self.works: dict[str, str] = {}
        for region in self._map.regions.values():
            labels = [self._map.labels[h] for h in region.hexes]
            if region.kind == "fortified_line":
                self.forts |= dict.fromkeys(labels, (region.side, int(self.tables["garrisons"][region.id])))
            elif region.kind == "defensive_works":
                self.works |= dict.fromkeys(labels, region.side)
        self.west_wall = self.region("west_wall")

    def region(self, name: str) -> set[str]:
        return {self._map.labels[h] for h in self._map.regions[name].hexes}

    def _places(self, kind: str) -> set[str]:
        return {self._map.labels[place.hex] for place in self._map.with_kind(kind)}

    def near(self, label: str) -> list[str]:
        """The neighbours in play that no sea parts from it."""
        return self._near[label]

    def _joined(self, label: str) -> list[str]:
        return [n for n in self.around[label] if n in self.land and frozenset((label, n)) not in self.sea]

    def distances(self, sources: set[str], most: int = 99) -> dict[str, int]:
        """How far every hex of the map is from the nearest of some, counted over all hexes."""
        found = dict.fromkeys(sources, 0)
        edge = sorted(sources)
        for far in range(1, most + 1):
            edge = sorted({n for h in edge for n in self.around[h] if n and n not in found})
            found |= dict.fromkeys(edge, far)
        return found

    def direction(self, a: str, b: str) -> str:
        return DIRECTIONS[self.around[a].index(b)]


@lru_cache(maxsize=4)
def chart_of(scenario: str) -> Chart:
    return Chart(scenario)


@lru_cache(maxsize=1)
def counters() -> dict[str, dict[str, Any]]:
    """What is printed on the counters, by id."""
    rows = tomllib.loads((DATA / "counters.toml").read_text())["counter"]
    return {row["id"]: row for row in rows}
