"""Places: a sign where the place lies, its name where there is room.

A name tries eight spots around its sign and takes the one where it hurts least; then every name may move again, now
that the others are known. Only a village may stay without a name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from meuse.drawing.badges import BADGE, badge, badges
from meuse.drawing.board import HEX, Board
from meuse.drawing.ground import CITIES
from meuse.drawing.ink import FORBIDDEN, SQUARE, Box, Ink
from meuse.drawing.lettering import bold_width, lettered, width
from meuse.drawing.pen import Pen
from meuse.drawing.svg import group, slug, text
from meuse.hexes import Point
from meuse.hexmap import Place

SIZES = {"major": 15.0, "city": 13.5, "town": 11.0, "village": 9.5}
SIGNS = {"major": 4.4, "city": 3.8, "town": 3.1, "village": 2.1}
SIGN_COST, NUMBER_COST = 9.0, 5.0


class Spot(NamedTuple):
    """Where a name may stand: the point it is anchored at, by its middle, start or end; `badges` begin at their own."""

    anchor: str
    at: Point
    badges: Point
    box: Box
    dislike: float


class Name(NamedTuple):
    place: Place
    key: str
    size: float
    spots: tuple[Spot, ...]


def places(board: Board) -> str:
    """The signs, each with an id."""
    return group("places", *(_sign(board, place, key) for place, key in keyed(board)))


def keyed(board: Board) -> list[tuple[Place, str]]:
    """Places with ids that are names; where two share a name, the hex number tells them apart."""
    slugs = [slug(place.name) for place in board.map.places]
    return [
        (place, key if slugs.count(key) == 1 else f"{key}-{board.map.label(place.hex)}")
        for place, key in zip(board.map.places, slugs, strict=True)
    ]


def draw_sign(pen: Pen, at: Point, size: str) -> None:
    x, y = at
    r = SIGNS[size]
    if size in ("city", "major"):
        pen.polygon([(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)])
    else:
        pen.circle(at, r)


def _sign(board: Board, place: Place, key: str) -> str:
    pen = Pen()
    if not _built_up(board, place):
        draw_sign(pen, board.site(place), place.size)
    return f'<path id="place-{key}" class="sign" d="{pen.data}"/>'


def blacken_signs(board: Board, ink: Ink) -> None:
    for place in board.map.places:
        x, y = board.site(place)
        r = SIGNS[place.size] + 0.5
        ink.box((x - r, y - r, x + r, y + r), SIGN_COST)


def names(board: Board, ink: Ink) -> list[str]:
    """All names, placed; the ink then knows them."""
    chosen = settled(board, ink)
    for _, spot in chosen:
        ink.box(_shrunk(spot.box), FORBIDDEN)
    return [_written(name, spot) for name, spot in chosen]


def settled(board: Board, ink: Ink) -> list[tuple[Name, Spot]]:
    """Each name with its spot, the largest first."""
    wanted = [_name(board, place, key) for place, key in keyed(board) if not _part_of_another(board, place)]
    wanted.sort(key=lambda name: (-name.size, -len(name.place.name), name.key))
    chosen = _settle(wanted, ink)
    return [(name, chosen[name.key]) for name in wanted if name.key in chosen]


def _written(name: Name, spot: Spot) -> str:
    capital = " capital" if "capital" in name.place.kinds else ""
    x, y = spot.badges
    signs = [badge(kind, (x + k * BADGE, y)) for k, kind in enumerate(badges(name.place.kinds))]
    label = text(
        f"lab {name.place.size} {spot.anchor}{capital}", spot.at, lettered(name.place.name), f"name-{name.key}"
    )
    return label + "".join(signs)


def _settle(wanted: list[Name], ink: Ink) -> dict[str, Spot]:
    """Spots for all names: the most important first, then three rounds in which each may move."""
    crowd = _Crowd()
    chosen: dict[str, Spot] = {}
    own = {spot.box: ink.cost(spot.box) + spot.dislike for name in wanted for spot in name.spots}
    for _ in range(4):
        for name in wanted:
            if name.key in chosen:
                crowd.remove(chosen.pop(name.key).box)
            best = min(name.spots, key=lambda spot: (own[spot.box] + crowd.hurt(spot.box), spot.dislike))
            if name.place.size == "village" and not name.place.kinds and crowd.hurt(best.box) > 0:
                continue
            chosen[name.key] = best
            crowd.add(best.box)
    return chosen


class _Crowd:
    """Boxes of names, found again by the squares they touch."""

    CELL = 64.0

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[Box]] = {}

    def add(self, box: Box) -> None:
        for cell in self._touched(box):
            self._cells.setdefault(cell, []).append(box)

    def remove(self, box: Box) -> None:
        for cell in self._touched(box):
            self._cells[cell].remove(box)

    def hurt(self, box: Box) -> float:
        """What it would hurt to cover other names by this box; to touch one at all is bad enough."""
        near = dict.fromkeys(other for cell in self._touched(box) for other in self._cells.get(cell, ()))
        covered = sum(overlap(box, other) for other in near) / SQUARE**2
        return FORBIDDEN * (covered + 1) if covered else 0.0

    def _touched(self, box: Box) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = (int(edge // self.CELL) for edge in box)
        for i in range(left, right + 1):
            for j in range(top, bottom + 1):
                yield i, j


def overlap(a: Box, b: Box) -> float:
    """The area that two boxes share."""
    across = min(a[2], b[2]) - max(a[0], b[0])
    down = min(a[3], b[3]) - max(a[1], b[1])
    return across * down if across > 0 and down > 0 else 0.0


def _name(board: Board, place: Place, key: str) -> Name:
    size = SIZES[place.size]
    measure = bold_width if place.size in ("city", "major") else width
    wide = measure(lettered(place.name), size)
    extra = len(badges(place.kinds)) * BADGE
    gap = SIGNS[place.size] + 2.6
    rings = [(board.site(place), gap + further, dislike) for further, dislike in ((0, 0.0), (5, 7.0), (10, 16.0))]
    if _built_up(board, place):
        rings = [(board.centre(place.hex), HEX * 0.30, 0.0), (board.centre(place.hex), HEX * 0.16, 3.0)]
    spots = [spot for at, away, less in rings for spot in _around(at, wide, extra, size, away, less)]
    inside = [spot for spot in spots if _on_paper(board, spot.box)]
    return Name(place, key, size, tuple(inside or spots))


def _around(at: Point, wide: float, extra: float, size: float, gap: float, dislike: float) -> Iterator[Spot]:
    """Eight spots: right, left, below, above, then the four corners. Badges stand between the sign and the name."""
    rise, half = size * 0.33, size * 0.36
    slant = gap * 0.72
    for anchor, dx, dy, less in (
        ("e", gap, rise, 0.0), ("w", -gap, rise, 0.8),
        ("m", 0.0, gap + size * 0.72, 0.4), ("m", 0.0, -gap, 0.6),
        ("e", slant, slant + size * 0.5, 1.0), ("e", slant, -slant + size * 0.12, 0.9),
        ("w", -slant, slant + size * 0.5, 1.5), ("w", -slant, -slant + size * 0.12, 1.4),
    ):  # fmt: skip
        x, y = at[0] + dx, at[1] + dy
        left = {"e": x, "w": x - wide - extra, "m": x - (wide + extra) / 2}[anchor]
        box = (left, y - rise - half, left + wide + extra, y - rise + half)
        first = x - extra if anchor == "w" else left
        start = {"e": x + extra, "w": x - extra, "m": x + extra / 2}[anchor]
        yield Spot(anchor, (start, y), (first + BADGE / 2, y - rise), box, dislike + less)


def _part_of_another(board: Board, place: Place) -> bool:
    """Further hexes of a large city, "Paris (east)", are not lettered again."""
    whole = lettered(place.name)
    return whole != place.name and any(other.name == whole for other in board.map.places)


def _built_up(board: Board, place: Place) -> str:
    look = board.look(place.hex)
    return look if look in CITIES and place.size in ("city", "major") else ""


def _on_paper(board: Board, box: Box) -> bool:
    return box[0] > board.left + 4 and box[2] < board.right - 4 and box[1] > board.top + 4 and box[3] < board.bottom - 4


def _shrunk(box: Box) -> Box:
    return box[0] + 1, box[1] + 1, box[2] - 1, box[3] - 1
