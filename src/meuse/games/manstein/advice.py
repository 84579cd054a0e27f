"""What `staff` should know of Manstein's War: its answer to every question of the game.

What it wants is in `advice_aims`, what battles are worth in `advice_battle`, how it moves and flies in `advice_moves`
and `advice_air`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from meuse.advice import Advice, Brief, Plan, weights_in
from meuse.counters import Side, Unit
from meuse.decision import Decision
from meuse.games.manstein import (
    aftermath,
    air,
    battle,
    bridgeheads,
    combat,
    command,
    deployment,
    evacuation,
    logistics,
    morale,
    movement,
    opencities,
    refit,
    reinforcements,
    victory,
)
from meuse.games.manstein.advice_aims import commands_by_need, danger_to, field, lead, step_price
from meuse.games.manstein.advice_air import air_orders, bombing_orders
from meuse.games.manstein.advice_battle import (
    advance_orders,
    attack_orders,
    best_table,
    counterattack_order,
    loss_orders,
    naval_order,
    retreat_orders,
)
from meuse.games.manstein.advice_moves import movement_orders
from meuse.games.manstein.advice_odds import committed
from meuse.games.manstein.advice_plans import is_over, plans_for, set_up
from meuse.games.manstein.board import Manstein, feared
from meuse.games.manstein.sequence import Extension
from meuse.games.manstein.stacking import why_not_stack
from meuse.hexmap import Hex
from meuse.steps import Order

SPECIALS = {
    Side.GERMAN: ("manstein", "okh-mod", "okh", "guderian", "hoth", "fall-rot", "rommel", "luftwaffe", "none"),
    Side.ALLIED: ("evac", "plan-w", "plan-d", "plan-e", "plan-r", "de-gaulle", "none"),
}


class MansteinAdvice(Advice):
    weights = weights_in(Path(__file__).parent / "data" / "advice.toml")

    def plans(self, g: Manstein, side: Side) -> Sequence[Plan]:
        return plans_for(g, side)

    def is_spent(self, g: Manstein, side: Side, plan: Plan) -> bool:
        return is_over(g, side, plan)

    def orders(self, g: Manstein, side: Side, decision: Decision, rng: random.Random, brief: Brief) -> Iterable[Order]:
        step = decision.step
        match step:
            case deployment.Deployment():
                return [*set_up(brief.plan), ("auto",), ("done",)]
            case command.ChoosePlan():
                return [("plan", brief.plan.chosen("plan"))]
            case command.FillBin():
                return [("special", name) for name in SPECIALS[side]]
            case command.SelectMarker():
                return [("select", brief.plan.chosen("first"))]
            case command.ActivateCommands():
                return [("activate", name) for name in commands_by_need(g, side, step.commands(g))]
            case command.ActivateCorps():
                return [("activate", g.id(u)) for u in corps_by_use(g, step.able(g))]
            case refit.Refit():
                return [*refit_orders(g, step), ("end",)]
            case reinforcements.Reinforcements():
                return [*arrival_orders(g, step, brief), ("done",)]
            case air.AirOperations():
                return [*air_orders(g, step, brief), ("end",)]
            case air.CityBombing():
                return [*bombing_orders(g, step, brief), ("done",)]
            case movement.Movement():
                return [*movement_orders(g, step, brief), ("end",)]
            case evacuation.Evacuation():
                return [*(("evacuate", name) for name in leaving(g, step, brief)), ("done",)]
            case combat.Attacks():
                return [*attack_orders(g, step, rng, brief), ("end",)]
            case opencities.OpenCities():
                return [*(("declare", g.label(h)) for h in lost_cities(g, step, brief)), ("done",)]
            case bridgeheads.GiveUp():
                return [("done",)]
            case morale.MoraleVictory():
                return [("add",)]
            case Extension():
                return [("extend",) if lead(g) < brief["draw"] else ("pass",)]
        return battle_orders(g, side, step, brief)


def battle_orders(g: Manstein, side: Side, step: object, brief: Brief) -> Iterable[Order]:
    """The questions within a battle, and those that follow it."""
    match step:
        case battle.SpecialForces():
            able = committed(g, side, step.battle.target, brief)
            return [*(("commit", name) for name in g.ids(tuple(able))), ("pass",)]
        case battle.ChooseTable():
            return [("table", best_table(g, step.battle, brief))]
        case battle.NavalSupport():
            return [naval_order(g, step.battle, brief)]
        case battle.Counterattack():
            return [counterattack_order(g, step, brief)]
        case aftermath.Lose():
            return loss_orders(g, step)
        case aftermath.Retreat():
            return retreat_orders(g, step, brief)
        case bridgeheads.Bridgehead():
            return [("bridgehead", g.label(h)) for h in step.starts(g)]
        case aftermath.Advance():
            return [*advance_orders(g, step, brief), ("done",)]
        case aftermath.Excess():
            return [("eliminate", g.id(u)) for u in sorted(step.too_many(g), key=lambda u: (step_price(g, u), u))]
        case aftermath.PushBack():
            zones = feared(g, side.enemy)
            return [("push", g.label(max(step.ends(g), key=lambda h: (zones[h], h))))]
    return []


# -- command


def corps_by_use(g: Manstein, units: Iterable[Unit]) -> list[Unit]:
    """5.1.guderian: strong corps in support that are near the enemy, first."""
    danger = danger_to(g, g.now.side)

    def use(u: Unit) -> float:
        return g.attack_of(u) * (1.0 if logistics.is_supported(g, u) else 0.5) + 3.0 * (danger[g.hex_of[u]] > 0)

    return sorted(units, key=lambda u: (-use(u), u))


# -- refit and arrivals


def refit_orders(g: Manstein, step: refit.Refit) -> Iterator[Order]:
    """14.3: logistics units first, then whatever gives most strength per point."""
    yield from (("replace", name) for name in g.ids(tuple(step.replaceable(g))))
    for u in sorted(step.restorable(g), key=lambda u: (-gain_of(g, u) / refit.price(g, u), u)):
        yield ("refit", g.id(u))


def gain_of(g: Manstein, u: Unit) -> float:
    """What one more step is worth; a unit on its last step is points for the enemy."""
    counter, steps = g.counter(u), g.steps[u] + 1
    more = counter.attack(steps) + counter.defence(steps) - g.attack_of(u) - g.defence_of(u)
    return more + 1.0 * counter.mech + 1.0 * victory.unit_value(g, u) * (g.steps[u] == 1)


def arrival_orders(g: Manstein, step: reinforcements.Reinforcements, brief: Brief) -> Iterator[Order]:
    """13.3: as near as possible to where the unit is wanted, where it finds room."""
    for u in step.arriving(g):
        near, danger = field(g, u, brief.plan), danger_to(g, step.side)

        def place(h: Hex, u: Unit = u, near: list[int] = near, danger: list[float] = danger) -> float:
            crowded = why_not_stack(g, (*g.ground(h, step.side), u), h) is not None
            lonely = g.counter(u).kind == "logistics" and danger[h] > 0
            return near[h] + 30.0 * crowded + 8.0 * lonely

        for h in sorted(step.entries(g, u), key=lambda h: (place(h), h))[:3]:
            yield ("enter", g.id(u), g.label(h))


# -- leaving


def leaving(g: Manstein, step: evacuation.Evacuation, brief: Brief) -> tuple[str, ...]:
    """20.2c: units that would be lost otherwise, and all British when France is beaten."""
    lost = "french" in g.surrendered
    able = [u for u in step.leaving(g) if is_trapped(g, u, brief) or (lost and g.counter(u).nation == "british")]
    return g.ids(tuple(able))


def is_trapped(g: Manstein, u: Unit, brief: Brief) -> bool:
    """Whether a unit lives by a port alone, and the enemy is too strong for it."""
    if not logistics.is_supported(g, u):
        return True
    by_land = min(logistics.relay_lines(g, "french")[g.hex_of[u]], logistics.source_lines(g, "french")[g.hex_of[u]])
    defence = sum(g.defence_of(v) for v in g.ground(g.hex_of[u], Side.ALLIED))
    return by_land > g.counter(u).movement and danger_to(g, Side.ALLIED)[g.hex_of[u]] >= brief["trapped"] * defence


def lost_cities(g: Manstein, step: opencities.OpenCities, brief: Brief) -> list[Hex]:
    """25.4c: a city that cannot be held is worth half to the Germans when it is open."""
    danger = danger_to(g, Side.ALLIED)
    return [h for h in step.cities(g) if danger[h] >= brief["lost_city"]]


ADVICE = MansteinAdvice()
