"""Fortified lines of the theatre laid on hexsides, each with the hex that it defends.

A line is laid like a river, but it takes to the hexsides of a river where it runs along one, and lines that meet in
the country meet on the map. Which of the two hexes is defended is decided once for a whole line: the side towards a
place well behind it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

import msgspec

from meuse.hexes import Grid, Point, Spot
from meuse.theatre import line as lines
from meuse.theatre.snap import (
    CLOSED,
    Hexside,
    Likings,
    Node,
    Piece,
    Web,
    corner_web,
    edge_sides,
    follow,
    hands,
    on_map,
    sides_of,
)

REAR: dict[str, tuple[float, float]] = {
    "french": (2.35, 48.86),
    "german": (9.5, 50.8),
    "belgian": (3.4, 51.1),
    "dutch": (4.9, 52.37),
    "swiss": (8.0, 46.9),
    "allied": (2.9, 50.85),
}
"""Longitude and latitude of a place that lies behind the lines of an owner."""

REAR_OF_LINE: dict[str, tuple[float, float]] = {
    "Albert Canal line": (4.35, 50.85),
    "Antwerp fortified position": (4.4, 51.22),
    "Dunkirk perimeter": (2.38, 51.06),
    "Langemark-Diksmuide (Yser)": (2.3, 50.9),
    "Namur fortified position": (4.85, 50.46),
    "Zanddijk and Bath positions": (3.6, 51.5),
}
"""The same for lines that face another way than most of their owner's."""

COMPASS: dict[str, Point] = {
    "north": (0.0, -1.0),
    "north-east": (1.0, -1.0),
    "east": (1.0, 0.0),
    "south-east": (1.0, 1.0),
    "south": (0.0, 1.0),
    "south-west": (-1.0, 1.0),
    "west": (-1.0, 0.0),
    "north-west": (-1.0, -1.0),
}

MEET = 0.35
"""Lines whose ends are this near in the country meet on the map."""
ALONG_RIVER = 0.6
AT_SEA = 3.0
"""The toll for a hexside whose defended hex lies in the sea; it is not built, but the line may go on beyond."""
ABROAD = 0.6
"""The toll for a hexside whose defended hex lies in another country."""


class FortLine(msgspec.Struct, frozen=True):
    """A fortified line on the plane; `rear` is a place behind it, `country` that of its builder ("" if it has none)."""

    name: str
    feature: str
    owner: str
    line: tuple[Point, ...]
    rear: Point
    country: str = ""


class FortSide(msgspec.Struct, frozen=True):
    """A fortified hexside: it belongs to hex `of` and faces the other one."""

    side: Hexside
    feature: str
    name: str
    owner: str
    of: Spot


def rear_place(name: str, owner: str) -> tuple[float, float]:
    """Longitude and latitude of a place behind a line of the theatre."""
    return REAR_OF_LINE.get(name, REAR[owner])


def rear_facing(line: Sequence[Point], faces: str) -> Point:
    """A point of the plane well behind a line that faces this point of the compass."""
    x, y = lines.at(line, lines.length(line) / 2)
    dx, dy = COMPASS[faces]
    far = 20 / math.hypot(dx, dy)
    return x - dx * far, y - dy * far


def lay_forts(
    grid: Grid,
    spots: Collection[Spot],
    forts: Sequence[FortLine],
    rivers: Iterable[Hexside],
    sea: Collection[Spot],
    country: Mapping[Spot, str],
) -> list[FortSide]:
    """The fortified hexsides of a map, line by line in the order given.

    `rivers` are hexsides that a line takes to, `sea` the hexes that nobody defends. A hexside may come up more than
    once: under two lines of one owner, or with the other hex as its own under another owner.
    """
    layer = _Layer(grid, spots, rivers, sea, country)
    return [side for fort in forts if fort.feature for side in layer.lay(fort)]


class _Layer:
    def __init__(
        self,
        grid: Grid,
        spots: Collection[Spot],
        rivers: Iterable[Hexside],
        sea: Collection[Spot],
        country: Mapping[Spot, str],
    ) -> None:
        self.grid, self.spots, self.sea, self.country = grid, frozenset(spots), frozenset(sea), country
        self.web: Web = corner_web(grid, self.spots)
        self.closed = dict.fromkeys(edge_sides(grid, self.spots), CLOSED)
        self.ease = dict.fromkeys(rivers, ALONG_RIVER)
        self.tips: list[tuple[Point, Node]] = []

    def lay(self, fort: FortLine) -> list[FortSide]:
        laid: list[FortSide] = []
        for piece in on_map(self.grid, self.spots, fort.line):
            chain = self._chain(fort, piece)
            if len(chain) > 1:
                laid += self._sides(fort, chain)
                self.tips += [(piece.line[0], chain[0]), (piece.line[-1], chain[-1])]
        return laid

    def _chain(self, fort: FortLine, piece: Piece) -> list[Node]:
        likings = Likings(toll=self._tolls(fort, piece), ease=self.ease)
        return follow(self.web, piece.line, self._tip(piece.line[0]), self._tip(piece.line[-1]), likings)

    def _tip(self, point: Point) -> frozenset[Node]:
        """Where an end of a line may come to lie: on the end of a line that it meets, or anywhere near."""
        met = frozenset(node for end, node in self.tips if math.dist(end, point) <= MEET)
        return met or self.web.near(point, 0.8)

    def _tolls(self, fort: FortLine, piece: Piece) -> dict[Hexside, float]:
        """What defends the sea or foreign ground is taken only if there is no other way."""
        tolls = dict(self.closed)
        near = {node for point in piece.line[::5] for node in self.web.near(point, 1.5)}
        for side in {side for node in near for _, side in self.web.steps[node]} - tolls.keys():
            of = min(side, key=lambda spot: (math.dist(self.grid.centre(spot), fort.rear), spot))
            if of in self.sea:
                tolls[side] = AT_SEA
            elif fort.country and self.country.get(of) != fort.country:
                tolls[side] = ABROAD
        return tolls

    def _sides(self, fort: FortLine, chain: list[Node]) -> list[FortSide]:
        pairs = [hands(self.grid, self.web, a, b) for a, b in pairwise(chain)]
        left_is_nearer = [self._is_nearer(left, right, fort.rear) for left, right in pairs]
        hand = 0 if 2 * sum(left_is_nearer) >= len(pairs) else 1
        return [
            FortSide(side, fort.feature, fort.name, fort.owner, pair[hand])
            for side, pair in zip(sides_of(self.web, chain), pairs, strict=True)
            if pair[hand] not in self.sea
        ]

    def _is_nearer(self, a: Spot, b: Spot, place: Point) -> bool:
        return math.dist(self.grid.centre(a), place) < math.dist(self.grid.centre(b), place)
