"""What either side wants in France '40, as fields over the map: distances to the aims, and the enemy threat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.france40.board import FULL_RETREAT, TRAIN, France40
from meuse.games.france40.bonds import lets_through
from meuse.games.france40.movement import edge_hexes
from meuse.games.france40.supply import line_from, line_of, supplied_at
from meuse.games.france40.terrain import ground
from meuse.games.france40.victory import rail_link
from meuse.games.france40.zones import zones
from meuse.hexmap import Hex
from meuse.opponents.fields import FAR, distances, influence
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived

ESTUARY = ("Abbeville", "Saint-Valery-sur-Somme")
"""Where the last railway between north and south crosses the Somme."""
LATE = 8
"""21.7.2c: from this turn of Sickle Cut on, the Germans are expected to turn on the ports."""


BRUGGE_UNTIL = 3
"""22.4.1: on turn 5 Belgium surrenders anyway."""


# -- what is wanted


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL)
def goals(g: France40, side: Side, turn: int) -> dict[Hex, float]:
    """The hexes that a side wants to take or to hold, with what they are worth to it."""
    if g.scenario.dynamo:
        return dynamo_goals(g, side)
    if side is Side.ALLIED:
        return allied_goals(g)
    return entries(g) | {g.map.place(name).hex: 1.0 for name in ESTUARY} | spear_goals(g, likely_aim(g))


def dynamo_goals(g: France40, side: Side) -> dict[Hex, float]:
    """22.10: Dunkirk and the beaches; while it tells, Brugge too; Calais ties down 1st Panzer Division."""
    wanted = {g.map.place("Dunkerque").hex: 4.0} | dict.fromkeys(g.map.regions["beaches"].hexes, 3.0)
    if side is Side.GERMAN:
        wanted |= {g.map.place("Calais").hex: 1.5}
        wanted |= {g.map.place("Brugge").hex: 2.0} if g.turn <= BRUGGE_UNTIL else {}
        return {h: value for h, value in wanted.items() if not g.held_german[h]}
    return wanted


def entries(g: France40) -> dict[Hex, float]:
    """21.7.2a: the Allied Entry Hexes that are still open; that south of Reims counts twice."""
    reims = g.map.regions["reims_entry"].hexes
    areas = (h for area in ("E", "SE", "S", "W", "N") for h in g.scenario.entry_hexes[area])
    found = {h: 2.0 if h in reims else 1.0 for h in areas if h not in g.closed}
    return found | dict.fromkeys(g.scenario.entry_hexes["X"], 1.0)


def aim(g: France40, brief: Brief) -> tuple[str, ...]:
    """What the main effort makes for: the places of the plan in their turn, then (none named) what it is all about.

    21.7.2b, 21.7.2c: in Sickle Cut these are the ports, from a turn of the plan's or once no train runs any more.
    """
    if g.scenario.dynamo:
        return tuple(name for name in brief.plan.effort if not g.held_german[g.map.place(name).hex])[:1]
    return () if g.turn >= brief["ports_from"] or not rail_link(g) else brief.plan.effort or ESTUARY


def likely_aim(g: France40) -> tuple[str, ...]:
    """What anybody would take the German aim to be."""
    return () if g.scenario.dynamo or g.turn >= LATE or not rail_link(g) else ESTUARY


def spear_goals(g: France40, aim: tuple[str, ...]) -> dict[Hex, float]:
    """21.7.2b: places on the way; 21.7.2c: then the roads to the Channel ports; 22.10: Dunkirk."""
    if aim:
        return {g.map.place(name).hex: 5.0 for name in aim}
    return dunkirk(g) if g.scenario.dynamo else dict.fromkeys(g.scenario.entry_hexes["X"], 1.5)


def allied_goals(g: France40) -> dict[Hex, float]:
    """21.7.1c: the crossings of the Somme, the cities and the Entry Hexes of reinforcements."""
    wanted = {g.map.place(name).hex: 3.0 for name in (*ESTUARY, "Amiens")}
    return wanted | {h: 1.0 for h in g.scenario.cities if g.controls(Side.ALLIED, h)}


# -- distances


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL)
def far_spear(g: France40, aim: tuple[str, ...]) -> list[int]:
    """How far a mechanized unit is from the aim of the German spearheads; Allied stacks are costly to pass."""
    return distances(ground(g).mech, spear_goals(g, aim), dear(g))


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL)
def far_flank(g: France40, turn: int) -> list[int]:
    """How far a unit on foot is from the nearest open Entry Hex, or from the aims of Dynamo."""
    aims = dunkirk(g) if g.scenario.dynamo else entries(g)
    return distances(ground(g).foot, aims, dear(g))


@derived(GERMAN_UNITS, ALLIED_UNITS)
def far_follow(g: France40, turn: int) -> list[int]:
    """How far a unit on foot is from the way of the spearheads."""
    aims = {g.map.place(name).hex: 1.0 for name in ESTUARY}
    return distances(ground(g).foot, aims, dear(g))


@derived(CONTROL)
def far_home(g: France40) -> list[int]:
    """How far an Allied unit is from what must be held."""
    aims = dunkirk(g) if g.scenario.dynamo else allied_goals(g)
    return distances(ground(g).foot, aims)


@derived(GERMAN_UNITS, ALLIED_UNITS)
def far_edge(g: France40) -> list[int]:
    """22.10: how far an Allied unit is from the west or south edge of Dynamo; Germans are costly to pass."""
    edges = [h for h in sorted(edge_hexes(g)) if h in g.map.regions["south"].hexes]
    covered = zones(g, Side.GERMAN)
    return distances(ground(g).mech, edges, {h: 4 for h in range(len(g.map)) if covered[h]})


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL)
def far_gap(g: France40, turn: int) -> list[int]:
    """How far an Allied unit is from the way of the spearheads."""
    gap = corridor(g, turn)
    return distances(ground(g).foot, [h for h, value in enumerate(gap) if value >= 2.0])


def dunkirk(g: France40) -> dict[Hex, float]:
    return dict.fromkeys((g.map.place("Dunkerque").hex, *g.map.regions["beaches"].hexes), 1.0)


def dear(g: France40) -> dict[Hex, int]:
    """What it costs the Germans to pass through or by the Allies, in movement points."""
    covered = zones(g, Side.ALLIED)
    return {h: 2 for h in range(len(g.map)) if covered[h]} | {g.hex_of[u]: 5 for u in g.on_map(Side.ALLIED)}


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL)
def corridor(g: France40, turn: int) -> list[float]:
    """The way that the German spearheads will take: 3 on the shortest one, less beside it, nothing far from it."""
    mobile = {g.hex_of[u] for u in g.on_map(Side.GERMAN) if g.mech(u) and g.scenario.playable[g.hex_of[u]]}
    onward = far_spear(g, likely_aim(g))
    start = distances(ground(g).mech, mobile, dear(g)) if mobile else [FAR] * len(onward)
    shortest = min((a + b for a, b in zip(start, onward, strict=True)), default=FAR)
    return [
        max(0.0, 3.0 - 0.5 * (a + b - shortest)) * near(a) if a < FAR and b < FAR else 0.0
        for a, b in zip(start, onward, strict=True)
    ]


def near(distance: int) -> float:
    """How much a hex of the corridor matters: most just ahead of the spearheads."""
    return 1.0 if 2 <= distance <= 10 else 0.5 if distance < 18 else 0.2


# -- danger, supply, bonds


@derived(GERMAN_UNITS, ALLIED_UNITS)
def danger(g: France40, side: Side) -> list[float]:
    """The enemy strength that could be brought to bear on each hex in one turn."""
    return influence(g.map, attackers(g, side.enemy))


def attackers(g: France40, side: Side) -> Iterator[tuple[Hex, float, int]]:
    for u in g.on_map(side):
        face = g.face(u)
        able = face.attack and not g.status[u] & (FULL_RETREAT | TRAIN) and g.scenario.playable[g.hex_of[u]]
        if able:
            yield g.hex_of[u], float(face.attack), face.movement // 2 if face.mech else 2


class Supplied:
    """Whether a side's units would be in supply in a hex, as the board stands; worked out once per hex."""

    def __init__(self, g: France40, side: Side) -> None:
        self.g, self.side = g, side
        self.known: dict[Hex, bool] = {}

    def __call__(self, u: Unit, h: Hex) -> bool:
        if h not in self.known:
            self.known[h] = not self.g.scenario.playable[h] or supplied_at(self.g, u, h)
        return self.known[h]


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL)
def supply_lane(g: France40) -> frozenset[Hex]:
    """18.3: the roads by which the mechanized units that are farthest forward are supplied."""
    near = far_spear(g, likely_aim(g))
    units = sorted((u for u in g.on_map(Side.GERMAN) if g.mech(u)), key=lambda u: (near[g.hex_of[u]], u))
    return frozenset(h for u in units[:12] for h in line_of(g, u))


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL)
def traffic(g: France40) -> dict[Hex, float]:
    """18.3: the roads by which German mechanized units are supplied, with the strength that each hex feeds."""
    firsts: dict[Hex, list[Unit]] = {}
    for u in g.on_map(Side.GERMAN):
        if g.mech(u) and g.scenario.playable[g.hex_of[u]]:
            firsts.setdefault(g.hex_of[u], []).append(u)
    found: dict[Hex, float] = {}
    for units in firsts.values():
        fed = float(sum(g.face(u).attack for u in units))
        for h in line_of(g, units[0]):
            found[h] = found.get(h, 0.0) + fed
    return {h: fed for h, fed in found.items() if not g.held_german[h]}


def apart(g: France40, hexes: Iterable[Hex], most: int) -> list[Hex]:
    """The first of some hexes that are not next to each other, at most so many."""
    found: list[Hex] = []
    for h in hexes:
        if len(found) == most:
            break
        if nearest(g, h, found) > 1:
            found.append(h)
    return found


@derived()
def partners(g: France40) -> tuple[tuple[Hex, ...], ...]:
    """6.1b: for each hex, those two away with which it could form a bond."""
    return tuple(tuple(_partners_of(g, p)) if g.scenario.playable[p] else () for p in range(len(g.map)))


def _partners_of(g: France40, p: Hex) -> Iterator[Hex]:
    around = set(g.map.adjacent[p])
    for q in sorted({n for h in around for n in g.map.adjacent[h]} - around - {p}):
        flanks = [h for h in g.map.adjacent[p] if h in g.map.adjacent[q]]
        if g.scenario.playable[q] and any(lets_through(g, p, s, q) for s in flanks):
            yield q


def nearest(g: France40, h: Hex, hexes: Iterable[Hex]) -> int:
    """How many hexes away the nearest of some hexes is."""
    return min((g.map.distance(h, n) for n in hexes), default=FAR)


def supplied_exit(g: France40, h: Hex) -> bool:
    """21.7.2a, 21.7.2c: whether an Entry Hex has a German line, so that it counts."""
    return line_from(g, Side.GERMAN, h)
