"""Stacking (8.3, 8.6, 13.5): which units may stand together."""

from __future__ import annotations

from collections.abc import Sequence

from oracle.caseyellow.board import Board, Piece


def fits(pieces: Sequence[Piece]) -> bool:
    """8.3a, 8.3b, 8.3c, R.8.3c.1: two larger units, one of them a corps, no wheels beside it; and a few small ones."""
    corps = [piece for piece in pieces if piece.size == "corps"]
    divisions = [piece for piece in pieces if piece.size == "division"]
    small = sum(piece.size == "small" for piece in pieces)
    if len(corps) > 1 or len(corps) + len(divisions) > 2:
        return False
    if corps and any(piece.motorized for piece in divisions):
        return False
    return small <= {0: 3, 1: 2, 2: 1}[len(corps) + len(divisions)]


def friends(board: Board, pieces: Sequence[Piece], label: str) -> bool:
    """8.6a: Dutch and Belgians never; 8.6c, 13.5.1: French and British from the scenario's turn on, or at the port."""
    nations = {piece.nation for piece in pieces}
    if {"dutch", "belgian"} <= nations:
        return False
    if not {"french", "british"} <= nations:
        return True
    return board.turn >= board.chart.rules["anglo_french_from"] or (
        bool(board.port) and (label == board.port or label in board.chart.around[board.port])
    )


def legal(board: Board, pieces: Sequence[Piece], label: str) -> bool:
    """8.4, 13.5.3: whether a stack may stay; in the Dynamo port it may be as large as it likes."""
    return friends(board, pieces, label) and (label == board.port or fits(pieces))


def has_room(board: Board, piece: Piece, label: str) -> bool:
    """8.4: whether a unit may join its friends in a hex."""
    beside = [unit for unit in board.there(label, piece.side) if unit.id != piece.id]
    return legal(board, [*beside, piece], label)
