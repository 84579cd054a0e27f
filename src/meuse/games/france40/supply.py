"""18.1 to 18.3: supply, its sources, and lines of supply."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import msgspec

from meuse.counters import SIDES, Side, Unit
from meuse.games.france40.board import France40
from meuse.games.france40.bonds import bonds
from meuse.games.france40.terrain import ground
from meuse.games.france40.zones import zones
from meuse.hexmap import Hex
from meuse.mechanics.hexsets import Net, bits, bits_of, flood, net
from meuse.mechanics.supply import Links, supply_line
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived

CLOSED, OPEN, CONTESTED = 0, 1, 2
"""What a hex is to an overland line; two CONTESTED hexes in a row are not allowed (18.3.2e)."""

CITIES_FOR_SUPPLY = 3
"""18.2b."""


def in_supply(g: France40, u: Unit) -> bool:
    """18.1a: whether a unit can trace to a Supply Source at this moment."""
    return g.hex_of[u] >= 0 and supplied_at(g, u, g.hex_of[u])


def supplied_at(g: France40, u: Unit, h: Hex) -> bool:
    """12.1.3d: whether a unit would be in supply in a hex. 22.4.3: all Allied nations use the same sources."""
    side = g.scenario.side_of[u]
    if _reaches(g, side, (), h):
        return True
    return side is Side.ALLIED and len(cities_in_reach(g, h)) >= CITIES_FOR_SUPPLY


def traces_to(g: France40, u: Unit, areas: tuple[str, ...]) -> bool:
    """17.2.1: whether a unit can trace a Line of Supply to an Entry Hex of these areas."""
    return _reaches(g, g.scenario.side_of[u], areas, g.hex_of[u])


def line_from(g: France40, side: Side, h: Hex, areas: tuple[str, ...] = ()) -> bool:
    """21.7.1d, 21.7.2a: whether a Line of Supply leads from a hex to these areas, or to any source of the side."""
    return not g.held(side.enemy)[h] and _reaches(g, side, areas, h)


def sources(g: France40, side: Side, turn: int) -> frozenset[Hex]:
    """18.2a, R.18.2a.1: the Supply Sources of a side."""
    regions = g.map.regions
    if g.scenario.dynamo and side is Side.GERMAN:  # 22.1c
        return frozenset(h for name in ("east", "south") for h in regions[name].hexes if g.scenario.playable[h])
    if g.scenario.dynamo:  # 22.1d
        return frozenset(p.hex for p in g.map.with_kind("port") if g.controls(Side.ALLIED, p.hex))
    return _entries(g, side, g.scenario.areas_of[side], turn)  # 21.1d, 21.1e


def _entries(g: France40, side: Side, areas: tuple[str, ...], turn: int) -> frozenset[Hex]:
    """The Entry Hexes of some areas that are a side's own; R.21.1d.1: on the north edge not before their turn."""
    return frozenset(
        h for area in areas for h in g.scenario.entry_hexes[area] if g.controls(side, h) and opened(g, h) <= turn
    )


def opened(g: France40, h: Hex) -> int:
    """19.3.2: the turn printed in an Entry Hex; 1 where none is."""
    return _openings(g).get(h, 1)


@derived()
def _openings(g: France40) -> dict[Hex, int]:
    regions = (r for r in g.map.regions.values() if r.kind == "opening")
    return {h: int(region.id.rpartition("_")[2]) for region in regions for h in region.hexes}


# -- 18.3: lines


class Passage(msgspec.Struct, frozen=True):
    """Where a side's lines may go: by hex for overland and road portions; steps that enemy bonds close."""

    overland: bytearray
    road: bytearray
    barred: frozenset[tuple[Hex, Hex]]
    closing: dict[int, int]
    """The barred steps reversed, for `net`: by distance, a bit for each hex that they begin in."""

    def without_barred(self, links: Net) -> Net:
        """Links that are followed from the sources outward, without those over which lines would take a barred step."""
        return Net(
            tuple((step, hexes & ~self.closing.get(step, 0)) for step, hexes in links.up),
            tuple((step, hexes & ~self.closing.get(-step, 0)) for step, hexes in links.down),
        )


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL)
def passage(g: France40, side: Side) -> Passage:
    """18.3.2c, 18.3.3b: no enemy units; 18.3.2d, 18.3.3e, 6.2d: no bonds; 18.3.2f, 18.3.3d, 18.3.4b: no enemy Cities.

    18.3.2e: overland no uncontested enemy zone; 18.3.3c: by road no enemy zone at all. A friend in the hex negates it
    (5.4), and the tracing unit's own zone contests (R.18.3.2e.1).
    """
    mine, found = g.held(side), bonds(g, side.enemy)
    passable, owned = _ground_for_lines(g)
    # The columns hold 0 and 1 by hex, so whole columns can be combined as numbers.
    held, feared = _number(mine, _ANY), _number(zones(g, side.enemy), _ANY)
    passable &= ~_number(g.held(side.enemy), _ANY) & ~(owned & ~_number(g.control, _OWNED[side]))
    free = passable & (held | ~feared)
    contested = passable & feared & ~held & _number(zones(g, side), _ANY)
    road = bytearray(free.to_bytes(len(g.map), "little"))
    overland = bytearray((free * OPEN + contested * CONTESTED).to_bytes(len(g.map), "little"))
    for h in found.hexes:
        if not mine[h]:
            overland[h] = road[h] = CLOSED
    barred = [step for step, over in found.steps.items() if any(not mine[f] for bond in over for f in bond.through)]
    closing: dict[int, int] = {}
    for a, b in barred:
        closing[a - b] = closing.get(a - b, 0) | 1 << b
    return Passage(overland, road, frozenset(barred), closing)


@derived()
def _ground_for_lines(g: France40) -> tuple[int, int]:
    """The hexes that lines may enter by terrain, and those that belong to one of the sides, as numbers."""
    land = bytes(bool(ok) and t != "half_hex" for ok, t in zip(ground(g).land, g.map.terrain, strict=True))
    owned = bytes(terrain in ("city", "entry") for terrain in g.map.terrain)
    return int.from_bytes(land, "little"), int.from_bytes(owned, "little")


def _number(column: bytes | bytearray, marks: bytes) -> int:
    """A column as a number, each hex a 1 where `marks` has one for its value."""
    return int.from_bytes(column.translate(marks), "little")


_ANY = bytes([0] + [1] * 255)
_OWNED = tuple(bytes(owner == side + 1 for owner in range(256)) for side in SIDES)


def _reaches(g: France40, side: Side, areas: tuple[str, ...], start: Hex) -> bool:
    """18.3.1: whether a line leads from a hex to the sources (of these areas, if any are given).

    18.3.2a, R.18.3.1.1: the overland portion ends with its fifth hex in a road hex or in the source itself.
    """
    found = _joined(g, side, areas, g.turn)
    if found.reached >> start & 1:
        return True
    return any(found.passing >> h & 1 for h in overland(g, side, start, {}))


def line_of(g: France40, u: Unit) -> list[Hex]:
    """18.3.1: the line of a unit to a source, to be shown on the map; empty if there is none."""
    side, start = g.scenario.side_of[u], g.hex_of[u]
    ways, joined, before = passage(g, side), _joined(g, side, (), g.turn), dict[Hex, Hex]()
    marks = joined.passing | joined.reached & 1 << start
    road = next((h for h in overland(g, side, start, before) if marks >> h & 1), None)
    if road is None:
        return []
    line = [road]
    while line[-1] != start:
        line.append(before[line[-1]])
    ends = sources(g, side, g.turn)
    is_open = joined.passing
    return line[::-1] + supply_line(_open_roads(g, ways), road, ends.__contains__, lambda h: is_open >> h & 1)[1:]


def _open_roads(g: France40, ways: Passage) -> Links:
    return [[n for n in near if (h, n) not in ways.barred] for h, near in enumerate(ground(g).roads)]


class Joined(msgspec.Struct, frozen=True):
    """18.3.3a: the sources, and the road hexes from which an open road leads to one, as numbers with a bit for each.

    A unit may stand where a line may not pass, so `reached` extends one step beyond `passing`.
    """

    reached: int
    passing: int


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL)
def _joined(g: France40, side: Side, areas: tuple[str, ...], turn: int) -> Joined:
    """R.18.3.3c.1: no zone reaches into an Entry Hex."""
    ways, ends = passage(g, side), bits_of(_entries(g, side, areas, turn) if areas else sources(g, side, turn))
    road = bits(ways.road)
    passable = road & bits(g.scenario.playable)
    reached = flood(ways.without_barred(_road_net(g)), ends, road & ends | passable)
    passing = ends & bits(ways.overland) | reached & passable
    return Joined(reached | passing, passing)


@derived()
def _road_net(g: France40) -> Net:
    return net(ground(g).roads)


def has_long_line(g: France40, u: Unit) -> bool:
    """18.5.1c, 21.7.1b: whether an overland line of any length leads to a source; R.18.5.1c.1: or to three Cities."""
    side = g.scenario.side_of[u]
    reached = traced(g, side, g.hex_of[u])
    if not reached.isdisjoint(sources(g, side, g.turn)):
        return True
    return side is Side.ALLIED and len(reached & g.scenario.cities) >= CITIES_FOR_SUPPLY


def traced(g: France40, side: Side, start: Hex) -> set[Hex]:
    """18.5.1c: all hexes to which an overland line of any length leads from a hex, itself among them."""
    ways, lengths = passage(g, side), overland_steps(g)
    reached = {start}
    queue = deque([start])
    while queue:
        h = queue.popleft()
        if h != start and not g.scenario.playable[h]:
            continue
        for n, _ in lengths[h]:
            if n in reached or not _may_step(ways, start, h, n):
                continue
            reached.add(n)
            queue.append(n)
    return reached


def _may_step(ways: Passage, start: Hex, h: Hex, n: Hex) -> bool:
    """18.3.2e: whether an overland line may continue from h to n; the start holds a friend, so no zone counts there."""
    if not ways.overland[n] or (h, n) in ways.barred:
        return False
    return ways.overland[n] != CONTESTED or h == start or ways.overland[h] != CONTESTED


@derived()
def overland_steps(g: France40) -> tuple[tuple[tuple[Hex, int], ...], ...]:
    """18.3.2b: for each hex its land neighbours; 18.3.2a: Wooded Rough and Marsh off the road count twice."""
    table, map = ground(g), g.map
    return tuple(
        tuple(
            (n, 2 if table.restricted[n] and n not in table.roads[h] else 1)
            for n in near
            if table.land[n] and not map.has(h, n, "sea_or_tidal")
        )
        for h, near in enumerate(map.adjacent)
    )


# -- 18.2b: three Cities


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, keep=256)
def cities_in_reach(g: France40, start: Hex) -> frozenset[Hex]:
    """18.2b, R.18.2b.1: the Allied City hexes to which a line leads from a hex; its own counts, each one of a city."""
    ways, table = passage(g, Side.ALLIED), ground(g)
    near = set(overland(g, Side.ALLIED, start, {}))
    nets, cities_of = _road_nets(g)
    found = {h for h in near if h in g.scenario.cities and g.controls(Side.ALLIED, h)}
    on_road = {nets[h] for h in near}
    on_road |= {nets[n] for n in table.roads[start] if (start, n) not in ways.barred}
    for number in on_road - {0}:
        found |= cities_of[number]
    return frozenset(found)


def overland(g: France40, side: Side, start: Hex, before: dict[Hex, Hex]) -> Iterator[Hex]:
    """18.3.2a: the hexes that an overland portion from a hex can end in, itself first; `before` gets their ways."""
    ways, limit, lengths = passage(g, side), g.scenario.tables["isolation"]["overland"], overland_steps(g)
    best = {start: 0}
    layers: list[list[Hex]] = [[start], *([] for _ in range(limit + 2))]
    for length in range(limit + 1):
        for h in layers[length]:
            if best[h] < length:
                continue
            yield h
            if h != start and not g.scenario.playable[h]:
                continue
            for n, cost in lengths[h]:
                far = length + cost
                if far <= limit and far < best.get(n, limit + 1) and _may_step(ways, start, h, n):
                    best[n] = far
                    before[n] = h
                    layers[far].append(n)


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL)
def _road_nets(g: France40) -> tuple[list[int], list[frozenset[Hex]]]:
    """The roads open to Allied lines, as nets: for each hex the number of its net (0: none), for each its Cities."""
    ways, roads = passage(g, Side.ALLIED), ground(g).roads
    nets, cities_of = [0] * len(g.map), [frozenset[Hex]()]
    for first in range(len(g.map)):
        if nets[first] or not ways.road[first] or not roads[first] or not g.scenario.playable[first]:
            continue
        members = _net(g, ways, first, nets, len(cities_of))
        cities_of.append(frozenset(h for h in members if h in g.scenario.cities))
    return nets, cities_of


def _net(g: France40, ways: Passage, first: Hex, nets: list[int], number: int) -> list[Hex]:
    roads = ground(g).roads
    nets[first] = number
    members = [first]
    for h in members:
        for n in roads[h]:
            if not nets[n] and ways.road[n] and g.scenario.playable[n] and (h, n) not in ways.barred:
                nets[n] = number
                members.append(n)
    return members
