"""German movement in Plan Jaune: to Holland, to the sea, off the map; guards at home and in the ports."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from meuse.counters import Unit
from meuse.games.planjaune import command, exits, movement
from meuse.games.planjaune.board import PlanJaune, fights, movement_of
from meuse.hexmap import Hex
from staff1.planjaune import advice_aims as aims
from staff1.planjaune.advice_moves import PlanPJ

RISK, BRAVE = 1.5, 2.0
"""What a German stack fears: for each time that the enemy near it is stronger, beyond these odds."""
ASTRAY = 6
"""How many movement points farther from its aim a German unit may go for an attack than it could get."""


class GermanPlan(PlanPJ):
    """The way to the sea, to Holland, and off the map; Army Group C holds its line."""

    def __init__(self, g: PlanJaune, step: movement.Movement, rng: random.Random) -> None:
        super().__init__(g, step, rng)
        self.fields: dict[Unit, Sequence[int]] = {}
        self.nearest: dict[Unit, int] = {}

    def far(self, u: Unit) -> Sequence[int]:
        if u not in self.fields:
            self.fields[u] = aims.far(self.g, u)
        return self.fields[u]

    def by_train(self, u: Unit, h: Hex) -> float:
        """How much nearer a train brings a unit to its aim."""
        nearer = (self.far(u)[self.g.hex_of[u]] - self.far(u)[h]) / 4.0
        return nearer if nearer > 1.0 and not self.is_guard(u) and aims.is_fed(self.g, u, h) else 0.0

    def is_guard(self, u: Unit) -> bool:
        return command.group_of(self.g, u) == "de.hgc"

    def mass(self) -> Iterator[tuple[Unit, Hex]]:
        """Before anything else: who is to leave the map rides, cities at home are guarded or taken back."""
        self.nearest = {u: min(self.far(u)[h] for h in self.options[u]) for u in self.options}
        yield from self.ride()
        yield from self.guard()
        yield from super().mass()

    def ride(self) -> Iterator[tuple[Unit, Hex]]:
        """11.13.o2: as near to a line of communication as may be; in exploitation and while it is far others first."""
        for u in sorted(aims.leavers(self.g)):
            if u in self.options and self.nearest[u] < self.far(u)[self.g.hex_of[u]] and self.clear(u):
                able = [h for h in self.options[u] if self.fits(u, h)]
                yield self.send(u, max(able, key=lambda h: (self.forward(u, h), -h)))

    def clear(self, u: Unit) -> bool:
        """Whether a ride gets a unit on by at least half of what it could spend."""
        gained = self.far(u)[self.g.hex_of[u]] - self.nearest[u]
        return 2 * gained >= max(self.options[u].values())

    def guard(self) -> Iterator[tuple[Unit, Hex]]:
        """11.13c, 11.13.o1: a unit in every German city and port that the enemy could walk into; infantry if it may be.

        What has been lost is taken back by anybody.
        """
        g = self.g
        for h in sorted(g.scenario.cities["germany"] | aims.coast(g).keys()):
            lost = not g.friendly(h, self.side)
            if (lost and h in aims.coast(g)) or (not lost and (self.step.phase != exits.FOOT or self.is_safe(h))):
                continue
            staying = [u for u in command.fighters(g, h, self.side) if self.planned.get(u, h) == h]
            able = [u for u in self.free() if h in self.options[u] and self.fits(u, h)]
            weakest = sorted(able, key=lambda u: (u not in staying, not self.is_guard(u), self.strength(u), u))
            if able and (weakest[0] in staying or not staying):
                yield self.send(weakest[0], h)

    def is_safe(self, h: Hex) -> bool:
        """Whether no enemy could come to a hex; at the end of the game from farther away, for it cannot be retaken.

        A port is never safe: the British may land beside it.
        """
        g = self.g
        if self.danger[h] > 0 or h in aims.coast(g):
            return False
        if g.turn < aims.LAST_ACT:
            return True
        near = (u for u in g.on_map(self.side.enemy) if fights(g, u))
        return all(g.map.distance(g.hex_of[u], h) > movement_of(g, u) for u in near)

    def may_strike(self, u: Unit, h: Hex, target: Hex) -> bool:
        """No attack leads a unit far from the best it could do towards its aim."""
        return self.far(u)[h] <= self.nearest[u] + ASTRAY

    def peril(self, u: Unit, h: Hex) -> float:
        """The Allies strike back at whoever is alone."""
        odds_against = self.danger[h] / max(1.0, self.together(u, h))
        return RISK * min(4.0, max(0.0, odds_against - BRAVE))

    def gain(self, target: Hex, joining: Sequence[tuple[Unit, Hex]]) -> float:
        """What an attack is worth, less the risk for who comes to it."""
        coming = [(u, h) for u, h in joining if h != self.g.hex_of[u]]
        exposed = sum(self.peril(u, h) * self.strength(u) for u, h in coming) / 10.0
        return super().gain(target, joining) - exposed
