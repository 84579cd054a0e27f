"""Allied trains (10.5) and what comes on to the map: reinforcements (10.2), landings (5.1d)."""

from __future__ import annotations

from oracle.caseyellow.board import Board, Piece, other
from oracle.caseyellow.chart import counters
from oracle.caseyellow.limits import closed_city, falls_behind, foreign, near_open_city
from oracle.caseyellow.stacking import has_room
from oracle.caseyellow.zones import zone_hexes


def rail_net(board: Board) -> set[str]:
    """10.5c, R.10.5c.1: Allied hexes that keep the scenario's distance from German units."""
    germans = {label for label in board.stacks if board.there(label, "german")}
    near = board.chart.distances(germans, board.chart.rules["rail"]["distance"] - 1)
    paris = board.chart.paris if board.open_city else set()
    return {label for label in board.chart.land if board.control[label] == "allied" and label not in near} - paris


def rail_goals(board: Board, piece: Piece) -> set[str]:
    """10.5a, 10.5b: where a train takes a unit that has not moved."""
    rules = board.chart.rules.get("rail")
    if rules is None or board.turn < rules["first"] or board.railed >= rules["units"]:
        return set()
    if piece.side != "allied" or piece.depot or piece.moved or board.in_engagement(piece):
        return set()
    net, edge = rail_net(board), [piece.at]
    found = set[str]()
    while edge and edge[0] in net:
        for b in board.chart.near(edge.pop(0)):
            if b in net and b not in found:
                found.add(b)
                edge.append(b)
    return {label for label in found - {piece.at} if _may_get_out(board, piece, label)}


def _may_get_out(board: Board, piece: Piece, label: str) -> bool:
    """10.10, 12.7c, R.1.0.1."""
    if foreign(board, [piece], label) or closed_city(board, piece, label) or near_open_city(board, piece, label):
        return False
    return not falls_behind(board, piece, piece.at, label)


def entries(board: Board, piece: Piece) -> set[str]:
    """10.2a, 8.4b: where a reinforcement is placed: in its entry hexes in friendly hands, with room.

    R.12.10e.1: those that have none, because they began on the map, come where their nation does.
    """
    chart = board.chart
    began = piece.id in chart.rules.get("start", {})
    words = (not began and counters()[piece.id].get("entry")) or chart.tables["rebuilt"].get(piece.nation, [])
    groups = {
        "west_edge": chart.west,
        "south_edge": chart.south,
        "german_city": chart.german_cities,
        "ruhr": chart.ruhr,
        "belgian": chart.belgian_sources,
        "paris": chart.paris,
    }
    hexes = set[str]().union(*(groups.get(word, {chart.named.get(word, "")}) for word in words))
    own = {label for label in hexes & chart.land if board.control[label] == piece.side}
    if not board.options["entry_in_zones"]:
        own -= zone_hexes(board, other(piece.side))
    return {label for label in own if has_room(board, piece, label)}
