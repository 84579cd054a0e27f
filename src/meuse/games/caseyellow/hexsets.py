"""Sets of hexes as whole numbers with a bit for each hex: whole fronts are combined, and spread by a hex, at once.

The mechanics of supply have the rest: `net` and `flood`, and `bits` for a column of marks.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress

from meuse.counters import SIDES, Side
from meuse.games.caseyellow.board import CaseYellow
from meuse.hexmap import OFF_MAP, Hex
from meuse.mechanics.supply import Net, bits, bits_of, net
from meuse.state import CONTROL, OWN, derived

HexSet = int
EVERYWHERE: HexSet = -1


# -- sets that many chapters use


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
    """The hexes within so many of some hexes."""
    return within(adjacent(g), bits_of(hexes), distance, EVERYWHERE)


@derived()
def adjacent(g: CaseYellow) -> Net:
    return net(g.map.adjacent)


# -- any sets


def column(hexes: HexSet, size: int) -> bytes:
    """Marks on the hexes of a set: quicker to look into, hex by hex."""
    return f"{hexes:0{size}b}".encode()[::-1].translate(_MARKS)


_MARKS = bytes(digit == ord("1") for digit in range(256))


def members(hexes: HexSet) -> list[Hex]:
    """The hexes of a set, in order."""
    return list(compress(_NUMBERS, column(hexes, hexes.bit_length())))


_NUMBERS = tuple(range(4096))
"""As many as any map has hexes."""


def across(g: CaseYellow, sides: Iterable[int]) -> dict[int, HexSet]:
    """The hexes from which some hexsides are crossed, by the distance between the numbers of the two hexes."""
    found: dict[int, HexSet] = {}
    for a, b in ((g.map.sides[side].a, g.map.sides[side].b) for side in sides):
        for h, n in ((a, b), (b, a)) if b != OFF_MAP else ():
            found[n - h] = found.get(n - h, 0) | 1 << h
    return found


def before(hexes: HexSet, step: int) -> HexSet:
    """The hexes from which it is so far, as numbers go, into a set."""
    return hexes >> step if step > 0 else hexes << -step


def next_to(net: Net, hexes: HexSet) -> HexSet:
    """The hexes to which a link leads from any of a set."""
    found = 0
    for step, linked in net.up:
        found |= (hexes & linked) << step
    for step, linked in net.down:
        found |= (hexes & linked) >> step
    return found


def within(net: Net, hexes: HexSet, length: int, is_open: HexSet) -> HexSet:
    """What a line of at most this many hexes gets to from any of a set, over open hexes; the set itself too."""
    found = edge = hexes
    for _ in range(length):
        edge = next_to(net, edge) & is_open & ~found
        found |= edge
    return found


def shortest_way(net: Net, start: Hex, goal: Hex, is_open: HexSet) -> tuple[Hex, ...]:
    """A way over open hexes to a goal that one leads to, without the start."""
    layers, found = [1 << start], 1 << start
    while not found >> goal & 1:
        layers.append(next_to(net, layers[-1]) & is_open & ~found)
        found |= layers[-1]
    way = [goal]
    for layer in layers[-2:0:-1]:
        way.append(_first(next_to(net, 1 << way[-1]) & layer))
    return tuple(reversed(way))


def _first(hexes: HexSet) -> Hex:
    return (hexes & -hexes).bit_length() - 1
