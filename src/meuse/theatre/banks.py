"""Towns and the banks on which they lie.

A river that runs along the hex of a town must have it on the proper hand, or it pays for every hexside. One that passes
farther away meets a *wall*, which reaches from the hex away from the river: whoever passes on the wrong side has to
cross it, and pays for that.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from meuse.hexes import Grid, Point, Spot
from meuse.theatre import line as lines
from meuse.theatre.snap import Hexside, Node, Web, corners_of

CLEAR_KM = 0.7
"""A town nearer to the line than this has no clear bank."""
BESIDE = 1.6
"""A river concerns towns up to this distance, in hexes."""
WALL = 1.9
"""How far a wall reaches."""
HEX = 0.75
"""A wall never ends within its hex."""
SLANT = 0.02
"""A wall is turned by this angle, so that it never runs exactly through a corner, where nothing could cross it."""
EACH = 0.6
"""A town takes this part of its weight for every hexside of its hex that has it on the wrong hand."""
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


class Tolls(msgspec.Struct, frozen=True):
    """What a river pays: for crossing the wall of a town, for a step that has the hex of a town on its wrong hand."""

    walls: dict[Hexside, float]
    against: dict[tuple[Node, Node], float]


class Banks:
    """All towns of a map, asked river by river."""

    def __init__(self, grid: Grid, towns: Sequence[Town], km_per_hex: float) -> None:
        self.grid, self.towns = grid, towns
        self.clear = CLEAR_KM / km_per_hex

    def tolls(self, web: Web, line: Sequence[Point], names: frozenset[str]) -> Tolls:
        """What a river along this line has to pay where it would put a town on its wrong bank."""
        tolls = Tolls({}, {})
        smooth = lines.smooth(line)
        for spot, claims in sorted(self._claims(line, names).items()):
            claim = sum(weight for weight, _ in claims)
            if claim:
                # The wall of a hex stands where its weightiest town on that bank has it.
                point = max((abs(weight), point) for weight, point in claims if claim * weight > 0)[1]
                wall = self._wall(smooth, spot, point, claim)
                tolls.walls.update((side, abs(claim)) for side in _cut_by(web, wall) if spot not in side)
                tolls.against.update((step, abs(claim) * EACH) for step in self._wrong_way(web, spot, claim))
        return tolls

    def _wrong_way(self, web: Web, spot: Spot, claim: float) -> Iterator[tuple[Node, Node]]:
        """The steps along the hex that would have it on the wrong hand."""
        corners = [web.number[corner] for corner in corners_of(self.grid, spot)]
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            # Corners come clockwise: who walks round that way has the hex on his right.
            yield (a, b) if claim < 0 else (b, a)

    def _claims(self, line: Sequence[Point], names: frozenset[str]) -> dict[Spot, list[tuple[float, Point]]]:
        """What the towns beside a river claim, by hex: how much its right bank matters (below zero: its left bank)."""
        claims: dict[Spot, list[tuple[float, Point]]] = {}
        for town in self._beside(line, names):
            if claim := self._claim(town, line, names):
                claims.setdefault(town.hex, []).append((claim, town.point))
        return claims

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

    def _wall(self, smooth: Sequence[Point], spot: Spot, point: Point, claim: float) -> Wall:
        x, y = self.grid.centre(spot)
        forward = lines.foot(smooth, point).forward
        angle = math.atan2(forward[1], forward[0]) + (-math.pi / 2 if claim < 0 else math.pi / 2) + SLANT
        centre = lines.foot(smooth, (x, y))
        # A hex whose centre lies across the river from its town (the book moved it) makes the river come round it.
        astray = centre.bank != ("left" if claim < 0 else "right")
        reach = (HARD_WALL if abs(claim) >= HARD / 2 else WALL) + (centre.distance if astray else 0.0)
        end = (x + reach * math.cos(angle), y + reach * math.sin(angle))
        # Where the river bends back, the wall ends at its other arm.
        arms = lines.crossings((x, y), end, smooth)[1 if astray else 0 :]
        free = max(HEX / reach, arms[0]) if arms else 1.0
        return (x, y), (x + free * (end[0] - x), y + free * (end[1] - y))


def _cut_by(web: Web, wall: Wall) -> Iterator[Hexside]:
    (ax, ay), (bx, by) = wall
    around = web.near(((ax + bx) / 2, (ay + by) / 2), math.dist(*wall) / 2 + 0.7)
    for a in sorted(around):
        for b, side in web.steps[a]:
            if b in around and a < b and lines.crosses(*wall, web.points[a], web.points[b]):
                yield side
