"""Roads and railways from hex to hex, and the ways over water: bridges, ferries, causeways."""

from __future__ import annotations

import math
from collections.abc import Iterable

from meuse.drawing.board import HEX, Board, is_edge
from meuse.drawing.curves import toward
from meuse.drawing.network import Bend, Link, Network, Node, draw_bends
from meuse.drawing.pen import Pen
from meuse.drawing.svg import again, define, group, path, strokes
from meuse.hexes import Point

ROADS = ("road_secondary", "road_main")
RAILS = ("rail_secondary", "rail_main")
BESIDE = 7.0
"""How far a railway keeps from a road that crosses the same hexside."""

TOUCHED = {"town", "city", "major"}


def road_network(board: Board) -> Network:
    return _network(board, ROADS, {})


def rail_network(board: Board) -> Network:
    shared = {side: _shift(board, side) for _, side, _ in board.with_looks(ROADS)}
    return _network(board, RAILS, shared)


def causeway_network(board: Board) -> Network:
    """Dykes across open water; they end on the shore."""
    whole = _network(board, ["causeway"], {})
    shores = {
        node: toward(links[0].at, whole.points[node], 0.3 * HEX) for node, links in whole.at.items() if len(links) == 1
    }
    return Network(whole.links, whole.points, shores)


def rails(bends: list[Bend]) -> str:
    parts = []
    for look in RAILS:
        pen = draw_bends(b for b in bends if b.link.look == look)
        parts.append(strokes(f"line-{look}", pen, f"rail {_rank(look)}", f"ties {_rank(look)}"))
    return group("rail", *parts)


def roads(board: Board, bends: list[Bend], causeways: list[Bend]) -> str:
    """Roads with a casing that parts them from what lies below, so that a road over a river is a bridge."""
    pens = {look: draw_bends(b for b in bends if b.link.look == look) for look in ROADS}
    found = [look for look in ROADS if pens[look]]
    return group(
        "roads",
        strokes("line-causeway", draw_bends(causeways), "dyke", "dyke-crown"),
        *(define(f"line-{look}", pens[look]) for look in found),
        *(again(f"line-{look}", f"road-case {_rank(look)}") for look in found),
        *(again(f"line-{look}", f"road {_rank(look)}") for look in found),
        *_crossings(board),
    )


def _network(board: Board, looks: Iterable[str], shifts: dict[int, Point]) -> Network:
    links: list[Link] = []
    points: dict[Node, Point] = {}
    for look, side, feature in board.with_looks(looks):
        s = board.map.sides[side]
        far: Node = ("off", side) if is_edge(board, side) else s.b
        (x, y), (dx, dy) = board.middle(side), shifts.get(side, (0.0, 0.0))
        points[s.a], points[far] = board.centre(s.a), board.beyond(side)
        if is_edge(board, side):
            points[far] = toward((x, y), board.beyond(side), 0.3 * HEX)
        links.append(Link(s.a, far, look, feature.name, (x + dx, y + dy)))
    links = list({frozenset((link.a, link.b)): link for link in links}.values())  # the better road of two
    return Network(links, points, _stops(board, points))


def _stops(board: Board, nodes: Iterable[Node]) -> dict[Node, Point]:
    """Towns that a way goes to, rather than to the middle of their hex."""
    found: dict[Node, Point] = {}
    for node in nodes:
        if isinstance(node, int):
            towns = [p for p in board.map.places_at.get(node, ()) if p.size in TOUCHED]
            if towns:
                best = max(towns, key=lambda p: ("village", "town", "city", "major").index(p.size))
                found[node] = board.site(best)
    return found


def _shift(board: Board, side: int) -> Point:
    """A small step along a hexside, always to the south or east, so that a railway keeps to one side of its road."""
    a, b = (board.point(corner) for corner in board.ends(side))
    dx, dy = (b[0] - a[0]) / HEX, (b[1] - a[1]) / HEX
    length = math.hypot(dx, dy)
    sign = 1 if dx * 0.4 + dy > 0 else -1
    return sign * dx / length * BESIDE, sign * dy / length * BESIDE


def _crossings(board: Board) -> list[str]:
    bridges, rail_bridges, ferries = Pen(), Pen(), Pen()
    rail_sides = {side for _, side, _ in board.with_looks(RAILS)}
    road_sides = {side for _, side, _ in board.with_looks(ROADS)}
    for _, side, _ in board.with_looks(["bridge"]):
        parapets(bridges, board.middle(side), board.beyond(side), 4.2)
    for _, side, _ in board.with_looks(["rail_bridge"]):
        dx, dy = _shift(board, side) if side in rail_sides & road_sides else (0.0, 0.0)
        (x, y), (fx, fy) = board.middle(side), board.beyond(side)
        parapets(rail_bridges, (x + dx, y + dy), (fx + dx, fy + dy), 3.4)
    for _, side, _ in board.with_looks(["ferry"]):
        far = board.beyond(side)
        near = board.middle(side)
        ferries.polyline([toward(near, far, -0.32 * HEX), toward(near, far, 0.32 * HEX)])
    return [
        path("parapet", bridges),
        path("parapet rail-bridge", rail_bridges),
        strokes("line-ferry", ferries, "ferry-case", "ferry"),
    ]


def parapets(pen: Pen, at: Point, far: Point, half: float) -> None:
    """The two sides of a bridge, splayed at their ends."""
    length = math.dist(at, far)
    ux, uy = (far[0] - at[0]) / length, (far[1] - at[1]) / length
    for sign in (1, -1):
        row = [(-9.0, half + 2.2), (-6.5, half), (6.5, half), (9.0, half + 2.2)]
        pen.polyline([(at[0] + ux * u - uy * v * sign, at[1] + uy * u + ux * v * sign) for u, v in row])


def _rank(look: str) -> str:
    return look.rsplit("_", 1)[1]
