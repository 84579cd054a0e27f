"""Planning a phase of movement: who masses for which attack, who takes what is wanted, who goes forward or into line.

A game's advice extends `MovePlan` by what its pieces can do and what things are worth; the plan itself is the same in
all games. Costs, strengths and worths are the game's own numbers; one movement point is `point` of its costs.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from meuse.appreciation import AnyAppreciation
from meuse.counters import Side, Unit
from meuse.hexmap import Hex
from meuse.opponents.fields import FAR, influence
from meuse.opponents.guards import guards, open_posts
from meuse.state import State
from meuse.steps import Order

G = TypeVar("G", bound=State)


class MovePlan(ABC, Generic[G]):
    """The plan of one movement phase."""

    point: float = 1.0
    """What a movement point is in the game's costs."""
    most_targets: int = 16
    least_gain: float = 0.5
    """What an attack must be worth for units to be sent to it."""
    appreciation: ClassVar[AnyAppreciation | None] = None
    """What counts on the board; with it, what lies open to the enemy is guarded before anything else."""

    def __init__(self, g: G, side: Side, rng: random.Random, wanted: Mapping[Hex, float]) -> None:
        self.g, self.side, self.rng, self.wanted = g, side, rng, wanted
        self.danger = influence(g.map, self.enemies())
        self.planned: dict[Unit, Hex] = {}
        self.options: dict[Unit, Mapping[Hex, int]] = {}

    def moves(self) -> Iterator[Order]:
        """Guards first, then units that mass for attacks, those that take what is wanted, and the rest."""
        yield from self.first()
        self.options = {u: {self.g.hex_of[u]: 0} | dict(self.reach(u)) for u in self.movable() if u not in self.planned}
        for sent in (self.guard, self.mass, self.seize, self.gather):
            yield from self.as_orders(sent())
        yield from self.between()
        yield from self.as_orders(self.follow())

    def as_orders(self, sent: Iterable[tuple[Unit, Hex]]) -> Iterator[Order]:
        return (self.order(u, h) for u, h in sent if h != self.g.hex_of[u])

    def order(self, u: Unit, h: Hex) -> Order:
        return ("move", self.g.id(u), self.g.map.labels[h])

    # -- what a game says

    @abstractmethod
    def movable(self) -> Iterable[Unit]:
        """The units that can move in this phase."""

    @abstractmethod
    def reach(self, u: Unit) -> Mapping[Hex, int]:
        """Where a unit can get to, with the cost."""

    @abstractmethod
    def enemies(self) -> Iterable[tuple[Hex, float, int]]:
        """Enemy units that could attack: where they are, how strong, how many hexes they reach."""

    @abstractmethod
    def strength(self, u: Unit) -> float:
        """What a unit counts for in a line."""

    @abstractmethod
    def may_stack(self, units: tuple[Unit, ...], h: Hex) -> bool:
        """Whether these units may be together in a hex."""

    @abstractmethod
    def far(self, u: Unit) -> Sequence[int]:
        """For each hex how far it is, for this unit, from what is wanted."""

    @abstractmethod
    def targets(self) -> Iterable[Hex]:
        """The enemy hexes that it could pay to attack."""

    @abstractmethod
    def bases(self, target: Hex) -> Sequence[Hex]:
        """The hexes from which a target can be attacked."""

    @abstractmethod
    def may_attack(self, u: Unit, target: Hex) -> bool:
        """Whether a unit could take part if it stood beside the target."""

    @abstractmethod
    def attack_worth(self, trial: G, target: Hex, units: tuple[Unit, ...]) -> float:
        """The expected gain of an attack, on a board where the units stand where they are meant to stand."""

    @abstractmethod
    def cover(self, h: Hex) -> float:
        """What the ground of a hex is worth to a defender."""

    @property
    @abstractmethod
    def attacking(self) -> bool:
        """Whether the side wants to get forward, or to hold a line."""

    def first(self) -> Iterable[Order]:
        """Orders that come before any move."""
        return ()

    def gather(self) -> Iterable[tuple[Unit, Hex]]:
        """Units that must meet for something: to form a corps, to go on board."""
        return ()

    def between(self) -> Iterable[Order]:
        """Orders for units that have no task yet, before they follow: trains."""
        return ()

    def may_strike(self, u: Unit, h: Hex, target: Hex) -> bool:
        """Whether a unit that goes to a hex could still attack a target from there."""
        return True

    def enough(self, target: Hex) -> float:
        """The gain at which no further unit is sent to an attack."""
        return 4.0

    def exposure(self, h: Hex, target: Hex) -> float:
        """How bad it is to attack a target from a hex: other enemies beside it."""
        enemy = self.side.enemy
        return float(sum(bool(self.g.units_in(n, enemy)) for n in self.g.map.adjacent[h] if n != target))

    def shyness(self, u: Unit, h: Hex) -> float:
        """What speaks against going to a hex, beside the enemy: too far from supply, into a neutral country ..."""
        return 0.0

    # -- guards

    def guard(self) -> Iterator[tuple[Unit, Hex]]:
        """Somebody stays in, or goes to, everything that counts and that the enemy could walk into."""
        if self.appreciation is None:
            return
        posts = self.to_guard(self.appreciation)
        free = {u: self.options[u] for u in self.free()}
        for u, h in guards(self.appreciation, self.g, posts, free, self.missed).items():
            if self.fits(u, h):
                yield self.send(u, h)

    def to_guard(self, app: AnyAppreciation) -> Mapping[Hex, float]:
        """What must be guarded, with what that is worth; a game adds what else it fears for."""
        return open_posts(app, self.g, self.side, self.options.keys())

    def missed(self, u: Unit, h: Hex) -> float:
        """What it costs to have a unit guard a hex: it will be missed elsewhere, the more the stronger and farther."""
        return 0.15 * self.strength(u) + 0.1 * self.options[u][h] / self.point

    # -- attack

    def mass(self) -> Iterator[tuple[Unit, Hex]]:
        """For each enemy stack within reach the best attack that could be made, the nearest to what is wanted first."""
        field = self.far(next(iter(self.options))) if self.options else ()
        for target in sorted(self.targets(), key=lambda h: (field[h], h))[: self.most_targets] if field else ():
            yield from self.mass_against(target)

    def mass_against(self, target: Hex) -> Iterator[tuple[Unit, Hex]]:
        bases = self.bases(target)
        joining: list[tuple[Unit, Hex]] = [
            (u, self.g.hex_of[u]) for u in self.standing(bases) if self.may_attack(u, target)
        ]
        sent: list[tuple[Unit, Hex]] = []
        gain = self.gain(target, joining)
        for u in sorted(self.free(), key=lambda u: (-self.strength(u), u)):
            if gain > self.enough(target):
                break
            able = [h for h in bases if h in self.options[u] and self.fits(u, h) and self.may_strike(u, h, target)]
            if able and self.may_attack(u, target):
                best = min(able, key=lambda h: (self.exposure(h, target), self.options[u][h], h))
                self.planned[u] = best
                joining.append((u, best))
                sent.append((u, best))
                gain = self.gain(target, joining)
        if sent and gain > self.least_gain:
            yield from sent
            return
        for u, _ in sent:
            del self.planned[u]

    def standing(self, bases: Sequence[Hex]) -> list[Unit]:
        """Units beside a target that do not move in this phase, and are not meant for anything else."""
        return [u for h in bases for u in self.g.units_in(h, self.side) if u not in self.options]

    def gain(self, target: Hex, joining: Sequence[tuple[Unit, Hex]]) -> float:
        if not joining:
            return 0.0
        trial = self.g.copy()
        for u, h in joining:
            if trial.hex_of[u] != h:
                trial.place(u, h)
        return self.attack_worth(trial, target, tuple(sorted(u for u, _ in joining)))

    # -- what is wanted

    def seize(self) -> Iterator[tuple[Unit, Hex]]:
        """A unit for every wanted hex in reach; a defender only cares where there is danger."""
        for h, _ in sorted(self.wanted.items(), key=lambda item: (-item[1], item[0])):
            if (not self.attacking and self.danger[h] <= 0) or h in self.planned.values():
                continue
            able = [u for u in self.free() if h in self.options[u] and self.fits(u, h)]
            if able:
                nearest = min(able, key=lambda u: (self.options[u][h], -self.strength(u), u))
                yield self.send(nearest, h)

    # -- the rest

    def follow(self) -> Iterator[tuple[Unit, Hex]]:
        """Everybody else to the hex of highest worth: forward, or into the line."""
        score = self.forward if self.attacking else self.in_line
        for u in sorted(self.free(), key=lambda u: (-max(self.options[u].values()), -self.strength(u), u)):
            able = [h for h in self.options[u] if self.fits(u, h)]
            if able:
                yield self.send(u, max(able, key=lambda h: (score(u, h), -self.options[u][h], -h)))

    def forward(self, u: Unit, h: Hex) -> float:
        """Nearer to what is wanted, but not alone among strong enemies; guards stay in the line."""
        if self.is_guard(u):
            return self.in_line(u, h)
        far = self.far(u)[h]
        if far >= FAR:
            return -1000.0
        return -far / self.point - self.peril(u, h) - self.shyness(u, h)

    def is_guard(self, u: Unit) -> bool:
        """Whether a unit holds its line while the others go forward."""
        return False

    def peril(self, u: Unit, h: Hex) -> float:
        """What it costs a unit to be in a hex among enemies, with those who will be there too."""
        return 1.5 * max(0.0, self.danger[h] / (3.0 * max(1.0, self.together(u, h))) - 1.0)

    def in_line(self, u: Unit, h: Hex) -> float:
        """Between the enemy and what must be held, on good ground, beside friends, not where it would be crushed."""
        pressure, strength = self.danger[h], self.together(u, h)
        value = self.cover(h) + 1.0 * (h in self.wanted)
        value += min(pressure, 3.0 * strength) / 4.0 - max(0.0, pressure - 3.0 * strength) / 3.0
        value -= min(self.far(u)[h], FAR) / (6.0 * self.point)
        value += 0.3 * sum(self.is_manned(n) for n in self.g.map.adjacent[h])
        return value - self.shyness(u, h)

    def together(self, u: Unit, h: Hex) -> float:
        """The strength that would stand in a hex with a unit."""
        coming = sum(self.strength(v) for v, goal in self.planned.items() if goal == h and v != u)
        return self.strength(u) + coming

    def is_manned(self, h: Hex) -> bool:
        return h in self.planned.values() or bool(self.g.units_in(h, self.side))

    def free(self) -> list[Unit]:
        return [u for u in self.options if u not in self.planned]

    def send(self, u: Unit, h: Hex) -> tuple[Unit, Hex]:
        self.planned[u] = h
        return u, h

    def fits(self, u: Unit, h: Hex) -> bool:
        """Room for a unit, counting who is meant to be there."""
        staying = [v for v in self.g.units_in(h, self.side) if self.planned.get(v, h) == h and v != u]
        coming = [v for v, goal in self.planned.items() if goal == h and v not in staying and v != u]
        return self.may_stack((*staying, *coming, u), h)
