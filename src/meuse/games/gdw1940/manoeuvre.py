"""How `staff` plans a movement phase of 1940: what is special to the game beside the plan of all games."""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.gdw1940 import combat, command, movement, odds, rail
from meuse.games.gdw1940.advice_attacks import Reckoner
from meuse.games.gdw1940.advice_massing import Massing
from meuse.games.gdw1940.appraisal import enemies, goals
from meuse.games.gdw1940.appreciation import APPRECIATION
from meuse.games.gdw1940.board import DROPPED, EIGHTHS, UNSUPPLIED, Gdw1940, stack_fault
from meuse.games.gdw1940.corps import CORPS_OF
from meuse.hexmap import OFF_MAP, Hex
from meuse.opponents.campaign import MovePlan
from meuse.opponents.fields import distances
from meuse.steps import Order

DETOUR = 3.0
"""What three divisions may lose of their best moves, in movement points, to meet and form a corps."""


class Phase(MovePlan[Gdw1940]):
    """The plan of one movement phase."""

    point = float(EIGHTHS)
    appreciation = APPRECIATION

    def __init__(self, g: Gdw1940, side: Side, rng: random.Random, brief: Brief) -> None:
        super().__init__(g, side, rng, goals(g, side))
        self.brief = brief
        self.reckoner = Reckoner(g, side, brief, self.ground)
        self.want = {kind: distances(g.scenario.ways[kind], self.wanted) for kind in ("foot", "motorized", "mountain")}

    # -- what the plan of all games asks

    @property
    def attacking(self) -> bool:
        return self.side is Side.GERMAN

    def movable(self) -> Iterable[Unit]:
        """Who has dropped in this phase holds the city it was sent to."""
        staying = (u for u in self.g.on_map(self.side) if not self.g.status[u] & DROPPED)
        return [u for u in staying if movement.allowance(self.g, u) > 0]

    def reach(self, u: Unit) -> Mapping[Hex, int]:
        return movement.reach_of(self.g, u).cost

    def enemies(self) -> Iterable[tuple[Hex, float, int]]:
        return enemies(self.g, self.side)

    def strength(self, u: Unit) -> float:
        return max(1.0, float(self.g.counter(u).combat))

    def may_stack(self, units: tuple[Unit, ...], h: Hex) -> bool:
        return stack_fault(self.g, units) is None

    def far(self, u: Unit) -> Sequence[int]:
        return self.want[self.g.movement_kind(u) if self.attacking else "foot"]

    def targets(self) -> Iterable[Hex]:
        g = self.g
        return [h for h in range(len(g.map)) if odds.is_target(g, self.side, h) and self.worth_attacking(h)]

    def worth_attacking(self, h: Hex) -> bool:
        g = self.g
        if self.side is Side.ALLIED:
            return bool(g.held_german[h])
        country = g.map.country[h]
        return country != "switzerland" and (
            not g.is_neutral(country) or country in ("belgium", "holland", "luxembourg")
        )

    def ground(self, h: Hex) -> float:
        """What it is worth beside the enemy's losses that he leaves a hex."""
        return self.brief["prize"] * APPRECIATION.prizes(self.g, self.side).get(h, 0.0)

    def mass(self) -> Iterator[tuple[Unit, Hex]]:
        """7: the best attacks of all, each unit in one of them."""
        massing = Massing(self.reckoner, self.brief, self.options, self.may_attack, self.has_room)
        least = self.brief["least_german" if self.attacking else "least_allied"]
        for venture in massing.ventures(list(self.targets()), self.free, least):
            for u, h in venture.joining:
                yield self.send(u, h)

    def has_room(self, u: Unit, h: Hex, joining: Collection[tuple[Unit, Hex]]) -> bool:
        """3.limit: room for a unit beside those who stay, are sent, or would join it in an attack."""
        coming = {v for v, goal in self.planned.items() if goal == h} | {v for v, goal in joining if goal == h}
        leaving = self.planned.keys() | {v for v, goal in joining if goal != h}
        staying = {v for v in self.g.units_in(h, self.side) if v not in leaving}
        return self.may_stack(tuple(sorted(staying | coming | {u})), h)

    def bases(self, target: Hex) -> Sequence[Hex]:
        return [n for n in self.g.map.adjacent[target] if target in self.g.scenario.spread[n]]

    def may_attack(self, u: Unit, target: Hex) -> bool:
        return bool(self.g.counter(u).combat) and combat.why_not_attack(self.g, u, (target,)) is None

    def attack_worth(self, trial: Gdw1940, target: Hex, units: tuple[Unit, ...]) -> float:
        """As `Massing` reckons it; the plan of all games asks when it tries a single attack."""
        return self.reckoner.worth(target, [(u, trial.hex_of[u]) for u in units])

    def cover(self, h: Hex) -> float:
        g, near = self.g, self.g.map.adjacent[h]
        rivers = sum(g.map.has(h, n, "minor_river") or g.map.has(h, n, "major_river") for n in near)
        works = any(f.of == h for n in near for f in g.map.features_between(h, n))
        return 1.0 * g.scenario.terrain[g.map.terrain[h]].shields + 0.8 * rivers / 3 + 2.0 * works

    def shyness(self, u: Unit, h: Hex) -> float:
        """13: Switzerland is left alone; whoever is cut off makes for a port."""
        g = self.g
        if self.attacking:
            return 100.0 * (g.is_neutral(g.map.country[h]) and g.map.country[h] == "switzerland")
        if g.status[u] & UNSUPPLIED and g.counter(u).nation != "dutch":
            return 2.0 * min(g.map.distance(h, port) for port in movement.ports(g))
        return 0.0

    # -- what is special

    def first(self) -> Iterator[Order]:
        if self.side is Side.ALLIED:
            yield from self.release()
            yield from self.evacuate()

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
            if movement.why_not_evacuate(g, u) is None:
                self.planned[u] = g.hex_of[u]
                yield ("evacuate", g.id(u))

    def between(self) -> Iterator[Order]:
        """6: the one train of the phase takes the unit that gains most by it: idle here, wanted there."""
        g = self.g
        score = self.forward if self.attacking else self.in_line
        idle = [u for u in self.free() if not self.danger[g.hex_of[u]] and rail.why_not_by_rail(g, u) is None]
        best: tuple[float, Unit, Hex] | None = None
        for u in sorted(idle, key=lambda u: (-g.counter(u).combat, u))[:6]:
            able = [h for h in rail.rail_goals(g, u) if self.fits(u, h)]
            walk = max(score(u, h) for h in self.options[u])
            for h in able:
                if (gain := score(u, h) - walk) > max(1.0, best[0] if best else 0.0):
                    best = (gain, u, h)
        if best is not None:
            self.send(best[1], best[2])
            yield ("rail", g.id(best[1]), g.map.labels[best[2]])

    # -- corps

    def gather(self) -> Iterator[tuple[Unit, Hex]]:
        """15: the divisions of which a corps can be formed meet, if that takes them hardly out of their way."""
        tanks, wheels = self.divisions("armor"), self.divisions("motorized")
        score = self.forward if self.attacking else self.in_line
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
        g, corps = self.g, self.g.scenario.unit_named[CORPS_OF[self.side]]
        if g.hex_of[corps] != OFF_MAP or corps in g.spent_corps:
            return []
        kind = ("XX", g.counter(corps).nation, symbol)
        return [u for u in self.free() if (g.counter(u).size, g.counter(u).nation, g.counter(u).symbol) == kind]

    def empty(self, h: Hex, trio: tuple[Unit, ...]) -> bool:
        """3: whether nobody else is or is meant to be in a hex."""
        staying = {u for u in self.g.units_in(h, self.side) if self.planned.get(u, h) == h}
        return not (staying | {u for u, goal in self.planned.items() if goal == h}) - set(trio)
