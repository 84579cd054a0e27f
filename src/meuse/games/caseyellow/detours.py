"""13.5.2: ways that nobody has written lead around the Dynamo port, where units of two steps are reduced."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from meuse.counters import Side, Unit
from meuse.games.caseyellow.board import CaseYellow
from meuse.hexmap import Hex
from meuse.mechanics.hexsets import column
from meuse.mechanics.reach import Mover, Reach, Ways, swift_reach, union


def detour(
    g: CaseYellow, units: Sequence[Unit], left: int, found: Reach, goal: Hex, mover: Callable[[], Mover]
) -> Reach:
    """13.5.2: what units reach without the port, if their way to a goal leads through it and another one is open."""
    if not would_be_reduced(g, units) or g.port not in found.path(goal)[:-1]:
        return found
    around = swift_reach(found.start, left, PastPort(g, mover()))
    return around if goal in around.cost else found


def would_be_reduced(g: CaseYellow, units: Sequence[Unit]) -> bool:
    """13.5.2: whether the port would cost any of some units a step."""
    return g.port >= 0 and any(g.side(u) is Side.ALLIED and g.steps[u] > 1 for u in units)


class PastPort:
    """How units move that keep out of the Dynamo port; see reach.Mover."""

    def __init__(self, g: CaseYellow, mover: Mover) -> None:
        self._port, self._mover = g.port, mover
        self.ways: Ways = mover.ways
        self.special = union(mover.special, column(1 << g.port, len(g.map)))

    def step(self, a: Hex, b: Hex, price: int) -> tuple[int, bool] | None:
        return None if b == self._port else self._mover.step(a, b, price)
