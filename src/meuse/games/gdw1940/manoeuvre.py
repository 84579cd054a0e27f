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
from meuse.games.gdw1940.advice_plans import next_effort
from meuse.games.gdw1940.appraisal import (
    LATE,
    dutch_goals,
    endangered,
    enemies,
    first_goals,
    fortress_holland,
    forts,
    goals,
    ground_worth,
    is_besieging,
    is_covering,
    is_for_holland,
    is_main,
    lacking,
)
from meuse.games.gdw1940.appreciation import APPRECIATION, SOURCE
from meuse.games.gdw1940.board import DROPPED, EIGHTHS, UNSUPPLIED, Gdw1940, stack_fault
from meuse.games.gdw1940.corps import CORPS_OF
from meuse.hexmap import OFF_MAP, Hex
from meuse.opponents.campaign import MovePlan
from meuse.opponents.fields import FAR, distances
from meuse.state import derived
from meuse.steps import Order

DETOUR = 3.0
"""What three divisions may lose of their best moves, in movement points, to meet and form a corps."""


MOST_NEEDED = 5.0
"""The strength that is wanted at most of whoever guards a hex."""


PORTS_COUNT = 7
"""From this game turn on a port is not given up without need."""
STANDS = 3.0
"""The odds at which a garrison may still hold out."""

LEAVES = 2.0
"""The odds at which a corps of the BEF goes home."""

SIEGE = 3
"""From this game turn on the armies in the south go for the Maginot Line (19.level)."""

STRAY = 6.0
"""What it costs a panzer corps, in movement points, to stand where the plan does not let it attack yet (17)."""

NARROW = 4
"""A hex with at most this many enemy-held neighbours is a narrow place."""
MOST_CUTS = 12
"""How many narrow places to try at most."""


class Phase(MovePlan[Gdw1940]):
    """The plan of one movement phase."""

    point = float(EIGHTHS)
    appreciation = APPRECIATION

    def __init__(self, g: Gdw1940, side: Side, rng: random.Random, brief: Brief) -> None:
        super().__init__(g, side, rng, goals(g, side))
        self.brief = brief
        self.reckoner = Reckoner(g, side, brief, ground_worth(g, side, brief))
        self.want = {kind: self.field(kind, first_goals(g, side)) for kind in ("foot", "motorized", "mountain")}
        if self.attacking:
            effort = next_effort(g, brief.plan) or list(first_goals(g, side))
            self.want["motorized"] = self.open_field(effort)
            self.effort = self.field("foot", effort)
        self.dutch = self.field("foot", dutch_goals(g)) if self.attacking else []
        self.kept = self.field("foot", self.held_prizes()) if self.attacking else []
        line = forts(g)
        self.line = self.field("foot", line) if self.attacking and g.turn >= SIEGE and line else []
        self.besieged = frozenset(line if lacking(g) else ())
        """The forts that are left to the armies that cover the flank, since the plan has not been carried out."""

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

    def field(self, kind: str, goals: Iterable[Hex]) -> list[int]:
        return distances(self.g.scenario.ways[kind], goals)

    def open_field(self, goals: Iterable[Hex]) -> list[int]:
        """The way of motorized troops: to what lies open rather than to what is held, and around the enemy."""
        g, point = self.g, int(self.point)
        held, zones = g.held(self.side.enemy), g.zones(self.side.enemy)
        price = {h: point * int(self.brief["blocked"]) for h in range(len(g.map)) if held[h]}
        price |= {h: point * int(self.brief["watched"]) for h in range(len(g.map)) if zones[h] and not held[h]}
        ways, wanted = g.scenario.ways["motorized"], list(goals)
        to_open = distances(ways, (h for h in wanted if not held[h]), price)
        to_held = distances(ways, (h for h in wanted if held[h]), price)
        extra = point * int(self.brief["held"])
        return [min(a, b + extra, FAR) for a, b in zip(to_open, to_held, strict=True)]

    def far(self, u: Unit) -> Sequence[int]:
        if not self.attacking:
            return self.want["foot"]
        if is_for_holland(self.g, u):
            return self.dutch
        if is_covering(self.g, u):
            return self.line if self.line and is_besieging(self.g, u) else self.kept
        return self.effort if is_main(self.g, u) else self.want[self.g.movement_kind(u)]

    def guard(self) -> Iterator[tuple[Unit, Hex]]:
        """19.plan: late in the game what the plan asks for is held against an attack too, not only against a walk."""
        yield from super().guard()
        late = endangered(self.g) if self.attacking and self.g.turn >= LATE else []
        for h in sorted(late, key=lambda h: (-self.danger[h], h)):
            able = [u for u in self.free() if h in self.options[u] and not is_for_holland(self.g, u)]
            for u in sorted(able, key=lambda u: (self.options[u][h], self.strength(u), u)):
                if self.standing_strength(h) >= self.danger[h] / 3:
                    break
                if self.fits(u, h):
                    yield self.send(u, h)

    def standing_strength(self, h: Hex) -> float:
        """The strength that stays in a hex or is sent there."""
        staying = [u for u in self.g.units_in(h, self.side) if u not in self.options]
        return sum(self.strength(u) for u in {*staying, *(u for u, goal in self.planned.items() if goal == h)})

    def missed(self, u: Unit, h: Hex) -> float:
        """The Allies guard with who is strong enough to be attacked; the Germans with who is missed least."""
        if self.attacking:
            return super().missed(u, h)
        need, strength = min(MOST_NEEDED, self.danger[h] / 4), self.strength(u)
        price = 0.8 * max(0.0, need - strength) + 0.15 * max(0.0, strength - need)
        return price + 0.1 * self.options[u][h] / self.point

    # -- who is meant for what

    def held_prizes(self) -> list[Hex]:
        prizes = APPRECIATION.prizes(self.g, self.side)
        return [h for h, worth in prizes.items() if worth >= SOURCE and self.g.friendly(h, self.side)]

    def is_guard(self, u: Unit) -> bool:
        """Armies that cover the left flank of the main effort, but for those that besiege the Maginot Line."""
        return self.attacking and is_covering(self.g, u) and not (self.line and is_besieging(self.g, u))

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

    def mass(self) -> Iterator[tuple[Unit, Hex]]:
        """7: the best attacks of all, each unit in one of them; but what lies open, and what cuts, comes first."""
        if self.attacking:
            yield from self.dash()
        able = {u: self.bases_of(u) for u in self.options}
        massing = Massing(self.reckoner, self.brief, able, self.may_attack, self.has_room, self.detour)
        least = self.brief["least_german" if self.attacking else "least_allied"]
        ventures = massing.ventures(list(self.targets()), self.free(), least)
        joining = [pair for venture in ventures for pair in venture.joining]
        for u, h in joining:
            self.send(u, h)
        bases = sorted({h for _, h in joining})
        going = [pair for h in bases for pair in self.cleared(h)]
        crowded = {h for h in bases if not self.stands(h)}
        for u, h in joining:
            if h in crowded and self.g.hex_of[u] != h:
                del self.planned[u]
        yield from going
        yield from ((u, h) for u, h in joining if u in self.planned)

    def has_room(self, u: Unit, h: Hex, joining: Collection[tuple[Unit, Hex]]) -> bool:
        """3.when: room for a unit beside those who cannot go, are sent, or would join it; who can go makes room."""
        coming = {v for v, goal in self.planned.items() if goal == h} | {v for v, goal in joining if goal == h}
        staying = {v for v in self.g.units_in(h, self.side) if v not in self.options}
        return self.may_stack(tuple(sorted(staying | coming | {u})), h)

    def cleared(self, h: Hex) -> Iterator[tuple[Unit, Hex]]:
        """3.when: those who are in the way of an attack go elsewhere, the weakest first."""
        idle = [u for u in self.g.units_in(h, self.side) if u in self.options and u not in self.planned]
        score = self.forward if self.attacking else self.in_line
        for u in sorted(idle, key=lambda u: (self.g.counter(u).combat, u)):
            able = [n for n in self.options[u] if n != h and self.fits(u, n)]
            if not self.fits(u, h) and able:
                yield self.send(u, max(able, key=lambda n: (score(u, n), -n)))

    def stands(self, h: Hex) -> bool:
        """3.limit: whether all who are or are meant to be in a hex may stand there together."""
        there = {u for u in self.g.units_in(h, self.side) if self.planned.get(u, h) == h}
        return self.may_stack(tuple(sorted(there | {u for u, goal in self.planned.items() if goal == h})), h)

    def bases(self, target: Hex) -> Sequence[Hex]:
        return [n for n in self.g.map.adjacent[target] if target in self.g.scenario.spread[n]]

    def may_attack(self, u: Unit, target: Hex) -> bool:
        if self.attacking and is_for_holland(self.g, u) != (target in fortress_holland(self.g)):
            return False
        if self.attacking and target in self.besieged and not is_covering(self.g, u):
            return False
        refusal = combat.why_not_attack(self.g, u, (target,))
        return bool(self.g.counter(u).combat) and (refusal is None or self.is_tied(u))

    def detour(self, u: Unit, h: Hex) -> float:
        """What it costs to go back for an attack, away from what a unit is after."""
        if not self.attacking:
            return 0.0
        far = self.far(u)
        return self.brief["back"] * max(0, far[h] - far[self.g.hex_of[u]]) / EIGHTHS

    def is_tied(self, u: Unit) -> bool:
        """17.german.panzer: whether a panzer corps attacks only where the main effort is."""
        g = self.g
        return self.attacking and g.turn <= panzers_tied_until(g) and g.counter(u).has("panzer_corps")

    def bases_of(self, u: Unit) -> Mapping[Hex, int]:
        """The hexes that a unit gets to and could attack from."""
        if not self.is_tied(u):
            return self.options[u]
        return {h: cost for h, cost in self.options[u].items() if command.in_effort_area(self.g, h)}

    def attack_worth(self, trial: Gdw1940, target: Hex, units: tuple[Unit, ...]) -> float:
        """As `Massing` reckons it; the plan of all games asks when it tries a single attack."""
        return self.reckoner.worth(target, [(u, trial.hex_of[u]) for u in units])

    def cover(self, h: Hex) -> float:
        return cover_of(self.g, h)

    def shyness(self, u: Unit, h: Hex) -> float:
        """13: Switzerland is left alone; whoever is cut off makes for a port."""
        g = self.g
        if self.attacking:
            astray = self.is_tied(u) and not command.in_effort_area(g, h)
            return STRAY * astray + 100.0 * (g.is_neutral(g.map.country[h]) and g.map.country[h] == "switzerland")
        if g.status[u] & UNSUPPLIED and g.counter(u).nation != "dutch":
            return 2.0 * min(g.map.distance(h, port) for port in movement.ports(g))
        return 0.0

    # -- what is special

    def seize(self) -> Iterator[tuple[Unit, Hex]]:
        """Before what is wanted, what cuts off the enemy."""
        yield from self.cut_off()
        yield from super().seize()

    def dash(self) -> Iterator[tuple[Unit, Hex]]:
        """19.plan: motorized troops into what the plan asks for, where nobody defends it."""
        lacking = [h for h in first_goals(self.g, self.side) if not self.g.held(self.side.enemy)[h]]
        lacking = [h for h in lacking if not self.g.friendly(h, self.side)]
        for h in lacking:
            able = [u for u in self.free() if h in self.options[u] and self.g.scenario.motorized[u] and self.fits(u, h)]
            able = [u for u in able if not is_for_holland(self.g, u)]
            if able:
                yield self.send(min(able, key=lambda u: (self.peril(u, h), self.options[u][h], u)), h)

    def cut_off(self) -> Iterator[tuple[Unit, Hex]]:
        """8: into the narrow places of his ground where his lines run, if much starves by it."""
        g, enemy = self.g, self.side.enemy
        by: dict[Hex, list[Unit]] = {}
        for u in self.free():
            for h in self.options[u]:
                if g.friendly(h, enemy) and h not in g.at and self.is_narrow(h) and self.fits(u, h):
                    by.setdefault(h, []).append(u)
        tried = sorted(by, key=lambda h: (-len(by[h]), h))[:MOST_CUTS]
        found = APPRECIATION.cuts(g, enemy, tried, by)
        if found and self.brief["cut"] * max(found.values()) > 1.0:
            h = max(found, key=lambda h: (found[h], -h))
            nearest = min(by[h], key=lambda u: (self.missed(u, h) + self.peril(u, h), u))
            yield self.send(nearest, h)

    def is_narrow(self, h: Hex) -> bool:
        """Whether the ground that the enemy holds around a hex is hardly wider than a corridor."""
        return sum(self.g.friendly(n, self.side.enemy) for n in self.g.map.adjacent[h]) <= NARROW

    def first(self) -> Iterator[Order]:
        if self.side is Side.ALLIED:
            yield from self.release()
            yield from self.evacuate()
            yield from self.sail()

    def release(self) -> Iterator[Order]:
        """17: the army that is least pressed where it stands may go where it is needed."""
        g = self.g

        def pressure(army: str) -> float:
            return sum(self.danger[g.hex_of[u]] for u in g.on_map(self.side) if g.counter(u).army == army)

        if armies := command.releasable(g):
            yield ("release", min(armies, key=lambda army: (pressure(army), army)))

    def evacuate(self) -> Iterator[Order]:
        """6: units cut off in a port leave, the British first; whoever can still hold it stays (19.plan)."""
        g = self.g
        cut_off = [u for h in movement.ports(g) for u in g.units_in(h, self.side) if g.status[u] & UNSUPPLIED]
        for u in sorted(cut_off, key=lambda u: (g.counter(u).nation != "british", -g.counter(u).combat, u)):
            if movement.why_not_evacuate(g, u) is None:
                self.planned[u] = g.hex_of[u]
                if not self.holds_port(u):
                    yield ("evacuate", g.id(u))

    def sail(self) -> Iterator[Order]:
        """6, 19.vp: if the plan says so, the corps of the BEF in danger go home once the Germans are on the coast."""
        g = self.g
        if self.brief.plan.chosen("evacuate") != "coast" or not APPRECIATION.has_happened(g, "channel"):
            return
        ports = [h for h in movement.ports(g) if not g.port_used.get(h) and not g.held_german[h]]
        corps = [u for u in g.on_map(self.side) if g.counter(u).nation == "british" and g.counter(u).size == "XXX"]
        for u in corps:
            here, left = g.hex_of[u], movement.allowance(g, u) - EIGHTHS
            ways = {here: 0} | dict(self.reach(u)) if left >= 0 else {}
            near = [h for h in ports if ways.get(h, left + 1) <= left]
            if u in self.planned or not near or self.danger[here] < LEAVES * self.strength(u):
                continue
            port = min(near, key=lambda h: (ways[h], h))
            ports.remove(port)
            self.planned[u] = port
            yield from [self.order(u, port)] if port != here else []
            yield ("evacuate", g.id(u))

    def holds_port(self, u: Unit) -> bool:
        """19.plan: a port that is not German at the end defeats the plan, so a garrison that may stand does not go."""
        h = self.g.hex_of[u]
        return self.g.turn >= PORTS_COUNT and self.danger[h] <= STANDS * self.strength(u)

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


def panzers_tied_until(g: Gdw1940) -> int:
    """17.german.panzer: the last game turn on which panzer corps attack only where the main effort is."""
    return int(g.scenario.tables["command"]["panzer_until"])


@derived(keep=1024)
def cover_of(g: Gdw1940, h: Hex) -> float:
    """What the ground of a hex is worth to a defender: shelter, rivers, works."""
    near = g.map.adjacent[h]
    rivers = sum(g.map.has(h, n, "minor_river") or g.map.has(h, n, "major_river") for n in near)
    works = any(f.of == h for n in near for f in g.map.features_between(h, n))
    return 1.0 * g.scenario.terrain[g.map.terrain[h]].shields + 0.8 * rivers / 3 + 2.0 * works
