"""What stands around the map: the veil over ground beyond the edge, entry areas, the frame, title and scale."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from meuse.drawing.board import HEX, Board
from meuse.drawing.curves import outlines
from meuse.drawing.pen import Pen
from meuse.drawing.svg import path, text
from meuse.hexes import Point
from meuse.hexmap import OFF_MAP, Hex, Region

LADDER = 6.0
"""Width of the graduated border."""

HATCH = 6
"""Distance between the lines of a hatching, measured along its slope."""


def veil(board: Board) -> str:
    """Dims what is drawn beyond the map edge."""
    pen = Pen()
    pen.polygon(board.rectangle)
    for loop in outlines(board, board.map.spots):
        pen.polygon([board.point(corner) for corner in loop])
    return path("veil", pen)


def border_lines(board: Board) -> list[str]:
    """A thin and a thick line with a ladder between, one rung a hex."""
    rungs = Pen()
    for start, end, far in _rungs(board):
        rungs.polygon([start, end, (end[0] + far[0], end[1] + far[1]), (start[0] + far[0], start[1] + far[1])])
    inner, outer = Pen(), Pen()
    inner.polygon(board.rectangle)
    outer.polygon(_widened(board.rectangle))
    return [path("rungs", rungs), path("neatline", inner), path("neatline outer", outer)]


def title(board: Board) -> list[str]:
    """Title on the left, scale on the right, both above the map."""
    scale = f"{board.map.scale_km:g} kilometres from hex to hex"
    return [
        text("title", (board.left, board.top - 50), board.map.title),
        text("subtitle", (board.left + 2, board.top - 26), f"May 1940 · {scale}"),
        *_scale_bar(board),
    ]


def _scale_bar(board: Board) -> list[str]:
    a_km = HEX / board.map.scale_km
    whole = max(km for km in (10, 20, 40, 50, 100, 200, 400) if km * a_km < 330)
    length = whole * a_km
    left, y = board.right - length - 14, board.top - 46
    full, rim = Pen(), Pen()
    for k in (0, 2):
        x = left + length * k / 4
        full.polygon([(x, y), (x + length / 4, y), (x + length / 4, y + 5), (x, y + 5)])
    rim.polygon([(left, y), (left + length, y), (left + length, y + 5), (left, y + 5)])
    words = [(left, "0"), (left + length / 2, f"{whole // 2}"), (left + length, f"{whole} km")]
    return [path("bar", full), path("bar-rim", rim), *(text("bar-text", (x, y + 19), word) for x, word in words)]


# -- entry areas


def hatching(board: Board) -> list[str]:
    """The outer half of each entry hex, hatched in the colour of its side."""
    pens: dict[str, Pen] = {}
    for region in _entry_areas(board):
        for h in sorted(region.hexes):
            _hatch(pens.setdefault(region.side, Pen()), _outer_half(board, h))
    return [path(f"hatch {side}", pen) for side, pen in sorted(pens.items())]


def entries(board: Board) -> list[str]:
    """The letter of an entry area outside its hexes, and inside them the turn on which they open."""
    letters: dict[Hex, str] = {}
    for region in _entry_areas(board):
        for h in sorted(region.hexes):
            letters[h] = "/".join(word for word in (letters.get(h), letter(region)) if word)
    clusters = (cluster for cluster in _clusters(board, letters) if letters[cluster[0]])
    parts = [text("entry-letter", _letter_spot(board, cluster), letters[cluster[0]]) for cluster in clusters]
    return parts + list(_openings(board))


def _entry_areas(board: Board) -> list[Region]:
    return [region for region in board.map.regions.values() if region.kind == "entry"]


def letter(region: Region) -> str:
    """What is printed beside an entry area: its id, if that is a letter or two."""
    return region.id if len(region.id) <= 2 else ""


def _openings(board: Board) -> Iterator[str]:
    """Entry hexes that open later: the turn, which their region notes."""
    for region in board.map.regions.values():
        if region.kind == "opening" and region.note.isdigit():
            for h in sorted(region.hexes):
                x, y = board.centre(h)
                yield text("entry-turn", (x, y + 3), f"turn {region.note}")


def _clusters(board: Board, letters: dict[Hex, str]) -> Iterator[list[Hex]]:
    """Neighbouring hexes with the same letter, group by group."""
    rest = set(letters)
    while rest:
        cluster, todo = [], [min(rest)]
        word = letters[todo[0]]
        while todo:
            h = todo.pop()
            if h in rest and letters[h] == word:
                rest.remove(h)
                cluster.append(h)
                todo += board.map.adjacent[h]
        yield sorted(cluster)


def _outward(board: Board, h: Hex) -> Point:
    """The direction in which the map ends, as a unit step; (0, 0) inside the map."""
    x, y = board.spot_centre(board.map.spots[h])
    off = [d for d, near in enumerate(board.map.neighbours[h]) if near == OFF_MAP]
    steps = [board.spot_centre(board.grid.neighbour(board.map.spots[h], d)) for d in off]
    dx, dy = sum(p[0] - x for p in steps), sum(p[1] - y for p in steps)
    length = math.hypot(dx, dy)
    return (dx / length, dy / length) if length else (0.0, 0.0)


def _outer_half(board: Board, h: Hex) -> list[Point]:
    shape = list(board.shape(board.map.spots[h]))
    ux, uy = _outward(board, h)
    if (ux, uy) == (0.0, 0.0):
        return shape
    x, y = board.centre(h)
    return _cut(shape, lambda p: (p[0] - x) * ux + (p[1] - y) * uy)


def _letter_spot(board: Board, cluster: list[Hex]) -> Point:
    h = cluster[len(cluster) // 2]
    (x, y), (ux, uy) = board.centre(h), _outward(board, h)
    return x + ux * HEX * 0.72, y + uy * HEX * 0.72 + 6


def _hatch(pen: Pen, shape: list[Point]) -> None:
    """Slanting lines across a shape that bulges nowhere inward."""
    sums = [x + y for x, y in shape]
    for level in range(math.ceil(min(sums) / HATCH) * HATCH, math.ceil(max(sums)), HATCH):
        cuts = _crossings(shape, float(level))
        if len(cuts) == 2 and math.dist(*cuts) > 0.5:
            pen.polyline(cuts)


def _crossings(shape: list[Point], level: float) -> list[Point]:
    found = []
    for a, b in zip(shape, [*shape[1:], shape[0]], strict=True):
        ha, hb = a[0] + a[1] - level, b[0] + b[1] - level
        if (ha < 0) != (hb < 0):
            share = ha / (ha - hb)
            found.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
    return found


def _cut(shape: list[Point], side: Callable[[Point], float]) -> list[Point]:
    """The part of a shape where `side` is not negative."""
    out = []
    for a, b in zip(shape, [*shape[1:], shape[0]], strict=True):
        sa, sb = side(a), side(b)
        if sa >= 0:
            out.append(a)
        if (sa < 0) != (sb < 0):
            share = sa / (sa - sb)
            out.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
    return out


# -- the border


def _widened(corners: list[Point]) -> list[Point]:
    (left, top), _, (right, bottom), _ = corners
    left, top, right, bottom = left - LADDER, top - LADDER, right + LADDER, bottom + LADDER
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _rungs(board: Board) -> Iterator[tuple[Point, Point, Point]]:
    """Every second piece of the border: from where to where, and how far outward."""
    for k in range(math.ceil((board.right - board.left) / HEX)):
        a, b = board.left + k * HEX, min(board.left + (k + 1) * HEX, board.right)
        row = (board.top, -LADDER) if k % 2 else (board.bottom, LADDER)
        yield (a, row[0]), (b, row[0]), (0, row[1])
    for k in range(math.ceil((board.bottom - board.top) / HEX)):
        a, b = board.top + k * HEX, min(board.top + (k + 1) * HEX, board.bottom)
        column = (board.left, -LADDER) if k % 2 else (board.right, LADDER)
        yield (column[0], a), (column[0], b), (column[1], 0)
