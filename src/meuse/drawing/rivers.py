"""Rivers, canals and borders along hexsides, drawn by one curve that touches every hexside at its middle."""

from __future__ import annotations

from collections.abc import Iterable

from meuse.drawing.board import HEX, WATER, Board, Corner
from meuse.drawing.curves import toward
from meuse.drawing.network import Bend, Link, Network, Node, draw_bends
from meuse.drawing.pen import Pen
from meuse.drawing.svg import again, clipped_group, define, group, path, strokes
from meuse.hexes import Point

RIVERS = ("canal", "river_minor", "marsh_river", "river_major", "river_rhine")
"""From the weakest to the strongest; where two share a hexside, the stronger is drawn."""

WEIGHTS = {"canal": 4.6, "river_minor": 4.6, "marsh_river": 6.0, "tidal": 8.0, "river_major": 8.0, "river_rhine": 13.0}
"""Width on paper with its casing."""


def river_network(board: Board) -> Network:
    links, points = _links(board, RIVERS)
    return Network(links, points, _mouths(board, links))


def named_waters(board: Board) -> Network:
    """Rivers and tidal arms together, as names follow them."""
    links, points = _links(board, ("tidal", *RIVERS))
    return Network(links, points, {})


def border_network(board: Board) -> Network:
    links, points = _links(board, ["border"])
    return Network(links, points, {})


def tides(board: Board) -> str:
    """Short waves along tidal hexsides; they belong to the water."""
    pen = Pen()
    for _, side, _ in board.with_looks(["tidal"]):
        draw_tide(pen, board.middle(side), board.point(board.ends(side)[0]))
    return path("tide", pen)


def border(bends: list[Bend]) -> str:
    return group("border", strokes("line-border", draw_bends(bends), "border band", "border"))


def rivers(board: Board, bends: list[Bend]) -> str:
    """All casings below all water, so that a tributary runs into its river without a seam."""
    pens = {look: draw_bends(b for b in bends if b.link.look == look) for look in RIVERS}
    found = [look for look in RIVERS if pens[look]]
    return clipped_group(
        "rivers",
        "ashore",
        *(define(f"line-{look}", pens[look]) for look in found),
        *(again(f"line-{look}", f"river-case {css(look)}") for look in found),
        *(again(f"line-{look}", f"river {css(look)}") for look in found),
        path("reeds", _reeds(b for b in bends if b.link.look == "marsh_river")),
    )


def css(look: str) -> str:
    return look.removeprefix("river_").replace("_", "-")


def _links(board: Board, looks: Iterable[str]) -> tuple[list[Link], dict[Node, Point]]:
    """Hexsides with any of these looks, and where their corners lie."""
    links: dict[int, Link] = {}
    points: dict[Node, Point] = {}
    for look, side, feature in board.with_looks(looks):
        a, b = board.ends(side)
        points[a], points[b] = board.point(a), board.point(b)
        links[side] = Link(a, b, look, feature.name, board.middle(side))
    return list(links.values()), points


def _mouths(board: Board, links: Iterable[Link]) -> dict[Node, Point]:
    """Rivers that end at the sea run on into it; the coast cuts them off."""
    met: dict[Corner, int] = {}
    for link in links:
        for end in (link.a, link.b):
            assert isinstance(end, tuple)
            met[end] = met.get(end, 0) + 1
    mouths: dict[Node, Point] = {}
    for spot, look in board.ground.items():
        if look in WATER:
            for corner in board.corners(spot):
                if met.get(corner) == 1:
                    mouths[corner] = toward(board.point(corner), board.spot_centre(spot), 0.4 * HEX)
    return mouths


def draw_tide(pen: Pen, at: Point, end: Point) -> None:
    (x, y), (fx, fy) = at, toward(at, end, 1.0)
    ux, uy = fx - x, fy - y
    for along in (-6.0, 0.0, 6.0):
        px, py = x + ux * along, y + uy * along
        pen.move((px - uy * 2.6, py + ux * 2.6))
        pen.quad((px + ux * 3, py + uy * 3), (px + uy * 2.6, py - ux * 2.6))


def _reeds(bends: Iterable[Bend]) -> Pen:
    """Reeds on both banks of a river through marsh."""
    pen = Pen()
    for bend in bends:
        x, y = bend.link.at
        for dx, dy in ((-8.0, -4.0), (8.0, 7.0)):
            for lean in (-1.8, 0.0, 1.8):
                pen.polyline([(x + dx + lean * 0.6, y + dy), (x + dx + lean * 1.4, y + dy - 4.2)])
    return pen
