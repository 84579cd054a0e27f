"""5, 6: zones of control and ZOC Bonds, worked out afresh whenever they are asked for."""

from __future__ import annotations

from collections.abc import Collection

from oracle.france40.board import Board, Piece
from oracle.france40.ground import Ground


def has_zone(board: Board, p: Piece) -> bool:
    """5.1.2, 5.3: HQs, Forts, entrained units, units in Full Retreat or in an Entry Hex have none."""
    return bool(p.at) and board.ground.played(p.at) and not (p.hq or p.fort or p.train or p.flees)


def zone(board: Board, side: str) -> set[str]:
    """5.1.1, R.18.3.3c.1: the hexes next to a unit with a zone, but not over sea nor into Entry Hexes."""
    key = ("zone", side)
    if key not in board.memory:
        board.memory[key] = {h for p in board.pieces.values() if p.side == side for h in zone_of(board, p)}
    found: set[str] = board.memory[key]
    return found


def zone_of(board: Board, p: Piece) -> set[str]:
    if not has_zone(board, p):
        return set()
    ground = board.ground
    return {n for n in ground.near[p.at] if not ground.sea(p.at, n) and ground.played(n)}


def anchors(board: Board, side: str) -> dict[str, int]:
    """6.1a: the hexes whose units in Good Order with a zone defend with two points or more."""
    strength: dict[str, int] = {}
    for p in board.pieces.values():
        if p.side == side and p.good and has_zone(board, p):
            strength[p.at] = strength.get(p.at, 0) + p.defence
    return {h: points for h, points in strength.items() if points >= 2}


class Bonds:
    """The bonds of one side: hexes and hexsides that no enemy enters or crosses.

    For a hexside are kept the hexes beside it through which the bond can run.
    """

    def __init__(self) -> None:
        self.hexes: set[str] = set()
        self.sides: dict[frozenset[str], set[str]] = {}

    def bar(self, a: str, b: str) -> bool:
        """6.2a, 6.3c: whether the step is closed to a unit that stands in a, and so keeps the bond out of a."""
        return b in self.hexes or b in self.sides.get(frozenset((a, b)), ())

    def cut(self, a: str, b: str) -> bool:
        """6.2d: whether a line is closed that runs from a to b, with nobody on it."""
        return b in self.hexes or frozenset((a, b)) in self.sides


def bonds(board: Board, side: str, without: Collection[str] = ()) -> Bonds:
    """6.1 to 6.6: all bonds of a side as things stand, or with some enemies of it off the map."""
    foes = frozenset(p.at for p in board.pieces.values() if p.at and p.side != side and p.id not in without)
    key = ("bonds", side, foes)
    if key not in board.memory:
        board.memory[key] = _bonds(board, side, foes)
    found: Bonds = board.memory[key]
    return found


def _bonds(board: Board, side: str, foes: Collection[str]) -> Bonds:
    ground, found = board.ground, Bonds()
    bases = anchors(board, side)
    for p in bases:
        for q, between, common in ground.partners[p]:
            passes = [s for s in common if s not in foes and _open(ground, p, s, q)] if q in bases else []
            if passes and between == 1:
                found.hexes.add(passes[0])
            elif passes and len(common) == 2:
                found.sides.setdefault(frozenset(common), set()).update(passes)
        for x, y, beyond in ground.edges[p]:
            passes = [s for s in (x, y) if s not in foes and ground.terrain[s] != "city" and not ground.sea(p, s)]
            if passes and edge_owner(board, beyond) == side:
                found.sides.setdefault(frozenset((x, y)), set()).update(passes)
    return found


def _open(ground: Ground, p: str, s: str, q: str) -> bool:
    """6.5.1e: whether a bond can run through s: no City, no sea, no two Major Rivers."""
    if ground.terrain[s] == "city" or ground.sea(p, s) or ground.sea(s, q) or not ground.played(s):
        return False
    return not (ground.major(p, s) and ground.major(s, q))


def edge_owner(board: Board, beyond: tuple[int, int]) -> str:
    """6.6.1b, 6.6.1c, R.6.6.1b.1: whose stretch of the map edge lies there."""
    ground = board.ground
    grid = ground.plan.grid
    if board.dynamo:
        return "german" if beyond[0] > ground.east or grid.col_row(beyond)[1] >= ground.south else "allied"
    label = grid.label(beyond)
    if label in ground.terrain:
        return board.owner_of_entry(label)
    around = ground.entries_around
    mine = ground.angle_of(grid.centre(beyond))
    before = [h for angle, h in around if angle <= mine] or [h for _, h in around]
    after = [h for angle, h in around if angle > mine] or [h for _, h in around]
    both = {board.owner_of_entry(before[-1]), board.owner_of_entry(after[0])}
    return "german" if both == {"german"} else "allied"
