"""Small signs before a name: what the place counts as in the game."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection

from meuse.drawing.pen import Pen
from meuse.drawing.svg import path
from meuse.hexes import Point

BADGE = 12.0
"""Room for one sign."""


def badges(kinds: Collection[str]) -> list[str]:
    """The signs of a place with these kinds, in the order in which they are drawn.

    >>> badges({"town", "channel_port", "objective"})
    ['port', 'objective']
    """
    return [name for name, (belongs, _) in _BADGES.items() if any(belongs(kind) for kind in kinds)]


def badge(name: str, at: Point) -> str:
    pen = Pen()
    _BADGES[name][1](pen, at)
    return path(f"badge {name}", pen)


def _anchor(pen: Pen, at: Point) -> None:
    x, y = at
    pen.circle((x, y - 3.7), 1.2)
    pen.polyline([(x, y - 2.5), (x, y + 4.2)])
    pen.polyline([(x - 2.4, y - 0.8), (x + 2.4, y - 0.8)])
    pen.move((x - 4, y + 1))
    pen.quad((x - 3, y + 4.2), (x, y + 4.2))
    pen.quad((x + 3, y + 4.2), (x + 4, y + 1))


def _pentagon(pen: Pen, at: Point) -> None:
    x, y = at
    pen.polygon([(x - 4, y + 4), (x - 4, y - 1), (x, y - 4.4), (x + 4, y - 1), (x + 4, y + 4)])


def _star(pen: Pen, at: Point) -> None:
    x, y = at
    reach = [4.9 if k % 2 == 0 else 2.0 for k in range(10)]
    angles = [math.radians(-90 + 36 * k) for k in range(10)]
    pen.polygon([(x + r * math.cos(a), y + r * math.sin(a)) for r, a in zip(reach, angles, strict=True)])


def _crate(pen: Pen, at: Point) -> None:
    x, y = at
    pen.polygon([(x - 3.8, y - 3.8), (x + 3.8, y - 3.8), (x + 3.8, y + 3.8), (x - 3.8, y + 3.8)])
    pen.polyline([(x - 3.8, y - 3.8), (x + 3.8, y + 3.8)])
    pen.polyline([(x + 3.8, y - 3.8), (x - 3.8, y + 3.8)])


_BADGES: dict[str, tuple[Callable[[str], bool], Callable[[Pen, Point], None]]] = {
    "port": (lambda kind: kind.endswith("port"), _anchor),
    "fort": (lambda kind: kind in ("fort", "fortress", "fortified"), _pentagon),
    "depot": (lambda kind: kind == "depot", _crate),
    "objective": (lambda kind: kind == "objective", _star),
}
