"""17: Allied HQs."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side, Unit
from meuse.games.france40.board import TRAIN, USED, France40
from meuse.games.france40.odds import Battle, attacker, fighters
from meuse.games.france40.supply import traces_to
from meuse.ledger import Refusal
from meuse.report import count

READYING = ("W", "S", "SE", "E")
"""17.2.1: the Entry Areas to which an HQ must trace to be made Ready."""


def supporting(g: France40, b: Battle) -> Iterator[Unit]:
    """9.4: the HQs that can give a shift in a combat."""
    for u in g.on_map(Side.ALLIED):
        if g.hq(u) and why_not(g, b, u) is None:
            yield u


def why_not(g: France40, b: Battle, u: Unit) -> Refusal | None:
    """17.1.1a: why an HQ cannot support a combat."""
    name = g.name(u)
    if not g.hq(u):
        return Refusal("9.4", f"{name} is not an HQ")
    if b.hq >= 0:
        return Refusal("17.1.1b", "an HQ already supports this combat")
    if g.status[u] & USED:
        return Refusal("17.1.1a", f"{name} has already been used")
    if not g.good_order(u):
        return Refusal("13.2d", f"{name} is Disrupted")
    if g.status[u] & TRAIN:
        return Refusal("7.6.2d", f"{name} is on a train")
    involved = b.units if attacker(g, b) is Side.ALLIED else fighters(g, b)
    if all(g.counter(v).nation != g.counter(u).nation for v in involved):
        return Refusal("17.1.2", f"{name} supports only {g.counter(u).nation.capitalize()} units")
    reach = g.scenario.tables["limits"]["hq_range"]
    if all(g.map.distance(g.hex_of[u], g.hex_of[v]) > reach for v in involved):
        return Refusal("17.1.1c", f"{name} is more than {count(reach, 'hex', 'hexes')} away")
    return None


def use(g: France40, u: Unit) -> None:
    """17.1.1a: once a turn; then it is on its Used side."""
    g.add(u, USED)
    g.emit("support", f"{g.name(u)} supports the combat", "17.1.1a", units=(g.id(u),))


def ready_hqs(g: France40) -> None:
    """17.2.1, R.3.B1.1: in the Allied Initial Phase of Sickle Cut HQs that can trace a line are Ready again.

    22.7: in Dynamo they stay Used.
    """
    if g.scenario.dynamo:
        return
    used = (u for u in g.on_map(Side.ALLIED) if g.hq(u) and g.status[u] & USED and g.good_order(u))
    for u in [u for u in used if traces_to(g, u, READYING)]:
        g.drop(u, USED)
        g.emit("ready", f"{g.name(u)} is Ready again", "17.2.1", units=(g.id(u),))
