"""Cutting lines of supply in Plan Jaune (8.1), and keeping one's own open: where one stack does most to them."""

from __future__ import annotations

from collections.abc import Mapping

from meuse.counters import Side, Unit
from meuse.games.planjaune import advice_guards as guards
from meuse.games.planjaune import supply
from meuse.games.planjaune.appreciation import APPRECIATION
from meuse.games.planjaune.board import PlanJaune, fights, is_motorized, points_of, strength_of
from meuse.games.planjaune.stacking import stack_fault
from meuse.hexmap import Hex
from meuse.state import derived

BEHIND = 3
"""So near to the fast units of a side it is looked for a hex that would cut them off."""
MOST_CUTS, MOST_CLOSED = 8, 2
"""How many hexes to try, and how many gaps to close, in a phase."""
A_ZONE = 2
"""4a: the stacking points that have a zone."""
WORTH_CLOSING = 6.0
"""The strength that could be cut off from which somebody is sent to close a gap."""


def cuts(g: PlanJaune, side: Side, options: Mapping[Unit, Mapping[Hex, int]]) -> dict[Hex, tuple[Unit, float]]:
    """8.1d: who of a side could go where to put enemies out of supply, with their strength: the weakest who can."""
    near = around_fast(g, side.enemy)
    by: dict[Hex, list[Unit]] = {}
    for u in sorted(options, key=lambda u: (strength_of(g, u), u)):
        for h in options[u] if has_zone_alone(g, u) else ():
            if h in near:
                by.setdefault(h, []).append(u)
    tried = sorted(by, key=lambda h: (-near[h], h))[:MOST_CUTS]
    return {h: (by[h][0], lost) for h, lost in APPRECIATION.cuts(g, side.enemy, tried, by).items()}


def closers(board: PlanJaune, side: Side, free: Mapping[Unit, Mapping[Hex, int]]) -> dict[Unit, Hex]:
    """Who goes where the enemy could cut off fast units, on a board where all stand as planned; he is moved there."""
    comer = next((u for u in board.on_map(side.enemy) if has_zone_alone(board, u)), None)
    found: dict[Unit, Hex] = {}
    for _ in range(MOST_CLOSED if comer is not None and free else 0):
        near, come = around_fast(board, side), guards.visited(board, side.enemy)
        tried = [h for h in sorted(near, key=lambda h: (-near[h], h)) if h in come][:MOST_CUTS]
        open_ways = APPRECIATION.cuts(board, side, tried, {h: (comer,) for h in tried if comer is not None})
        able = [(u, h) for h in open_ways for u in free if _may_close(board, u, h, free[u], found)]
        if not able or max(open_ways[h] for _, h in able) < WORTH_CLOSING:
            break
        u, h = max(able, key=lambda task: (open_ways[task[1]], -strength_of(board, task[0]), task))
        found[u] = h
        board.place(u, h)
    return found


def _may_close(g: PlanJaune, u: Unit, h: Hex, goals: Mapping[Hex, int], sent: Mapping[Unit, Hex]) -> bool:
    return u not in sent and h in goals and stack_fault(g, (*g.units_in(h, g.scenario.side_of[u]), u), h) is None


def has_zone_alone(g: PlanJaune, u: Unit) -> bool:
    """4a, 4b: whether a unit brings a zone wherever it goes."""
    return fights(g, u) and (g.counter(u).has("two_step_corps") or points_of(g, u) >= A_ZONE)


def around_fast(g: PlanJaune, side: Side) -> dict[Hex, float]:
    """The empty hexes behind the fast units of a side, with the strength of these, the less the farther they are.

    8.1b: behind is what lies nearer to their supply.
    """
    line = supply.lines(g, side).motorized
    fast: dict[Hex, float] = {}
    for u in g.on_map(side):
        if fights(g, u) and is_motorized(g, u):
            fast[g.hex_of[u]] = fast.get(g.hex_of[u], 0.0) + strength_of(g, u)
    near: dict[Hex, float] = {}
    for at in sorted(fast):
        for h, far in _ring(g, at).items():
            if h not in g.at and line[h] < line[at]:
                near[h] = near.get(h, 0.0) + fast[at] / (1 + far)
    return near


@derived()
def _ring(g: PlanJaune, start: Hex) -> dict[Hex, int]:
    """The hexes near a hex, with how far they are."""
    found = {start: 0}
    for far in range(1, BEHIND + 1):
        for h in [h for h in found if found[h] == far - 1]:
            for n in g.scenario.touching[h]:
                found.setdefault(n, far)
    return found
