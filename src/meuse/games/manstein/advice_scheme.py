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
from meuse.games.manstein import combat, movement, rail
from meuse.games.manstein.advice_odds import Reckoner
from meuse.games.manstein.advice_sweeps import sweeps
from meuse.games.manstein.advice_worths import LAST_DEPOT, Worths
from meuse.games.manstein.appreciation import prizes
from meuse.games.manstein.board import Manstein, held
from meuse.hexmap import Hex

Task = tuple[Hex, Hex | None]
"""Where a unit goes, and what it attacks."""

Force = frozenset[tuple[Unit, Hex]]
"""Who attacks something, and from where."""

NOBODY: frozenset[Unit] = frozenset()
NO_FORCE: Force = frozenset()

MOST_SPOTS = 8
"""Of the hexes that a unit can get to so many are considered, the best for itself; besides those with a purpose."""

MOST_ROUNDS = 3


class Scheme(Worths):
    """The best that the search finds for the units that are active; `tasks` is what they do.

    `promised` is the strength of an air unit that could still be sent over any target.
    """

    def __init__(self, g: Manstein, step: movement.Movement, brief: Brief, promised: int = 0) -> None:
        self.movers = [u for u in step.movable(g) if g.counter(u).kind != "logistics"]
        super().__init__(g, step.side, brief, self.movers)
        self.step = step
        self.reckoner = Reckoner(g, step.side, brief, promised)
        self.by_rail = frozenset(u for u in step.by_rail(g) if u in set(self.movers))
        self.on_foot = {u: movement.reach_of(g, u).cost for u in self.movers}
        self.options = {u: {g.hex_of[u]: 0} | dict(self.reach(u)) for u in self.movers} | self.standing()
        self.sweeps = {u: sweeps(g, u, self.for_the_taking) for u in self.movers if self.sweeps_any(u)}
        self.tasks: dict[Unit, Task] = {u: (g.hex_of[u], None) for u in self.options}
        self.crowds, self.forces = gathered(self.tasks)
        self.staying = {h: tuple(v for v in units if v not in self.options) for h, units in self.stacks().items()}
        self._strikes: dict[tuple[Hex, frozenset[tuple[Unit, Hex]]], float] = {}
        self._stack: dict[tuple[Hex, frozenset[Unit]], float | None] = {}
        self.search()

    @property
    def strikes(self) -> list[Hex]:
        """What is to be attacked, the best first."""
        worth = {t: self.strike_worth(t, force) for t, force in self.forces.items()}
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
        ground = self.on_foot[u]
        if u not in self.by_rail:
            return ground
        return dict.fromkeys(rail.goals(self.g, u), self.g.counter(u).movement) | ground

    @cached_property
    def for_the_taking(self) -> dict[Hex, float]:
        """3.3b: what counts and is the enemy's, where nobody stands."""
        g, enemy = self.g, self.side.enemy
        return {h: worth for h, worth in self.posts.items() if g.control[h] == 1 + enemy and not held(g, enemy)[h]}

    def sweeps_any(self, u: Unit) -> bool:
        return not self.on_foot[u].keys().isdisjoint(self.for_the_taking)

    def here(self, u: Unit, h: Hex) -> float:
        return super().here(u, h) + (self.sweeps[u][h][0] if h in self.sweeps.get(u, ()) else 0.0)

    def way(self, u: Unit, h: Hex) -> str:
        """The hexes by which a unit goes, if it takes something on its way; else its goal alone."""
        _, way = self.sweeps.get(u, {}).get(h, (0.0, (h,)))
        return ".".join(self.g.map.labels[n] for n in way)

    def needs_rail(self, u: Unit, h: Hex) -> bool:
        return u in self.by_rail and h != self.g.hex_of[u] and h not in self.on_foot[u]

    @cached_property
    def spots(self) -> dict[Unit, list[Hex]]:
        """Where each unit might go without attacking: the best for itself, and what counts."""
        worth = prizes(self.g)
        found = {}
        for u, reach in self.options.items():
            best = sorted(reach, key=lambda h: (-self.here(u, h), h))[:MOST_SPOTS]
            found[u] = list(
                dict.fromkeys([*best, *(h for h in worth if h in reach and self.is_for(u, h)), self.g.hex_of[u]])
            )
        return found

    def is_for(self, u: Unit, h: Hex) -> bool:
        """Whether a place that counts is a unit's business: the frontier is for the guards until it is late."""
        if self.side is Side.ALLIED or u in self.guards or self.g.map.country[h] != "germany":
            return True
        return prizes(self.g)[h] > LAST_DEPOT

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
        """Gives tasks in turn, each unit the first that is allowed; keeps the best number of them."""
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
        self.crowds, self.forces = gathered(self.tasks)
        return True

    # -- what it is worth

    def gain(self, change: Mapping[Unit, Task]) -> float | None:
        """What a change of tasks is worth; None if it is not allowed."""
        if not self.fits_the_trains(change):
            return None
        total = sum(self.here(u, task[0]) - self.here(u, self.tasks[u][0]) for u, task in change.items())
        crowds, forces = gathered(change)
        left, withdrawn = gathered({u: self.tasks[u] for u in change})
        for h in sorted({*crowds, *left}):
            before = self.crowds.get(h, NOBODY)
            now, then = self.stack(h, before), self.stack(h, before - left.get(h, NOBODY) | crowds.get(h, NOBODY))
            if then is None:
                return None
            total += then - (now or 0.0)
        for t in sorted({*forces, *withdrawn}):
            force = self.forces.get(t, NO_FORCE)
            later = force - withdrawn.get(t, NO_FORCE) | forces.get(t, NO_FORCE)
            total += self.strike_worth(t, later) - self.strike_worth(t, force)
        return total

    def fits_the_trains(self, change: Mapping[Unit, Task]) -> bool:
        if not self.by_rail or not any(self.needs_rail(u, h) for u, (h, _) in change.items()):
            return True
        after = self.tasks | dict(change)
        aboard = sum(rail.weight(self.g, u) for u in self.by_rail if self.needs_rail(u, after[u][0]))
        return aboard <= self.g.rail_left

    def strike_worth(self, target: Hex, force: Force) -> float:
        """10: an attack that promises too little is not made, and those meant for it stand there for nothing."""
        if not force:
            return 0.0
        key = (target, force)
        if key not in self._strikes:
            worth, least = self.reckoner.worth(target, force, self.headway(target, force)), self.brief["least"]
            self._strikes[key] = worth if worth > least else -least
        return self._strikes[key]

    def stack(self, h: Hex, coming: frozenset[Unit]) -> float | None:
        """What the units in a hex risk and keep, with those who stay there; None if they may not stack."""
        key = (h, coming)
        if key not in self._stack:
            self._stack[key] = self.stack_worth(h, (*self.staying.get(h, ()), *sorted(coming)))
        return self._stack[key]


class Sketch(Scheme):
    """Only what would be attacked: all that aircraft need to know before anybody moves, whoever stays as a guard."""

    @property
    def posts(self) -> dict[Hex, float]:
        return {}

    def search(self) -> None:
        for target in self.targets:
            self.mass(target)


def gathered(tasks: Mapping[Unit, Task]) -> tuple[dict[Hex, frozenset[Unit]], dict[Hex, Force]]:
    """Who is meant to be in each hex, and to attack each target."""
    crowds: dict[Hex, frozenset[Unit]] = {}
    forces: dict[Hex, Force] = {}
    for u, (h, target) in tasks.items():
        crowds[h] = crowds.get(h, NOBODY) | {u}
        if target is not None:
            forces[target] = forces.get(target, NO_FORCE) | {(u, h)}
    return crowds, forces
