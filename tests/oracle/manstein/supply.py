"""15 logistics: who has a line of communication, and who is cut off."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from oracle.manstein.board import Board, Piece
from oracle.manstein.chart import AROUND, CHANNEL_PORTS, COUNTRY, DEPOTS, HOME, NEAR, PORTS, TERRAIN, Hex, passable
from oracle.manstein.zones import controls, feared


@lru_cache(maxsize=16)
def depots(board: Board, nation: str) -> set[Hex]:
    """15.2a: the depots of a nation's own country that it still has: 3.7e surrender, 22.4c bombs, 3.3 control."""
    country, side = HOME[nation], "german" if nation == "german" else "allied"
    if country in board.surrendered:
        return set()
    mine = {h for h in DEPOTS if COUNTRY[h] == country and h not in board.bombed and not board.shut(h)}
    return {h for h in mine if controls(board, side, h)}


@lru_cache(maxsize=4)
def ports(board: Board) -> set[Hex]:
    """15.2c, 15.2d: Allied-controlled ports on the Channel; 22.4c: not bombed."""
    usable = {h for h in CHANNEL_PORTS if h not in board.bombed and not board.shut(h)}
    return {h for h in usable if controls(board, "allied", h)}


def sources(board: Board, nation: str) -> set[Hex]:
    """15.2: where lines of a nation may end at last."""
    return ports(board) if nation == "british" else depots(board, nation)


@lru_cache(maxsize=512)
def in_reach(board: Board, side: str, start: Hex, length: int) -> set[Hex]:
    """15.1: the hexes a line from here may lead to, its own included; not into enemy zones or enemies."""
    barred = feared(board, side)
    found, edge = {start}, [start]
    for _ in range(length):
        edge = [n for h in edge for n in NEAR[h] if n not in found and open_to(board, side, h, n, barred)]
        edge = sorted(set(edge))
        found.update(edge)
    return found


def open_to(board: Board, side: str, a: Hex, b: Hex, barred: set[Hex]) -> bool:
    """15.1c, 15.1e, 15.1f: whether a line may go on into the next hex."""
    return passable(a, b) and b not in barred and not board.foes(b, side) and not board.shut(b)


def relays(board: Board, piece: Piece) -> list[Piece]:
    """15.3b, 15.3c: the logistics units that a unit may use."""
    return [p for p in board.on_map(piece.side) if p.logistics and p.nation == piece.nation]


def has_line(board: Board, piece: Piece) -> bool:
    """15.2a, 15.2b, 15.2c: directly, or by way of a logistics unit that traces in turn with its own factor."""
    reach, ends = in_reach(board, piece.side, piece.at, piece.walks), sources(board, piece.nation)
    if reach & ends:
        return True
    return any(r.at in reach and in_reach(board, r.side, r.at, r.walks) & ends for r in relays(board, piece))


def by_port(board: Board, piece: Piece) -> bool:
    """15.2d: a French unit by a Channel port, without logistics units."""
    return piece.nation == "french" and bool(in_reach(board, piece.side, piece.at, piece.walks) & ports(board))


def automatic(board: Board, piece: Piece) -> bool:
    """15.0b: in one's own depot; static and logistics units."""
    return piece.static or piece.logistics or (piece.nation != "british" and piece.at in depots(board, piece.nation))


def cut_off(board: Board, piece: Piece) -> bool:
    """15.4c: enemies, their zones, sea or the map edge all around; not who is supported automatically."""
    if (
        automatic(board, piece)
        or by_air(board, piece)
        or (piece.nation == "british" and piece.at in PORTS - board.bombed)
    ):
        return False
    barred = feared(board, piece.side)
    return all(walled(board, piece, n, barred) for n in AROUND[piece.at])


def walled(board: Board, piece: Piece, n: Hex, barred: set[Hex]) -> bool:
    """15.4c: enemies, an enemy zone, all sea, or beyond the edge of the map of play."""
    if not n or TERRAIN[n] in ("sea", "england") or board.shut(n):
        return True
    return n in barred or board.foes(n, piece.side)


def supported(board: Board, piece: Piece) -> bool:
    """15.4b: whether a unit is supported, for every purpose."""
    if automatic(board, piece):
        return True
    return not cut_off(board, piece) and (has_line(board, piece) or by_port(board, piece))


def by_air(board: Board, piece: Piece) -> bool:
    """26.1: in or next to the hex of the airlift; 18.3, 26.3b: landed or carried in this impulse."""
    if piece.landed or piece.flown:
        return True
    if piece.side != "german":
        return False
    lifts = [p for p in board.pieces.values() if p.kind == "airlift" and p.on_map]
    return board.chosen("26") and any(p.at == piece.at or p.at in NEAR[piece.at] for p in lifts)


def sustained(board: Board, piece: Piece) -> bool:
    """15.4b, 26.1, 18.3: supported for movement and combat."""
    return by_air(board, piece) or supported(board, piece)


def wanting(board: Board, pieces: Collection[Piece]) -> int:
    """15.5b, 15.5c: how many of these are unsupported; R.15.2d.1: one French unit in all lives by a port."""
    hungry = [p for p in pieces if not sustained(board, p)]
    fed = [p for p in pieces if p not in hungry and not by_air(board, p) and not automatic(board, p)]
    borrowed = [p for p in fed if not has_line(board, p)]
    return len(hungry) + max(0, len(borrowed) - 1)
