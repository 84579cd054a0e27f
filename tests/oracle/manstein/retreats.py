"""11 retreat after combat, 6.5 pushing back, and 12 pursuit."""

from __future__ import annotations

from collections.abc import Iterator

from oracle.manstein.board import Board, Piece
from oracle.manstein.chart import NEAR, TABLES, Hex, distance
from oracle.manstein.limits import has_room
from oracle.manstein.movement import may_enter
from oracle.manstein.supply import cut_off, depots, ports, relays, sustained
from oracle.manstein.zones import feared

Path = tuple[Hex, ...]


def homes(board: Board, piece: Piece) -> set[Hex]:
    """R.11.1b.1: the logistics sources that a unit could use: depots, ports, and unless it is one logistics units."""
    found = set() if piece.logistics else {p.at for p in relays(board, piece)}
    if piece.nation == "british":
        return found | ports(board)
    return found | depots(board, piece.nation) | (ports(board) if piece.nation == "french" else set())


def away(hex_: Hex, sources: set[Hex]) -> int:
    return min((distance(hex_, s) for s in sources), default=0)


def walks(board: Board, piece: Piece, length: int, homeward: bool) -> list[Path]:
    """11.1, R.11.1e.1, R.11.1e.2: every way of a retreat, to where it may or must end; 17.0f: at a fortress too."""
    sources = homes(board, piece) if homeward else set()
    return list(walk(board, piece, length, (piece.at,), sources))


def walk(board: Board, piece: Piece, length: int, path: Path, sources: set[Hex]) -> Iterator[Path]:
    start, here, gone = path[0], path[-1], len(path) - 1
    if gone and has_room(board, piece, here):
        if gone >= length and distance(start, here) >= length:
            yield path
            return
        if length > 1 and board.fort(here, piece.side):
            yield path
    if gone < LONGEST:
        for n in onward(board, piece, length, path, sources):
            yield from walk(board, piece, length, (*path, n), sources)


LONGEST = 10
"""No way of a retreat that is looked at is longer: the crowds of this game end sooner."""


def onward(board: Board, piece: Piece, length: int, path: Path, sources: set[Hex]) -> list[Hex]:
    """11.1b: the hexes that come next: none that is farther from supply, unless there are no others; R.11.1b.1: from
    a source every hex is farther.

    11.1f, R.11.1e.2: as far as the result goes each is one farther from the battle; 11.1f2: none is entered twice.
    """
    here, gone = path[-1], len(path) - 1
    straight = [n for n in NEAR[here] if gone >= length or distance(path[0], n) == gone + 1]
    valid = [n for n in straight if n not in path and may_enter(board, piece, here, n)]
    far = away(here, sources)
    return [n for n in valid if far and away(n, sources) <= far] or valid


def goals(board: Board, piece: Piece, length: int) -> dict[Hex, int]:
    """11.1b, R.11.1b.2: where a unit retreats to, homeward if it can, else anywhere; with the steps that it costs."""
    paths = walks(board, piece, length, homeward=True)
    full = [p for p in paths if len(p) > length and distance(p[0], p[-1]) >= length]
    if not full:
        paths += walks(board, piece, length, homeward=False)
    return cheapest(board, piece, paths)


def cheapest(board: Board, piece: Piece, paths: list[Path]) -> dict[Hex, int]:
    """7.2e, 11.1h: a step for every hex in an enemy zone."""
    shy, found = feared(board, piece.side), dict[Hex, int]()
    for path in paths:
        price = sum(h in shy for h in path[1:])
        found[path[-1]] = min(price, found.get(path[-1], 9))
    return found


def pushes(board: Board, piece: Piece) -> set[Hex]:
    """6.5, R.6.5.2: one hex to where there is room; only without such a hex on as in 11.1."""
    for homeward in (True, False):
        near = {p[-1] for p in walks(board, piece, 1, homeward) if len(p) == 2}
        if near:
            return near
    return set(goals(board, piece, 1))


def pursuits(board: Board, piece: Piece, vacated: Hex, overrun: int) -> set[Hex]:
    """12.1, 12.2: first where the enemy was, then in any direction; 15.5d, 15.6, 26.3a."""
    if piece.static or piece.flown or cut_off(board, piece):
        return set()
    far = int(TABLES["pursuit"]["german_mech" if piece.mech and piece.side == "german" else "others"])
    far += overrun if piece.mech else 0
    if not sustained(board, piece):
        far = min(far, int(TABLES["pursuit"]["unsupported"]))
    if not may_enter(board, piece, piece.at, vacated):
        return set()
    found, edge = {vacated}, {vacated}
    for _ in range(far - 1):
        edge = {n for h in edge for n in NEAR[h] if may_enter(board, piece, h, n) and n not in found}
        found |= edge
    return found
