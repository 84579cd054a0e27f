"""Where a map lies on its drawing: hexes, corners and hexsides in the drawing's units, and the ground around the map.

60 units lie between the centres of neighbouring hexes, so that the weights of the design can be used as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from meuse.hexes import Point, Spot
from meuse.hexmap import OFF_MAP, Feature, Hex, HexMap, Place

HEX = 60.0
"""Between the centres of neighbouring hexes."""

EDGE = 34.0
"""How far the ground goes on beyond the outermost hexes."""

MARGIN, HEAD = 40.0, 104.0
"""Paper around the ground, and above it, for the title."""

WATER = frozenset({"sea", "lake"})
WATER_SIDES = ("sea", "lake", "tidal")
"""Hexsides that are an arm of open water."""

Corner = tuple[int, int]
"""A corner of hexes; equal for all the hexes that share it."""


class Board:
    """One map on paper."""

    def __init__(self, hexmap: HexMap) -> None:
        self.map = hexmap
        self.grid = hexmap.grid
        self._corners: dict[Spot, tuple[Corner, ...]] = {}
        corners = [corner for spot in hexmap.spots for corner in self.grid.corners(spot)]
        self._west, self._north = min(x for x, _ in corners), min(y for _, y in corners)
        self.left, self.top = MARGIN, HEAD
        self.right, self.bottom = (
            far + EDGE for far in self.at((max(x for x, _ in corners), max(y for _, y in corners)))
        )

    # -- places on paper

    def at(self, point: Point) -> Point:
        """A point of the plane (see hexes.Point) on paper."""
        x, y = point
        return (x - self._west) * HEX + self.left + EDGE, (y - self._north) * HEX + self.top + EDGE

    def spot_centre(self, spot: Spot) -> Point:
        return self.at(self.grid.centre(spot))

    def centre(self, h: Hex) -> Point:
        return self.at(self.map.centre(h))

    def site(self, place: Place) -> Point:
        """Where a place lies."""
        x, y = self.centre(place.hex)
        return x + place.offset[0] * HEX, y + place.offset[1] * HEX

    def shape(self, spot: Spot) -> tuple[Point, ...]:
        """The six corners of a hex on paper."""
        return tuple(self.point(corner) for corner in self.corners(spot))

    def corners(self, spot: Spot) -> tuple[Corner, ...]:
        known = self._corners.get(spot)
        if known is None:
            known = tuple((round(x * 1e5), round(y * 1e5)) for x, y in self.grid.corners(spot))
            self._corners[spot] = known
        return known

    def point(self, corner: Corner) -> Point:
        return self.at((corner[0] / 1e5, corner[1] / 1e5))

    @property
    def rectangle(self) -> list[Point]:
        """The corners of the ground on paper."""
        return [(self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom)]

    # -- hexsides

    def ends(self, side: int) -> tuple[Corner, Corner]:
        """Both corners of a hexside."""
        s = self.map.sides[side]
        corners = self.corners(self.map.spots[s.a])
        return corners[s.direction], corners[(s.direction + 1) % 6]

    def middle(self, side: int) -> Point:
        a, b = (self.point(corner) for corner in self.ends(side))
        return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2

    def beyond(self, side: int) -> Point:
        """The centre of the hex on the far side, on the map or not."""
        s = self.map.sides[side]
        return self.spot_centre(self.grid.neighbour(self.map.spots[s.a], s.direction))

    @cached_property
    def features(self) -> dict[str, list[tuple[int, Feature]]]:
        """Hexside features by the look that their kind has on the map."""
        found: dict[str, list[tuple[int, Feature]]] = {}
        for number, side in enumerate(self.map.sides):
            for feature in side.features:
                found.setdefault(self.map.feature_kinds[feature.kind].look, []).append((number, feature))
        return found

    def with_looks(self, looks: Iterable[str]) -> Iterator[tuple[str, int, Feature]]:
        for look in looks:
            for side, feature in self.features.get(look, ()):
                yield look, side, feature

    # -- terrain

    def look(self, h: Hex) -> str:
        return self.map.terrain_kinds[self.map.terrain[h]].look

    def hexes_with(self, *looks: str) -> list[Hex]:
        return [h for h in range(len(self.map)) if self.look(h) in looks]

    @cached_property
    def inside(self) -> dict[Spot, Hex]:
        """The hexes of the map by their spots."""
        return {spot: h for h, spot in enumerate(self.map.spots)}

    @cached_property
    def ground(self) -> dict[Spot, str]:
        """The look of every hex on paper; where no one plays, the land goes on as it was."""
        looks = {spot: look for spot, h in self.inside.items() if (look := self._known_look(h))}
        while ring := self._next_ring(looks):
            looks.update(ring)
        return looks

    def _known_look(self, h: Hex) -> str:
        """What a hex looks like; of hexes outside play only that they are land, if they belong to a country."""
        look = self.look(h)
        if look == "off":
            return "clear" if self.map.country[h] else ""
        return look

    def _next_ring(self, looks: dict[Spot, str]) -> dict[Spot, str]:
        """Hexes next to the known ground that still show on paper, each with the look that prevails around it."""
        ring: dict[Spot, list[str]] = {}
        for spot, look in looks.items():
            for near in self.grid.neighbours(spot):
                if near not in looks and self._shows(near):
                    ring.setdefault(near, []).append(_beyond_edge(look))
        return {spot: max(sorted(set(near)), key=near.count) for spot, near in sorted(ring.items())}

    def _shows(self, spot: Spot) -> bool:
        x, y = self.spot_centre(spot)
        return self.left - HEX < x < self.right + HEX and self.top - HEX < y < self.bottom + HEX


def is_edge(board: Board, side: int) -> bool:
    """Whether a hexside is part of the map edge."""
    return board.map.sides[side].b == OFF_MAP


def _beyond_edge(look: str) -> str:
    """Cities end at the map edge; everything else goes on."""
    return "clear" if look in ("city", "major_city") else look
