"""What `staff` should know of 1940: its plan, its attacks and what follows them, arrivals and its special choices."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from meuse.advice import Advice, Brief, Plan, weights_in
from meuse.counters import Side, Unit
from meuse.decision import Decision
from meuse.games.gdw1940 import advice_plans, aftermath, airborne, arrivals, combat, deployment, movement, planning
from meuse.games.gdw1940.advice_air import best_air, last_interdictions
from meuse.games.gdw1940.advice_attacks import Reckoner
from meuse.games.gdw1940.appraisal import goals, ground_worth, lacking, threat_field
from meuse.games.gdw1940.appreciation import APPRECIATION, PLAN, SOURCE
from meuse.games.gdw1940.board import EIGHTHS, Gdw1940
from meuse.games.gdw1940.corps import Formation
from meuse.games.gdw1940.manoeuvre import Phase
from meuse.games.gdw1940.neutrals import major_cities
from meuse.games.gdw1940.sequence import LAST_TURN
from meuse.hexmap import Hex
from meuse.opponents.assault import as_orders, best_strikes
from meuse.opponents.fields import distances
from meuse.steps import Order

DUTCH_CITIES = 2
"""13.holland.surrender: how many major cities must fall before Holland surrenders."""
LAST_DUTCH_DROP = 8


class Gdw1940Advice(Advice):
    weights = weights_in(Path(__file__).parent / "data" / "advice.toml")

    def plans(self, g: Gdw1940, side: Side) -> Sequence[Plan]:
        return advice_plans.plans(g, side)

    def is_spent(self, g: Gdw1940, side: Side, plan: Plan) -> bool:
        return advice_plans.is_spent(g, plan)

    def orders(self, g: Gdw1940, side: Side, decision: Decision, rng: random.Random, brief: Brief) -> Iterable[Order]:
        step = decision.step
        match step:
            case planning.AlliedPlan():
                return [("group", brief.plan.chosen("group", "1"))]
            case planning.GermanPlan():
                return [("plan", brief.plan.chosen("objective", "3"), brief.plan.chosen("group", "2"), "none")]
            case planning.Assignment():
                return [("auto",), ("done",)]
            case deployment.Deployment():
                return [("auto",), ("done",)]
            case deployment.March():
                return [("end",)]
            case arrivals.Arrivals():
                return [*arrival_orders(g, side, step), ("done",)]
            case movement.Movement():
                return [*Phase(g, side, rng, brief).moves(), ("end",)]
            case Formation():
                return [*formations(g, step), ("done",)]
            case airborne.Withdrawal():
                return [*withdrawals(g, step), ("done",)]
            case combat.Attacks():
                attacks = list(attack_orders(g, step, rng, brief))
                return [*attacks, *([] if attacks else last_interdictions(g, side)), ("done",)]
            case combat.Battles():
                left = [("resolve", g.map.labels[h]) for h in step.next_ones(g)]
                return left or [*last_interdictions(g, side), ("end",)]
            case combat.AirSupport():
                return [("air", str(best_air(g, step, brief)))]
            case aftermath.Retreat():
                return [best_retreat(g, step)]
            case aftermath.Advance():
                return [*advance_orders(g, step), ("done",)]
        return []


# -- attacks


def attack_orders(g: Gdw1940, step: combat.Attacks, rng: random.Random, brief: Brief) -> Iterator[Order]:
    """7: the best set of attacks, as orders."""
    reckoner = Reckoner(g, step.side, brief, ground_worth(g, step.side, brief))

    def worth(target: Hex, units: tuple[Unit, ...]) -> float:
        return reckoner.worth(target, [(u, g.hex_of[u]) for u in units])

    targets, owed = combat.attackable(g, step.side), partial(duty_of, g, step.side)
    return as_orders(g, best_strikes(g, step, targets, worth, rng, owed))


def duty_of(g: Gdw1940, side: Side, u: Unit) -> Iterator[Hex]:
    """7.all_adjacent: the hexes that somebody must attack if this unit does."""
    for h in g.scenario.spread[g.hex_of[u]]:
        if g.held(side.enemy)[h] and any(combat.counts_as_enemy(g, v, set()) for v in g.units_in(h, side.enemy)):
            yield h


# -- after the battle


def best_retreat(g: Gdw1940, step: aftermath.Retreat) -> Order:
    """Away from the enemy, to friends and good ground, towards what must be held."""
    u = step.going(g)[0]
    enemies = g.zones(step.side.enemy)
    want = distances(g.scenario.ways["foot"], goals(g, Side.ALLIED) if step.side is Side.ALLIED else homeland(g))

    def score(h: Hex) -> tuple[float, int]:
        return -3.0 * bool(enemies[h]) - want[h] / (4 * EIGHTHS) + bool(
            g.scenario.terrain[g.map.terrain[h]].shields
        ), -h

    return ("retreat", g.id(u), g.map.labels[max(step.ends(g, u), key=score)])


def homeland(g: Gdw1940) -> list[Hex]:
    return major_cities(g, "germany")


def advance_orders(g: Gdw1940, step: aftermath.Advance) -> Iterator[Order]:
    """Into what counts, or closer to it, unless it is a trap; a unit that alone holds what counts stays."""
    want = distances(g.scenario.ways["foot"], goals(g, step.side))
    danger, prizes = threat_field(g, step.side), APPRECIATION.prizes(g, step.side)
    entered: set[Hex] = set()
    for u in step.fresh:
        here = g.hex_of[u]
        if here < 0 or (prizes.get(here, 0.0) >= SOURCE and len(g.units_in(here, step.side)) == 1):
            continue
        ways = step.ways(g, u)
        able = [h for h in ways if danger[h] < 6 * max(1, g.counter(u).combat)]
        taken = [h for h in ways if prizes.get(h, 0.0) >= PLAN and h not in entered and not g.friendly(h, step.side)]
        best = min(taken or able, key=lambda h: (want[h], h), default=None)
        if best is not None and (taken or want[best] < want[here]):
            entered.add(best)
            yield ("advance", g.id(u), g.map.labels[best])


# -- arrivals


def arrival_orders(g: Gdw1940, side: Side, step: arrivals.Arrivals) -> Iterator[Order]:
    """11: airborne units take Dutch cities outside enemy zones; 14: all reserves come in, nearest to where wanted."""
    if side is Side.GERMAN:
        yield from drops(g, step)
    want = distances(g.scenario.ways["foot"], goals(g, side))
    coming = [u for u in step.arriving(g) if not g.counter(u).has("airborne")]  # they drop when it counts
    for u in sorted(coming, key=lambda u: (-g.counter(u).combat, u)):
        for h in sorted(step.entries(g, u), key=lambda h: (want[h], h)):
            yield ("enter", g.id(u), g.map.labels[h])


def drops(g: Gdw1940, step: arrivals.Arrivals) -> Iterator[Order]:
    """11: where nobody can walk in before it counts: a regiment has no factor, and any attack is the end of it."""
    for u, h in zip(step.droppable(g), drop_goals(g), strict=False):
        if h in step.drop_zone(g, u):
            yield ("drop", g.id(u), g.map.labels[h])


def drop_goals(g: Gdw1940) -> list[Hex]:
    """13.holland.surrender: Dutch cities if they are enough; 19.plan: in the last impulse whatever the plan lacks.

    The best first: those that fewest enemies could walk into.
    """
    if g.turn == LAST_TURN and g.impulse == combat.last_impulse(g.turn):
        wanted = [h for h in lacking(g) if not g.held_allied[h]]
        come = APPRECIATION.comers(g, Side.ALLIED, wanted)
        return sorted(wanted, key=lambda h: (len(come.get(h, ())), h))
    if "holland" in g.surrendered or g.turn > LAST_DUTCH_DROP:
        return []
    cities = major_cities(g, "holland")
    lost = [h for h in cities if not g.friendly(h, Side.GERMAN) and not g.held_allied[h] and not g.zones_allied[h]]
    safe = [h for h in lost if not APPRECIATION.comers(g, Side.ALLIED, (h,))]
    missing = DUTCH_CITIES - sum(g.friendly(h, Side.GERMAN) for h in cities)
    return safe[:missing] if len(safe) >= missing else []


# -- corps and airborne units


def formations(g: Gdw1940, step: Formation) -> Iterator[Order]:
    """15: divisions that stand together fight as a corps, as soon as its plan no longer ties it down (17)."""
    if step.side is Side.GERMAN and g.turn <= g.scenario.tables["command"]["panzer_until"]:
        return
    for corps in step.corps(g):
        chosen: list[Unit] = []
        while len(chosen) < 3:
            chosen.append(step.joining(g, corps, chosen)[0])
        yield ("form", g.id(corps), *g.ids(tuple(sorted(chosen))), "go")


def withdrawals(g: Gdw1940, step: airborne.Withdrawal) -> Iterator[Order]:
    """11: regiments that cannot fight are only at risk when their city needs no holding any more."""
    held = [] if "holland" in g.surrendered else major_cities(g, "holland")
    for u in step.able(g):
        if not g.counter(u).combat and g.hex_of[u] not in held:
            yield ("recall", g.id(u))


ADVICE = Gdw1940Advice()
