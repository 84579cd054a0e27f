"""Sets of hexes that many chapters use, as `mechanics.hexsets` has them."""

from __future__ import annotations

from collections.abc import Iterable

from meuse.counters import SIDES, Side
from meuse.games.caseyellow.board import CaseYellow
from meuse.hexmap import Hex
from meuse.mechanics.hexsets import EVERYWHERE, HexSet, Net, bits, bits_of, net, spread
from meuse.state import CONTROL, OWN, derived


@derived()
def land(g: CaseYellow) -> HexSet:
    """2.1a: the hexes that are in play."""
    return bits_of(h for h, closed in enumerate(g.scenario.closed) if not closed)


@derived()
def country(g: CaseYellow, name: str) -> HexSet:
    """The land of a country."""
    return land(g) & bits_of(h for h, of in enumerate(g.map.country) if of == name)


@derived(CONTROL)
def owned(g: CaseYellow, side: Side) -> HexSet:
    """2.4ctl: the hexes of a side."""
    return bits(g.control.translate(_OWNED[side]))


_OWNED = tuple(bytes(owner == 1 + side for owner in range(256)) for side in SIDES)


@derived(OWN)
def held(g: CaseYellow, side: Side) -> HexSet:
    """The hexes in which a side has units."""
    return bits(g.held(side))


def near(g: CaseYellow, hexes: Iterable[Hex], distance: int) -> HexSet:
    """The hexes within a distance of some hexes."""
    return spread(adjacent(g), bits_of(hexes), distance, EVERYWHERE)


@derived()
def adjacent(g: CaseYellow) -> Net:
    return net(g.map.adjacent)
