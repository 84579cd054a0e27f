"""15: lines of communication, judged at the moment they matter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meuse.counters import Side, Unit
from meuse.games.manstein.board import HOME, LANDED, MARKS, Manstein, controls, feared, held
from meuse.hexmap import Hex
from meuse.mechanics.reach import union
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived

FAR = 255
"""No line at all."""


def is_supported(g: Manstein, u: Unit) -> bool:
    """15.0a, 15.4b: whether a unit can trace a line of communication now (15.1a); 15.2d: a French one by a port."""
    return always_supported(g, u) or has_line(g, u) or by_port(g, u)


def is_sustained(g: Manstein, u: Unit) -> bool:
    """26.1, R.26.1.1, 18.3: supported for movement and combat, by air as well; not for railways and refits."""
    return bool(g.status[u] & LANDED) or by_air(g, u) or is_supported(g, u)


def unsupported(g: Manstein, units: Iterable[Unit]) -> list[Unit]:
    """15.5b, 15.5c: the units of one battle that are not supported.

    R.15.2d.1: of the French units that have only a port, one may use it; which of them does not matter here.
    """
    bare = [u for u in units if not (g.status[u] & LANDED or by_air(g, u) or always_supported(g, u) or has_line(g, u))]
    port = next((u for u in bare if by_port(g, u)), None)
    return [u for u in bare if u != port]


def is_cut_off(g: Manstein, u: Unit) -> bool:
    """15.4c: all six neighbours are enemy-held, in enemy zones, sea, or off the map of play; R.15.4c.2: not Swiss.

    Never a unit supported without a line, as after a landing (18.3) or from the air (26.1, R.26.1.1), nor the
    British in a port that works.
    """
    h, side = g.hex_of[u], g.side(u)
    in_port = g.counter(u).nation == "british" and h in g.scenario.ports and h not in g.bombed
    if in_port or g.status[u] & LANDED or by_air(g, u) or always_supported(g, u):
        return False
    shut, enemies = feared(g, side), held(g, side.enemy)
    near = (n for n in g.map.adjacent[h] if n not in g.scenario.closed or g.map.terrain[n] == "switzerland")
    return all(shut[n] or enemies[n] for n in near)


def always_supported(g: Manstein, u: Unit) -> bool:
    """15.0b: static units, logistics units, all but ground units, and units on a depot of their own."""
    counter = g.counter(u)
    if not counter.is_ground or counter.is_static or counter.kind == "logistics" or g.hex_of[u] < 0:
        return True
    return g.hex_of[u] in sources(g, counter.nation)


def has_line(g: Manstein, u: Unit) -> bool:
    """15.1b, 15.1d: a line as long as the movement factor, to a source or to a logistics unit that has one (15.2b)."""
    counter, h = g.counter(u), g.hex_of[u]
    length = counter.movement
    return source_lines(g, counter.nation)[h] <= length or relay_lines(g, counter.nation)[h] <= length


def by_port(g: Manstein, u: Unit) -> bool:
    """15.2d: one French unit may trace to a Channel port, but not through a logistics unit.

    R.15.4c.1: in a port that is shut in it is cut off, and so unsupported.
    """
    counter = g.counter(u)
    if counter.nation != "french" or source_lines(g, "british")[g.hex_of[u]] > counter.movement:
        return False
    return not is_cut_off(g, u)


def by_air(g: Manstein, u: Unit) -> bool:
    """26.1: the airlift supplies German units in its hex and next to it, whatever lies between."""
    if not g.option("26") or g.side(u) is not Side.GERMAN or g.hex_of[u] < 0:
        return False
    lifts = (v for v in g.scenario.units_of[Side.GERMAN] if g.counter(v).kind == "airlift" and g.hex_of[v] >= 0)
    return any(g.map.distance(g.hex_of[v], g.hex_of[u]) <= 1 for v in lifts)


# -- sources


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS)
def sources(g: Manstein, nation: str) -> frozenset[Hex]:
    """15.2a, 15.2c, 15.2e: the depots of a nation that work, or the Channel ports of the British.

    3.7e, R.3.7e.1: those of a country that has surrendered do not work; 3.7f: its ports do; 22.4c: no bombed one does.
    """
    side = Side.GERMAN if nation == "german" else Side.ALLIED
    if nation == "british":
        places: Iterable[Hex] = g.scenario.ports
    elif nation in g.surrendered:
        places = ()
    else:
        places = g.scenario.depots.get(HOME[nation], ())
    return frozenset(h for h in places if h not in g.bombed and controls(g, side, h))


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS)
def source_lines(g: Manstein, nation: str) -> bytes:
    """How many hexes from each hex a line to the nearest source takes."""
    side = Side.GERMAN if nation == "german" else Side.ALLIED
    return lines(g, side, sorted(sources(g, nation)))


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS)
def relay_lines(g: Manstein, nation: str) -> bytes:
    """15.2b, 15.3a, 15.3b, 15.3c: how many hexes from each hex a line to a logistics unit with a source takes."""
    side = Side.GERMAN if nation == "german" else Side.ALLIED
    direct = source_lines(g, nation)
    relays = {g.hex_of[u] for u in logistics_units(g, nation) if direct[g.hex_of[u]] <= g.counter(u).movement}
    return lines(g, side, sorted(relays))


def logistics_units(g: Manstein, nation: str) -> list[Unit]:
    """15.3b, 15.3c: those of its own nation; R.15.3a.1: mobile supply units are the same."""
    side = Side.GERMAN if nation == "german" else Side.ALLIED
    return [u for u in g.on_map(side) if g.counter(u).kind == "logistics" and g.counter(u).nation == nation]


def lines(g: Manstein, side: Side, starts: Sequence[Hex]) -> bytes:
    """15.1e, 15.1f, 7.2g: lengths of lines into these hexes; none passes the enemy or enters his zones.

    Lines are followed from the source outward: a closed hex gets its length, since a line may lead out of it, but is
    not passed. 16.8c: air zones do not matter.
    """
    shut, links = union(feared(g, side), held(g, side.enemy)), g.scenario.links
    length = bytearray([FAR]) * len(g.map)
    edge = list(starts)
    for h in edge:
        length[h] = 0
    for further in range(1, longest_line(g) + 1):
        following = []
        for h in edge:
            if not shut[h]:
                for n in links[h]:
                    if length[n] == FAR:
                        length[n] = further
                        following.append(n)
        edge = following
    return bytes(length)


@derived()
def longest_line(g: Manstein) -> int:
    """15.1b: no line is longer than the largest movement factor."""
    return max(counter.movement for counter in g.scenario.counters)


def towards(g: Manstein, u: Unit) -> tuple[Hex, ...]:
    """R.11.1b.1: the sources that a unit could use: depots or ports, and logistics units of its nation."""
    counter = g.counter(u)
    found = set(sources(g, counter.nation))
    if counter.kind != "logistics":
        found |= {g.hex_of[v] for v in logistics_units(g, counter.nation)}
    if counter.nation == "french":
        found |= sources(g, "british")
    return tuple(sorted(found))
