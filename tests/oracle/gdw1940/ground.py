"""What never changes: the map by hex labels, the charts, and what the book's chapters call a hex or a hexside.

1.map.scale; 6.costs (terrain effects chart); 8 (sources); 10 (fortifications); 14 (points of entry).
"""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache
from inspect import getfile
from pathlib import Path
from typing import Any, NamedTuple

from meuse.hexmap import OFF_MAP, HexMap, load_map

DATA = Path(getfile(HexMap)).parent / "games" / "gdw1940" / "data"
MAP = load_map(DATA / "map.toml")
TABLES: dict[str, Any] = tomllib.loads((DATA / "tables.toml").read_text(encoding="utf-8"))

Hex = str
"""A hex by its label: 1110."""

NEUTRALS = ("holland", "belgium", "luxembourg", "switzerland")
OWNER = {"german": "german", "french": "allied", "british": "allied", "belgian": "allied", "dutch": "allied"}
"""10.owner, R.10.owner.1: the side to which a fortification built by a nation belongs."""


class Fort(NamedTuple):
    """A fortification on a hexside: its kind, the hex it shelters, the side that owns it."""

    kind: str
    of: Hex
    side: str


TERRAIN: dict[Hex, str] = dict(zip(MAP.labels, MAP.terrain, strict=True))
COUNTRY: dict[Hex, str] = dict(zip(MAP.labels, MAP.country, strict=True))
NEAR: dict[Hex, tuple[Hex, ...]] = {
    label: tuple(MAP.labels[n] for n in MAP.adjacent[h]) for h, label in enumerate(MAP.labels)
}
PLAYABLE: frozenset[Hex] = frozenset(h for h, kind in TERRAIN.items() if kind not in ("all_sea", "off_map"))
"""Land hexes in play; 6.sea.allied: all-sea hexes are closed to everybody."""


def _features() -> dict[frozenset[Hex], set[str]]:
    found: dict[frozenset[Hex], set[str]] = {}
    for side in MAP.sides:
        if side.b != OFF_MAP:
            pair = frozenset((MAP.labels[side.a], MAP.labels[side.b]))
            found[pair] = {feature.kind for feature in side.features}
    return found


def _forts() -> dict[frozenset[Hex], list[Fort]]:
    found: dict[frozenset[Hex], list[Fort]] = {}
    for side in MAP.sides:
        for feature in side.features:
            if feature.kind in ("maginot", "minor_fortification"):
                pair = frozenset((MAP.labels[side.a], MAP.labels[side.b]))
                found.setdefault(pair, []).append(Fort(feature.kind, MAP.labels[feature.of], OWNER[feature.owner]))
    return found


FEATURES = _features()
FORTS = _forts()


def between(a: Hex, b: Hex) -> set[str]:
    """What lies on the hexside between two neighbours."""
    return FEATURES[frozenset((a, b))]


def forts_between(a: Hex, b: Hex) -> list[Fort]:
    return FORTS.get(frozenset((a, b)), [])


@cache
def open_water(a: Hex, b: Hex) -> bool:
    """4.sea_lake: an all-sea hexside, causeway or not, or an all-lake hexside: no zone and no attack goes across."""
    return "all_sea" in (TERRAIN[a], TERRAIN[b]) or bool(between(a, b) & {"all_sea", "lake"})


@cache
def distance(a: Hex, b: Hex) -> int:
    return MAP.distance(MAP.index[a], MAP.index[b])


def named(*kinds: str) -> frozenset[Hex]:
    """The hexes with a place of one of these kinds."""
    return frozenset(MAP.labels[place.hex] for place in MAP.places if place.kinds & set(kinds))


def region(name: str) -> frozenset[Hex]:
    return frozenset(MAP.labels[h] for h in MAP.regions[name].hexes)


def cities_of(country: str, *kinds: str) -> frozenset[Hex]:
    """The hexes of a country with a city (or only with one of these kinds)."""
    return frozenset(h for h in named(*(kinds or ("city", "major_city"))) if COUNTRY[h] == country)


CITIES = named("city", "major_city")
PARIS = named("paris")
PORTS = named("port")
RUHR = named("ruhr")
GATHERING = named("gathering_point")
LIEGE = next(h for h in named("intrinsic") if COUNTRY[h] == "belgium")
MAASTRICHT = next(h for h in named("intrinsic") if COUNTRY[h] == "holland")
INTRINSIC = {LIEGE: TABLES["intrinsic"]["Liège"], MAASTRICHT: TABLES["intrinsic"]["Maastricht"]}
"""10.eben.strength, 13.holland.maastricht: built-in strengths by hex."""

MAGINOT: frozenset[Hex] = frozenset(fort.of for forts in FORTS.values() for fort in forts if fort.kind == "maginot")
"""10.maginot.what: the hexes of the Maginot Line."""

WEST_EDGE = region("west-edge")
SOUTHERN_WEST_EDGE = region("west-edge-reserves")
EAST_EDGE = region("east-edge")
SWISS_EDGES = region("east-edge-swiss") | region("south-edge-swiss")
SWISS_BORDER = region("swiss-border")
ALLIED_GROUPS = {n: region(f"allied-{n}") for n in (1, 2, 3)}
GERMAN_GROUPS = {1: region("german-b"), 2: region("german-a"), 3: region("german-c")}


@cache
def price(a: Hex, b: Hex, kind: str, *, by_sea: bool) -> Fraction | None:
    """6.costs: what the step costs in movement points by the chart, or None if it is closed.

    `kind` is foot, motorized or mountain. R.6.sea.restrict.1: a causeway is a way by land for everybody; other all-sea
    hexsides are only for those who may go by sea (6.sea.allied, 6.sea.german).
    """
    if b not in PLAYABLE:
        return None
    row, sides, found = TABLES["terrain"][TERRAIN[b]], TABLES["hexside"], between(a, b)
    cost = row["foot"] if kind == "foot" else row["motorized"] if kind == "motorized" else _mountain(row)
    if "lake" in found:
        return None
    if "causeway" in found:
        return Fraction(cost + sides["causeway"]["move"])
    if "all_sea" in found:
        return Fraction(cost + sides["all_sea"]["move"]) if by_sea else None
    rivers = sum(sides[river]["move"] for river in ("minor_river", "major_river") if river in found)
    return Fraction(cost + rivers)


def is_crossing(a: Hex, b: Hex) -> bool:
    """6.sea.restrict, R.6.sea.restrict.1: whether the step is a crossing of the sea."""
    return "all_sea" in between(a, b) and "causeway" not in between(a, b)


def _mountain(row: dict[str, Any]) -> int:
    cost: int = row.get("mountain_troops") or row["foot"]
    return cost
