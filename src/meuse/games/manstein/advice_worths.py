"""What a place is worth in Manstein's War: to a unit that is there, and to a side whose stack is there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.manstein import odds
from meuse.games.manstein.advice_aims import danger_to, deserted, field, front, resistance, supported_hexes, visitors
from meuse.games.manstein.advice_plans import guards_of, lateness
from meuse.games.manstein.advice_risk import risk
from meuse.games.manstein.appreciation import prizes
from meuse.games.manstein.board import Manstein, controls, held
from meuse.games.manstein.stacking import why_not_stack
from meuse.hexmap import Hex
from meuse.opponents.fields import FAR

DECISIVE, LAST_DEPOT = 10.0, 20.0
"""3.1: places worth more decide the game: a German depot, and the one whose loss would be the second."""


class Worths:
    """What places are worth to a side at this moment, by its plan and weights.

    `free` are the units that may yet go elsewhere: what only they keep lies open without them.
    """

    def __init__(self, g: Manstein, side: Side, brief: Brief, free: Iterable[Unit] = ()) -> None:
        self.g, self.side, self.brief = g, side, brief
        self.free = frozenset(free)
        self.danger, self.guards = danger_to(g, side), guards_of(g, brief.plan)
        self._far: dict[Unit, list[int]] = {}
        self._cover: dict[Hex, float] = {}
        self._here: dict[tuple[Unit, Hex], float] = {}

    # -- to a side

    def stack_worth(self, h: Hex, units: tuple[Unit, ...]) -> float | None:
        g = self.g
        if not self.may_stack(units, h):
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

    def may_stack(self, units: tuple[Unit, ...], h: Hex) -> bool:
        return not units or why_not_stack(self.g, units, h) is None

    @cached_property
    def posts(self) -> dict[Hex, float]:
        """What is lost if nobody is there: what the enemy could walk into, or what oneself could."""
        g, brief, found = self.g, self.brief, {}
        due = brief["patience"] + (1.0 - brief["patience"]) * lateness(g)
        comers = visitors(g, self.side) | deserted(g, self.side, self.free)
        for h, points in prizes(g).items():
            share = due if points <= DECISIVE else 1.0 if points > LAST_DEPOT else 0.4
            mine = g.control[h] == 1 + self.side and not held(g, self.side.enemy)[h]
            shared = lateness(g) == 1.0 and not controls(g, self.side, h)  # 7.2a: in an enemy zone it counts for nobody
            if mine and (h in comers or shared):
                found[h] = brief["keep"] * points * share
            elif not mine and not held(g, self.side.enemy)[h]:
                found[h] = brief["seize"] * points * max(share, 0.5)
        return found

    def headway(self, target: Hex, force: Iterable[tuple[Unit, Hex]]) -> float:
        """How far an enemy hex is on the way of those who attack it, from 0 (aside) to 1; guards have no way to go."""
        bar = resistance(self.g, self.side).get(target, 0)
        nearer = (self.far(u)[h] - self.far(u)[target] + bar for u, h in force if u not in self.guards)
        return max(0.0, min(1.0, max(nearer, default=0) / self.brief["stride"]))

    # -- what a place is worth to a unit

    def far(self, u: Unit) -> list[int]:
        """How far each hex is from what a unit is sent to."""
        if u not in self._far:
            self._far[u] = field(self.g, u, self.brief.plan)
        return self._far[u]

    def here(self, u: Unit, h: Hex) -> float:
        """What it is worth to one unit to be in a hex, whoever else is there."""
        if (u, h) not in self._here:
            hungry = self.brief["hunger"] * (h not in supported_hexes(self.g, u))
            self._here[u, h] = self.wish(u, h) - hungry
        return self._here[u, h]

    def wish(self, u: Unit, h: Hex) -> float:
        if self.side is Side.ALLIED:
            return self.in_line(u, h)
        if u in self.guards:
            return self.cover(h) - self.brief["post"] * min(self.far(u)[h], FAR)
        return self.forward(u, h)

    def forward(self, u: Unit, h: Hex) -> float:
        far, now = min(self.far(u)[h], FAR), min(self.far(u)[self.g.hex_of[u]], FAR)
        return -self.brief["far"] * far - self.brief["back"] * max(0, far - now) + 0.2 * self.cover(h)

    def in_line(self, u: Unit, h: Hex) -> float:
        """Between the enemy and what must be held, on good ground, not far from the front."""
        pressure, strength = self.danger[h], 2.5 * self.g.defence_of(u)
        value = self.cover(h) + min(pressure, strength) / 7.0
        return value - min(self.far(u)[h], FAR) / 5.0 - 0.15 * max(0, front(self.g, self.side)[h] - 4)

    def cover(self, h: Hex) -> float:
        """What the ground of a hex is worth to a defender."""
        if h not in self._cover:
            self._cover[h] = self._cover_of(h)
        return self._cover[h]

    def _cover_of(self, h: Hex) -> float:
        g = self.g
        own = g.own_fort(h, self.side) is not None
        rivers = sum((n, h) in g.scenario.rivers for n in g.map.adjacent[h])
        return -1.0 * odds.ground_shift(g, h) + 2.0 * own + 0.3 * rivers
