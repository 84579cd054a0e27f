"""The movement phase of France '40: the plan of all games, with what its pieces can do and what hexes are worth."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

from meuse.bots.campaign import MovePlan
from meuse.bots.fields import FAR
from meuse.counters import Side, Unit
from meuse.games.france40 import advice_aims as aims
from meuse.games.france40 import odds, rail
from meuse.games.france40.advice_battle import hex_worth, supported
from meuse.games.france40.attackers import ground_refuses, state_refuses
from meuse.games.france40.board import DISRUPTED, TRAIN, Game40
from meuse.games.france40.dynamo import may_not_attack
from meuse.games.france40.movement import Movement
from meuse.games.france40.odds import Battle
from meuse.games.france40.paths import routes
from meuse.games.france40.sickle_cut import bound
from meuse.games.france40.stacking import stack_fault
from meuse.games.france40.terrain import ground, restricted, river
from meuse.games.france40.zones import zones
from meuse.hexmap import OFF_MAP, Hex
from meuse.steps import Order

RUN = 7
"""Movement points of open ground ahead with which a German mechanized unit runs rather than fights."""
CURTAIN_FROM, CURTAIN = 5, 14
"""From which turn on railways are cut for good, and with how many units at most."""
SPEARHEADS, GUARDS_LAG = 18, 0.7
"""How many mechanized units make for the aim once the way there must be held; how little the others are drawn to it."""
SAFE_FROM_TANKS = 7
"""Hexes from the nearest German within which no train should stop."""


def movement_orders(g: Game40, step: Movement, rng: random.Random) -> Iterator[Order]:
    if step.side is Side.GERMAN:
        yield from GermanPlan(g, step, rng).moves()
    elif g.scenario.dynamo:
        yield from PocketPlan(g, step, rng).moves()
    else:
        yield from rail_orders(g, step)
        yield from LinePlan(g, step, rng).moves()


class Plan40(MovePlan[Game40]):
    """7: what both sides share. Units that are bound to each other are planned as one, by the first of them."""

    most_targets = 24

    def __init__(self, g: Game40, step: Movement, rng: random.Random) -> None:
        self.step = step
        super().__init__(g, step.side, rng, aims.goals(g, step.side, g.turn))
        self.supplied = aims.Supplied(g, step.side)
        self.ready: dict[Unit, set[Hex]] = {}
        self.grounds: dict[Hex, float] = {}
        self._crowd: tuple[int, set[Hex]] = (-1, set())

    def movable(self) -> Iterable[Unit]:
        g = self.g
        return [u for u in self.step.movable(g) if bound(g, u)[0] == u and not g.status[u] & TRAIN]

    def reach(self, u: Unit) -> Mapping[Hex, int]:
        g, party = self.g, bound(self.g, u)
        ways = routes(g, party)
        self.ready[u] = ways.before_an_attack()
        return {h: ways.to(h).cost[h] for h in self.step.goals_of(g, party) if self.useful(h)}

    def useful(self, h: Hex) -> bool:
        """Whether anybody wants to go there at all."""
        return bool(self.g.scenario.playable[h])

    def enemies(self) -> Iterable[tuple[Hex, float, int]]:
        return aims.attackers(self.g, self.side.enemy)

    def strength(self, u: Unit) -> float:
        return float(sum(self.g.face(v).defence for v in bound(self.g, u)))

    def may_stack(self, units: tuple[Unit, ...], h: Hex) -> bool:
        party = tuple(sorted({v for u in units for v in bound(self.g, u)}))
        return not self.g.scenario.playable[h] or stack_fault(self.g, party) is None

    # -- attacks

    def targets(self) -> Iterable[Hex]:
        spread, found = ground(self.g).spread, self.g.held(self.side.enemy)
        hexes = {h for cost in self.options.values() for h in cost} | {
            self.g.hex_of[u] for u in self.g.on_map(self.side)
        }
        return sorted({n for h in hexes for n in spread[h] if found[n]})

    def bases(self, target: Hex) -> Sequence[Hex]:
        return ground(self.g).spread[target]

    def may_strike(self, u: Unit, h: Hex, target: Hex) -> bool:
        """8.1e, 7.3b: no Extended Movement, and ground that lets the unit in."""
        if h != self.g.hex_of[u] and h not in self.ready[u]:
            return False
        mech = self.g.mech(u) and restricted(self.g, target)
        return not mech or target in ground(self.g).roads[h]

    def may_attack(self, u: Unit, target: Hex) -> bool:
        g = self.g
        return state_refuses(g, u) is None and may_not_attack(g, u, target) is None

    def attack_worth(self, trial: Game40, target: Hex, units: tuple[Unit, ...]) -> float:
        """8.5: the best that units of one nation can do."""
        if target not in self.grounds:
            self.grounds[target] = hex_worth(self.g, self.side, target)
        party = sorted({v for u in units for v in bound(trial, u)})
        able = [u for u in party if state_refuses(trial, u) is None and ground_refuses(trial, u, target) is None]
        nations = sorted({trial.counter(u).nation for u in able})
        battles = (Battle(target, tuple(u for u in able if trial.counter(u).nation == n)) for n in nations)
        values = (supported(trial, b, self.grounds[target]) for b in battles if odds.start_column(trial, b) >= 0)
        return max(values, default=-1.0)

    def gain(self, target: Hex, joining: Sequence[tuple[Unit, Hex]]) -> float:
        return super().gain(target, [(v, h) for u, h in joining for v in bound(self.g, u)])

    def exposure(self, h: Hex, target: Hex) -> float:
        """9.6: rather not across a river."""
        return super().exposure(h, target) + 3.0 * odds.hampered_from(self.g, h, target)

    # -- ground

    def cover(self, h: Hex) -> float:
        """9.8, 9.6: cities, fortified hexes, rough ground, and rivers that the enemy has to cross."""
        g, found = self.g, self.g.map.terrain[h]
        value = {"city": 1.5, "wooded_rough": 0.8, "marsh": 0.8, "woods": 0.6, "polder": 0.4}.get(found, 0.0)
        value += 1.2 * (self.side is Side.ALLIED and (h in g.scenario.fortified or h in g.dyle))
        facing = [n for n in g.map.adjacent[h] if self.danger[n] > self.danger[h]]
        wet = sum(river(g, h, n) for n in facing)
        return value + (1.5 * wet / len(facing) if facing else 0.0)

    def is_manned(self, h: Hex) -> bool:
        return h in self.crowd()

    def crowd(self) -> set[Hex]:
        """Where friends are or are meant to be; it changes only when somebody is sent."""
        if self._crowd[0] != len(self.planned):
            staying = {self.g.hex_of[u] for u in self.g.on_map(self.side) if u not in self.planned}
            self._crowd = (len(self.planned), staying | set(self.planned.values()))
        return self._crowd[1]

    def bonded(self, u: Unit, h: Hex) -> int:
        """6.1: with how many friends two hexes away a unit would form bonds."""
        crowd = self.crowd()
        return sum(q in crowd and q != self.g.hex_of[u] for q in aims.partners(self.g)[h])


class GermanPlan(Plan40):
    """The spearheads run for the aim, the infantry follows or turns to the flanks, what is in the way is attacked."""

    def __init__(self, g: Game40, step: Movement, rng: random.Random) -> None:
        super().__init__(g, step, rng)
        self.spear, self.flank = aims.far_spear(g, g.turn), aims.far_flank(g, g.turn)
        self.behind = self.flank if g.scenario.dynamo else aims.far_follow(g, g.turn)
        self.lane = aims.supply_lane(g)
        self.open_ahead: dict[Unit, float] = {}
        self.spearheads = self.foremost()

    @property
    def attacking(self) -> bool:
        return True

    def foremost(self) -> frozenset[Unit]:
        """The mechanized units that make for the aim: all of them until the way must be held, then those in front."""
        mobile = [u for u in self.g.on_map(Side.GERMAN) if self.g.mech(u)]
        mobile.sort(key=lambda u: (self.spear[self.g.hex_of[u]], u))
        return frozenset(mobile if self.g.scenario.dynamo or self.g.turn < CURTAIN_FROM else mobile[:SPEARHEADS])

    def useful(self, h: Hex) -> bool:
        """19.4.2, 21.7.2: an Entry Hex counts once, with a line; those to the Channel count for every unit."""
        g = self.g
        if g.scenario.playable[h]:
            return True
        return (h in g.scenario.entry_hexes["X"] or h not in g.closed) and aims.supplied_exit(g, h)

    def far(self, u: Unit) -> Sequence[int]:
        """Panzers to the aim; the armies of the wings to the Entry Hexes; the centre behind the panzers."""
        if self.g.mech(u):
            return self.spear
        return self.flank if self.g.area[u] in ("A", "D") else self.behind

    # -- attack or run

    def mass(self) -> Iterator[tuple[Unit, Hex]]:
        for u in self.options:
            self.open_ahead[u] = self.ahead(u) if self.g.mech(u) else 0.0
        yield from super().mass()

    def ahead(self, u: Unit) -> float:
        """How much nearer to the aim a unit could get without a fight, in supply."""
        able = [self.spear[h] for h in self.options[u] if self.supplied(u, h)]
        return self.spear[self.g.hex_of[u]] - min(able, default=FAR)

    def may_attack(self, u: Unit, target: Hex) -> bool:
        return self.open_ahead.get(u, 0.0) < RUN and super().may_attack(u, target)

    def enough(self, target: Hex) -> float:
        return 5.0

    # -- points

    def seize(self) -> Iterator[tuple[Unit, Hex]]:
        """21.7.2: railways to cut, then Entry Hexes to close; panzers are too good for that before the end."""
        if self.g.scenario.dynamo:
            yield from super().seize()
            return
        if self.g.turn >= CURTAIN_FROM:
            yield from self.cut()
        for h, _ in sorted(self.wanted.items(), key=lambda item: (-item[1], item[0])):
            able = [u for u in self.free() if h in self.options[u] and self.may_leave(u, h)]
            if able:
                yield self.send(min(able, key=lambda u: (self.strength(u), u)), h)

    def may_leave(self, u: Unit, h: Hex) -> bool:
        """Whether a unit may be spent on a hex: infantry always, mechanized units when the railways are cut."""
        if self.g.scenario.playable[h]:
            return self.fits(u, h)
        return not self.g.mech(u) or (self.g.turn >= aims.LATE and not aims.open_railway(self.g))

    def cut(self) -> Iterator[tuple[Unit, Hex]]:
        """21.7.2b: a curtain across every railway that would still run without those that have yet to move."""
        trial = self.g.copy()
        for u in self.options:
            trial.place(u, self.planned.get(u, OFF_MAP))
        for _ in range(CURTAIN):
            way = [h for h in aims.open_railway(trial) if self.g.scenario.playable[h] and not trial.held_allied[h]]
            able = [(self.price(u, h), u, h) for u in self.free() for h in way if self.may_cut(u, h)]
            if not able:
                return
            _, u, h = min(able)
            trial.place(u, h)
            yield self.send(u, h)

    def price(self, u: Unit, h: Hex) -> float:
        """What it costs to leave a unit on a railway: its way, its worth elsewhere, the danger."""
        crushed = max(0.0, self.danger[h] / (3.0 * max(1.0, self.strength(u))) - 1.0)
        return self.options[u][h] + 5.0 * self.g.face(u).tank + 3.0 * crushed

    def may_cut(self, u: Unit, h: Hex) -> bool:
        needed = u in self.spearheads and self.g.turn < aims.LATE
        fed = h == self.g.hex_of[u] or self.supplied(u, h)
        return h in self.options[u] and not needed and fed and self.fits(u, h)

    # -- the rest

    def forward(self, u: Unit, h: Hex) -> float:
        """Guards stay behind the spearheads, on their roads."""
        value = super().forward(u, h)
        if u in self.spearheads or not self.g.mech(u):
            return value + (self.guarding(h) if not self.g.face(u).tank else 0.0)
        return value + GUARDS_LAG * min(self.spear[h], FAR) + self.guarding(h)

    def guarding(self, h: Hex) -> float:
        """18.3.3c: on the roads by which the spearheads live, where nobody is near."""
        if h not in self.lane or self.danger[h] <= 0:
            return 0.0
        crowd = self.crowd()
        return 4.0 * (not any(n in crowd for n in (h, *self.g.map.adjacent[h])))

    def shyness(self, u: Unit, h: Hex) -> float:
        """18.4: nobody runs out of supply; bonds beside the way keep it open."""
        g, value = self.g, 0.0 if self.supplied(u, h) else 8.0
        city = h in g.scenario.cities and not g.controls(Side.GERMAN, h)  # 18.3.4b: it closes a road
        return value - 0.4 * min(2, self.bonded(u, h)) + 0.2 * (not g.mech(u) and restricted(g, h)) - 1.5 * city


class LinePlan(Plan40):
    """The Allies of Sickle Cut: a chain of bonds between the enemy and what must be held, the gap plugged first."""

    least_gain = 1.2

    def __init__(self, g: Game40, step: Movement, rng: random.Random) -> None:
        super().__init__(g, step, rng)
        self.home = aims.far_home(g)
        self.to_gap = aims.far_gap(g, g.turn)
        self.gap = aims.corridor(g, g.turn)
        self.foes = sorted({g.hex_of[u] for u in g.on_map(Side.GERMAN) if g.scenario.playable[g.hex_of[u]]})

    @property
    def attacking(self) -> bool:
        return False

    def far(self, u: Unit) -> Sequence[int]:
        return self.home

    def enough(self, target: Hex) -> float:
        return 3.0

    def seize(self) -> Iterator[tuple[Unit, Hex]]:
        """HQs first find a place of their own."""
        for u in self.free():
            if self.g.hq(u):
                able = [h for h in self.options[u] if self.fits(u, h)]
                yield self.send(u, max(able, key=lambda h: (self.quarters(u, h), -h)))
        yield from super().seize()

    def quarters(self, u: Unit, h: Hex) -> float:
        """17.1: out of danger, within call of the front, in supply."""
        away = aims.nearest(self.g, h, self.foes)
        return -4.0 * max(0, 4 - away) - 0.5 * max(0, away - 6) - 3.0 * (not self.supplied(u, h))

    def in_line(self, u: Unit, h: Hex) -> float:
        if self.g.status[u] & DISRUPTED:
            return self.recovering(u, h)
        value = super().in_line(u, h) + 0.8 * min(2, self.bonded(u, h)) + self.plugged(u, h)
        engaged = self.danger[self.g.hex_of[u]] > self.strength(u)
        return value - min(self.to_gap[h], 40) / (20.0 if engaged else 5.0)

    def plugged(self, u: Unit, h: Hex) -> float:
        """In the way of the spearheads, if nobody stands there or next to it."""
        near = sum(self.is_manned(n) for n in (h, *self.g.map.adjacent[h]) if n != self.g.hex_of[u])
        return 1.5 * self.gap[h] / (1 + near)

    def recovering(self, u: Unit, h: Hex) -> float:
        """13.4.1: out of enemy zones a unit recovers by itself."""
        covered = bool(zones(self.g, self.side.enemy)[h])
        return self.cover(h) - 3.0 * covered - self.danger[h] / 8.0 - self.shyness(u, h)

    def shyness(self, u: Unit, h: Hex) -> float:
        return 0.0 if self.supplied(u, h) else 3.0


class PocketPlan(LinePlan):
    """The Allies of Dynamo: back to a perimeter around the port and the beaches, whoever leaves next on the shore."""

    def __init__(self, g: Game40, step: Movement, rng: random.Random) -> None:
        super().__init__(g, step, rng)
        self.shore = [g.map.place("Dunkerque").hex, *sorted(g.map.regions["beaches"].hexes)]
        self.brugge = g.map.place("Brugge").hex

    def seize(self) -> Iterator[tuple[Unit, Hex]]:
        """22.5: the weakest British units in reach go to the shore, as many as the ships may take."""
        for h in self.posts():
            yield from self.garrison(h)
        if self.g.turn >= 3:
            for h in self.shore:
                yield from self.fill(h, 3 if h == self.shore[0] else 2)
        yield from super().seize()

    def posts(self) -> list[Hex]:
        """The shore, then a ring of hexes around it, two apart so that they bond, the most threatened first."""
        g, found = self.g, list(self.shore)
        ring = [h for h in range(len(g.map)) if g.scenario.playable[h] and aims.nearest(g, h, self.shore) == 2]
        for h in sorted(ring, key=lambda h: (-self.danger[h], h)):
            if not g.held_german[h] and aims.nearest(g, h, found) > 1:
                found.append(h)
        return found * 2

    def garrison(self, h: Hex) -> Iterator[tuple[Unit, Hex]]:
        """The strongest unit in reach that is no Belgian."""
        able = [u for u in self.free() if h in self.options[u] and self.fits(u, h) and self.strength(u) > 3]
        able = [u for u in able if self.g.counter(u).nation != "belgian"]
        if able:
            yield self.send(max(able, key=lambda u: (self.strength(u), -self.options[u][h], -u)), h)

    def fill(self, h: Hex, number: int) -> Iterator[tuple[Unit, Hex]]:
        for _ in range(number):
            able = [u for u in self.free() if self.g.counter(u).nation == "british" and h in self.options[u]]
            able = [u for u in able if self.fits(u, h)]
            if not able:
                return
            yield self.send(min(able, key=lambda u: (self.strength(u), self.options[u][h], u)), h)

    def in_line(self, u: Unit, h: Hex) -> float:
        """Everybody falls back on Dunkirk, the British first, but nobody runs from a bond that holds."""
        value = self.cover(h) + 0.8 * min(2, self.bonded(u, h)) - self.shyness(u, h)
        if self.g.counter(u).nation == "belgian":
            return value + 1.5 * (h == self.brugge) - self.g.map.distance(h, self.brugge) / 2.0
        pressure, strength = self.danger[h], self.together(u, h)
        value += min(pressure, 3.0 * strength) / 6.0 - max(0.0, pressure - 3.0 * strength) / 3.0
        haste = 2.5 if self.g.counter(u).nation == "british" else 4.0
        return value - max(0, self.home[h] - 2) / haste


# -- railways


def rail_orders(g: Game40, step: Movement) -> Iterator[Order]:
    """7.6: reinforcements go by train to where the gap is, or as near as is safe; 19.2.5: around a closed area."""
    foes = sorted({g.hex_of[u] for u in g.on_map(Side.GERMAN)})
    gap, home = aims.corridor(g, g.turn), aims.far_home(g)
    taken: set[Hex] = set()
    for u in sorted(step.travellers(g), key=lambda u: (-g.face(u).defence, u)):
        goals = {h: n for h, n in rail.rail_goals(g, g.hex_of[u]).items() if h not in taken}
        safe = [h for h in goals if aims.nearest(g, h, foes) >= SAFE_FROM_TANKS]
        if safe and (g.status[u] & TRAIN or g.face(u).movement < 5):
            best = max(safe, key=lambda h: (2 * gap[h] - home[h] / 6 - aims.nearest(g, h, foes) / 8, -goals[h], -h))
            taken.add(best)
            yield ("rail", g.name(u), g.map.labels[best])
    for u in step.shiftable(g):
        if g.hex_of[u] < 0:
            yield from (("shift", g.name(u), area) for area in step.areas(g, u))


def detraining_orders(g: Game40, step: rail.Detraining) -> Iterator[Order]:
    """7.6.4: whoever has come near the front gets out; the others go on."""
    foes = sorted({g.hex_of[u] for u in g.on_map(Side.GERMAN)})
    for u in step.entrained(g):
        if aims.nearest(g, g.hex_of[u], foes) <= 2 * SAFE_FROM_TANKS:
            yield ("detrain", g.name(u))
    yield ("done",)
