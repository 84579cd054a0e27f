"""What the staff wants in Manstein's War: hexes that count for points, by side and command; and where danger is."""

from __future__ import annotations

from collections.abc import Iterable

from meuse.counters import Side, Unit
from meuse.games.manstein import logistics, victory
from meuse.games.manstein.board import MARKS, Manstein, controls
from meuse.hexmap import Hex
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived
from staff1.fields import distances, influence

HUNGER = 3.0
"""15.5: what it is worth to be in support."""

GUARDS = frozenset({"HGC"})
"""The German commands that hold their line."""


def lead(g: Manstein) -> int:
    """3.6: German points minus Allied points."""
    totals = [sum(points for points, _, _ in victory.score(g, side)) for side in (Side.GERMAN, Side.ALLIED)]
    return totals[0] - totals[1]


@derived(MARKS)
def values(g: Manstein, side: Side) -> dict[Hex, float]:
    """3.4a, 3.5a: the hexes that count for a side's points, held or not."""
    worth = {h: float(victory.hex_value(g, side, h)) for h in range(len(g.map))}
    return {h: value for h, value in worth.items() if value}


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS)
def goals(g: Manstein, side: Side) -> dict[Hex, float]:
    """3.4a: what the Germans want and the Allies hold, by its points; single forts apart."""
    prizes = {h: value for h, value in values(g, Side.GERMAN).items() if value > 1.0}
    held = {h: value for h, value in prizes.items() if controls(g, Side.GERMAN, h) != (side is Side.GERMAN)}
    return held or prizes


def aims(g: Manstein, u: Unit) -> dict[Hex, float]:
    """What a unit is sent to take, or to hold."""
    counter = g.counter(u)
    if counter.side is Side.ALLIED:
        return own_goals(g, counter.nation)
    if counter.command in GUARDS:
        return values(g, Side.ALLIED)
    return german_goals(g, "north" if counter.command == "HGB" else "south" if counter.mech else "centre")


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS)
def german_goals(g: Manstein, where: str) -> dict[Hex, float]:
    """HGB goes for the Low Countries, the armies for Belgium and France, panzers for France; less the Maginot Line."""
    wanted = {h: value for h, value in goals(g, Side.GERMAN).items() if not in_maginot_line(g, h)}
    areas = {"north": ("netherlands", "belgium"), "centre": ("belgium", "france"), "south": ("france",)}
    found = {h: value for h, value in wanted.items() if g.map.country[h] in areas[where]}
    return found or wanted or goals(g, Side.GERMAN)


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS)
def own_goals(g: Manstein, nation: str) -> dict[Hex, float]:
    """8.5c, 8.5d: the Dutch and the Belgians hold their own country; the others do not go to Holland."""
    areas = {"dutch": ("netherlands",), "belgian": ("belgium", "france")}
    wanted = goals(g, Side.ALLIED)
    found = {h: value for h, value in wanted.items() if g.map.country[h] in areas.get(nation, ("belgium", "france"))}
    return found or wanted


def in_maginot_line(g: Manstein, h: Hex) -> bool:
    """17.0a: the major fortifications are those of the Maginot Line."""
    fort = g.scenario.forts.get(h)
    return fort is not None and fort.major


def kind_of(g: Manstein, u: Unit) -> str:
    """8.4: which movement costs a unit pays."""
    counter = g.counter(u)
    return "army" if counter.is_army else "mech" if counter.mech else "foot"


def field(g: Manstein, u: Unit) -> list[int]:
    """How far each hex is from a unit's aims, along the path of least resistance."""
    counter = g.counter(u)
    return _field(g, kind_of(g, u), tuple(sorted(aims(g, u))), counter.side)


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS)
def _field(g: Manstein, kind: str, wanted: tuple[Hex, ...], side: Side) -> list[int]:
    return distances(g.scenario.ways[kind], wanted, resistance(g, side))


def resistance(g: Manstein, side: Side) -> dict[Hex, int]:
    """What it takes to pass a hex that the enemy holds."""
    found: dict[Hex, int] = {}
    for u in g.on_map(side.enemy):
        h = g.hex_of[u]
        found[h] = found.get(h, 1 + (g.own_fort(h, side.enemy) is not None)) + g.defence_of(u) // 4
    return found


# -- danger


def threats(g: Manstein, side: Side) -> Iterable[tuple[Hex, float, int]]:
    """Enemy units that could attack: where they are, how strong, how many hexes they reach."""
    for u in g.on_map(side.enemy):
        if g.attack_of(u):
            yield g.hex_of[u], float(g.attack_of(u)), 1 + g.counter(u).movement // 2


def danger_to(g: Manstein, side: Side) -> list[float]:
    """The strength that the enemy could bring against each hex."""
    return influence(g.map, threats(g, side))


def risk(g: Manstein, danger: float, units: Iterable[Unit], h: Hex) -> float:
    """What it costs units to be in a hex, on average: nothing where they could hold, more the weaker they are.

    Only one command acts at a time, so not everything in reach will come.
    """
    there = tuple(units)
    if not there or danger <= 0:
        return 0.0
    defence = sum(g.defence_of(u) for u in there)
    ground = 1.5 if g.own_fort(h, g.side(there[0])) else 1.0
    price = 3.5 if any(g.counter(u).mech and g.counter(u).size for u in there) else 1.0
    return price * min(3.0, max(0.0, danger / (2.0 * max(1.0, ground * defence)) - 1.0))


def supported_hexes(g: Manstein, u: Unit) -> frozenset[Hex]:
    """15.1b: where a unit would have a line of communication."""
    return _supported(g, g.counter(u).nation, g.counter(u).movement)


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS)
def _supported(g: Manstein, nation: str, length: int) -> frozenset[Hex]:
    lines = (logistics.source_lines(g, nation), logistics.relay_lines(g, nation))
    return frozenset(h for h in range(len(g.map)) if min(line[h] for line in lines) <= length)


def commands_by_need(g: Manstein, side: Side, names: Iterable[str]) -> list[str]:
    """The commands whose units stand nearest to the enemy in greatest strength, first."""
    danger = danger_to(g, side)
    weight = dict.fromkeys(names, 0.0)
    for u in g.on_map(side):
        if (name := g.counter(u).command) in weight:
            weight[name] += g.attack_of(u) * (danger[g.hex_of[u]] > 0) + 0.1
    return sorted(weight, key=lambda name: (-weight[name], name))
