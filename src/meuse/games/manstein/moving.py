"""8.0: who may move in a movement segment, by whatever means, and how units do so in turn."""

from __future__ import annotations

from meuse.counters import Unit
from meuse.games.manstein import victory
from meuse.games.manstein.activation import is_active, put_to_use, why_not_active
from meuse.games.manstein.board import FLOWN, LANDED, MOVED, RAILED, Manstein, feared
from meuse.ledger import Refusal
from meuse.steps import Question


class Moving(Question, frozen=True):
    """8.0d: units move in turn; `moving` is the unit in motion."""

    moving: Unit = -1

    def begin(self, g: Manstein, unit: Unit) -> None:
        """The move of the unit in motion is over when another one is ordered; 5.8d: a reserve is put to use."""
        self.finish(g, unit)
        put_to_use(g, unit)

    def finish(self, g: Manstein, starting: Unit = -1) -> None:
        if self.moving not in (-1, starting):
            g.flag(self.moving, MOVED)

    def go_on(self, g: Manstein, moving: Unit = -1) -> None:
        g.replace(type(self)(self.side, moving))
        victory.watch(g)


def may_move(g: Manstein, u: Unit) -> bool:
    """8.0a, 8.0b: whether nothing in `why_not_move` keeps a unit from moving; asked of every unit, so without words."""
    return not g.status[u] & (MOVED | RAILED) and g.scenario.movement_of[u] > 0 and is_active(g, u)


def why_not_move(g: Manstein, u: Unit) -> Refusal | None:
    """8.0a, 8.0b: why a unit cannot move at all."""
    name = g.name(u)
    if g.counter(u).movement == 0:
        return Refusal("8.0b", f"{name} is static and cannot move")
    if not is_active(g, u):
        return why_not_active(g, u)
    if g.status[u] & RAILED:
        return Refusal("9.0g", f"{name} has already moved by rail this segment")
    if g.status[u] & FLOWN:
        return Refusal("26.3a", f"{name} was flown in and cannot move again this impulse")
    if g.status[u] & LANDED:
        return Refusal("18.0b", f"{name} has landed this segment and cannot move again")
    if g.budget[u] == 0 and feared(g, g.side(u))[g.hex_of[u]]:
        there = g.hex_of[u]
        return Refusal("7.2c", f"{name} must stop at {g.spot(there)}, in an enemy zone of control", (g.label(there),))
    if g.status[u] & MOVED:
        return Refusal("8.0d", f"{name} has already moved this segment")
    return None
