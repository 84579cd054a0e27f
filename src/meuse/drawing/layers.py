"""The whole drawing: all layers in their order, from the ground up to the frame."""

from __future__ import annotations

import msgspec

from meuse.drawing.board import HEX, MARGIN, Board
from meuse.drawing.coast import shores
from meuse.drawing.forts import fort_points, forts
from meuse.drawing.frame import border_lines, entries, hatching, title, veil
from meuse.drawing.ground import CITIES, ashore, city, ground
from meuse.drawing.ink import Ink
from meuse.drawing.legend import legend
from meuse.drawing.lettering import large_lettering
from meuse.drawing.network import Bend, sample
from meuse.drawing.numbers import blacken_numbers, numbers
from meuse.drawing.pen import Pen, num
from meuse.drawing.places import blacken_signs, names, places
from meuse.drawing.rivernames import river_names
from meuse.drawing.rivers import border, border_network, named_waters, river_network, rivers
from meuse.drawing.svg import group, path, rectangle
from meuse.drawing.texture import texture
from meuse.drawing.ways import causeway_network, rail_network, rails, road_network, roads
from meuse.hexes import Orientation, Point
from meuse.hexmap import HexMap

LAYERS = (
    "ground", "texture", "border", "city", "hexlines", "rail", "rivers", "roads", "forts", "numbers", "places",
    "labels", "frame",
)  # fmt: skip
"""Bottom to top; each is a group with this id."""

GROUND = 4
"""So many of them are ground; hexes, lines and lettering are above."""

COSTS = {"river": 3.0, "road": 1.2, "rail": 0.8, "border": 0.9, "causeway": 2.0, "fort": 3.0, "city": 0.5}
"""What it hurts to letter over a line."""


class Geometry(msgspec.Struct, frozen=True):
    """Where the hexes lie on the drawing, for whoever has to find the hex under a click."""

    width: float
    height: float
    orientation: Orientation
    hex: float
    """Between the centres of neighbouring hexes."""
    centres: dict[str, Point]
    """By the number of the hex."""


class Sheet(msgspec.Struct, frozen=True):
    """The drawing in two halves, so that something can be shown on the ground and below all lines and lettering."""

    width: float
    height: float
    below: str
    above: str


def draw(hexmap: HexMap) -> str:
    """The map as SVG: a few elements in named layers, without any colour of its own."""
    board = Board(hexmap)
    key, foot = legend(board)
    width, height = _size(board, foot)
    layers = "".join(_layers(board))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="0 0 {num(width)} {num(height)}">'
        f'<defs>{_neatline(board)}</defs><g class="sheet">'
        f'{rectangle("paper", 0, 0, width, height)}<g clip-path="url(#neatline)">{layers}</g>{_frame(board, key)}'
        "</g></svg>\n"
    )


def sheet(hexmap: HexMap) -> Sheet:
    """The same as two groups of class `sheet`, for a drawing of somebody's own; with the frame, without the key."""
    board = Board(hexmap)
    width, height = _size(board, board.bottom)
    layers = _layers(board)
    ground, lines = ("".join(part) for part in (layers[:GROUND], layers[GROUND:]))
    paper = rectangle("paper", 0, 0, width, height)
    below = f'<defs>{_neatline(board)}</defs>{paper}<g clip-path="url(#neatline)">{ground}</g>'
    above = f'<g clip-path="url(#neatline)">{lines}</g>{_frame(board, [])}'
    return Sheet(width, height, f'<g class="sheet">{below}</g>', f'<g class="sheet">{above}</g>')


def geometry(hexmap: HexMap) -> Geometry:
    board = Board(hexmap)
    width, height = _size(board, legend(board)[1])
    centres = {hexmap.label(h): _tenths(board.centre(h)) for h in range(len(hexmap))}
    return Geometry(round(width, 1), round(height, 1), board.grid.orientation, HEX, centres)


def _neatline(board: Board) -> str:
    box = rectangle("", board.left, board.top, board.right - board.left, board.bottom - board.top)
    return f'<clipPath id="neatline">{box}</clipPath>'


def _frame(board: Board, key: list[str]) -> str:
    return group("frame", *entries(board), *border_lines(board), *title(board), *key)


def _layers(board: Board) -> list[str]:
    """Everything below the frame. Lettering is set first, so that texture can leave room for it."""
    bends = {
        "river": list(river_network(board).bends()),
        "border": list(border_network(board).bends()),
        "road": list(road_network(board).bends()),
        "rail": list(rail_network(board).bends()),
        "causeway": list(causeway_network(board).bends()),
    }
    coast = shores(board)
    ink = _ink(board, bends)
    lettering = [*large_lettering(board, ink), *names(board, ink), *river_names(board, named_waters(board), ink)]
    return [
        ground(board, coast),
        texture(board, ink),
        border(bends["border"]),
        city(board),
        _hex_lines(board),
        rails(bends["rail"]),
        ashore(board, coast),
        rivers(board, bends["river"]),
        roads(board, bends["road"], bends["causeway"]),
        forts(board),
        numbers(board),
        places(board),
        group("labels", *lettering),
    ]


def _ink(board: Board, bends: dict[str, list[Bend]]) -> Ink:
    """What lettering has to keep away from."""
    ink = Ink()
    for kind, lines in bends.items():
        ink.dots((point for bend in lines for point in sample(bend, 5)), COSTS[kind])
    ink.dots(fort_points(board), COSTS["fort"])
    for h in board.hexes_with(*CITIES):
        x, y = board.centre(h)
        ink.box((x - 20, y - 20, x + 20, y + 20), COSTS["city"])
    blacken_numbers(board, ink)
    blacken_signs(board, ink)
    return ink


def _hex_lines(board: Board) -> str:
    pen = Pen()
    for side in range(len(board.map.sides)):
        pen.polyline([board.point(corner) for corner in board.ends(side)])
    return group("hexlines", veil(board), *hatching(board), path("hexes", pen))


def _size(board: Board, foot: float) -> tuple[float, float]:
    return board.right + MARGIN, foot + MARGIN / 2


def _tenths(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)
