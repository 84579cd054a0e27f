"""7.retreat and 7.advance: where a beaten unit may go, and where the victor may follow."""

from __future__ import annotations

from collections.abc import Collection

from oracle.gdw1940.board import Board, Piece, fits, other
from oracle.gdw1940.ground import NEAR, TABLES, Hex, distance, is_crossing, price
from oracle.gdw1940.limits import may_cross
from oracle.gdw1940.zones import movement_zones, zones


def length(piece: Piece) -> int:
    """7.retreat.two, 7.b_reservists."""
    return int(TABLES["retreat"]["b_reservists" if piece.has("b_reservists") else "others"])


def retreat_hexes(board: Board, piece: Piece, cleared: Collection[Hex]) -> set[Hex]:
    """Where a unit may end its retreat; nothing: it is eliminated (7.retreat.eliminated).

    R.7.retreat.two.1: exactly so many hexes, and so far away. 7.retreat.stacking, R.7.retreat.stacking.1: on from there
    by as few as possible if it may stop at none. R.7.retreat.owner.2: not in a hex that the same result clears.
    """
    open_hexes, wanted = _open_to_retreat(board, piece), length(piece)
    ends = {piece.at}
    for _ in range(wanted):
        ends = {b for a in ends for b in NEAR[a] if b in open_hexes and _passable(piece, a, b)}
    ends = {hex_ for hex_ in ends if distance(piece.at, hex_) >= wanted}
    seen = set(ends)
    while ends:
        goals = {
            hex_
            for hex_ in ends
            if distance(piece.at, hex_) >= wanted and fits(board, piece, hex_) and hex_ not in cleared
        }
        if goals:
            return goals
        ends = {b for a in ends for b in NEAR[a] if b in open_hexes and _passable(piece, a, b)} - seen
        seen |= ends
    return set()


def _open_to_retreat(board: Board, piece: Piece) -> set[Hex]:
    """7.retreat.territory, 7.retreat.zoc: the hexes through which a unit may retreat."""
    friendly = {hex_ for hex_, side in board.control.items() if side == piece.side}
    friendly = {hex_ for hex_ in friendly if not board.held_against(piece.side, hex_)}
    if piece.motorized:
        return friendly
    covered, friends = zones(board, other(piece.side)), {p.at for p in board.on_map(piece.side)}
    return {hex_ for hex_ in friendly if hex_ not in covered or hex_ in friends}


def _passable(piece: Piece, a: Hex, b: Hex) -> bool:
    """R.7.retreat.territory.1: no sea, no lake; a causeway is land."""
    return price(a, b, piece.kind, by_sea=False) is not None


def advance_hexes(board: Board, piece: Piece, vacated: Collection[Hex]) -> set[Hex]:
    """7.advance.where, 7.advance.limits, R.7.advance.where.1: one hex, into a vacated hex or one next to it."""
    near = set(vacated).union(*(NEAR[hex_] for hex_ in vacated))
    return {
        hex_
        for hex_ in NEAR[piece.at]
        if hex_ in near
        and not _enemy_in(board, piece, hex_)
        and _can_go(board, piece, hex_)
        and fits(board, piece, hex_)
        and may_cross(board, piece, piece.at, hex_)
    }


def _can_go(board: Board, piece: Piece, hex_: Hex) -> bool:
    if price(piece.at, hex_, piece.kind, by_sea=piece.side == "allied") is None:
        return False
    if not is_crossing(piece.at, hex_):
        return True
    return board.control.get(hex_) == piece.side and hex_ not in movement_zones(board, piece.side)  # 6.sea.restrict


def _enemy_in(board: Board, piece: Piece, hex_: Hex) -> bool:
    enemies = board.stack(hex_, other(piece.side))
    if piece.side == "german":
        return bool(enemies) or board.garrison(hex_) > 0
    return any(not p.has("parachute") for p in enemies)
