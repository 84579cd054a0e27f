"""6.1, 6.2: whom one can and must attack, and the arithmetic of an attack. 11.3 to 11.6: what helps in it."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import NamedTuple

from oracle.planjaune import limits
from oracle.planjaune.board import NEUTRALS, Board, Piece, other
from oracle.planjaune.ground import DYKE, TABLES, TERRAIN, WATERS, Hex, around, between
from oracle.planjaune.zones import command_reach, reaches

KLEIST = ("de.c14", "de.c19", "de.c41")
"""11.12.axis-t1."""

Attacks = dict[Hex, tuple[str, ...]]


class Reckoning(NamedTuple):
    """6.2.1 to 6.2.3: an attack, with everything that changes it."""

    attackers: dict[str, Fraction]
    defence: Fraction
    start: str
    final: str
    shift: int
    faces: tuple[str, ...]


def is_target(board: Board, h: Hex, side: str) -> bool:
    """R.1l.1, R.6.1b.1, 11.4d: a hex with enemies that fight, or with works that defend themselves."""
    return any(p.side != side and p.fights for p in board.stack(h)) or board.garrison(h, side) > 0


def can_attack(board: Board, piece: Piece, h: Hex) -> bool:
    """6.1, 11.5f, 11.10d, 11.4b, 11.12: whether a unit could take part in an attack on a hex."""
    if not piece.fights or not is_target(board, h, piece.side) or not _lets_attack(board, piece):
        return False
    if limits.is_foreign(board, piece, h):
        return False
    if piece.at == h:
        return piece.has("airborne")
    if h not in around(piece.at):
        return False
    return board.held_by_enemy(h, piece.side) or _faced(board, h, piece.at)


def _faced(board: Board, h: Hex, origin: Hex) -> bool:
    """11.4b, R.11.4d.1: works alone can be attacked through their fortified hexsides only."""
    works = board.works(h)
    return works is not None and origin in works.faces


def _lets_attack(board: Board, piece: Piece) -> bool:
    """11.12.allied-t1-attack, 11.12.axis-t1, R.11.12.axis-t1.1."""
    if board.turn > 1:
        return True
    if piece.side == "allied":
        return False
    if piece.has("airborne"):
        return True  # 11.12.axis-t1-airborne
    return limits.in_main_effort(board, piece) or piece.id in KLEIST


def duties(board: Board, side: str, attacks: Attacks) -> set[Hex]:
    """6.1b, 6.1c, R.6.1b.2, R.6.1b.4, R.12.2b.2: what must be attacked too before the fighting may begin."""
    struck = {NEUTRALS[p.nation] for h in attacks for p in board.stack(h, other(side)) if p.nation in NEUTRALS}
    owed = set()
    for units in attacks.values():
        for piece in (board.pieces[u] for u in units):
            if not piece.motorized and not is_target(board, piece.at, side):  # R.6.1b.4
                owed |= _oblige(board, piece, struck)
    return owed - set(attacks)


def _oblige(board: Board, piece: Piece, struck: Collection[str]) -> set[Hex]:
    enemy = other(piece.side)
    found = set()
    for n in around(piece.at):
        stack = board.stack(n, enemy)
        peaceful = stack and all(board.at_peace(p) and NEUTRALS[p.nation] not in struck for p in stack)
        if not peaceful and reaches(board, n, piece.at, enemy) and is_target(board, n, piece.side):
            found.add(n)
    return found


def dropped_in(board: Board, side: str) -> set[Hex]:
    """11.5f: hexes where airborne units stand among enemies, and have to attack them."""
    units = [p for p in board.on_map(side) if p.has("airborne")]
    return {p.at for p in units if is_target(board, p.at, side)}


def helpers(board: Board, h: Hex, side: str, attacks: Attacks) -> set[str]:
    """11.5f, R.11.5f.1, R.11.5f.2: units that owe help to the airborne ones in a hex."""
    able = [p for p in board.on_map(side) if not p.has("airborne") and can_attack(board, p, h)]
    struck = {NEUTRALS[p.nation] for p in board.stack(h, other(side)) if p.nation in NEUTRALS}
    return {p.id for p in able if p.motorized or not _oblige(board, p, struck) - set(attacks) - {h}}


# -- 6.2 the arithmetic


def reckon(board: Board, side: str, h: Hex, units: Collection[Piece], *, coup: bool = False) -> Reckoning:
    """6.2.1 to 6.2.3: an attack to which nobody adds headquarters or bombers, and which the best units lead."""
    shielded = is_shielded(board, h, units)
    attackers = {p.id: strength(board, p, h, units, shielded=shielded, coup=coup) for p in units}
    defenders = [p for p in board.stack(h, other(side)) if p.fights]
    works = board.garrison(h, side) if shielded else 0
    defence = Fraction(sum(board.strength(p) for p in defenders) + works)
    start = column(sum(attackers.values(), Fraction(0)), defence)
    shift = _shift(board, h, units, defenders)
    columns = TABLES["crt"]["columns"]
    wanted = start + shift
    final = max(0, min(len(columns) - 1, wanted))
    extra = TABLES["crt"]["below_first"] if wanted < 0 else max(0, wanted - final) * TABLES["crt"]["above_last"]
    best = max((board.quality(p) for p in units), default=0)
    against = max((board.quality(p) for p in defenders), default=int(TABLES["fortifications"]["quality"]))
    modifier = best - against + extra + _dyke(h, units)
    faces = tuple(cell(die + modifier, final) for die in range(1, 7))
    return Reckoning(attackers, defence, columns[max(0, min(len(columns) - 1, start))], columns[final], shift, faces)


def is_shielded(board: Board, h: Hex, units: Collection[Piece]) -> bool:
    """11.4b: whether the works count, since all attackers come through their hexsides, or from above (11.5h)."""
    works = board.works(h)
    walking = [p for p in units if p.at != h]
    return works is not None and works.side != next(iter(units)).side and all(p.at in works.faces for p in walking)


def strength(board: Board, piece: Piece, h: Hex, units: Collection[Piece], *, shielded: bool, coup: bool) -> Fraction:
    """11.4c, 8.2c, 11.6, 11.5h, 5.t4: halves and thirds multiply, and stay fractions (R.6.2.1b.1)."""
    found = Fraction(board.strength(piece))
    if piece.unsupplied:
        found /= 2
    if any(p.has("airborne") for p in units) or piece.at == h:
        return found
    if shielded:
        found *= Fraction(TABLES["hexside"]["fortification"]["attack"])
    if not coup:
        for water in between(piece.at, h) & set(WATERS):
            found *= Fraction(TABLES["hexside"][water]["attack"])
    return found


def column(attack: Fraction, defence: Fraction) -> int:
    """6.2.1b, 6.2.1c, R.6.2.1b.1, R.6.2.1c.1: the column of a ratio; below the first and above the last by steps."""
    columns = list(TABLES["crt"]["columns"])
    if not attack:
        return -1
    if not defence:
        return len(columns) - 1
    ratio = attack / defence
    if ratio == Fraction(3, 2):
        return columns.index("3:2")
    if ratio >= 1:
        whole = int(ratio + Fraction(1, 2))
        return 2 if whole == 1 else whole + 2
    inverse = defence / attack
    under = int(inverse) if inverse - int(inverse) <= Fraction(1, 2) else int(inverse) + 1
    return 2 if under <= 1 else 3 - under


def _shift(board: Board, h: Hex, units: Collection[Piece], defenders: Collection[Piece]) -> int:
    """6.2.1a, 11.2a, R.11.2a.1: ground and armoured corps."""
    ground = int(TABLES["terrain"][TERRAIN[h]].get("shift", 0))
    ours = sum(p.has("corps") and bool(board.members(p)) for p in units)
    theirs = sum(p.has("corps") and bool(board.members(p)) for p in defenders)
    return ground + ours - theirs


def _dyke(h: Hex, units: Collection[Piece]) -> int:
    """11.10b, 11.10c."""
    return (h == DYKE) - any(p.at == DYKE for p in units if p.at != h)


def cell(die: int, at: int) -> str:
    """6.2.3b, R.6.2.3b.1: a line of the table, clamped."""
    rows = {int(row): cells for row, cells in TABLES["crt"]["rows"].items()}
    result: str = rows[max(min(rows), min(max(rows), die))][at]
    return result


def dice(board: Board, h: Hex, units: Collection[Piece], side: str) -> int:
    """6.2.2a, 6.2.2b, R.6.2.2a.1, R.6.2.2a.2."""
    points = sum(board.points(p) for p in (*units, *board.stack(h, other(side))))
    return sum(points >= least for least in TABLES["dice"]["from"])


# -- 11.3 headquarters


def supporters(board: Board, side: str, h: Hex, units: Collection[Piece], attacker: str) -> set[str]:
    """11.3a to 11.3d, 8.2e, 11.12.allied-t1-support, R.11.3a.1, R.11.3b.1, R.11.3b.2: headquarters that can help."""
    if side == "allied" and board.turn == 1:
        return set()
    mine = list(units) if side == attacker else [p for p in board.stack(h, side) if p.fights]
    found = set()
    for hq in (p for p in board.on_map(side) if p.has("hq")):
        free = not hq.unsupplied and hq.id not in board.supporting
        near = (
            all(_in_range(board, hq, p) for p in mine) if mine else h in command_reach(board, hq.at, hq.command, side)
        )
        if free and near:
            found.add(hq.id)
    return found


def _in_range(board: Board, hq: Piece, piece: Piece) -> bool:
    reached = command_reach(board, hq.at, hq.command, hq.side)
    if piece.at in reached:
        return True
    if not (piece.has("airborne") and board.held_by_enemy(piece.at, piece.side)):
        return False
    up_to = command_reach(board, hq.at, hq.command - 1, hq.side)
    return any(n in up_to for n in around(piece.at))
