"""6: ZOC Bonds. A bond is never stored (6.1e).

What depends on the units of its owner and on the ground is worked out once for a position of these units. Whether the
enemy has negated a bond (6.3) is looked at when a step is tested, so that the enemy's moves cost nothing here.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

import msgspec

from meuse.counters import Side
from meuse.games.france40.board import France40
from meuse.games.france40.terrain import major, sea_or_tidal
from meuse.games.france40.zones import zoned
from meuse.hexes import Spot
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.state import CONTROL, OWN, derived

HexBond = tuple[Hex, Hex]
"""The two anchors of a bonded hex."""


class HexsideBond(NamedTuple):
    """A bonded hexside: its anchors (the second is -1 for a map edge), and the flanks it could run through."""

    anchors: tuple[Hex, Hex]
    through: tuple[Hex, ...]


class Bonds(msgspec.Struct, frozen=True):
    """A side's bonds as its own units and the ground allow them: by bonded hex, and by step over a bonded hexside.

    R.6.1d.1: whether a friend stands in a flank does not matter.
    """

    hexes: dict[Hex, tuple[HexBond, ...]]
    steps: dict[Step, tuple[HexsideBond, ...]]


Step = tuple[Hex, Hex]


class Partner(NamedTuple):
    """6.1b: a hex two away, with the flanks between, and the bond that would close the `steps` from one to the other.

    One flank: there are no such steps, and the bond is a Hex Bond.
    """

    hex: Hex
    flanks: tuple[Hex, ...]
    steps: tuple[Step, ...]
    bond: HexsideBond


class EdgePair(NamedTuple):
    """6.6.1a: two neighbours of a hex with the map edge behind them; `beyond` is the Entry Hex there, or -1.

    `stretch` is the place on the way around the map, clockwise from the north-west corner.
    """

    steps: tuple[Step, Step]
    bond: HexsideBond
    beyond: Hex
    stretch: int


def why_not_past_bonds(g: France40, side: Side, a: Hex, b: Hex) -> Refusal | None:
    """6.2a, 6.3c: why a unit of a side may not step from a to b against the enemy's bonds, as the board stands.

    The unit itself is in a, though it may have come there only in the course of this move (6.3c).
    R.6.3c.1: any of its side's units negates a bond. 6.4: the side's own bonds change nothing.
    """
    found = bonds(g, side.enemy)
    mine = g.held(side)
    if b in found.hexes and not mine[b]:  # 6.3a: a unit in the hex negates the bond
        return _refusal(g, "6.1c", found.hexes[b][0], f"{g.map.labels[b]} is bonded")
    for bond in found.steps.get((a, b), ()):
        if any(flank != a and not mine[flank] for flank in bond.through):  # 6.3b, 6.5.1d, 6.5.1e
            return _refusal(g, "6.1d", bond.anchors, f"the hexside {g.map.labels[a]}/{g.map.labels[b]} is bonded")
    return None


def crosses(g: France40, side: Side, a: Hex, b: Hex) -> bool:
    """6.2b, 6.2c, 6.2d: whether a step runs into an enemy bond; a plain answer for retreats, advances and supply."""
    return why_not_past_bonds(g, side, a, b) is not None


def _refusal(g: France40, rule: str, anchors: tuple[Hex, Hex], words: str) -> Refusal:
    causes = tuple(g.map.labels[h] for h in anchors if h >= 0)
    return Refusal(rule, f"{words} by {' and '.join(causes)}", causes)


# -- 6.1 forming bonds


@derived(OWN, CONTROL)
def bonds(g: France40, side: Side) -> Bonds:
    """6.1a: the bonds that a side's anchors form, before any is negated; worked out again only where these change."""
    return _bonds(g, side, anchors_of(g, side))


@derived(CONTROL)
def _bonds(g: France40, side: Side, anchors: frozenset[Hex]) -> Bonds:
    hexes: dict[Hex, tuple[HexBond, ...]] = {}
    closed: dict[Step, tuple[HexsideBond, ...]] = {}
    partners, edges = _partners(g), _edge_pairs(g)
    for p in sorted(anchors):
        for q, flanks, steps, bond in partners[p]:
            if q in anchors:
                if not steps:
                    hexes[flanks[0]] = (*hexes.get(flanks[0], ()), bond.anchors)
                for step in steps:  # 6.1d: either way; bonds add up, each is tested by itself (6.1e)
                    closed[step] = (*closed.get(step, ()), bond)
        for pair in edges.get(p, ()):
            if _friendly_edge(g, side, pair):
                for step in pair.steps:
                    closed[step] = (*closed.get(step, ()), pair.bond)
    return Bonds(hexes, closed)


@derived(OWN)
def anchors_of(g: France40, side: Side) -> frozenset[Hex]:
    """6.1a, R.6.1a.1: hexes whose Good Order units with a zone add up to two of printed defence."""
    strength: dict[Hex, int] = {}
    for u in zoned(g, side):
        if g.good_order(u):
            h = g.hex_of[u]
            strength[h] = strength.get(h, 0) + g.face(u).defence
    least = g.scenario.tables["limits"]["bond"]
    return frozenset(h for h, total in strength.items() if total >= least)


# -- 6.1b, 6.5, 6.6: the ground


@derived()
def _partners(g: France40) -> tuple[tuple[Partner, ...], ...]:
    """6.1b: for each hex the partners with a higher number between which a bond could stand, by terrain."""
    return tuple(tuple(_partners_of(g, p)) if g.scenario.playable[p] else () for p in range(len(g.map)))


def _partners_of(g: France40, p: Hex) -> list[Partner]:
    found = []
    near = set(g.map.adjacent[p])
    for q in sorted({n for h in near for n in g.map.adjacent[h]} - near - {p}):
        if q < p or not g.scenario.playable[q]:
            continue
        flanks = tuple(h for h in g.map.adjacent[p] if h in g.map.adjacent[q])
        if len(flanks) == 1 and not in_line(g, p, q):
            continue  # 6.1d: the hexside between them is the map edge, which no unit crosses
        through = tuple(h for h in flanks if lets_through(g, p, h, q))
        if through:
            steps = (flanks, flanks[::-1]) if len(flanks) == 2 else ()
            found.append(Partner(q, flanks, steps, HexsideBond((p, q), through)))
    return found


def in_line(g: France40, p: Hex, q: Hex) -> bool:
    """6.1c: whether one hex lies between two others, and not a hexside with a hex on either side of it."""
    near = [set(g.map.grid.neighbours(g.map.spots[h])) for h in (p, q)]
    return len(near[0] & near[1]) == 1


def lets_through(g: France40, p: Hex, s: Hex, q: Hex) -> bool:
    """6.5.1e: whether terrain lets a bond from p to q run through s.

    6.5.1a: not through a City; 6.5.1b, R.6.5.1b.1: not over the sea or a Tidal River; 6.5.1c, R.6.5.1c.1: not over two
    Major Rivers, bridged or not. 6.6.2: nor over sea hexes.
    """
    if not g.scenario.playable[s] or g.map.terrain[s] == "city":
        return False
    if sea_or_tidal(g, p, s) or sea_or_tidal(g, s, q):
        return False
    return not (major(g, p, s) and major(g, s, q))


@derived()
def _edge_pairs(g: France40) -> dict[Hex, tuple[EdgePair, ...]]:
    """6.6.1a, R.6.6.1a.1: the pairs of neighbours between each hex and the map edge."""
    found: dict[Hex, tuple[EdgePair, ...]] = {}
    for p in range(len(g.map)):
        if g.scenario.playable[p] and (pairs := tuple(_edge_pairs_of(g, p))):
            found[p] = pairs
    return found


def _edge_pairs_of(g: France40, p: Hex) -> list[EdgePair]:
    found = []
    near, playable = g.map.neighbours[p], g.scenario.playable
    for k in range(6):
        x, y = near[k], near[(k + 1) % 6]
        if x < 0 or y < 0 or not (playable[x] and playable[y]):
            continue
        spot = _behind(g, p, x, y)
        beyond = g.map.index.get(g.map.grid.label(spot), -1)
        if beyond >= 0 and g.map.terrain[beyond] not in ("entry", "half_hex"):
            continue  # 6.6.2: nor is the sea a map edge
        through = tuple(s for s in (x, y) if g.map.terrain[s] != "city" and not sea_or_tidal(g, p, s))
        if through:
            found.append(EdgePair(((x, y), (y, x)), HexsideBond((p, -1), through), beyond, _stretch(g, spot)))
    return found


def _behind(g: France40, p: Hex, x: Hex, y: Hex) -> Spot:
    """The spot beyond two neighbours of a hex, on the map or off it."""
    others = set(g.map.grid.neighbours(g.map.spots[x])) & set(g.map.grid.neighbours(g.map.spots[y]))
    (spot,) = others - {g.map.spots[p]}
    return spot


def _stretch(g: France40, spot: Spot) -> int:
    """The place of a spot on the way around the map: north edge 0, east 1000, south 2000, west 3000, and onward."""
    (west, east), (north, south) = _extent(g)
    col, row = g.map.grid.col_row(spot)
    away = {0: row - north, 1000: east - col, 2000: south - row, 3000: col - west}
    edge = min(away, key=lambda side: (away[side], side))
    return edge + {0: col, 1000: row, 2000: 500 - col, 3000: 500 - row}[edge]


@derived()
def _extent(g: France40) -> tuple[tuple[int, int], tuple[int, int]]:
    """First and last column and row of the playing area."""
    spots = [
        g.map.grid.col_row(g.map.spots[h]) for h in range(len(g.map)) if g.map.terrain[h] not in ("entry", "half_hex")
    ]
    cols, rows = [col for col, _ in spots], [row for _, row in spots]
    return (min(cols), max(cols)), (min(rows), max(rows))


def _friendly_edge(g: France40, side: Side, pair: EdgePair) -> bool:
    """6.6.1b, 6.6.1c: whether the map edge behind a pair is friendly to a side."""
    return _edge_owner(g, pair) is side


def _edge_owner(g: France40, pair: EdgePair) -> Side:
    """6.6.1b: an Entry Hex is friendly to its holder (19.4.2c); a stretch is German only between two German ones.

    R.6.6.1b.1: in Dynamo the south and the east edge are German.
    """
    if g.scenario.dynamo:
        return Side.GERMAN if 1000 <= pair.stretch < 3000 else Side.ALLIED
    if pair.beyond >= 0:
        return Side.GERMAN if g.controls(Side.GERMAN, pair.beyond) else Side.ALLIED
    around = _entries_around(g)
    at = bisect_left(around, (pair.stretch, -1))
    beside = (around[at - 1][1], around[at % len(around)][1])
    return Side.GERMAN if all(g.controls(Side.GERMAN, h) for h in beside) else Side.ALLIED


@derived()
def _entries_around(g: France40) -> list[tuple[int, Hex]]:
    """The Entry Hexes in their order around the map."""
    return sorted((_stretch(g, g.map.spots[h]), h) for h in g.scenario.entry_of)
