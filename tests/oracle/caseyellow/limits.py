"""Where a unit may not go at all: closed hexes, national limits, the open city, the plans of 1940."""

from __future__ import annotations

from functools import lru_cache

from oracle.caseyellow.board import Board, Piece, other
from oracle.caseyellow.chart import chart_of


def barred(board: Board, piece: Piece, label: str) -> bool:
    """10.1b.closed: enemy units and enemy garrisons bar a hex; by option a lone Attack Supply Unit does not."""
    if label not in board.chart.land or board.enemy_fort(label, piece.side):
        return True
    enemies = board.there(label, other(piece.side))
    if not board.options["depots_bar"]:
        enemies = [enemy for enemy in enemies if not enemy.depot]
    return bool(enemies)


def foreign(board: Board, pieces: list[Piece], label: str) -> bool:
    """10.10a, 10.10b: Dutch units stay at home; Belgians keep out of the Netherlands, and two at most are in France."""
    country = board.chart.country[label]
    if any(piece.nation == "dutch" for piece in pieces) and country != "netherlands":
        return True
    belgians = {piece.id for piece in pieces if piece.nation == "belgian"}
    if not belgians:
        return False
    abroad = {
        piece.id
        for piece in board.pieces.values()
        if piece.nation == "belgian" and board.chart.country.get(piece.at) == "france"
    }
    return country == "netherlands" or (country == "france" and len(belgians | abroad) > 2)


def closed_city(board: Board, piece: Piece, label: str) -> bool:
    """12.7c: no Allied unit enters an open Paris."""
    return board.open_city and piece.side == "allied" and label in board.chart.paris


def near_open_city(board: Board, piece: Piece, label: str) -> bool:
    """12.7c: no Allied unit ends its movement within two hexes of it."""
    return board.open_city and piece.side == "allied" and label in _around_paris(board.chart.scenario)


def waits(board: Board, piece: Piece) -> bool:
    """R.1.0.3: in the east units move only if a German one is within three hexes."""
    rules, command = board.chart.rules, board.chart.tables["command"]
    if piece.group not in command["east"] or board.turn not in rules.get("eastern_turns", []):
        return False
    near = board.chart.distances({piece.at}, rules["eastern_distance"])
    return not any(board.there(label, "german") for label in near)


def over_the_meuse(board: Board, piece: Piece, a: str, b: str) -> bool:
    """R.1.0.2: the 9th and 2nd Armies, but for their cavalry, do not cross the Meuse eastward or northward."""
    rules, command = board.chart.rules, board.chart.tables["command"]
    bound = piece.army in command["meuse"] and piece.kind not in command["screens"]
    if not bound or board.turn not in rules.get("meuse_turns", []) or frozenset((a, b)) not in board.chart.meuse:
        return False
    return board.chart.direction(a, b) in ("N", "NE", "SE")


def falls_behind(board: Board, piece: Piece, start: str, end: str) -> bool:
    """R.1.0.1: a move of the left wing ends nearer to the Dyle-Breda line than it began."""
    if not goes_forward(board, piece):
        return False
    far = to_line(board.chart.scenario)
    return far[end] >= far[start]


def goes_forward(board: Board, piece: Piece) -> bool:
    rules, command = board.chart.rules, board.chart.tables["command"]
    return piece.army in command["left_wing"] and board.turn in rules.get("advance_turns", [])


@lru_cache(maxsize=4)
def to_line(scenario: str) -> dict[str, int]:
    chart = chart_of(scenario)
    return chart.distances(chart.dyle)


@lru_cache(maxsize=4)
def _around_paris(scenario: str) -> set[str]:
    chart = chart_of(scenario)
    return set(chart.distances(chart.paris, 2))
