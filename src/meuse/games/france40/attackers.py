"""8.1, 8.2, 8.5: which units may attack which hexes."""

from __future__ import annotations

from collections.abc import Sequence

from meuse.counters import Side, Unit
from meuse.games.france40 import dynamo
from meuse.games.france40.board import (
    ADVANCED,
    ATTACKED,
    AUTO_DS,
    DEFENDED,
    EXTENDED,
    RETREATED,
    TRAIN,
    TRIED,
    France40,
)
from meuse.games.france40.terrain import ground, restricted, why_not_cross
from meuse.hexmap import Hex
from meuse.ledger import Refusal


def is_target(g: France40, side: Side, h: Hex) -> bool:
    """8.1b, R.12.5a.1: a hex with an enemy that has been neither attacked nor driven there this phase.

    8.1c: and with none that has been attacked where it is, since all units of a hex are attacked together.
    """
    states = [g.status[u] & (DEFENDED | RETREATED) for u in g.units_in(h, side.enemy)]
    return 0 in states and DEFENDED not in states


def why_not_target(g: France40, side: Side, h: Hex) -> Refusal | None:
    there = g.map.labels[h]
    if not g.held(side.enemy)[h]:
        return Refusal("8.1a", f"there is no enemy in {there}")
    if is_target(g, side, h):
        return None
    if any(g.status[u] & RETREATED for u in g.units_in(h, side.enemy)):
        return Refusal("12.5a", f"the units in {there} have just retreated; only Breakthrough Combat can attack them")
    return Refusal("8.1b", f"{there} has already been attacked this phase", (there,))


def cooperates(g: France40, u: Unit, others: Sequence[Unit]) -> bool:
    """8.5: units of different Allied nations do not attack together."""
    return all(g.counter(u).nation == g.counter(v).nation for v in others)


def why_not_attack(g: France40, u: Unit, target: Hex) -> Refusal | None:
    """Why a unit cannot attack a hex in the combat phase."""
    refusal = why_not_by_state(g, u) or dynamo.why_not_attack(g, u, target)
    return refusal or why_not_over(g, u, g.hex_of[u], target) or why_not_again(g, u)


def why_not_by_state(g: France40, u: Unit) -> Refusal | None:
    """13.2b, 13.3.2a, 7.6.2a, 17.1.4a, 16.1a, R.7.3b.2: the states in which a unit cannot attack."""
    name, status = g.name(u), g.status[u]
    if not g.face(u).attack:
        return Refusal("17.1.4a" if g.hq(u) else "8.3a", f"{name} has no Attack Strength")
    if not g.good_order(u):
        return Refusal("13.2b", f"{name} is not in Good Order")
    if status & TRAIN:
        return Refusal("7.6.2a", f"{name} is on a train")
    if status & EXTENDED:
        return Refusal("7.3b", f"{name} used Extended Movement this turn")
    return None


def why_not_again(g: France40, u: Unit) -> Refusal | None:
    """8.1b, 7.7c, R.14.1.2a.1: what a unit has done this turn that keeps it from attacking."""
    name, status = g.name(u), g.status[u]
    if status & TRIED:
        return Refusal("20.3.2a", f"{name} has already tried to disengage")
    if status & ATTACKED:
        return Refusal("8.1b", f"{name} has already attacked this phase")
    if status & AUTO_DS:
        return Refusal("7.7c", f"{name} has already taken part in an Automatic DS")
    if status & ADVANCED:
        return Refusal("14.1.2a", f"{name} has already advanced this phase")
    return None


def why_not_over(g: France40, u: Unit, here: Hex, target: Hex) -> Refusal | None:
    """8.1e: no attack where terrain forbids the unit to go; 9.7b, 22.8f, R.8.1e.1: bonds forbid none."""
    there = g.map.labels[target]
    if target not in ground(g).spread[here]:
        rule = "22.8f" if g.map.has(here, target, "tidal_bridge") else "8.1a"
        rule = "8.1e" if g.map.has(here, target, "sea_or_tidal") and rule == "8.1a" else rule
        return Refusal(rule, f"{g.name(u)} cannot attack {there} from {g.map.labels[here]}", (there,))
    if refusal := why_not_cross(g, u, here, target):
        rule = "9.7b" if restricted(g, target) else "8.1e"
        return Refusal(rule, refusal.text, refusal.causes)
    if dynamo.closed_to(g, u, target):
        return Refusal("22.4.2", f"{there} is in France; Belgian units do not attack there", (there,))
    return None
