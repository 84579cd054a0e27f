"""19 Victory: points for what has been eliminated, the plans, and the level of the result."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from oracle.gdw1940.board import Board, Piece
from oracle.gdw1940.ground import MAGINOT, MAP, PARIS, PORTS, RUHR, TABLES, cities_of

POINTS = TABLES["victory"]
LILLE = MAP.labels[MAP.place("Lille").hex]


class Standing(NamedTuple):
    """Points of both sides, and the level if the game ended now."""

    german: int
    allied: int
    level: str


def worth(piece: Piece) -> int:
    """19.vp.german, 19.vp.allied, 19.vp.factors, R.19.vp.allied.1: what the elimination of a unit brings the enemy."""
    if piece.has("airborne"):
        return int(POINTS["airborne"])
    if piece.nation == "british":
        each = POINTS["british"]
    elif piece.nation == "french":
        each = POINTS["french_motorized" if piece.motorized else "french_other"]
    elif piece.nation == "german":
        each = POINTS["german_motorized" if piece.motorized else "german_other"]
    else:
        each = 0
    return int(each) * piece.combat


def accomplished(board: Board, plan: int) -> bool:
    """19.plan.maginot, 19.plan.paris, 19.plan.north."""
    if plan == 1:
        return not any(p.at in MAGINOT for p in board.on_map("allied"))
    wanted = PARIS if plan == 2 else PORTS | cities_of("belgium") | {LILLE}
    return all(board.control.get(hex_) == "german" for hex_ in wanted)


def standing(board: Board, lost: Collection[str]) -> Standing:
    """19.level: the level that the game has reached; `lost` are the units eliminated so far."""
    gone = [board.pieces[unit] for unit in lost]
    german = sum(worth(p) for p in gone if p.side == "allied")
    allied = sum(worth(p) for p in gone if p.side == "german")
    defeated = not accomplished(board, board.plan) or (
        "holland" in board.joined and "holland" not in board.surrendered
    )  # 19.plan, 19.holland
    if allied >= german or defeated:
        return Standing(german, allied, _allied_level(board, german, allied, defeated))
    return Standing(german, allied, _german_level(board, german, allied, gone))


def _allied_level(board: Board, german: int, allied: int, defeated: bool) -> str:
    """19.level.allied_strategic, 19.level.allied_decisive, 19.level.allied_marginal."""
    ruhr = sum(board.control.get(hex_) == "allied" for hex_ in RUHR)
    if defeated and allied > german and ruhr >= POINTS["ruhr_hexes"]:
        return "Allied strategic victory"
    return "Allied decisive victory" if defeated and allied >= german else "Allied marginal victory"


def _german_level(board: Board, german: int, allied: int, gone: Collection[Piece]) -> str:
    """19.level.draw and the German levels, R.19.level.german_decisive.1."""
    others = sum(accomplished(board, plan) for plan in (1, 2, 3) if plan != board.plan)
    british = sum(p.combat for p in gone if p.nation == "british")
    if not others:
        return "draw"
    if german < POINTS["decisive_ratio"] * allied:
        return "German marginal victory"
    thorough = others == 2 or british >= POINTS["strategic_british"]
    return "German strategic victory" if thorough else "German decisive victory"
