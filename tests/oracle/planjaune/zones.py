"""4: zones of control."""

from __future__ import annotations

from oracle.planjaune.board import Board, other
from oracle.planjaune.ground import ALL_CITIES, COUNTRY, LOW_COUNTRIES, Hex, around


def exerts(board: Board, h: Hex, side: str) -> bool:
    """4a, 4b, 3d: two stacking points, or a corps that has two steps only, give a hex a zone."""
    stack = board.stack(h, side)
    return sum(board.points(p) for p in stack) >= 2 or any(p.has("two_step_corps") for p in stack)


def shut_out(board: Board, h: Hex) -> bool:
    """4e: major cities and first-line fortifications, which no zone enters."""
    works = board.works(h)
    return h in ALL_CITIES or (works is not None and works.first_line)


def reaches(board: Board, origin: Hex, h: Hex, side: str, *, entered: bool = False) -> bool:
    """Whether the zone that a side has around one hex covers another, neighbouring one.

    11.4j: works that an enemy of theirs has `entered` keep no zone out.
    """
    if h not in around(origin) or not exerts(board, origin, side):
        return False
    if h in ALL_CITIES or (shut_out(board, h) and not entered):
        return False
    if board.turn == 1 and COUNTRY[h] in LOW_COUNTRIES:  # 4f
        return any(p.nation not in ("french", "british") for p in board.stack(origin, side))
    return True


_KEPT: dict[tuple[int, str], tuple[Board, frozenset[Hex]]] = {}


def zones(board: Board, side: str) -> frozenset[Hex]:
    """4a, 4c: all hexes that the zones of a side cover, those of neutral armies among them."""
    key = (id(board), side)
    kept = _KEPT.get(key)
    if kept is not None and kept[0] is board:
        return kept[1]
    found: set[Hex] = set()
    for origin in {p.at for p in board.on_map(side)}:
        found |= {h for h in around(origin) if reaches(board, origin, h, side)}
    if len(_KEPT) > 8:
        _KEPT.clear()
    _KEPT[key] = (board, frozenset(found))
    return frozenset(found)


def covers(board: Board, h: Hex, side: str) -> bool:
    """Whether a zone of a side would cover an enemy of it who goes into a hex."""
    works = board.works(h)
    if works is None or works.side != side:
        return h in zones(board, side)
    return any(reaches(board, n, h, side, entered=True) for n in around(h))


def in_enemy_zone(board: Board, h: Hex, side: str) -> bool:
    return h in zones(board, other(side))


def is_open(board: Board, h: Hex, side: str) -> bool:
    """4d, 8.1d, R.8.1d.1, R.8.1d.2: whether a line of supply or command may enter a hex."""
    if any(p.negates for p in board.stack(h, side)):
        return True
    holders = [p for p in board.stack(h) if p.side != side and p.fights]
    if holders and not board.options["R.8.1d.1"]:
        return False
    return not in_enemy_zone(board, h, side)


def command_reach(board: Board, h: Hex, length: int, side: str) -> set[Hex]:
    """1f, 11.3c: the hexes within a command range."""
    found, edge = {h}, {h}
    for _ in range(length):
        edge = {n for m in edge for n in around(m) if n not in found and is_open(board, n, side)}
        found |= edge
    return found
