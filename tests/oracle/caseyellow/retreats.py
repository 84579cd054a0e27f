"""Retreats (11.4, 7.9e, 10.3c.result, 12.7b) and advances (11.5, 12.3): where a unit may go after a combat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from oracle.caseyellow.board import Board, Piece, other
from oracle.caseyellow.chart import GREAT
from oracle.caseyellow.limits import closed_city, foreign
from oracle.caseyellow.movement import ground_cost, passable_river
from oracle.caseyellow.stacking import has_room
from oracle.caseyellow.zones import binds

Way = tuple[str, ...]


def retreats(board: Board, piece: Piece, length: int) -> set[str]:
    """11.4b, 11.4c, 11.4d: where a unit may end its retreat."""
    full = [way for way in _ways(board, piece, (piece.at,), length) if _may_end(board, piece, way)]
    short = [way for way in _ways(board, piece, (piece.at,), 1) if length == 2 and _may_stop(board, piece, way)]
    return {way[-1] for way in _by_compass(board, piece, full + short)}


def _ways(board: Board, piece: Piece, way: Way, left: int) -> Iterator[Way]:
    """All ways of so many hexes, and of one more where a friend leaves no room at the end."""
    if left <= 0:
        yield way
    if left < 0 or (left == 0 and has_room(board, piece, way[-1])):
        return
    for b in board.chart.near(way[-1]):
        if b not in way and may_enter(board, piece, way[-1], b):
            yield from _ways(board, piece, (*way, b), left - 1)


def may_enter(board: Board, piece: Piece, a: str, b: str) -> bool:
    """11.4b: ground and rivers as in movement; no enemies, no zones in vacant hexes that bind the unit."""
    if ground_cost(board, piece, a, b) is None or not passable_river(board, piece, a, b):
        return False
    if board.there(b, other(piece.side)) or board.enemy_fort(b, piece.side):
        return False
    if foreign(board, [piece], b) or closed_city(board, piece, b):
        return False
    return bool(board.there(b, piece.side)) or not binds(board, piece, b)


def _may_end(board: Board, piece: Piece, way: Way) -> bool:
    """11.4b.path, 11.4b.overstack: with room, and if it is more than one hex not next to where it began."""
    if not has_room(board, piece, way[-1]):
        return False
    return len(way) == 2 or way[-1] not in board.chart.around[way[0]]


def _may_stop(board: Board, piece: Piece, way: Way) -> bool:
    """11.4c: behind a river, or in a town, a City, works or a Fortified Line that stand."""
    if len(way) != 2 or not has_room(board, piece, way[-1]):
        return False
    a, b = way
    return (
        frozenset((a, b)) in board.chart.river
        or b in board.chart.towns | board.chart.cities
        or board.standing_works(b)
        or board.standing_fort(b) is not None
    )


def _by_compass(board: Board, piece: Piece, ways: list[Way]) -> list[Way]:
    """11.4b.compass, R.11.4b.compass.1: those that keep the Retreat Compass in as many hexes as possible."""
    compass = board.chart.tables["compass"][piece.side]

    def astray(way: Way) -> int:
        return sum(board.chart.direction(a, b) not in compass for a, b in pairwise(way))

    least = min(map(astray, ways), default=0)
    return [way for way in ways if astray(way) == least]


def advances(board: Board, piece: Piece, vacated: str, taken: set[str] | None) -> set[str]:
    """11.5a, 11.5e, 11.5f: the vacated hex, and beyond it, for German yellow units in a German Combat Round, another.

    `taken`: second hexes in which units of this advance stand already; None where nobody gets so far.
    """
    if board.in_engagement(piece) or not _may_advance(board, piece, piece.at, vacated):
        return set()
    found = {vacated} if has_room(board, piece, vacated) else set()
    if taken is not None and piece.side == "german" and piece.yellow:
        found |= {b for b in board.chart.near(vacated) if b != piece.at and _second(board, piece, vacated, b, taken)}
    return found


def _may_advance(board: Board, piece: Piece, a: str, b: str) -> bool:
    """10.3a, 11.5d: ground and rivers as in movement; enemy zones do not matter."""
    if b not in board.chart.near(a) or foreign(board, [piece], b) or closed_city(board, piece, b):
        return False
    return ground_cost(board, piece, a, b) is not None and passable_river(board, piece, a, b)


def _second(board: Board, piece: Piece, a: str, b: str, taken: set[str]) -> bool:
    """11.5f.terrain: vacant, no Fortified Line, no flood; great rivers at crossings that are not interdicted."""
    if (
        (board.stacks.get(b) and b not in taken)
        or board.standing_fort(b) is not None
        or board.chart.terrain[b] == "flooded"
    ):
        return False
    pair = frozenset((a, b))
    if board.chart.river.get(pair) in GREAT and (pair not in board.chart.crossings or pair in board.interdicted):
        return False
    return _may_advance(board, piece, a, b) and has_room(board, piece, b)


def crosses_into(board: Board, piece: Piece, label: str) -> bool:
    """12.3a: a step like an advance over any river, into a hex without enemies."""
    if board.there(label, "allied") or ground_cost(board, piece, piece.at, label) is None:
        return False
    return has_room(board, piece, label)
