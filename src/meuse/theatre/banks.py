"""Towns and the banks on which they lie.

A town near a river is a *wall* that reaches from its hex away from the river: a chain of hexsides that passed the town
on the wrong side would have to cross the wall, and pays for that.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from meuse.hexes import Grid, Point, Spot
from meuse.theatre import line as lines
from meuse.theatre.snap import Hexside, Web

CLEAR_KM = 0.7
"""A town nearer to the line than this has no clear bank."""
BESIDE = 1.6
"""A river concerns towns up to this distance, in hexes."""
WALL = 1.9
"""How far a wall reaches."""
SLANT = 0.02
"""A wall is turned by this angle, so that it never runs exactly through a corner, where nothing could cross it."""
HARD = 200.0
"""The weight of a bank that the sheet demands."""
HARD_WALL = 2.4
"""How far the wall of such a town reaches: a chain that keeps to its line cannot walk round it."""

Wall = tuple[Point, Point]


class Town(msgspec.Struct, frozen=True):
    """A place that should keep its bank: its hex on this map, where it truly lies, and how much its bank matters.

    `banks` are those that the sheet demands: the side on which it must lie, by name of the river.
    """

    name: str
    hex: Spot
    point: Point
    weight: float
    banks: Mapping[str, lines.Bank] = {}


class Misplaced(msgspec.Struct, frozen=True):
    """A town that came to lie on the wrong bank of a river on this map; `bank` is where it should be."""

    town: str
    hex: Spot
    river: str
    bank: lines.Bank
    weight: float


class Banks:
    """All towns of a map, asked river by river."""

    def __init__(self, grid: Grid, towns: Sequence[Town], km_per_hex: float) -> None:
        self.grid, self.towns = grid, towns
        self.clear = CLEAR_KM / km_per_hex

    def tolls(self, web: Web, line: Sequence[Point], names: frozenset[str]) -> dict[Hexside, float]:
        """What a river along this line has to pay for hexsides that would put a town on its wrong bank."""
        tolls: dict[Hexside, float] = {}
        smooth = lines.smooth(line)
        for spot, claim in sorted(self.claims(line, names).items()):
            for side in _cut_by(web, self._wall(smooth, spot, claim)):
                tolls[side] = max(tolls.get(side, 0.0), abs(claim))
        return tolls

    def claims(self, line: Sequence[Point], names: frozenset[str]) -> dict[Spot, float]:
        """How much it matters that a hex lies on the right bank (below zero: on the left); its towns are weighed up."""
        claims: dict[Spot, float] = {}
        for town in self._beside(line, names):
            claims[town.hex] = claims.get(town.hex, 0.0) + self._claim(town, line, names)
        return {spot: claim for spot, claim in claims.items() if claim}

    def misplaced(
        self, line: Sequence[Point], names: frozenset[str], chain: Sequence[Point], title: str
    ) -> Iterator[Misplaced]:
        """The towns on the wrong side of the chain that was laid for a line."""
        for town in self._beside(line, names):
            claim = self._claim(town, line, names)
            if claim and (side := lines.foot(chain, self.grid.centre(town.hex))) and not side.beyond:
                wanted: lines.Bank = "left" if claim < 0 else "right"
                if side.bank != wanted:
                    yield Misplaced(town.name, town.hex, title, wanted, abs(claim))

    def _beside(self, line: Sequence[Point], names: frozenset[str]) -> Iterator[Town]:
        box = lines.box_of(line)
        for town in self.towns:
            if lines.in_box(box, town.point, BESIDE) or names & set(town.banks):
                yield town

    def _claim(self, town: Town, line: Sequence[Point], names: frozenset[str]) -> float:
        if demanded := sorted(names & set(town.banks)):
            return -HARD if town.banks[demanded[0]] == "left" else HARD
        foot = lines.foot(line, town.point)
        if foot.beyond or not self.clear <= foot.distance <= BESIDE:
            return 0.0
        return -town.weight if foot.bank == "left" else town.weight

    def _wall(self, smooth: Sequence[Point], spot: Spot, claim: float) -> Wall:
        x, y = self.grid.centre(spot)
        foot = lines.foot(smooth, (x, y))
        angle = math.atan2(foot.forward[1], foot.forward[0]) + (-math.pi / 2 if claim < 0 else math.pi / 2) + SLANT
        reach = HARD_WALL if abs(claim) >= HARD / 2 else WALL
        end = (x + reach * math.cos(angle), y + reach * math.sin(angle))
        # Where the river bends back, the wall must not stand in the way of its other arm. The first crossing does not
        # count if the centre of the hex lies on the other bank than its town.
        across = lines.crossings((x, y), end, smooth)
        if foot.bank != ("left" if claim < 0 else "right"):
            across = across[1:]
        free = max(0.75 / reach, across[0] - 0.25 / reach) if across else 1.0
        return (x, y), (x + free * (end[0] - x), y + free * (end[1] - y))


def _cut_by(web: Web, wall: Wall) -> Iterator[Hexside]:
    (ax, ay), (bx, by) = wall
    around = web.near(((ax + bx) / 2, (ay + by) / 2), math.dist(*wall) / 2 + 0.7)
    for a in sorted(around):
        for b, side in web.steps[a]:
            if b in around and a < b and lines.crosses(*wall, web.points[a], web.points[b]):
                yield side
