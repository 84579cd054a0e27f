"""10 combat: who may attack what, the strengths, the shifts, the column and what it says."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from oracle.manstein.board import Board, Fight, Piece
from oracle.manstein.chart import CITIES, COUNTRY, MAGINOT, NEAR, SHORES, TABLES, TERRAIN, Hex, other, passable, river
from oracle.manstein.limits import active
from oracle.manstein.movement import air_zone
from oracle.manstein.supply import wanting
from oracle.manstein.zones import disputed

NAMES: list[str] = TABLES["columns"]["names"]
LOWEST: list[int] = TABLES["columns"]["lowest"]


def may_attack(board: Board, piece: Piece) -> bool:
    """10.0a, 10.0b, 10.1a, 20.2b: an active unit with an attack factor that has not attacked; nobody under Evac."""
    if board.marker == "evac" or piece.fought or not piece.on_map or not piece.attack:
        return False
    return active(board, piece)


def open_target(board: Board, side: str, hex_: Hex) -> bool:
    """10.1b, 10.1c: enemies in the hex, and one of them not yet attacked in this impulse; 28.1e."""
    return any(not p.attacked for p in board.ground(hex_, other(side))) and not board.shut(hex_)


def attackers(board: Board, side: str, hex_: Hex) -> list[Piece]:
    """10.0a, R.10.0a.1: who may attack a hex: from next to it, not over the sea; 18.2a: who has landed there, alone."""
    if not open_target(board, side, hex_):
        return []
    landed = [p for p in board.ground(hex_, side) if may_attack(board, p)]
    if landed:
        return landed
    near = [p for n in NEAR[hex_] if passable(n, hex_) for p in board.ground(n, side)]
    return [p for p in near if may_attack(board, p) and not p.opposed]


def targets(board: Board, side: str) -> dict[Hex, list[Piece]]:
    """10.1g: every hex that can be attacked, and by whom."""
    found = {h: attackers(board, side, h) for h in board.stacks}
    return {h: units for h, units in found.items() if units}


def must_attack(board: Board, side: str) -> bool:
    """10.0a, 18.2a: only who has landed on enemies must attack."""
    return any(p.opposed and may_attack(board, p) for p in board.on_map(side))


def is_mobile(board: Board, fight: Fight) -> bool:
    """10.2b, 10.2c, 17.0d, 22.2d, R.22.1a.1: whether the attackers may choose the Mobile CRT."""
    units = [board.pieces[u] for u in fight.units]
    fighters = [p for p in units if not p.logistics]
    if not fighters or not all(p.mech for p in fighters):
        return False
    return fight.kind == "counterattack" or not board.fort(fight.target, other(fight.side))


def declared(board: Board, side: str, hex_: Hex, units: Collection[str]) -> Fight:
    """10.1c: units that were attacked before add nothing."""
    silent = tuple(p.id for p in board.ground(hex_, other(side)) if p.attacked)
    landing = any(board.pieces[u].at == hex_ for u in units)
    return Fight(side, hex_, tuple(units), "landing" if landing else "attack", "assault", silent)


def defenders(board: Board, fight: Fight) -> list[Piece]:
    return [p for p in board.ground(fight.target, other(fight.side)) if p.id not in fight.silent]


def strengths(board: Board, fight: Fight) -> tuple[int, int]:
    """10.3d: the sums of the attack and of the defence factors."""
    return sum(board.pieces[u].attack for u in fight.units), sum(p.defence for p in defenders(board, fight))


def first_column(attack: int, defence: int) -> int:
    """10.4, R.10.4.1, R.10.5c.1: the column of the percentage, fractions dropped; the last without any defence."""
    if not defence:
        return len(LOWEST) - 1
    percentage = attack * 100 // defence
    return max(n for n, low in enumerate(LOWEST) if percentage >= low)


def shifted(first: int, shifts: Collection[int]) -> int:
    """10.5b, R.10.5c.1: the sum of all shifts, as far as the ends of the table."""
    return max(0, min(len(LOWEST) - 1, first + sum(shifts)))


def shifts(board: Board, fight: Fight) -> dict[str, int]:
    """10.3e: every shift by its rule; 18.2c: no ground in an opposed landing."""
    found: dict[str, int] = {}
    parts = [*(() if fight.kind == "landing" else ground(board, fight)), *support(board, fight), *marker(board, fight)]
    if board.chosen("25.1"):
        parts += mountains(board, fight)
    for rule, points in parts:
        if points:
            found[rule] = found.get(rule, 0) + points
    return found


def ground(board: Board, fight: Fight) -> Iterator[tuple[str, int]]:
    """10.5d, R.10.5d.1, 17.0c, 10.5e, 27.1b, 27.1c: terrain or city, fortification, and a river before all."""
    hex_ = fight.target
    city = int(TABLES["places"]["city"]["shift"]) if hex_ in CITIES and hex_ not in board.bombed else 0
    yield "10.5d", min(int(TABLES["terrain"][TERRAIN[hex_]].get("shift", 0)), city)
    if fort := board.fort(hex_, other(fight.side)):
        yield "17.0c", int(TABLES["places"][fort]["shift"])
    if all(over_river(board, board.pieces[u].at, hex_) for u in fight.units) and not disputed(board, hex_):
        yield "10.5e", int(TABLES["river"]["shift"])


def over_river(board: Board, a: Hex, b: Hex) -> bool:
    """10.5e; 27.1b: a hexside with a bridgehead is clear."""
    return river(a, b) and not any({x.start, x.beyond} == {a, b} for x in board.bridges)


def support(board: Board, fight: Fight) -> Iterator[tuple[str, int]]:
    """10.5f, 10.5g: unsupported units, and the best air unit of each side over the hex."""
    yield "15.5b", -wanting(board, [board.pieces[u] for u in fight.units])
    yield "15.5c", wanting(board, defenders(board, fight))
    yield "16.7a", best_air(board, fight.side, fight.target)
    yield "16.7c", -best_air(board, other(fight.side), fight.target)


def best_air(board: Board, side: str, hex_: Hex) -> int:
    """16.7a: the support of one air unit in whose zone the hex lies."""
    flying = [p for p in board.pieces.values() if p.kind == "air" and p.side == side and p.on_map]
    return max((p.attack for p in flying if hex_ in air_zone(p)), default=0)


def marker(board: Board, fight: Fight) -> Iterator[tuple[str, int]]:
    """5.6, 10.5i, 5.1.planr, R.5.1.planr.1, R.5.1.manstein.1, R.5.1.manstein.2: what the markers give."""
    units = [board.pieces[u] for u in fight.units]
    points = int(board.marker_row().get("shift", 0))
    if board.marker == "plan-r":
        over = COUNTRY[fight.target] == "germany" and all(p.at in MAGINOT for p in units)
        points = points if over else 0
    yield "5.6", points if fight.side == board.playing else 0
    later = board.plan_turn == board.turn and board.marker != "manstein" and board.chosen("R.5.1.manstein.1")
    if later and all(p.command == "PGK" for p in units):
        yield "5.1.manstein", int(TABLES["markers"]["manstein"]["shift"])


def mountains(board: Board, fight: Fight) -> Iterator[tuple[str, int]]:
    """25.1: forces of mountain units alone, in rough terrain."""
    if TERRAIN[fight.target] == "rough":
        mine, theirs = [board.pieces[u] for u in fight.units], defenders(board, fight)
        yield "25.1", int(all(p.kind == "mountain" for p in mine))
        yield "25.1", -int(bool(theirs) and all(p.kind == "mountain" for p in theirs))


def ships_reach(board: Board, fight: Fight) -> bool:
    """20.1a, R.20.1a.1: an Allied attacker, or the attacked hex, at the coast or in a port."""
    if fight.side == "german":
        return fight.target in SHORES
    return any(board.pieces[u].at in SHORES for u in fight.units)


def ships(board: Board, fight: Fight) -> bool:
    """20.1: whether the Allies may use their naval unit; 20.1c: once a turn; 25.2: not after a landing of troops."""
    ready = any(p.kind == "naval" and p.at == "available" for p in board.pieces.values())
    return ready and board.no_ships != board.turn and ships_reach(board, fight)


def faces(column: int, table: str) -> tuple[str, ...]:
    """10.3g: what every face of the die says."""
    return tuple(TABLES[table]["rows"][face][column] for face in "123456")


def turned(board: Board, fight: Fight, code: str) -> str:
    """22.1.DW, 22.1.CA: what a result comes to before an intact fortification."""
    if not board.fort(fight.target, other(fight.side)):
        return code
    return {"DW": "ST", "CA": ""}.get(code, code)


def losers(board: Board, units: Collection[str], mech_first: bool) -> set[str]:
    """10.6b: who may lose a step; 22.1a, R.22.1a.1: on the Mobile CRT a Mech unit first, no logistics unit."""
    alive = {u for u in units if board.pieces[u].on_map}
    armoured = {u for u in alive if board.pieces[u].mech and not board.pieces[u].logistics}
    return armoured if mech_first and armoured else alive


def counterattacked(board: Board, fight: Fight) -> set[Hex]:
    """22.2: the hexes with units that took part in the attack; R.10.0a.1: that can be reached on land."""
    return {board.pieces[u].at for u in fight.units if board.pieces[u].on_map}
