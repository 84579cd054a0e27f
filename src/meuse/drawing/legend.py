"""The legend: a sample and the name of everything that occurs on this map, and of nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from meuse.drawing.badges import badge, badges
from meuse.drawing.board import WATER, Board
from meuse.drawing.forts import FORTS, draw_wall, owner_of, wall_parts
from meuse.drawing.ground import CITIES, TINTS, blocks
from meuse.drawing.lettering import width
from meuse.drawing.pen import Pen
from meuse.drawing.places import draw_sign
from meuse.drawing.rivers import RIVERS, css, draw_tide
from meuse.drawing.svg import path, text
from meuse.drawing.texture import swatch
from meuse.drawing.ways import RAILS, ROADS, parapets
from meuse.hexes import Point

HALF_WIDTH, HALF_HEIGHT = 27.0, 15.0
ROW, GAP = 46.0, 10.0
TEXT = 13.0

Sample = Callable[[Point], list[str]]


class Entry(NamedTuple):
    title: str
    sample: Sample


def legend(board: Board) -> tuple[list[str], float]:
    """The legend below the map, and how far down it reaches."""
    columns = _columns(list(_entries(board)), board.right - board.left)
    top, left = board.bottom + 34 + HALF_HEIGHT, board.left + HALF_WIDTH
    parts = []
    for column in columns:
        for k, entry in enumerate(column):
            y = top + k * ROW
            parts += entry.sample((left, y))
            parts.append(text("legend-text", (left + HALF_WIDTH + GAP, y + TEXT * 0.33), entry.title))
        left += _column_width(column)
    return parts, board.bottom + 34 + len(columns[0]) * ROW


def _columns(entries: list[Entry], room: float) -> list[list[Entry]]:
    """As many columns as fit side by side."""
    for down in range(1, len(entries) + 1):
        columns = [entries[k : k + down] for k in range(0, len(entries), down)]
        if sum(map(_column_width, columns)) <= room:
            break
    return columns


def _column_width(column: list[Entry]) -> float:
    return HALF_WIDTH * 2 + GAP + max(width(entry.title, TEXT) for entry in column) + 26


def _entries(board: Board) -> Iterator[Entry]:
    used = set(board.map.terrain)
    for kind in board.map.terrain_kinds.values():
        if kind.id in used and kind.look != "off":
            yield Entry(kind.title, _terrain(kind.look))
    for look in _ORDER:
        for kind in board.map.feature_kinds.values():
            if kind.look == look and any(f.kind == kind.id for _, f in board.features.get(look, ())):
                yield from _feature(board, kind.id, kind.title, look)
    yield from _places(board)


def _feature(board: Board, kind: str, title: str, look: str) -> Iterator[Entry]:
    if look not in FORTS:
        yield Entry(title, _LINES[look])
        return
    owners = {owner_of(f.owner) for _, f in board.features[look] if f.kind == kind}
    for owner in sorted(owners):
        yield Entry(f"{title}, {owner.capitalize()}", _fort(look, owner))


def _places(board: Board) -> Iterator[Entry]:
    sizes = {p.size for p in board.map.places if board.look(p.hex) not in CITIES}
    built = any(board.look(h) in CITIES for h in range(len(board.map)))
    for size, title in (("city", "City (name only)" if built else "City"), ("town", "Town"), ("village", "Village")):
        if size in sizes:
            yield Entry(title, _place(size))
    found = {name for place in board.map.places for name in badges(place.kinds)}
    for name, title in (("port", "Port"), ("fort", "Fortress"), ("depot", "Depot"), ("objective", "Objective")):
        if name in found:
            yield Entry(title, _badge(name))
    if any(region.kind == "entry" for region in board.map.regions.values()):
        yield Entry("Entry area", _hatched)


# -- samples


def _terrain(look: str) -> Sample:
    def sample(at: Point) -> list[str]:
        shown = look if look in TINTS or look in WATER else "land"
        box = _box(at)
        parts = [path("t-sea" if shown in WATER else f"t-{shown.replace('_', '-')}", box)]
        parts += swatch(look, at, HALF_WIDTH, HALF_HEIGHT)
        if look in CITIES:
            houses = Pen()
            blocks(houses, at, 3, 17.0)
            parts += [path("built", box), path("houses", houses)]
        return [*parts, path("sample", box)]

    return sample


def _line(*classes: str) -> Sample:
    def sample(at: Point) -> list[str]:
        pen = Pen()
        _wave(pen, at)
        return [*_ground(at), *(path(name, pen) for name in classes), path("sample", _box(at))]

    return sample


def _over_water(*classes: str) -> Sample:
    """A way across a river."""

    def sample(at: Point) -> list[str]:
        river, way, walls = Pen(), Pen(), Pen()
        x, y = at
        river.polyline([(x, y - HALF_HEIGHT), (x, y + HALF_HEIGHT)])
        way.polyline([(x - 22, y), (x + 22, y)])
        parapets(walls, at, (x + 10, y), 4.2)
        drawn = [path(name, walls if name.startswith("parapet") else way) for name in classes]
        return [
            *_ground(at),
            path("river-case major", river),
            path("river major", river),
            *drawn,
            path("sample", _box(at)),
        ]

    return sample


def _causeway(at: Point) -> list[str]:
    pen = Pen()
    pen.polyline([(at[0] - HALF_WIDTH, at[1]), (at[0] + HALF_WIDTH, at[1])])
    return [path("t-sea", _box(at)), path("dyke", pen), path("dyke-crown", pen), path("sample", _box(at))]


def _arm(at: Point) -> list[str]:
    pen = Pen()
    _wave(pen, at)
    return [*_ground(at), path("arm-rim", pen), path("arm", pen), path("sample", _box(at))]


def _tidal_arm(at: Point) -> list[str]:
    pen = Pen()
    draw_tide(pen, at, (at[0] + 20, at[1] - 8))
    return [*_arm(at), path("tide", pen)]


def _fort(look: str, owner: str) -> Sample:
    def sample(at: Point) -> list[str]:
        wall, teeth = Pen(), Pen()
        x, y = at
        draw_wall(wall, teeth, [(x - 22, y - 6), (x + 22, y - 6)], [0.0])
        return [*_ground(at), *wall_parts(f"{look.replace('_', '-')} {owner}", wall, teeth), path("sample", _box(at))]

    return sample


def _place(size: str) -> Sample:
    def sample(at: Point) -> list[str]:
        pen = Pen()
        draw_sign(pen, at, size)
        return [*_ground(at), path("sign", pen), path("sample", _box(at))]

    return sample


def _badge(name: str) -> Sample:
    return lambda at: [*_ground(at), badge(name, at), path("sample", _box(at))]


def _hatched(at: Point) -> list[str]:
    pen = Pen()
    x, y = at
    for k in range(-6, 7):
        pen.polyline([(x + k * 4 - 4, y + 9), (x + k * 4 + 4, y - 9)])
    return [*_ground(at), path("hatch german", pen), path("sample", _box(at))]


def _ground(at: Point) -> list[str]:
    return [path("t-land", _box(at))]


def _box(at: Point) -> Pen:
    pen = Pen()
    (x, y), w, h = at, HALF_WIDTH, HALF_HEIGHT
    pen.polygon([(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)])
    return pen


def _wave(pen: Pen, at: Point) -> None:
    x, y = at
    pen.move((x - 24, y + 6))
    pen.quad((x - 12, y + 6), (x, y))
    pen.quad((x + 12, y - 6), (x + 24, y - 6))


_LINES: dict[str, Sample] = {
    **{look: _line(f"river-case {css(look)}", f"river {css(look)}") for look in RIVERS},
    **{look: _line(f"road-case {look[5:]}", f"road {look[5:]}") for look in ROADS},
    **{look: _line(f"rail {look[5:]}", f"ties {look[5:]}") for look in RAILS},
    "border": _line("border band", "border"),
    "coast": _line("coast"),
    "sea": _arm,
    "lake": _arm,
    "tidal": _tidal_arm,
    "bridge": _over_water("road-case main", "road main", "parapet"),
    "rail_bridge": _over_water("rail main", "ties main", "parapet rail-bridge"),
    "ferry": _over_water("ferry-case", "ferry"),
    "causeway": _causeway,
}
_ORDER = (
    "river_rhine", "river_major", "river_minor", "marsh_river", "canal", "tidal", "sea", "lake", "bridge",
    "rail_bridge", "ferry", "causeway", "road_main", "road_secondary", "rail_main", "rail_secondary", "border",
    "fort_major", "fort_minor", "fort_field",
)  # fmt: skip
