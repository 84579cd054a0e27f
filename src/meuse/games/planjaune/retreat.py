"""6.3: how a stack that must leave its hex retreats, and what it pays on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.planjaune import command
from meuse.games.planjaune.board import PlanJaune
from meuse.games.planjaune.losses import lose_one_of
from meuse.games.planjaune.movement import enter
from meuse.games.planjaune.stacking import joins, why_not_join
from meuse.games.planjaune.supply import centres
from meuse.games.planjaune.zones import feared, held
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases import log
from meuse.report import count
from meuse.steps import Question


class Retreat(Question, frozen=True):
    """6.3a to 6.3e, R.6.3b.2: the stack goes together, with its headquarters (R.1l.1)."""

    after_die = True
    rule = "6.3b"
    question = "Where do the units retreat?"
    origin: Hex
    length: int

    def title(self, g: PlanJaune) -> str:
        return f"Retreat from {g.map.labels[self.origin]}"

    def movers(self, g: PlanJaune) -> tuple[Unit, ...]:
        return tuple(u for u in g.units_in(self.origin, self.side) if not is_static(g, u))

    def decider(self, g: PlanJaune) -> Side | None:
        return self.side if self.fighting(g) and self.goals(g) else None

    def fighting(self, g: PlanJaune) -> bool:
        return any(not g.counter(u).has("hq") for u in self.movers(g))

    def run(self, g: PlanJaune) -> None:
        """R.6.2.4c.1: nobody is left who could retreat; 6.3e, R.6.3b.3: or there is no room after all."""
        g.pop()
        if self.fighting(g):
            lose_one_of(g, self.side, g.units_in(self.origin, self.side), "6.3e", self.length)
        else:
            lose_one_of(g, self.side, self.staying(g), "6.2.4c", self.length)

    def staying(self, g: PlanJaune) -> tuple[Unit, ...]:
        return tuple(u for u in g.units_in(self.origin, self.side) if is_static(g, u))

    @order("retreat {path}", rule="6.3b")
    def retreat(self, g: PlanJaune, path: Sequence[Hex]) -> None:
        """6.3c, 10.2.interdict-retreat: zones and interdiction on the way cost steps."""
        movers, staying, side = self.movers(g), self.staying(g), self.side
        price = sum(danger(g, side, h) for h in path)
        g.pop()
        for u in movers:
            for h in path:
                enter(g, u, h)
        log.retreat(g, movers, path[-1:], "6.3b")
        if price:
            lose_one_of(g, side, movers, "6.3c", price)
        lose_one_of(g, side, staying, "6.2.4c", self.length)  # R.6.2.4c.1, R.6.2.4c.2

    @retreat.choices("path")
    def goals(self, g: PlanJaune) -> list[Hex]:
        return sorted(retreat_goals(g, self.side, self.origin, self.movers(g), self.length))

    @retreat.way
    def safest(self, g: PlanJaune, goal: Hex) -> tuple[Hex, ...]:
        return retreat_goals(g, self.side, self.origin, self.movers(g), self.length)[goal]

    @retreat.describes("path")
    def price(self, g: PlanJaune, goal: Hex) -> dict[str, Any]:
        path = self.safest(g, goal)
        lost = sum(danger(g, self.side, h) for h in path)
        return {"path": tuple(g.map.labels[h] for h in path), "price": count(lost, "step") if lost else ""}

    @retreat.refuses("path")
    def why_not(self, g: PlanJaune, goal: Hex) -> Refusal:
        return why_not_retreat(g, self.side, self.origin, self.movers(g), self.length, goal)


def danger(g: PlanJaune, side: Side, h: Hex) -> int:
    """6.3c, 4d, 10.2.interdict-retreat: the steps that retreating into a hex costs."""
    return int(feared(g, side)[h]) + (h in g.interdicted[side.enemy])


def retreat_goals(
    g: PlanJaune, side: Side, start: Hex, movers: tuple[Unit, ...], length: int, spared: int = 0
) -> dict[Hex, tuple[Hex, ...]]:
    """6.3b, R.6.3b.1: the hexes exactly so far away where a stack may stop, each with its least costly way.

    6.3a, R.6.3a.1: only those that are nearer than the start to some supply source. `spared` are stacking points that
    the stack will have lost.
    """
    if not movers:
        return {}
    layer: dict[Hex, tuple[int, tuple[Hex, ...]]] = {start: (0, ())}
    for step in range(1, length + 1):
        following: dict[Hex, tuple[int, tuple[Hex, ...]]] = {}
        for h, (cost, path) in layer.items():
            for n in g.scenario.touching[h]:
                if g.map.distance(start, n) == step and not why_not_over(g, movers, n):
                    found = (cost + danger(g, side, n), (*path, n))
                    if n not in following or found[0] < following[n][0]:
                        following[n] = found
        layer = following
    ends = {h: path for h, (_, path) in layer.items() if joins(g, movers, h, -spared) is None}
    return {h: path for h, path in ends.items() if is_homeward(g, side, start, h)}


def why_not_over(g: PlanJaune, movers: tuple[Unit, ...], h: Hex) -> Refusal | None:
    """6.3d: enemy units, unless only headquarters are there, and manned works; R.12.2b.1: a neutral country."""
    side, there = g.scenario.side_of[movers[0]], g.map.labels[h]
    if h in held(g, side.enemy) or g.garrison(h, side):
        return Refusal("6.3d", f"enemy units or fortifications hold {there}")
    return command.why_not_neutral(g, g.counter(movers[0]).nation, h) if side is Side.ALLIED else None


def is_homeward(g: PlanJaune, side: Side, start: Hex, goal: Hex) -> bool:
    """6.3a, R.6.3a.1: whether a hex is nearer than the start to a supply source, whichever it is."""
    return any(g.map.distance(goal, source) < g.map.distance(start, source) for source in centres(g, side))


def why_not_retreat(g: PlanJaune, side: Side, start: Hex, movers: tuple[Unit, ...], length: int, goal: Hex) -> Refusal:
    """Why a stack cannot retreat to a hex."""
    there = g.map.labels[goal]
    if (far := g.map.distance(start, goal)) != length:
        return Refusal("6.3b", f"the units retreat {count(length, 'hex', 'hexes')}; {there} is {far} away")
    if refusal := why_not_over(g, movers, goal):
        return refusal
    if refusal := why_not_join(g, movers, goal):
        return refusal
    if not is_homeward(g, side, start, goal):
        return Refusal("6.3a", f"{there} is not closer to any supply source")
    return Refusal("6.3d", f"the units have no open path to {there}")


def is_static(g: PlanJaune, u: Unit) -> bool:
    """6.2.4c, R.6.2.4c.2: static units and paratroopers do not retreat."""
    return g.counter(u).has("static") or g.counter(u).has("airborne")
