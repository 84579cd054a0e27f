"""11.12, 12.1, 12.2: who may not move, and where somebody may not go."""

from __future__ import annotations

from oracle.planjaune.board import HOME, NEUTRALS, Board, Piece
from oracle.planjaune.ground import COUNTRY, SECTORS, Hex, around, nearest

BOUND_FOR_BELGIUM = ("uk.bef", "fr.1", "fr.7")
"""12.1c."""


def in_main_effort(board: Board, piece: Piece) -> bool:
    """11.12c; a corps goes with its divisions."""
    return all(m.group and m.group == board.effort.get(m.side) for m in board.members(piece))


def may_stir(board: Board, piece: Piece, began_in_contact: frozenset[str]) -> bool:
    """11.12.allied-t1-move, 11.12.allied-t1-neutral: whether the war plans let a unit move in this phase."""
    if board.turn > 1 or piece.side == "german":
        return True
    if piece.nation in NEUTRALS:
        return piece.id in began_in_contact
    return in_main_effort(board, piece)


def in_contact(board: Board, piece: Piece) -> bool:
    """11.12.allied-t1-neutral: next to an Axis unit, or with paratroopers in its hex."""
    return any(board.stack(h, "german") for h in (piece.at, *around(piece.at)))


def kept_in(board: Board, piece: Piece) -> frozenset[Hex] | None:
    """11.12.allied-t2, -t3, R.11.12.allied-t2.1, -t2.2: the sector that a unit may not leave, if there is one."""
    sectors = {_kept_in(board, m) for m in board.members(piece)} - {None}
    return next(iter(sectors), None)


def _kept_in(board: Board, piece: Piece) -> frozenset[Hex] | None:
    if piece.side == "german" or board.turn < 2 or not piece.group or in_main_effort(board, piece):
        return None
    armies = {p.army for p in board.pieces.values() if p.group == piece.group}
    free = armies & board.released if piece.has("hq") else {piece.army} & board.released
    return None if free else SECTORS[piece.group]


def bars(board: Board, piece: Piece, a: Hex, b: Hex) -> bool:
    """Whether a plan or a frontier keeps a unit from stepping, on a march, from a hex to the next one."""
    sector = kept_in(board, piece)
    if sector is not None and b not in sector and not (a not in sector and nearest(b, sector) < nearest(a, sector)):
        return True  # R.11.12.allied-t2.3
    return is_foreign(board, piece, b) or leaves_home(board, piece, a, b)


def is_foreign(board: Board, piece: Piece, h: Hex) -> bool:
    """R.12.2b.1, 11.12.luxembourg: neutral ground, which the Allies do not enter, a neutral army its own aside."""
    return piece.side == "allied" and board.is_neutral(COUNTRY[h]) and COUNTRY[h] != HOME[piece.nation]


def leaves_home(board: Board, piece: Piece, a: Hex, b: Hex) -> bool:
    """11.12.belgium-stay, -return, R.11.12.belgium-return.1: Belgians stay at home until Brussels has fallen."""
    if piece.nation != "belgian" or "be" in board.released or COUNTRY[b] == "belgium":
        return False
    home = frozenset(h for h, country in COUNTRY.items() if country == "belgium")
    return COUNTRY[a] == "belgium" or nearest(b, home) >= nearest(a, home)


def is_stranded(board: Board, piece: Piece) -> bool:
    """11.12.belgium-return: a Belgian unit abroad; which of its ways back is the shortest is not worked out here."""
    return piece.nation == "belgian" and "be" not in board.released and COUNTRY[piece.at] != "belgium"


def owes_belgium(board: Board, piece: Piece) -> bool:
    """12.1c, R.12.1c.1, R.12.1c.2: units that have to go into Belgium now; exploitation is free."""
    if board.scenario != "historical" or board.turn > 2 or board.phase not in ("motorized", "foot"):
        return False
    bound = any(m.army in BOUND_FOR_BELGIUM for m in board.members(piece))
    return bound and not piece.been_in_belgium and COUNTRY[piece.at] != "belgium"
