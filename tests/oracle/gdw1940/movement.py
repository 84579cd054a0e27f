"""6 Movement: what a way costs, and how far a unit gets; by rail (6.rail) and by ship (6.evacuation)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from oracle.gdw1940.board import Board, Piece, fits, other
from oracle.gdw1940.ground import (
    COUNTRY,
    NEAR,
    PORTS,
    TABLES,
    Hex,
    forts_between,
    is_crossing,
    price,
)
from oracle.gdw1940.limits import group_of, may_move, may_step
from oracle.gdw1940.zones import movement_zones

HALF = Fraction(1, 2)


class Arrival(NamedTuple):
    """What it costs to get to a hex, and whether the move ends there."""

    cost: Fraction
    stops: bool


def allowance(board: Board, piece: Piece) -> Fraction:
    """6.first_impulse, 6.second_impulse, 8.effect.halved, R.6.second_impulse.1: points that a unit has left."""
    points = Fraction(piece.movement)
    if board.impulse == 2:
        points *= HALF
    if piece.unsupplied:
        points *= HALF
    return points - piece.spent


def reach(board: Board, piece: Piece) -> dict[Hex, Arrival]:
    """The hexes that a unit can get to by marching, with the least that each costs."""
    if piece.moved or piece.railed or not may_move(board, piece):
        return {}
    if piece.dropped and board.options["11.drop_ends_move"]:
        return {}
    return spread(board, piece, allowance(board, piece))


def march_goals(board: Board, piece: Piece) -> dict[Hex, Arrival]:
    """20.belgian_alliance, R.20.belgian_alliance.1: with half the factor, without crossing boundaries, into Belgium."""
    if group_of(board, piece) not in (1, 2) or COUNTRY[piece.at] == "belgium":
        return {}
    goals = spread(board, piece, piece.movement * HALF)
    return {h: arrival for h, arrival in goals.items() if COUNTRY[h] == "belgium" and fits(board, piece, h)}


def spread(board: Board, piece: Piece, points: Fraction) -> dict[Hex, Arrival]:
    """A search from the unit's hex by least cost; 4.stop: nobody goes on from a hex in an enemy zone."""
    covered = movement_zones(board, piece.side)
    best: dict[Hex, Fraction] = {piece.at: Fraction(0)}
    waiting = [(Fraction(0), piece.at)]
    while waiting:
        waiting.sort()
        spent, here = waiting.pop(0)
        if spent > best[here] or (here in covered and here != piece.at):
            continue
        for there in NEAR[here]:
            cost = step_cost(board, piece, here, there, covered)
            if cost is not None and spent + cost <= points and spent + cost < best.get(there, points + 1):
                best[there] = spent + cost
                waiting.append((spent + cost, there))
    del best[piece.at]
    return {hex_: Arrival(cost, hex_ in covered) for hex_, cost in best.items()}


def step_cost(board: Board, piece: Piece, a: Hex, b: Hex, covered: frozenset[Hex]) -> Fraction | None:
    """6.costs, 6.costs.zoc, 6.costs.disrupted: the price of a step, or None if it is not allowed."""
    cost = price(a, b, piece.kind, by_sea=piece.side == "allied")
    if cost is None or closed_to(board, piece, b) or not may_step(board, piece, a, b):
        return None
    if a in covered and b in covered and not _zone_to_zone(board, piece, a, b):
        return None
    if is_crossing(a, b) and (b in covered or board.control.get(b) != piece.side):
        return None  # 6.sea.restrict
    if a in covered:
        cost += TABLES["movement"]["leave_zone"]
    if any(p.disrupted for p in board.stack(b, piece.side)):
        cost += TABLES["movement"]["disrupted_friend"]
    return cost


def closed_to(board: Board, piece: Piece, hex_: Hex) -> bool:
    """6.enemy_hex, 11.para.overrun, R.10.eben.strength.1."""
    if not board.held_against(piece.side, hex_):
        return False
    enemies = board.stack(hex_, other(piece.side))
    return piece.side == "german" or not all(p.has("parachute") for p in enemies)


def way_cost(board: Board, piece: Piece, path: tuple[Hex, ...]) -> Fraction | None:
    """The price of a given way, or None if it cannot be gone."""
    covered = movement_zones(board, piece.side)
    total, here = Fraction(0), piece.at
    for number, there in enumerate(path):
        if number and here in covered:
            return None
        cost = step_cost(board, piece, here, there, covered) if there in NEAR[here] else None
        if cost is None:
            return None
        total, here = total + cost, there
    return total


def _zone_to_zone(board: Board, piece: Piece, a: Hex, b: Hex) -> bool:
    """4.nonmotorized, 4.motorized, 10.motorized_zoc."""
    if not piece.motorized:
        return False
    return not any(fort.side != piece.side and fort.of not in board.ruined for fort in forts_between(a, b))


# -- 6.rail


def rail_reach(board: Board, piece: Piece) -> set[Hex]:
    """6.rail.nation, 6.rail.route: through friendly hexes of the own country without enemy zones, as far as one likes.

    6.rail.exclusive, 8.effect.rail, R.6.rail.exclusive.1: by a unit in supply that has not moved otherwise.
    """
    country = "germany" if piece.side == "german" else "france"
    if board.railed or piece.spent or piece.moved or piece.railed or piece.dropped or piece.unsupplied:
        return set()
    if not may_move(board, piece) or not _on_own_line(board, piece, piece.at, country):
        return set()
    covered = movement_zones(board, piece.side)
    found, waiting = {piece.at}, [piece.at]
    while waiting:
        here = waiting.pop()
        for there in NEAR[here]:
            if there in found or there in covered or not _on_own_line(board, piece, there, country):
                continue
            if price(here, there, piece.kind, by_sea=False) is not None and may_step(board, piece, here, there):
                found.add(there)
                waiting.append(there)
    return found - {piece.at}


def _on_own_line(board: Board, piece: Piece, hex_: Hex, country: str) -> bool:
    return COUNTRY[hex_] == country and board.control.get(hex_) == piece.side


# -- 6.evacuation


def may_evacuate(board: Board, piece: Piece) -> bool:
    """6.evacuation, 6.evacuation.limit, R.6.evacuation.1, R.18.directions.1."""
    if piece.side != "allied" or piece.at not in PORTS or board.turn == 0 or not may_move(board, piece):
        return False
    if piece.moved or piece.railed or allowance(board, piece) < TABLES["movement"]["evacuate"]:
        return False
    return bool(board.port_used.get(piece.at, 0) + piece.divisions <= TABLES["movement"]["port"])
