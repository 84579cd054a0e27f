"""The coast: a line that might be real, drawn between the hexes that are water and those that are land.

A height is given to every point near the shore: land hexes pull it up, water hexes down, a little chance roughens it.
Where it is zero, the coast runs. The pull is wide, so that a row of hexagons becomes a beach; what the map says is
kept: centres of hexes, towns and necks of land stay dry, and an arm of the sea opens along every sea hexside.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from meuse.drawing.board import HEX, WATER, WATER_SIDES, Board, Corner
from meuse.drawing.chance import ripple
from meuse.drawing.curves import thinned
from meuse.hexes import Point, Spot
from meuse.hexmap import OFF_MAP

STEP = 5.0
"""Spacing of the points at which the height is taken."""

REACH = 1.5 * HEX
"""How far a hex pulls."""

ROUGH = 0.4
"""Chance moves the coast only where the height is below this."""

ARM, MOUTH = 6.5, 13.0
"""Half the width of an arm of the sea, and of its opening into open water."""

SWAY = 5.0
"""How far an arm of the sea winds from its hexside."""

Node = tuple[int, int]
Crossing = tuple[Node, Node]
"""A side of the net of points that the coast crosses."""


class Pull(NamedTuple):
    """Something that lifts (or, if negative, lowers) the ground around a point."""

    at: Point
    lift: float
    radius: float


class Arm(NamedTuple):
    """Water along a line, `start` wide at one end and `end` wide at the other."""

    a: Point
    b: Point
    start: float
    end: float


def shores(board: Board) -> list[list[Point]]:
    """The closed lines around all water on paper."""
    heights = _heights(board)
    return [thinned([*loop, loop[0]], 0.35)[:-1] for loop in _loops(heights) if len(loop) > 6]


# -- heights near the shore


def _heights(board: Board) -> dict[Node, float]:
    """Height at the points of a net, for all hexes with a shore in them."""
    ground = dict(board.ground)
    for spot in board.ground:  # a rim of land closes every water that runs off the paper
        for near in board.grid.neighbours(spot):
            ground.setdefault(near, "rim")
    pulls, arms = _pulls(board, ground), _arms(board)
    shore = [spot for spot in sorted(ground) if spot in arms or _has_shore(board, ground, spot)]
    even: dict[Node, float] = {}
    for spot in shore:
        _take_even_heights(board, ground, spot, pulls, even)
    heights: dict[Node, float] = {}
    for spot in shore:
        cut = [arm for s in (spot, *board.grid.neighbours(spot)) for arm in arms.get(s, ())]
        for node in _nodes(board.spot_centre(spot), 1):
            if node not in heights:
                heights[node] = _roughened(node, _between(even, node), cut)
    return heights


def _has_shore(board: Board, ground: dict[Spot, str], spot: Spot) -> bool:
    wet = ground[spot] in WATER
    return any((ground.get(near, "rim") in WATER) != wet for near in board.grid.neighbours(spot))


def _around(board: Board, spot: Spot) -> Iterator[Spot]:
    """The six neighbours, then those of the next ring that still pull."""
    yield from board.grid.neighbours(spot)
    centre = board.grid.centre(spot)
    yield from (far for far in board.grid.ring(spot, 2) if math.dist(board.grid.centre(far), centre) < 1.9)


def _take_even_heights(
    board: Board, ground: dict[Spot, str], spot: Spot, pulls: dict[Spot, list[Pull]], even: dict[Node, float]
) -> None:
    """The smooth height, at every second point of the net; it changes too slowly to need more."""
    near = [spot, *_around(board, spot)]
    hexes = [(*board.spot_centre(s), -1.0 if ground.get(s, "rim") in WATER else 1.0) for s in near]
    local = [pull for s in near[:7] for pull in pulls.get(s, ())]
    for node in _nodes(board.spot_centre(spot), 2):
        if node not in even:
            even[node] = _smooth((node[0] * STEP, node[1] * STEP), hexes, local)


def _nodes(centre: Point, every: int) -> Iterator[Node]:
    """The points of the net in and a little around a hex; the even ones reach further, to have others between them."""
    reach = HEX * 0.6 + STEP * every
    step = STEP * every
    for i in range(math.ceil((centre[0] - reach) / step), math.floor((centre[0] + reach) / step) + 1):
        for j in range(math.ceil((centre[1] - reach) / step), math.floor((centre[1] + reach) / step) + 1):
            yield i * every, j * every


def _smooth(point: Point, hexes: list[tuple[float, float, float]], pulls: list[Pull]) -> float:
    x, y = point
    total = weights = 0.0
    for cx, cy, sign in hexes:
        share = 1 - ((x - cx) ** 2 + (y - cy) ** 2) / REACH**2
        if share > 0:
            weight = share**3
            total += weight * sign
            weights += weight
    height = total / weights
    for (px, py), lift, radius in pulls:
        away = ((x - px) ** 2 + (y - py) ** 2) / radius**2
        if away < 6:
            height += lift * math.exp(-away)
    return height


def _between(even: dict[Node, float], node: Node) -> float:
    """The mean of the even points around a point."""
    i, j = node
    columns = (i,) if i % 2 == 0 else (i - 1, i + 1)
    rows = (j,) if j % 2 == 0 else (j - 1, j + 1)
    return sum(even[c, r] for c in columns for r in rows) / (len(columns) * len(rows))


def _roughened(node: Node, height: float, arms: list[Arm]) -> float:
    """The final height: chance added, arms of the sea cut in; never quite zero."""
    x, y = node[0] * STEP, node[1] * STEP
    if abs(height) < ROUGH or arms:
        rough = 0.22 * ripple(x / 31, y / 31, 1) + 0.15 * ripple(x / 13, y / 13, 2)
        height += rough
    if arms:
        swayed = (x + SWAY * ripple(x / 24, y / 24, 3), y + SWAY * ripple(x / 24, y / 24, 4))
        height = min(height, min(_past(swayed, arm) for arm in arms) / HEX * 1.6 + rough * 0.3)
    return height or 1e-6


def _past(point: Point, arm: Arm) -> float:
    """How far a point lies beyond the bank of an arm of the sea."""
    (ax, ay), (bx, by) = arm.a, arm.b
    dx, dy = bx - ax, by - ay
    along = ((point[0] - ax) * dx + (point[1] - ay) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return math.dist(point, (ax + along * dx, ay + along * dy)) - (arm.start + (arm.end - arm.start) * along)


# -- what must stay land, what must stay water


def _pulls(board: Board, ground: dict[Spot, str]) -> dict[Spot, list[Pull]]:
    """Centres of hexes, towns, necks of land and straits keep what they are."""
    found: dict[Spot, list[Pull]] = {}
    for spot, look in ground.items():
        sign = -1.0 if look in WATER else 1.0
        found[spot] = [Pull(board.spot_centre(spot), 0.55 * sign, 0.34 * HEX)]
    for place in board.map.places:
        spot = board.map.spots[place.hex]
        if ground[spot] not in WATER:
            found[spot].append(Pull(board.site(place), 0.9, 0.16 * HEX))
    for side, s in enumerate(board.map.sides):
        a = board.map.spots[s.a]
        b = board.grid.neighbour(a, s.direction)
        wet = ground[a] in WATER
        if wet == (ground[b] in WATER):
            found[a].append(Pull(board.middle(side), -0.35 if wet else 0.35, 0.24 * HEX))
    return found


def _arms(board: Board) -> dict[Spot, list[Arm]]:
    """Arms of the sea by all the hexes that they touch."""
    found: dict[Spot, list[Arm]] = {}
    for _, side, _ in board.with_looks(WATER_SIDES):
        if _out_of_play(board, side):
            continue
        a = board.map.spots[board.map.sides[side].a]
        b = board.grid.neighbour(a, board.map.sides[side].direction)
        ends = board.ends(side)
        thirds = [next(s for s in board.grid.neighbours(a) if s != b and end in board.corners(s)) for end in ends]
        arms = [Arm(board.point(ends[0]), board.point(ends[1]), ARM, ARM)]
        arms += [_opening(board, end, third) for end, third in zip(ends, thirds, strict=True) if _wet(board, third)]
        for spot in (a, b, *thirds):
            found.setdefault(spot, []).extend(arms)
    return found


def _out_of_play(board: Board, side: int) -> bool:
    """Inlets between two hexes where no one plays are left out: their country is only hinted at."""
    s = board.map.sides[side]
    return all(h == OFF_MAP or board.look(h) == "off" for h in (s.a, s.b))


def _opening(board: Board, end: Corner, water: Spot) -> Arm:
    """Where an arm meets open water, it widens."""
    corner, (x, y) = board.point(end), board.spot_centre(water)
    inside = (corner[0] + (x - corner[0]) * 0.6, corner[1] + (y - corner[1]) * 0.6)
    return Arm(corner, inside, ARM, MOUTH)


def _wet(board: Board, spot: Spot) -> bool:
    return board.ground.get(spot) in WATER


# -- the line of height zero


def _loops(heights: dict[Node, float]) -> list[list[Point]]:
    """The closed lines along which the height is zero, water on the right."""
    following: dict[Crossing, Crossing] = {}
    for node in heights:
        following.update(_pieces(heights, node))
    loops = []
    while following:
        start = next(iter(following))
        loop = [start]
        while loop[-1] in following:
            loop.append(following.pop(loop[-1]))
        loops.append([_zero(heights, crossing) for crossing in loop[:-1]])
    return loops


def _pieces(heights: dict[Node, float], node: Node) -> Iterator[tuple[Crossing, Crossing]]:
    """The coast in the square with this upper left point, from side to side."""
    i, j = node
    square = ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))
    if any(corner not in heights for corner in square):
        return
    wet = [heights[corner] < 0 for corner in square]
    # Going round clockwise, a coast enters where land turns to water and leaves where water turns to land.
    down = [k for k in range(4) if not wet[k] and wet[(k + 1) % 4]]
    for k in down:
        up = next(m % 4 for m in range(k + 1, k + 5) if wet[m % 4] and not wet[(m + 1) % 4])
        yield _crossing(square[k], square[(k + 1) % 4]), _crossing(square[up], square[(up + 1) % 4])


def _crossing(a: Node, b: Node) -> Crossing:
    return (a, b) if a < b else (b, a)


def _zero(heights: dict[Node, float], crossing: Crossing) -> Point:
    (ai, aj), (bi, bj) = crossing
    ha, hb = heights[ai, aj], heights[bi, bj]
    share = ha / (ha - hb)
    return (ai + (bi - ai) * share) * STEP, (aj + (bj - aj) * share) * STEP
