"""8: lines of supply. From every unit by itself, in its own costs, to whatever feeds it."""

from __future__ import annotations

from oracle.planjaune.board import HOME, Board, Piece
from oracle.planjaune.ground import CITIES, COUNTRY, EDGE_SOURCES, Hex, around, price, rail_neighbours
from oracle.planjaune.zones import is_open


def sources(board: Board, side: str, country: str = "") -> frozenset[Hex]:
    """8.3, R.8.3.allied.1: the sources of a side; with a country, those of its neutral army."""
    if country:
        return frozenset(h for h in CITIES[country] if board.control.get(h) == side)
    if side == "german":
        homes = ["germany"]
    else:
        homes = ["france", *(c for c in ("belgium", "netherlands") if not board.is_neutral(c))]
    fed_by = [c for c in homes if c not in board.surrendered]
    cities = {h for c in fed_by for h in CITIES[c] if board.control.get(h) == side}
    edge = {h for h in EDGE_SOURCES[side] if board.control.get(h) == side}
    return frozenset(cities | edge)


def feeder(board: Board, piece: Piece) -> str:
    """R.8.3.allied.1: the country of a neutral army, which feeds it alone."""
    return HOME[piece.nation] if board.at_peace(piece) else ""


def passable(board: Board, h: Hex, side: str, country: str) -> bool:
    """8.1d, R.8.3.allied.1: whether a line may run over a hex."""
    if not is_open(board, h, side):
        return False
    if country:
        return COUNTRY[h] == country
    return side == "german" or not board.is_neutral(COUNTRY[h])


def railways(board: Board, side: str, country: str = "") -> frozenset[Hex]:
    """R.8.1b.1: the hexes of a side's net that are joined to a source, unbroken by enemies and their zones."""
    waiting = [h for h in sources(board, side, country) if _runs(board, h, side, country)]
    found = set(waiting)
    while waiting:
        for n in rail_neighbours(waiting.pop()):
            if n not in found and _runs(board, n, side, country):
                found.add(n)
                waiting.append(n)
    return frozenset(found)


def _runs(board: Board, h: Hex, side: str, country: str) -> bool:
    return bool(rail_neighbours(h)) and board.rails.get(h) == side and passable(board, h, side, country)


_KEPT: dict[tuple[int, str, str], tuple[Board, frozenset[Hex]]] = {}


def ends(board: Board, side: str, country: str = "") -> frozenset[Hex]:
    """8.1b, R.8.1b.1: the hexes to which a line may lead: sources, railways, headquarters in supply."""
    key = (id(board), side, country)
    if key in _KEPT and _KEPT[key][0] is board:
        return _KEPT[key][1]
    found = {h for h in sources(board, side, country) if passable(board, h, side, country)}
    found |= railways(board, side, country)
    waiting = [] if country else [p for p in board.on_map(side) if p.has("hq")]
    grown = True
    while grown:
        fed = [p for p in waiting if reaches(board, p.at, board.movement(p), p.kind, side, country, frozenset(found))]
        waiting = [p for p in waiting if p not in fed]
        more = {p.at for p in fed if passable(board, p.at, side, country)} - found
        found |= more
        grown = bool(more)
    if len(_KEPT) > 8:
        _KEPT.clear()
    _KEPT[key] = (board, frozenset(found))
    return frozenset(found)


def reaches(board: Board, start: Hex, length: int, kind: str, side: str, country: str, goals: frozenset[Hex]) -> bool:
    """8.1b, 8.1c, R.8.1b.2: whether a line of this length leads from a hex to one of the goals."""
    best, waiting = {start: 0}, [start]
    while waiting:
        waiting.sort(key=lambda h: -best[h])
        here = waiting.pop()
        if here in goals:
            return True
        for n in around(here):
            step = price(here, n, kind)
            if step is None or best[here] + step > length or not passable(board, n, side, country):
                continue
            if n not in best or best[here] + step < best[n]:
                best[n] = best[here] + step
                waiting.append(n)
    return False


def has_line(board: Board, piece: Piece) -> bool:
    """8.1b, 11.4f, R.11.5g.1: whether a unit is in supply, if that were judged now."""
    works = board.works(piece.at)
    if piece.has("airborne") or (works is not None and works.first_line and works.side == piece.side):
        return True
    country = feeder(board, piece)
    goals = ends(board, piece.side, country)
    return reaches(board, piece.at, board.movement(piece), piece.kind, piece.side, country, goals)


def city_is_captured(board: Board, h: Hex, by: str) -> bool:
    """11.12.capture, R.11.12.capture.2: last entered by a side, whose unit there has, or would have, a line."""
    if board.control.get(h) != by:
        return False
    goals = ends(board, by)
    units = [p for p in board.stack(h, by) if board.members(p)]
    lines = [(4, "foot") if p.has("airborne") else (board.movement(p), p.kind) for p in units]
    if not units and h in board.last_in:
        lines = [board.last_in[h]]
    return any(reaches(board, h, length, kind, by, "", goals) for length, kind in lines)
