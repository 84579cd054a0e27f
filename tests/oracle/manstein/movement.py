"""8 ground movement and 9 railroad movement: where a unit gets to, and for how much."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from oracle.manstein.board import Board, Piece
from oracle.manstein.chart import COUNTRY, NEAR, STATIONS, TABLES, TERRAIN, Hex, other, passable, river
from oracle.manstein.limits import active
from oracle.manstein.supply import supported, sustained
from oracle.manstein.zones import feared


class Arrival(NamedTuple):
    """What a hex costs, and whether the move ends there."""

    cost: int
    stops: bool


def air_zone(piece: Piece) -> set[Hex]:
    """16.4, R.16.4.1: at full strength the hex and those around it, reduced the hex alone."""
    return {piece.at, *NEAR[piece.at]} if piece.steps == piece.whole else {piece.at}


@lru_cache(maxsize=4)
def interdicted(board: Board, side: str) -> set[Hex]:
    """16.8: the hexes under German air zones, for the Allies."""
    if side == "german":
        return set()
    return {
        h for p in board.pieces.values() if p.kind == "air" and p.side == "german" and p.on_map for h in air_zone(p)
    }


def allowed_country(board: Board, nation: str, hex_: Hex) -> bool:
    """8.5: Belgians only in Belgium and France (28.2f: and Luxembourg), the Dutch only in the Netherlands."""
    if nation == "dutch":
        return COUNTRY[hex_] == "netherlands"
    if nation == "belgian":
        return COUNTRY[hex_] in ("belgium", "france", *(("luxembourg",) if board.chosen("28.2f") else ()))
    return True


def may_be_in(board: Board, piece: Piece, hex_: Hex) -> bool:
    """8.4.1, 8.5, 25.4b, 28.1e: whether a hex is open to a unit at all, enemies apart."""
    if board.shut(hex_) or not allowed_country(board, piece.nation, hex_):
        return False
    return not (piece.side == "allied" and hex_ in board.open_cities)


def may_enter(board: Board, piece: Piece, a: Hex, b: Hex) -> bool:
    """8.0e, 6.0f, 8.4.1: whether a unit may go from one hex into the next on foot."""
    if not passable(a, b) or board.foes(b, piece.side) or not may_be_in(board, piece, b):
        return False
    return not (piece.army and TERRAIN[b] == "rough")


def price(board: Board, piece: Piece, a: Hex, b: Hex) -> int:
    """8.4, 17.0b, 16.8a: the dearest thing in the hex, a river, and one more to leave a German air zone."""
    kind = "mech" if piece.mech else "foot"
    costs = [int(TABLES["terrain"][TERRAIN[b]][kind])]
    if fort := board.fort(b, other(piece.side)):
        costs.append(int(TABLES["places"][fort][kind]))
    crossing = int(TABLES["river"][kind]) if river(a, b) else 0
    return max(costs) + crossing + (a in interdicted(board, piece.side))


def allowance(board: Board, piece: Piece) -> int:
    """8.2: half, rounded up, for a unit that begins its move unsupported; what is left once it has begun."""
    if piece.left >= 0:
        return piece.left
    return piece.walks if sustained(board, piece) else (piece.walks + 1) // 2


def may_move(board: Board, piece: Piece) -> bool:
    """8.0a, 8.0b, 9.0g, 18.0b, 26.3a: active, mobile, and not yet done with its move."""
    if not piece.on_map or not piece.ground or piece.static or not active(board, piece):
        return False
    return not (piece.moved or piece.railed or piece.landed or piece.flown)


def reach(board: Board, piece: Piece) -> dict[Hex, Arrival]:
    """8.0c, 8.0d, 7.2c, 8.1: every hex a unit gets to, at the least cost."""
    if not may_move(board, piece):
        return {}
    shy, points = feared(board, piece.side), allowance(board, piece)
    best: dict[Hex, int] = {}
    waiting = [(0, piece.at)]
    while waiting:
        waiting.sort()
        spent, here = waiting.pop(0)
        if here != piece.at and here in shy:
            continue
        for n in NEAR[here]:
            if not may_enter(board, piece, here, n) or (here in shy and n in shy) or n == piece.at:
                continue
            cost = spent + price(board, piece, here, n)
            if cost > points:
                if here != piece.at or piece.left >= 0:
                    continue
                best[n] = cost  # 8.1a: one hex can always be moved, with all there is
                continue
            if cost < best.get(n, 99):
                best[n] = cost
                waiting.append((cost, n))
    return {h: Arrival(cost, h in shy or cost > points) for h, cost in best.items()}


def weight(piece: Piece) -> int:
    """9.1: thirds of an army."""
    return 3 if piece.army or piece.logistics else 1


def rail_country(nation: str) -> str:
    """9.0b: one's own country; the British in France."""
    homes = {"german": "germany", "belgian": "belgium", "dutch": "netherlands"}
    return homes.get(nation, "france")


def rail_reach(board: Board, piece: Piece) -> set[Hex]:
    """9: where a unit gets to by rail."""
    unready = piece.left >= 0 or not may_move(board, piece) or not supported(board, piece)
    if unready or piece.at not in STATIONS or weight(piece) > board.trains:
        return set()
    found, edge, shy = {piece.at}, [piece.at], feared(board, piece.side)
    while edge:
        here = edge.pop()
        if here in shy and here != piece.at:
            continue
        for n in NEAR[here]:
            if n not in found and rail_step(board, piece, here, n) and not (here in shy and n in shy):
                found.add(n)
                edge.append(n)
    ends = found & STATIONS - {piece.at}
    return {h for h in ends if not (piece.army and TERRAIN[h] == "rough")}


def rail_step(board: Board, piece: Piece, a: Hex, b: Hex) -> bool:
    """9.0b, 9.0e, 16.8b, R.9.0b.1: one hex of a railway journey."""
    home = rail_country(piece.nation)
    if COUNTRY[a] != home or COUNTRY[b] != home or {a, b} & interdicted(board, piece.side):
        return False
    return passable(a, b) and not board.foes(b, piece.side) and may_be_in(board, piece, b)
