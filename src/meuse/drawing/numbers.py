"""Hex numbers: one text a row, every digit set by itself, so that two thousand hexes need only a few elements."""

from __future__ import annotations

from meuse.drawing.board import HEX, Board
from meuse.drawing.ink import Ink
from meuse.drawing.pen import num
from meuse.drawing.places import NUMBER_COST
from meuse.drawing.svg import group
from meuse.hexes import Point
from meuse.hexmap import Hex

SIZE, DIGIT = 8.4, 4.25
"""Height of the figures, and the distance from one to the next."""


def numbers(board: Board) -> str:
    rows: dict[float, list[tuple[float, str]]] = {}
    for h in range(len(board.map)):
        x, y = spot(board, h)
        rows.setdefault(y, []).append((x, board.map.label(h)))
    return group("numbers", *(_row(y, sorted(hexes)) for y, hexes in sorted(rows.items())))


def spot(board: Board, h: Hex) -> Point:
    """Middle of the number on its baseline: in the top of the hex."""
    x, y = board.centre(h)
    up = HEX * 0.5 - 8.6 if board.grid.orientation == "flat" else HEX * 0.577 - 14.5
    return round(x, 1), round(y - up, 1)


def blacken_numbers(board: Board, ink: Ink) -> None:
    for h in range(len(board.map)):
        x, y = spot(board, h)
        ink.box((x - 2 * DIGIT, y - SIZE * 0.66, x + 2 * DIGIT, y), NUMBER_COST)


def _row(y: float, hexes: list[tuple[float, str]]) -> str:
    xs = " ".join(num(x + (k - 1.5) * DIGIT) for x, _ in hexes for k in range(4))
    return f'<text y="{num(y)}" x="{xs}">{"".join(label for _, label in hexes)}</text>'
