"""Who is winning (3.1, 3.2, 12.8), and how near to surrender the Dutch and the Belgians are (12.5)."""

from __future__ import annotations

from oracle.caseyellow.board import Board


def german(board: Board, label: str) -> bool:
    return board.control[label] == "german"


def places_taken(board: Board) -> set[str]:
    """3.1a: the places of the victory table in German hands."""
    table = board.chart.tables["victory"]
    return {name for name in (*table["hexes"], *table["variable_hexes"]) if german(board, board.chart.named[name])}


def level(board: Board, german_points: int, allied_points: int) -> str:
    """12.8d: by the difference in points."""
    rows = board.chart.tables["victory"]["levels"]
    return next(str(row["level"]) for row in rows if german_points - allied_points >= row["least"])


def germans_win(board: Board) -> bool:
    """3.2: Scenario 3: all of Paris or four cities; Scenario 4: the Netherlands have surrendered."""
    chart = board.chart
    if "regions" in chart.rules:
        return "netherlands" in board.surrendered
    goals = [chart.named[name] for name in chart.tables["victory"]["scenario_3"]]
    return all(german(board, h) for h in chart.paris) or all(german(board, h) for h in goals)


def dutch_cities(board: Board) -> int:
    """12.5a, R.12.5a.1: cities of the Netherlands, German or bombed, and one more for each three towns."""
    chart = board.chart
    dutch = {h for h in chart.land if chart.country[h] == "netherlands" and (german(board, h) or h == board.terror)}
    return len(dutch & chart.cities) + len(dutch & chart.towns) // int(chart.tables["surrender"]["towns_per_city"])


def belgium_falls(board: Board) -> bool:
    """12.5b: the four cities; or no Belgian unit is left on the map or waits to come back (R.12.5b.1)."""
    cities = [board.chart.named[name] for name in board.chart.tables["surrender"]["belgian_cities"]]
    left = any(unit.nation == "belgian" and unit.at not in ("", "evacuated") for unit in board.pieces.values())
    return all(german(board, h) for h in cities) or not left
