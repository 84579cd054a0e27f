"""What lies open in Plan Jaune: where the enemy could be after his next operations, and what must be guarded."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush

from meuse.counters import Side
from meuse.games.planjaune import advice_aims as aims
from meuse.games.planjaune.advice_plans import FINISH
from meuse.games.planjaune.board import GROUND, PlanJaune, fights, is_motorized, movement_of
from meuse.games.planjaune.zones import HOME, held, zones
from meuse.hexmap import Hex
from meuse.state import ALLIED_UNITS, GERMAN_UNITS, derived

EARLY = 0.4
"""What a guard of the coast is worth, of its full worth, while there is time to take it back."""
A_RIDE = 4
"""What a motorized unit can spend in exploitation (5.2a)."""
A_MARCH = 3
"""So far infantry comes in a turn in most cases."""
GATES = {"Saarbrücken": 10.0, "Karlsruhe": 5.0, "Mannheim": 3.0, "Freiburg": 1.0}
"""The German cities on the frontier that are always guarded, and in which strength."""
QUIET = 0.25
"""What a guard in a frontier city is worth, of its full worth, while nobody could come there."""
LANDING = 4
"""So near to a port of the enemy nothing on the coast is safe: men may come by sea (9.1b)."""


@derived(GERMAN_UNITS, ALLIED_UNITS, GROUND)
def visited(g: PlanJaune, side: Side) -> frozenset[Hex]:
    """Where units of a side could be at the end of its next operations: on foot, or after exploitation (5.1, 5.2).

    Somewhat more than the rules allow: supply, sectors and works are not asked.
    """
    walkers: dict[Hex, int] = {}
    riders: dict[Hex, int] = {}
    for u in g.on_map(side):
        if fights(g, u) and not g.counter(u).has("airborne"):
            starts = riders if is_motorized(g, u) else walkers
            starts[g.hex_of[u]] = max(movement_of(g, u), starts.get(g.hex_of[u], 0))
    covered = zones(g, side.enemy)
    ridden = _spread(g, side, "motorized", riders)
    again = _spread(g, side, "motorized", {h: A_RIDE for h in ridden if not covered[h]})
    return frozenset({*_spread(g, side, "foot", walkers), *ridden, *again})


def _spread(g: PlanJaune, side: Side, kind: str, starts: Mapping[Hex, int]) -> list[Hex]:
    """Where units with so many movement points get to: 5.1c to 5.1e, a zone stops them and costs a point to leave."""
    covered, shut, ways = zones(g, side.enemy), held(g, side.enemy), g.scenario.ways[kind]
    left = [-1] * len(ways)
    heap = sorted((-points, h) for h, points in starts.items())
    for points, h in heap:
        left[h] = -points
    while heap:
        points, h = heappop(heap)
        if -points < left[h] or (covered[h] and h not in starts):
            continue
        for n, price in ways[h]:
            rest = -points - price - covered[h]
            if rest > left[n] and n not in shut and not (covered[h] and covered[n] and kind == "foot"):
                left[n] = rest
                heappush(heap, (-rest, n))
    return [h for h, points in enumerate(left) if points >= 0]


def german_posts(g: PlanJaune, worth: float) -> dict[Hex, float]:
    """11.13c: German cities, lost ones too; 11.13.o1: what was taken of the coast; 11.12: cities of who still fights.

    Less where nobody could come to now, and on the coast while there is time to take it back.
    """
    come, late = visited(g, Side.ALLIED), g.turn >= FINISH - 2
    cities, coast = sorted(g.scenario.cities["germany"]), sorted(aims.coast(g))
    found = dict.fromkeys(gates(g), QUIET * worth)
    found |= dict.fromkeys((h for h in cities if h in come), worth)
    found |= {h: worth * (1.0 if late and (h in come or _is_landed_at(g, h)) else EARLY) for h in coast}
    found |= {h: EARLY * worth for h in fighting_cities(g) if h in come}
    lost = [h for h in cities if not g.friendly(h, Side.GERMAN) and not g.units_in(h, Side.ALLIED)]
    return {h: found[h] for h in sorted(found) if g.friendly(h, Side.GERMAN)} | dict.fromkeys(lost, worth)


@derived()
def gates(g: PlanJaune) -> dict[Hex, float]:
    return {g.map.place(name).hex: strength for name, strength in GATES.items()}


def allied_posts(g: PlanJaune, worth: float) -> dict[Hex, float]:
    """11.13c: German cities that have been taken, at any price; 11.13.o1: ports that are open, above all at the end.

    11.12: the cities of the Low Countries, too, while these fight.
    """
    come, late = visited(g, Side.GERMAN), g.turn >= FINISH - 2
    found = {h: EARLY * worth for h in fighting_cities(g) if h in come}
    found |= {h: worth if late else EARLY * worth for h in sorted(aims.coast(g)) if h in come}
    found |= dict.fromkeys(sorted(g.scenario.cities["germany"]), worth)
    return {h: found[h] for h in sorted(found) if g.friendly(h, Side.ALLIED)}


def fighting_cities(g: PlanJaune) -> list[Hex]:
    """11.12.holland, 11.12.belgium: the cities of the Low Countries that still fight: they count for a surrender."""
    countries = (country for country in HOME.values() if country not in g.surrendered)
    return sorted(h for country in countries for h in g.scenario.cities[country])


def escorted(g: PlanJaune, side: Side, worth: float) -> dict[Hex, float]:
    """1k, 1l: where a headquarters would stand alone beside an enemy."""
    found = [g.hex_of[u] for u in g.scenario.headquarters[side] if g.hex_of[u] >= 0]
    enemy = held(g, side.enemy)
    return {h: worth for h in sorted(found) if not enemy.isdisjoint(g.map.adjacent[h])}


def is_near_foot(g: PlanJaune, side: Side, h: Hex) -> bool:
    """Whether infantry could come to guard a hex in the same turn."""
    near = (u for u in g.on_map(side) if fights(g, u) and not is_motorized(g, u))
    return any(g.map.distance(g.hex_of[u], h) <= A_MARCH for u in near)


def _is_landed_at(g: PlanJaune, h: Hex) -> bool:
    """9.1b: whether the Allies could land beside a place."""
    ports = (n for n in aims.coast(g) if g.friendly(n, Side.ALLIED))
    return any(g.map.distance(h, n) <= LANDING for n in ports)
