"""Movement (10.1 to 10.11): what a step costs, where a unit or a stack gets to, and where it must stop."""

from __future__ import annotations

from oracle.caseyellow.board import Board, Piece, allowance, other
from oracle.caseyellow.chart import GREAT
from oracle.caseyellow.limits import barred, closed_city, falls_behind, foreign, near_open_city, over_the_meuse
from oracle.caseyellow.zones import binds, covering


def ground_cost(board: Board, piece: Piece, a: str, b: str) -> int | None:
    """10.4a, 10.3a, 10.4b: one along a road, else by the chart, where 0 means along a road only."""
    if frozenset((a, b)) in board.chart.roads:
        return 1
    terrain = board.chart.tables["terrain"]
    into, out_of = terrain[board.chart.terrain[b]], terrain[board.chart.terrain[a]]
    if not piece.motorized:
        return int(into["foot"])
    return int(into["motorized"]) or None if out_of.get("leave", 1) else None


def passable_river(board: Board, piece: Piece, a: str, b: str) -> bool:
    """10.6c, 7.9d: ARKO and depots need crossings, depots such as are not interdicted; wheels on the Rhein."""
    pair = frozenset((a, b))
    river = board.chart.river.get(pair)
    if river is None:
        return True
    if pair not in board.chart.crossings:
        return not (piece.depot or piece.guns or (piece.motorized and river == "rhein"))
    return not (piece.depot and piece.side == "german" and pair in board.interdicted)


def river_cost(board: Board, piece: Piece, a: str, b: str) -> int:
    """10.6a, 10.7e: one more; 10.6a.minor: nothing at a Minor Crossing into a hex of one's own.

    12.5a.rivers: nor in a country that has surrendered.
    """
    chart, pair = board.chart, frozenset((a, b))
    river = chart.river.get(pair)
    if river is None:
        return 0
    interdicted = int(piece.side == "german" and pair in board.interdicted)
    if river != "minor_river" or pair not in chart.crossings:
        return 1 + interdicted
    german = piece.side == "german"
    free = board.control[b] == piece.side
    free |= german and chart.country[b] in board.surrendered and not covering(board, b, "allied")
    return int(not free) + interdicted


def surcharges(board: Board, piece: Piece, a: str, b: str) -> int:
    """10.9b, 10.11, 10.4b.traffic: works to be destroyed, refugees on the road, wheels on a Forest road."""
    extra = 0
    if piece.side == "german" and board.standing_works(b):
        extra += 1
    if piece.side == "allied" and flooded_with_refugees(board, b):
        extra += 1
    if piece.motorized and board.chart.terrain[b] == "forest":
        extra += any(unit.motorized and unit.id != piece.id for unit in board.there(b, piece.side))
    return extra


def flooded_with_refugees(board: Board, label: str) -> bool:
    """10.11, 12.6, R.10.11.1: the marker's hex, next to a city on its compass side, all around a bombed city."""
    chart = board.chart
    if label in board.refugees or label == board.terror:
        return True
    compass = chart.tables["compass"]["allied"]
    for near in chart.around[label]:
        if near and near == board.terror:
            return True
        if near in board.refugees and near in chart.cities and chart.direction(near, label) in compass:
            return True
    return False


def step_cost(board: Board, piece: Piece, a: str, b: str) -> int | None:
    """What entering a neighbour costs, or None where the ground does not let a unit through."""
    if b not in board.chart.near(a) or not passable_river(board, piece, a, b):
        return None
    ground = ground_cost(board, piece, a, b)
    if ground is None:
        return None
    return ground + river_cost(board, piece, a, b) + surcharges(board, piece, a, b)


def forbidden(board: Board, piece: Piece, a: str, b: str) -> bool:
    """A step that is closed whatever it costs: enemies, limits, from zone to zone, between two enemies."""
    if barred(board, piece, b) or closed_city(board, piece, b) or over_the_meuse(board, piece, a, b):
        return True
    return (binds(board, piece, a) and binds(board, piece, b)) or between(board, piece, a, b)


def between(board: Board, piece: Piece, a: str, b: str) -> bool:
    """9.4a.between: not over a great river into a vacant hex between two enemy hexes, unless it ignores their zones."""
    if board.chart.river.get(frozenset((a, b))) not in GREAT or board.there(b, piece.side):
        return False
    return len(covering(board, b, other(piece.side))) >= 2 and binds(board, piece, b)


def stops(board: Board, piece: Piece, label: str) -> bool:
    """9.2a, 9.3, R.10.9b.1: a unit stops in a zone that binds it, in works that fall as it enters too."""
    ruined = piece.side == "german" and board.standing_works(label)
    return binds(board, piece, label, ruined)


def may_start(board: Board, piece: Piece) -> bool:
    """10.1a, 9.2a: once a round, unless it is on its way; who has entered a zone that binds him goes no farther."""
    if board.in_engagement(piece) or (piece.depot and piece.turned and not piece.spent):
        return False
    if piece.spent >= allowance(piece):
        return False
    if not piece.moved:
        return True
    going_on = piece.id in board.moving or bool(board.options["resume"])
    return going_on and not stops(board, piece, piece.at)


def starts_together(pieces: list[Piece]) -> bool:
    """10.1b: a stack is of units that have spent nothing yet; who has begun goes on alone."""
    return len(pieces) < 2 or not any(piece.moved or piece.spent for piece in pieces)


def reach(board: Board, pieces: list[Piece]) -> dict[str, int]:
    """The hexes that units get to, with what they pay; ways that cost nobody a step in the Dynamo port come first.

    13.5.2: a unit of two steps that enters it is flipped.
    """
    found = ways(board, pieces)
    if board.port and any(piece.side == "allied" and piece.steps > 1 for piece in pieces):
        found |= ways(board, pieces, board.port)
    return found


def ways(board: Board, pieces: list[Piece], shunned: str = "") -> dict[str, int]:
    """The hexes that units starting together get to, with what the dearest of them pays on the cheapest way."""
    if not all(may_start(board, piece) for piece in pieces) or not starts_together(pieces):
        return {}
    start = pieces[0].at
    begun = tuple(piece.spent for piece in pieces)
    found: dict[str, int] = {}
    seen: dict[str, list[tuple[int, ...]]] = {start: [begun]}
    edge = [(start, begun)]
    while edge:
        a, spent = edge.pop(0)
        for b in board.chart.near(a):
            paid = _pay(board, pieces, a, b, spent)
            if paid is None:
                continue
            cost = max(now - before for now, before in zip(paid, begun, strict=True))
            found[b] = min(cost, found.get(b, cost))
            spare = any(p < allowance(piece) for p, piece in zip(paid, pieces, strict=True))
            halted = any(stops(board, piece, b) for piece in pieces)
            if halted or not spare or b == shunned or any(_no_worse(old, paid) for old in seen.get(b, [])):
                continue
            seen.setdefault(b, []).append(paid)
            edge.append((b, paid))
    found.pop(start, None)
    return {b: cost for b, cost in found.items() if _may_end(board, pieces, start, b)}


def _pay(board: Board, pieces: list[Piece], a: str, b: str, spent: tuple[int, ...]) -> tuple[int, ...] | None:
    """What each will have spent after a step; 10.1c: with nothing spent yet one hex can always be entered."""
    if foreign(board, pieces, b) or any(forbidden(board, piece, a, b) for piece in pieces):
        return None
    if len(pieces) > 1 and any(piece.motorized for piece in pieces) and "forest" in _grounds(board, a, b):
        return None
    paid = []
    for piece, before in zip(pieces, spent, strict=True):
        cost, points = step_cost(board, piece, a, b), allowance(piece)
        if cost is None:
            return None
        if before + cost > points:
            if before > 0 or not board.options["one_hex"]:
                return None
            cost = points
        paid.append(before + cost)
    return tuple(paid)


def _grounds(board: Board, a: str, b: str) -> set[str]:
    return {board.chart.terrain[a], board.chart.terrain[b]}


def _no_worse(old: tuple[int, ...], new: tuple[int, ...]) -> bool:
    return all(x <= y for x, y in zip(old, new, strict=True))


def _may_end(board: Board, pieces: list[Piece], start: str, end: str) -> bool:
    return not any(near_open_city(board, piece, end) or falls_behind(board, piece, start, end) for piece in pieces)
