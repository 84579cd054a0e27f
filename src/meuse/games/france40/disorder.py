"""13.1 to 13.3: Disruption and Full Retreat, and units that give way when an enemy comes near."""

from __future__ import annotations

from meuse.counters import Side, Unit
from meuse.games.france40.board import DISRUPTED, FULL_RETREAT, NEW_TRAIN, TRAIN, France40
from meuse.hexmap import Hex
from meuse.state import OWN, derived


def disrupt(g: France40, u: Unit, rule: str) -> None:
    """13.1.2: a unit that retreats is Disrupted; 13.1.3b: a Disrupted one goes into Full Retreat."""
    if g.full_retreat(u):
        _take_off_markers(g, u)
    elif g.disrupted(u):
        put_to_flight(g, u, "13.1.3b")
    else:
        _take_off_markers(g, u)
        g.add(u, DISRUPTED)
        g.emit("disrupted", f"{g.name(u)} is Disrupted", rule, units=(g.id(u),))


def put_to_flight(g: France40, u: Unit, rule: str) -> None:
    """13.1.3a: Full Retreat; 22.9c: a Zero-Strength Remnant needs no marker for it."""
    _take_off_markers(g, u)
    if g.full_retreat(u):
        return
    g.set_status(u, g.status[u] & ~DISRUPTED | FULL_RETREAT)
    g.emit("full-retreat", f"{g.name(u)} is in Full Retreat", rule, units=(g.id(u),))


def _take_off_markers(g: France40, u: Unit) -> None:
    """21.2.5, 22.2e: GQG and Halt! markers come off; 7.6.4c: and Train markers."""
    g.set_under(u, 0)
    g.drop(u, TRAIN | NEW_TRAIN)


# -- giving way


@derived(OWN)
def loose(g: France40, side: Side) -> frozenset[Hex]:
    """13.3.2d, 17.1.4c, R.17.1.4c.1: the hexes that hold only units in Full Retreat and HQs."""
    light = {g.hex_of[u] for u in g.on_map(side) if g.hq(u) or g.full_retreat(u)}
    playable = (h for h in light if g.scenario.playable[h])
    return frozenset(h for h in playable if all(g.hq(u) or g.full_retreat(u) for u in g.units_in(h, side)))


def loose_near(g: France40, side: Side, h: Hex) -> list[Hex]:
    """13.3.2d, 17.1.4c: the hexes of the enemy that must give way when a unit of a side comes into a hex.

    Being adjacent is enough; it need not be able to attack.
    """
    light = loose(g, side.enemy)
    return [n for n in g.map.adjacent[h] if n in light] if light else []
