"""How the staff moves in Manstein's War: corps and armies by the general plan, trains behind them, landings."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from meuse.counters import Side, Unit
from meuse.games.manstein import combat, logistics, movement, odds, rail
from meuse.games.manstein.advice_aims import (
    GUARDS,
    HUNGER,
    aims,
    danger_to,
    field,
    goals,
    risk,
    supported_hexes,
    threats,
    values,
)
from meuse.games.manstein.advice_battle import attack_value
from meuse.games.manstein.appreciation import APPRECIATION
from meuse.games.manstein.board import Manstein, feared, held
from meuse.games.manstein.stacking import why_not_stack
from meuse.hexmap import OFF_MAP, Hex
from meuse.opponents.campaign import MovePlan
from meuse.opponents.fields import FAR, distances
from meuse.steps import Order

ASTRAY = 2
"""How many movement factors a German unit may fall behind to take part in an attack."""

EXPOSED = 0.3
"""The share of the risk in the hexes it is made from that an attack must make up for."""


def movement_orders(g: Manstein, step: movement.Movement, rng: random.Random) -> Iterator[Order]:
    yield from landing_orders(g, step)
    plan = PhasePlan(g, step, rng)
    yield from plan.moves()
    yield from train_orders(g, step, plan)


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


class PhasePlan(MovePlan[Manstein]):
    """8: the active units mass for attacks, take what is wanted, and go forward or into line.

    `promised` is the strength of an air unit that could still be sent to any of the attacks.
    """

    most_targets = 20
    appreciation = APPRECIATION

    def __init__(self, g: Manstein, step: movement.Movement, rng: random.Random, promised: int = 0) -> None:
        super().__init__(g, step.side, rng, {})
        self.step, self.promised = step, promised
        self.struck: list[Hex] = []
        self.by_rail = frozenset(u for u in step.by_rail(g) if not self.is_guard(u))
        self.front = distances(g.scenario.ways["foot"], {g.hex_of[u] for u in g.on_map(step.side.enemy)})
        mine = set(self.movable())
        self.wanted = self.what_is_wanted(mine)
        self.planned |= {u: g.hex_of[u] for u in mine if self.guards(u)}

    def what_is_wanted(self, mine: set[Unit]) -> dict[Hex, float]:
        """Hexes that want a unit: for the Allies, and on the German frontier, those that no other unit can hold."""
        found: dict[Hex, float] = {}
        for u in sorted(mine):
            if not self.is_guard(u):
                found |= aims(self.g, u)
            elif self.attacking:
                found |= self.endangered_posts
        return {h: value for h, value in found.items() if not self.is_held(h, mine)}

    @cached_property
    def endangered_posts(self) -> dict[Hex, float]:
        """3.5a: depots and Westwall hexes in reach of the enemy, the most endangered first."""
        posts = values(self.g, Side.ALLIED).items()
        return {h: value + self.danger[h] / 10.0 for h, value in posts if self.danger[h] > 0}

    def is_held(self, h: Hex, mine: set[Unit]) -> bool:
        staying = [u for u in self.g.ground(h, self.side) if u not in mine]
        return bool(staying) and not risk(self.g, self.danger[h], staying, h)

    def is_guard(self, u: Unit) -> bool:
        return self.g.counter(u).command in GUARDS

    def guards(self, u: Unit) -> bool:
        """A last defender does not leave what the enemy could take."""
        g, h = self.g, self.g.hex_of[u]
        alone = len(g.ground(h, self.side)) == 1
        mine = self.side is Side.ALLIED or self.is_guard(u)
        return mine and h in self.wanted and alone and self.danger[h] > 0

    @cached_property
    def nearest(self) -> dict[Unit, int]:
        """How near each unit can get to its aims this phase."""
        return {u: min(self.far(u)[h] for h in reach) for u, reach in self.options.items()}

    def moves(self) -> Iterator[Order]:
        yield from self.embark()
        yield from super().moves()

    def embark(self) -> Iterator[Order]:
        """20.2c: with the Evac marker, units that are cut off go to a port."""
        if self.g.now.marker != "evac":
            return
        ports = sorted(self.g.scenario.ports)
        for u in self.movable():
            reach = self.reach(u)
            able = [h for h in ports if (h in reach or h == self.g.hex_of[u]) and self.fits(u, h)]
            if able and not logistics.is_supported(self.g, u):
                self.planned[u] = min(able, key=lambda h: (reach.get(h, 0), h))
                if self.planned[u] != self.g.hex_of[u]:
                    yield self.order(u, self.planned[u])

    def strikes(self) -> list[Hex]:
        """The hexes that would be attacked, best first."""
        self.options = {u: {self.g.hex_of[u]: 0} | dict(self.reach(u)) for u in self.movable() if u not in self.planned}
        list(self.mass())
        return self.struck

    # -- what pieces can do

    @property
    def attacking(self) -> bool:
        return self.side is Side.GERMAN

    def movable(self) -> Iterable[Unit]:
        return [u for u in self.step.movable(self.g) if self.g.counter(u).kind != "logistics"]

    def reach(self, u: Unit) -> Mapping[Hex, int]:
        """8, 9: on the ground; and by rail, for the Allies into the line too."""
        ground = movement.reach_of(self.g, u).cost
        if u not in self.by_rail:
            return ground
        far = self.g.counter(u).movement
        ends = [h for h in rail.goals(self.g, u) if not self.attacking or not self.danger[h]]
        return dict.fromkeys(ends, far) | ground

    def order(self, u: Unit, h: Hex) -> Order:
        word = "rail" if self.needs_rail(u, h) else "move"
        return (word, self.g.id(u), self.g.label(h))

    def needs_rail(self, u: Unit, h: Hex) -> bool:
        return u in self.by_rail and h != self.g.hex_of[u] and h not in movement.reach_of(self.g, u).cost

    def fits(self, u: Unit, h: Hex) -> bool:
        """9.1: units that move by rail need rail capacity, too."""
        if not super().fits(u, h):
            return False
        if not self.needs_rail(u, h):
            return True
        aboard = sum(rail.weight(self.g, v) for v, goal in self.planned.items() if self.needs_rail(v, goal))
        return aboard + rail.weight(self.g, u) <= self.g.rail_left

    def enemies(self) -> Iterable[tuple[Hex, float, int]]:
        return threats(self.g, self.side)

    def strength(self, u: Unit) -> float:
        return float(self.g.attack_of(u) if self.attacking else self.g.defence_of(u))

    def may_stack(self, units: tuple[Unit, ...], h: Hex) -> bool:
        ground = tuple(u for u in units if self.g.scenario.is_ground[u])
        return not ground or why_not_stack(self.g, ground, h) is None

    def far(self, u: Unit) -> Sequence[int]:
        return field(self.g, u)

    # -- attack

    def targets(self) -> Iterable[Hex]:
        enemies = held(self.g, self.side.enemy)
        near = {n for cost in self.options.values() for h in cost for n in self.g.scenario.links[h]}
        return [h for h in sorted(near) if enemies[h]]

    def bases(self, target: Hex) -> Sequence[Hex]:
        return self.g.scenario.links[target]

    def standing(self, bases: Sequence[Hex]) -> list[Unit]:
        return [u for u in super().standing(bases) if self.g.scenario.is_ground[u]]

    def may_attack(self, u: Unit, target: Hex) -> bool:
        return combat.why_not_target(self.g, self.side, target) is None and (
            combat.why_not_attack(self.g, u, target) is None
        )

    def may_strike(self, u: Unit, h: Hex, target: Hex) -> bool:
        """No attack takes a unit far from the best it could do towards its aims."""
        return not self.attacking or self.far(u)[h] <= self.nearest[u] + ASTRAY

    def attack_worth(self, trial: Manstein, target: Hex, units: tuple[Unit, ...]) -> float:
        return attack_value(trial, self.side, target, units, self.promised)

    def gain(self, target: Hex, joining: Sequence[tuple[Unit, Hex]]) -> float:
        """What the attack is worth, less the risk for units that leave where they are."""
        crowd: dict[Hex, list[Unit]] = {}
        for u, h in joining:
            if h != self.g.hex_of[u]:
                crowd.setdefault(h, []).append(u)
        exposed = sum(risk(self.g, self.danger[h], self.with_friends(units, h), h) for h, units in crowd.items())
        return super().gain(target, joining) - EXPOSED * exposed

    def with_friends(self, units: Sequence[Unit], h: Hex) -> tuple[Unit, ...]:
        """Who would be in a hex if these units went there; those of other commands may leave before the enemy acts."""
        staying = [v for v in self.g.ground(h, self.side) if v not in self.options and v not in units]
        staying = [v for v in staying if self.belong_together(v, units[0])]
        coming = [v for v, goal in self.planned.items() if goal == h and v not in units and v not in staying]
        return (*units, *staying, *coming)

    def belong_together(self, u: Unit, other: Unit) -> bool:
        counter = self.g.counter(u)
        return counter.is_static or counter.command == self.g.counter(other).command or not self.attacking

    def mass_against(self, target: Hex) -> Iterator[tuple[Unit, Hex]]:
        """As in all games, but units that add nothing or bar the others from the mobile table (10.2b) stay out."""
        sent = list(super().mass_against(target))
        if not sent:
            return
        here = [(u, self.g.hex_of[u]) for u in self.standing(self.bases(target)) if self.may_attack(u, target)]
        for u, h in sorted(sent, key=lambda one: (self.strength(one[0]), one[0])):
            fewer = [one for one in sent if one != (u, h)]
            if fewer and self.gain(target, [*here, *fewer]) >= self.gain(target, [*here, *sent]):
                sent = fewer
                del self.planned[u]
        self.struck.append(target)
        yield from sent

    # -- the rest

    def peril(self, u: Unit, h: Hex) -> float:
        """Not where the stack would be crushed; good ground makes up for some of it."""
        return 1.2 * risk(self.g, self.danger[h], self.with_friends((u,), h), h) - 0.2 * self.cover(h)

    def in_line(self, u: Unit, h: Hex) -> float:
        """Between the enemy and what must be held, on good ground, beside friends, not where it would be crushed."""
        there = self.with_friends((u,), h)
        strength, pressure = 2.5 * sum(self.g.defence_of(v) for v in there), self.danger[h]
        value = self.cover(h) + 1.0 * (h in self.wanted and pressure > 0) + min(pressure, strength) / 7.0
        value -= 1.5 * risk(self.g, pressure, there, h) + min(self.far(u)[h], FAR) / 5.0
        value -= 0.15 * max(0, self.front[h] - 4)
        value += 0.3 * sum(self.is_manned(n) for n in self.g.map.adjacent[h])
        return value - self.shyness(u, h)

    def cover(self, h: Hex) -> float:
        g = self.g
        own = g.own_fort(h, self.side) is not None
        rivers = sum((n, h) in g.scenario.rivers for n in g.map.adjacent[h])
        return -1.0 * odds.ground_shift(g, h) + 2.0 * own + 0.3 * rivers

    def shyness(self, u: Unit, h: Hex) -> float:
        """15.1b: units do not give up support for nothing."""
        return HUNGER * (h not in supported_hexes(self.g, u))


# -- trains


def train_orders(g: Manstein, step: movement.Movement, plan: PhasePlan) -> Iterator[Order]:
    """15.2b: logistics units go where they support most, once the others are in place."""
    trial = g.copy()
    for u, h in plan.planned.items():
        trial.place(u, h)
    for u in [u for u in step.movable(g) if g.counter(u).kind == "logistics"]:
        goal = best_post(trial, u, [g.hex_of[u], *step.goals(g, u)])
        if goal != g.hex_of[u]:
            trial.place(u, goal)
            yield ("move", g.id(u), g.label(goal))


def best_post(g: Manstein, u: Unit, able: Sequence[Hex]) -> Hex:
    """The hex from which a train supports most units that no other supports, safe behind friends."""
    here, side, counter = g.hex_of[u], g.side(u), g.counter(u)
    apart = g.copy()
    apart.place(u, OFF_MAP)
    direct, relays = logistics.source_lines(apart, counter.nation), logistics.relay_lines(apart, counter.nation)
    fed = {v for v in eaters(apart, u) if min(direct[g.hex_of[v]], relays[g.hex_of[v]]) <= g.counter(v).movement}
    ahead = front_field(g, side)
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


def front_field(g: Manstein, side: Side) -> Sequence[int]:
    """How far the front is: German trains follow it, Allied ones do not."""
    panzers = [u for u in g.on_map(Side.GERMAN) if g.counter(u).mech and g.counter(u).kind != "logistics"]
    return field(g, panzers[0]) if side is Side.GERMAN and panzers else [0] * len(g.map)


def exposure(g: Manstein, side: Side, h: Hex, danger: float) -> float:
    """A train alone near the enemy is lost; behind or among strong friends it is safe."""
    friends = [v for v in g.ground(h, side) if g.counter(v).kind != "logistics"]
    if friends:
        return 2.0 * risk(g, danger, friends, h)
    return 8.0 * feared(g, side)[h] + 0.3 * danger
