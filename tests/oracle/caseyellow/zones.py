"""Zones of control (9.1 to 9.4): who has one, where it reaches, whom it binds."""

from __future__ import annotations

from functools import lru_cache

from oracle.caseyellow.board import Board, Piece, held_tactical, other, tactical
from oracle.caseyellow.chart import GREAT


def exerters(board: Board, label: str, side: str) -> list[Piece]:
    """9.1a, 9.1b, 9.1c: those without a band; with a yellow one only if two divisions stand together."""
    here = board.there(label, side)
    divisions = sum(piece.size == "division" for piece in here)
    return [piece for piece in here if piece.band == "" or (piece.band == "yellow" and divisions >= 2)]


def crosses(board: Board, a: str, b: str) -> bool:
    """9.4a, 9.4c: a zone reaches over this hexside: no great river, into Forest only along a road."""
    chart, pair = board.chart, frozenset((a, b))
    if b not in chart.near(a) or chart.river.get(pair) in GREAT:
        return False
    return chart.terrain[b] != "forest" or pair in chart.roads


def shut(board: Board, label: str) -> bool:
    """9.4b: no zone reaches into a City, a Fortified Line or Defensive Works that stand."""
    return label in board.chart.cities or board.standing_fort(label) is not None or board.standing_works(label)


@lru_cache(maxsize=8192)
def covering(board: Board, label: str, side: str, ruined: bool = False) -> dict[str, int]:
    """The hexes from which a side's zones reach into a hex, with the highest rating of who exerts them.

    `ruined`: as if works in the hex had just fallen (R.10.9b.1).
    """
    if label in board.chart.cities or (not ruined and shut(board, label)):
        return {}
    found = {}
    for holder in board.chart.near(label):
        strong = exerters(board, holder, side) if crosses(board, holder, label) else []
        if strong:
            found[holder] = max(held_tactical(board, piece) for piece in strong)
    return found


def binds(board: Board, piece: Piece, label: str, ruined: bool = False) -> bool:
    """9.2a, 9.3a, 9.3b: enemy zones bind a unit, but not a yellow one rated higher than all who exert them."""
    ratings = covering(board, label, other(piece.side), ruined).values()
    if piece.yellow and piece.motorized:
        return any(rating >= tactical(piece) for rating in ratings)
    return bool(ratings)


def zone_hexes(board: Board, side: str) -> set[str]:
    """Every hex in the zones of a side."""
    holders = [label for label in board.stacks if exerters(board, label, side)]
    return {
        near
        for label in holders
        for near in board.chart.near(label)
        if crosses(board, label, near) and not shut(board, near)
    }
