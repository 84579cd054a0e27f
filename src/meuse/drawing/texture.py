"""Texture of the ground: canopies, hachures, mounds, peaks, tufts, ditches.

Marks stand on one slightly disturbed lattice that spans the whole map, so that a wood of many hexes is one wood; they
keep off hexsides where the terrain changes and off everything else that is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from meuse.drawing.board import HEX, Board
from meuse.drawing.chance import between, chance
from meuse.drawing.ink import Ink
from meuse.drawing.pen import Pen
from meuse.drawing.svg import again, define, group, path
from meuse.hexes import Point, Spot

HALF = HEX / 2

Pens = dict[str, Pen]
"""Path data by class of the style sheet."""


class Mark(NamedTuple):
    """How a terrain is strewn: how many marks a hex, how far they stay from its edge, and what draws one."""

    per_hex: int
    inset: float
    draw: Callable[[Pens, Point, int], None]
    room: float = 3.0


def texture(board: Board, ink: Ink) -> str:
    pens: Pens = {}
    for spot, look in sorted(board.ground.items()):
        alike = _ALIKE.get(look, frozenset({look}))
        goes_on = [board.ground.get(near) in alike for near in board.grid.neighbours(spot)]
        for mark in MARKS.get(look, ()):
            _strew(pens, mark, board, spot, goes_on, ink)
    return group("texture", *elements(pens, ""))


def swatch(look: str, centre: Point, half_width: float, half_height: float) -> list[str]:
    """A sample of a texture in a box."""
    pens: Pens = {}
    for mark in MARKS.get(look, ()):
        for (x, y), seed in _lattice(centre, mark.per_hex):
            if abs(x - centre[0]) < half_width - mark.inset and abs(y - centre[1]) < half_height - mark.inset:
                mark.draw(pens, (x, y), seed)
    return list(elements(pens, f"sample-{look}-"))


def elements(pens: Pens, prefix: str) -> Iterator[str]:
    """The marks as elements; canopies throw a small shadow. The prefix keeps ids apart."""
    for css in sorted(pens, key=lambda name: (_ORDER.index(name), name)):
        if css.startswith("tree"):
            name = prefix + css.replace(" ", "-")
            yield define(name, pens[css])
            yield f'<use href="#{name}" class="shade {css}" transform="translate(1 1.3)"/>'
            yield again(name, css)
        else:
            yield path(css, pens[css])


def _strew(pens: Pens, mark: Mark, board: Board, spot: Spot, goes_on: list[bool], ink: Ink) -> None:
    """All marks of one kind in one hex; where the terrain goes on, up to the hexside."""
    centre = board.spot_centre(spot)
    directions = [_unit(centre, board.spot_centre(near)) for near in board.grid.neighbours(spot)]
    limits = [HALF if on else HALF - mark.inset for on in goes_on]
    for point, seed in _lattice(centre, mark.per_hex):
        x, y = point[0] - centre[0], point[1] - centre[1]
        inside = all(x * ux + y * uy <= limit for (ux, uy), limit in zip(directions, limits, strict=True))
        if inside and ink.bare(point, mark.room):
            mark.draw(pens, point, seed)


def _lattice(centre: Point, per_hex: int) -> Iterator[tuple[Point, int]]:
    """Disturbed lattice points around a hex, each with a number of its own."""
    step = HEX * math.sqrt(math.sqrt(3) / 2 / per_hex)
    reach = HEX * 0.6
    for j in range(math.floor((centre[1] - reach) / step), math.ceil((centre[1] + reach) / step) + 1):
        for i in range(math.floor((centre[0] - reach) / step) - 1, math.ceil((centre[0] + reach) / step) + 1):
            x = (i + (0.5 if j % 2 else 0.0) + between(-0.3, 0.3, i, j, 1)) * step
            y = (j + between(-0.3, 0.3, i, j, 2)) * step
            yield (x, y), i * 7919 + j


def _unit(a: Point, b: Point) -> Point:
    length = math.dist(a, b)
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


# -- the marks


def _canopy(kind: str) -> Callable[[Pens, Point, int], None]:
    def draw(pens: Pens, at: Point, seed: int) -> None:
        size = ("s", "m", "l")[int(chance(seed, 11) * 3)]
        pens.setdefault(f"{kind} {size}", Pen()).dot(at)

    return draw


def _hachures(pens: Pens, at: Point, seed: int) -> None:
    """A short slope: strokes that fan out downhill."""
    pen = pens.setdefault("hachure", Pen())
    x, y = at
    for k in range(4):
        lean = k - 1.5
        top = (x + lean * 3.0, y - 2 + abs(lean) * 0.9)
        pen.polyline([top, (top[0] + lean * 0.8, top[1] + between(3.8, 5.4, seed, k))])


def _stones(pens: Pens, at: Point, seed: int) -> None:
    """Broken ground: two or three short strokes."""
    pen = pens.setdefault("hachure", Pen())
    x, y = at
    for k in range(2 + int(chance(seed, 5) * 2)):
        pen.polyline([(x + k * 2.9 - 3, y), (x + k * 2.9 - 3.6, y + between(2.4, 3.6, seed, k))])


def _mound(pens: Pens, at: Point, seed: int) -> None:
    """A hill: its brow, and strokes down its shaded side."""
    x, y = at
    w = between(4.6, 6.2, seed, 1)
    brow = pens.setdefault("brow", Pen())
    brow.move((x - w, y + 2.5))
    brow.quad((x - w * 0.2, y - w * 1.05), (x + w, y + 2.5))
    pen = pens.setdefault("hachure", Pen())
    for k in range(3):
        top = (x + 0.6 + k * 1.7, y - 1.6 + k * 0.9)
        pen.polyline([top, (top[0] + 1.2 + k * 0.3, top[1] + 3.4)])


def _peak(pens: Pens, at: Point, seed: int) -> None:
    """A mountain: a ridge, dark on the side away from the light."""
    x, y = at
    w, h = between(5.0, 7.0, seed, 1), between(7.5, 10.5, seed, 2)
    shade = pens.setdefault("shade-side", Pen())
    shade.polygon([(x, y - h / 2), (x + w, y + h / 2), (x + w * 0.25, y + h / 2), (x - w * 0.12, y)])
    pens.setdefault("ridge", Pen()).polyline([(x - w, y + h / 2), (x, y - h / 2), (x + w, y + h / 2)])


def _tuft(pens: Pens, at: Point, seed: int) -> None:
    x, y = at
    pen = pens.setdefault("tuft", Pen())
    pen.polyline([(x - 5, y + 2), (x + 5, y + 2)])
    for dx, height in ((-2.5, 3.2), (0.0, between(4.2, 5.0, seed, 1)), (2.5, 3.2)):
        pen.polyline([(x + dx, y + 2), (x + dx * 1.25, y + 2 - height)])


def _flood(pens: Pens, at: Point, seed: int) -> None:
    """Standing water: two level strokes of unequal length."""
    x, y = at
    pen = pens.setdefault("flood", Pen())
    slip = between(-2.5, 2.5, seed, 1)
    pen.polyline([(x - 5.5, y), (x + 5.5, y)])
    pen.polyline([(x - 3 + slip, y + 2.8), (x + 3 + slip, y + 2.8)])


def _ditch(pens: Pens, at: Point, seed: int) -> None:
    """Drained land: a long ditch with a short one running into it."""
    x, y = at
    pen = pens.setdefault("ditch", Pen())
    pen.polyline([(x - 6.5, y), (x + 6.5, y)])
    dx = between(-4, 4, seed, 1)
    pen.polyline([(x + dx, y), (x + dx, y + 5)])


def _heather(pens: Pens, at: Point, seed: int) -> None:
    x, y = at
    pen = pens.setdefault("heather", Pen())
    w = between(1.6, 2.2, seed, 1)
    pen.polyline([(x - w, y - 1.6), (x, y + 1), (x + w, y - 1.6)])


MARKS: dict[str, tuple[Mark, ...]] = {
    "woods": (Mark(17, 4.5, _canopy("tree"), 2.0),),
    "wooded_rough": (Mark(20, 4.5, _canopy("tree-deep"), 2.0), Mark(4, 8.0, _hachures, 5.0)),
    "rough": (Mark(5, 8.0, _hachures, 5.0),),
    "broken": (Mark(7, 6.5, _stones, 3.5),),
    "hills": (Mark(5, 9.0, _mound, 5.0),),
    "mountain": (Mark(6, 9.0, _peak, 6.0),),
    "marsh": (Mark(6, 8.0, _tuft, 5.0),),
    "flooded": (Mark(4, 8.0, _tuft, 5.0), Mark(5, 8.0, _flood, 5.0)),
    "polder": (Mark(6, 8.5, _ditch, 5.5),),
    "heath": (Mark(12, 5.0, _heather),),
}

_ALIKE = {"woods": frozenset({"woods", "wooded_rough"})}
_SIZES = ("s", "m", "l")
_ORDER = (
    "ditch", "flood", "heather", "tuft", "brow", "hachure", "shade-side", "ridge",
    *(f"tree {size}" for size in _SIZES), *(f"tree-deep {size}" for size in _SIZES),
)  # fmt: skip
