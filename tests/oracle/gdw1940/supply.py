"""8 Supply: which sources a unit may use, and whether a line leads to one."""

from __future__ import annotations

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
    """8.line, 8.line.zoc, 8.line.terrain, 8.source.captured: the sources to which a line of the unit leads."""
    covered = set() if piece.motorized else zones(board, other(piece.side))
    friends = {p.at for p in board.on_map(piece.side)}

    def open_to_lines(hex_: Hex) -> bool:
        return board.control.get(hex_) == piece.side and (hex_ not in covered or hex_ in friends)

    if not open_to_lines(piece.at):
        return set()
    found, waiting = {piece.at}, [piece.at]
    while waiting:
        here = waiting.pop()
        for there in NEAR[here]:
            passable = price(here, there, piece.kind, by_sea=piece.side == "allied") is not None  # R.8.line.1
            if there not in found and passable and open_to_lines(there):
                found.add(there)
                waiting.append(there)
    return found & sources(board, piece.nation)
