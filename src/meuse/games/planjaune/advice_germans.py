"""German movement in Plan Jaune: to Holland, to the sea, off the map; guards at home and in the ports."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from meuse.advice import Brief
from meuse.counters import Unit
from meuse.games.planjaune import advice_aims as aims
from meuse.games.planjaune import advice_guards as guards
from meuse.games.planjaune import exits, movement
from meuse.games.planjaune.advice_moves import A_CORPS, PlanPJ
from meuse.games.planjaune.advice_plans import USUAL
from meuse.games.planjaune.board import PlanJaune, is_motorized
from meuse.hexmap import Hex


class GermanPlan(PlanPJ):
    """The way to the sea, to Holland, and off the map; Army Group C holds its line."""

    def __init__(self, g: PlanJaune, step: movement.Movement, rng: random.Random, brief: Brief = USUAL) -> None:
        super().__init__(g, step, rng, brief)
        self.fields: dict[Unit, Sequence[int]] = {}
        self.nearest: dict[Unit, int] = {}
        self.gates = guards.gates(g)
        self.weak = self.weak_posts()

    def far(self, u: Unit) -> Sequence[int]:
        if u not in self.fields:
            self.fields[u] = aims.far(self.g, u, self.brief)
        return self.fields[u]

    def by_train(self, u: Unit, h: Hex) -> float:
        """How much nearer a train brings a unit to its aim; what a post that is too weak gains by it."""
        if h in self.weak:
            return self.weak[h] - 0.5 * (A_CORPS - self.strength(u)) - self.left_alone(u)
        far = self.far(u)
        nearer = (far[self.g.hex_of[u]] - far[h]) / 4.0
        if nearer <= 1.0 or self.is_guard(u) or self.left_alone(u) > 0:
            return 0.0
        return nearer if aims.is_fed(self.g, u, h) else 0.0

    def is_guard(self, u: Unit) -> bool:
        return aims.is_home_guard(self.g, u)

    def mass(self) -> Iterator[tuple[Unit, Hex]]:
        """Before anything else who is to leave the map rides."""
        self.nearest = {u: min(self.far(u)[h] for h in self.options[u]) for u in self.options}
        yield from self.ride()
        yield from super().mass()

    def ride(self) -> Iterator[tuple[Unit, Hex]]:
        """11.13.o2: as near to a line of communication as may be; in exploitation and while it is far others first."""
        for u in sorted(aims.leavers(self.g, self.brief)):
            if u in self.options and self.nearest[u] < self.far(u)[self.g.hex_of[u]] and self.clear(u):
                able = [h for h in self.options[u] if self.fits(u, h)]
                yield self.send(u, max(able, key=lambda h: (self.forward(u, h), -h)))

    def clear(self, u: Unit) -> bool:
        """Whether a ride gets a unit on by at least half of what it could spend."""
        gained = self.far(u)[self.g.hex_of[u]] - self.nearest[u]
        return 2 * gained >= max(self.options[u].values())

    # -- guards

    def posts_on(self, g: PlanJaune) -> dict[Hex, float]:
        return self.escorts(g) | guards.german_posts(g, self.brief["post"])

    def posts(self, found: Mapping[Hex, float]) -> Mapping[Hex, float]:
        """Before the battles a motorized unit only stays where no infantry could come to in time."""
        if self.step.phase == exits.MOTORIZED:
            mine = {self.g.hex_of[u] for u in self.options}
            return {h: found[h] for h in found if h in mine and not guards.is_near_foot(self.g, self.side, h)}
        return found

    def weak_posts(self) -> Mapping[Hex, float]:
        """The posts in danger that are not held in strength, with what a corps more is worth there."""
        posts = [h for h, worth in self.now.items() if worth >= self.brief["post"]]
        there = {h: aims.strength_in(self.g, self.g.units_in(h, self.side)) for h in posts}
        return {h: self.now[h] for h in posts if there[h] < max(1.0, self.wanted_in(h))}

    def left_alone(self, u: Unit) -> float:
        """What is lost if a unit leaves a post that is weak without it."""
        here = self.g.hex_of[u]
        others = aims.strength_in(self.g, (v for v in self.g.units_in(here, self.side) if v != u))
        weak = here in self.now and others < max(1.0, self.wanted_in(here))
        return self.brief["post"] if weak else 0.0

    def is_key(self, h: Hex, worth: float) -> bool:
        return super().is_key(h, worth) or h in self.gates

    def wanted_in(self, h: Hex) -> float:
        return max(super().wanted_in(h), self.gates.get(h, 0.0))

    def price_of_post(self, u: Unit, h: Hex) -> float | None:
        """Army Group C is there for it; panzers, and those who are about to leave the map, are not."""
        price = super().price_of_post(u, h)
        if price is None:
            return None
        share = -0.7 if self.is_guard(u) else 1.0 if is_motorized(self.g, u) else 0.0
        return price + share * self.missed(u, h) + 3.0 * (u in aims.leavers(self.g, self.brief))

    def may_strike(self, u: Unit, h: Hex, target: Hex) -> bool:
        """No attack leads a unit far from the best it could do towards its aim; Army Group C stays at home."""
        if self.is_guard(u):
            return self.far(u)[h] <= 1
        return self.far(u)[h] <= self.nearest[u] + self.brief["astray"]

    def peril(self, u: Unit, h: Hex) -> float:
        """The Allies strike back at whoever is alone."""
        odds_against = self.danger[h] / max(1.0, self.together(u, h))
        return self.brief["risk"] * min(4.0, max(0.0, odds_against - self.brief["brave"]))

    def gain(self, target: Hex, joining: Sequence[tuple[Unit, Hex]]) -> float:
        """What an attack is worth, less the risk for who comes to it."""
        coming = [(u, h) for u, h in joining if h != self.g.hex_of[u]]
        exposed = sum(self.peril(u, h) * self.strength(u) for u, h in coming) / 10.0
        return super().gain(target, joining) - exposed
