"""7: Lines of Supply, Out of Supply, Attack Supply; 2.4h: Lines of Communication."""

from __future__ import annotations

from collections.abc import Sequence

from meuse.counters import Side, Unit
from meuse.games.caseyellow.board import MARKERS, NO_ATTACK_SUPPLY, CaseYellow
from meuse.games.caseyellow.zones import zones
from meuse.hexmap import Hex
from meuse.mechanics.reach import union
from meuse.mechanics.supply import Links, supplied, supply_line, within
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived

# -- 7.2 the line


@derived(GERMAN_UNITS, ALLIED_UNITS, MARKERS)
def open_hexes(g: CaseYellow, side: Side) -> bytes:
    """7.2a, 7.2c, 7.2d, 9.7, R.9.7.1, 2.4i, 10.3d.supply: where a line may pass; 7.2a.refugees: refugees do not matter.

    Any enemy zone in a vacant hex shuts it, contested or not, whatever the unit's rating; a friend in it opens it.
    """
    feared = _number(zones(g, side.enemy).ratings.translate(ANY)) & ~_number(g.held(side))
    shut = _number(union(g.scenario.closed, g.held(side.enemy), flooded(g), walls(g, side))) | feared
    return (_all(g) & ~shut).to_bytes(len(g.map), "little")


ANY = bytes([0] + [1] * 255)
"""Turns a column of counts into marks."""


def _number(marks: bytes) -> int:
    """Columns of marks are combined as numbers, a byte a hex."""
    return int.from_bytes(marks, "little")


@derived()
def _all(g: CaseYellow) -> int:
    return _number(b"\x01" * len(g.map))


@derived()
def flooded(g: CaseYellow) -> bytes:
    """7.2c: a line may end in a Flooded hex, but not pass through it."""
    return bytes(terrain == "flooded" for terrain in g.map.terrain)


@derived(MARKERS)
def walls(g: CaseYellow, side: Side) -> bytes:
    """7.2d, 11.7d: undestroyed enemy fortifications block a line; all Defensive Works are Allied."""
    found = bytearray(len(g.map))
    for h, fort in g.scenario.forts.items():
        found[h] = fort.side is not side and h not in g.destroyed
    for h in g.scenario.works if side is Side.GERMAN else ():
        found[h] = h not in g.destroyed
    return bytes(found)


@derived(CONTROL, MARKERS)
def lines(g: CaseYellow, side: Side, kind: str) -> Links:
    """7.2b, 10.6b, 10.7d, 5.1c.effect: over rivers at crossings that are friendly and, for Germans, not interdicted."""
    dry, wet = banks(g, kind)
    passable, found = open_crossings(g, side), list(dry)
    for h, crossings in wet.items():
        if ways := [n for n, between in crossings if between in passable]:
            found[h] = (*dry[h], *ways)
    return found


@derived(CONTROL, MARKERS)
def open_crossings(g: CaseYellow, side: Side) -> frozenset[int]:
    """10.6b, 7.2b: crossings with both banks in friendly hands; 10.7d: for Germans those that are not interdicted."""
    sides = ((between, g.map.sides[between]) for between in g.scenario.crossing)
    friendly = (between for between, s in sides if g.controls(side, s.a) and g.controls(side, s.b))
    return frozenset(friendly) - g.interdicted if side is Side.GERMAN else frozenset(friendly)


@derived()
def banks(g: CaseYellow, kind: str) -> tuple[Links, dict[Hex, list[tuple[Hex, int]]]]:
    """7.2b: the links that cross no river, and those that do, with their hexsides."""
    river, wet = g.scenario.river, {}
    dry: list[tuple[Hex, ...]] = []
    for h, near in enumerate(g.scenario.links[kind]):
        sides = [(n, g.map.side_of[h][g.map.neighbours[h].index(n)]) for n in near]
        dry.append(tuple(n for n, side in sides if not river[side]))
        if crossings := [(n, side) for n, side in sides if river[side]]:
            wet[h] = crossings
    return dry, wet


def supplied_hexes(g: CaseYellow, nation: str, kind: str) -> bytearray:
    """7.2a: every hex from which a line leads to a source of a nation."""
    side = Side.GERMAN if nation == "german" else Side.ALLIED
    return _supplied_hexes(g, nation, kind, open_hexes(g, side))


@derived(CONTROL, MARKERS)
def _supplied_hexes(g: CaseYellow, nation: str, kind: str, passable: bytes) -> bytearray:
    side = Side.GERMAN if nation == "german" else Side.ALLIED
    return supplied(len(g.map), lines(g, side, kind), sources(g, nation), passable.__getitem__)


def sources(g: CaseYellow, nation: str) -> list[Hex]:
    """7.3b, 7.3c, 7.3d, 7.4: the supply sources of a nation that its side holds."""
    table = g.scenario.sources
    ports = [h for h in g.scenario.ports if g.map.terrain[h] != "sea"]
    if nation == "german":
        return [h for h in table["german_city"] if g.controls(Side.GERMAN, h) and not g.scenario.closed[h]]
    found = {
        "belgian": table["belgian"],
        "british": (*table["west_edge"], *ports),
        "french": (*table["west_edge"], *table["south_edge"], *ports),
    }[nation]
    return sorted({h for h in found if g.controls(Side.ALLIED, h)})


def is_supplied(g: CaseYellow, u: Unit) -> bool:
    """7.1, 7.3a, R.7.3a.1, R.7.3c.1: whether a unit has a Line of Supply now."""
    if g.nation(u) == "dutch":
        return g.map.country[g.hex_of[u]] == "netherlands"
    return bool(supplied_hexes(g, g.nation(u), g.scenario.movement_kind[u])[g.hex_of[u]])


def hex_supplied(g: CaseYellow, nation: str, h: Hex) -> bool:
    """12.11e.los: whether a hex has a Line of Supply for a nation on foot."""
    return bool(supplied_hexes(g, nation, "foot")[h]) if nation != "dutch" else g.map.country[h] == "netherlands"


def line_of(g: CaseYellow, u: Unit) -> list[Hex]:
    """The supply line of a unit, to be shown on the map; empty if it has none."""
    nation, side = g.nation(u), g.side(u)
    if nation == "dutch":
        return [g.hex_of[u]]
    ends = set(sources(g, nation))
    links = lines(g, side, g.scenario.movement_kind[u])
    return supply_line(links, g.hex_of[u], ends.__contains__, open_hexes(g, side).__getitem__)


# -- 7.6 attack supply


def attack_supplied(g: CaseYellow, u: Unit) -> bool:
    """7.6a, 7.6b, 7.6c: whether an attacking unit has Attack Supply now; the West Wall is asked for apart."""
    if g.turn == 1:
        return True
    if g.side(u) is Side.GERMAN:
        return german_attack_supply(g, u)
    return allied_attack_supply(g, u)


def german_attack_supply(g: CaseYellow, u: Unit) -> bool:
    """7.8a, 7.8b: an Attack Supply Unit in range, or a German city, joined to the Ruhr."""
    figures, ruhr = g.scenario.tables["supply"], to_ruhr(g)
    near = traced(g, u, max(figures["de_asa"], figures["german_city"]))
    depots = [(g.hex_of[d], figures[key]) for d, key in depots_of(g, Side.GERMAN)]
    if any(near.get(h, 99) <= reach and ruhr[h] for h, reach in depots):
        return True
    cities = (h for h in g.scenario.sources["german_city"] if g.controls(Side.GERMAN, h) and ruhr[h])
    return any(near.get(h, 99) <= figures["german_city"] for h in cities)


def west_wall_supply(g: CaseYellow, u: Unit) -> bool:
    """7.8c: a West Wall Fortified Line hex within three hexes."""
    near = traced(g, u, g.scenario.tables["supply"]["west_wall"])
    return any(h in near for h, fort in g.scenario.forts.items() if fort.line == "west_wall" and h not in g.destroyed)


def to_ruhr(g: CaseYellow) -> bytearray:
    """7.8a, 7.8b: hexes joined to a Ruhr city by a Line of Supply, on wheels."""
    return _joined(g, Side.GERMAN, ("ruhr",), open_hexes(g, Side.GERMAN))


def to_edge(g: CaseYellow) -> bytearray:
    """7.7d, 7.7e: hexes joined to a West or South map edge hex by a Line of Supply, on wheels."""
    return _joined(g, Side.ALLIED, ("west_edge", "south_edge"), open_hexes(g, Side.ALLIED))


@derived(CONTROL, MARKERS)
def _joined(g: CaseYellow, side: Side, to: tuple[str, ...], passable: bytes) -> bytearray:
    ends = [h for word in to for h in g.scenario.sources[word] if g.controls(side, h)]
    return supplied(len(g.map), lines(g, side, "heavy"), ends, passable.__getitem__)


def allied_attack_supply(g: CaseYellow, u: Unit) -> bool:
    """7.7a, 7.7b, 7.7c, 7.7d, R.7.3c.1: by nation."""
    nation, h = g.nation(u), g.hex_of[u]
    if nation == "dutch":
        return g.map.country[h] == "netherlands"
    if nation == "belgian":
        return is_supplied(g, u)
    return own_attack_supply(g, u) or bool(depot_in_reach(g, u))


def own_attack_supply(g: CaseYellow, u: Unit) -> bool:
    """7.7c, 7.7d: British units from ports, French ones from Paris."""
    figures = g.scenario.tables["supply"]
    if g.nation(u) == "british":
        near = traced(g, u, figures["british_port"])
        return any(p in near and g.controls(Side.ALLIED, p) for p in g.scenario.ports)
    near, edge = traced(g, u, figures["french_paris"]), to_edge(g)
    return any(p in near and edge[p] and g.controls(Side.ALLIED, p) for p in g.scenario.paris)


def depot_in_reach(g: CaseYellow, u: Unit) -> list[Unit]:
    """7.7e, 7.7e.cutoff: the AG1 Attack Supply Unit, cut off or not, if a French or British unit can trace to it."""
    if g.nation(u) not in ("french", "british"):
        return []
    near = traced(g, u, g.scenario.tables["supply"]["fr_asu"])
    return [d for d, _ in depots_of(g, Side.ALLIED) if g.hex_of[d] in near]


def is_cut_off(g: CaseYellow, depot: Unit) -> bool:
    """7.7e.cutoff: whether the AG1 unit has no Line of Supply to an edge."""
    return not to_edge(g)[g.hex_of[depot]]


def depots_of(g: CaseYellow, side: Side) -> list[tuple[Unit, str]]:
    """7.9a: a side's Attack Supply Units on the map, with the word for their range."""
    return [(u, g.name(u).replace(".", "_")) for u in g.on_map(side) if g.is_supply_unit(u)]


def traced(g: CaseYellow, u: Unit, length: int) -> dict[Hex, int]:
    """7.2e: hexes that a line from a unit gets to, counted from the first beyond it, the last included."""
    side = g.side(u)
    links = lines(g, side, g.scenario.movement_kind[u])
    return within(links, g.hex_of[u], length, open_hexes(g, side).__getitem__)


def mark_attack_supply(g: CaseYellow, units: Sequence[Unit], lacking: Sequence[Unit]) -> None:
    """7.6e: No Attack Supply markers are laid and taken off at each check."""
    for u in units:
        status = g.status[u] | NO_ATTACK_SUPPLY if u in lacking else g.status[u] & ~NO_ATTACK_SUPPLY
        if status != g.status[u]:
            g.set_status(u, status)


# -- 2.4h communication


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKERS)
def in_communication(g: CaseYellow, side: Side) -> bytearray:
    """2.4h, R.2.4h.1, 12.11d: hexes joined to a West or South edge hex; an Allied line stays inside France.

    9.6, 9.5def, R.9.5def.1, R.9.6.1: an enemy zone in a vacant hex shuts it only if no zone of one's own contests it.
    """
    feared = _number(zones(g, side.enemy).ratings.translate(ANY)) & ~_number(g.held(side))
    uncontested = feared & ~_number(zones(g, side).ratings.translate(ANY))
    abroad = foreign(g) if side is Side.ALLIED else bytes(len(g.map))
    shut = _number(union(g.scenario.closed, g.held(side.enemy), abroad)) | uncontested
    is_open = (_all(g) & ~shut).to_bytes(len(g.map), "little")
    table = g.scenario.sources
    edge = [h for h in (*table["west_edge"], *table["south_edge"]) if g.controls(side, h)]
    return supplied(len(g.map), roads(g, side), edge, is_open.__getitem__)


@derived()
def foreign(g: CaseYellow) -> bytes:
    return bytes(country != "france" for country in g.map.country)


@derived(MARKERS)
def roads(g: CaseYellow, side: Side) -> Links:
    """2.2d.interdicted, 5.1c.effect: an interdicted crossing is of no use for a German line."""
    if side is Side.ALLIED or not g.interdicted:
        return g.map.adjacent
    return [[n for n in near if g.map.side_between(h, n) not in g.interdicted] for h, near in enumerate(g.map.adjacent)]
