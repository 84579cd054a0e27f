"""5 whom a marker activates, and 6 stacking."""

from __future__ import annotations

from collections.abc import Collection

from oracle.manstein.board import Board, Piece
from oracle.manstein.chart import TERRAIN, Hex

GROUPS = ("HGA", "HGB", "HGC", "1AG", "2AG", "3AG")
"""R.5.8c.1: the army groups."""


def active(board: Board, piece: Piece) -> bool:
    """5.5, 5.8: whether a unit acts in this impulse."""
    if piece.side != board.playing or not piece.ground:
        return False
    if piece.command in board.commands or piece.id in board.corps:
        return True
    if piece.command != "Res":
        return False
    return piece.activated or (bool(board.commands & set(GROUPS)) and not piece.spent_reserve)


def nations_clash(board: Board, nations: Collection[str]) -> bool:
    """6.0e: Allied nations do not share a hex; 28.2f: French and British each may with Belgians."""
    some = set(nations)
    if len(some) < 2 or some == {"german"}:
        return False
    return not (board.chosen("28.2f") and some in ({"french", "belgian"}, {"british", "belgian"}))


def fits(board: Board, stack: Collection[Piece], hex_: Hex) -> bool:
    """6.1, 6.2, 6.3, 6.0e: whether these units of one side may stay together."""
    units = [p for p in stack if p.ground]
    if not units:
        return True
    side = units[0].side
    armies, corps = sum(p.army for p in units), sum(p.corps for p in units)
    if sum(p.logistics for p in units) > 1 or sum(p.static for p in units) > 1 or armies > 1:
        return False
    most = 1 if armies else 3 if side == "german" else 2
    if TERRAIN[hex_] == "rough":
        most = min(most, 3 if side == "german" and board.rough_for_three else 1)
    return corps <= most and not nations_clash(board, {p.nation for p in units})


def has_room(board: Board, piece: Piece, hex_: Hex) -> bool:
    """Whether a unit may stay in a hex with its friends there."""
    return fits(board, [*(p for p in board.ground(hex_, piece.side) if p.id != piece.id), piece], hex_)


def overstacked(board: Board) -> set[tuple[str, Hex]]:
    """6.0a: hexes that break a limit, with the side."""
    stacks = [(side, h) for h in board.stacks for side in ("german", "allied")]
    return {(side, h) for side, h in stacks if not fits(board, board.ground(h, side), h)}


def supernumerary(board: Board, side: str, hex_: Hex) -> set[str]:
    """6.5, R.6.5.1: the units that may be named as too many; never static ones.

    Where nations mix any of them may be named, beside a garrison those of other nations alone.
    """
    stack = board.ground(hex_, side)
    mobile = [p for p in stack if not p.static]
    if nations_clash(board, {p.nation for p in stack}):
        garrison = {p.nation for p in stack if p.static}
        return {p.id for p in mobile if p.nation not in garrison}
    return {p.id for p in mobile if eases(board, stack, p, hex_)}


def eases(board: Board, stack: list[Piece], piece: Piece, hex_: Hex) -> bool:
    """Whether a stack is nearer to its limits without a unit."""
    return faults(board, [p for p in stack if p.id != piece.id], hex_) < faults(board, stack, hex_)


def faults(board: Board, units: list[Piece], hex_: Hex) -> int:
    """How many units are too many by each limit, summed."""
    armies, corps = sum(p.army for p in units), sum(p.corps for p in units)
    side = units[0].side if units else ""
    most = 1 if armies else 3 if side == "german" else 2
    if TERRAIN[hex_] == "rough":
        most = min(most, 3 if side == "german" and board.rough_for_three else 1)
    return max(0, armies - 1) + max(0, corps - most) + max(0, sum(p.logistics for p in units) - 1)
