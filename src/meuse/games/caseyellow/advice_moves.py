"""How the staff moves in Case Yellow: the general plan, overruns, guards, trains, the way to the Dynamo port."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from meuse.advice import Brief
from meuse.appreciation import AnyAppreciation
from meuse.counters import Side, Unit
from meuse.games.caseyellow import rail
from meuse.games.caseyellow.advice_aims import (
    GUARDS,
    away,
    far,
    in_supply,
    is_last_turn,
    is_worn,
    points_for,
    prizes,
    threats,
    wanted_by,
)
from meuse.games.caseyellow.advice_battle import attack_worth
from meuse.games.caseyellow.advice_cuts import best_cut, best_relief, closers
from meuse.games.caseyellow.advice_depots import depot_orders
from meuse.games.caseyellow.advice_dynamo import goes_to_port, harbour, leaving_orders, perimeter, to_port
from meuse.games.caseyellow.advice_line import line_hexes
from meuse.games.caseyellow.appreciation import APPRECIATION, chits_left
from meuse.games.caseyellow.board import OOS, CaseYellow
from meuse.games.caseyellow.combat import can_attack_from, front
from meuse.games.caseyellow.ground import reach_of
from meuse.games.caseyellow.movement import Movement
from meuse.games.caseyellow.odds import Attack, Battle
from meuse.games.caseyellow.overrun import why_not_successful
from meuse.games.caseyellow.stacking import stack_fault
from meuse.games.caseyellow.supply import is_supplied
from meuse.hexmap import OFF_MAP, Hex
from meuse.opponents.campaign import MovePlan
from meuse.opponents.fields import FAR, distances
from meuse.opponents.guards import open_posts
from meuse.opponents.tasks import Task, give_out
from meuse.steps import Order

ESCORT = 3
"""How far ahead of the infantry a spearhead can go without being cut off."""
MARCH = 6
"""How many rounds a unit marches on foot to fill a gap in the line; farther ones wait for trains."""


def movement_orders(g: CaseYellow, step: Movement, rng: random.Random, brief: Brief) -> Iterator[Order]:
    """Overruns first, for what they open; then the plan; then depots; then bridgeheads where the panzers stand."""
    yield from overrun_orders(g, step)
    plan = RoundPlan(g, step, rng, brief)
    yield from plan.moves()
    yield from depot_orders(g, step, plan.planned, plan.danger)
    yield from (("lift", g.map.labels[h]) for h in idle_bridgeheads(g, plan))
    yield from (("bridgehead", g.map.labels[h]) for h in near_banks(g, plan))
    yield ("end",)


def overrun_orders(g: CaseYellow, step: Movement) -> Iterator[Order]:
    """10.3c: units that can be swept away are; then the staff plans again."""
    for target in step.weak(g):
        for origin in g.map.adjacent[target]:
            units: tuple[Unit, ...] = ()
            for u in step.able(g, target, units):
                if g.hex_of[u] == origin:
                    units = (*units, u)
                    if why_not_successful(g, target, units) is None:
                        yield ("overrun", g.map.labels[target], *g.ids(units), "go")
                        break


def near_banks(g: CaseYellow, plan: RoundPlan) -> list[Hex]:
    """10.8c.2: enemies over a river from where the panzers will stand."""
    return sorted({n for h in panzer_ends(g, plan) for n in g.map.adjacent[h] if g.held(plan.side.enemy)[n]})


def idle_bridgeheads(g: CaseYellow, plan: RoundPlan) -> list[Hex]:
    """10.8d, 10.8e: when all markers are in use, those next to which no panzers will stand."""
    if not plan.attacking or len(g.bridgeheads) < g.scenario.tables["markers"]["bridgehead"]:
        return []
    ends = panzer_ends(g, plan)
    return [h for h in sorted(g.bridgeheads) if ends.isdisjoint(g.map.adjacent[h])]


def panzer_ends(g: CaseYellow, plan: RoundPlan) -> set[Hex]:
    return {plan.planned.get(u, g.hex_of[u]) for u in g.on_map(plan.side) if g.scenario.yellow[u]}


class RoundPlan(MovePlan[CaseYellow]):
    """10.1: the movement of one round. The Allies man a line (`advice_line`), the Germans go for what they want."""

    appreciation = APPRECIATION

    def __init__(self, g: CaseYellow, step: Movement, rng: random.Random, brief: Brief) -> None:
        super().__init__(g, step.side, rng, wanted_by(g, step.side))
        self.step, self.brief = step, brief
        self.hunger = brief["hunger_late" if sum(g.cup) <= 2 else "hunger"]
        self.places = dict(self.wanted)

    def moves(self) -> Iterator[Order]:
        if not self.attacking:
            self.wanted = self.posts()
        yield from super().moves()

    # -- the Allied line

    @cached_property
    def harbour(self) -> Hex:
        """Where the Allies leave or mean to leave from; -1 for nowhere."""
        return -1 if self.attacking else harbour(self.g, self.brief)

    @cached_property
    def leaving(self) -> frozenset[Unit]:
        """Those who go home."""
        if self.harbour < 0:
            return frozenset()
        return frozenset(u for u in self.g.on_map(self.side) if goes_to_port(self.g, u, self.brief))

    @cached_property
    def line(self) -> list[Hex]:
        standing = {self.g.hex_of[u] for u in self.g.on_map(self.side) if self.g.strength(u)}
        able = standing.union(*(self.reach(u) for u in self.movable()))
        return line_hexes(self.g, able, self.brief)

    @cached_property
    def to_line(self) -> list[int]:
        return distances(self.g.scenario.ways["foot"], self.line or list(self.places))

    def guard(self) -> Iterator[tuple[Unit, Hex]]:
        if self.harbour >= 0:
            yield from self.ring()
        if self.attacking:
            yield from self.watch()
        yield from super().guard()
        yield from self.strangle()
        yield from self.relieve()

    def watch(self) -> Iterator[tuple[Unit, Hex]]:
        """3.1a, 7.8: the armies that hold the frontier stand in the cities that the enemy is near, not beside them."""
        armed = [u for u in self.free() if self.g.counter(u).army in GUARDS and self.strength(u)]
        tasks = [Task(h, self.brief["home_post"]) for h in self.homes]
        for u, task in give_out(tasks, armed, self.home_price).items() if tasks else ():
            if self.fits(u, task.at):
                yield self.send(u, task.at)

    @cached_property
    def homes(self) -> list[Hex]:
        """The German cities that enemies could attack soon."""
        cities = self.g.scenario.sources.get("german_city", ())
        return [h for h in sorted(cities) if self.danger[h] > 0 and self.g.controls(self.side, h)]

    def home_price(self, u: Unit, h: Hex) -> float | None:
        return 0.2 * self.options[u][h] if h in self.options[u] and self.fits(u, h) else None

    def relieve(self) -> Iterator[tuple[Unit, Hex]]:
        """7.5: when the turn is nearly over, a unit opens the way for those who are cut off; these stay."""
        if is_last_turn(self.g) or chits_left(self.g, self.side) > 1:
            return
        stuck = [u for u in self.free() if self.is_stuck(u)]
        free = {u: [h for h in self.options[u] if self.fits(u, h)] for u in self.free()}
        best = (
            best_relief(self.g, self.side, free, stuck, lambda u, h: self.missed(u, h), self.brief) if stuck else None
        )
        if best is not None:
            relief, h, saved = best
            yield self.send(relief, h)
            yield from (self.send(u, self.g.hex_of[u]) for u in saved)

    def is_stuck(self, u: Unit) -> bool:
        """7.2: whether a unit gets to no hex in supply by itself."""
        return (
            self.strength(u) > 0 and u not in self.leaving and not any(in_supply(self.g, u, h) for h in self.options[u])
        )

    def strangle(self) -> Iterator[tuple[Unit, Hex]]:
        """7.2a, 9.7: one unit goes where it puts most enemy strength out of supply."""
        free = {u: [h for h in self.options[u] if self.fits(u, h)] for u in self.free()}
        best = best_cut(self.g, self.side, free, lambda u, h: self.missed(u, h) + self.shyness(u, h), self.brief)
        if best is not None:
            yield self.send(*best)

    def missed(self, u: Unit, h: Hex) -> float:
        """Of two places that one unit could guard, the one nearer to the enemy bars the way to the other."""
        return super().missed(u, h) - 0.1 * min(self.danger[h], 5.0)

    def to_guard(self, app: AnyAppreciation) -> Mapping[Hex, float]:
        """Also whoever guards a place now stays, if an enemy could walk in behind him.

        Dutch cities that are lost and empty are taken back, too: each counts until the End Phase (12.5a).
        """
        found = open_posts(app, self.without_guards(app), self.side, self.options.keys())
        if self.attacking:
            return found
        g, prizes = self.g, app.prizes(self.g, self.side)
        lost = (h for h in prizes if g.map.country[h] == "netherlands" and g.controls(Side.GERMAN, h))
        return {**found, **{h: prizes[h] for h in lost if not g.held(Side.GERMAN)[h]}}

    def without_guards(self, app: AnyAppreciation) -> CaseYellow:
        """The board as it would be if all left the places that count who may."""
        trial, prizes = self.g.copy(), app.prizes(self.g, self.side)
        for u in [u for u in self.options if trial.hex_of[u] in prizes and u not in self.planned]:
            trial.place(u, OFF_MAP)
        return trial

    def ring(self) -> Iterator[tuple[Unit, Hex]]:
        """13.5.3: the hexes from which the port could be attacked, and the port itself, each with a stack."""
        for slot in ("ring_first", "ring_second"):
            tasks = [Task(h, self.brief[slot]) for h in perimeter(self.g, self.harbour)]
            for u, task in give_out(tasks, self.free(), self.ring_price).items():
                if self.fits(u, task.at):
                    yield self.send(u, task.at)

    def ring_price(self, u: Unit, h: Hex) -> float | None:
        able = h in self.options[u] and u in self.leaving and self.fits(u, h)
        return 1.0 - self.brief["ring_strength"] * self.strength(u) + 0.02 * self.options[u][h] if able else None

    def posts(self) -> dict[Hex, float]:
        """The hexes of the line that need a unit, the most endangered first; Dutch cities, the lost ones above all."""
        g = self.g
        cities = ((h, value) for h, value in prizes(g).items() if value > 1.0 and not g.held(self.side.enemy)[h])
        dutch = {h: value + g.controls(Side.GERMAN, h) for h, value in cities if g.map.country[h] == "netherlands"}
        return dutch | {h: 1.0 + self.danger[h] for h in self.line if g.standing_fort(h) is None}

    # -- what pieces can do

    @property
    def attacking(self) -> bool:
        return self.side is Side.GERMAN

    def movable(self) -> Iterable[Unit]:
        return [u for u in self.step.movable(self.g) if not self.g.is_supply_unit(u)]

    def reach(self, u: Unit) -> Mapping[Hex, int]:
        cost = reach_of(self.g, u).cost
        return {h: cost[h] for h in self.step.goals(self.g, u)}

    def enemies(self) -> Iterable[tuple[Hex, float, int]]:
        return threats(self.g, self.side)

    def strength(self, u: Unit) -> float:
        return float(self.g.strength(u))

    def may_stack(self, units: tuple[Unit, ...], h: Hex) -> bool:
        return stack_fault(self.g, units, h) is None

    def far(self, u: Unit) -> Sequence[int]:
        if self.attacking or self.g.nation(u) == "dutch":
            return far(self.g, u, self.brief)
        return to_port(self.g, self.harbour) if u in self.leaving else self.to_line

    def first(self) -> Iterator[Order]:
        """13.4.3: ships before all else."""
        g = self.g
        if self.attacking or g.port < 0:
            return
        coming = [u for u in self.movable() if g.hex_of[u] != g.port and u in self.leaving]
        coming = [u for u in coming if self.reach(u).get(g.port, 99) < g.allowance(u)]
        for order in leaving_orders(g, coming, self.brief):
            self.planned[g.scenario.unit_named[order[1]]] = g.port
            yield order

    def seize(self) -> Iterator[tuple[Unit, Hex]]:
        """The Germans take what is wanted; the Allies man their posts, those that nobody holds and those too weak."""
        if self.attacking:
            yield from super().seize()
            return
        near = {h: worth for h, worth in self.wanted.items() if self.danger[h] > 0 or self.g.controls(Side.GERMAN, h)}
        tasks = [Task(h, near[h]) for h in sorted(near) if h not in self.planned.values()]
        for u, task in give_out(tasks, self.free(), self.post_price).items() if tasks else ():
            if self.fits(u, task.at):
                yield self.send(u, task.at)

    def post_price(self, u: Unit, h: Hex) -> float | None:
        """What it costs to have a unit hold a post: its way, its weakness, and the points that its loss would give."""
        if h not in self.options[u] or not self.strength(u) or u in self.leaving or not self.fits(u, h):
            return None
        lacking = max(0.0, min(self.danger[h], self.brief["most_danger"]) / 3.0 - self.strength(u))
        at_stake = self.brief["worn_post"] * points_for(self.g, u) * is_worn(self.g, u)
        return 0.2 * self.options[u][h] + self.brief["weak_post"] * lacking + at_stake

    # -- attack

    def mass(self) -> Iterator[tuple[Unit, Hex]]:
        """What lies open is taken before anybody masses for an attack."""
        if self.attacking:
            yield from self.snatch()
        yield from super().mass()

    def snatch(self) -> Iterator[tuple[Unit, Hex]]:
        """A unit for every place worth a point that it can get to, in supply or for a country that may surrender."""
        for h, value in sorted(self.wanted.items(), key=lambda item: (-item[1], item[0])):
            able = [u for u in self.free() if value >= 1.0 and h in self.options[u] and self.fits(u, h)]
            sure = value >= self.brief["at_any_price"] or is_last_turn(self.g) or self.g.map.country[h] == "netherlands"
            able = [u for u in able if sure or in_supply(self.g, u, h)]
            if able:
                yield self.send(min(able, key=lambda u: (self.options[u][h], self.strength(u), u)), h)

    def targets(self) -> Iterable[Hex]:
        g = self.g
        near = {n for options in self.options.values() for h in options for n in front(g)[h]}
        return sorted(h for h in near if g.held(self.side.enemy)[h])

    def bases(self, target: Hex) -> Sequence[Hex]:
        return front(self.g)[target]

    def may_attack(self, u: Unit, target: Hex) -> bool:
        g = self.g
        if not g.strength(u) or g.counter(u).kind == "artillery" or g.counter(u).army in GUARDS or u in self.leaving:
            return False
        return not is_worn(g, u) or points_for(g, u) < 3 if self.attacking else g.scenario.motorized[u]

    def may_strike(self, u: Unit, h: Hex, target: Hex) -> bool:
        return can_attack_from(self.g, u, h, target)

    def attack_worth(self, trial: CaseYellow, target: Hex, units: tuple[Unit, ...]) -> float:
        return attack_worth(trial, Battle(Attack(target, units)), self.brief)

    # -- the rest

    def follow(self) -> Iterator[tuple[Unit, Hex]]:
        """7.5, 9.7: in the last round of a turn the infantry closes the gaps behind the spearheads."""
        sent = dict(super().follow())
        if self.attacking and not is_last_turn(self.g) and not chits_left(self.g, self.side):
            slow = {u: list(self.options[u]) for u in sent if not self.g.scenario.motorized[u]}
            for u, h in closers(self.g, self.side, self.planned, slow, self.brief).items():
                sent[u] = self.planned[u] = h
        yield from sent.items()

    def forward(self, u: Unit, h: Hex) -> float:
        if self.g.counter(u).army in GUARDS:
            return 3.0 * (h == self.g.hex_of[u]) + 0.05 * self.danger[h]
        return super().forward(u, h)

    def in_line(self, u: Unit, h: Hex) -> float:
        """Where a post needs more strength, or close behind it; on good ground; in supply."""
        distance, pressure = min(self.far(u)[h], FAR), self.danger[h]
        if self.is_near_gap(u):
            distance = self.to_gap[h]
        lacking = (pressure - 2.0 * (self.together(u, h) - self.strength(u))) / 6.0
        value = 0.3 * self.cover(h) - 0.5 * distance - self.shyness(u, h)
        if distance == 0:
            value += max(-1.0, min(2.0, lacking))
        return value - 0.5 * max(0.0, pressure / (3.0 * max(1.0, self.together(u, h))) - 1.0)

    def is_near_gap(self, u: Unit) -> bool:
        """Whether a unit that has no post could get to one that nobody holds within a few rounds."""
        if self.far(u) is not self.to_line or not self.gaps:
            return False
        return self.to_gap[self.g.hex_of[u]] <= MARCH * self.g.allowance(u)

    def cover(self, h: Hex) -> float:
        """Ground, works, rivers."""
        g = self.g
        value = -0.8 * g.scenario.terrain[g.map.terrain[h]].shift + 1.5 * (h in g.better)
        value += 1.5 * (g.standing_works(h) or g.standing_fort(h) is not None)
        return value + 0.3 * sum(bool(g.scenario.river[side]) for side in g.map.side_of[h])

    def shyness(self, u: Unit, h: Hex) -> float:
        """Guns keep out of danger; 7.5a.step: nobody stays without supply for long."""
        g = self.g
        value = 3.0 * self.danger[h] * (g.counter(u).kind == "artillery")
        if is_worn(g, u):
            value += self.brief["worn"] * points_for(g, u) * min(self.danger[h], 12.0) / max(3.0, self.together(u, h))
        if is_last_turn(self.g):
            return value
        if g.scenario.motorized[u] and self.attacking:
            value += self.straying * max(0, self.to_foot[h] - ESCORT)
        if in_supply(g, u, h):
            return value
        if g.status[u] & OOS:
            return value + self.brief["starving"] + self.brief["lost"] * points_for(g, u) * (g.steps[u] == 1)
        return value + self.hunger * (self.brief["panzer_hunger"] if g.scenario.armoured[u] else 1.0)

    @cached_property
    def straying(self) -> float:
        """7.5: supply is judged when the turn is over, so spearheads run far ahead only while rounds are left."""
        return self.brief["stray_late" if chits_left(self.g, self.side) <= 1 else "stray"]

    @cached_property
    def to_foot(self) -> Sequence[int]:
        """9.7: how many hexes each hex is from the nearest infantry in supply, which keeps the way open."""
        g = self.g
        foot = [g.hex_of[u] for u in g.on_map(self.side) if not g.scenario.motorized[u] and is_supplied(g, u)]
        return away(g, foot)

    @cached_property
    def gaps(self) -> list[Hex]:
        """The posts that nobody holds or is sent to; asked for when all that are in reach have got a unit."""
        staying = {self.g.hex_of[u] for u in self.g.on_map(self.side) if u not in self.options}
        return [h for h in self.wanted if h not in staying and h not in self.planned.values()]

    @cached_property
    def to_gap(self) -> list[int]:
        return distances(self.g.scenario.ways["foot"], self.gaps)

    def between(self) -> Iterator[Order]:
        """10.5: trains bring those who are not needed where they are as near to a gap as trains go."""
        if self.attacking or not self.gaps or self.step.why_not_trains(self.g) is not None:
            return
        g, left = self.g, self.g.scenario.rules["rail"]["units"] - self.g.railed
        waiting = [u for u in self.free() if self.to_gap[g.hex_of[u]] > 2 * g.allowance(u)]
        waiting = [u for u in waiting if rail.why_not_by_train(g, u) is None and rail.can_rail(g, u)]
        for u in sorted(waiting, key=lambda u: (-self.strength(u), self.danger[g.hex_of[u]], u)):
            ends = [h for h in self.step.rail_ends(g, u) if self.fits(u, h) and in_supply(g, u, h)]
            goal = min(ends, key=lambda h: (self.to_gap[h], h), default=g.hex_of[u])
            if left and self.to_gap[goal] < self.to_gap[g.hex_of[u]] - g.allowance(u):
                left -= 1
                self.planned[u] = goal
                yield ("rail", g.id(u), g.map.labels[goal])
