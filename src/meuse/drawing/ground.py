"""The ground: tints of terrain as rounded unions of hexes, water with its coast, cities as blocks of houses."""

from __future__ import annotations

import math

from meuse.drawing.board import HEX, Board, Corner
from meuse.drawing.chance import between, chance
from meuse.drawing.curves import outlines, round_loop, toward
from meuse.drawing.pen import Pen
from meuse.drawing.rivers import tides
from meuse.drawing.svg import again, define, group, path, rectangle
from meuse.hexes import Point, Spot
from meuse.hexmap import Hex

TINTS = ("polder", "heath", "broken", "rough", "hills", "mountain", "marsh", "flooded", "woods", "wooded_rough")
"""Terrain with a tint of its own, from the bottom up; everything else is clear paper."""

CITIES = ("city", "major_city")

ECHOES = ("far", "near")


def ground(board: Board, shores: list[list[Point]]) -> str:
    """Paper, tints, water, coast."""
    return group(
        "ground",
        rectangle("land", board.left, board.top, board.right - board.left, board.bottom - board.top),
        *(path(f"t-{css(look)}", _tint(board, look)) for look in TINTS),
        path("veil", _out_of_play(board)),
        *_water(shores),
        tides(board),
    )


def ashore(board: Board, shores: list[list[Point]]) -> str:
    """A clip that leaves only land, so that rivers end at the coast."""
    pen = Pen()
    pen.polygon(board.rectangle)
    for loop in shores:
        round_loop(pen, loop)
    return f'<clipPath id="ashore"><path clip-rule="evenodd" d="{pen.data}"/></clipPath>'


def css(look: str) -> str:
    """The name of a look in the style sheet."""
    return look.replace("_", "-")


def _water(shores: list[list[Point]]) -> list[str]:
    """Water with lines that echo the coast: strokes inside the water, each covering the inner part of the last."""
    pen = Pen()
    for loop in shores:
        round_loop(pen, loop)
    if not pen:
        return []
    echoes = (again("water", f"{kind} {name}") for name in ECHOES for kind in ("echo", "calm"))
    return [
        define("water", pen),
        '<clipPath id="afloat"><use href="#water"/></clipPath>',
        again("water", "t-sea"),
        f'<g clip-path="url(#afloat)">{"".join(echoes)}</g>',
        again("water", "coast"),
    ]


def city(board: Board) -> str:
    """Built-up hexes, each row of houses a small rectangle."""
    return group("city", *city_parts(board, board.hexes_with(*CITIES)))


def city_parts(board: Board, hexes: list[Hex]) -> list[str]:
    if not hexes:
        return []
    area, houses = Pen(), Pen()
    spots = {board.map.spots[h] for h in hexes}
    for loop in outlines(board, spots):
        round_loop(area, [_drawn_in(board, corner, spots) for corner in loop])
    for h in hexes:
        blocks(houses, board.centre(h), h)
    return [path("built", area), path("houses", houses)]


def blocks(pen: Pen, centre: Point, seed: int, reach: float = 0.4 * HEX) -> None:
    """Houses along the streets of a town seen from above: a grid at some angle, two wide streets, a few gardens."""
    angle = math.radians(between(-28, 28, seed, 7))
    cos, sin = math.cos(angle), math.sin(angle)
    for row in range(-4, 5):
        for column in range(-3, 4):
            x, y = column * 7.6 + (3.8 if row % 2 else 0), row * 5.6
            gone = math.hypot(x, y) > between(0.75, 1.0, seed, row, column) * reach
            if gone or row == 0 or chance(seed, row, column, 3) < 0.14:
                continue
            w, h = between(2.0, 3.2, seed, row, column, 1), between(1.5, 2.1, seed, row, column, 2)
            corners = ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))
            pen.polygon([(centre[0] + a * cos - b * sin, centre[1] + a * sin + b * cos) for a, b in corners])


def _tint(board: Board, look: str) -> Pen:
    wanted = {look, "wooded_rough"} if look == "woods" else {look}  # one wood, its rough part darker
    pen = Pen()
    for loop in outlines(board, [spot for spot, found in board.ground.items() if found in wanted]):
        round_loop(pen, [board.point(corner) for corner in loop])
    return pen


def _out_of_play(board: Board) -> Pen:
    """Land where no one plays, faded; its coast stays clear."""
    pen = Pen()
    for loop in outlines(board, [board.map.spots[h] for h in board.hexes_with("off")]):
        pen.polygon([board.point(corner) for corner in loop])
    return pen


def _drawn_in(board: Board, corner: Corner, spots: set[Spot]) -> Point:
    """A corner moved inward, so that a city stays clear of its hexsides."""
    centres = [board.spot_centre(spot) for spot in sorted(spots) if corner in board.corners(spot)]
    inner = (sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres))
    return toward(board.point(corner), inner, 0.095 * HEX)
