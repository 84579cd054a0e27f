"""3 victory: points, surrenders, sudden death."""

from __future__ import annotations

from oracle.manstein.board import Board, Piece
from oracle.manstein.chart import (
    CHANNEL_PORTS,
    CITIES,
    COUNTRY,
    DEPOTS,
    MAGINOT,
    PORTS,
    TABLES,
    WESTWALL,
    Hex,
    called,
)
from oracle.manstein.zones import controls

POINTS = TABLES["victory"]


def german_worth(board: Board, hex_: Hex) -> int:
    """3.4a, 3.5c: the best of what a hex gives the Germans; 25.4c: half in an open city; 28.1e: none out of play."""
    worth = [0]
    if hex_ == called("Paris"):
        worth.append(int(POINTS["paris"]))
    if hex_ in (called("Rotterdam"), called("Antwerp")):
        worth.append(int(POINTS["rotterdam"]))
    if (hex_ in DEPOTS and COUNTRY[hex_] != "germany") or hex_ in CHANNEL_PORTS:
        worth.append(int(POINTS["allied_depot_or_channel_port"]))
    if hex_ in MAGINOT:
        worth.append(int(POINTS["maginot"]))
    if board.shut(hex_):
        return 0
    return max(worth) // 2 if hex_ in board.open_cities else max(worth)


def allied_worth(hex_: Hex) -> int:
    """3.5a, 3.5c."""
    worth = [0]
    if hex_ == called("Ruhr"):
        worth.append(int(POINTS["ruhr"]))
    if hex_ in DEPOTS and COUNTRY[hex_] == "germany":
        worth.append(int(POINTS["german_depot"]))
    if hex_ in WESTWALL:
        worth.append(int(POINTS["westwall"]))
    return max(worth)


def lost_worth(piece: Piece) -> int:
    """3.4b, 3.5b, R.3.4b.1: what an eliminated unit gives the other side."""
    if piece.kind in ("air", "airlift"):
        return 1
    if not piece.ground or piece.logistics:
        return 0
    if piece.side == "allied":
        return 2 if piece.mech and piece.size == "XXX" else 1 if piece.army else 0
    return 3 if piece.mech else 2 if piece.army else 0


def score(board: Board) -> tuple[int, int]:
    """3.4, 3.5, R.3.2.1: the points of both sides if the game ended now; 28: what the variants give."""
    held = {side: {h for h in board.control if controls(board, side, h)} for side in ("german", "allied")}
    dead = [p for p in board.pieces.values() if p.at == "eliminated"]
    german = sum(german_worth(board, h) for h in held["german"]) + sum(
        lost_worth(p) for p in dead if p.side == "allied"
    )
    allied = sum(allied_worth(h) for h in held["allied"]) + sum(lost_worth(p) for p in dead if p.side == "german")
    german += int(POINTS["extension"]) if board.extended else 0
    gifts = {side: TABLES["variants"][side].items() for side in ("german", "allied")}
    german += sum(points for option, points in gifts["german"] if board.chosen(option))
    allied += sum(points for option, points in gifts["allied"] if board.chosen(option))
    return german, allied


def level(difference: int) -> tuple[str, str]:
    """3.6, R.3.6.1: who wins by these points, and how."""
    row = next(row for row in POINTS["levels"] if difference >= row["least"])
    return row["winner"], row["level"]


def fallen(board: Board) -> set[str]:
    """3.8: the countries whose conditions of surrender are fulfilled now."""
    found = set()
    french = {h for h in DEPOTS if COUNTRY[h] == "france"}
    wanted = {
        "france": french,
        "belgium": {called("Brussels"), called("Antwerp"), called("Eben Emael")},
        "netherlands": {called("Amsterdam"), called("Rotterdam")},
    }
    for country, hexes in wanted.items():
        if all(controls(board, "german", h) for h in hexes) and not (
            country == "netherlands" and board.chosen("28.1e")
        ):
            found.add(country)
    return found


def sudden_death(board: Board) -> str:
    """3.1a, 3.1b: who has won at once."""
    french = {h for h in DEPOTS | PORTS if COUNTRY[h] == "france"}
    if all(controls(board, "german", h) for h in french):
        return "german"
    german = [h for h in DEPOTS if COUNTRY[h] == "germany" and controls(board, "allied", h)]
    return "allied" if len(german) >= 2 else ""


def allies_begin(board: Board) -> bool:
    """5.3a: whether the Allies would have the initiative."""
    return any(controls(board, "allied", h) for h in CITIES if COUNTRY[h] == "germany")
