"""How the Allies of France '40 move: the line of Sickle Cut, the pocket of Dynamo, and trains."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.france40 import advice_aims as aims
from meuse.games.france40 import advice_railway as railway
from meuse.games.france40 import rail
from meuse.games.france40.advice_plan import Plan40
from meuse.games.france40.appreciation import APPRECIATION
from meuse.games.france40.board import DISRUPTED, TRAIN, France40
from meuse.games.france40.evacuation import PORT_FROM
from meuse.games.france40.movement import Movement
from meuse.games.france40.zones import zones
from meuse.hexmap import Hex
from meuse.opponents.tasks import Task, give_out
from meuse.steps import Order

FEW, MOST_ROADS = 6, 8
"""So few units have yet to move that nothing is cut any more; so many hexes of roads are tried, at the most."""
SAFE_FROM_TANKS = 7
"""Hexes from the nearest German within which no train should stop."""


class LinePlan(Plan40):
    """The Allies of Sickle Cut: a chain of bonds between the enemy and what must be held, the gap plugged first."""

    least_gain = 1.2

    def __init__(self, g: France40, step: Movement, rng: random.Random, brief: Brief) -> None:
        super().__init__(g, step, rng, brief)
        self.home = aims.far_home(g)
        self.to_gap = aims.far_gap(g, g.turn)
        self.gap = aims.corridor(g, g.turn)
        self.panzers = [g.hex_of[u] for u in g.on_map(Side.GERMAN) if g.mech(u)]
        self.foes = sorted({g.hex_of[u] for u in g.on_map(Side.GERMAN) if g.scenario.playable[g.hex_of[u]]})

    @property
    def attacking(self) -> bool:
        return False

    def far(self, u: Unit) -> Sequence[int]:
        return self.home

    def enough(self, target: Hex) -> float:
        return 3.0

    def seize(self) -> Iterator[tuple[Unit, Hex]]:
        """HQs are placed first."""
        for u in self.free():
            if self.g.hq(u):
                yield self.send(u, max(self.options[u], key=lambda h: (self.quarters(u, h), -h)))
        yield from super().seize()

    # -- points before glory

    def guard(self) -> Iterator[tuple[Unit, Hex]]:
        """21.7: the railway when the end is near, the doors to the Channel ports, and the roads of the panzers."""
        if self.g.scenario.dynamo:
            return
        if self.g.turn >= self.brief["reopen_from"]:
            yield from self.reopen()
        if self.g.turn >= self.brief["doors_from"]:
            yield from self.give(self.doors(), self.errand)
        yield from self.strangle()

    def give(self, tasks: Sequence[Task], price: Callable[[Unit, Hex], float | None]) -> Iterator[tuple[Unit, Hex]]:
        for u, task in give_out(tasks, self.free(), price).items() if tasks else ():
            yield self.send(u, task.at)

    def reopen(self) -> Iterator[tuple[Unit, Hex]]:
        """21.7.1c: units into the hexes that only zones close, and against the Germans who stand on the railway."""
        covered = zones(self.g, Side.GERMAN)
        way = railway.opening(self.g, self.cheapest)
        for h in way:
            if self.g.held_german[h]:
                self.grounds[h] = self.brief["railway"]
                yield from self.mass_against(h)
        lying = [h for h in way if covered[h] and not self.g.held_german[h] and not self.is_kept(h)]
        yield from self.give([Task(h, self.brief["railway"]) for h in lying], self.errand)
        yield from self.approach([h for h in lying if h not in self.planned.values()])

    def approach(self, hexes: Sequence[Hex]) -> Iterator[tuple[Unit, Hex]]:
        """Towards the hexes that nobody reaches yet, so that they are reached next turn."""
        marching = give_out([Task(h, self.brief["railway"]) for h in hexes], self.free(), self.march) if hexes else {}
        for u, task in marching.items():
            able = [h for h in self.options[u] if self.fits(u, h)]
            if able:
                yield self.send(u, min(able, key=lambda h: (self.g.map.distance(h, task.at), self.options[u][h], h)))

    def march(self, u: Unit, h: Hex) -> float | None:
        """What it costs to send a unit on a march of more than a turn."""
        if self.g.hq(u) or not self.g.good_order(u) or self.strength(u) < 3:
            return None
        return 8.0 * self.g.map.distance(self.g.hex_of[u], h) / max(1, self.g.face(u).movement + 2) / 2

    def is_kept(self, h: Hex) -> bool:
        """Whether somebody stays in a hex: who cannot move, or is meant to be there."""
        standing = any(u not in self.options for u in self.g.units_in(h, self.side))
        return standing or h in self.planned.values()

    def cheapest(self, h: Hex) -> float | None:
        if self.is_kept(h):
            return 0.0
        return min((p for u in self.free() if (p := self.errand(u, h)) is not None), default=None)

    def errand(self, u: Unit, h: Hex) -> float | None:
        """What it costs to send a unit to a hex, rather than to where it would be best; HQs run no errands."""
        if h not in self.options[u] or self.g.hq(u) or not self.g.good_order(u) or not self.fits(u, h):
            return None
        return 0.1 * self.options[u][h] + 0.05 * self.strength(u)

    def doors(self) -> list[Task]:
        """21.7.2c: beside each Entry Hex to the ports that the Germans are near: who must stop there does not leave."""
        g, found = self.g, list[Task]()
        for door in g.scenario.entry_hexes["X"]:
            beside = [h for h in g.map.adjacent[door] if g.scenario.playable[h] and not g.held_german[h]]
            near = aims.nearest(g, door, self.panzers) <= self.brief["doors_near"]
            if near and door not in g.closed and beside:
                found.append(Task(min(beside, key=lambda h: (self.danger[h], h)), self.brief["door"]))
        return found

    def strangle(self) -> Iterator[tuple[Unit, Hex]]:
        """18.3.3c: units onto the roads by which the panzers are supplied, where it cuts off most."""
        trial = self.g.copy()
        for _ in range(int(self.brief["most_cuts"]) if len(self.free()) >= FEW else 0):
            fed = aims.traffic(trial)
            by = {h: [u for u in self.free() if self.strength(u) >= 3 and self.errand(u, h) is not None] for h in fed}
            near = aims.apart(trial, sorted((h for h in by if by[h]), key=lambda h: (-fed[h], h)), MOST_ROADS)
            cuts = APPRECIATION.cuts(trial, Side.GERMAN, near, by)
            ranked = [(self.brief["cut"] * cuts[h] - self.risk(u, h), u, h) for h in cuts for u in by[h]]
            if not ranked or max(ranked)[0] <= 0:
                return
            _, u, h = max(ranked)
            trial.place(u, h)
            yield self.send(u, h)

    def risk(self, u: Unit, h: Hex) -> float:
        """What a unit is exposed to on the enemy's roads."""
        return 1.0 + max(0.0, self.danger[h] / (3.0 * self.strength(u)) - 1.0) + 0.05 * self.strength(u)

    def quarters(self, u: Unit, h: Hex) -> float:
        """17.1: out of danger, in range of the front, in supply."""
        away = aims.nearest(self.g, h, self.foes)
        return -4.0 * max(0, 4 - away) - 0.5 * max(0, away - 6) - 3.0 * (not self.supplied(u, h))

    def in_line(self, u: Unit, h: Hex) -> float:
        if self.g.status[u] & DISRUPTED:
            return self.recovering(u, h)
        value = super().in_line(u, h) + 0.8 * min(2, self.bonded(u, h)) + self.plugged(u, h)
        engaged = self.danger[self.g.hex_of[u]] > self.strength(u)
        return value - min(self.to_gap[h], 40) / (20.0 if engaged else 5.0)

    def plugged(self, u: Unit, h: Hex) -> float:
        """In the way of the spearheads, if no unit stands there or next to it."""
        near = sum(self.is_manned(n) for n in (h, *self.g.map.adjacent[h]) if n != self.g.hex_of[u])
        return 1.5 * self.gap[h] / (1 + near)

    def recovering(self, u: Unit, h: Hex) -> float:
        """13.4.1: out of enemy zones a unit recovers by itself."""
        covered = bool(zones(self.g, self.side.enemy)[h])
        return self.cover(h) - 3.0 * covered - self.danger[h] / 8.0 - self.shyness(u, h)

    def shyness(self, u: Unit, h: Hex) -> float:
        return 0.0 if self.supplied(u, h) else 3.0


class PocketPlan(LinePlan):
    """The Allies of Dynamo: back to a perimeter around port and beaches, with the next to leave on the shore."""

    def __init__(self, g: France40, step: Movement, rng: random.Random, brief: Brief) -> None:
        super().__init__(g, step, rng, brief)
        self.shore = [g.map.place("Dunkerque").hex, *sorted(g.map.regions["beaches"].hexes)]
        self.brugge = g.map.place("Brugge").hex
        self.edge = aims.far_edge(g)

    def first(self) -> Iterator[Order]:
        """22.10.2b: whoever has slipped through to the edge of the map is as good as evacuated."""
        yield from (("exit", self.g.id(u)) for u in self.step.at_the_edge(self.g) if self.counts(u))

    def counts(self, u: Unit) -> bool:
        """22.10: Belgians do not."""
        return self.g.counter(u).nation != "belgian"

    def guard(self) -> Iterator[tuple[Unit, Hex]]:
        """22.5, 22.10: the port by the two strongest, then the beaches, then a ring around them."""
        port, *beaches = self.shore
        at_port, on_beaches = [Task(port, self.brief["port"])], [Task(h, self.brief["beach"]) for h in beaches]
        around = [Task(h, self.brief["ring"]) for h in self.ring()]
        for tasks, price in (
            (at_port, self.watch),
            (at_port, self.wait),
            (on_beaches, self.watch),
            (around, self.watch),
            (on_beaches, self.wait),
            (around, self.watch),
        ):
            yield from self.give(tasks, price)
        calais = self.g.map.place("Calais").hex
        yield from ((self.send(u, calais)) for u in self.free() if self.g.hex_of[u] == calais)

    def watch(self, u: Unit, h: Hex) -> float | None:
        """What it costs to have a unit hold a hex: the weak are of little use there."""
        if not self.counts(u) or self.strength(u) <= 3 or self.errand(u, h) is None or self.is_stuck(u, h):
            return None
        leaves = self.brief["british_watch"] * (self.g.counter(u).nation == "british")
        return 0.8 * (8.0 - min(8.0, self.strength(u))) + 0.05 * self.options[u][h] + leaves

    def wait(self, u: Unit, h: Hex) -> float | None:
        """22.5: who waits for a ship: the British, and when ships sail the weak before the strong."""
        if self.g.counter(u).nation != "british" or self.errand(u, h) is None or self.is_stuck(u, h):
            return None
        if self.g.turn < PORT_FROM - 1:
            return self.watch(u, h)
        return 0.3 * self.strength(u) + 0.05 * self.options[u][h]

    def is_stuck(self, u: Unit, h: Hex) -> bool:
        """22.2: who holds Calais keeps 1st Panzer Division there."""
        calais = self.g.map.place("Calais").hex
        return self.g.hex_of[u] == calais and self.g.controls(Side.ALLIED, calais)

    def ring(self) -> list[Hex]:
        """Hexes around the shore, two apart so that they bond, the most threatened first."""
        g, found = self.g, list(self.shore)
        ring = [h for h in range(len(g.map)) if g.scenario.playable[h] and aims.nearest(g, h, self.shore) == 2]
        for h in sorted(ring, key=lambda h: (-self.danger[h], h)):
            if not g.held_german[h] and aims.nearest(g, h, found) > 1:
                found.append(h)
        return found[len(self.shore) :]

    def quarters(self, u: Unit, h: Hex) -> float:
        """22.7a: HQs are to be brought away as well, by sea or over the edge of the map."""
        away = aims.nearest(self.g, h, self.foes)
        exposed = 0 if h in self.shore else max(0, 3 - away)
        return -min(self.home[h], self.edge[h] + 4) / 2.0 - 3.0 * exposed

    def seize(self) -> Iterator[tuple[Unit, Hex]]:
        """22.5: the weakest British units in reach go to the shore, as many as the ships may take."""
        if self.g.turn >= 3:
            for h in self.shore:
                yield from self.fill(h, 3 if h == self.shore[0] else 2)
        yield from super().seize()

    def fill(self, h: Hex, number: int) -> Iterator[tuple[Unit, Hex]]:
        for _ in range(number):
            able = [u for u in self.free() if self.g.counter(u).nation == "british" and h in self.options[u]]
            able = [u for u in able if self.fits(u, h)]
            if not able:
                return
            yield self.send(min(able, key=lambda u: (self.strength(u), self.options[u][h], u)), h)

    def in_line(self, u: Unit, h: Hex) -> float:
        """All units fall back on Dunkirk, the British first, but none leaves a bond that holds."""
        value = self.cover(h) + 0.8 * min(2, self.bonded(u, h)) - self.shyness(u, h)
        if self.g.counter(u).nation == "belgian":
            return value + 1.5 * (h == self.brugge) - self.g.map.distance(h, self.brugge) / 2.0
        pressure, strength = self.danger[h], self.together(u, h)
        value += min(pressure, 3.0 * strength) / 6.0 - max(0.0, pressure - 3.0 * strength) / 3.0
        haste = self.brief["haste_british" if self.g.counter(u).nation == "british" else "haste_french"]
        return value - max(0, self.home[h] - 2) * haste


# -- railways


def rail_orders(g: France40, step: Movement) -> Iterator[Order]:
    """7.6: reinforcements take the train to the gap, or as near as is safe; 19.2.5: around a closed area."""
    foes = sorted({g.hex_of[u] for u in g.on_map(Side.GERMAN)})
    gap, home = aims.corridor(g, g.turn), aims.far_home(g)
    taken: set[Hex] = set()
    for u in sorted(step.by_rail(g), key=lambda u: (-g.face(u).defence, u)):
        goals = {h: n for h, n in rail.rail_goals(g, g.hex_of[u]).items() if h not in taken}
        safe = [h for h in goals if aims.nearest(g, h, foes) >= SAFE_FROM_TANKS]
        if safe and (g.status[u] & TRAIN or g.face(u).movement < 5):
            best = max(safe, key=lambda h: (2 * gap[h] - home[h] / 6 - aims.nearest(g, h, foes) / 8, -goals[h], -h))
            taken.add(best)
            yield ("rail", g.id(u), g.map.labels[best])
    for u in step.shiftable(g):
        if g.hex_of[u] < 0:
            yield from (("shift", g.id(u), area) for area in step.areas(g, u))


def detraining_orders(g: France40, step: rail.Detraining) -> Iterator[Order]:
    """7.6.4: units that are near the front detrain; the others ride on."""
    foes = sorted({g.hex_of[u] for u in g.on_map(Side.GERMAN)})
    for u in step.entrained(g):
        if aims.nearest(g, g.hex_of[u], foes) <= 2 * SAFE_FROM_TANKS:
            yield ("detrain", g.id(u))
    yield ("done",)
