"""A game as a picture: its map, with the counters laid on it that a spectator sees."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from meuse.drawing.board import HEX
from meuse.drawing.counter import counter
from meuse.drawing.layers import draw, geometry
from meuse.drawing.pen import num
from meuse.drawing.picture import page, painted
from meuse.hexes import Point
from meuse.hexmap import HexMap
from meuse.report import UnitView

if TYPE_CHECKING:
    from meuse.game import Game

SIDE = 0.73 * HEX
"""The side of a counter on the drawing."""

PEEK, MOST = 9.5, 3
"""How far the lower counters of a stack stick out to the upper right, in hundredths of the side, and how many show."""


def draw_position(game: Game) -> str:
    """The game as SVG, a file by itself; this is what a notebook shows."""
    return _laid(_ground(game.state.map), game, "Helvetica, Arial, sans-serif")


def paint_position(game: Game, width: int) -> bytes:
    """The same as a PNG of this width in pixels."""
    return painted(_laid(_drawn(game.state.map), game, "Source Sans Pro"), "light", width)


def _laid(ground: str, game: Game, font: str) -> str:
    """The counters on a map."""
    start = ground.rindex("</svg>")
    return f'{ground[:start]}<g id="pieces" font-family="{font}">{pieces(game)}</g></svg>\n'


def pieces(game: Game) -> str:
    """The counters that a spectator sees, each stack on its hex."""
    where = centres(game.state.map)
    stacks: dict[str, list[UnitView]] = {}
    for unit in game.view().units:
        if unit.at in where:
            stacks.setdefault(unit.at, []).append(unit)
    return "".join(_stack(where[at], units) for at, units in sorted(stacks.items()))


@lru_cache(maxsize=8)
def centres(hexmap: HexMap) -> dict[str, Point]:
    """Where the hexes lie on the drawing, by their numbers."""
    return geometry(hexmap).centres


@lru_cache(maxsize=8)
def _ground(hexmap: HexMap) -> str:
    """The map under the counters: drawn once, since it never changes."""
    return page(hexmap)


@lru_cache(maxsize=8)
def _drawn(hexmap: HexMap) -> str:
    """The same without its style."""
    return draw(hexmap)


def _stack(centre: Point, units: list[UnitView]) -> str:
    """The counters of a hex, the first on top; from four on a disc has their number."""
    shown = units[:MOST]
    faces = [
        f'<g transform="translate({num(PEEK * k)} {num(-PEEK * k)})">{counter(unit)}</g>'
        for k, unit in reversed(list(enumerate(shown)))
    ]
    disc = (
        '<circle cx="4" cy="96" r="17" fill="#14110a" stroke="#fff" stroke-width="3"/>'
        f'<text x="4" y="103" font-size="19" font-weight="700" text-anchor="middle" fill="#fff">{len(units)}</text>'
    )
    x, y = (middle - SIDE / 2 for middle in centre)
    return (
        f'<g class="stack" font-weight="700" transform="translate({num(x)} {num(y)}) scale({SIDE / 100:.3f})">'
        f"{''.join(faces)}{disc if len(units) > MOST else ''}</g>"
    )
