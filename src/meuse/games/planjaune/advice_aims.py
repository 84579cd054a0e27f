"""What either side wants in Plan Jaune, as fields over the map: how far it is to it, and who threatens what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.planjaune import command, supply
from meuse.games.planjaune.advice_plans import USUAL
from meuse.games.planjaune.board import (
    GROUND,
    RAILS,
    PlanJaune,
    fights,
    is_motorized,
    kind_of,
    movement_of,
    strength_of,
)
from meuse.games.planjaune.sequence import LAST_TURN
from meuse.games.planjaune.victory import PORTS
from meuse.games.planjaune.zones import zones
from meuse.hexmap import Hex
from meuse.mechanics.supply import supplied
from meuse.opponents.fields import FAR, distances, influence
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived

SECOND_ACT = 9
"""The turn from which the infantry of Army Group A turns south."""
WESTWARD, FARTHEST = 7, "Dieppe"
"""From when on the infantry of the 4th Army marches for the farthest port, which panzers take but do not keep."""
A_GARRISON = 7
"""The strength of infantry that a port wants: the Allies come back for it at the end."""
KLEIST = ("de.pgk", "de.4")
"""The armies whose motorized units make the main effort."""
SPARE = 3
"""So many more than are needed go for the lines of communication: some do not get through."""
A_MOVE, A_TURN = 8, 12
"""What a motorized unit in supply can spend in its first move of a turn, and in both."""
LAST_STANDS = {"2425": 2, "2325": 1, "2424": 1}
"""11.13.o3: the corner of the Maginot Line at Strasbourg, and how many units stay there: while it is held and fed, the
line is not isolated."""
HOME_RESERVE = ("de.XXXXIII", "de.XXXXIV")
HOMEBOUND = ("de.hqc",)
"""11.13c: the headquarters that serves its own army group only."""
SAAR = ("Saarbrücken", "Mannheim", "Karlsruhe", "Mainz", "Koblenz")
"""11.13c: the German cities that the French can get at: Freiburg lies behind the Rhine and its works."""
REARGUARD = ("uk.1db", "uk.IIb", "uk.51", "fr.XIV")
"""11.13.o4: British units that are kept back: with them the Germans cannot destroy ten points of the BEF.
12.8b: the Alpine Corps, too: without it the Italians would come over the Alps."""


# -- what is wanted


@derived()
def coast(g: PlanJaune) -> dict[Hex, float]:
    """11.13.o1: Lille and the ports."""
    return {g.map.place(name).hex: 3.0 for name in ("Lille", *PORTS)}


@derived()
def belgium(g: PlanJaune) -> dict[Hex, float]:
    return dict.fromkeys(g.scenario.cities["belgium"], 1.5)


@derived(CONTROL, GROUND)
def holland_left(g: PlanJaune, bombed: Hex) -> dict[Hex, float]:
    """11.12.holland: the Dutch cities that count, as long as the country fights."""
    if "netherlands" in g.surrendered:
        return {}
    return {h: 2.5 for h in sorted(g.scenario.cities["netherlands"]) if h != bombed}


def holland(g: PlanJaune) -> dict[Hex, float]:
    return holland_left(g, g.bombed_city)


@derived()
def lines_out(g: PlanJaune) -> dict[Hex, float]:
    """11.13.o2: the lines of communication."""
    return dict.fromkeys(sorted(g.map.regions["communication-lines"].hexes), 2.0)


def goals(g: PlanJaune) -> dict[Hex, float]:
    """What the Germans want and the Allies hold: Holland, Lille and the ports, then Belgium, then the south."""
    return _goals(g, g.bombed_city)


@derived(CONTROL, GROUND)
def _goals(g: PlanJaune, bombed: Hex) -> dict[Hex, float]:
    south = {g.map.place(name).hex: 1.0 for name in ("Reims", "Amiens", "Paris")}
    return south | belgium(g) | holland_left(g, bombed) | coast(g)


@derived(CONTROL, GROUND)
def threatened_home(g: PlanJaune) -> dict[Hex, float]:
    """11.13c: German cities that the enemy holds."""
    return {h: 4.0 for h in sorted(g.scenario.cities["germany"]) if not g.friendly(h, Side.GERMAN)}


def wanted_by(g: PlanJaune, side: Side) -> dict[Hex, float]:
    """The hexes that a side sends units to: what it has not got, or, for the Allies, what must not be lost."""
    if side is Side.GERMAN:
        lacking = {h: value for h, value in goals(g).items() if not g.friendly(h, side)}
        return lacking | threatened_home(g)
    held = {h: value for h, value in goals(g).items() if g.friendly(h, side)}
    return held | {g.map.hex(label): 2.0 for label in LAST_STANDS if g.friendly(g.map.hex(label), side)}


def aim_of(g: PlanJaune, u: Unit, brief: Brief = USUAL) -> str:
    """What a German unit is sent for, by name: an aim, or the next place of the main effort."""
    army = command.army_of(g, u)
    if is_home_guard(g, u):
        return "home"
    if u in leavers(g, brief):
        return "exits"
    if army == "de.18" and holland(g):
        return "holland"
    if is_motorized(g, u):
        place = next_place(g, brief.plan.effort) if army in KLEIST else ""
        return place or ("coast" if open_coast(g) else "exits" if g.exited < exits_needed(g) else kept_or_south(g))
    if threatened_home(g) and (army == "de.16" or (army == "de.12" and g.turn >= SECOND_ACT)):
        return "lost"
    if army == "de.16" and g.turn >= brief["watch"]:
        return SAAR[0]
    if army in ("de.16", "de.12") and g.turn >= SECOND_ACT:
        return "south"
    if army == "de.4" and g.turn >= WESTWARD and not is_garrisoned(g, g.map.place(FARTHEST).hex):
        return FARTHEST
    return "north" if open_coast(g) else kept_or_south(g)


def kept_or_south(g: PlanJaune) -> str:
    """11.13.o1: what has been taken of the coast must be kept to the end; then there is time for the south."""
    return "garrisons" if weak_ports(g) else "south"


@derived(GERMAN_UNITS, CONTROL)
def weak_ports(g: PlanJaune) -> Sequence[Hex]:
    """11.13.o1: the places of the coast that are taken, and not held in strength by infantry."""
    return [h for h in coast(g) if g.friendly(h, Side.GERMAN) and not is_garrisoned(g, h)]


def is_garrisoned(g: PlanJaune, h: Hex) -> bool:
    """Whether German infantry is in a place in strength."""
    units = [u for u in g.units_in(h, Side.GERMAN) if fights(g, u) and not is_motorized(g, u)]
    return strength_in(g, units) >= A_GARRISON


@derived(CONTROL)
def next_place(g: PlanJaune, effort: tuple[str, ...]) -> str:
    """The first place of the main effort that is still to be taken."""
    return next((name for name in effort if not g.friendly(g.map.place(name).hex, Side.GERMAN)), "")


def next_label(g: PlanJaune, effort: tuple[str, ...]) -> str:
    """The hex of that place."""
    place = next_place(g, effort)
    return g.map.labels[g.map.place(place).hex] if place else ""


def is_home_guard(g: PlanJaune, u: Unit) -> bool:
    """11.13c: Army Group C and two corps of the reserve keep the German cities; they neither attack nor follow."""
    return command.group_of(g, u) == "de.hgc" or g.id(u) in HOME_RESERVE


def exits_needed(g: PlanJaune) -> int:
    return int(g.scenario.tables["victory"]["exits"])


@derived(CONTROL)
def open_coast(g: PlanJaune) -> Sequence[Hex]:
    """11.13.o1: what is still to be taken of the coast."""
    return [h for h in coast(g) if not g.friendly(h, Side.GERMAN)]


def aims(g: PlanJaune, name: str) -> list[Hex]:
    """The hexes behind the name of an aim, or of a place."""
    found: dict[Hex, float] = {}
    if name == "exits":
        return list(lines_out(g))
    if name == "home":
        return sorted(g.scenario.cities["germany"])
    if name == "lost":
        return list(threatened_home(g))
    if name == "garrisons":
        return list(weak_ports(g))
    if name == "holland":
        found = holland(g)
    if name == "coast":
        found = coast(g)
    if name == "north":
        found = belgium(g) | coast(g)
    if name == "south":
        line = dict.fromkeys(sorted(g.map.regions["maginot-line"].hexes), 1.0)
        found = line | {g.map.place(place).hex: 1.0 for place in ("Reims", "Metz", "Nancy", "Paris")}
    if not found:
        return [g.map.place(name).hex]
    lacking = [h for h in found if not g.friendly(h, Side.GERMAN)]
    if name == "north":
        lacking += [h for h in coast(g) if h not in lacking and not g.units_in(h, Side.GERMAN)]
    return lacking or list(lines_out(g))


# -- distances


def far(g: PlanJaune, u: Unit, brief: Brief = USUAL) -> list[int]:
    """How far each hex is from what a unit is sent for."""
    if g.scenario.side_of[u] is Side.ALLIED:
        names = attacks_for(g, u, brief)
        return far_forward(g, names, kind_of(g, u)) if names else far_home(g, kind_of(g, u))
    return far_from(g, aim_of(g, u, brief), kind_of(g, u), g.turn)


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, GROUND)
def far_from(g: PlanJaune, name: str, kind: str, turn: int) -> list[int]:
    """How far each hex is from a German aim, by the way of least resistance."""
    return distances(g.scenario.ways[kind], aims(g, name), resistance(g, turn))


def attacks_for(g: PlanJaune, u: Unit, brief: Brief) -> tuple[str, ...]:
    """What an Allied unit goes forward for, by the names of places; nothing: it holds a line.

    11.13c: the armies behind the Maginot Line for German cities when it is time; in the last turn everybody, also for
    the ports that are lost (11.13.o1); never who holds the last stands, or is kept back.
    """
    if g.map.labels[g.hex_of[u]] in LAST_STANDS or g.id(u) in REARGUARD:
        return ()
    if g.turn >= LAST_TURN and g.hex_of[u] not in g.map.regions["maginot-line"].hexes:
        return (*SAAR, "Lille", *PORTS)
    late = g.turn >= brief["saar"] and command.group_of(g, u) in ("fr.ga2", "fr.ga3")
    return SAAR if late else ()


@derived(CONTROL)
def far_forward(g: PlanJaune, names: tuple[str, ...], kind: str) -> list[int]:
    """How far each hex is from one of these places that the Germans hold."""
    wanted = [g.map.place(name).hex for name in names]
    return distances(g.scenario.ways[kind], [h for h in wanted if g.friendly(h, Side.GERMAN)] or wanted)


@derived(CONTROL, GROUND)
def far_home(g: PlanJaune, kind: str) -> list[int]:
    """How far an Allied unit is from what must be held."""
    held = wanted_by(g, Side.ALLIED) or goals(g)
    return distances(g.scenario.ways[kind], held)


@derived(ALLIED_UNITS, GROUND)
def resistance(g: PlanJaune, turn: int) -> dict[Hex, int]:
    """What it costs the Germans to pass by or through the Allies, in movement points."""
    covered = zones(g, Side.ALLIED)
    found = {h: 2 for h in range(len(g.map)) if covered[h]}
    for u in g.on_map(Side.ALLIED):
        if fights(g, u):
            found[g.hex_of[u]] = found.get(g.hex_of[u], 3) + strength_of(g, u) // 2
    return found


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, GROUND)
def corridor(g: PlanJaune, turn: int) -> list[float]:
    """The ways that German panzers could take: 3 on the shortest one, less beside it, nothing far from it."""
    panzers = sorted({g.hex_of[u] for u in g.on_map(Side.GERMAN) if fights(g, u) and is_motorized(g, u)})
    if not panzers:
        return [0.0] * len(g.map)
    start = distances(g.scenario.ways["motorized"], panzers, resistance(g, turn))
    ways = [along(start, far_from(g, "coast", "motorized", turn))] if open_coast(g) else []
    if turn >= 4 and g.exited < exits_needed(g):
        ways.append(along(start, far_from(g, "exits", "motorized", turn)))
    return [max(values) for values in zip(*ways, strict=True)] if ways else [0.0] * len(g.map)


def along(start: list[int], onward: list[int]) -> list[float]:
    shortest = min(a + b for a, b in zip(start, onward, strict=True))
    return [
        max(0.0, 3.0 - 0.5 * (a + b - shortest)) * nearness(a) if a < FAR and b < FAR else 0.0
        for a, b in zip(start, onward, strict=True)
    ]


def nearness(distance: int) -> float:
    """How much a hex of the corridor matters: that before the spearheads more than that behind their next turn."""
    return 1.0 if distance <= 6 else max(0.2, 1.0 - (distance - 6) / 12.0)


# -- leaving the map


def leavers(g: PlanJaune, brief: Brief = USUAL) -> frozenset[Unit]:
    """11.13.o2: the motorized units that go for the lines of communication: those that get there soonest.

    Before it is time only who is nearly there.
    """
    return _leavers(g, g.turn, g.turn >= brief["ride"] or not open_coast(g))


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, GROUND)
def _leavers(g: PlanJaune, turn: int, due: bool) -> frozenset[Unit]:
    left = exits_needed(g) - g.exited
    left += SPARE * (left > 0)
    field = far_from(g, "exits", "motorized", turn)
    able = [u for u in g.on_map(Side.GERMAN) if fights(g, u) and is_motorized(g, u) and field[g.hex_of[u]] < FAR]
    found = []
    for u in sorted(able, key=lambda u: (field[g.hex_of[u]], u)):
        if left > 0 and (due or field[g.hex_of[u]] <= A_MOVE):
            found.append(u)
            left -= len(g.members(u))
    return frozenset(found)


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, GROUND)
def open_exits(g: PlanJaune, turn: int) -> dict[Hex, float]:
    """11.13.o2: the lines of communication that panzers could be at within two turns, the nearest dearest."""
    if g.exited >= exits_needed(g):
        return {}
    panzers = sorted({g.hex_of[u] for u in g.on_map(Side.GERMAN) if fights(g, u) and is_motorized(g, u)})
    away = distances(g.scenario.ways["motorized"], panzers, resistance(g, turn)) if panzers else []
    return {h: 4.0 - away[h] / A_TURN for h in lines_out(g) if away and away[h] <= 2 * A_TURN}


# -- danger, supply


def attackers(g: PlanJaune, side: Side) -> Iterator[tuple[Hex, float, int]]:
    """The units of a side that could attack: where they are, how strong, how many hexes they reach."""
    for u in g.on_map(side):
        if fights(g, u) and not g.counter(u).has("airborne"):
            yield g.hex_of[u], float(strength_of(g, u)), movement_of(g, u) // 2 if is_motorized(g, u) else 1


@derived(GERMAN_UNITS, ALLIED_UNITS)
def danger_to(g: PlanJaune, side: Side) -> list[float]:
    """The strength that the enemy could bring against each hex."""
    return influence(g.map, attackers(g, side.enemy))


def is_fed(g: PlanJaune, u: Unit, h: Hex) -> bool:
    """8.1b: whether a unit would be in supply in a hex, as the lines are now."""
    return line_of(g, u, h) <= movement_of(g, u)


def line_of(g: PlanJaune, u: Unit, h: Hex) -> int:
    """8.1b: how long the line of supply of a unit in a hex would be."""
    line = supply.lines_for(g, u)
    return (line.motorized if is_motorized(g, u) else line.foot)[h]


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, GROUND, RAILS)
def joined_to_paris(g: PlanJaune, turn: int) -> bytearray:
    """Marks the hexes from which the Allies could still go to Paris: the others are cut off."""
    shut = supply.closed(g, Side.ALLIED)
    edge = [h for h in supply.sources(g, Side.ALLIED) if h in lines_out(g) or h == g.map.place("Paris").hex]
    return supplied(len(g.map), g.scenario.touching, edge, lambda h: not shut[h])


def is_cut_off(g: PlanJaune, u: Unit) -> bool:
    """Whether an Allied unit has no way to the south, or no supply."""
    return not joined_to_paris(g, g.turn)[g.hex_of[u]]


def strength_in(g: PlanJaune, units: Iterable[Unit]) -> float:
    return float(sum(strength_of(g, u) for u in units))


def by_strength(g: PlanJaune, units: Iterable[Unit]) -> list[Unit]:
    return sorted(units, key=lambda u: (-strength_of(g, u), u))
