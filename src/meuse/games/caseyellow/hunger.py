"""7.5: the Supply Phase: who is Out of Supply, and what that costs."""

from __future__ import annotations

from meuse.counters import SIDES, Unit
from meuse.games.caseyellow.board import OOS, TURNED, CaseYellow
from meuse.games.caseyellow.losses import lose_step
from meuse.games.caseyellow.supply import unsupplied
from meuse.steps import Step


class SupplyPhase(Step, frozen=True):
    """4.1b, 7.5: from turn 2 on every unit's state is settled for the turn; 7.5e: Attack Supply Units turn over."""

    rule = "7.5"
    title = "Supply Phase"

    def run(self, g: CaseYellow) -> None:
        g.pop()
        for u in range(len(g.acts)):
            g.acts[u] &= ~TURNED
        if g.turn < 2:
            return
        marked = [u for side in SIDES for u in g.on_map(side) if g.status[u] & OOS]
        fresh = [u for side in SIDES for u in g.on_map(side) if not g.status[u] & OOS and needs_supply(g, u)]
        hungry = unsupplied(g, marked)
        for u in marked:
            self.settle(g, u, hungry)
        hungry = unsupplied(g, fresh)  # 7.5a.new: after those who carried a marker have taken their losses
        for u in fresh:
            if u in hungry:
                g.set_status(u, g.status[u] | OOS)
                g.emit("supply", f"{g.name(u)} is out of supply", "7.5a.new", units=(g.id(u),))

    def settle(self, g: CaseYellow, u: Unit, hungry: set[Unit]) -> None:
        """7.5a.step, 7.5b: a unit that carried a marker loses a step, or is back in supply for the whole turn."""
        if u in hungry:
            lose_step(g, u, "7.5a.step")
        else:
            g.set_status(u, g.status[u] & ~OOS)
            g.emit("supply", f"{g.name(u)} is back in supply", "7.5b", units=(g.id(u),))


def needs_supply(g: CaseYellow, u: Unit) -> bool:
    """R.7.5a.step.1, 7.3e: ARKO does; Attack Supply Units and garrisons do not."""
    return not g.is_supply_unit(u)
