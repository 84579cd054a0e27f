"""What `staff` should know of 1940: its plan, its attacks and what follows them, arrivals and its special choices."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from meuse.advice import Advice, Brief, weights_in
from meuse.counters import Side, Unit
from meuse.decision import Decision
from meuse.games.gdw1940 import aftermath, airborne, arrivals, combat, deployment, movement, odds, planning
from meuse.games.gdw1940.advice_attacks import Reckoner
from meuse.games.gdw1940.air import air_points
from meuse.games.gdw1940.appraisal import AIR_PRICE, attack_worth, goals, threat_field
from meuse.games.gdw1940.appreciation import APPRECIATION
from meuse.games.gdw1940.board import EIGHTHS, Gdw1940
from meuse.games.gdw1940.corps import Formation
from meuse.games.gdw1940.manoeuvre import Phase
from meuse.games.gdw1940.neutrals import major_cities
from meuse.games.gdw1940.odds import Battle
from meuse.hexmap import Hex
from meuse.opponents.assault import as_orders, best_strikes
from meuse.opponents.fields import distances
from meuse.steps import Order

PLAN = ("plan", "3", "2", "none")
"""The north, by Army Group A: the plan of 1940."""


class Gdw1940Advice(Advice):
    weights = weights_in(Path(__file__).parent / "data" / "advice.toml")

    def orders(self, g: Gdw1940, side: Side, decision: Decision, rng: random.Random, brief: Brief) -> Iterable[Order]:
        step = decision.step
        match step:
            case planning.AlliedPlan():
                return [("group", "1")]
            case planning.GermanPlan():
                return [PLAN]
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
                return [("air", str(best_air(g, step)))]
            case aftermath.Retreat():
                return [best_retreat(g, step)]
            case aftermath.Advance():
                return [*advance_orders(g, step), ("done",)]
        return []


# -- attacks


def attack_orders(g: Gdw1940, step: combat.Attacks, rng: random.Random, brief: Brief) -> Iterator[Order]:
    """7: the best set of attacks, as orders."""
    prizes = APPRECIATION.prizes(g, step.side)
    reckoner = Reckoner(g, step.side, brief, lambda h: brief["prize"] * prizes.get(h, 0.0))

    def worth(target: Hex, units: tuple[Unit, ...]) -> float:
        return reckoner.worth(target, [(u, g.hex_of[u]) for u in units])

    targets, owed = combat.attackable(g, step.side), partial(duty_of, g, step.side)
    return as_orders(g, best_strikes(g, step, targets, worth, rng, owed))


def goal_bonus(g: Gdw1940, side: Side, target: Hex) -> float:
    """An attack on the way to what a side wants is worth more than its losses say."""
    return 1.0 if side is Side.GERMAN or target in goals(g, side) else -0.5


def duty_of(g: Gdw1940, side: Side, u: Unit) -> Iterator[Hex]:
    """7.all_adjacent: the hexes that somebody must attack if this unit does."""
    for h in g.scenario.spread[g.hex_of[u]]:
        if g.held(side.enemy)[h] and any(combat.counts_as_enemy(g, v, set()) for v in g.units_in(h, side.enemy)):
            yield h


def best_air(g: Gdw1940, step: combat.AirSupport) -> int:
    """9: as many points as pay for themselves; a point kept is worth a little for the next battle."""
    german = step.side is Side.GERMAN
    mine = (odds.attacker(g, step.battle) is step.side) * 2 - 1

    def worth(points: int) -> float:
        b = step.battle
        trial = Battle(b.attack, b.allied_air, points) if german else Battle(b.attack, points)
        return mine * attack_worth(g, trial) - AIR_PRICE * points

    return max(range(air_points(g, step.side) + 1), key=lambda n: (worth(n), -n))


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
    """Into the vacated hex if it brings the side nearer to what it wants, and is not a trap."""
    want = distances(g.scenario.ways["foot"], goals(g, step.side))
    danger = threat_field(g, step.side)
    for u in step.fresh:
        here = g.hex_of[u]
        if here < 0:
            continue
        able = [h for h in step.ways(g, u) if danger[h] < 4 * max(1, g.counter(u).combat)]
        best = min(able, key=lambda h: (want[h], h), default=None)
        if best is not None and want[best] < want[here]:
            yield ("advance", g.id(u), g.map.labels[best])


# -- arrivals


def arrival_orders(g: Gdw1940, side: Side, step: arrivals.Arrivals) -> Iterator[Order]:
    """11: airborne units take Dutch cities outside enemy zones; 14: all reserves come in, nearest to where wanted."""
    if side is Side.GERMAN:
        yield from drops(g, step)
    want = distances(g.scenario.ways["foot"], goals(g, side))
    for u in sorted(step.arriving(g), key=lambda u: (-g.counter(u).combat, u)):
        for h in sorted(step.entries(g, u), key=lambda h: (want[h], h)):
            yield ("enter", g.id(u), g.map.labels[h])


def drops(g: Gdw1940, step: arrivals.Arrivals) -> Iterator[Order]:
    """11: on what nobody stands beside: a regiment has no factor, and any attack would be the end of it."""
    if "holland" in g.surrendered:
        return
    wanted = [h for h in major_cities(g, "holland") if not g.friendly(h, Side.GERMAN)]
    empty = [h for h in wanted if not g.held_allied[h] and not g.zones_allied[h]]
    for u, h in zip(step.droppable(g), empty, strict=False):
        if h in step.drop_zone(g, u):
            yield ("drop", g.id(u), g.map.labels[h])


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


# -- interdiction


def last_interdictions(g: Gdw1940, side: Side) -> Iterator[Order]:
    """9: points that no battle of this player turn will use any more close the ways of most of the enemy."""
    if g.impulse < combat.last_impulse(g.turn):
        return
    crowded = enemy_ways(g, side)
    count = air_points(g, side) // int(g.scenario.tables["air"]["interdict"])
    for h in sorted(crowded, key=lambda h: (-crowded[h], h))[:count]:
        yield ("interdict", g.map.labels[h])


STEPS_AHEAD = 3
"""How far the enemy's next moves are looked at."""


def enemy_ways(g: Gdw1940, side: Side) -> dict[Hex, float]:
    """The strength that would come through each hex if the enemy went straight for what he wants.

    Hexes in a zone of the side are left out: he must stop there anyway.
    """
    ways, zones = g.scenario.ways["foot"], g.zones(side)
    want = distances(ways, goals(g, side.enemy))
    found: dict[Hex, float] = {}
    for u in (u for u in g.on_map(side.enemy) if g.in_play(u) and not g.disrupted(u)):
        here, strength = g.hex_of[u], g.counter(u).combat
        for ahead in range(1, STEPS_AHEAD + 1):
            there = min((n for n, _ in ways[here]), key=lambda n: (want[n], n), default=here)
            if want[there] >= want[here]:
                break
            if not zones[there]:
                found[there] = found.get(there, 0.0) + strength / ahead
            here = there
    return found


ADVICE = Gdw1940Advice()
