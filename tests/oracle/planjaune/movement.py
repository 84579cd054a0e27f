"""5: movement, exploitation and reaction; 7a, 7c: who can overrun what; 11.1: trains. A plain search, step by step."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from oracle.planjaune import limits
from oracle.planjaune.board import Board, Piece, fits, other
from oracle.planjaune.ground import COUNTRY, RAIL, Hex, around, nearest, price, rail_neighbours
from oracle.planjaune.zones import covers, zones

BELGIUM = frozenset(h for h, country in COUNTRY.items() if country == "belgium")


class Memory(NamedTuple):
    """What was so when the phase began: the units in enemy zones, and the neutrals in contact."""

    zoned: frozenset[str]
    contact: frozenset[str]


class Arrival(NamedTuple):
    """How a unit gets to a hex: what it has spent by then, and whether it can go on."""

    cost: int
    stops: bool


def allowance(board: Board, piece: Piece) -> int:
    """5.2a, 8.2a, 8.2d, 10.2.interdict-start, 11.11, R.5.2a.1: halves multiply, and a half goes up."""
    points, halves = board.movement(piece), 0
    if piece.unsupplied and piece.motorized:
        halves += 1
    if piece.unsupplied and not piece.motorized:
        points -= 1
    halves += (board.phase == "exploitation") + piece.pinned + board.slowed(piece)
    return ceil(points / 2**halves)


def may_move(board: Board, piece: Piece, memory: Memory) -> bool:
    """5.1a, 5.2, 11.1c, R.1m.2: whether a unit may move in this phase at all."""
    if piece.has("airborne") or piece.moved or piece.railed or not limits.may_stir(board, piece, memory.contact):
        return False
    if board.phase == "foot":
        return not piece.motorized
    if board.phase == "motorized":
        return piece.motorized
    pinned_down = piece.side == "allied" and piece.id in memory.zoned  # 5.2c
    return piece.motorized and not piece.has("hq") and not piece.unsupplied and not pinned_down


def enters(board: Board, piece: Piece, a: Hex, b: Hex) -> int | None:
    """5.1b, R.11.4d.1: what hex, hexside and works cost, or None if the way is shut."""
    cost = price(a, b, piece.kind)
    if cost is None or board.held_by_enemy(b, piece.side):
        return None
    works = board.works(b)
    if works is not None and a in works.faces and works.side != piece.side:
        return None if works.value else cost + 1
    return cost


def reach(board: Board, piece: Piece, memory: Memory) -> dict[Hex, Arrival]:
    """5.1, 5.2, 11.7d, 12.1c: where a unit can stop."""
    if not may_move(board, piece, memory):
        return {}
    found = {
        h: arrival for h, arrival in _search(board, piece, memory).items() if h != piece.at and fits(board, [piece], h)
    }
    return {h: arrival for h, arrival in found.items() if h in _dutiful(board, piece, set(found))}


def _dutiful(board: Board, piece: Piece, goals: set[Hex]) -> set[Hex]:
    """12.1c, R.12.1c.1: into Belgium if it can be done now, else nearer."""
    if not limits.owes_belgium(board, piece):
        return goals
    return goals & BELGIUM or {h for h in goals if nearest(h, BELGIUM) < nearest(piece.at, BELGIUM)}


def _search(board: Board, piece: Piece, memory: Memory) -> dict[Hex, Arrival]:
    """Every hex that can be entered."""
    points = allowance(board, piece)
    best = {piece.at: Arrival(piece.spent, False)}
    waiting = [piece.at]
    while waiting:
        waiting.sort(key=lambda h: -best[h].cost)
        here = waiting.pop()
        first = here == piece.at and not piece.spent
        for n in around(here):
            more = _step(board, piece, memory, here, n, first=first)
            if more is None:
                continue
            cost = best[here].cost + more
            if first:
                cost = min(cost, points)  # 5.1g: then it takes all there is
            if cost > points or (n in best and best[n].cost <= cost):
                continue
            best[n] = Arrival(cost, _stops(board, piece, n))
            if not best[n].stops:
                waiting.append(n)
    return best


def _stops(board: Board, piece: Piece, h: Hex) -> bool:
    """5.1c, 10.2.interdict-enter, R.10.2.interdict-enter.1."""
    enemy = other(piece.side)
    return covers(board, h, enemy) or h in board.interdicted[enemy]


def _step(board: Board, piece: Piece, memory: Memory, a: Hex, b: Hex, *, first: bool) -> int | None:
    """5.1b, 5.1d, 5.1e, 5.1f, 11.7d: the points for one step, or None."""
    cost = enters(board, piece, a, b)
    if cost is None or limits.bars(board, piece, a, b):
        return None
    enemy = other(piece.side)
    leaving = covers(board, a, enemy)
    if leaving and b in zones(board, enemy) and not (piece.motorized and first and piece.id in memory.zoned):
        return None
    return cost + leaving + _crowd(board, piece, a, b, first=first)


def _crowd(board: Board, piece: Piece, a: Hex, b: Hex, *, first: bool) -> int:
    """11.7d, R.11.7d.1."""
    if piece.side == "german":
        return 0
    return (b in board.refugees) + (first and a in board.refugees)


def reaction_goals(board: Board, piece: Piece) -> set[Hex]:
    """5.3c, R.5.3c.1: one hex, whatever it costs."""
    enemy, found = other(piece.side), set[Hex]()
    for n in around(piece.at):
        if enters(board, piece, piece.at, n) is None or limits.bars(board, piece, piece.at, n):
            continue
        leaving = covers(board, piece.at, enemy)
        if leaving and not piece.motorized and covers(board, n, enemy):
            continue
        if fits(board, [piece], n):
            found.add(n)
    return found


def overrun_price(board: Board, piece: Piece, h: Hex) -> int | None:
    """7c, R.7c.1, 5.1d, 11.7d: terrain of the hex and its hexside, one more, and what leaving costs."""
    cost = price(piece.at, h, piece.kind)
    if cost is None:
        return None
    works = board.works(h)
    fortified = works is not None and piece.at in works.faces and works.side != piece.side
    leaving = piece.at in zones(board, other(piece.side))
    return cost + 1 + fortified + leaving + _crowd(board, piece, piece.at, h, first=not piece.spent)


def may_overrun(board: Board, piece: Piece, h: Hex, memory: Memory) -> bool:
    """7a, 7b, 8.2b, R.7a.1, R.7c.2: whether a unit can take part in an overrun of a neighbouring hex."""
    able = piece.motorized and piece.fights and not piece.unsupplied and not piece.railed and not piece.overran
    if not able or piece.id in memory.zoned or not limits.may_stir(board, piece, memory.contact):
        return False
    enemy = other(piece.side)
    stopped_by_zone = piece.spent and piece.at in zones(board, enemy)
    if stopped_by_zone and not board.options["R.7a.1"]:
        return False
    if piece.spent and piece.at in board.interdicted[enemy]:
        return False
    cost = overrun_price(board, piece, h)
    return cost is not None and piece.spent + cost <= allowance(board, piece)


def trains(board: Board, piece: Piece, memory: Memory) -> set[Hex]:
    """11.1, 10.2, R.10.2.interdict-start.1, R.11.1a.1: where a train takes a unit."""
    room = 2 - board.railed - board.points(piece) >= 0 or not board.points(piece)
    able = may_move(board, piece, memory) and not piece.spent and not piece.unsupplied and not board.marched
    enemy = other(piece.side)
    if board.phase not in ("motorized", "foot") or not (able and room) or piece.at in board.interdicted[enemy]:
        return set()
    if not _rail_open(board, piece, piece.at):
        return set()
    seen, waiting = {piece.at}, [piece.at]
    while waiting:
        h = waiting.pop()
        if h != piece.at and h in board.interdicted[enemy]:
            continue
        for n in rail_neighbours(h):
            if n not in seen and _rail_open(board, piece, n) and not limits.bars(board, piece, h, n):
                seen.add(n)
                waiting.append(n)
    goals = {h for h in seen - {piece.at} if fits(board, [piece], h)}
    return _dutiful(board, piece, goals)


def _rail_open(board: Board, piece: Piece, h: Hex) -> bool:
    """11.1d, 11.1e: own net, no enemy, and no enemy zone unless a friend is there."""
    if h not in RAIL or board.rails.get(h) != piece.side or board.stack(h, other(piece.side)):
        return False
    friends = [p for p in board.stack(h, piece.side) if p.id != piece.id]
    return bool(friends) or h not in zones(board, other(piece.side))
