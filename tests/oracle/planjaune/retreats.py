"""6.3: where a stack can retreat."""

from __future__ import annotations

from oracle.planjaune import limits
from oracle.planjaune.board import Board, Piece, fits, other
from oracle.planjaune.ground import Hex, around, distance
from oracle.planjaune.movement import enters
from oracle.planjaune.supply import feeder, sources
from oracle.planjaune.zones import covers


def goes(piece: Piece) -> bool:
    """6.2.4c, R.6.2.4c.2: static units and paratroopers stay; headquarters go with the stack (R.1l.1)."""
    return not piece.has("static") and not piece.has("airborne")


def goals(board: Board, origin: Hex, side: str, length: int, *, roomy: bool = False) -> set[Hex]:
    """6.3a to 6.3d, R.6.3a.1, R.6.3b.1, R.6.3b.2: where the stack of a hex can end its retreat.

    With `roomy`, stacking is left out: who has lost steps may need less room.
    """
    movers = [p for p in board.stack(origin, side) if goes(p)]
    if not any(p.fights for p in movers):
        return set()
    edge = {origin}
    for step in range(1, length + 1):
        edge = {n for h in edge for n in around(h) if distance(origin, n) == step and _open(board, movers, h, n)}
    homes = sources(board, side, feeder(board, movers[0]))
    nearer = {h for h in edge if any(distance(h, s) < distance(origin, s) for s in homes)}
    return {h for h in nearer if roomy or fits(board, movers, h)}


def _open(board: Board, movers: list[Piece], a: Hex, b: Hex) -> bool:
    """6.3d, R.11.4d.1, R.12.2b.1: no enemies but headquarters, no works that defend themselves."""
    if board.garrison(b, movers[0].side):
        return False
    return all(enters(board, p, a, b) is not None and not limits.is_foreign(board, p, b) for p in movers)


def extra_losses(board: Board, side: str, way: list[Hex]) -> int:
    """6.3c, 10.2.interdict-retreat: a step for each hex in a zone that no friend negates, and for each bombed one."""
    enemy = other(side)
    through = [h for h in way if covers(board, h, enemy) and not _negated(board, side, h)]
    return len(through) + sum(h in board.interdicted[enemy] for h in way)


def _negated(board: Board, side: str, h: Hex) -> bool:
    return any(p.negates for p in board.stack(h, side))
