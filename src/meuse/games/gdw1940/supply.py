"""8: supply."""

from __future__ import annotations

from meuse.counters import SIDES, Side, Unit
from meuse.games.gdw1940.board import POLITICS, PRESENCE, UNSUPPLIED, Gdw1940
from meuse.games.gdw1940.neutrals import cities_of, major_cities
from meuse.hexmap import Hex
from meuse.mechanics.hexsets import Net, bits, bits_of, flood, net
from meuse.mechanics.supply import Links, supply_line
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived


def judge_supply(g: Gdw1940) -> None:
    """8.judged: all units of both sides, at the start of an impulse, for the whole impulse."""
    without = unsupplied(g)
    for u in [u for side in SIDES for u in g.on_map(side)]:
        if (u in without) != bool(g.status[u] & UNSUPPLIED):
            g.set_status(u, g.status[u] ^ UNSUPPLIED)
            text = f"{g.name(u)} is {'out of' if u in without else 'back in'} supply"
            g.emit("supply", text, "8.judged", units=(g.id(u),), at=(g.map.labels[g.hex_of[u]],))


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, POLITICS)
def unsupplied(g: Gdw1940) -> set[Unit]:
    """8.judged: all units without supply; units of a nation that move in the same way share their lines."""
    cut_off: set[Unit] = set()
    for (nation, kind), units in _by_nation_and_kind(g).items():
        if g.in_play(units[0]):
            reached = supplied_hexes(g, nation, kind)
            cut_off.update([u for u in units if not reached >> g.hex_of[u] & 1])
    return {u for u in cut_off if not in_maginot(g, u)}


@derived(PRESENCE)
def _by_nation_and_kind(g: Gdw1940) -> dict[tuple[str, str], list[Unit]]:
    found: dict[tuple[str, str], list[Unit]] = {}
    for u in (*g.on_map(Side.GERMAN), *g.on_map(Side.ALLIED)):
        found.setdefault((g.counter(u).nation, g.movement_kind(u)), []).append(u)
    return found


def is_supplied(g: Gdw1940, u: Unit) -> bool:
    """11.withdraw: whether a unit has a line as the board stands now; R.8.judged.2: units of a neutral lack nothing."""
    return u not in unsupplied(g)


def in_maginot(g: Gdw1940, u: Unit) -> bool:
    """10.maginot.supply: Allied units in Maginot Line hexes are always supplied."""
    return g.scenario.side_of[u] is Side.ALLIED and g.hex_of[u] in maginot_hexes(g)


@derived()
def maginot_hexes(g: Gdw1940) -> frozenset[Hex]:
    """10.maginot.what: the hexes to which major fortification hexsides belong."""
    return frozenset(f.of for side in g.map.sides for f in side.features if f.kind == "maginot")


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, POLITICS)
def supplied_hexes(g: Gdw1940, nation: str, kind: str) -> int:
    """8.line: every hex of the path is friendly territory. A number with a bit for each hex."""
    side = Side.GERMAN if nation == "german" else Side.ALLIED
    return flood(_net(g, side, kind), bits_of(sources(g, nation)), open_hexes(g, side, kind))


@derived()
def _net(g: Gdw1940, side: Side, kind: str) -> Net:
    return net(links(g, side, kind))


def line_of(g: Gdw1940, u: Unit) -> list[Hex]:
    """The supply line of a unit, to be shown on the map; empty if it has none."""
    nation, kind = g.counter(u).nation, g.movement_kind(u)
    side = g.scenario.side_of[u]
    ends, passable = set(sources(g, nation)), open_hexes(g, side, kind)
    return supply_line(links(g, side, kind), g.hex_of[u], ends.__contains__, lambda h: passable >> h & 1)


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, POLITICS)
def open_hexes(g: Gdw1940, side: Side, kind: str) -> int:
    """8.line, 8.source.captured: friendly territory; 8.line.zoc, 4.supply: on foot no enemy zone but under a friend."""
    if kind == "motorized":
        return friendly_hexes(g, side)
    return friendly_hexes(g, side) & ~(bits(g.zones(side.enemy)) & ~bits(g.held(side)))


@derived(CONTROL)
def friendly_hexes(g: Gdw1940, side: Side) -> int:
    """5.priority: the friendly territory of a side, as a number with a bit for each hex."""
    return bits(g.control.translate(_OWNED[side]))


_OWNED = tuple(bytes(owner == side + 1 for owner in range(256)) for side in SIDES)


@derived()
def links(g: Gdw1940, side: Side, kind: str) -> Links:
    """8.line.terrain: not through what the unit could not move through; R.8.line.1: Allied lines may cross the sea."""
    by_land = [[n for n, _ in exits] for exits in g.scenario.ways[kind]]
    if side is Side.GERMAN:
        return by_land
    by_sea = g.scenario.ways[f"{kind} by sea"]
    return [[*near, *(n for n, _ in by_sea[h])] for h, near in enumerate(by_land)]


@derived()
def sources(g: Gdw1940, nation: str) -> tuple[Hex, ...]:
    """R.8.line.1: by nationality; R.8.source.belgian.1: neutrals that joined may use the French ones too."""
    regions = g.map.regions
    french = [*regions["west-edge"].hexes, *(place.hex for place in g.map.with_kind("paris"))]
    if nation == "german":  # 8.source.german
        found = [*regions["east-edge"].hexes, *major_cities(g, "germany")]
    elif nation in ("french", "british"):  # 8.source.french_british
        found = french
    elif nation == "swiss":  # 8.source.swiss
        found = [*cities_of(g, "switzerland"), *regions["east-edge-swiss"].hexes, *regions["south-edge-swiss"].hexes]
    else:  # 8.source.belgian, 8.source.dutch
        home = {"belgian": "belgium", "dutch": "holland"}[nation]
        found = [*major_cities(g, home), *french]
    return tuple(sorted(set(found)))
