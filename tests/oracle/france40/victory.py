"""21.7, 22.10: what either side has scored, award by award."""

from __future__ import annotations

from oracle.france40.board import Board, Piece
from oracle.france40.ground import charts
from oracle.france40.supply import in_supply, lines
from oracle.france40.zones import zone


def sickle_cut(board: Board) -> dict[str, int]:
    """21.7: the points of both sides by the rule that gives them."""
    chart = charts()["victory"]
    linked = rail_link(board)
    found = {
        "21.7.1a": len(lost_germans(board)),
        "21.7.1b": sum(1 for p in board.in_play("german") if p.mech and p.max_steps > 1 and isolated(board, p)),
        "21.7.1c": chart["link"] if linked else 0,
        "21.7.1d": chart["land_link"] if not linked and land_link(board) else 0,
        "21.7.2a": closed_points(board),
        "21.7.2b": 0 if linked else chart["link"],
        "21.7.2c": int(board.facts["x exits"]),
    }
    return {rule: points for rule, points in found.items() if points}


def lost_germans(board: Board) -> list[Piece]:
    """21.7.1a, 22.10.2d."""
    return [p for p in board.pieces.values() if p.side == "german" and p.box == "eliminated" and p.max_steps > 1]


def isolated(board: Board, p: Piece) -> bool:
    """21.7.1b: no Line of Supply of any length."""
    routes = lines(board, p.side)
    return not in_supply(board, p) and not routes.by_road(p.at, routes.overland(p.at, None)) & routes.ends


def rail_link(board: Board) -> bool:
    """21.7.1c: an unbroken railway from X or N to S or W, free of Germans and their zones; an Allied unit negates."""
    ground = board.ground
    germans = {p.at for p in board.pieces.values() if p.side == "german" and p.at}
    allies = {p.at for p in board.pieces.values() if p.side == "allied" and p.at}
    shut = germans | (zone(board, "german") - allies)
    goals = (ground.areas["S"] | ground.areas["W"]) - board.closed
    edge = [h for h in (ground.areas["X"] | ground.areas["N"]) - board.closed if h not in shut]
    seen = set(edge)
    while edge:
        a = edge.pop()
        if a in goals:
            return True
        for b in ground.near[a]:
            if b not in seen and b not in shut and b not in board.closed and ground.rail(a, b):
                seen.add(b)
                edge.append(b)
    return False


def land_link(board: Board) -> bool:
    """21.7.1d: from X or N up to five hexes overland, then by road to S or W."""
    ground = board.ground
    routes = lines(board, "allied")
    goals = (ground.areas["S"] | ground.areas["W"]) - board.closed
    return any(routes.traced(h) & goals for h in (ground.areas["X"] | ground.areas["N"]) - board.closed)


def closed_points(board: Board) -> int:
    """21.7.2a: one for each closed Allied Entry Hex with a line, two for the one south of Reims."""
    ground = board.ground
    points = 0
    for h in board.closed:
        if board.control.get(h) == "german" and any(
            h in hexes and ground.owners[name] == "allied" for name, hexes in ground.areas.items()
        ):
            routes = lines(board, "german")
            if routes.traced(h) & routes.ends:
                points += charts()["victory"]["reims"] if h in ground.regions["reims_entry"] else 1
    return points


def dynamo(board: Board) -> dict[str, int]:
    """22.10.2: the Allied points; R.22.10.1.1: Belgians count for nothing."""
    pieces = board.pieces.values()
    away = [p for p in pieces if p.box in ("evacuated", "exited") and p.nation in ("british", "french")]
    found = {
        "22.10.2b": len(away),
        "22.10.2c": sum(1 for p in board.in_play("allied") if p.nation == "french" and in_supply(board, p)),
        "22.10.2d": len(lost_germans(board)),
        "22.10.2e": -sum(1 for p in pieces if p.nation == "british" and (p.box == "eliminated" or p.at)),
    }
    return {rule: points for rule, points in found.items() if points}
