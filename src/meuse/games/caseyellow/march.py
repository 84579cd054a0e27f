"""10.1b: units on their way, alone or as a stack: where a stack can go together, and what the way costs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from meuse.counters import Side, Unit
from meuse.games.caseyellow.board import CONDITION, MARKERS, MOVED, ROADSIDE, STARTED, CaseYellow
from meuse.games.caseyellow.ground import (
    BELGIANS_ABROAD,
    Exits,
    belgians_in_france,
    enter,
    friends,
    left_to_move,
    vehicles,
    walk_over,
)
from meuse.hexmap import Hex
from meuse.mechanics.hexsets import HexSet
from meuse.mechanics.reach import Reach, Ways, can_leave, swift_reach, union
from meuse.state import CONTROL, ENEMY, derived


def go(g: CaseYellow, units: Sequence[Unit], path: Sequence[Hex]) -> None:
    """10.1b, R.10.1b.2: units go their way together, hex by hex; each pays for every hex and hexside.

    What they pay is settled before the first of them moves: they cross and enter at the same time, so a Minor River
    Crossing (10.6a) and Defensive Works (10.9b) cost all of them alike.
    """
    prices = [price_of(g, u, path) for u in units]
    for h in path:
        for u in units:
            walk_over(g, u, h)
            enter(g, u, h)
    for u, (cost, stops) in zip(units, prices, strict=True):
        g.spent[u] += cost
        g.act(u, STARTED | (MOVED if stops else 0))


def price_of(g: CaseYellow, u: Unit, path: Sequence[Hex]) -> tuple[int, bool]:
    """10.1b: what a way costs a unit, and whether its move ends there."""
    exits, here, total, stops = Exits(g, u), g.hex_of[u], 0, False
    for h in path:
        step = exits.step(here, h, dict(exits.ways[here])[h])
        assert step is not None
        total, stops, here = total + step[0], step[1], h
    return total, stops


def stack_reach(g: CaseYellow, units: tuple[Unit, ...]) -> Reach:
    """10.1b: where a stack that has not moved can go together."""
    side, left = g.side(units[0]), min(left_to_move(g, u) for u in units)
    return _stack_reach(g, side, units, g.hex_of[units[0]], left, friends(g, side), vehicles(g, side))


@derived(ENEMY, CONTROL, MARKERS, ROADSIDE, CONDITION)
def _stack_reach(
    g: CaseYellow,
    side: Side,
    units: tuple[Unit, ...],
    start: Hex,
    left: int,
    friends: tuple[int, HexSet],
    vehicles: HexSet,
) -> Reach:
    return swift_reach(start, left, StackExits(g, units))


def can_march(g: CaseYellow, units: tuple[Unit, ...]) -> bool:
    """10.1b: whether a stack has a first hex to go to; looks at the neighbours only."""
    return can_leave(g.hex_of[units[0]], min(left_to_move(g, u) for u in units), StackExits(g, units))


class StackExits:
    """10.1b, 10.4b.single: how a stack moves: at the highest cost of its units; see reach.Mover."""

    def __init__(self, g: CaseYellow, units: tuple[Unit, ...]) -> None:
        self._exits, self._start = [Exits(g, u) for u in units], g.hex_of[units[0]]
        self._budgets = [left_to_move(g, u) for u in units]
        self._column = goes_in_file(g, units)
        self._forest = forests(g)
        self._country, self._crowded = g.map.country, too_many_belgians(g, units)
        kinds = tuple(sorted({g.scenario.movement_kind[u] for u in units}))
        self.ways = joint_ways(g, kinds) if len(kinds) > 1 else g.scenario.ways[kinds[0]]
        marks = [exits.special for exits in self._exits]
        self.special = union(*marks, self._forest) if self._column else union(*marks)

    def step(self, a: Hex, b: Hex, price: int) -> tuple[int, bool] | None:
        if self._column and (self._forest[a] or self._forest[b]):
            return None
        if self._crowded and self._country[b] == "france":
            return None
        answers = [exits.step(a, b, price) for exits in self._exits]
        found = [answer for answer in answers if answer is not None]
        if len(found) < len(answers):
            return None
        stops = any(stops for _, stops in found)
        if a == self._start and all(cost <= budget for (cost, _), budget in zip(found, self._budgets, strict=True)):
            return min(max(cost for cost, _ in found), *self._budgets), stops  # 10.1c: each gets there, if not farther
        return max(cost for cost, _ in found), stops


def goes_in_file(g: CaseYellow, units: Sequence[Unit]) -> bool:
    """10.4b.single: whether units must go one by one on Forest roads, as motorized ones never go there in a stack."""
    return len(units) > 1 and any(g.scenario.motorized[u] for u in units)


def too_many_belgians(g: CaseYellow, units: Sequence[Unit]) -> bool:
    """10.10b: whether the Belgians of a stack would be more than two in France with those who are there."""
    country = g.map.country
    coming = sum(g.nation(u) == "belgian" and country[g.hex_of[u]] != "france" for u in units)
    return coming > 0 and belgians_in_france(g) + coming > BELGIANS_ABROAD


@derived()
def forests(g: CaseYellow) -> bytes:
    return bytes(terrain == "forest" for terrain in g.map.terrain)


@derived()
def joint_ways(g: CaseYellow, kinds: tuple[str, ...]) -> Ways:
    """10.1b: the steps that all kinds of movement can take, at the highest cost."""
    return reduce(dearer, (g.scenario.ways[kind] for kind in kinds))


def dearer(ways: Ways, others: Ways) -> Ways:
    rows = zip(ways, map(dict, others), strict=True)
    return tuple(tuple([(n, max(cost, other[n])) for n, cost in row if n in other]) for row, other in rows)
