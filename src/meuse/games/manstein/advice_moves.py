"""How the staff moves in Manstein's War: corps and armies by the general plan, trains behind them, landings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.manstein import logistics, movement
from meuse.games.manstein.advice_aims import (
    danger_to,
    field,
    goals,
)
from meuse.games.manstein.advice_risk import risk
from meuse.games.manstein.advice_scheme import Scheme
from meuse.games.manstein.board import Manstein, feared, held
from meuse.games.manstein.stacking import may_stack, why_not_stack
from meuse.hexmap import OFF_MAP, Hex
from meuse.steps import Order


def movement_orders(g: Manstein, step: movement.Movement, brief: Brief) -> Iterator[Order]:
    yield from landing_orders(g, step)
    leaving = dict(embarking(g, step))
    scheme = Scheme(g, step, brief)
    goals = {u: h for u, (h, _) in scheme.tasks.items()} | leaving
    for u, h in goals.items():
        if h != g.hex_of[u]:
            yield ("rail", g.id(u), g.label(h)) if scheme.needs_rail(u, h) else ("move", g.id(u), scheme.way(u, h))
    yield from train_orders(g, step, goals, brief)


def landing_orders(g: Manstein, step: movement.Movement) -> Iterator[Order]:
    """18.0a: into an empty depot or port of the Netherlands, the nearest."""
    if step.side is not Side.GERMAN or step.why_not_land_now(g) is not None:
        return
    wanted, enemies = goals(g, Side.GERMAN), held(g, Side.ALLIED)
    for u in step.airborne_units(g):
        grounds = [h for h in step.landing_grounds(g, u) if h in wanted and not enemies[h]]
        dutch = [h for h in grounds if g.map.country[h] == "netherlands"]
        for h in sorted(dutch, key=lambda h: (g.map.distance(g.hex_of[u], h), h))[:1]:
            yield ("drop", g.id(u), g.label(h))


def embarking(g: Manstein, step: movement.Movement) -> Iterator[tuple[Unit, Hex]]:
    """20.2c: with the Evac marker, units that are cut off go to a port."""
    if g.now.marker != "evac":
        return
    ports = sorted(g.scenario.ports)
    for u in step.movable(g):
        reach = {g.hex_of[u]: 0} | dict(movement.reach_of(g, u).cost)
        able = [h for h in ports if h in reach and may_stack(g, u, h)]
        if able and not logistics.is_supported(g, u):
            yield u, min(able, key=lambda h: (reach[h], h))


# -- trains


def train_orders(g: Manstein, step: movement.Movement, goals: Mapping[Unit, Hex], brief: Brief) -> Iterator[Order]:
    """15.2b: logistics units go where they support most, once the others are in place."""
    trial = g.copy()
    for u, h in goals.items():
        trial.place(u, h)
    for u in [u for u in step.movable(g) if g.counter(u).kind == "logistics"]:
        goal = best_post(trial, u, [g.hex_of[u], *step.goals(g, u)], brief)
        if goal != g.hex_of[u]:
            trial.place(u, goal)
            yield ("move", g.id(u), g.label(goal))


def best_post(g: Manstein, u: Unit, able: Sequence[Hex], brief: Brief) -> Hex:
    """The hex from which a train supports most units that no other supports, safe behind friends."""
    here, side, counter = g.hex_of[u], g.side(u), g.counter(u)
    apart = g.copy()
    apart.place(u, OFF_MAP)
    direct, relays = logistics.source_lines(apart, counter.nation), logistics.relay_lines(apart, counter.nation)
    fed = {v for v in eaters(apart, u) if min(direct[g.hex_of[v]], relays[g.hex_of[v]]) <= g.counter(v).movement}
    ahead = front_field(g, u, brief)
    danger = danger_to(g, side)

    def reached(h: Hex) -> list[Unit]:
        if direct[h] > counter.movement:
            return []
        lines = logistics.lines(apart, side, [h])
        return [v for v in eaters(apart, u) if lines[g.hex_of[v]] <= g.counter(v).movement]

    def worth(h: Hex) -> float:
        value = sum((0.1 if v in fed else 1.0) * (1 + g.attack_of(v)) for v in reached(h))
        return value - 0.4 * min(ahead[h], 40) - exposure(apart, side, h, danger[h]) + 0.1 * (h == here)

    open_to = [h for h in able if h == here or why_not_stack(g, (*g.ground(h, side), u), h) is None]
    return max(open_to, key=lambda h: (worth(h), -h))


def eaters(g: Manstein, u: Unit) -> list[Unit]:
    """15.3: the units that a train can support."""
    nation = g.counter(u).nation
    return [v for v in g.on_map(g.side(u)) if g.counter(v).nation == nation and g.attack_of(v)]


def front_field(g: Manstein, u: Unit, brief: Brief) -> Sequence[int]:
    """How far the front is: German trains follow the best of their command, Allied ones do not."""
    side, command = g.side(u), g.counter(u).command
    mine = [v for v in eaters(g, u) if g.counter(v).command == command]
    if side is Side.ALLIED or not mine:
        return [0] * len(g.map)
    return field(g, max(mine, key=lambda v: (g.counter(v).movement, g.attack_of(v), v)), brief.plan)


def exposure(g: Manstein, side: Side, h: Hex, danger: float) -> float:
    """A train alone near the enemy is lost; behind or among strong friends it is safe."""
    friends = [v for v in g.ground(h, side) if g.counter(v).kind != "logistics"]
    if friends:
        return 2.0 * risk(g, danger, friends, h)
    return 8.0 * feared(g, side)[h] + 0.3 * danger
