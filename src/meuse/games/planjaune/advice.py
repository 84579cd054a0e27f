"""What `staff` should know of Plan Jaune: its answer to every question of the game.

What it wants is in `advice_aims`, battles are in `advice_battle`, how it moves in `advice_moves`, `advice_germans` and
`advice_allies`, everything between the battles in `advice_operations`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from meuse.advice import Advice, Brief, Plan
from meuse.counters import Side
from meuse.decision import Decision
from meuse.games.planjaune import advice_battle as battle
from meuse.games.planjaune import advice_operations as between
from meuse.games.planjaune import (
    advice_plans,
    aftermath,
    arrivals,
    combat,
    evacuation,
    events,
    losses,
    movement,
    operations,
    overrun,
    planning,
    reaction,
    replacements,
    retreat,
    supply,
)
from meuse.games.planjaune.advice_aims import by_strength, exits_needed, lines_out
from meuse.games.planjaune.advice_allies import AlliedPlan
from meuse.games.planjaune.advice_germans import GermanPlan
from meuse.games.planjaune.battle import AirSupport, CoupDeMain, Lead, SaveHonour, Support
from meuse.games.planjaune.board import PlanJaune
from meuse.games.planjaune.exits import EXPLOITATION
from meuse.steps import Order


class PlanJauneAdvice(Advice):
    weights = advice_plans.WEIGHTS

    def plans(self, g: PlanJaune, side: Side) -> Sequence[Plan]:
        return advice_plans.plans(g, side)

    def is_spent(self, g: PlanJaune, side: Side, plan: Plan) -> bool:
        return advice_plans.is_spent(g, plan)

    def orders(self, g: PlanJaune, side: Side, decision: Decision, rng: random.Random, brief: Brief) -> Iterable[Order]:
        step = decision.step
        match step:
            case events.HaltOrder():
                return [("halt", g.map.labels[h]) for h in step.equals(g)]
            case events.Snafu():
                return [("snafu", name) for name in g.ids(tuple(by_strength(g, step.french(g))))]
            case arrivals.Reinforcements():
                return [*between.arrival_orders(g, step), ("done",)]
            case evacuation.Evacuation():
                return [*between.evacuation_orders(g, step), ("pass",)]
            case evacuation.NavalInterdiction():
                return [("naval",)]
            case evacuation.Embarkation():
                return [*(("evacuate", name) for name in between.embarking(g, step)), ("done",)]
            case operations.SpecialOperations():
                return [*between.special_orders(g, step, brief), ("end",)]
            case operations.AlliedMissions():
                return [*between.allied_missions(g, step), ("end",)]
            case replacements.SupplyPhase():
                return [*between.supply_orders(g, step), ("end",)]
            case movement.Movement():
                return [*movement_orders(g, step, rng, brief), ("end",)]
            case reaction.Reaction():
                return [*between.reaction_orders(g, step, brief), ("end",)]
            case supply.Railheads():
                return [("all",), ("done",)]
            case combat.Attacks():
                return [*battle.attack_orders(g, step, rng, brief), ("done",)]
            case combat.Battles():
                return battle.battle_order(g, step, brief)
        return battle_orders(g, step, brief) or planning_orders(g, side, step, brief)


def movement_orders(g: PlanJaune, step: movement.Movement, rng: random.Random, brief: Brief) -> Iterator[Order]:
    """7: overruns that pay, then who leaves the map, then the plan of the phase.

    R.7a.1: in exploitation also overruns from where the moves lead; before combat they would only spend the bombers.
    """
    if isinstance(step, overrun.MotorizedMovement):
        yield from battle.overrun_orders(g, step, brief)
    left = exits_needed(g) - g.exited
    for u in step.leaving(g):
        if left > 0:
            left -= len(g.members(u))
            yield ("exit", g.id(u))
    plan = list((GermanPlan if step.side is Side.GERMAN else AlliedPlan)(g, step, rng, brief).moves())
    yield from with_exits(g, plan, left) if step.side is Side.GERMAN else plan
    if isinstance(step, overrun.MotorizedMovement) and step.phase == EXPLOITATION:
        yield from battle.overrun_orders(battle.moved(g, step, plan), step, brief)


def with_exits(g: PlanJaune, plan: Sequence[Order], left: int) -> Iterator[Order]:
    """11.13.o2: who comes to a line of communication with movement left goes over it at once, if he is needed."""
    ways = {g.map.labels[h] for h in lines_out(g)}
    for order in plan:
        yield order
        if order[0] == "move" and order[2] in ways and left > 0:
            left -= len(g.members(g.scenario.unit_named[order[1]]))
            yield ("exit", order[1])


def battle_orders(g: PlanJaune, step: object, brief: Brief) -> list[Order]:
    """The questions within a battle, and those that follow it."""
    match step:
        case CoupDeMain():
            return [("brandenburgers",), ("coup",)]
        case Support():
            return [battle.best_support(g, step, brief)]
        case AirSupport():
            return [("air", str(battle.best_air(g, step, brief)))]
        case Lead():
            return [("lead", g.id(battle.best_lead(g, step.able(g))))]
        case SaveHonour():
            return [("honour",)]
        case losses.Lose():
            return [("lose", g.id(battle.cheapest(g, step.bearers(g))))]
        case aftermath.Split():
            return battle.split_orders(g, step, brief)
        case retreat.Retreat():
            return [battle.best_retreat(g, step, brief)]
        case aftermath.Advance():
            return [*battle.advance_orders(g, step), ("done",)]
    return []


def planning_orders(g: PlanJaune, side: Side, step: object, brief: Brief) -> list[Order]:
    """The questions before the first turn."""
    match step:
        case planning.Plan():
            return [between.plan_order(brief)]
        case planning.Effort():
            return [between.effort_order(brief, side)]
        case planning.GroupKeller():
            return [("place", g.map.labels[h]) for h in step.hexes(g)]
        case planning.StaticDivisions():
            return [*(("place", label) for label in between.UPPER_RHINE), ("pass",)]
        case planning.Deployment():
            return list(between.deployment_orders(g, step))
    return []


ADVICE = PlanJauneAdvice()
