"""The railway between north and south in Sickle Cut, as both staffs see it: where to cut it, where to open it again."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection

from meuse.counters import Side
from meuse.games.france40 import victory
from meuse.games.france40.board import France40
from meuse.games.france40.terrain import ground
from meuse.games.france40.zones import zones
from meuse.hexmap import Hex
from meuse.opponents.lines import NEVER, cheapest_line
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived

STORM, FILL = 8.0, 2.0
"""What it costs the Allies to drive Germans off a railway, and to put a unit where only a zone closes it."""
MAN = 10
"""What it costs to man a hex of the curtain, before the price of the unit."""


@derived()
def tracks(g: France40) -> tuple[Hex, ...]:
    """All hexes of railways, those in Entry Hexes among them."""
    return tuple(h for h, near in enumerate(ground(g).rails) if near)


def curtain(g: France40, price: Callable[[Hex], float | None], but: Collection[Hex] = ()) -> list[Hex]:
    """21.7.2b: the cheapest hexes to man so that no railway joins north and south, whatever the Allies bring up.

    `price` of a hex is what it costs to man it, None where nobody can; `but` names hexes of a first curtain, for a
    second behind it. None at all where the railways cannot be cut by so few.
    """
    costs = dict.fromkeys(tracks(g), NEVER)
    for h in costs:
        if g.scenario.playable[h] and not g.held_allied[h] and h not in but and (cost := price(h)) is not None:
            costs[h] = MAN + round(cost)
    north, south = victory.ends(g)
    found = cheapest_line(tracks(g), ground(g).rails, costs, north, dict.fromkeys(south, NEVER))
    return found if all(costs[h] < NEVER for h in found) and not _joined(g, north, south, found) else []


def _joined(g: France40, north: Collection[Hex], south: Collection[Hex], closed: Collection[Hex]) -> bool:
    """Whether railways join north and south without some hexes: a line gives up what it cannot keep."""
    found = sorted(north)
    seen = {*found, *closed}
    for h in found:
        fresh = [n for n in ground(g).rails[h] if n not in seen]
        seen.update(fresh)
        found += fresh
    return any(h in south for h in found)


def opening(g: France40, price: Callable[[Hex], float | None]) -> list[Hex]:
    """21.7.1c: the hexes of the railway that the Allies open at the lowest price, or that runs; from south to north.

    `price` is what it costs to put a unit into a hex that a zone closes; None where nobody gets to.
    """
    (north, south), rails = victory.ends(g), ground(g).rails
    queue = [(_toll(g, h, price), h, -1) for h in sorted(north)]
    before: dict[Hex, Hex] = {}
    heapq.heapify(queue)
    while queue:
        toll, h, come = heapq.heappop(queue)
        if h in before:
            continue
        before[h] = come
        if h in south:
            return _way(before, h)
        for n in rails[h]:
            if n not in before:
                heapq.heappush(queue, (toll + _toll(g, n, price), n, h))
    return []


def _toll(g: France40, h: Hex, price: Callable[[Hex], float | None]) -> float:
    if victory.runs(g, h):
        return 0.01 + 0.2 * bool(zones(g, Side.GERMAN)[h])
    if not g.scenario.playable[h]:
        return float(NEVER)
    cost = None if g.held_german[h] else price(h)
    return STORM if cost is None else FILL + cost


def _way(before: dict[Hex, Hex], h: Hex) -> list[Hex]:
    way = [h]
    while before[way[-1]] >= 0:
        way.append(before[way[-1]])
    return way


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL)
def barriers(g: France40) -> frozenset[Hex]:
    """The hexes with Germans that keep the railway cut which is the easiest to open."""
    return frozenset(h for h in opening(g, lambda h: 0.0) if g.held_german[h])
