"""5.3: reaction: in the enemy's turn each headquarters may activate one stack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.planjaune import command
from meuse.games.planjaune.board import REACTS, PlanJaune, quality_of
from meuse.games.planjaune.exits import why_not_enter, why_not_zones
from meuse.games.planjaune.movement import enter
from meuse.games.planjaune.stacking import why_not_join
from meuse.games.planjaune.zones import held, zones
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases import log
from meuse.phases.reminders import unmoved, who
from meuse.phases.until_done import UntilEnd
from meuse.steps import Warning, overrides


class Reaction(UntilEnd, frozen=True):
    """5.3a: `used` are the headquarters that have named a stack."""

    rule = "5.3a"
    question = "Which stacks react?"
    used: tuple[Unit, ...] = ()

    def title(self, g: PlanJaune) -> str:
        return f"{self.side.title} reaction"

    @overrides
    def warnings(self, g: PlanJaune) -> list[Warning]:
        """5.3a, 5.3c: headquarters that have named no stack, activated units that have not moved."""
        callers, movers = list(self.callers(g)), list(self.moving(g))
        found = list(unmoved(g, movers, "5.3c"))
        if callers:
            text = f"{who(g, callers)} can still activate a stack."
            found.append(Warning("loses", text, "5.3a", g.places(callers), "support"))
        return found

    @order(
        "activate {unit} {hex}",
        label="Activate",
        rule="5.3b",
        says="One die against the best quality of the stack: if it passes, it may move one hex.",
    )
    def activate(self, g: PlanJaune, unit: Unit, h: Hex) -> None:
        """5.3b: a die against the best quality in the stack."""
        stack = unnamed(g, h, self.side)
        best = max(quality_of(g, u) for u in stack)
        die = g.roll()
        there = g.map.labels[h]
        named = frozenset(g.units_in(h, self.side)) - g.reacted  # R.5.3a.1: a headquarters in the stack goes along
        if die <= best:
            for u in sorted(named):
                g.set_status(u, g.status[u] | REACTS)
        words = "activates" if die <= best else "fails to activate"
        text = f"{g.name(unit)} {words} the stack in {g.map.spot(h)} (quality {best})"
        g.emit("reaction", text, "5.3b", units=g.ids(stack), at=(there,), dice=(die,))
        g.reacted |= named
        g.replace(Reaction(self.side, (*self.used, unit)))

    @activate.choices("unit")
    def callers(self, g: PlanJaune) -> Iterator[Unit]:
        for u in g.scenario.headquarters[self.side]:
            if g.hex_of[u] >= 0 and u not in self.used and next(iter(self.stacks(g, u)), None) is not None:
                yield u

    @activate.choices("hex")
    def stacks(self, g: PlanJaune, unit: Unit) -> Iterator[Hex]:
        near = command.commanded(g, unit)
        stacks = (h for h in sorted(held(g, self.side)) if near >> h & 1)
        return (h for h in stacks if why_not_react(g, self.side, h, unit) is None)

    @activate.refuses("unit")
    def why_not_caller(self, g: PlanJaune, unit: Unit) -> Refusal | None:
        if unit not in g.scenario.headquarters[self.side] or g.hex_of[unit] < 0:
            return None
        if unit in self.used:
            return Refusal("5.3a", f"{g.name(unit)} has already chosen its stack")
        return Refusal("5.3e", f"no stack in the command range of {g.name(unit)} can react")

    @activate.refuses("hex")
    def why_not_stack(self, g: PlanJaune, unit: Unit, h: Hex) -> Refusal | None:
        return why_not_react(g, self.side, h, unit)

    @activate.describes("hex")
    def chance(self, g: PlanJaune, unit: Unit, h: Hex) -> dict[str, Any]:
        best = max(quality_of(g, u) for u in unnamed(g, h, self.side))
        return {"odds": f"{min(6, best)} in 6", "label": f"Stack in {g.map.labels[h]}"}

    @order("move {unit} {hex}", rule="5.3c")
    def move(self, g: PlanJaune, unit: Unit, h: Hex) -> None:
        """5.3c, R.5.3c.1: one hex, whatever it costs."""
        g.set_status(unit, g.status[unit] & ~REACTS)
        enter(g, unit, h)
        log.went(g, "move", (unit,), "react", "and moves to", (h,), "5.3c")

    @move.choices("unit")
    def moving(self, g: PlanJaune) -> Iterator[Unit]:
        for u in g.on_map(self.side):
            if g.status[u] & REACTS and next(iter(self.ways(g, u)), None) is not None:
                yield u

    @move.choices("hex")
    def ways(self, g: PlanJaune, unit: Unit) -> Iterator[Hex]:
        return (n for n in g.scenario.touching[g.hex_of[unit]] if why_not_step(g, unit, n) is None)

    @move.refuses("unit")
    def why_not_unit(self, g: PlanJaune, unit: Unit) -> Refusal | None:
        if g.scenario.side_of[unit] is not self.side or g.hex_of[unit] < 0:
            return None
        return Refusal("5.3c", f"{g.name(unit)} has not been activated, or has already moved")

    @move.refuses("hex")
    def why_not_there(self, g: PlanJaune, unit: Unit, h: Hex) -> Refusal | None:
        if h not in g.scenario.touching[g.hex_of[unit]]:
            return Refusal("5.3c", "a unit moves one hex in reaction")
        return why_not_step(g, unit, h)

    end = UntilEnd.end.told(label="End reaction", rule="5.3a")

    @overrides
    def close(self, g: PlanJaune) -> None:
        g.reacted = frozenset()
        for u in g.on_map(self.side):
            if g.status[u] & REACTS:
                g.set_status(u, g.status[u] & ~REACTS)
        g.pop()


def why_not_react(g: PlanJaune, side: Side, h: Hex, hq: Unit) -> Refusal | None:
    """5.3e, 5.3f, 5.3g, R.5.3a.1: why a stack cannot be named."""
    units, there = command.fighters(g, h, side), g.map.labels[h]
    if not units:
        return Refusal("5.3a", f"you have no stack in {there}")
    if not command.commanded(g, hq) >> h & 1:
        return Refusal("5.3e", f"{there} is out of the command range of {g.name(hq)}")
    if not unnamed(g, h, side):
        return Refusal("5.3a", f"the stack in {there} has already been chosen this phase")
    if g.counter(units[0]).nation in ("dutch", "belgian"):
        return Refusal("5.3g", "Dutch and Belgian units do not react")
    if side is Side.ALLIED and zones(g, side.enemy)[h]:
        return Refusal("5.3f", f"{there} is in an enemy zone of control")
    if all(g.counter(u).has("airborne") for u in units):
        return Refusal("11.5g", "airborne units do not react")
    return None


def unnamed(g: PlanJaune, h: Hex, side: Side) -> tuple[Unit, ...]:
    """R.5.3a.1: the units in a hex that no headquarters has named in this phase, here or where they came from."""
    return tuple(u for u in command.fighters(g, h, side) if u not in g.reacted)


def why_not_step(g: PlanJaune, u: Unit, h: Hex) -> Refusal | None:
    """5.3c: zones, stacking and enemies bind a reaction move; 5.3d: there is no overrun."""
    here = g.hex_of[u]
    if g.counter(u).has("airborne"):
        return Refusal("11.5g", f"{g.name(u)} is an airborne unit and does not react")
    if refusal := why_not_enter(g, u, here, h) or why_not_zones(g, u, here, h):
        return refusal
    return why_not_join(g, (u,), h)
