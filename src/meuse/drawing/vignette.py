"""A piece of a game's map with the counters on it, as a small picture: what a game looks like, at its own scale."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Collection
from functools import lru_cache
from typing import TYPE_CHECKING

from meuse.counters import SIDES
from meuse.drawing.board import HEX
from meuse.drawing.layers import draw
from meuse.drawing.picture import painted
from meuse.drawing.position import centres, pieces
from meuse.drawing.style import Theme
from meuse.hexes import Point
from meuse.hexmap import Hex, HexMap

if TYPE_CHECKING:
    from meuse.game import Game

LEAST, ROOM = 5.0, 2.5
"""How many hexes a scene is wide at least, and how many more than what it shows."""

NEAR = 3
"""Hexes around a place that count when the liveliest is looked for."""


def vignette(game: Game, theme: Theme, size: tuple[int, int], hexes: float) -> bytes:
    """A PNG of this size in pixels, so many hexes wide, around the place where both sides stand closest."""
    return _cut_out(game, theme, size, hexes, liveliest(game))


def scene(game: Game, theme: Theme, size: tuple[int, int], at: Collection[Hex]) -> bytes:
    """A PNG of this size in pixels that shows these hexes, with some ground around them."""
    spots = [centres(game.state.map)[game.state.map.labels[h]] for h in at]
    (left, right), (top, bottom) = ((min(line), max(line)) for line in zip(*spots, strict=True))
    wide = max(right - left, (bottom - top) * size[0] / size[1]) / HEX
    return _cut_out(game, theme, size, max(LEAST, wide + ROOM), ((left + right) / 2, (top + bottom) / 2))


def _cut_out(game: Game, theme: Theme, size: tuple[int, int], hexes: float, middle: Point) -> bytes:
    drawing = _ground(game.state.map)
    width, height = hexes * HEX, hexes * HEX * size[1] / size[0]
    x, y = _inside(game.state.map, middle, width, height)
    box = f"{x - width / 2:.0f} {y - height / 2:.0f} {width:.0f} {height:.0f}"
    body = drawing[drawing.index(">") + 1 : drawing.rindex("</svg>")]
    laid = f'<g font-family="Source Sans Pro">{pieces(game)}</g>'
    whole = f'<svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="{box}">{body}{laid}</svg>'
    return painted(whole, theme, *size)


def liveliest(game: Game) -> Point:
    """The centre of the hex around which most units of the weaker side there stand, and of the other."""
    g = game.state
    held = [Count(h for u, h in enumerate(g.hex_of) if h >= 0 and g.scenario.side_of[u] is side) for side in SIDES]

    def life(h: Hex) -> tuple[int, int, int]:
        near = [sum(count for at, count in stacks.items() if g.map.distance(h, at) <= NEAR) for stacks in held]
        return min(near), max(near), -h

    best = max(range(len(g.map)), key=life)
    return centres(g.map)[g.map.labels[best]]


def _inside(hexmap: HexMap, middle: Point, width: float, height: float) -> Point:
    """The middle of a box of this size that stays on the hexes, as near to the wanted one as can be."""
    x, y = (
        min(max(wanted, min(line) + size / 2), max(min(line) + size / 2, max(line) - size / 2))
        for wanted, size, line in zip(middle, (width, height), zip(*centres(hexmap).values(), strict=True), strict=True)
    )
    return x, y


@lru_cache(maxsize=8)
def _ground(hexmap: HexMap) -> str:
    return draw(hexmap)
