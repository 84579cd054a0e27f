"""8 Supply: which sources a unit may use, and whether a line leads to one."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from oracle.gdw1940.board import HOME, Board, Piece, other
from oracle.gdw1940.ground import (
    EAST_EDGE,
    MAGINOT,
    NEAR,
    PARIS,
    SWISS_EDGES,
    WEST_EDGE,
    Hex,
    cities_of,
    price,
)
from oracle.gdw1940.zones import zones

FRENCH = PARIS | WEST_EDGE


def sources(board: Board, nation: str) -> frozenset[Hex]:
    """8.source: the sources of a nation, whoever holds them."""
    if nation == "german":
        return EAST_EDGE | cities_of("germany", "major_city")
    if nation in ("french", "british"):
        return FRENCH
    if nation == "swiss":
        return cities_of("switzerland") | SWISS_EDGES
    own = cities_of(HOME[nation], "major_city")
    return own if board.is_neutral(HOME[nation]) else own | FRENCH  # R.8.source.belgian.1


def is_supplied(board: Board, piece: Piece) -> bool:
    """8.line, 10.maginot.supply, R.8.judged.2: whether a unit on the map is in supply as things stand."""
    if board.at_peace(piece):
        return True
    if piece.side == "allied" and piece.at in MAGINOT:
        return True
    return bool(supplied_from(board, piece))


def supplied_from(board: Board, piece: Piece) -> set[Hex]:
    """8.line, 8.source.captured: the sources to which a line of the unit leads, over the hexes beyond its own."""
    open_hexes = open_to_lines(board, piece.side, piece.motorized)
    found, waiting = {piece.at}, [piece.at]
    while waiting:
        here = waiting.pop()
        for there in NEAR[here]:
            if there in open_hexes and there not in found and passable(piece, here, there):
                found.add(there)
                waiting.append(there)
    return {hex_ for hex_ in found & sources(board, piece.nation) if board.control.get(hex_) == piece.side}


@lru_cache(maxsize=16)
def open_to_lines(board: Board, side: str, motorized: bool) -> frozenset[Hex]:
    """8.line, 8.line.zoc: friendly hexes; for foot those without an enemy zone, or with a friend in them."""
    friendly = frozenset(hex_ for hex_, owner in board.control.items() if owner == side)
    if motorized:
        return friendly
    return friendly - (zones(board, other(side)) - {p.at for p in board.on_map(side)})


def passable(piece: Piece, a: Hex, b: Hex) -> bool:
    """8.line.terrain, R.8.line.1."""
    return price(a, b, piece.kind, by_sea=piece.side == "allied") is not None


def is_line(board: Board, piece: Piece, line: tuple[Hex, ...]) -> bool:
    """Whether this is a line of supply of the unit."""
    open_hexes = open_to_lines(board, piece.side, piece.motorized)
    steps = all(b in NEAR[a] and passable(piece, a, b) for a, b in pairwise(line))
    return line[0] == piece.at and steps and set(line[1:]) <= open_hexes and line[-1] in sources(board, piece.nation)
