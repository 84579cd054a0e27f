"""7: overruns: attacks inside movement, by motorized units of one hex; and the phases in which they can be made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.counters import Unit
from meuse.games.planjaune import command, odds
from meuse.games.planjaune.battle import opened
from meuse.games.planjaune.board import BEGAN_IN_ZONE, MOVED, OVERRAN, STOPPED, UNSUPPLIED, PlanJaune, kind_of, movers
from meuse.games.planjaune.combat import why_not_fight
from meuse.games.planjaune.exits import allowance, extra_cost, full_allowance, why_not_this_phase
from meuse.games.planjaune.movement import Movement
from meuse.games.planjaune.odds import Battle
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.report import count


class MotorizedMovement(Movement, frozen=True):
    """7b: overruns are possible in the movement phase of motorized units and in exploitation."""

    @order(
        "overrun {hex} {units}",
        label="Overrun",
        rule="7a",
        says="An attack in the middle of the move; afterwards the units stop.",
    )
    def overrun(self, g: PlanJaune, h: Hex, units: tuple[Unit, ...]) -> None:
        """7c, 7d, R.7c.1: each unit pays, then an ordinary attack; R.7f.1: whatever comes of it, they stop.

        7g: MOVED ends their move only; they may attack in the combat phase.
        """
        self.finish(g)
        for u in units:
            g.spent[u] += overrun_cost(g, u, h)
            g.set_status(u, g.status[u] | MOVED | OVERRAN)
        g.marched = True
        command.invade(g, self.side, h)
        command.take_arms(g, units)
        self.go_on(g)
        g.push(opened(Battle(self.side, h, units, overrun=True)))

    @overrun.choices("hex")
    def overrunnable(self, g: PlanJaune) -> Iterator[Hex]:
        held, touching = odds.targets(g, self.side), g.scenario.touching
        near = {h for u in movers(g, self.side, self.kind) for h in touching[g.hex_of[u]] if h in held}
        return (h for h in sorted(near) if next(self.able(g, h, ()), None) is not None)

    @overrun.choices("units")
    def able(self, g: PlanJaune, h: Hex, chosen: Sequence[Unit]) -> Iterator[Unit]:
        """R.7c.1: the stack overruns together from one hex."""
        hexes = [g.hex_of[chosen[0]]] if chosen else g.scenario.touching[h]
        for n in hexes:
            if n in g.at:
                there = g.units_in(n, self.side)
                yield from (u for u in there if why_not_overrun(g, u, h, self.phase, self.moving) is None)

    @overrun.refuses("units")
    def why_not_member(self, g: PlanJaune, h: Hex, chosen: Sequence[Unit], unit: Unit) -> Refusal | None:
        if g.scenario.side_of[unit] is not self.side or g.hex_of[unit] < 0:
            return None
        if chosen and g.hex_of[unit] != g.hex_of[chosen[0]]:
            return Refusal("7c", "an overrun is made from one hex")
        return why_not_overrun(g, unit, h, self.phase, self.moving)

    @overrun.refuses("hex")
    def why_not_target(self, g: PlanJaune, h: Hex) -> Refusal:
        there = g.map.labels[h]
        if not odds.is_target(g, self.side, h):
            return Refusal("7a", f"there are no enemy units to overrun in {there}")
        near = (u for n in g.scenario.touching[h] for u in g.units_in(n, self.side))
        reasons = (why_not_overrun(g, u, h, self.phase, self.moving) for u in near)
        return next((r for r in reasons if r), Refusal("7a", f"none of your motorized units are next to {there}"))


def why_not_runner(g: PlanJaune, u: Unit, phase: str, moving: Unit) -> Refusal | None:
    """7a, 7f, 8.2b, R.7a.1: who cannot overrun at all. R.7c.1: who has come up before the unit in motion can."""
    name = g.name(u)
    if g.status[u] & UNSUPPLIED:
        return Refusal("8.2b", f"{name} is out of supply")
    if g.status[u] & BEGAN_IN_ZONE:
        return Refusal("7a", f"{name} began its movement in an enemy zone of control")
    if g.status[u] & OVERRAN:
        return Refusal("7f", f"{name} has already made its overrun")
    refusal = why_not_this_phase(g, u, phase)
    if refusal is None or refusal.rule not in ("5.1b", "5.1c"):
        return refusal
    if g.status[u] & STOPPED and g.hex_of[u] in g.interdicted[g.scenario.side_of[u].enemy]:
        return Refusal("10.2.interdict-enter", f"{name} must stop in an interdicted hex")
    if g.status[u] & STOPPED:
        loose = g.scenario.options.get("R.7a.1")
        return None if loose else Refusal("7a", f"{name} has been stopped by an enemy zone of control")
    return None if moving >= 0 and g.hex_of[moving] == g.hex_of[u] else refusal


def why_not_overrun(g: PlanJaune, u: Unit, h: Hex, phase: str, moving: Unit) -> Refusal | None:
    """7a, 7c: why a unit cannot overrun a hex; R.7c.2: the least move of one hex does not pay for it."""
    if refusal := why_not_runner(g, u, phase, moving):
        return refusal
    if refusal := why_not_fight(g, u, h):  # 11.12.axis-t1-others: overruns are free
        return refusal
    left = max(allowance(g, u, phase), full_allowance(g, u, phase) - g.spent[u])
    price = overrun_cost(g, u, h)
    if price > left:
        cost = count(price, "movement point")
        return Refusal("7c", f"the overrun costs {cost}; {g.name(u)} has {left}")
    return None


def overrun_cost(g: PlanJaune, u: Unit, h: Hex) -> int:
    """7c, R.7c.1: terrain and hexside as for entering, and one more."""
    here = g.hex_of[u]
    plain = next((price for n, price in g.scenario.ways[kind_of(g, u)][here] if n == h), 99)
    return plain + extra_cost(g, u, here, h, starting=not g.spent[u]) + 1
