"""What keeps units from moving, or from moving far: their state (13, 18.4), their markers (21.2, 21.3), their orders
(16.4, 22.7), the edge of the map (19.4), the Belgian frontier (22.4)."""

from __future__ import annotations

from typing import NamedTuple

from meuse.counters import Side, Unit
from meuse.games.france40 import dynamo
from meuse.games.france40.board import (
    AUTO_DS,
    DISRUPTED,
    MOVED,
    OUT_OF_SUPPLY,
    RAILED,
    TRAIN,
    USED,
    France40,
)
from meuse.games.france40.terrain import ground
from meuse.games.france40.zones import zones
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.reach import union
from meuse.state import CONTROL, derived

Party = tuple[Unit, ...]


def tactical_only(g: France40, u: Unit) -> bool:
    """Whether a unit moves two hexes at most; `why_not_farther` says why."""
    status = g.status[u]
    if status & (DISRUPTED | OUT_OF_SUPPLY) or g.under[u]:
        return True
    return g.hq(u) and not status & USED


def why_not_farther(g: France40, party: Party) -> Refusal | None:
    """Why a party moves two hexes at most, by the first of its units that only has Tactical Movement."""
    u = next((u for u in party if tactical_only(g, u)), None)
    return None if u is None else _why_not_farther(g, u)


def _why_not_farther(g: France40, u: Unit) -> Refusal:
    """13.2a, 18.4a, 21.2.1b, 21.3.3b; 17.1.3, R.17.1.3.1: an HQ that is Ready, even in Full Retreat."""
    name, status = g.name(u), g.status[u]
    if status & DISRUPTED:
        return Refusal("13.2a", f"{name} is Disrupted and moves two hexes at most")
    if status & OUT_OF_SUPPLY:
        return Refusal("18.4a", f"{name} is marked Out of Supply and moves two hexes at most")
    if g.under[u]:
        rule, marker = ("21.3.3b", "Halt!") if g.scenario.side_of[u] is Side.GERMAN else ("21.2.1b", "GQG")
        return Refusal(rule, f"{name} is under a {marker} marker and moves two hexes at most")
    return Refusal("17.1.3", f"{name} is Ready and moves two hexes at most; turned to Used, it can move farther")


def why_not_move(g: France40, u: Unit) -> Refusal | None:
    """Why a unit cannot move on the ground at all."""
    status = g.status[u]
    if g.fort(u):
        return Refusal("16.1a", f"{g.name(u)} is a Fort and cannot move")
    if u in g.frozen:
        return Refusal("16.4b", f"{g.name(u)} cannot move until a German unit comes within two hexes")
    if status & AUTO_DS:
        return Refusal("7.7c", f"{g.name(u)} has already taken part in an Automatic DS")
    if status & (TRAIN | RAILED):
        return Refusal("7.6.1e", f"{g.name(u)} is entrained and moves only by rail")
    if status & MOVED:
        return Refusal("7.1a", f"{g.name(u)} has already moved this phase")
    if g.hex_of[u] in g.scenario.entry_of and in_enemy_entry(g, u):
        return Refusal("19.4.2a", f"{g.name(u)} keeps an Entry Hex closed and stays there")
    return dynamo.why_not_move(g, u) if g.scenario.dynamo else None


def in_enemy_entry(g: France40, u: Unit) -> bool:
    """19.4.2a: whether a unit has left the map through an Entry Hex of the enemy."""
    areas = g.scenario.entry_of.get(g.hex_of[u])
    return areas is not None and areas[0] in g.scenario.areas_of[g.scenario.side_of[u].enemy]


def why_not_enter(g: France40, party: Party, a: Hex, b: Hex) -> Refusal | None:
    """Why a party may not step into a hex whatever it could spend: the map edge and the Belgian frontier."""
    if not g.scenario.playable[b]:
        return why_not_over_edge(g, party, a, b)
    if g.scenario.dynamo:
        for u in party:
            if dynamo.closed_to(g, u, b):
                return Refusal("22.4.2", f"{g.name(u)} may not enter France", (g.map.labels[b],))
    return None


def why_not_over_edge(g: France40, party: Party, a: Hex, b: Hex) -> Refusal | None:
    """19.4.1a, 22.7g: Entry Hexes are not played in; 19.4.2a: leaving through an enemy one can close it."""
    there = g.map.labels[b]
    if g.scenario.dynamo:
        return Refusal("22.7g", f"{there} is a half hex at the map edge, where reinforcements arrive", (there,))
    mine = g.scenario.areas_of[g.scenario.side_of[party[0]]]
    if g.scenario.entry_of[b][0] in mine or not g.scenario.playable[a]:
        return Refusal("19.4.1a", f"{there} is an Entry Hex, which units in play do not enter", (there,))
    return None


def why_not_flee_to(g: France40, party: Party, b: Hex) -> Refusal | None:
    """13.3.2b: in Full Retreat not into enemy zones, unless a friend in a better state is there, nor enemy Cities."""
    side, there = g.scenario.side_of[party[0]], g.map.labels[b]
    if b in g.scenario.cities and not g.controls(side, b):
        return Refusal("13.3.2b", f"{there} is an enemy City", (there,))
    if not zones(g, side.enemy)[b] or any(not g.full_retreat(u) for u in g.units_in(b, side) if u not in party):
        return None
    return Refusal("13.3.2b", f"{there} is in an enemy zone, which units in Full Retreat may not enter", (there,))


class Bounds(NamedTuple):
    """What binds a party: how it moves, and whether any of its units is Belgian (in Dynamo) or in Full Retreat."""

    kind: str
    belgian: bool
    fleeing: bool


def bounds_of(g: France40, party: Party) -> Bounds:
    belgian = fleeing = False
    for u in party:
        fleeing = fleeing or g.full_retreat(u)
        belgian = belgian or (g.scenario.dynamo and g.scenario.counters[u].nation == "belgian")
    return Bounds(kind_of(g, party), belgian, fleeing)


def kind_of(g: France40, party: Party) -> str:
    """Which costs a party pays: 7.1b, a mixed one pays those of the slower for every step."""
    if len(party) == 1:
        return "mech" if g.mech(party[0]) else "foot"
    mech = [g.mech(u) for u in party]
    return "mech" if all(mech) else "mixed" if any(mech) else "foot"


@derived(CONTROL)
def closed_marks(g: France40, side: Side, bounds: Bounds) -> bytes:
    """The hexes where the limits of a party could bar or end a step; elsewhere only the enemy does."""
    kind, belgian, fleeing = bounds
    marks = _marks(g, kind != "mech", belgian)
    return union(marks, _enemy_cities(g, side)) if fleeing else marks


@derived()
def _marks(g: France40, on_foot: bool, belgian: bool) -> bytes:
    """19.4.1a, 7.5.5b, 22.4.2."""
    playable, restricted, country = g.scenario.playable, ground(g).restricted, g.map.country
    return bytes(
        not playable[h] or (on_foot and bool(restricted[h])) or (belgian and country[h] == "france")
        for h in range(len(g.map))
    )


@derived(CONTROL)
def _enemy_cities(g: France40, side: Side) -> bytes:
    return bytes(h in g.scenario.cities and not g.controls(side, h) for h in range(len(g.map)))
