"""7: Lines of Supply, Out of Supply, Attack Supply; 2.4h: Lines of Communication."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meuse.counters import Side, Unit
from meuse.games.caseyellow.board import MARKERS, NO_ATTACK_SUPPLY, CaseYellow
from meuse.games.caseyellow.hexsets import adjacent, country, held, land, owned
from meuse.games.caseyellow.zones import zone_hexes
from meuse.hexmap import Hex
from meuse.mechanics.hexsets import (
    HexSet,
    Net,
    across,
    before,
    bits_of,
    column,
    flood,
    members,
    net,
    next_to,
    reverse,
    spread,
)
from meuse.mechanics.supply import supply_line
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived

# -- 7.2 the line


@derived(GERMAN_UNITS, ALLIED_UNITS, MARKERS)
def open_hexes(g: CaseYellow, side: Side) -> HexSet:
    """7.2c: where a line may pass: where it may end, but for Flooded hexes."""
    return open_ends(g, side) & dry_land(g)


@derived(GERMAN_UNITS, ALLIED_UNITS, MARKERS)
def open_ends(g: CaseYellow, side: Side) -> HexSet:
    """7.2a, 7.2d, 9.7, R.9.7.1, 2.4i, 10.3d.supply: where a line may end; 7.2a.refugees: refugees do not matter.

    Any enemy zone in a vacant hex shuts it, contested or not, whatever the unit's rating; a friend in it opens it.
    """
    feared = barring(g, side, g.scenario.options["supply_zones"])
    return land(g) & ~held(g, side.enemy) & ~walls(g, side) & ~feared


def barring(g: CaseYellow, side: Side, which: object) -> HexSet:
    """9.6, 9.7: enemy zones in vacant hexes that cut a line: all of them, or only the uncontested ones."""
    feared = zone_hexes(g, side.enemy) & ~held(g, side)
    return feared if which == "all" else feared & ~contesting(g, side)


def contesting(g: CaseYellow, side: Side) -> HexSet:
    """9.5def, R.9.5def.1: where a side contests enemy zones: where it has zones, or, by option, units next to it."""
    if g.scenario.options["contested"] == "zone":
        return zone_hexes(g, side)
    return bits_of(n for u in g.on_map(side) for n in g.scenario.spread[g.hex_of[u]])


@derived()
def dry_land(g: CaseYellow) -> HexSet:
    """7.2c: a line may end in a Flooded hex, but not pass through it."""
    return land(g) & ~bits_of(h for h, terrain in enumerate(g.map.terrain) if terrain == "flooded")


@derived(MARKERS)
def walls(g: CaseYellow, side: Side) -> HexSet:
    """7.2d, 11.7d: undestroyed enemy fortifications block a line; all Defensive Works are Allied."""
    forts = (h for h, fort in g.scenario.forts.items() if fort.side is not side)
    return bits_of({*forts, *(g.scenario.works if side is Side.GERMAN else ())} - g.destroyed)


@derived(CONTROL, MARKERS)
def lines(g: CaseYellow, side: Side, kind: str) -> Net:
    """7.2b, 10.6b, 10.7d, 5.1c.effect: over rivers at crossings that are friendly and, for Germans, not interdicted."""
    own, wet, cut = owned(g, side), rivers(g), interdicted(g) if side is Side.GERMAN else {}

    def passed(step: int, hexes: HexSet) -> HexSet:
        both_banks = own & before(own, step)
        return hexes & ~(wet.get(step, 0) & ~both_banks) & ~cut.get(step, 0)

    whole = links(g, kind)
    up = tuple([(step, passed(step, hexes)) for step, hexes in whole.up])
    return Net(up, tuple([(step, passed(-step, hexes)) for step, hexes in whole.down]))


@derived()
def links(g: CaseYellow, kind: str) -> Net:
    """7.2b, R.7.2a.1: all links that the ground allows, open or not: over rivers at crossings only."""
    return net(g.scenario.links[kind])


@derived()
def rivers(g: CaseYellow) -> dict[int, HexSet]:
    return across(g.map, (side for side, river in enumerate(g.scenario.river) if river))


@derived(MARKERS)
def interdicted(g: CaseYellow) -> dict[int, HexSet]:
    return across(g.map, g.interdicted)


def supplied_hexes(g: CaseYellow, nation: str, kind: str) -> bytes:
    """7.2a: marks every hex from which a line leads to a source of a nation; 7.3a, R.7.3a.1: the Dutch are at home.

    7.2e: a line is traced from the unit to the source, which is not the same where one may leave ground that one may
    not enter: motorized units and marsh.
    """
    if nation == "dutch":
        return the_netherlands(g)
    side = Side.GERMAN if nation == "german" else Side.ALLIED
    return _supplied_hexes(g, nation, kind, open_hexes(g, side))


@derived()
def the_netherlands(g: CaseYellow) -> bytes:
    return column(country(g, "netherlands"), len(g.map))


@derived(CONTROL, MARKERS)
def _supplied_hexes(g: CaseYellow, nation: str, kind: str, passable: HexSet) -> bytes:
    side = Side.GERMAN if nation == "german" else Side.ALLIED
    return column(flood(reverse(lines(g, side, kind)), sources(g, nation), passable), len(g.map))


def sources(g: CaseYellow, nation: str) -> HexSet:
    """7.3b, 7.3c, 7.3d, 7.4: the supply sources of a nation that its side holds."""
    return all_sources(g, nation) & owned(g, Side.GERMAN if nation == "german" else Side.ALLIED)


@derived()
def all_sources(g: CaseYellow, nation: str) -> HexSet:
    table = g.scenario.sources
    ports = [h for h in g.scenario.ports if g.map.terrain[h] != "sea"]
    if nation == "german":
        return bits_of(table["german_city"]) & land(g)
    return bits_of({
        "belgian": table["belgian"],
        "british": (*table["west_edge"], *ports),
        "french": (*table["west_edge"], *table["south_edge"], *ports),
    }[nation])  # fmt: skip


def is_supplied(g: CaseYellow, u: Unit) -> bool:
    """7.1, R.7.3c.1: whether a unit has a Line of Supply now."""
    return bool(supplied_hexes(g, g.nation(u), g.scenario.movement_kind[u])[g.hex_of[u]])


def unsupplied(g: CaseYellow, units: Iterable[Unit]) -> set[Unit]:
    """7.1: those of some units that have no Line of Supply now; all of a nation that move alike share their lines."""
    alike: dict[tuple[str, str], list[Unit]] = {}
    for u in units:
        alike.setdefault((g.nation(u), g.scenario.movement_kind[u]), []).append(u)
    lines = ((supplied_hexes(g, *key), group) for key, group in alike.items())
    return {u for fed, group in lines for u in group if not fed[g.hex_of[u]]}


def hex_supplied(g: CaseYellow, nation: str, h: Hex) -> bool:
    """12.11e.los: whether a hex has a Line of Supply for a nation on foot."""
    return bool(supplied_hexes(g, nation, "foot")[h])


def line_of(g: CaseYellow, u: Unit) -> list[Hex]:
    """The supply line of a unit, to be shown on the map; empty if it has none."""
    nation, side = g.nation(u), g.side(u)
    if nation == "dutch":
        return [g.hex_of[u]]
    ends, passable, joined = sources(g, nation), open_hexes(g, side), lines(g, side, g.scenario.movement_kind[u])
    near = [members(next_to(joined, 1 << h)) for h in range(len(g.map))]
    return supply_line(near, g.hex_of[u], lambda h: bool(ends >> h & 1), lambda h: passable >> h & 1)


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
    depots = ((g.hex_of[d], figures[key]) for d, key in depots_of(g, Side.GERMAN))
    if any(ruhr[h] and traced(g, u, length) >> h & 1 for h, length in depots):
        return True
    return any(ruhr[h] for h in members(traced(g, u, figures["german_city"]) & sources(g, "german")))


def west_wall_supply(g: CaseYellow, u: Unit) -> bool:
    """7.8c: a West Wall Fortified Line hex within three hexes."""
    near = traced(g, u, g.scenario.tables["supply"]["west_wall"])
    wall = (h for h, fort in g.scenario.forts.items() if fort.line == "west_wall" and h not in g.destroyed)
    return any(near >> h & 1 for h in wall)


def to_ruhr(g: CaseYellow) -> bytes:
    """7.8a, 7.8b: marks on hexes joined to a Ruhr city by a Line of Supply, on wheels."""
    return _joined(g, Side.GERMAN, ("ruhr",), open_hexes(g, Side.GERMAN))


def to_edge(g: CaseYellow) -> bytes:
    """7.7d, 7.7e: marks on hexes joined to a West or South map edge hex by a Line of Supply, on wheels."""
    return _joined(g, Side.ALLIED, ("west_edge", "south_edge"), open_hexes(g, Side.ALLIED))


@derived(CONTROL, MARKERS)
def _joined(g: CaseYellow, side: Side, to: tuple[str, ...], passable: HexSet) -> bytes:
    ends = bits_of(h for word in to for h in g.scenario.sources[word])
    return column(flood(reverse(lines(g, side, "heavy")), ends & owned(g, side), passable), len(g.map))  # 7.2e


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
        near, ports = traced(g, u, figures["british_port"]), bits_of(g.scenario.ports)
        return bool(near & ports & owned(g, Side.ALLIED))
    near, edge = traced(g, u, figures["french_paris"]) & owned(g, Side.ALLIED), to_edge(g)
    return any(edge[p] and near >> p & 1 for p in g.scenario.paris)


def depot_in_reach(g: CaseYellow, u: Unit) -> list[Unit]:
    """7.7e, 7.7e.cutoff: the AG1 Attack Supply Unit, cut off or not, if a French or British unit can trace to it."""
    if g.nation(u) not in ("french", "british"):
        return []
    near = traced(g, u, g.scenario.tables["supply"]["fr_asu"])
    return [d for d, _ in depots_of(g, Side.ALLIED) if near >> g.hex_of[d] & 1]


def is_cut_off(g: CaseYellow, depot: Unit) -> bool:
    """7.7e.cutoff: whether the AG1 unit has no Line of Supply to an edge."""
    return not to_edge(g)[g.hex_of[depot]]


def depots_of(g: CaseYellow, side: Side) -> list[tuple[Unit, str]]:
    """7.9a: a side's Attack Supply Units on the map, with the word for their range."""
    return [(u, g.id(u).replace(".", "_")) for u in g.on_map(side) if g.is_supply_unit(u)]


def traced(g: CaseYellow, u: Unit, length: int) -> HexSet:
    """7.2e: hexes that a line from a unit gets to, counted from the first beyond it, the last included.

    7.2c: Flooded ones too, as the last.
    """
    side = g.side(u)
    links = lines(g, side, g.scenario.movement_kind[u])
    short = spread(links, 1 << g.hex_of[u], length - 1, open_hexes(g, side))
    return short | next_to(links, short) & open_ends(g, side)


def mark_attack_supply(g: CaseYellow, units: Sequence[Unit], lacking: Sequence[Unit]) -> None:
    """7.6e: No Attack Supply markers are laid and taken off at each check."""
    for u in units:
        status = g.status[u] | NO_ATTACK_SUPPLY if u in lacking else g.status[u] & ~NO_ATTACK_SUPPLY
        if status != g.status[u]:
            g.set_status(u, status)


# -- 2.4h communication


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKERS)
def in_communication(g: CaseYellow, side: Side) -> bytes:
    """2.4h, R.2.4h.1, 12.11d: marks on hexes joined to a West or South edge hex; an Allied line stays inside France.

    9.6, 9.5def, R.9.5def.1, R.9.6.1: an enemy zone in a vacant hex shuts it only if no zone of one's own contests it.
    """
    feared = barring(g, side, g.scenario.options["communication_zones"])
    passable = (country(g, "france") if side is Side.ALLIED else land(g)) & ~held(g, side.enemy) & ~feared
    table = g.scenario.sources
    edge = bits_of((*table["west_edge"], *table["south_edge"])) & owned(g, side)
    return column(flood(roads(g, side), edge, passable), len(g.map))


@derived(MARKERS)
def roads(g: CaseYellow, side: Side) -> Net:
    """2.2d.interdicted, 5.1c.effect: an interdicted crossing is of no use for a German line."""
    every, cut = adjacent(g), interdicted(g) if side is Side.GERMAN else {}
    up = tuple([(step, hexes & ~cut.get(step, 0)) for step, hexes in every.up])
    return Net(up, tuple([(step, hexes & ~cut.get(-step, 0)) for step, hexes in every.down]))
