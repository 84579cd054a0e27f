"""14, 4: how far a unit may advance after combat, and whether it may stay there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from oracle.france40.board import Board, Piece, other
from oracle.france40.ground import RESTRICTED, charts
from oracle.france40.movement import barred, gives_way
from oracle.france40.zones import bonds, zone


def longest(p: Piece) -> int:
    """14.2.1b."""
    chart = charts()["advance"]
    if p.heavy or p.oos:
        return int(chart["other"])
    return int(chart["mechanized"] if p.mech else chart["cavalry"] if p.cavalry else chart["other"])


def goals(board: Board, party: Sequence[Piece], hexes: int, vacated: str) -> set[str]:
    """14.2 to 14.5: every hex where the party can end its advance."""
    side, start = party[0].side, party[0].at
    left = min(hexes, *(longest(p) for p in party))
    ids = {p.id for p in party}
    walls = bonds(board, other(side), ids)
    feared = zone(board, other(side))
    found: set[str] = set()
    edge = {start}
    for n in range(left):
        following: set[str] = set()
        for a in edge:
            for b in board.ground.near[a]:
                if not _open(board, party, a, b) or (b != vacated and walls.bar(a, b)):
                    continue
                if board.ground.major(a, b) and n:
                    continue
                found.add(b)
                stops = b in feared and b != vacated
                if not (stops or board.ground.major(a, b) or board.ground.terrain[b] in RESTRICTED):
                    following.add(b)
        edge = following
    found.discard(start)
    return {h for h in found if fits([*(q for q in board.here(h, side) if q.id not in ids), *party])}


def _open(board: Board, party: Sequence[Piece], a: str, b: str) -> bool:
    """14.5a, 7.1d: ground that the party may enter, and no enemy in the way."""
    ground = board.ground
    if not ground.played(b) or any(barred(board, p, a, b) for p in party) or "ferry" in ground.between(a, b):
        return False
    return all(p.side == party[0].side or gives_way(p) for p in board.at.get(b, ()))


def fits(units: Iterable[Piece]) -> bool:
    """4.1, 4.3.1, 4.3.2: seven points; a division counts three at most; one small tank unit may be too much."""
    units = list(units)
    limit = charts()["limits"]["stacking"]
    tanks = [p for p in units if p.tank]
    if _points(units) <= limit:
        return True
    if len(tanks) != 1 or tanks[0].stacking > charts()["limits"]["tank_support"]:
        return False
    return bool(_points([p for p in units if p is not tanks[0]]) <= limit)


def _points(units: Sequence[Piece]) -> int:
    divisions: dict[str, int] = {}
    for p in units:
        name = p.division or p.id
        divisions[name] = divisions.get(name, 0) + p.stacking
    return sum(min(points, charts()["limits"]["division"]) for points in divisions.values())
