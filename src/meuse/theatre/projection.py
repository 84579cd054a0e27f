"""From longitude and latitude to the plane of a grid, and back.

Two steps: the globe to kilometres, the same for all maps (Lambert's conformal cone on a sphere, true along two
parallels that frame the theatre), then kilometres to the plane of one grid by the fit of its sheet: a stretch, a turn
and a shift, and around some places a pull, because printed maps are not exact either.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from meuse.hexes import Grid, Point, Spot
from meuse.theatre.sheet import Fit

LonLat = tuple[float, float]
Km = tuple[float, float]
"""Kilometres east and north of the middle of the theatre."""

EARTH_KM = 6371.0
MIDDLE: LonLat = (5.0, 50.5)
TRUE_PARALLELS = (48.5, 52.5)
LONGEST_KM = 4.0
"""Longer pieces of a line are cut before they are laid on a plane, so that they bend with their surroundings."""


def to_km(place: LonLat) -> Km:
    """East and north of the middle of the theatre.

    >>> to_km((5.0, 50.5))
    (0.0, 0.0)
    """
    radius, turn = _radius(place[1]), _CONE * math.radians(place[0] - MIDDLE[0])
    return radius * math.sin(turn), _radius(MIDDLE[1]) - radius * math.cos(turn)


def from_km(km: Km) -> LonLat:
    down = _radius(MIDDLE[1]) - km[1]
    radius, turn = math.hypot(km[0], down), math.atan2(km[0], down)
    latitude = 2 * math.atan((EARTH_KM * _SCALE / radius) ** (1 / _CONE)) - math.pi / 2
    return MIDDLE[0] + math.degrees(turn / _CONE), math.degrees(latitude)


class Projection:
    """The theatre laid on the plane of one grid (see hexes.Point)."""

    def __init__(self, grid: Grid, fit: Fit) -> None:
        self.grid, self.fit = grid, fit
        # The fit counts columns and rows as the book does; the plane always has east to the right and south below.
        self._east = 1 if grid.col_direction == "east" else -1
        self._south = 1 if grid.row_direction == "south" else -1

    def point(self, place: LonLat) -> Point:
        p, q = self._warped(*self._straight(to_km(place)))
        return self._east * p, self._south * q

    def line(self, places: Sequence[LonLat]) -> list[Point]:
        """A line on the plane; it has more points than the original."""
        return [self.point(place) for place in cut(places)]

    def hex_at(self, place: LonLat) -> Spot:
        return self.grid.hex_at(self.point(place))

    def lonlat(self, point: Point) -> LonLat:
        """The place at a point of the plane: the warp is undone by steps, which shrink quickly because it is gentle."""
        p, q = self._east * point[0], self._south * point[1]
        guess = (p, q)
        for _ in range(60):
            at = self._warped(*guess)
            guess = (guess[0] + 0.7 * (p - at[0]), guess[1] + 0.7 * (q - at[1]))
        return from_km(self._unstraight(guess))

    def km_per_hex(self) -> float:
        """How wide a hex is in the country, on average."""
        a, b, _, d, e, _ = self.fit.affine
        return 1 / math.sqrt(abs(a * e - b * d))

    def _straight(self, km: Km) -> Point:
        a, b, c, d, e, f = self.fit.affine
        return a * km[0] + b * km[1] + c, d * km[0] + e * km[1] + f

    def _unstraight(self, at: Point) -> Km:
        a, b, c, d, e, f = self.fit.affine
        p, q, area = at[0] - c, at[1] - f, a * e - b * d
        return (e * p - b * q) / area, (a * q - d * p) / area

    def _warped(self, p: float, q: float) -> Point:
        pull_p = pull_q = 0.0
        for p0, q0, cp, cq in self.fit.warp_nodes:
            near = math.exp(-((p - p0) ** 2 + (q - q0) ** 2) / (2 * self.fit.warp_sigma**2))
            pull_p, pull_q = pull_p + cp * near, pull_q + cq * near
        return p + pull_p, q + pull_q


def cut(places: Sequence[LonLat]) -> list[LonLat]:
    """The line with points at most LONGEST_KM apart.

    >>> len(cut([(5.0, 50.0), (5.0, 50.1)]))
    4
    """
    points = [places[0]]
    for a, b in pairwise(places):
        pieces = max(1, math.ceil(math.dist(to_km(a), to_km(b)) / LONGEST_KM))
        shares = (k / pieces for k in range(1, pieces + 1))
        points += [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for share in shares]
    return points


def _tangent(latitude: float) -> float:
    return math.tan(math.pi / 4 + math.radians(latitude) / 2)


def _radius(latitude: float) -> float:
    """From the tip of the cone to a parallel."""
    return EARTH_KM * _SCALE / math.pow(_tangent(latitude), _CONE)


_COSINES = [math.cos(math.radians(parallel)) for parallel in TRUE_PARALLELS]
_CONE = math.log(_COSINES[0] / _COSINES[1]) / math.log(_tangent(TRUE_PARALLELS[1]) / _tangent(TRUE_PARALLELS[0]))
_SCALE = _COSINES[0] * math.pow(_tangent(TRUE_PARALLELS[0]), _CONE) / _CONE
