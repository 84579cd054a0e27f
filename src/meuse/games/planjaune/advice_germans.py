"""German movement in Plan Jaune: to Holland, to the sea, off the map; guards at home and in the ports."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from meuse.advice import Brief
from meuse.appreciation import AnyAppreciation
from meuse.counters import Unit
from meuse.games.planjaune import advice_aims as aims
from meuse.games.planjaune import advice_guards as guards
from meuse.games.planjaune import command, movement
from meuse.games.planjaune.advice_moves import PlanPJ
from meuse.games.planjaune.advice_plans import USUAL
from meuse.games.planjaune.appreciation import APPRECIATION
from meuse.games.planjaune.board import PlanJaune, fights, is_motorized
from meuse.hexmap import Hex


class GermanPlan(PlanPJ):
    """The way to the sea, to Holland, and off the map; Army Group C holds its line."""

    appreciation = APPRECIATION

    def __init__(self, g: PlanJaune, step: movement.Movement, rng: random.Random, brief: Brief = USUAL) -> None:
        super().__init__(g, step, rng, brief)
        self.fields: dict[Unit, Sequence[int]] = {}
        self.nearest: dict[Unit, int] = {}

    def far(self, u: Unit) -> Sequence[int]:
        if u not in self.fields:
            self.fields[u] = aims.far(self.g, u, self.brief)
        return self.fields[u]

    def by_train(self, u: Unit, h: Hex) -> float:
        """How much nearer a train brings a unit to its aim."""
        nearer = (self.far(u)[self.g.hex_of[u]] - self.far(u)[h]) / 4.0
        return nearer if nearer > 1.0 and not self.is_guard(u) and aims.is_fed(self.g, u, h) else 0.0

    def is_guard(self, u: Unit) -> bool:
        return command.group_of(self.g, u) == "de.hgc"

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

    def to_guard(self, app: AnyAppreciation) -> Mapping[Hex, float]:
        """11.13c, 11.13.o1: German cities and ports that the enemy could walk into, unless somebody stays there."""
        g = self.g
        posts = guards.german_posts(g, self.brief["post"])
        staying = {g.hex_of[u] for u in g.on_map(self.side) if fights(g, u) and u not in self.options}
        return {h: worth for h, worth in posts.items() if h not in staying}

    def missed(self, u: Unit, h: Hex) -> float:
        """Army Group C is there for it; panzers, and those who are about to leave the map, are not."""
        price = super().missed(u, h) * (0.3 if self.is_guard(u) else 2.0 if is_motorized(self.g, u) else 1.0)
        return price + 3.0 * (u in aims.leavers(self.g, self.brief))

    def may_strike(self, u: Unit, h: Hex, target: Hex) -> bool:
        """No attack leads a unit far from the best it could do towards its aim."""
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
