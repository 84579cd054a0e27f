"""German movement in Plan Jaune: to Holland, to the sea, off the map; guards at home and in the ports."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

from meuse.advice import Brief
from meuse.counters import Unit
from meuse.games.planjaune import advice_aims as aims
from meuse.games.planjaune import advice_guards as guards
from meuse.games.planjaune import command, exits, movement
from meuse.games.planjaune.advice_moves import PlanPJ
from meuse.games.planjaune.advice_plans import USUAL
from meuse.games.planjaune.board import PlanJaune, fights, is_motorized
from meuse.hexmap import Hex
from meuse.opponents.tasks import Task, give_out
from meuse.steps import Order

A_CORPS = 5.0
"""The strength of a corps."""
MOST_GUARDS = 2
"""So many units a post gets at the most."""


class GermanPlan(PlanPJ):
    """The way to the sea, to Holland, and off the map; Army Group C holds its line."""

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

    # -- guards

    def guard(self) -> Iterator[tuple[Unit, Hex]]:
        """11.13c, 11.13.o1: somebody in German cities and ports, and more where the enemy is strong."""
        yield from self.man(self.posts(self.g), self.free())

    def posts(self, g: PlanJaune) -> dict[Hex, float]:
        """What must be guarded on a board, unless somebody stays there who does not move in this phase.

        Before the battles a motorized unit only stays where no infantry could come to in time.
        """
        found = guards.german_posts(g, self.brief["post"])
        if self.step.phase == exits.MOTORIZED:
            mine = {g.hex_of[u] for u in self.options}
            return {h: worth for h, worth in found.items() if h in mine and not guards.is_near_foot(g, self.side, h)}
        return found

    def man(self, posts: Mapping[Hex, float], free: Iterable[Unit]) -> Iterator[tuple[Unit, Hex]]:
        """Who goes to which post: a post in danger wants more than one unit, and strong ones."""
        tasks = [Task(h, worth) for h in sorted(posts) for worth in self.wants(h, posts[h])]
        for u, task in give_out(tasks, free, self.price_of_post).items() if tasks else ():
            if self.fits(u, task.at):
                yield self.send(u, task.at)

    def wants(self, h: Hex, worth: float) -> list[float]:
        """What each further unit in a post is worth, until it is strong enough."""
        units = [u for u in self.g.units_in(h, self.side) if fights(self.g, u) and u not in self.options]
        there = aims.strength_in(self.g, units)
        lacking = -(-(self.wanted_in(h) - there) // A_CORPS) if worth >= self.brief["post"] else 0
        slots = max(int(not units), min(MOST_GUARDS, int(lacking)))
        return [worth * (0.6**n if n or not units else 0.6) for n in range(slots)]

    def wanted_in(self, h: Hex) -> float:
        """11.13: the strength with which a post would not be driven out."""
        return self.danger[h] / self.brief["guard_odds"]

    def price_of_post(self, u: Unit, h: Hex) -> float | None:
        """Army Group C is there for it; panzers, and those who are about to leave the map, are not."""
        if h not in self.options[u]:
            return None
        share = 0.3 if self.is_guard(u) else 2.0 if is_motorized(self.g, u) else 1.0
        weak = 0.4 * max(0.0, min(self.wanted_in(h), A_CORPS) - self.strength(u))
        return self.missed(u, h) * share + weak + 3.0 * (u in aims.leavers(self.g, self.brief))

    def moves(self) -> Iterator[Order]:
        """The plan; if it would open a way to a post, who can still get there goes."""
        orders = list(super().moves())
        if self.step.phase == exits.MOTORIZED:
            return iter(orders)
        opened = {
            h: worth for h, worth in self.posts(self.planned_board()).items() if not self.is_manned_by_fighters(h)
        }
        sent = list(self.man(opened, self.unbound()))
        late = {self.g.id(u) for u, _ in sent}
        kept = [order for order in orders if order[0] != "move" or order[1] not in late]
        return iter([*kept, *self.as_orders(sent)])

    def planned_board(self) -> PlanJaune:
        board = self.g.copy()
        for u, h in self.planned.items():
            if board.hex_of[u] != h:
                board.place(u, h)
        return board

    def unbound(self) -> list[Unit]:
        """The units that guard nothing yet, and have not been sent by train."""
        posts = self.posts(self.g)
        return [u for u in self.options if self.planned.get(u, -1) not in posts]

    def is_manned_by_fighters(self, h: Hex) -> bool:
        staying = (u for u in self.g.units_in(h, self.side) if self.planned.get(u, h) == h)
        return any(fights(self.g, u) for u in staying) or h in (
            self.planned[u] for u in self.options if u in self.planned
        )

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
