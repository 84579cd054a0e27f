"""8: ground movement; and the movement segment, with rail (9), air (18, 26) and the western edge (25.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from meuse.counters import Side, Unit
from meuse.games.manstein import victory
from meuse.games.manstein.activation import allowance, is_active
from meuse.games.manstein.airborne import ByAir, airborne, is_ready
from meuse.games.manstein.board import MOVED, RAILED, READY, Manstein, contestable
from meuse.games.manstein.evacuation import OverTheEdge
from meuse.games.manstein.ground import Exits, why_not_step
from meuse.games.manstein.logistics import is_sustained
from meuse.games.manstein.moving import Moving, may_move, why_not_move
from meuse.games.manstein.rail import ByRail
from meuse.games.manstein.stacking import overstacked
from meuse.games.manstein.territory import enter
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.reach import Reach, can_leave, swift_reach
from meuse.orders import order
from meuse.phases import log
from meuse.phases.ground import GroundMove
from meuse.phases.reminders import cut_off, too_many, unmoved
from meuse.report import count
from meuse.steps import Step, Warning, overrides

ANY = 99
"""8.1a: what a first hex may cost."""


class OpenMovement(Step, frozen=True):
    """8.0f, R.2.2.1b.1: every movement segment begins with full movement factors; 9.1: and full rail capacity.

    18.0c: now is the moment that tells whether an airborne unit may land.
    """

    rule = "8.0f"
    side: Side

    def run(self, g: Manstein) -> None:
        g.pop()
        g.rail_left = int(g.scenario.tables["rail"][self.side.word])
        for u in g.on_map(self.side):
            g.budget[u] = -1
            g.unflag(u, MOVED | RAILED | READY)
        for u in airborne(g, self.side):
            if g.hex_of[u] >= 0 and is_ready(g, u):
                g.flag(u, READY)


class OnTheGround(Moving, GroundMove, frozen=True):
    """8.0c, 8.0d: from hex to hex, through friends too (6.0b)."""

    price_rule = "8.0c"

    move = GroundMove.move.told(rule="8.0c")

    @overrides
    def budget(self, g: Manstein, unit: Unit) -> int:
        return allowance(g, unit)

    @overrides
    def printed(self, g: Manstein, unit: Unit) -> int:
        return g.counter(unit).movement

    @overrides
    def has_begun(self, g: Manstein, unit: Unit) -> bool:
        return g.budget[unit] >= 0 or bool(g.status[unit] & (MOVED | RAILED))

    @overrides
    def budget_by(self, g: Manstein, unit: Unit, path: Sequence[Hex]) -> int:
        """8.1a: the first hex at any price, if it is the only one."""
        return ANY if len(path) == 1 and g.budget[unit] < 0 else allowance(g, unit)

    @overrides
    def exits(self, g: Manstein, unit: Unit) -> Exits:
        return Exits(g, unit)

    @overrides
    def within(self, g: Manstein, unit: Unit) -> Reach:
        return reach_of(g, unit)

    @overrides
    def movable(self, g: Manstein) -> Iterator[Unit]:
        return (u for u in g.on_map(self.side) if may_move(g, u) and g.budget[u] and may_leave(g, u))

    @overrides
    def go(self, g: Manstein, unit: Unit, path: Sequence[Hex]) -> None:
        """8.0c, 8.0d: priced whole, then gone hex by hex; a stop ends the move; 15.1g: out of support at will."""
        self.begin(g, unit)
        left, prices = allowance(g, unit), priced(g, unit, path)
        log.move(g, (unit,), path, "8.0c")
        for h, (price, stops) in zip(path, prices, strict=True):
            left = 0 if stops else max(0, left - price)
            enter(g, unit, h)
            if contestable(g, h):
                victory.judge(g)
            if g.hex_of[unit] != h:
                break  # its country has laid down its arms
        g.budget[unit] = left
        self.go_on(g, moving=unit)

    @overrides
    def beyond(self, g: Manstein, unit: Unit, path: Sequence[Hex]) -> dict[Hex, dict[str, Any]] | Refusal:
        if len(path) == 1 and reach_of(g, unit).cost.get(path[0], 0) > allowance(g, unit):
            return {path[0]: self.price(g, unit, path[0])}  # 8.1a: one hex and no farther
        return super().beyond(g, unit, path)

    @overrides
    def why_not_move(self, g: Manstein, unit: Unit) -> Refusal:
        return why_not_move(g, unit) or why_not_any(g, unit)

    @overrides
    def why_not_reach(self, g: Manstein, unit: Unit, goal: Hex) -> Refusal:
        return why_not_goal(g, unit, goal)


class Movement(OnTheGround, ByRail, ByAir, OverTheEdge, frozen=True):
    """8.0a: the operating player moves any of his active units."""

    rule = "8.0a"

    @overrides
    def decider(self, g: Manstein) -> Side | None:
        return self.side if any(g.scenario.movement_of[u] and is_active(g, u) for u in g.on_map(self.side)) else None

    @overrides
    def warnings(self, g: Manstein) -> Sequence[Warning]:
        """6.5, 8.0a, 15.5b: too many in a hex, units that stayed, active ones that would fight without support."""
        active = [u for u in g.on_map(self.side) if is_active(g, u) and g.counter(u).is_ground]
        bare = [u for u in active if not is_sustained(g, u)]
        return (
            *too_many(g, overstacked(g, self.side), "6.5", "the excess units lose a step each and are pushed back"),
            *cut_off(g, bare, "15.5b", "each shifts its combats by one column"),
            *unmoved(g, (u for u in self.movable(g) if g.budget[u] < 0), "8.0a"),
        )

    @order("end", label="End movement", rule="4.1d")
    def end(self, g: Manstein) -> None:
        """6.5: whatever is overstacked now pays for it."""
        self.finish(g)
        g.pop()


# -- where units may move to


def priced(g: Manstein, u: Unit, path: Sequence[Hex]) -> list[tuple[int, bool]]:
    """What each hex of a way costs, and whether it ends the move."""
    exits = Exits(g, u)
    fares = ((a, b, next(price for n, price in exits.ways[a] if n == b)) for a, b in pairwise((g.hex_of[u], *path)))
    return [exits.step(a, b, price) or (0, True) for a, b, price in fares]


def why_not_any(g: Manstein, u: Unit) -> Refusal:
    """7.2c2, 8.0d: why a unit that may move cannot leave its hex."""
    name, here = g.name(u), g.hex_of[u]
    if g.budget[u] == 0:
        return Refusal("8.0d", f"{name} has no movement factors left")
    reasons = [why_not_step(g, u, here, n) for n in g.map.adjacent[here]]
    if all(reasons) and any(refusal is not None and refusal.rule == "7.2c2" for refusal in reasons):
        return Refusal("7.2c2", f"{name} could leave {g.spot(here)} only for a hex in another enemy zone of control")
    return Refusal("8.0d", f"no hex next to {g.spot(here)} is open to {name}")


def may_leave(g: Manstein, u: Unit) -> bool:
    """8.1a: a unit can always move one hex, if it is not forbidden; after that it needs the factors."""
    return can_leave(g.hex_of[u], ANY if g.budget[u] < 0 else g.budget[u], Exits(g, u))


def reach_of(g: Manstein, u: Unit) -> Reach:
    """8.0d, 8.1a, 8.1b: where a unit can get to; at its first step one hex at any price."""
    exits, start = Exits(g, u), g.hex_of[u]
    found = swift_reach(start, allowance(g, u), exits)
    if g.budget[u] >= 0:
        return found
    dear = {n: price for n, price, _ in exits(start) if n not in found.cost}
    if not dear:
        return found
    return Reach(start, found.cost | dear, found.before | dict.fromkeys(dear, start), found.ends | set(dear))


def why_not_goal(g: Manstein, u: Unit, goal: Hex) -> Refusal:
    """Why a unit does not get to a hex: the step into it, else the price."""
    start, name, there = g.hex_of[u], g.name(u), g.spot(goal)
    if start == goal:
        return Refusal("8.0c", f"{name} is already in {there}")
    found = reach_of(g, u).cost
    around = g.map.adjacent[goal]
    near = [n for n in found if n in around] or list(around)
    reasons = [why_not_step(g, u, n, goal) for n in ([start] if start in around else near)]
    if reasons[0] is not None and all(reasons):
        return reasons[0]
    if goal in past_zones(g, u):
        return Refusal("7.2c", f"an enemy zone of control stops {name} on the way to {there}")
    budget = count(allowance(g, u), "movement factor")
    if not is_sustained(g, u) and g.budget[u] < 0:
        return Refusal("8.2", f"{name} is unsupported and has only {budget}; {there} is out of reach")
    return Refusal("8.0d", f"{name} has {budget}; {there} is out of reach")


def past_zones(g: Manstein, u: Unit) -> dict[Hex, int]:
    """7.2c, 7.2c2: where a unit could get to if no enemy zone stopped it, with the price."""
    exits = Exits(g, u)
    exits.ground = msgspec.structs.replace(exits.ground, feared=bytes(len(g.map)))
    return swift_reach(g.hex_of[u], allowance(g, u), exits).cost
