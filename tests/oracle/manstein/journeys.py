"""18 landings from the air, 26 airlift, 20.2 and 25.3 evacuation: leaving the ground, or the map."""

from __future__ import annotations

from oracle.manstein.board import Board, Piece
from oracle.manstein.chart import BRITISH_EDGE, CITIES, CLOSED, COUNTRY, PORTS, TABLES, TERRAIN, Hex, distance
from oracle.manstein.limits import active
from oracle.manstein.movement import allowance, interdicted, may_move
from oracle.manstein.supply import supported
from oracle.manstein.zones import controls


def airlift_at(board: Board, hex_: Hex) -> bool:
    """R.26.2.1: the airlift stands in a hex."""
    return any(p.kind == "airlift" and p.at == hex_ for p in board.pieces.values())


def may_land(board: Board, piece: Piece) -> bool:
    """18.0: the airborne corps, once in the game, instead of any other movement; 26.2: with the airlift."""
    if piece.kind != "airborne" or piece.id in board.landings or not piece.ready or piece.left >= 0:
        return False
    if board.chosen("26") and not airlift_at(board, piece.at):
        return False
    return may_move(board, piece)


def ready(board: Board, piece: Piece) -> bool:
    """18.0c: supported, in Germany, at the beginning of the Movement Segment; 26.1: air supply is not for landings."""
    return piece.kind == "airborne" and COUNTRY.get(piece.at) == "germany" and supported(board, piece)


def landing_hexes(board: Board, piece: Piece) -> set[Hex]:
    """18.0d: up to ten hexes away, wherever it could enter by normal movement, enemies apart; 28.1e."""
    if not may_land(board, piece):
        return set()
    far = int(TABLES["airborne"]["range"])
    land = {h for h, terrain in TERRAIN.items() if terrain not in CLOSED and not board.shut(h)}
    return {h for h in land if distance(piece.at, h) <= far} - {piece.at}


def carried(board: Board, piece: Piece) -> set[Hex]:
    """26.3a, 28.1d: from one German-controlled city to another, with the airlift."""
    corps = board.chosen("26") and piece.kind == "airborne"
    doctrine = piece.corps and piece.kind in ("infantry", "mountain") and board.flown_turn != board.turn
    if not corps and not (board.chosen("28.1d") and doctrine):
        return set()
    if piece.left >= 0 or not may_move(board, piece) or not airlift_at(board, piece.at):
        return set()
    fields = {h for h in CITIES if controls(board, "german", h) and not board.shut(h)}
    return fields - {piece.at} if piece.at in fields else set()


def ships_home(board: Board) -> set[str]:
    """20.2c, R.20.2c.1, R.20.2c.2: units of the evacuated command in Allied ports that are not bombed; none static."""
    if board.marker != "evac":
        return set()
    mine = [p for p in board.on_map("allied") if p.command in board.commands and not p.static]
    return {p.id for p in mine if p.at in PORTS and p.at not in board.bombed and controls(board, "allied", p.at)}


def leaves(board: Board, piece: Piece) -> bool:
    """25.3, R.25.3.1: any active Allied unit on the western edge, for one more movement factor."""
    if not board.chosen("25.3") or not board.evacuating or piece.side != "allied":
        return False
    if piece.at not in BRITISH_EDGE or not active(board, piece) or not may_move(board, piece):
        return False
    return piece.left < 0 or allowance(board, piece) >= 1 + (piece.at in interdicted(board, "allied"))
