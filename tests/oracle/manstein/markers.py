"""5 command markers: what may go into the bin, whom leaders take, and what markers do to hexes (25.4, 27)."""

from __future__ import annotations

from typing import Any

from oracle.manstein.board import Board, Fight, Piece
from oracle.manstein.chart import (
    CITIES,
    COASTAL,
    COUNTRY,
    NEAR,
    PORTS,
    STATIONS,
    TABLES,
    Hex,
    named,
    other,
)
from oracle.manstein.combat import over_river
from oracle.manstein.zones import controls

MARKERS: dict[str, dict[str, Any]] = {n: row for n, row in TABLES["markers"].items() if isinstance(row, dict)}
"""23.0: the command markers."""


def offered(board: Board, side: str) -> set[str]:
    """5.2, 5.7a, R.5.2d.1: the special markers that may go into a bin, each once in the game."""
    found = {"plan"} if board.plans[side] and board.plans[side] not in board.played else set()
    if side == "german" and board.turn == 1:
        return found  # 21.2f: the plan must be put in
    found.add("none")
    for name, row in MARKERS.items():
        if row["kind"] != "special" or row["side"] != side or name in board.played or board.turn < row.get("from", 1):
            continue
        if row.get("option") and not board.chosen(row["option"]):
            continue
        if condition(board, name):
            found.add(name)
    return found


def condition(board: Board, name: str) -> bool:
    """20.2a, 20.2d, R.20.2d.1, 24.1, R.24.1.1, 24.2: markers that wait for something on the map."""
    match name:
        case "evac":
            return at_the_coast(board) and not board.evac_lapsed
        case "fall-rot":
            return all(controls(board, "german", h) for h in STATIONS if COUNTRY[h] == "belgium")
        case "plan-w":
            return sum(controls(board, "german", h) for h in STATIONS if COUNTRY[h] == "france") >= 2
    return True


def at_the_coast(board: Board) -> bool:
    """20.2a: a German unit in or next to a French port or coastal hex."""
    coast = {h for h in PORTS | COASTAL if COUNTRY[h] == "france"}
    return any(p.at in coast or coast & set(NEAR[p.at]) for p in board.on_map("german"))


def led(board: Board, side: str) -> set[str]:
    """5.1.guderian, 5.1.degaulle, R.5.1.guderian.1, 5.8d: the Mech corps that a leader may take."""
    corps = [p for p in board.on_map(side) if p.mech and p.size == "XXX" and not p.spent_reserve]
    return {p.id for p in corps if p.id not in board.corps and (board.marker != "de-gaulle" or p.nation == "french")}


def openable(board: Board) -> set[Hex]:
    """25.4a: Allied-controlled, without Allied units, not bombed, and not yet open."""
    cities = named("open_city") & CITIES - board.bombed - board.open_cities
    free = {h for h in cities if not board.ground(h, "allied") and not board.shut(h)}
    return {h for h in free if controls(board, "allied", h)}


def bridgeheads(board: Board, fight: Fight) -> set[Hex]:
    """27.1a, 27.1e: the hexes of surviving attackers from which a river has been crossed, one marker a hexside."""
    alive = [board.pieces[u] for u in fight.units if board.pieces[u].on_map]
    left = int(TABLES["bridgeheads"]["each"]) - sum(b.side == fight.side for b in board.bridges)
    cleared = not board.ground(fight.target, other(fight.side))
    return set() if cleared or left < 1 else {p.at for p in alive if over_river(board, p.at, fight.target)}


def stale_bridges(board: Board) -> set[Hex]:
    """27.1d: bridgeheads without a friendly unit in the hex from which they were made."""
    return {b.start for b in board.bridges if not board.ground(b.start, b.side)}


def fresh(board: Board, side: str) -> list[Piece]:
    """Those that could move, if none of their side has moved in this segment; else nobody."""
    mine = board.on_map(side)
    begun = any(p.left >= 0 or p.moved or p.railed or p.landed or p.flown for p in mine)
    return [] if begun else mine
