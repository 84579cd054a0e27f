"""7 zones of control, and 3.3: who controls a hex."""

from __future__ import annotations

from functools import lru_cache

from oracle.manstein.board import Board, Piece
from oracle.manstein.chart import CITIES, NEAR, OBJECTIVES, Hex, all_sea, other


def exerts(board: Board, piece: Piece) -> bool:
    """7.0a: all ground units; R.7.0a.1: logistics units by choice; 18.2d: not one that has landed on enemies."""
    if not piece.ground or piece.opposed:
        return False
    return not piece.logistics or board.chosen("R.7.0a.1")


@lru_cache(maxsize=4)
def zones(board: Board, side: str) -> set[Hex]:
    """7.0a, 7.1a: the hexes next to the units of a side; 25.4b: of the Allies not into open cities."""
    found = {n for p in board.on_map(side) if exerts(board, p) for n in NEAR[p.at] if not all_sea(p.at, n)}
    return found - board.open_cities if side == "allied" else found


def sheltered(board: Board, hex_: Hex, side: str) -> bool:
    """7.1c: a fortress unit of a side in its intact fortress: there is no enemy zone in the hex."""
    return bool(board.fort(hex_, side)) and any(p.kind == "fortress" for p in board.ground(hex_, side))


@lru_cache(maxsize=4)
def feared(board: Board, side: str) -> set[Hex]:
    """7.1b: the hexes in an enemy zone for a side; 7.1c: but not its manned fortresses."""
    return {h for h in zones(board, other(side)) if not sheltered(board, h, side)}


def disputed(board: Board, hex_: Hex) -> bool:
    """27.1c: a city beyond a bridgehead is nobody's; R.27.1c.1: until its builders are in it."""
    return hex_ in CITIES and any(b.beyond == hex_ and not board.ground(hex_, b.side) for b in board.bridges)


def controls(board: Board, side: str, hex_: Hex) -> bool:
    """3.3: the side that entered it last; R.7.2a.1: a depot or victory hex in an enemy zone only while occupied."""
    if board.control.get(hex_) != side or disputed(board, hex_):
        return False
    if hex_ not in OBJECTIVES or board.ground(hex_, side):
        return True
    return hex_ not in feared(board, side)


def owned(board: Board, side: str) -> set[Hex]:
    """3.3a: the hexes that a side occupies with units that establish control (3.3c: not logistics units)."""
    return {p.at for p in board.on_map(side) if not p.logistics and not p.opposed}
