"""1d, 1k, 1l, 11.2d: steps and units that are lost, and who is asked for them."""

from __future__ import annotations

from fractions import Fraction

from meuse.counters import Side, Unit
from meuse.games.planjaune.board import PlanJaune, fights
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.mechanics.losses import takers
from meuse.phases.aftermath import OneLoses
from meuse.report import count
from meuse.steps import overrides


class Lose(OneLoses, frozen=True):
    """6.2.4: steps of these counters, one by one. The first from `lead` (6.2.3c), the next one from an airborne unit
    (11.5i), the others as the owner chooses (R.6.2.3c.1)."""

    rule = "6.2.4"
    question = "Which unit loses a step?"
    counters: tuple[Unit, ...]
    steps: int
    why: str
    lead: Unit = -1
    airborne: bool = False
    """Whether the next step after the lead unit's is due from an airborne unit."""

    lose = OneLoses.lose.told(rule="6.2.3c", why="only units of the stack that takes the loss can lose the step")

    @overrides
    def title(self, g: PlanJaune) -> str:
        return f"{count(self.steps, 'step')} to lose"

    def left(self, g: PlanJaune) -> tuple[Unit, ...]:
        return tuple(m for u in self.counters if g.hex_of[u] >= 0 and fights(g, u) for m in g.members(u))

    @overrides
    def bearers(self, g: PlanJaune) -> tuple[Unit, ...]:
        """R.6.2.3c.1: what is too much is ignored."""
        if not self.steps:
            return ()
        by_lead = takers(self.left(g), lambda u: u == self.lead)
        if self.lead >= 0 and self.lead in by_lead:
            return by_lead
        return takers(self.left(g), lambda u: self.airborne and g.counter(u).has("airborne"))

    @overrides
    def take(self, g: PlanJaune, unit: Unit) -> None:
        due = self.airborne and not (self.lead >= 0 and unit == self.lead)
        lose_step(g, unit, self.why)
        g.push(Lose(self.side, self.counters, self.steps - 1, self.why, -1, self.airborne and not due))

    @lose.refuses("unit")
    def why_not(self, g: PlanJaune, unit: Unit) -> Refusal | None:
        if unit not in self.left(g):
            return None
        first = self.bearers(g)[0]
        return Refusal("6.2.3c" if first == self.lead else "11.5i", f"{g.name(first)} must take this step loss")


def lose_one_of(g: PlanJaune, side: Side, counters: tuple[Unit, ...], rule: str, steps: int = 1) -> None:
    """A stack loses a step of its owner's choice."""
    if any(fights(g, u) for u in counters):
        g.push(Lose(side, counters, steps, rule))


def lose_step(g: PlanJaune, u: Unit, rule: str) -> None:
    """1d: a unit loses a step; the last one destroys it. 11.13d: it counts."""
    counter = g.counter(u)
    g.steps_lost[counter.nation] = g.steps_lost.get(counter.nation, 0) + 1
    if g.steps[u] > 1:
        g.set_steps(u, g.steps[u] - 1)
        there = g.scenario.place_word(g.place_of(u))
        g.emit("loss", f"{g.name(u)} loses a step", rule, units=(counter.id,), at=(there,))
    else:
        destroy(g, u, rule)


def destroy(g: PlanJaune, u: Unit, rule: str) -> None:
    """A unit leaves the game; the counter of a corps with its last division (11.2g)."""
    counter, h = g.counter(u), g.place_of(u)
    corps = g.scenario.unit_named.get(g.scenario.place_word(g.hex_of[u])) if g.hex_of[u] < OFF_MAP else None
    g.place(u, OFF_MAP)
    if corps is not None and not g.members(corps):
        g.place(corps, g.scenario.box("corps"))
    score(g, u, Fraction(1))
    there = (g.map.labels[h],) if h >= 0 else ()
    g.emit("eliminated", f"{g.name(u)} is eliminated", rule, units=(counter.id,), at=there)


def score(g: PlanJaune, u: Unit, share: Fraction) -> None:
    """11.13.o4, R.11.13.o4.1: points of British units and of French armour that are gone."""
    counter = g.counter(u)
    if counter.nation == "british":
        g.british_destroyed += share * counter.points
    if counter.nation == "french" and counter.has("armour"):
        g.armour_destroyed += share * counter.points


def clear_headquarters(g: PlanJaune, h: Hex, side: Side, rule: str) -> None:
    """1k, 1l: the headquarters of a side in a hex are destroyed."""
    for u in g.units_in(h, side):
        if g.counter(u).has("hq"):
            destroy(g, u, rule)
