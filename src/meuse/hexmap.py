"""A map for play: hexes are small whole numbers, everything about them stands in tables by that number.

A map is immutable and shared by all games on it. Hexes are numbered in reading order of the file; `hex("1110")` turns
a label into the number and `label(h)` back. A hexside has a number of its own and carries any number of features.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from meuse.hexes import DIRECTIONS, Grid, Point
from meuse.mapfile import Kind, Lettering, MapFile, PlaceLine, RegionLine, SideLine, Size, read

Hex = int
"""The number of a hex on its map."""

OFF_MAP: Hex = -1


class UnknownHex(ValueError):
    """A label that is not on the map."""


class Place(msgspec.Struct, frozen=True):
    """A named place: what it counts as in this game (`kinds`), and where in its hex it lies."""

    name: str
    hex: Hex
    size: Size
    kinds: frozenset[str]
    offset: Point


class Feature(msgspec.Struct, frozen=True):
    """What lies on a hexside: a river, a road, a fortification of hex `of` built by `owner` ..."""

    kind: str
    name: str
    of: Hex
    owner: str


class Hexside(msgspec.Struct, frozen=True):
    """The side of hex `a` in one direction; `b` is the hex beyond, or OFF_MAP at the map edge."""

    a: Hex
    b: Hex
    direction: int
    features: tuple[Feature, ...]


class Region(msgspec.Struct, frozen=True):
    """A set of hexes with a meaning: an army-group sector, a zone, a map edge, an entry area."""

    id: str
    title: str
    kind: str
    hexes: frozenset[Hex]
    side: str
    note: str


class HexMap:
    """One game's map. All attributes are read-only."""

    def __init__(self, source: MapFile) -> None:
        self.id, self.title, self.scale_km = source.id, source.title, source.scale_km
        self.grid: Grid = source.grid
        self.terrain_kinds: dict[str, Kind] = {kind.id: kind for kind in source.terrain}
        self.feature_kinds: dict[str, Kind] = {kind.id: kind for kind in source.feature}
        self.lettering: tuple[Lettering, ...] = source.lettering

        self.labels: tuple[str, ...] = tuple(line.at for line in source.hex)
        self.index: dict[str, Hex] = {label: h for h, label in enumerate(self.labels)}
        self.spots = tuple(self.grid.spot(label) for label in self.labels)
        self.terrain: tuple[str, ...] = tuple(line.terrain for line in source.hex)
        self.country: tuple[str, ...] = tuple(line.country for line in source.hex)
        self.coast: tuple[bool, ...] = tuple(line.coast for line in source.hex)

        self.neighbours: tuple[tuple[Hex, ...], ...] = self._neighbours()
        self.adjacent: tuple[tuple[Hex, ...], ...] = tuple(
            tuple(n for n in near if n != OFF_MAP) for near in self.neighbours
        )
        self.sides, self.side_of = self._hexsides(source.side)
        self.places: tuple[Place, ...] = tuple(self._place(line) for line in source.place)
        self.places_at: dict[Hex, tuple[Place, ...]] = {}
        for place in self.places:
            self.places_at[place.hex] = (*self.places_at.get(place.hex, ()), place)
        self.regions: dict[str, Region] = {line.id: self._region(line) for line in source.region}

    def __len__(self) -> int:
        return len(self.labels)

    def __repr__(self) -> str:
        return f"<HexMap {self.id}: {len(self)} hexes>"

    # -- hexes

    def hex(self, label: str) -> Hex:
        """The hex with this number; raises UnknownHex."""
        try:
            return self.index[label]
        except KeyError:
            raise UnknownHex(f"there is no hex {label} on the map of {self.title}") from None

    def find(self, word: str) -> Hex:
        """The hex with this number, or that of the place with this name; raises KeyError."""
        return self.index[word] if word in self.index else self.place(word).hex

    def label(self, h: Hex) -> str:
        return self.labels[h]

    def spot(self, h: Hex) -> str:
        """A hex as people say it, with the name of its first place: "Sedan (4519)"."""
        places = self.places_at.get(h)
        return f"{places[0].name} ({self.labels[h]})" if places else self.labels[h]

    def distance(self, a: Hex, b: Hex) -> int:
        return self.grid.distance(self.spots[a], self.spots[b])

    def centre(self, h: Hex) -> Point:
        return self.grid.centre(self.spots[h])

    def on_edge(self, h: Hex) -> bool:
        """Whether part of the hex lies on the map edge."""
        return OFF_MAP in self.neighbours[h]

    # -- hexsides

    def side_between(self, a: Hex, b: Hex) -> int | None:
        """The number of the hexside between two neighbours, or None."""
        try:
            return self.side_of[a][self.neighbours[a].index(b)]
        except ValueError:
            return None

    def features_between(self, a: Hex, b: Hex) -> tuple[Feature, ...]:
        side = self.side_between(a, b)
        return () if side is None else self.sides[side].features

    def has(self, a: Hex, b: Hex, kind: str) -> bool:
        """Whether the hexside between two neighbours carries a feature of this kind."""
        return any(feature.kind == kind for feature in self.features_between(a, b))

    def side_label(self, side: int) -> str:
        """A hexside as the books write it: "1110/1009", or "0101/N" at the map edge."""
        s = self.sides[side]
        beyond = DIRECTIONS[self.grid.orientation][s.direction] if s.b == OFF_MAP else self.labels[s.b]
        return f"{self.labels[s.a]}/{beyond}"

    # -- places and regions

    def place(self, name: str) -> Place:
        """The place with this name; raises KeyError."""
        for place in self.places:
            if place.name == name:
                return place
        raise KeyError(f"there is no place {name!r} on the map of {self.title}")

    def with_kind(self, kind: str) -> tuple[Place, ...]:
        """All places that count as this kind."""
        return tuple(place for place in self.places if kind in place.kinds)

    # -- building the tables

    def _neighbours(self) -> tuple[tuple[Hex, ...], ...]:
        by_spot = {spot: h for h, spot in enumerate(self.spots)}
        return tuple(tuple(by_spot.get(n, OFF_MAP) for n in self.grid.neighbours(spot)) for spot in self.spots)

    def _hexsides(self, lines: tuple[SideLine, ...]) -> tuple[tuple[Hexside, ...], tuple[tuple[int, ...], ...]]:
        features = self._features(lines)
        sides: list[Hexside] = []
        side_of = [[-1] * 6 for _ in self.labels]
        for a, near in enumerate(self.neighbours):
            for direction, b in enumerate(near):
                if b != OFF_MAP and b < a:
                    side_of[a][direction] = side_of[b][(direction + 3) % 6]
                    continue
                side_of[a][direction] = len(sides)
                sides.append(Hexside(a, b, direction, tuple(features.get((a, direction), ()))))
        return tuple(sides), tuple(map(tuple, side_of))

    def _features(self, lines: tuple[SideLine, ...]) -> dict[tuple[Hex, int], list[Feature]]:
        """The features of the file, by the lower of the two hexes and the direction from it."""
        found: dict[tuple[Hex, int], list[Feature]] = {}
        names = DIRECTIONS[self.grid.orientation]
        for line in lines:
            first, _, second = line.at.partition("/")
            a = self.index[first]
            direction = names.index(second) if second in names else self.neighbours[a].index(self.index[second])
            b = self.neighbours[a][direction]
            if b != OFF_MAP and b < a:
                a, direction = b, (direction + 3) % 6
            of = self.index[line.of] if line.of else OFF_MAP
            found.setdefault((a, direction), []).append(Feature(line.kind, line.name, of, line.owner))
        return found

    def _place(self, line: PlaceLine) -> Place:
        return Place(line.name, self.index[line.at], line.size, frozenset(line.kinds), line.offset)

    def _region(self, line: RegionLine) -> Region:
        hexes = frozenset(self.index[label] for label in line.hexes)
        return Region(line.id, line.title, line.kind, hexes, line.side, line.note)


@lru_cache(maxsize=16)
def load_map(path: Path) -> HexMap:
    """The map in a file; read once."""
    return HexMap(read(path))
