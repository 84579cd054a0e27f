"""6.2.4, 6.3f: what follows a battle: losses, the split between steps and hexes, the advance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.planjaune import command, odds
from meuse.games.planjaune.board import MOVED, PlanJaune
from meuse.games.planjaune.losses import Lose, destroy
from meuse.games.planjaune.movement import enter, take_works
from meuse.games.planjaune.odds import Battle
from meuse.games.planjaune.retreat import Retreat, is_static, retreat_goals
from meuse.games.planjaune.stacking import why_not_join
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.losses import splits
from meuse.orders import order
from meuse.phases import log
from meuse.phases.aftermath import Advances
from meuse.report import count
from meuse.steps import Question, Step, Verb, overrides


def apply_result(g: PlanJaune, battle: Battle, attacker: int, defender: int) -> None:
    """6.2.4.att: first the attacker, who loses steps only; then the defender; then the advance."""
    units = odds.defenders(g, battle)
    lead, against = battle.leads
    airborne = odds.has_airborne(g, battle)
    first = Lose(battle.side, battle.units, attacker, "6.2.4.att", lead, airborne)
    after = AfterBattle(escorted(g, (*battle.units, *units)), battle, bool(units))
    if units:
        split = Split(split_decider(g, battle), battle, units, defender, against)
        advance = Advance(battle.side, battle.target, battle.units, battle.overrun)
        g.push(first, split, after, advance)
    else:
        advance = Advance(battle.side, battle.target, battle.units, battle.overrun, works_alone=True)
        g.push(first, WorksFall(battle, defender), after, advance)


def split_decider(g: PlanJaune, battle: Battle) -> Side:
    """6.2.4b, R.6.2.4b.2: the defender, in a blitz the attacker; first-line works ignore retreats all the same."""
    in_works = is_held(g, battle)
    return battle.side if odds.attacker_decides(g, battle) and not in_works else battle.side.enemy


def is_held(g: PlanJaune, battle: Battle) -> bool:
    """11.4e: whether the defender stands in first-line works and is attacked through them."""
    works = g.standing(battle.target)
    return works is not None and works.first_line and odds.is_shielded(g, battle)


class WorksFall(Step, frozen=True):
    """11.4h: an intrinsic defence alone falls to any result."""

    rule = "11.4h"
    battle: Battle
    points: int

    def run(self, g: PlanJaune) -> None:
        g.pop()
        if self.points:
            g.fell(self.battle.target)
            target = self.battle.target
            g.emit("works", f"The fortifications at {g.map.spot(target)} fall", "11.4h", at=(g.map.labels[target],))


class AfterBattle(Step, frozen=True):
    """1l: headquarters of either side whose units are all gone. R.11.4i.1: works have taken no step for them.

    11.4j, R.11.5e.1: airborne units that the defenders have left alone in the hex are in the works.
    """

    rule = "1l"
    headquarters: tuple[Unit, ...]
    battle: Battle
    among_units: bool

    def run(self, g: PlanJaune) -> None:
        g.pop()
        for hq in self.headquarters:
            if g.hex_of[hq] >= 0 and not command.fighters(g, g.hex_of[hq], g.scenario.side_of[hq]):
                destroy(g, hq, "1l")
        h, side = self.battle.target, self.battle.side
        if self.among_units and g.units_in(h, side) and not command.fighters(g, h, side.enemy):
            take_works(g, h, side)


def escorted(g: PlanJaune, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """1l: the headquarters stacked with units of a battle."""
    hexes = {(g.scenario.side_of[u], g.hex_of[u]) for u in units}
    return tuple(u for hqs in g.scenario.headquarters for u in hqs if (g.scenario.side_of[u], g.hex_of[u]) in hexes)


# -- 6.2.4 how the defender's points are taken


class Split(Question, frozen=True):
    """6.2.4.def, 6.2.4b: steps or hexes, decided by the defender, in a blitz by the attacker."""

    after_die = True
    rule = "6.2.4.def"
    battle: Battle
    units: tuple[Unit, ...]
    points: int
    lead: Unit

    def question(self, g: PlanJaune) -> str:
        return f"{count(self.points, 'point')} to take: how many as step losses?"

    def title(self, g: PlanJaune) -> str:
        return f"Result in {g.map.labels[self.battle.target]}"

    def decider(self, g: PlanJaune) -> Side | None:
        return self.side if len(self.steps(g)) > 1 or self.may_hold(g) else None

    def run(self, g: PlanJaune) -> None:
        self.take(g, self.steps(g)[0] if self.points else 0)

    def verbs(self, g: PlanJaune) -> Sequence[Verb[Any, Any]]:
        """11.4e: works can be held only where there are any."""
        return self.orders if self.may_hold(g) else [verb for verb in self.orders if verb.word != "hold"]

    @order("split {number}", label="Lose steps", rule="6.2.4a")
    def split(self, g: PlanJaune, number: int) -> None:
        self.take(g, number)

    @split.choices("number")
    def steps(self, g: PlanJaune) -> Sequence[int]:
        """6.2.4a: at least half of them steps, the rest hexes; 6.3e: only as many hexes as can be retreated."""
        most, alive = self.points // 2, self.alive(g)
        if self.points - most >= alive:
            return [self.points - most]  # nobody is left to retreat
        found = [k for k in splits(self.points, most, self.points) if k == self.points or self.can_retreat(g, k)]
        return [k for n, k in enumerate(found) if n == 0 or found[n - 1] < alive]  # what kills all is listed once

    def alive(self, g: PlanJaune) -> int:
        return sum(g.steps[m] for u in self.units for m in g.members(u))

    @split.describes("number")
    def meaning(self, g: PlanJaune, number: int) -> dict[str, Any]:
        hexes = self.points - number
        steps = count(number, "step")
        return {"label": f"{steps}, retreat {count(hexes, 'hex', 'hexes')}" if hexes else f"{steps}, stay"}

    @split.refuses("number")
    def why_not(self, g: PlanJaune, number: int) -> Refusal:
        if number < self.points - self.points // 2:
            return Refusal("6.2.4a", "at least half of the points must be taken as steps")
        if not self.movers(g):
            return Refusal("6.2.4c", "these units cannot retreat")
        return Refusal("6.3e", f"there is no legal retreat of {count(self.points - number, 'hex', 'hexes')}")

    @order(
        "hold",
        label="Hold the works",
        rule="11.4e",
        says="The works hold: points that could be taken as a retreat are ignored.",
    )
    def hold(self, g: PlanJaune) -> None:
        """11.4e: in first-line works only the odd points count."""
        self.lose(g, self.points - self.points // 2, 0)

    def may_hold(self, g: PlanJaune) -> bool:
        survives = self.points - self.points // 2 < self.alive(g)
        return self.points > 1 and survives and is_held(g, self.battle)

    def movers(self, g: PlanJaune) -> tuple[Unit, ...]:
        return tuple(u for u in self.units if not is_static(g, u))

    def can_retreat(self, g: PlanJaune, steps: int) -> bool:
        """R.6.3b.3: steps are lost before the stack retreats, so there may be room for what is left of it."""
        movers, length = self.movers(g), self.points - steps
        spared = most_spared(g, self.units, movers, self.lead, steps)
        return bool(retreat_goals(g, self.battle.side.enemy, self.battle.target, movers, length, spared))

    def take(self, g: PlanJaune, steps: int) -> None:
        self.lose(g, steps, self.points - steps)

    def lose(self, g: PlanJaune, steps: int, hexes: int) -> None:
        owner = self.battle.side.enemy
        airborne = any(g.counter(u).has("airborne") for u in self.units)  # 11.5i
        found: list[Step] = [Lose(owner, self.units, steps, "6.2.4", self.lead, airborne)]
        if hexes:
            found.append(Retreat(owner, self.battle.target, hexes))
        g.replace(*found)


def most_spared(g: PlanJaune, units: tuple[Unit, ...], movers: tuple[Unit, ...], lead: Unit, steps: int) -> int:
    """3c, 6.2.3c, 11.5i: the stacking points that movers can shed at most as a stack loses so many steps.

    The lead unit takes the first of them, an airborne unit the second.
    """
    landed = (u for u in units if g.counter(u).has("airborne") and u != lead)
    bound = {lead: 1, next(landed, -1): 2}
    best = [0] + [-99] * steps  # by the steps lost so far
    for u in units:
        for m in g.members(u):
            faces, now = g.scenario.faces[m], g.steps[m]
            shed = [faces[now].points - faces[now - n].points if u in movers else 0 for n in range(now + 1)]
            least = int(m in bound and steps >= bound[m])
            best = [
                max((best[k - n] + shed[n] for n in range(least, min(now, k) + 1)), default=-99)
                for k in range(steps + 1)
            ]
    return max(0, best[steps])


# -- 6.3f advance


class Advance(Advances, frozen=True):
    """6.3f, 7f: into the hex that the defender has left."""

    rule = "6.3f"
    question = "Which units advance after combat?"
    target: Hex
    fresh: tuple[Unit, ...]
    overrun: bool = False
    works_alone: bool = False

    @overrides
    def title(self, g: PlanJaune) -> str:
        return f"Advance into {g.map.labels[self.target]}"

    @overrides
    def may_advance(self, g: PlanJaune, unit: Unit) -> bool:
        barred = command.fighters(g, self.target, self.side.enemy) or self.is_held(g)
        return not barred and why_not_advance(g, unit, self.target) is None

    def is_held(self, g: PlanJaune) -> bool:
        """11.4h, 11.4i: works that fought alone and stand; those that had units with them fall to the advance."""
        return self.works_alone and bool(g.garrison(self.target, self.side))

    @order("advance {unit}", rule="6.3f", why="only units that took part in the attack advance")
    def advance(self, g: PlanJaune, unit: Unit) -> None:
        enter(g, unit, self.target)
        log.advance(g, (unit,), (self.target,), "7f" if self.overrun else "6.3f")
        if self.overrun:
            g.set_status(unit, g.status[unit] | MOVED)
        self.gone(g, unit)

    @advance.choices("unit")
    def to_advance(self, g: PlanJaune) -> list[Unit]:
        return self.advancing(g)

    @advance.refuses("unit")
    def why_not(self, g: PlanJaune, unit: Unit) -> Refusal | None:
        return why_not_advance(g, unit, self.target) if unit in self.fresh else None

    done = Advances.done.told(rule="6.3f")


def why_not_advance(g: PlanJaune, u: Unit, h: Hex) -> Refusal | None:
    """6.3f: within the stacking limit, whatever the zones."""
    if g.hex_of[u] < 0 or g.hex_of[u] == h:
        return Refusal("6.3f", f"{g.name(u)} is not next to {g.map.labels[h]}")
    if g.counter(u).has("airborne"):
        return Refusal("11.5g", f"{g.name(u)} is an airborne unit and does not advance")
    return why_not_join(g, (u,), h) or command.why_not_enter(g, u, g.hex_of[u], h)
