"""5: zones of control."""

from __future__ import annotations

from meuse.counters import Side, Unit
from meuse.games.france40.board import FULL_RETREAT, TRAIN, France40
from meuse.games.france40.terrain import ground
from meuse.hexmap import Hex
from meuse.mechanics import zoc
from meuse.state import OWN, derived


def has_zone(g: France40, u: Unit) -> bool:
    """5.1.2: HQs and Forts have none; 5.3: nor have entrained units, those in Full Retreat and those in an Entry Hex.

    13.2e, 18.4e, 21.2.2: Disrupted, Out of Supply, GQG and Halt! units keep theirs; 22.9c: a Zero-Strength Remnant has
    none.
    """
    if g.status[u] & (FULL_RETREAT | TRAIN) or g.counter(u).kind in ("hq", "fort"):
        return False
    return not g.zero(u) and bool(g.scenario.playable[g.hex_of[u]])


@derived(OWN)
def zoned(g: France40, side: Side) -> tuple[Unit, ...]:
    """5.1.2, 5.3: the units of a side that have a zone."""
    return tuple([u for u in g.on_map(side) if has_zone(g, u)])


@derived(OWN)
def zones(g: France40, side: Side) -> bytearray:
    """5.1.1a: by how many hexes of a side each hex is covered."""
    return zoc.zones(len(g.map), ground(g).spread, {g.hex_of[u] for u in zoned(g, side)})


@derived(OWN)
def beside(g: France40, side: Side) -> bytearray:
    """7.3b: how many hexes with units of a side, of whatever state, lie next to each hex.

    R.7.3b.1: HQs and Zero-Strength Remnants alone in a hex do not count; 19.4.2d: nor units in an Entry Hex.
    """
    holders = {g.hex_of[u] for u in g.on_map(side) if not g.hq(u) and not g.zero(u) and in_play(g, u)}
    return zoc.zones(len(g.map), g.map.adjacent, holders)


@derived(OWN)
def blocked(g: France40, side: Side) -> bytes:
    """7.1d: marks the hexes that units of a side keep the enemy out of.

    17.1.4b, 22.9c, R.17.1.4b.1: HQs and Zero-Strength Remnants alone in their hex do not.
    """
    marks = bytearray(len(g.map))
    for u in g.on_map(side):
        if not (g.hq(u) or g.zero(u)) or not in_play(g, u):
            marks[g.hex_of[u]] = 1
    return bytes(marks)


def in_play(g: France40, u: Unit) -> bool:
    """Whether a unit stands on the playing area."""
    return bool(g.scenario.playable[g.hex_of[u]])


def sources(g: France40, side: Side, h: Hex) -> tuple[str, ...]:
    """The hexes of a side whose zones cover a hex, as causes of a refusal."""
    holders = sorted({g.hex_of[u] for u in zoned(g, side)})
    return tuple(g.map.labels[holder] for holder in zoc.sources_of(g.map, ground(g).spread, holders, h))
