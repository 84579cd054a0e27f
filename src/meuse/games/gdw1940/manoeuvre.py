"""How `staff` plans a movement phase of 1940: it masses, seizes, assembles, and brings up the rest."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator

from meuse.bots.fields import FAR, distances
from meuse.counters import Side, Unit
from meuse.games.gdw1940 import arrivals, combat, command, movement, odds, rail
from meuse.games.gdw1940.appraisal import goals, supported_worth, threat_field, unit_worth
from meuse.games.gdw1940.board import EIGHTHS, UNSUPPLIED, Game1940, stack_fault
from meuse.games.gdw1940.odds import Attack
from meuse.hexmap import OFF_MAP, Hex
from meuse.steps import Order

DETOUR = 3.0
"""What three divisions may lose of their best moves, in movement points, to meet and form a corps."""


class Phase:
    """The plan of one movement phase."""

    def __init__(self, g: Game1940, side: Side, rng: random.Random) -> None:
        self.g, self.side, self.rng = g, side, rng
        self.wanted = goals(g, side)
        self.want = {kind: distances(g.scenario.ways[kind], self.wanted) for kind in ("foot", "motorized", "mountain")}
        self.danger = threat_field(g, side)
        self.planned: dict[Unit, Hex] = {}

    def moves(self) -> Iterator[Order]:
        """Units that mass for attacks first, then those that take objectives, then the rest."""
        g = self.g
        if self.side is Side.ALLIED:
            yield from self.release()
            yield from self.evacuate()
        units = [u for u in g.on_map(self.side) if movement.allowance(g, u) > 0 and u not in self.planned]
        self.options = {u: {g.hex_of[u]: 0} | movement.reach_of(g, u).cost for u in units}
        for order in (self.mass, self.seize, self.assemble):
            yield from self.as_moves(order())
        yield from self.by_rail()
        yield from self.as_moves(self.follow())

    def as_moves(self, sent: Iterable[tuple[Unit, Hex]]) -> Iterator[Order]:
        for u, h in sent:
            if h != self.g.hex_of[u]:
                yield ("move", self.g.name(u), self.g.map.labels[h])

    # -- what is special

    def release(self) -> Iterator[Order]:
        """17: the army that is least pressed where it stands may go where it is needed."""
        g = self.g

        def pressure(army: str) -> float:
            return sum(self.danger[g.hex_of[u]] for u in g.on_map(self.side) if g.counter(u).army == army)

        if armies := command.releasable(g):
            yield ("release", min(armies, key=lambda army: (pressure(army), army)))

    def evacuate(self) -> Iterator[Order]:
        """6: units cut off in a port leave, the British first."""
        g = self.g
        cut_off = [u for h in movement.ports(g) for u in g.units_in(h, self.side) if g.status[u] & UNSUPPLIED]
        for u in sorted(cut_off, key=lambda u: (g.counter(u).nation != "british", -g.counter(u).combat, u)):
            if movement.evacuation_refuses(g, u) is None:
                self.planned[u] = g.hex_of[u]
                yield ("evacuate", g.name(u))

    def by_rail(self) -> Iterator[Order]:
        """6: the one train of the phase takes the unit that gains most by it: idle here, wanted there."""
        g = self.g
        score = self.forward if self.side is Side.GERMAN else self.in_line
        idle = [u for u in self.free() if not self.danger[g.hex_of[u]] and rail.rail_refuses(g, u) is None]
        best: tuple[float, Unit, Hex] | None = None
        for u in sorted(idle, key=lambda u: (-g.counter(u).combat, u))[:6]:
            able = [h for h in rail.rail_goals(g, u) if self.fits(u, h)]
            walk = max(score(u, h) for h in self.options[u])
            for h in able:
                if (gain := score(u, h) - walk) > max(1.0, best[0] if best else 0.0):
                    best = (gain, u, h)
        if best is not None:
            self.send(best[1], best[2])
            yield ("rail", g.name(best[1]), g.map.labels[best[2]])

    def free(self) -> list[Unit]:
        return [u for u in self.options if u not in self.planned]

    def send(self, u: Unit, h: Hex) -> tuple[Unit, Hex]:
        self.planned[u] = h
        return u, h

    def fits(self, u: Unit, h: Hex) -> bool:
        """3: room for a unit, counting who is meant to be there."""
        g = self.g
        staying = [v for v in g.units_in(h, self.side) if self.planned.get(v, h) == h and v != u]
        coming = [v for v, goal in self.planned.items() if goal == h and v not in staying and v != u]
        return stack_fault(g, (*staying, *coming, u)) is None

    # -- attack

    def mass(self) -> Iterator[tuple[Unit, Hex]]:
        """For each enemy stack within reach the best attack that could be made, the most valuable first."""
        g = self.g
        targets = sorted(
            (h for h in range(len(g.map)) if odds.is_target(g, self.side, h) and self.worth_attacking(h)),
            key=lambda h: (self.want["motorized"][h], h),
        )
        for target in targets[:16]:
            yield from self.mass_against(target)

    def worth_attacking(self, h: Hex) -> bool:
        g = self.g
        if self.side is Side.ALLIED:
            return bool(g.held_german[h])
        country = g.map.country[h]
        return country != "switzerland" and (
            not g.is_neutral(country) or country in ("belgium", "holland", "luxembourg")
        )

    def mass_against(self, target: Hex) -> Iterator[tuple[Unit, Hex]]:
        g = self.g
        around = [n for n in g.map.adjacent[target] if target in g.scenario.spread[n]]
        joining: list[tuple[Unit, Hex]] = []
        for u in sorted(self.free(), key=lambda u: (-g.counter(u).combat, u)):
            if combat.attacker_refuses(g, u, (target,)) or not g.counter(u).combat:
                continue
            able = [h for h in around if h in self.options[u] and self.fits(u, h)]
            if able:
                best = min(able, key=lambda h: (self.exposure(h, target), self.options[u][h], h))
                self.planned[u] = best
                joining.append((u, best))
            if self.gain(target, joining) > self.enough(target):
                break
        if joining and self.gain(target, joining) > 0.5:
            yield from joining
            return
        for u, _ in joining:
            del self.planned[u]

    def bonus(self, target: Hex) -> float:
        """The Germans must get forward; the Allies can wait for a good attack."""
        if self.side is Side.ALLIED:
            return -0.5
        late = self.g.turn / 3
        return 1.5 + late if target in self.wanted else 0.7

    def exposure(self, h: Hex, target: Hex) -> int:
        """How many other enemies would have to be attacked from a hex."""
        g = self.g
        return sum(bool(g.held(self.side.enemy)[n]) for n in g.scenario.spread[h] if n != target)

    def enough(self, target: Hex) -> float:
        g = self.g
        return 0.85 * (sum(unit_worth(g, u) for u in g.units_in(target, self.side.enemy)) + 3.0)

    def gain(self, target: Hex, joining: list[tuple[Unit, Hex]]) -> float:
        """What the attack would be worth if the units stood where they are meant to stand."""
        if not joining:
            return 0.0
        g = self.g
        trial = g.copy()
        for u, h in joining:
            if trial.hex_of[u] != h:
                trial.place(u, h)
        return supported_worth(trial, Attack((target,), tuple(sorted(u for u, _ in joining)))) + self.bonus(target)

    # -- objectives

    def seize(self) -> Iterator[tuple[Unit, Hex]]:
        """A unit for every wanted hex in reach that is not held; and whoever holds one stays if it is in danger."""
        g = self.g
        for h, _ in sorted(self.wanted.items(), key=lambda item: (-item[1], item[0])):
            if self.side is Side.ALLIED and self.danger[h] <= 0:
                continue
            if any(goal == h for goal in self.planned.values()):
                continue
            able = [u for u in self.free() if h in self.options[u] and self.fits(u, h)]
            if able:
                nearest = min(able, key=lambda u: (self.options[u][h], -g.counter(u).combat, u))
                yield self.send(nearest, h)

    # -- corps

    def assemble(self) -> Iterator[tuple[Unit, Hex]]:
        """15: the divisions of which a corps can be formed meet, if that takes them hardly out of their way."""
        tanks, wheels = self.divisions("armor"), self.divisions("motorized")
        score = self.forward if self.side is Side.GERMAN else self.in_line
        best = {u: max(score(u, h) for h in self.options[u]) for u in (*tanks, *wheels)}
        found: list[tuple[float, Hex, tuple[Unit, ...]]] = []
        for trio in ((a, b, c) for a, b in itertools.combinations(tanks, 2) for c in wheels):
            meeting = set.intersection(*(set(self.options[u]) for u in trio))
            lost = {h: sum(best[u] - score(u, h) for u in trio) for h in meeting if self.empty(h, trio)}
            found += [(loss, h, trio) for h, loss in lost.items() if loss <= DETOUR]
        for _, h, together in sorted(found)[:1]:
            yield from [self.send(u, h) for u in together]

    def divisions(self, symbol: str) -> list[Unit]:
        """15: the divisions still free that may join the corps of the side; none if it has no corps to form."""
        g, corps = self.g, self.g.scenario.unit_named[arrivals.CORPS_OF[self.side]]
        if g.hex_of[corps] != OFF_MAP or corps in g.spent_corps:
            return []
        kind = ("XX", g.counter(corps).nation, symbol)
        return [u for u in self.free() if (g.counter(u).size, g.counter(u).nation, g.counter(u).symbol) == kind]

    def empty(self, h: Hex, trio: tuple[Unit, ...]) -> bool:
        """3: whether nobody else is or is meant to be in a hex."""
        staying = {u for u in self.g.units_in(h, self.side) if self.planned.get(u, h) == h}
        return not (staying | {u for u, goal in self.planned.items() if goal == h}) - set(trio)

    # -- the rest

    def follow(self) -> Iterator[tuple[Unit, Hex]]:
        """Everybody else to the hex of highest worth: forward for the Germans, in line for the Allies."""
        g = self.g
        fast_first = sorted(self.free(), key=lambda u: (-g.counter(u).movement, -g.counter(u).combat, u))
        score = self.forward if self.side is Side.GERMAN else self.in_line
        for u in fast_first:
            able = [h for h in self.options[u] if self.fits(u, h)]
            if able:
                yield self.send(u, max(able, key=lambda h: (score(u, h), -self.options[u][h], -h)))

    def forward(self, u: Unit, h: Hex) -> float:
        g = self.g
        want = self.want[g.movement_kind(u)][h]
        if want >= FAR:
            return -1000.0
        strength = max(1, g.counter(u).combat)
        alone = 1.5 * max(0.0, self.danger[h] / (3.0 * strength) - 1.0)
        invades = g.is_neutral(g.map.country[h]) and g.map.country[h] == "switzerland"
        return -want / EIGHTHS - alone - 100.0 * invades

    def in_line(self, u: Unit, h: Hex) -> float:
        """Between the enemy and what must be held, on good ground, beside friends, not where it would be crushed."""
        g = self.g
        row = g.scenario.terrain[g.map.terrain[h]]
        pressure = self.danger[h]
        strength = max(1, g.counter(u).combat) + sum(
            g.counter(v).combat for v, goal in self.planned.items() if goal == h
        )
        value = 1.0 * row.shields + 1.0 * (h in self.wanted)
        value += min(pressure, 3.0 * strength) / 4.0 - max(0.0, pressure - 3.0 * strength) / 3.0
        value -= self.want["foot"][h] / (6 * EIGHTHS)
        value += 0.3 * sum(n in self.planned.values() or bool(g.held_allied[n]) for n in g.map.adjacent[h])
        value += (
            0.8 * sum(g.map.has(h, n, "minor_river") or g.map.has(h, n, "major_river") for n in g.map.adjacent[h]) / 3
        )
        value += 2.0 * any(f.of == h for n in g.map.adjacent[h] for f in g.map.features_between(h, n))
        if g.status[u] & UNSUPPLIED and g.counter(u).nation != "dutch":
            value -= 2.0 * min(g.map.distance(h, port) for port in movement.ports(g))
        return value
