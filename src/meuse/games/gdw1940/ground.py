"""6: the board as movement finds it: marks on the hexes where the rules must be asked; elsewhere the way is open."""

from __future__ import annotations

import msgspec

from meuse.counters import Side, Unit
from meuse.games.gdw1940 import command
from meuse.games.gdw1940.board import DISRUPTED, DISRUPTION, POLITICS, Gdw1940
from meuse.games.gdw1940.neutrals import closed_countries
from meuse.hexmap import Hex
from meuse.mechanics.reach import union
from meuse.state import derived


class Ground(msgspec.Struct, frozen=True):
    """The board as units of one kind find it: marks by hex.

    `feared`: enemy zones and interdiction; `limits`: where a unit's own limits could keep it out (closed countries,
    boundaries, directions); `shaken`: with a friendly disrupted unit; `special`: any of these, units, or the sea.
    """

    enemies: bytes
    feared: bytes
    limits: bytes
    shaken: frozenset[Hex]
    special: bytes


FREE_ON_TURN_0 = -1
"""Stands for the army group of the Swiss Border Reserve, which no direction binds on turn 0 (18.swiss_border)."""


def ground_of(g: Gdw1940, u: Unit) -> Ground:
    """The ground for a unit; units of a nation that are bound to the same area find the same.

    What the side itself does changes it only by disruption: so only then it is looked at.
    """
    counter, stamps = g.scenario.counters[u], g.stamps
    if counter.side is Side.GERMAN:
        return _ground(g, Side.GERMAN, "de.Geb" if counter.id == "de.Geb" else "german", 0, stamps[Side.ALLIED])
    free = counter.pool == "swiss_border" and g.turn == 0
    group = FREE_ON_TURN_0 if free else command.bound_to(g, counter.army) if counter.army else 0
    return _ground(g, Side.ALLIED, counter.nation, group, stamps[Side.GERMAN])


@derived(DISRUPTION, POLITICS)
def _ground(g: Gdw1940, side: Side, nation: str, group: int, enemy_stamp: int) -> Ground:
    closed = closed_countries(g, nation) if side is Side.ALLIED else frozenset()
    limits = _limits(g, side, nation, group, closed)
    enemies, feared, shaken, busy = _troubled(g, side, enemy_stamp)
    return Ground(enemies, feared, limits, shaken, union(busy, limits))


@derived(DISRUPTION, POLITICS)
def _troubled(g: Gdw1940, side: Side, enemy_stamp: int) -> tuple[bytes, bytes, frozenset[Hex], bytes]:
    enemies, marked = bytes(g.held(side.enemy)), g.interdicted[side.enemy]
    feared = union(g.zones(side.enemy), _marks(g, marked)) if marked else bytes(g.zones(side.enemy))
    shaken = frozenset(g.hex_of[v] for v in g.on_map(side) if g.status[v] & DISRUPTED)
    crossed = g.scenario.sea_shores if side is Side.ALLIED else frozenset()
    return enemies, feared, shaken, union(enemies, feared, _marks(g, shaken | crossed))


@derived(POLITICS)
def _limits(g: Gdw1940, side: Side, nation: str, group: int, closed: frozenset[str]) -> bytes:
    """The hexes that the limits of a nation, of an army group's area, or of turn 0 could close."""
    country = g.map.country
    if side is Side.GERMAN:
        abroad = {h for h, of in enumerate(country) if of != "germany" and nation == "de.Geb"}
        return _marks(g, frozenset(abroad | {h for h in g.scenario.intrinsic if h not in g.destroyed}))
    if g.turn == 0 and group != FREE_ON_TURN_0:
        return b"\x01" * len(g.map)
    area = g.map.regions[f"allied-{group}"].hexes if group > 0 else None
    barred = {h for h, of in enumerate(country) if of in closed or (area is not None and h not in area)}
    return _marks(g, frozenset(barred))


def _marks(g: Gdw1940, hexes: frozenset[Hex]) -> bytes:
    found = bytearray(len(g.map))
    for h in hexes:
        found[h] = 1
    return bytes(found)
