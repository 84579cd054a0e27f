"""Where the active units of a side go in Manstein's War, and what they attack from there: one scheme for all of them.

A scheme gives each unit a hex and perhaps a target. What it is worth falls into parts: what each unit gains by where it
is, what each stack risks and keeps, what each attack promises. So a change is judged by the parts that it touches, and
many can be tried: everybody against one target, a stack that gathers in one hex, one unit that does otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.manstein import combat, movement, odds, rail
from meuse.games.manstein.advice_aims import danger_to, field, risk, supported_hexes, visitors
from meuse.games.manstein.advice_odds import Reckoner
from meuse.games.manstein.advice_plans import guards_of, lateness
from meuse.games.manstein.appreciation import prizes
from meuse.games.manstein.board import Manstein, controls, held
from meuse.games.manstein.stacking import why_not_stack
from meuse.hexmap import Hex
from meuse.opponents.fields import FAR, distances

Task = tuple[Hex, Hex | None]
"""Where a unit goes, and what it attacks."""

MOST_SPOTS = 8
"""Of the hexes that a unit can get to so many are considered, the best for itself; besides those with a purpose."""

MOST_ROUNDS = 3


class Scheme:
    """The best that the search finds for the units that are active; `tasks` is what they do.

    `promised` is the strength of an air unit that could still be sent over any target.
    """

    def __init__(self, g: Manstein, step: movement.Movement, brief: Brief, promised: int = 0) -> None:
        self.g, self.step, self.side, self.brief = g, step, step.side, brief
        self.reckoner = Reckoner(g, step.side, brief, promised)
        self.danger, self.guards = danger_to(g, step.side), guards_of(g, brief.plan)
        self.movers = [u for u in step.movable(g) if g.counter(u).kind != "logistics"]
        self.by_rail = frozenset(u for u in step.by_rail(g) if u in set(self.movers))
        self.options = {u: {g.hex_of[u]: 0} | dict(self.reach(u)) for u in self.movers} | self.standing()
        self.tasks: dict[Unit, Task] = {u: (g.hex_of[u], None) for u in self.options}
        self.staying = {h: tuple(v for v in units if v not in self.options) for h, units in self.stacks().items()}
        self._here: dict[tuple[Unit, Hex], float] = {}
        self._stack: dict[tuple[Hex, frozenset[Unit]], float | None] = {}
        self.search()

    @property
    def strikes(self) -> list[Hex]:
        """What is to be attacked, the best first."""
        worth = {t: self.strike_worth(t, force) for t, force in self.forces(self.tasks).items()}
        return [t for t in sorted(worth, key=lambda t: (-worth[t], t)) if worth[t] > 0]

    # -- who can do what

    def standing(self) -> dict[Unit, dict[Hex, int]]:
        """Active units that can attack from where they are, but not move."""
        g, able = self.g, combat.Attacks(self.side)
        near = {t for u in g.on_map(self.side) for t in g.scenario.links[g.hex_of[u]] if held(g, self.side.enemy)[t]}
        units = {u for t in near for u in able.able(g, (t,), ())} - set(self.movers)
        return {u: {g.hex_of[u]: 0} for u in sorted(units)}

    def stacks(self) -> dict[Hex, tuple[Unit, ...]]:
        g = self.g
        return {h: g.ground(h, self.side) for h in sorted({g.hex_of[u] for u in g.on_map(self.side)})}

    def reach(self, u: Unit) -> Mapping[Hex, int]:
        """8, 9: on the ground and by rail."""
        ground = movement.reach_of(self.g, u).cost
        if u not in self.by_rail:
            return ground
        return dict.fromkeys(rail.goals(self.g, u), self.g.counter(u).movement) | ground

    def needs_rail(self, u: Unit, h: Hex) -> bool:
        return u in self.by_rail and h != self.g.hex_of[u] and h not in movement.reach_of(self.g, u).cost

    @cached_property
    def spots(self) -> dict[Unit, list[Hex]]:
        """Where each unit might go without attacking: the best for itself, and what counts."""
        worth = prizes(self.g)
        found = {}
        for u, reach in self.options.items():
            best = sorted(reach, key=lambda h: (-self.here(u, h), h))[:MOST_SPOTS]
            least = 0.0 if self.side is Side.ALLIED or u in self.guards else 2.0  # the Westwall is for the guards
            found[u] = list(dict.fromkeys([*best, *(h for h in reach if worth.get(h, 0.0) > least), self.g.hex_of[u]]))
        return found

    @cached_property
    def targets(self) -> list[Hex]:
        """The enemy stacks that somebody could attack."""
        g, enemies = self.g, held(self.g, self.side.enemy)
        near = {t for reach in self.options.values() for h in reach for t in g.scenario.links[h] if enemies[t]}
        return [t for t in sorted(near) if self.reckoner.target(t) is not None]

    @cached_property
    def bases(self) -> dict[Hex, dict[Unit, list[Hex]]]:
        """For each target who could attack it, and from where, the best for himself first."""
        g, found = self.g, {}
        for t in self.targets:
            around = set(g.scenario.links[t])
            able = [u for u in self.options if combat.why_not_attack(g, u, t) is None]
            sites = {u: sorted(around & self.options[u].keys(), key=lambda h: (-self.here(u, h), h)) for u in able}
            found[t] = {u: hexes[:3] for u, hexes in sites.items() if hexes}
        return found

    # -- the search

    def search(self) -> None:
        for _ in range(MOST_ROUNDS):
            better = [change(where) for change, places in self.changes() for where in places]
            if not any([*better, *[self.reconsider(u) for u in self.options]]):
                return

    def changes(self) -> Iterator[tuple[Callable[[Hex], bool], list[Hex]]]:
        yield self.mass, self.targets
        yield self.gather, sorted({h for hexes in self.spots.values() for h in hexes[:3]})

    def mass(self, target: Hex) -> bool:
        """Everybody who helps attacks one target."""
        return self.build((u, (h, target)) for u, sites in self.by_force(target) for h in sites)

    def by_force(self, target: Hex) -> list[tuple[Unit, list[Hex]]]:
        return sorted(self.bases[target].items(), key=lambda item: (-self.g.attack_of(item[0]), item[0]))

    def gather(self, h: Hex) -> bool:
        """A stack goes to one hex together, those first who gain most by it."""
        able = [u for u in self.options if h in self.options[u]]
        able.sort(key=lambda u: (self.here(u, self.tasks[u][0]) - self.here(u, h), u))
        return self.build((u, (h, None)) for u in able[:4])

    def build(self, wanted: Iterable[tuple[Unit, Task]]) -> bool:
        """Gives tasks one after the other, each unit the first that is allowed; keeps the best number of them."""
        change: dict[Unit, Task] = {}
        best: tuple[float, dict[Unit, Task]] = (0.0, {})
        for u, task in wanted:
            if u in change or self.tasks[u] == task:
                continue
            gain = self.gain(change | {u: task})
            if gain is not None:
                change[u] = task
                best = max(best, (gain, dict(change)), key=lambda one: one[0])
        return self.take(*best)

    def reconsider(self, u: Unit) -> bool:
        """What one unit would do better, while all others do as they are meant to."""
        tasks: list[Task] = [(h, None) for h in self.spots[u]]
        tasks += [(h, t) for t, sites in self.bases.items() for h in sites.get(u, ())]
        gains = [(self.gain({u: task}), task) for task in tasks if task != self.tasks[u]]
        best = max(((gain, task) for gain, task in gains if gain is not None), key=lambda one: one[0], default=None)
        return best is not None and self.take(best[0], {u: best[1]})

    def take(self, gain: float, change: Mapping[Unit, Task]) -> bool:
        if gain < 1e-6:
            return False
        self.tasks |= change
        return True

    # -- what it is worth

    def gain(self, change: Mapping[Unit, Task]) -> float | None:
        """What a change of tasks is worth; None if it is not allowed."""
        if not self.fits_the_trains(change):
            return None
        after = {u: change.get(u, task) for u, task in self.tasks.items()}
        places = {h for u in change for h in (self.tasks[u][0], change[u][0])}
        total = sum(self.here(u, change[u][0]) - self.here(u, self.tasks[u][0]) for u in change)
        for h in sorted(places):
            now, then = self.stack(h, self.crowd(self.tasks, h)), self.stack(h, self.crowd(after, h))
            if then is None:
                return None
            total += then - (now or 0.0)
        aims = {t for u in change for t in (self.tasks[u][1], change[u][1]) if t is not None}
        before, later = self.forces(self.tasks), self.forces(after)
        none: frozenset[tuple[Unit, Hex]] = frozenset()
        moved = {t for t, force in later.items() if force != before.get(t, none)} | aims
        for t in sorted(moved):
            total += self.strike_worth(t, later.get(t, none)) - self.strike_worth(t, before.get(t, none))
        return total

    def fits_the_trains(self, change: Mapping[Unit, Task]) -> bool:
        if not self.by_rail or not any(self.needs_rail(u, h) for u, (h, _) in change.items()):
            return True
        after = self.tasks | dict(change)
        aboard = sum(rail.weight(self.g, u) for u in self.by_rail if self.needs_rail(u, after[u][0]))
        return aboard <= self.g.rail_left

    @staticmethod
    def crowd(tasks: Mapping[Unit, Task], h: Hex) -> frozenset[Unit]:
        return frozenset(u for u, task in tasks.items() if task[0] == h)

    @staticmethod
    def forces(tasks: Mapping[Unit, Task]) -> dict[Hex, frozenset[tuple[Unit, Hex]]]:
        found: dict[Hex, set[tuple[Unit, Hex]]] = {}
        for u, (h, t) in tasks.items():
            if t is not None:
                found.setdefault(t, set()).add((u, h))
        return {t: frozenset(force) for t, force in found.items()}

    def strike_worth(self, target: Hex, force: frozenset[tuple[Unit, Hex]]) -> float:
        """10: an attack that promises too little is not made, and those meant for it stand there for nothing."""
        if not force:
            return 0.0
        g = self.g
        ahead = any(self.far(u)[target] <= self.far(u)[g.hex_of[u]] for u, _ in force)
        worth = self.reckoner.worth(target, force, ahead)
        return worth if worth > self.brief["least"] else -self.brief["least"]

    def stack(self, h: Hex, coming: frozenset[Unit]) -> float | None:
        """What the units in a hex risk and keep, with those who stay there; None if they may not stack."""
        key = (h, coming)
        if key not in self._stack:
            self._stack[key] = self._stack_worth(h, (*self.staying.get(h, ()), *sorted(coming)))
        return self._stack[key]

    def _stack_worth(self, h: Hex, units: tuple[Unit, ...]) -> float | None:
        g = self.g
        if units and why_not_stack(g, units, h) is not None:
            return None
        able = [u for u in units if g.counter(u).kind != "logistics"]
        danger = self.danger[h]
        value = -self.brief["fear"] * risk(g, danger, able, h)
        points = self.posts.get(h, 0.0)
        if not points:
            return value
        if not able:
            return value - points
        ratio = danger / max(1.0, sum(g.defence_of(u) for u in able))
        return value - 0.7 * points * min(1.0, max(0.0, (ratio - 2.0) / 6.0))

    @cached_property
    def posts(self) -> dict[Hex, float]:
        """What is lost if nobody is there: what the enemy could walk into, or what oneself could."""
        g, brief, found = self.g, self.brief, {}
        due = brief["patience"] + (1.0 - brief["patience"]) * lateness(g)
        comers = visitors(g, self.side)
        for h, points in prizes(g).items():
            share = 1.0 if points > 10.0 else due
            if controls(g, self.side, h) or (g.control[h] == 1 + self.side and not held(g, self.side.enemy)[h]):
                if h in comers:
                    found[h] = brief["keep"] * points * share
            elif not held(g, self.side.enemy)[h]:
                found[h] = brief["seize"] * points * share
        return found

    # -- what a place is worth to a unit

    def far(self, u: Unit) -> list[int]:
        return field(self.g, u, self.brief.plan)

    def here(self, u: Unit, h: Hex) -> float:
        """What it is worth to one unit to be in a hex, whoever else is there."""
        if (u, h) not in self._here:
            line = self.side is Side.ALLIED or u in self.guards
            hungry = self.brief["hunger"] * (h not in supported_hexes(self.g, u))
            self._here[u, h] = (self.in_line(u, h) if line else self.forward(u, h)) - hungry
        return self._here[u, h]

    def forward(self, u: Unit, h: Hex) -> float:
        return -self.brief["far"] * min(self.far(u)[h], FAR) + 0.2 * self.cover(h)

    def in_line(self, u: Unit, h: Hex) -> float:
        """Between the enemy and what must be held, on good ground, not far from the front."""
        pressure, strength = self.danger[h], 2.5 * self.g.defence_of(u)
        value = self.cover(h) + min(pressure, strength) / 7.0
        return value - min(self.far(u)[h], FAR) / 5.0 - 0.15 * max(0, self.front[h] - 4)

    @cached_property
    def front(self) -> list[int]:
        enemies = {self.g.hex_of[u] for u in self.g.on_map(self.side.enemy)}
        return distances(self.g.scenario.ways["foot"], sorted(enemies))

    def cover(self, h: Hex) -> float:
        g = self.g
        own = g.own_fort(h, self.side) is not None
        rivers = sum((n, h) in g.scenario.rivers for n in g.map.adjacent[h])
        return -1.0 * odds.ground_shift(g, h) + 2.0 * own + 0.3 * rivers
