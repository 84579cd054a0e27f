"""How the Germans of France '40 move: the spearheads, the guards of their roads, and the armies on the wings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.france40 import advice_aims as aims
from meuse.games.france40 import advice_railway as railway
from meuse.games.france40.advice_plan import Plan40
from meuse.games.france40.appreciation import APPRECIATION
from meuse.games.france40.board import France40
from meuse.games.france40.movement import Movement
from meuse.games.france40.terrain import restricted
from meuse.hexmap import Hex
from meuse.opponents.fields import FAR
from meuse.opponents.tasks import Task, give_out

FEW = 8
"""So few units have yet to move that the roads need not be looked at again."""


class GermanPlan(Plan40):
    """The spearheads run for the aim, the infantry follows or covers the flanks, and all in the way is attacked."""

    def __init__(self, g: France40, step: Movement, rng: random.Random, brief: Brief) -> None:
        super().__init__(g, step, rng, brief)
        self.spear, self.flank = aims.far_spear(g, aims.aim(g, brief)), aims.far_flank(g, g.turn)
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
        all_of_them = self.g.scenario.dynamo or self.g.turn < self.brief["lag_from"]
        return frozenset(mobile if all_of_them else mobile[: int(self.brief["spearheads"])])

    def useful(self, h: Hex) -> bool:
        """19.4.2, 21.7.2: an Entry Hex counts once, with a line; those to the Channel count for every unit."""
        g = self.g
        if g.scenario.playable[h]:
            return True
        return (h in g.scenario.entry_hexes["X"] or h not in g.closed) and aims.supplied_exit(g, h)

    def far(self, u: Unit) -> Sequence[int]:
        """Panzers head for the aim, the armies on the wings for the Entry Hexes, the centre behind the panzers."""
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
        return self.open_ahead.get(u, 0.0) < self.brief["run"] and super().may_attack(u, target)

    def enough(self, target: Hex) -> float:
        return 5.0

    # -- points

    def guard(self) -> Iterator[tuple[Unit, Hex]]:
        """21.7.2: towards the end points come before attacks: the railways, then the ways to the Channel ports."""
        if self.g.scenario.dynamo:
            return
        if self.g.turn >= self.brief["curtain_from"]:
            yield from self.curtain()
        if self.g.turn >= self.brief["exit_from"]:
            yield from self.leave()
        if self.g.turn >= self.brief["roads_from"]:
            yield from self.keep_roads()

    def keep_roads(self) -> Iterator[tuple[Unit, Hex]]:
        """18.3.3c: guards where an enemy who came would cut off most, by those who are missed least."""
        fed = self.exposed()
        come = APPRECIATION.comers(self.g, Side.ALLIED, fed) if len(self.options) >= FEW else {}
        weak = aims.apart(self.g, sorted(come, key=lambda h: (-fed[h], h)), int(self.brief["most_guards"]))
        cuts = APPRECIATION.cuts(self.g, Side.GERMAN, weak, come)
        tasks = [Task(h, self.brief["road"] * lost) for h, lost in cuts.items()]
        for u, task in give_out(tasks, self.free(), self.guard_price).items() if tasks else ():
            yield self.send(u, task.at)

    def exposed(self) -> dict[Hex, float]:
        """The hexes in or beside the supply roads, with the strength that depends on them."""
        fed = aims.traffic(self.g)
        found = dict(fed)
        for h, strength in fed.items():
            for n in self.g.map.adjacent[h]:
                if self.g.scenario.playable[n]:
                    found[n] = max(found.get(n, 0.0), strength)
        return found

    def guard_price(self, u: Unit, h: Hex) -> float | None:
        """What it costs to have a unit guard a road: tanks and spearheads are missed most."""
        if h not in self.options[u] or not self.g.good_order(u) or not self.fits(u, h) or not self.supplied(u, h):
            return None
        return 0.1 * self.strength(u) + 0.05 * self.options[u][h] + 2.0 * self.g.face(u).tank

    def curtain(self) -> Iterator[tuple[Unit, Hex]]:
        """21.7.2b: one line of units across the railways, in the last turn two: the Allies move after that."""
        done: list[Hex] = []
        for _ in range(1 + (self.g.turn >= 10)):
            wanted = railway.curtain(self.g, self.manned_for, done)
            done += wanted
            tasks = [Task(h, 200.0) for h in wanted]
            for u, task in give_out(tasks, self.free(), self.price_of).items() if tasks else ():
                yield self.send(u, task.at)

    def manned_for(self, h: Hex) -> float | None:
        """What it costs to have somebody in a hex of the railway: nothing where units stand that cannot move."""
        if any(u not in self.options for u in self.g.units_in(h, Side.GERMAN)):
            return 0.0
        return min((p for u in self.free() if (p := self.price_of(u, h)) is not None), default=None)

    def price_of(self, u: Unit, h: Hex) -> float | None:
        return self.price(u, h) if h in self.options[u] and self.fits(u, h) else None

    def leave(self) -> Iterator[tuple[Unit, Hex]]:
        """21.7.2c: a point for every unit, at once and for good."""
        for u in self.free():
            ways = [h for h in self.g.scenario.entry_hexes["X"] if h in self.options[u]]
            if ways:
                yield self.send(u, min(ways, key=lambda h: (self.options[u][h], h)))

    def seize(self) -> Iterator[tuple[Unit, Hex]]:
        """21.7.2: railways to cut, then Entry Hexes to close; until the end panzers are too valuable for that."""
        if self.g.scenario.dynamo:
            yield from super().seize()
            return
        for h, _ in sorted(self.wanted.items(), key=lambda item: (-item[1], item[0])):
            able = [u for u in self.free() if h in self.options[u] and self.may_leave(u, h)]
            if able:
                yield self.send(min(able, key=lambda u: (self.strength(u), u)), h)

    def may_leave(self, u: Unit, h: Hex) -> bool:
        """Whether a unit may be spent on a hex: infantry always, mechanized units when the railways are cut."""
        if self.g.scenario.playable[h]:
            return self.fits(u, h)
        return not self.g.mech(u) or self.g.turn >= self.brief["close_from"] + 2.0 * self.g.face(u).tank

    def price(self, u: Unit, h: Hex) -> float:
        """What it costs to leave a unit on a railway: the distance, its worth elsewhere, the danger."""
        crushed = max(0.0, self.danger[h] / (3.0 * max(1.0, self.strength(u))) - 1.0)
        return self.options[u][h] + 5.0 * self.g.face(u).tank + 3.0 * crushed

    # -- the rest

    def forward(self, u: Unit, h: Hex) -> float:
        """Guards stay behind the spearheads, on their roads."""
        value = super().forward(u, h)
        if u in self.spearheads or not self.g.mech(u):
            return value + (self.guarding(h) if not self.g.face(u).tank else 0.0)
        nearer = self.brief["lag"] * self.spear[h] if self.spear[h] < FAR else 0.0
        return value + nearer + self.guarding(h)

    def guarding(self, h: Hex) -> float:
        """18.3.3c: on the supply roads of the spearheads, where no other unit is near."""
        if h not in self.lane or self.danger[h] <= 0:
            return 0.0
        crowd = self.crowd()
        return 4.0 * (not any(n in crowd for n in (h, *self.g.map.adjacent[h])))

    def shyness(self, u: Unit, h: Hex) -> float:
        """18.4: no unit outruns its supply; bonds beside the road keep it open."""
        g, value = self.g, 0.0 if self.supplied(u, h) else 8.0
        city = h in g.scenario.cities and not g.controls(Side.GERMAN, h)  # 18.3.4b: it closes a road
        return value - 0.4 * min(2, self.bonded(u, h)) + 0.2 * (not g.mech(u) and restricted(g, h)) - 1.5 * city
