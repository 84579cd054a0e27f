"""Allied movement in Plan Jaune: a line before the panzers, last stands, bars, raids, and who is kept back."""

from __future__ import annotations

import random
from collections.abc import Iterator

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.planjaune import advice_aims as aims
from meuse.games.planjaune import advice_guards as guards
from meuse.games.planjaune import exits, movement
from meuse.games.planjaune.advice_moves import PlanPJ
from meuse.games.planjaune.advice_plans import USUAL
from meuse.games.planjaune.board import PlanJaune, fights
from meuse.games.planjaune.sequence import LAST_TURN
from meuse.games.planjaune.zones import HOME, zones
from meuse.hexmap import Hex
from meuse.opponents.fields import FAR, distances


class AlliedPlan(PlanPJ):
    """A line between the Germans and what must be held; plugs before the panzers; guards where they could leave."""

    def __init__(self, g: PlanJaune, step: movement.Movement, rng: random.Random, brief: Brief = USUAL) -> None:
        super().__init__(g, step, rng, brief)
        self.gap = aims.corridor(g, g.turn)
        self.here: dict[Unit, float] = {}
        self.ports = [h for h in aims.coast(g) if g.friendly(h, Side.ALLIED)]

    def posts_on(self, g: PlanJaune) -> dict[Hex, float]:
        return self.escorts(g) | guards.allied_posts(g, self.brief["post"])

    def price_of_post(self, u: Unit, h: Hex) -> float | None:
        """11.13.o3, 11.13.o4: who is in the last stands stays there, and who is kept back does not go into danger.

        11.12: the Low Countries hold their own cities; what is lost in them is lost with their surrender anyway.
        """
        standing = self.g.map.labels[self.g.hex_of[u]] in aims.LAST_STANDS
        home = HOME.get(self.g.counter(u).nation, "")
        stranger = h in guards.fighting_cities(self.g) and h not in self.ports and home != self.g.map.country[h]
        return None if standing or stranger or self.keeps_back(u) else super().price_of_post(u, h)

    def may_entrain(self, u: Unit) -> bool:
        standing = self.g.map.labels[self.g.hex_of[u]] in aims.LAST_STANDS
        return super().may_entrain(u) and not self.keeps_back(u) and not standing and not self.may_raid(u)

    def may_raid(self, u: Unit) -> bool:
        prizes = self.prizes()
        return bool(prizes) and any(h in self.reach(u) for h in prizes)

    def worth_a_train(self, h: Hex) -> bool:
        return self.danger[h] > 0 or self.gap[h] > 1.0

    def by_train(self, u: Unit, h: Hex) -> float:
        """What a train does for the line."""
        if u not in self.here:
            self.here[u] = self.in_line(u, self.g.hex_of[u])
        return self.in_line(u, h) - self.here[u]

    def mass(self) -> Iterator[tuple[Unit, Hex]]:
        """Before anything else: the corner of the Maginot Line, lines of communication and supply, who is kept back."""
        yield from self.stand()
        yield from self.raid()
        yield from self.ride_on()
        yield from self.bar()
        yield from self.cut()
        yield from self.keep_back()
        yield from super().mass()

    def stand(self) -> Iterator[tuple[Unit, Hex]]:
        """11.13.o3: who is in the last stands of the Maginot Line stays there."""
        for label, number in aims.LAST_STANDS.items():
            h = self.g.map.hex(label)
            for u in [u for u in self.free() if self.g.hex_of[u] == h][:number]:
                yield self.send(u, h)

    def prizes(self) -> list[Hex]:
        """11.13.o1, 11.13c: ports that the Germans have left empty, and cities of theirs."""
        g = self.g
        found = (h for h in (*g.scenario.cities["germany"], *aims.coast(g)) if not g.friendly(h, self.side))
        return sorted(h for h in found if not g.units_in(h, Side.GERMAN) and self.danger[h] < self.brief["lost_cause"])

    def raid(self) -> Iterator[tuple[Unit, Hex]]:
        """Into every prize that is open."""
        for h in self.prizes():
            able = [u for u in self.raiders() if h in self.options[u] and self.fits(u, h)]
            if able:
                yield self.send(min(able, key=lambda u: (self.strength(u), u)), h)

    def raiders(self) -> list[Unit]:
        """11.13.o4: who is kept back raids only when it cannot be caught any more."""
        return [u for u in self.free() if self.g.turn >= LAST_TURN or not self.keeps_back(u)]

    def ride_on(self) -> Iterator[tuple[Unit, Hex]]:
        """5.2: before the battles, to where exploitation leads into a prize that is too far now."""
        if self.step.phase != exits.MOTORIZED:
            return
        covered, taken = zones(self.g, Side.GERMAN), set(self.planned.values())
        for h in [h for h in self.prizes() if h not in taken]:
            near = distances(self.g.scenario.ways["motorized"], [h])
            ways = [
                (near[n] + self.options[u][n], u, n)
                for u in self.raiders()
                for n in self.options[u]
                if near[n] <= guards.A_RIDE and not covered[n] and self.fits(u, n)
            ]
            if ways:
                _, u, n = min(ways)
                yield self.send(u, n)

    def may_leave(self, u: Unit) -> bool:
        standing = self.g.map.labels[self.g.hex_of[u]] in aims.LAST_STANDS
        return super().may_leave(u) and not standing and not self.keeps_back(u)

    def bar(self) -> Iterator[tuple[Unit, Hex]]:
        """11.13.o2: a unit on every line of communication that panzers could be at soon: the weakest near it."""
        for h, _ in sorted(aims.open_exits(self.g, self.g.turn).items(), key=lambda item: (-item[1], item[0])):
            if any(fights(self.g, v) and v not in self.options for v in self.g.units_in(h, self.side)):
                continue
            able = [u for u in self.free() if h in self.options[u] and self.fits(u, h)]
            if able:
                yield self.send(min(able, key=lambda u: (self.strength(u) + self.options[u][h] / 4.0, u)), h)

    def keep_back(self) -> Iterator[tuple[Unit, Hex]]:
        """11.13.o4: the rearguard keeps out of danger; British and others who are cut off go to the ports."""
        for u in self.free():
            able = [h for h in self.options[u] if self.fits(u, h)]
            if not able:
                continue
            if self.keeps_back(u):
                yield self.send(u, min(able, key=lambda h: (self.danger[h], self.options[u][h], h)))
            elif self.embarks(u):
                yield self.send(u, min(able, key=lambda h: (self.to_port(h), self.danger[h], h)))

    def keeps_back(self, u: Unit) -> bool:
        return any(self.g.id(m) in aims.REARGUARD for m in self.g.members(u))

    def embarks(self, u: Unit) -> bool:
        """11.8: the British, when they are cut off and pressed."""
        british = self.g.counter(u).nation == "british"
        return british and bool(self.ports) and self.g.turn > 2 and aims.is_cut_off(self.g, u)

    def to_port(self, h: Hex) -> int:
        return min(self.g.map.distance(h, port) for port in self.ports)

    def in_line(self, u: Unit, h: Hex) -> float:
        """On good ground before the enemy, where a zone stops his panzers, but not where the stack would be crushed."""
        pressure, strength = self.danger[h], self.brief["stubborn"] * self.together(u, h)
        gap = self.brief["gap"] * self.gap[h] * (0.3 if self.is_manned(h) else 1.0)
        value = self.cover(h) + 1.0 * (h in self.wanted) + gap
        value += min(pressure, strength) / 4.0 - max(0.0, pressure - strength) / 3.0
        value -= min(self.far(u)[h], FAR) / (2.0 if aims.attacks_for(self.g, u, self.brief) else 6.0)
        value += 0.3 * sum(self.is_manned(n) for n in self.g.map.adjacent[h])
        return value - self.shyness(u, h)
