"""What never changes: the map by hex labels, the charts, and what the book's chapters call a hex or a hexside.

5.t1 to 5.t4 and R.5.t4.1 (terrain); 8.3 (sources); 11.4 (fortifications); 11.9 (ports); 11.10 (the dyke).
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from meuse import hexmap

DATA = Path(hexmap.__file__).parent / "games" / "planjaune" / "data"
MAP = hexmap.load_map(DATA / "map.toml")
TABLES: dict[str, Any] = tomllib.loads((DATA / "tables.toml").read_text(encoding="utf-8"))

Hex = str
"""A hex by its label: 1110."""

WATERS = ("minor_river", "canal", "major_river")
FORTS = ("fortification_first", "fortification_second", "west_wall")
LOW_COUNTRIES = ("belgium", "netherlands", "luxembourg")
DYKE = "1803"
DYKE_ENDS = ("1703", "1802")


class Works(NamedTuple):
    """11.4: the fortification of a hex: whose it is, whether it is of the first line, what is printed in it."""

    side: str
    first_line: bool
    value: int
    faces: frozenset[Hex]
    """The neighbours that it faces with a fortified hexside."""


TERRAIN: dict[Hex, str] = dict(zip(MAP.labels, MAP.terrain, strict=True))
COUNTRY: dict[Hex, str] = dict(zip(MAP.labels, MAP.country, strict=True))
LAND: frozenset[Hex] = frozenset(h for h, kind in TERRAIN.items() if kind not in ("sea", "lake", "not_in_play"))
NEAR: dict[Hex, tuple[Hex, ...]] = {
    label: tuple(MAP.labels[n] for n in MAP.adjacent[h]) for h, label in enumerate(MAP.labels)
}


def region(name: str) -> frozenset[Hex]:
    return frozenset(MAP.labels[h] for h in MAP.regions[name].hexes)


def named_places(kind: str) -> frozenset[Hex]:
    """The hexes with a place of a kind."""
    return frozenset(MAP.labels[place.hex] for place in MAP.places if kind in place.kinds)


def _features() -> dict[frozenset[Hex], set[str]]:
    found: dict[frozenset[Hex], set[str]] = {}
    for side in MAP.sides:
        if side.b != hexmap.OFF_MAP:
            found[frozenset((MAP.labels[side.a], MAP.labels[side.b]))] = {feature.kind for feature in side.features}
    return found


def _works() -> dict[Hex, Works]:
    faces: dict[Hex, set[Hex]] = {}
    for side in MAP.sides:
        for feature in side.features:
            if feature.kind in FORTS and side.b != hexmap.OFF_MAP:
                a, b = MAP.labels[side.a], MAP.labels[side.b]
                of = MAP.labels[feature.of]
                faces.setdefault(of, set()).add(b if of == a else a)
    found: dict[Hex, Works] = {}
    for part in MAP.regions.values():
        if part.kind in ("first_line", "second_line"):
            for h in region(part.id):
                old = found.get(h)
                found[h] = Works(
                    side="german" if part.side == "axis" else "allied",
                    first_line=part.kind == "first_line" or (old is not None and old.first_line),
                    value=max(TABLES["fortifications"][part.id], old.value if old else 0),
                    faces=frozenset(faces.get(h, ())),
                )
    return found


FEATURES = _features()
WORKS = _works()
CITIES: dict[str, frozenset[Hex]] = {
    "netherlands": region("dutch-major-cities"),
    "belgium": region("belgian-major-cities"),
    "france": region("french-major-cities"),
    "germany": region("german-major-cities"),
}
ALL_CITIES: frozenset[Hex] = frozenset(h for hexes in CITIES.values() for h in hexes)
EDGE_SOURCES = {"german": region("axis-supply"), "allied": region("allied-supply")}
SECTORS = {f"fr.ga{n}": region(f"army-group-{n}") for n in (1, 2, 3)} | {
    f"de.hg{n}": region(f"army-group-{n}") for n in "abc"
}
MAGINOT = region("maginot-line")
BRUSSELS = "1312"


@cache
def between(a: Hex, b: Hex) -> frozenset[str]:
    """What lies on the hexside between two neighbours."""
    return frozenset(FEATURES.get(frozenset((a, b)), ()))


@cache
def touch(a: Hex, b: Hex) -> bool:
    """R.4a.1, 11.10d, R.11.10d.1: whether units in two neighbouring hexes can act on each other, or step across."""
    if a not in LAND or b not in LAND:
        return False
    if DYKE in (a, b):
        return a in DYKE_ENDS or b in DYKE_ENDS
    return "sea" not in between(a, b)


@cache
def around(h: Hex) -> tuple[Hex, ...]:
    """The neighbours to which 4a, 5.1b and 6.1 look."""
    return tuple(n for n in NEAR[h] if touch(h, n))


@cache
def rail_neighbours(h: Hex) -> tuple[Hex, ...]:
    return tuple(n for n in NEAR[h] if "rail" in between(h, n))


RAIL: frozenset[Hex] = frozenset(h for h in MAP.labels if rail_neighbours(h))


@cache
def distance(a: Hex, b: Hex) -> int:
    return MAP.distance(MAP.index[a], MAP.index[b])


@cache
def price(a: Hex, b: Hex, kind: str) -> int | None:
    """5.1b, 5.t4, R.5.t4.1: what the step costs by the chart, hex and hexside, without works, zones and refugees."""
    if not touch(a, b):
        return None
    found, sides = between(a, b), TABLES["hexside"]
    waters = sum(sides[w]["bridged" if "rail" in found else "move"] for w in WATERS if w in found)
    return int(TABLES["terrain"][TERRAIN[b]][kind]) + waters


@cache
def nearest(h: Hex, hexes: frozenset[Hex]) -> int:
    return min((distance(h, other) for other in hexes), default=99)
