"""Where markers, bombs and landings may go: air (5.1), bridgeheads (10.8), the End Phase (12.3 to 12.11), Dynamo."""

from __future__ import annotations

from oracle.caseyellow.board import Board, Piece, allowance
from oracle.caseyellow.retreats import crosses_into
from oracle.caseyellow.supply import Lines, in_communication, supplied


def crossings_of(board: Board, label: str) -> set[str]:
    """The hexes beyond the River Crossings of a hex."""
    chart = board.chart
    return {near for near in chart.near(label) if frozenset((label, near)) in chart.crossings}


def interdicted(board: Board) -> set[str]:
    """5.1c.target, R.5.1c.target.1: hexes with a River Crossing whose far bank is German, if one is still open."""
    found = set[str]()
    for label in board.chart.land:
        beyond = crossings_of(board, label)
        still_open = any(frozenset((label, far)) not in board.interdicted for far in beyond)
        if still_open and any(board.control[far] == "german" for far in beyond):
            found.add(label)
    return found


def dived(board: Board) -> set[str]:
    """5.1e.hex, R.6.1.3: hexes with Allied units other than Attack Supply Units; 5.1e.port: the Dynamo port."""
    return {board.port} - {""} | {
        label for label in board.stacks if any(not unit.depot for unit in board.there(label, "allied"))
    }


def landings(board: Board, piece: Piece) -> set[str]:
    """R.5.1d.1, R.5.1d.2: open Dutch ground, or Belgian within range of a German city; others follow paratroops."""
    chart, figures = board.chart, board.chart.tables["paratroops"]
    if piece.kind != "parachute" and board.options["air_landing"]:
        fields = {unit.at for unit in board.pieces.values() if unit.kind == "parachute"} & chart.land
    else:
        near = chart.distances(chart.german_cities, figures["range"])
        fields = {h for h in chart.land if chart.country[h] == "netherlands"}
        fields |= {h for h in chart.land if chart.country[h] == "belgium" and h in near}
    return {
        h
        for h in fields
        if not board.there(h, "allied") and board.standing_fort(h) is None
        if chart.terrain[h] not in figures["forbidden"]
    }


def bridgehead_vacant(board: Board, tried: set[str]) -> set[str]:
    """10.8c.1, 10.8b: vacant enemy hexes over a river from a yellow unit that came there, no Fortified Line, once."""
    found = set[str]()
    for label in board.stacks:
        if any(unit.yellow and (unit.moved or unit.advanced) for unit in board.there(label, "german")):
            found |= {far for far in board.chart.near(label) if frozenset((label, far)) in board.chart.river}
    return {
        h
        for h in found - tried - board.bridgeheads
        if board.control[h] == "allied" and not board.stacks.get(h) and board.standing_fort(h) is None
    }


def bridgehead_held(board: Board, tried: set[str]) -> set[str]:
    """10.8c.2: enemy stacks over a river from a yellow unit with a movement point left."""
    found = set[str]()
    for label in board.stacks:
        able = [u for u in board.there(label, "german") if u.yellow and u.spent < allowance(u)]
        if able:
            found |= {far for far in board.chart.near(label) if frozenset((label, far)) in board.chart.river}
    return {h for h in found - tried - board.bridgeheads if board.there(h, "allied") and board.standing_fort(h) is None}


def crossed(board: Board, piece: Piece, entered: set[str]) -> set[str]:
    """12.3a, 10.8c.1end: marked, vacant, still Allied hexes over a river; and those that others have just entered."""
    if not piece.yellow or board.in_engagement(piece) or piece.at in entered:
        return set()  # one hex, once
    over = {h for h in board.bridgeheads | entered if frozenset((piece.at, h)) in board.chart.river}
    open_ones = {h for h in over if h in entered or board.control[h] == "allied"}
    return {h for h in open_ones if crosses_into(board, piece, h)}


def terrified(board: Board) -> set[str]:
    """12.4a, R.12.4a.1: Allied cities but Paris; countries that have surrendered have none."""
    chart = board.chart
    return {
        h
        for h in chart.cities & chart.land
        if board.control[h] == "allied" and h not in chart.paris
        if chart.country[h] not in {"germany", *board.surrendered}
    }


def fled(board: Board, lines: Lines) -> set[str]:
    """12.6d, R.12.6d.1: Allied cities and towns within four hexes of a German unit in supply, without a marker."""
    if len(board.refugees) >= board.chart.tables["markers"]["refugee"]:
        return set()
    chart, far = board.chart, board.chart.tables["markers"]["refugee_distance"]
    german = [unit for h in board.stacks for unit in board.there(h, "german")]
    near = chart.distances({unit.at for unit in german if supplied(lines, unit)}, far)
    places = (chart.cities | chart.towns) & chart.land - board.refugees - {board.terror}
    return {h for h in places if board.control[h] == "allied" and h in near}


def fortified(board: Board, lines: Lines) -> set[str]:
    """12.11d: hexes with Allied units that have a Line of Communication, and no marker yet."""
    held = {h for h in board.stacks if board.there(h, "allied")} - board.better
    return {h for h in held if in_communication(lines, h)}


def evacuated(board: Board, piece: Piece, left: int) -> bool:
    """13.4.2, 13.4.3: in the port, with a movement point left if it has moved; not on the turn it arrived."""
    if not board.port or piece.at != board.port or piece.side != "allied" or piece.arrived or piece.depot:
        return False
    return left > 0 and piece.spent < allowance(piece) and not board.in_engagement(piece)


def replaceable(board: Board, piece: Piece, lines: Lines, infantry: int, armour: int) -> bool:
    """12.10c, 12.10c.mot, 12.10d, 12.10g: whether a step may be given to a unit, on the map in supply, or lost."""
    lost = piece.at == ""
    if piece.at not in board.chart.land and not lost:
        return False
    if (piece.depot or piece.guns or piece.steps >= piece.whole) and not lost:
        return False
    if lost and not (board.chart.tables["rebuilt"].get(piece.nation) and not _surrendered(board, piece)):
        return False
    if not lost and not supplied(lines, piece):
        return False
    if piece.armoured:
        return piece.side == "allied" and armour > 0
    return infantry > 0 and not piece.depot and not piece.guns and _infantry(piece, lost)


def _infantry(piece: Piece, lost: bool) -> bool:
    if piece.size == "corps" or piece.whole == 2:
        return piece.size != "small"
    if piece.size == "division":
        return lost and piece.kind in ("infantry", "dlc", "cavalry")
    return lost and piece.side == "german" and piece.motorized


def _surrendered(board: Board, piece: Piece) -> bool:
    return {"dutch": "netherlands", "belgian": "belgium"}.get(piece.nation) in board.surrendered
