"""What all games show over the map in the same way: zones, sources and lines of supply, owners, markers in hexes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from meuse.counters import SIDES, Side, Unit
from meuse.hexmap import Hex, HexMap
from meuse.report import Area, Line, Mark, MarkerView, Overlay, Sign, count
from meuse.state import State


def zone_areas(map: HexMap, covered: Sequence[bytes | bytearray], rule: str, contested: str) -> tuple[Area, ...]:
    """The zones of both sides, and where they overlap."""
    zones = (Area("zone", marked(map, covered[side]), side.word, rule=rule) for side in SIDES)
    both = bytes(bool(a and b) for a, b in zip(*covered, strict=True))
    return (*zones, Area("contested", marked(map, both), rule=contested))


def marked(map: HexMap, marks: bytes | bytearray) -> tuple[str, ...]:
    """The labels of the hexes marked in a column."""
    return tuple(map.labels[h] for h, mark in enumerate(marks) if mark)


# -- supply


def source_marks(map: HexMap, sources: Mapping[Hex, str], rule: str) -> tuple[Mark, ...]:
    """Sources by hex, each with the side or nation that draws on it."""
    return tuple(
        Mark("source", map.labels[h], text=f"{whose.capitalize()} source of supply", rule=rule, whose=whose)
        for h, whose in sorted(sources.items())
    )


def cut_marks(g: State, cut_off: Iterable[tuple[Unit, str]], rule: str) -> Iterator[Mark]:
    """Units without a supply line, each with what that means for it: "is out of supply"."""
    for u, words in cut_off:
        yield Mark("cut", g.map.labels[g.hex_of[u]], text=f"{g.name(u)} {words}", rule=rule, whose=g.side(u).word)


def supply_line_layer(map: HexMap, way: Sequence[Hex], rule: str, *more: str) -> Overlay:
    """The line of one unit, its own hex first, with further notes on it."""
    far, source = len(way) - 1, map.spot(way[-1])
    text = f"In supply: {count(far, 'hex', 'hexes')} to {source}." if far else f"In supply: at its source, {source}."
    line = Line("supply", tuple(map.labels[h] for h in way), text, rule)
    return Overlay(kind="supply", lines=(line,), notes=(text, *more))


def supply_note(*notes: str) -> Overlay:
    """Notes on the supply of a unit that has no line to show."""
    return Overlay(kind="supply", notes=notes)


# -- owners and markers


def owner_of(g: State, h: Hex) -> str:
    """The side that controls a hex, if any does."""
    return Side(g.control[h] - 1).word if g.control[h] else ""


def objective(g: State, h: Hex, text: str, rule: str, label: str = "") -> Mark:
    """An objective, with the side that controls it."""
    return Mark("objective", g.map.labels[h], label, text, rule, owner_of(g, h))


def markers_in(
    map: HexMap, hexes: Iterable[Hex], sign: Sign, label: str, rule: str, owner: str = "", note: str = ""
) -> Iterator[MarkerView]:
    """The same marker in each of some hexes."""
    for there in (map.labels[h] for h in sorted(hexes)):
        name = "-".join(filter(None, (sign, owner, there)))
        yield MarkerView(id=name, sign=sign, label=label, owner=owner, at=there, note=note, rule=rule)
