"""What lies open in Plan Jaune: where the enemy could be after his next operations, and what must be guarded."""

from __future__ import annotations

from heapq import heappop, heappush

from meuse.counters import Side
from meuse.games.planjaune import advice_aims as aims
from meuse.games.planjaune.advice_plans import FINISH
from meuse.games.planjaune.appreciation import APPRECIATION
from meuse.games.planjaune.board import GROUND, MARKERS, PlanJaune, fights, is_motorized, movement_of
from meuse.games.planjaune.zones import held, zones
from meuse.hexmap import Hex
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived

EARLY = 0.3
"""What a guard of the coast is worth, of its full worth, while there is time to take it back."""
A_MARCH = 3
"""So far infantry comes in a turn in most cases."""
FRONTIER = ("Saarbrücken", "Karlsruhe", "Mannheim", "Freiburg", "Mainz", "Koblenz")
"""The German cities that are always guarded, if only by those who have nothing else to do."""
LANDING = 4
"""So near to a port of the enemy nothing on the coast is safe: men may come by sea (9.1b)."""


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, GROUND, MARKERS)
def visited(g: PlanJaune, side: Side, turn: int) -> frozenset[Hex]:
    """Where units of a side could be at the end of its next operations: on foot, or after exploitation (5.1, 5.2)."""
    board = APPRECIATION.on_their_turn(g, side)
    covered, found = zones(board, side.enemy), set[Hex]()
    rides: dict[Hex, int] = {}
    for u in board.on_map(side):
        if not fights(board, u):
            continue
        reach = APPRECIATION.reach(board, u)
        found.update(reach)
        if is_motorized(board, u):
            left = -(-movement_of(board, u) // 2)
            for h in reach:
                if not covered[h] and rides.get(h, 0) < left:
                    rides[h] = left
    return frozenset(found | _ridden(board, side, rides))


def _ridden(g: PlanJaune, side: Side, rides: dict[Hex, int]) -> set[Hex]:
    """Where motorized units come to from hexes with so many movement points left: a zone stops them."""
    covered, shut, ways = zones(g, side.enemy), held(g, side.enemy), g.scenario.ways["motorized"]
    left, heap = dict(rides), [(-points, h) for h, points in sorted(rides.items())]
    heap.sort()
    while heap:
        points, h = heappop(heap)
        if -points < left[h] or (covered[h] and h not in rides):
            continue
        for n, price in ways[h]:
            if -points - price >= 0 and left.get(n, -1) < -points - price and n not in shut:
                left[n] = -points - price
                heappush(heap, (-left[n], n))
    return set(left)


def german_posts(g: PlanJaune, worth: float) -> dict[Hex, float]:
    """11.13c: German cities; 11.13.o1: what has been taken of the coast; 11.12.holland: Dutch cities until it falls."""
    come, late = visited(g, Side.ALLIED, g.turn), g.turn >= FINISH - 2
    coast = dict.fromkeys(aims.coast(g), worth if late else EARLY * worth)
    dutch = {} if "netherlands" in g.surrendered else dict.fromkeys(g.scenario.cities["netherlands"], EARLY * worth)
    cities = dict.fromkeys(sorted(g.scenario.cities["germany"]), worth)
    posts = {**coast, **dutch, **cities}
    open_ones = {h for h in posts if h in come or (h in coast and late and _is_landed_at(g, h))}
    found = dict.fromkeys((g.map.place(name).hex for name in FRONTIER), EARLY * worth / 2)
    found |= {h: value for h, value in posts.items() if h in open_ones}
    return {h: found[h] for h in sorted(found) if g.friendly(h, Side.GERMAN)}


def is_near_foot(g: PlanJaune, side: Side, h: Hex) -> bool:
    """Whether infantry could come to guard a hex in the same turn."""
    near = (u for u in g.on_map(side) if fights(g, u) and not is_motorized(g, u))
    return any(g.map.distance(g.hex_of[u], h) <= A_MARCH for u in near)


def _is_landed_at(g: PlanJaune, h: Hex) -> bool:
    """9.1b: whether the Allies could land beside a place."""
    ports = (n for n in aims.coast(g) if g.friendly(n, Side.ALLIED))
    return any(g.map.distance(h, n) <= LANDING for n in ports)
