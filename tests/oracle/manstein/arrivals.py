"""13 reinforcements, 14 refit, 16 air units and bombs."""

from __future__ import annotations

from oracle.manstein.board import Board, Piece
from oracle.manstein.chart import (
    BRITISH_EDGE,
    CITIES,
    COUNTRY,
    DEPOTS,
    EAST_EDGE,
    FRENCH_EDGES,
    HOME,
    PORTS,
    TABLES,
    TERRAIN,
    Hex,
    other,
)
from oracle.manstein.supply import supported
from oracle.manstein.zones import controls, feared


def due(board: Board, piece: Piece) -> bool:
    """13.2a, 13.2c, R.13.2b.1: its turn has come and its command acts, reserves in any impulse; 3.7c."""
    if piece.side != board.playing or piece.at not in ("track", "replaced") or not piece.ground:
        return False
    if HOME[piece.nation] in board.surrendered or piece.arrives > board.turn:
        return False
    return piece.command == "Res" or piece.command in board.commands


EDGES = {"german": EAST_EDGE, "british": BRITISH_EDGE, "french": FRENCH_EDGES}
"""13.3: the map edges over which reinforcements come."""


def entries(board: Board, piece: Piece) -> set[Hex]:
    """13.3, 13.4: depots of one's country and edges, controlled, and in no enemy zone; 25.2: ports for the British."""
    doors = {h for h in DEPOTS - board.bombed if COUNTRY[h] == HOME[piece.nation]}
    doors |= EDGES.get(piece.nation, frozenset())
    if piece.nation == "british" and board.chosen("25.2") and ships_rest(board):
        doors |= PORTS - board.bombed
    shy = feared(board, piece.side)
    free = {h for h in doors if h not in shy and not board.foes(h, piece.side) and not board.shut(h)}
    return {h for h in free if controls(board, piece.side, h) and not closed_city(board, piece, h)}


def closed_city(board: Board, piece: Piece, hex_: Hex) -> bool:
    """25.4b: no Allied ground unit enters an open city."""
    return piece.side == "allied" and hex_ in board.open_cities


def ships_rest(board: Board) -> bool:
    """25.2: the naval unit has not been used in this turn."""
    return any(p.kind == "naval" and p.at == "available" for p in board.pieces.values())


def price(board: Board, piece: Piece) -> int:
    """14.3b, 14.3d: the points for a step."""
    if not piece.ground:
        return int(TABLES["refit"]["air"])
    zone = piece.at in feared(board, piece.side)
    return int(TABLES["refit"]["step_in_zone" if zone else "step"])


def refitted(board: Board, side: str) -> set[str]:
    """14.3: reduced units with a line, and reduced air units, that the points of their nation pay for."""
    reduced = [p for p in board.pieces.values() if p.side == side and 0 < p.steps < p.whole]
    return {p.id for p in reduced if can_refit(board, p) and price(board, p) <= board.points[p.nation]}


def can_refit(board: Board, piece: Piece) -> bool:
    """14.3b, 14.3d, 15.5e: ground units on the map and supported; air units in play."""
    if piece.ground:
        return piece.on_map and supported(board, piece)
    return piece.kind == "air" and (piece.on_map or piece.at in ("available", "utilized"))


def replaced(board: Board, side: str) -> set[str]:
    """14.3c: eliminated logistics units; 3.7c: not of a country that has surrendered."""
    dead = [p for p in board.pieces.values() if p.side == side and p.logistics and p.at == "eliminated"]
    alive = [p for p in dead if HOME[p.nation] not in board.surrendered]
    return {p.id for p in alive if board.points[p.nation] >= int(TABLES["refit"]["logistics"])}


def aircraft(board: Board, side: str) -> list[Piece]:
    """16.1, 16.0, R.16.1.1: those that can be activated: in play, not put away, each once in an impulse."""
    if flights_allowed(board) <= len(board.flown):
        return []
    mine = [p for p in board.pieces.values() if p.side == side and p.kind in ("air", "airlift")]
    return [p for p in mine if (p.on_map or p.at == "available") and p.id not in board.flown]


def air_goals(board: Board, piece: Piece) -> set[Hex]:
    """16.1, 16.3: anywhere, one of a side in a hex; 26.0b: airlift beside one, not where enemy aircraft are."""
    full = {h for h, stack in board.stacks.items() if any(crowds(p, piece) for p in stack)}
    return {h for h in TERRAIN if not board.shut(h)} - full - {piece.at}


def crowds(there: Piece, piece: Piece) -> bool:
    """16.3, 26.0b: whether a counter in a hex keeps an air unit out."""
    if there.side != piece.side:
        return piece.kind == "airlift" and there.kind == "air"
    return there.kind == piece.kind


def flights_allowed(board: Board) -> int:
    """5.1, 23.0, 28.2b: the air units that a marker activates."""
    most = int(board.marker_row().get("air", 0))
    return 2 if board.chosen("28.2b") and board.marker in ("1AG", "2AG", "3AG") else most


def may_bomb(board: Board, side: str, hex_: Hex) -> bool:
    """16.9a: a city in an enemy country without friendly units; R.16.9b.1: and no enemy air unit left."""
    enemy = {"german": ("germany",), "allied": ("france", "belgium", "netherlands", "luxembourg")}[other(side)]
    if hex_ not in CITIES or COUNTRY[hex_] not in enemy or board.ground(hex_, side):
        return False
    return not any(p.kind == "air" and p.side != side for p in board.stacks.get(hex_, ()))
