"""Overruns (10.3c): who may overrun which hex, and what a Bridgehead may be tried against (10.8)."""

from __future__ import annotations

from collections.abc import Sequence

from oracle.caseyellow.board import Board, Piece, allowance, other
from oracle.caseyellow.limits import closed_city, foreign, over_the_meuse
from oracle.caseyellow.movement import between, may_start, starts_together, step_cost
from oracle.caseyellow.odds import all_shifts, capped, combat, first_column, ratings
from oracle.caseyellow.supply import lines_of
from oracle.caseyellow.zones import binds


def overruns(board: Board, pieces: Sequence[Piece], target: str) -> bool:
    """10.3c: yellow units, German ones only unless the option lets the Allies too, singly or as a stack."""
    side = pieces[0].side
    if not board.options["overrun"] or (side == "allied" and not board.options["allied_overrun"]):
        return False
    if not all(piece.yellow and may_start(board, piece) for piece in pieces):
        return False
    together = starts_together(list(pieces)) or all(piece.id in board.moving for piece in pieces)
    if len(pieces) > 1 and not (board.options["stacks"] and together):
        return False
    if not good_place(board, pieces, target):
        return False
    return all(pays(board, piece, target) for piece in pieces) and strong_enough(board, pieces, target)


def good_place(board: Board, pieces: Sequence[Piece], target: str) -> bool:
    """10.3c.where, R.10.3c.where.2: no City, Marsh, Flooded, Fortified Line, works or port; no great river."""
    chart, start = board.chart, pieces[0].at
    if target not in chart.near(start) or not board.there(target, other(pieces[0].side)):
        return False
    figures, pair = chart.tables["overrun"], frozenset((start, target))
    if chart.terrain[target] in figures["forbidden"] or chart.river.get(pair) in figures["rivers"]:
        return False
    if board.standing_fort(target) is not None or board.standing_works(target) or target == board.port:
        return False
    if target in board.engaged or any(board.in_engagement(unit) for unit in board.there(target, other(pieces[0].side))):
        return False
    if len(pieces) > 1 and "forest" in (chart.terrain[start], chart.terrain[target]):
        return False
    return not any(
        closed_city(board, piece, target) or over_the_meuse(board, piece, start, target) for piece in pieces
    ) and not foreign(board, list(pieces), target)


def pays(board: Board, piece: Piece, target: str) -> bool:
    """10.3c.mp, R.10.3c.mp.2: the cost and one more out of what it has left; not from zone to zone."""
    cost = step_cost(board, piece, piece.at, target)
    if cost is None or piece.spent + cost + board.chart.tables["overrun"]["surcharge"] > allowance(piece):
        return False
    if binds(board, piece, piece.at) and binds(board, piece, target):
        return False
    return not between(board, piece, piece.at, target)


def strong_enough(board: Board, pieces: Sequence[Piece], target: str) -> bool:
    """10.3c.odds: a higher rating, and 6-1 with all shifts but Air Assets; a lone Attack Supply Unit bars nobody."""
    fight = combat(board, target, pieces)
    attack, defence = ratings(board, fight)
    if attack <= defence:
        return False
    if not fight.defenders:
        return True
    shifts = all_shifts(board, fight, lines_of(board, pieces[0].side))
    columns = board.chart.tables["crt"]["columns"]
    return first_column(board, fight) + capped(board, fight, shifts) >= columns.index(
        board.chart.tables["overrun"]["odds"]
    )
