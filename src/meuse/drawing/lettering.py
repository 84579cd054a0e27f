"""How wide lettering is, and the large lettering that belongs to no hex: seas, countries, forests, plateaus."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator

from meuse.drawing.board import HEX, Board
from meuse.drawing.ink import Box, Ink
from meuse.drawing.pen import num
from meuse.drawing.svg import escape_text
from meuse.hexes import Point
from meuse.mapfile import Lettering

_WIDTHS = {
    220: "'’", 240: " ", 300: "ijl.,", 330: "t-/()", 370: "fIJ", 430: "rs", 480: "cz", 510: "aegvy0123456789",
    540: "kox–S", 570: "dqFZ", 600: "bhnpuELPT", 640: "BCXY", 670: "AGKRV", 710: "DOQU&", 740: "N", 780: "wH",
    900: "mM", 960: "W",
}  # fmt: skip
_WIDTH = {letter: width / 1000 for width, letters in _WIDTHS.items() for letter in letters}
_BOLD = 1.05

REGION_SIZE = {"region": 20.0, "water": 20.0, "country": 24.0}
REGION_SPACING = {"region": 0.34, "water": 0.24, "country": 0.5}
REGION_COST = 1.4
NUDGE = 12.0
"""The steps by which large lettering looks for room."""


def width(words: str, size: float, spacing: float = 0.0) -> float:
    """How wide words are in the serif of the map, at this size and with this much space between letters (in em)."""
    plain = unicodedata.normalize("NFKD", words)
    letters = [letter for letter in plain if not unicodedata.combining(letter)]
    return sum(_WIDTH.get(letter, 0.62) + spacing for letter in letters) * size


def lettered(name: str) -> str:
    """A name as it stands on the map, without the word in brackets that tells it from another.

    >>> lettered("Selle (Nord)")
    'Selle'
    """
    return name.partition(" (")[0]


def bold_width(words: str, size: float) -> float:
    return width(words, size) * _BOLD


def large_lettering(board: Board, ink: Ink) -> list[str]:
    """Names across the map, spaced out; smaller lettering tries to keep off their letters."""
    return [_large(board, line, ink) for line in board.map.lettering]


def _large(board: Board, line: Lettering, ink: Ink) -> str:
    size = REGION_SIZE[line.style] * line.size
    at = _best_spot(board, line, ink, size)
    for box in _letters(line, at, size):
        ink.box(box, REGION_COST)
    turn = f" rotate({num(line.angle)})" if line.angle else ""
    return (
        f'<text class="lab area {line.style}" font-size="{num(size)}"'
        f' transform="translate({num(at[0])} {num(at[1])}){turn}">{escape_text(line.text)}</text>'
    )


def _best_spot(board: Board, line: Lettering, ink: Ink, size: float) -> Point:
    """Where the sheet of the map wants the name, or a little beside it if fewer signs and numbers are hit there."""
    x, y = board.centre(board.map.hex(line.at))
    x, y = x + line.offset[0] * HEX, y + line.offset[1] * HEX
    steps = [(i * NUDGE, j * NUDGE) for i in range(-3, 4) for j in range(-3, 4)]
    spots = {_on_paper(board, line, (x + dx, y + dy), size): math.hypot(dx, dy) for dx, dy in steps}
    return min(spots, key=lambda at: (_hurt(ink, line, at, size) + spots[at] * 0.6, at))


def _hurt(ink: Ink, line: Lettering, at: Point, size: float) -> float:
    return sum(ink.cost(box) for box in _letters(line, at, size))


def _on_paper(board: Board, line: Lettering, at: Point, size: float) -> Point:
    """The middle of the name, moved inward if an end of it would be cut off."""
    half = width(line.text, size, REGION_SPACING[line.style]) / 2 + 12
    across = half * abs(math.cos(math.radians(line.angle)))
    down = half * abs(math.sin(math.radians(line.angle))) + size
    x = min(max(at[0], board.left + across), board.right - across)
    y = min(max(at[1], board.top + down), board.bottom - down)
    return x, y


def _letters(line: Lettering, at: Point, size: float) -> Iterator[Box]:
    """The box of each letter."""
    spacing = REGION_SPACING[line.style]
    cos, sin = math.cos(math.radians(line.angle)), math.sin(math.radians(line.angle))
    run = -width(line.text, size, spacing) / 2
    for letter in line.text:
        wide = width(letter, size)
        mid = run + wide / 2
        x, y = at[0] + cos * mid + sin * size * 0.33, at[1] + sin * mid - cos * size * 0.33
        if letter.strip():
            yield x - wide / 2, y - size * 0.36, x + wide / 2, y + size * 0.36
        run += wide + spacing * size
