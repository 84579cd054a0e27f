"""Where a unit may go at all: neutrals and nations (13), the mountain corps (15), boundaries (17), turn 0 (18)."""

from __future__ import annotations

from oracle.gdw1940.board import HOME, Board, Piece
from oracle.gdw1940.ground import ALLIED_GROUPS, COUNTRY, MAP, Hex

TURN_0 = ("E", "NE")
"""18.directions."""


def may_move(board: Board, piece: Piece) -> bool:
    """Whether a unit may move at all in this movement phase, however it moves."""
    if piece.disrupted or board.at_peace(piece):
        return False
    return board.turn > 0 or piece.side == "german" or _may_move_on_turn_0(board, piece)


def may_step(board: Board, piece: Piece, a: Hex, b: Hex) -> bool:
    """Whether a unit may go from a hex to the next in a movement phase, as far as these chapters have a say."""
    if board.turn == 0 and piece.side == "allied" and piece.pool != "swiss_border" and direction(a, b) not in TURN_0:
        return False
    return may_cross(board, piece, a, b)


def may_cross(board: Board, piece: Piece, a: Hex, b: Hex) -> bool:
    """The same for any voluntary step, an advance too (R.7.advance.where.1: without the limits of turn 0)."""
    if piece.side == "german":
        return not _geb_is_bound(board, piece) or COUNTRY[b] in ("germany", "switzerland")
    if board.is_neutral(COUNTRY[b]):
        return False  # 13.status.entry
    return _nation_may_enter(board, piece, a, b) and _boundary_allows(board, piece, a, b)


def direction(a: Hex, b: Hex) -> str:
    """The direction of a step: E, NE ..."""
    spots = MAP.grid.neighbours(MAP.grid.spot(a))
    return ("NE", "E", "SE", "SW", "W", "NW")[spots.index(MAP.grid.spot(b))]


def group_of(board: Board, piece: Piece) -> int:
    """16.allied.assign, 16.allied.bef: the army group of a unit; 0 if it has none (R.17.french.boundaries.1)."""
    if piece.army == "uk.bef":
        return 1
    return board.groups.get(piece.army, 0) if piece.nation == "french" else 0


def bound_to(board: Board, piece: Piece) -> int:
    """17.french.boundaries, 17.british.boundaries: the army group whose boundaries a unit may not cross now, or 0."""
    if piece.army == "uk.bef":
        return 0 if board.turn >= board.bef_free_from else 1
    return 0 if piece.army in board.released else group_of(board, piece)


def sector(hex_: Hex) -> int:
    """The Allied army group in whose area a hex lies."""
    return next(n for n, hexes in ALLIED_GROUPS.items() if hex_ in hexes)


def _may_move_on_turn_0(board: Board, piece: Piece) -> bool:
    """18.allied_move, 18.neutrals, 18.swiss_border, R.18.directions.1, R.20.belgian_alliance.1."""
    if piece.pool == "swiss_border":
        return True
    if piece.nation == "belgian":
        return bool(board.options["20.belgian_alliance"])
    return group_of(board, piece) == board.chosen_group


def _geb_is_bound(board: Board, piece: Piece) -> bool:
    """15.geb.limits, R.15.geb.limits.1."""
    return piece.has("mountain") and board.is_neutral("switzerland")


def _nation_may_enter(board: Board, piece: Piece, a: Hex, b: Hex) -> bool:
    home, there = HOME[piece.nation], COUNTRY[b]
    if piece.nation in ("dutch", "swiss"):  # 13.holland.leave, 13.switzerland.leave
        return there == home or COUNTRY[a] != home or piece.abroad
    if piece.nation == "belgian":  # 13.belgium.where, 13.belgium.france, R.13.belgium.where.1
        if there == "france":
            return board.belgian_cities_fell or COUNTRY[a] == "france"
        return there in ("belgium", "holland", "luxembourg", "germany")
    return True


def _boundary_allows(board: Board, piece: Piece, a: Hex, b: Hex) -> bool:
    """17.french.boundaries; R.17.french.boundaries.2: one that was forced out may come back, and go nowhere else."""
    group = bound_to(board, piece)
    return not group or sector(b) in (group, sector(a))
