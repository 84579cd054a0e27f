"""What never changes: the map by hex labels, the charts, and what the book's chapters call a hex or a hexside.

8.0e, 8.5b: where no unit goes; 8.4: rivers; 9.0c, 15.2: towns, depots and ports; 17.0a: whose fortification is whose.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from meuse import hexmap

DATA = Path(hexmap.__file__).parent / "games" / "manstein" / "data"
MAP = hexmap.load_map(DATA / "map.toml")
TABLES: dict[str, Any] = tomllib.loads((DATA / "tables.toml").read_text(encoding="utf-8"))
ROWS: dict[str, dict[str, Any]] = {
    row["id"]: row for row in tomllib.loads((DATA / "counters.toml").read_text(encoding="utf-8"))["counter"]
}
"""What is printed on the counters, by id."""

Hex = str
"""A hex by its label: 1635."""

HOME = {"german": "germany", "french": "france", "belgian": "belgium", "dutch": "netherlands", "british": ""}
CLOSED = ("sea", "england", "switzerland")
TERRAIN: dict[Hex, str] = dict(zip(MAP.labels, MAP.terrain, strict=True))
COUNTRY: dict[Hex, str] = dict(zip(MAP.labels, MAP.country, strict=True))
COASTAL: frozenset[Hex] = frozenset(h for h, coast in zip(MAP.labels, MAP.coast, strict=True) if coast)
AROUND: dict[Hex, tuple[Hex, ...]] = {
    label: tuple("" if n == hexmap.OFF_MAP else MAP.labels[n] for n in MAP.neighbours[h])
    for h, label in enumerate(MAP.labels)
}
"""The six neighbours; "" off the map."""

NEAR: dict[Hex, tuple[Hex, ...]] = {label: tuple(n for n in around if n) for label, around in AROUND.items()}


def _features() -> dict[frozenset[Hex], set[str]]:
    found: dict[frozenset[Hex], set[str]] = {}
    for side in MAP.sides:
        if side.b != hexmap.OFF_MAP:
            pair = frozenset((MAP.labels[side.a], MAP.labels[side.b]))
            found[pair] = {feature.kind for feature in side.features}
    return found


FEATURES = _features()


def between(a: Hex, b: Hex) -> set[str]:
    """What lies on the hexside between two neighbours."""
    return FEATURES.get(frozenset((a, b)), set())


def all_sea(a: Hex, b: Hex) -> bool:
    """7.1a: the hexside is all sea, causeway or not (R.7.1a.1)."""
    return "all_sea" in between(a, b)


def passable(a: Hex, b: Hex) -> bool:
    """8.0e: ground units get from one hex to the next, as far as sea and closed country are concerned."""
    if TERRAIN[a] in CLOSED or TERRAIN[b] in CLOSED:
        return False
    return not all_sea(a, b) or "causeway" in between(a, b)


def river(a: Hex, b: Hex) -> bool:
    return "river" in between(a, b)


@cache
def distance(a: Hex, b: Hex) -> int:
    return MAP.distance(MAP.index[a], MAP.index[b])


def named(*kinds: str) -> frozenset[Hex]:
    """The hexes with a place of one of these kinds."""
    return frozenset(MAP.labels[place.hex] for place in MAP.places if place.kinds & set(kinds))


def region(name: str) -> frozenset[Hex]:
    return frozenset(MAP.labels[h] for h in MAP.regions[name].hexes)


def called(name: str) -> Hex:
    """The hex of a place by its name."""
    return next(MAP.labels[place.hex] for place in MAP.places if place.name == name)


CITIES = named("city")
STATIONS = named("city", "town")
"""9.0c: where trains start and end."""

DEPOTS = named("depot")
PORTS = named("port")
CHANNEL_PORTS = named("channel_port")
SHORES = COASTAL | PORTS
MAGINOT = region("maginot-line")
WESTWALL = region("westwall")
MINOR_ALLIED = region("allied-minor-fortifications")
EAST_EDGE = region("german-east-edge")
BRITISH_EDGE = region("british-west-edge")
FRENCH_EDGES = region("french-south-edge") | region("french-east-edge")
FORTS: dict[Hex, tuple[str, str]] = {
    **dict.fromkeys(MAGINOT, ("allied", "major_fortification")),
    **dict.fromkeys(MINOR_ALLIED, ("allied", "minor_fortification")),
    **dict.fromkeys(WESTWALL, ("german", "minor_fortification")),
}
"""17.0a: whose a fortification was at the start, and whether it is major."""

OBJECTIVES = DEPOTS | CHANNEL_PORTS | frozenset(FORTS) | {called("Paris"), called("Ruhr")}
"""7.2a, 3.4a, 3.5a: depot and victory hexes."""


def other(side: str) -> str:
    return "allied" if side == "german" else "german"
