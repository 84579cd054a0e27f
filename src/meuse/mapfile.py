"""Map files: one hex map as a TOML text of one line a hex, a place, a hexside feature.

`read` refuses whatever a game could stumble over, with file, hex and reason; `write` gives the same bytes for the same
map. What a map means for play is in `hexmap`.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from meuse.hexes import DIRECTIONS, BadLabel, Grid

Size = Literal["village", "town", "city", "major"]


class BadMap(ValueError):
    """A map file that cannot be used: names the file, the hex and the reason."""


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A terrain or hexside feature as the game's chart names it, and the sign by which it is drawn."""

    id: str
    title: str
    look: str


class HexLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    at: str
    terrain: str
    country: str = ""
    coast: bool = False


class PlaceLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A named place; `offset` is its position in the hex, measured from the centre (see hexes.Point)."""

    at: str
    name: str
    size: Size
    kinds: tuple[str, ...] = ()
    offset: tuple[float, float] = (0.0, 0.0)


class SideLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A feature of a hexside: `at` is "1110/1009", or "0101/N" where the hexside is the map edge.

    `of` is the hex to which a fortification belongs (it faces the other one), `owner` the nation that built it.
    """

    at: str
    kind: str
    name: str = ""
    of: str = ""
    owner: str = ""


class RegionLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A set of hexes with a meaning: an army-group sector, a zone, a map edge, an entry area."""

    id: str
    title: str
    kind: str
    hexes: tuple[str, ...]
    side: str = ""
    note: str = ""


class Lettering(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A name drawn on the map that belongs to no single hex: a forest, a sea, a country."""

    text: str
    at: str
    style: Literal["region", "water", "country"]
    offset: tuple[float, float] = (0.0, 0.0)
    angle: float = 0.0
    size: float = 1.0


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    scale_km: float
    grid: Grid
    cols: tuple[int, int]
    rows: tuple[int, int]
    absent: tuple[str, ...]
    terrain: tuple[Kind, ...]
    feature: tuple[Kind, ...]
    hex: tuple[HexLine, ...]
    place: tuple[PlaceLine, ...]
    side: tuple[SideLine, ...]
    region: tuple[RegionLine, ...]
    lettering: tuple[Lettering, ...] = ()


def read(path: Path) -> MapFile:
    """The map in a file, checked."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        found = msgspec.convert(raw, MapFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise BadMap(f"{path.name}: {error}") from error
    check(found, path.name)
    return found


def check(map_file: MapFile, source: str) -> None:
    """Raise BadMap at the first fault."""
    fault = next(_faults(map_file), None)
    if fault is not None:
        raise BadMap(f"{source}: {fault}")


def cut(source: MapFile, map_id: str, title: str, cols: tuple[int, int], rows: tuple[int, int]) -> MapFile:
    """A rectangle cut out of a map. Features on the new edge stay where they still have a hex on the map."""
    kept = {line.at for line in source.hex if _in_frame(source.grid, line.at, cols, rows)}

    def side_in(line: SideLine) -> bool:
        a, _, b = line.at.partition("/")
        return a in kept and (b in kept or b in DIRECTIONS[source.grid.orientation])

    regions = (msgspec.structs.replace(r, hexes=tuple(h for h in r.hexes if h in kept)) for r in source.region)
    return msgspec.structs.replace(
        source,
        id=map_id,
        title=title,
        cols=cols,
        rows=rows,
        absent=tuple(label for label in source.absent if _in_frame(source.grid, label, cols, rows)),
        hex=tuple(line for line in source.hex if line.at in kept),
        place=tuple(line for line in source.place if line.at in kept),
        side=tuple(line for line in source.side if side_in(line)),
        region=tuple(region for region in regions if region.hexes),
        lettering=tuple(line for line in source.lettering if line.at in kept),
    )


def write(map_file: MapFile) -> str:
    """The map as text: the same map always gives the same bytes."""
    head = [
        "# Written by `meuse maps build` from the theatre; correct the sheet or the model there, not this file.",
        *(f"{key} = {_value(getattr(map_file, key))}" for key in ("id", "title", "scale_km", "cols", "rows", "absent")),
        f"grid = {_value(map_file.grid)}",
    ]
    tables = (
        f"{key} = [\n" + "".join(f"  {_value(line)},\n" for line in getattr(map_file, key)) + "]"
        for key in ("terrain", "feature", "hex", "place", "side", "region", "lettering")
    )
    return "\n".join([*head, *tables]) + "\n"


def _faults(m: MapFile) -> Iterator[str]:
    labels: set[str] = set()
    terrain = {kind.id for kind in m.terrain}
    for line in m.hex:
        if fault := _bad_label(m, line.at):
            yield fault
        if line.at in labels:
            yield f"hex {line.at}: the label occurs twice"
        labels.add(line.at)
        if line.terrain not in terrain:
            yield f"hex {line.at}: unknown terrain {line.terrain!r}; this map knows {', '.join(sorted(terrain))}"
    yield from _missing_hexes(m, labels)
    yield from _bad_sides(m, labels)
    yield from _unknown_hexes("place", ((p.at, p.name) for p in m.place), labels)
    yield from _unknown_hexes("region", ((h, r.id) for r in m.region for h in r.hexes), labels)
    yield from _unknown_hexes("lettering", ((t.at, t.text) for t in m.lettering), labels)


def _bad_label(m: MapFile, label: str) -> str | None:
    try:
        col, row = m.grid.col_row(m.grid.spot(label))
    except BadLabel as error:
        return f"hex {label}: {error}"
    if not (m.cols[0] <= col <= m.cols[1] and m.rows[0] <= row <= m.rows[1]):
        return f"hex {label}: lies outside the frame of columns {m.cols} and rows {m.rows}"
    return None


def _in_frame(grid: Grid, label: str, cols: tuple[int, int], rows: tuple[int, int]) -> bool:
    col, row = grid.col_row(grid.spot(label))
    return cols[0] <= col <= cols[1] and rows[0] <= row <= rows[1]


def _missing_hexes(m: MapFile, labels: set[str]) -> Iterator[str]:
    for row in range(m.rows[0], m.rows[1] + 1):
        for col in range(m.cols[0], m.cols[1] + 1):
            label = m.grid.label(m.grid.at(col, row))
            if label not in labels and label not in m.absent:
                yield f"hex {label}: missing, and not listed as absent"


def _bad_sides(m: MapFile, labels: set[str]) -> Iterator[str]:
    known = {kind.id for kind in m.feature}
    seen: set[tuple[str, str, str]] = set()
    for line in m.side:
        a, _, b = line.at.partition("/")
        if a not in labels:
            yield f"hexside {line.at}: hex {a} is not on the map"
        elif fault := _bad_far_side(m, labels, a, b):
            yield f"hexside {line.at}: {fault}"
        if line.kind not in known:
            yield f"hexside {line.at}: unknown feature {line.kind!r}; this map knows {', '.join(sorted(known))}"
        if line.of and line.of not in (a, b):
            yield f"hexside {line.at}: belongs to {line.of}, which is neither of its hexes"
        # Two fortifications may face each other across a hexside: they belong to different hexes.
        for key in {(line.at, line.kind, line.of), (f"{b}/{a}", line.kind, line.of)}:
            if key in seen:
                yield f"hexside {line.at}: {line.kind} occurs twice"
        seen.add((line.at, line.kind, line.of))


def _bad_far_side(m: MapFile, labels: set[str], a: str, b: str) -> str | None:
    directions = DIRECTIONS[m.grid.orientation]
    near = [m.grid.label(spot) for spot in m.grid.neighbours(m.grid.spot(a))]
    if b in directions:
        beyond = near[directions.index(b)]
        return f"the far side is hex {beyond}, not the map edge" if beyond in labels else None
    if b not in labels:
        return f"one-sided: hex {b} is not on the map"
    return None if b in near else f"one-sided: {b} is not a neighbour of {a}"


def _unknown_hexes(what: str, named: Iterable[tuple[str, str]], labels: set[str]) -> Iterator[str]:
    for at, name in named:
        if at not in labels:
            yield f"{what} {name!r}: hex {at} is not on the map"


def _value(value: Any) -> str:
    """A TOML value on one line."""
    if isinstance(value, msgspec.Struct):
        pairs = msgspec.to_builtins(value).items()
        return "{ " + ", ".join(f"{key} = {_value(v)}" for key, v in pairs) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value)
