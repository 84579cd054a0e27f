"""Fortified hexsides: a crenellated line on the side of the hex that it protects, in the colour of who built it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from meuse.drawing.board import Board, Corner
from meuse.drawing.curves import spaced
from meuse.drawing.pen import Pen
from meuse.drawing.rivers import RIVERS, WEIGHTS
from meuse.drawing.svg import group, path
from meuse.hexes import Point
from meuse.hexmap import OFF_MAP

FORTS = ("fort_field", "fort_minor", "fort_major")
NATIONS = ("german", "french", "belgian", "dutch", "swiss", "british", "allied")
BACK, TOOTH = 4.2, 3.4
"""Distance of the wall from the hexside, and of the middle of its teeth from the wall."""

Wall = tuple[Corner, Corner]
"""One fortified hexside, run so that the protected hex lies on the right."""


def forts(board: Board) -> str:
    """Walls and teeth, each once as dark edge and once in the owner's colour."""
    parts = []
    room = _river_room(board)
    for (look, owner), walls in sorted(_walls(board).items()):
        wall, teeth = Pen(), Pen()
        for line in _lines(walls):
            rooms = [room.get(frozenset(side), 0.0) for side in pairwise(line)]
            draw_wall(wall, teeth, [board.point(corner) for corner in line], rooms)
        parts += wall_parts(f"{look.replace('_', '-')} {owner}", wall, teeth)
    return group("forts", *parts)


def fort_points(board: Board) -> Iterator[Point]:
    """Points along all walls, close together."""
    room = _river_room(board)
    for _, walls in sorted(_walls(board).items()):
        for line in _lines(walls):
            rooms = [room.get(frozenset(side), 0.0) for side in pairwise(line)]
            moved = _moved([board.point(corner) for corner in line], [BACK + TOOTH / 2 + room for room in rooms])
            yield from spaced(moved, 4.0)


def wall_parts(css: str, wall: Pen, teeth: Pen) -> list[str]:
    return [
        path(f"wall-edge {css}", wall),
        path(f"teeth-edge {css}", teeth),
        path(f"wall {css}", wall),
        path(f"teeth {css}", teeth),
    ]


def draw_wall(wall: Pen, teeth: Pen, line: Sequence[Point], rooms: Sequence[float]) -> None:
    """One line of fortification; `rooms` keep its pieces clear of rivers on the same hexsides."""
    wall.polyline(_moved(line, [BACK + TOOTH + room for room in rooms]))
    teeth.polyline(_moved(line, [BACK + room for room in rooms]))


def owner_of(owner: str) -> str:
    return owner if owner in NATIONS else "allied"


def _walls(board: Board) -> dict[tuple[str, str], list[Wall]]:
    """Fortified hexsides by look and owner."""
    found: dict[tuple[str, str], list[Wall]] = {}
    for look, side, feature in board.with_looks(FORTS):
        s = board.map.sides[side]
        a, b = board.ends(side)  # clockwise around s.a, which therefore lies on the right
        wall = (b, a) if feature.of == s.b != OFF_MAP else (a, b)
        found.setdefault((look, owner_of(feature.owner)), []).append(wall)
    return found


def _river_room(board: Board) -> dict[frozenset[Corner], float]:
    """What a river takes of its hexside, so that a wall stands on its bank."""
    return {frozenset(board.ends(side)): WEIGHTS[look] / 2 for look, side, _ in board.with_looks(RIVERS)}


def _lines(walls: list[Wall]) -> list[list[Corner]]:
    """Hexsides put end to end."""
    following: dict[Corner, list[Corner]] = {}
    for a, b in walls:
        following.setdefault(a, []).append(b)
    ends = {b for _, b in walls}
    starts = [a for a in following if a not in ends]
    lines = []
    for start in [*starts, *following]:
        while following.get(start):
            line = [start]
            while following.get(line[-1]):
                line.append(following[line[-1]].pop(0))
            lines.append(line)
    return lines


def _moved(line: Sequence[Point], offsets: Sequence[float]) -> list[Point]:
    """A broken line moved to its right and mitred at the corners, each side by its own offset."""
    closed = len(line) > 3 and line[0] == line[-1]
    out = []
    for k, point in enumerate(line):
        before = k - 1 if k else (len(line) - 2 if closed else None)
        after = k if k + 1 < len(line) else (0 if closed else None)
        sides = [side for side in (before, after) if side is not None]
        normals = [_right(line[side], line[side + 1]) for side in sides]
        out.append(_mitred(point, normals, max(offsets[side] for side in sides)))
    return out


def _mitred(at: Point, normals: Sequence[Point], offset: float) -> Point:
    nx, ny = sum(n[0] for n in normals), sum(n[1] for n in normals)
    scale = offset * len(normals) / (nx * nx + ny * ny)
    return at[0] + nx * scale, at[1] + ny * scale


def _right(a: Point, b: Point) -> Point:
    length = math.dist(a, b)
    return -(b[1] - a[1]) / length, (b[0] - a[0]) / length
