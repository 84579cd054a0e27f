"""11.12: surrenders; 11.13: the four objectives and the level."""

from __future__ import annotations

from oracle.planjaune.board import Board
from oracle.planjaune.ground import CITIES, MAGINOT, MAP, TABLES, Hex, around
from oracle.planjaune.supply import city_is_captured, sources
from oracle.planjaune.zones import zones

LEVELS = ("Major Allied victory", "Minor Allied victory", "Draw", "Minor Axis victory", "Major Axis victory")


def _at(name: str) -> Hex:
    return next(MAP.labels[place.hex] for place in MAP.places if place.name == name)


PORTS = tuple(_at(name) for name in ("Anvers", "Calais", "Dunkerque", "Boulogne", "Dieppe"))
LILLE = _at("Lille")


def dutch_fallen(board: Board) -> int:
    """11.12.holland: Dutch cities that are captured, or have been bombed."""
    return sum(city_is_captured(board, h, "german") or h == board.bombed_city for h in CITIES["netherlands"])


def race(board: Board) -> bool:
    """11.13.o1: Holland has surrendered, and the cities and ports are captured."""
    return "netherlands" in board.surrendered and all(city_is_captured(board, h, "german") for h in (LILLE, *PORTS))


def invasion(board: Board) -> bool:
    """11.13.o2, R.11.13.o2.1."""
    return bool(board.exited >= TABLES["victory"]["exits"])


def isolation(board: Board) -> bool:
    """11.13.o3, R.11.13.o3.1."""
    return all(board.control.get(h) == "german" or _is_cut_off(board, h) for h in MAGINOT)


def _is_cut_off(board: Board, h: Hex) -> bool:
    goals = sources(board, "allied") - MAGINOT
    seen, waiting = {h}, [h]
    while waiting:
        here = waiting.pop()
        if here in goals:
            return False
        for n in around(here):
            if n not in seen and _is_way(board, n):
                seen.add(n)
                waiting.append(n)
    return True


def _is_way(board: Board, h: Hex) -> bool:
    """4d: no Axis units, and no zone of theirs that no Allied unit negates."""
    if any(p.negates for p in board.stack(h, "allied")):
        return True
    return not board.held_by_enemy(h, "allied") and h not in zones(board, "german")


def destruction(board: Board) -> bool:
    """11.13.o4."""
    enough = TABLES["victory"]
    return bool(board.british_destroyed >= enough["british"] and board.armour_destroyed >= enough["armour"])


def reached(board: Board) -> tuple[bool, bool, bool, bool]:
    """11.13a: which of the four objectives are reached now."""
    return race(board), invasion(board), isolation(board), destruction(board)


def level(board: Board) -> str:
    """11.13b to 11.13e, 12.8b, R.11.13b.1, R.11.13d.1."""
    done = reached(board)
    number = sum(done)
    if not number:
        found = 0
    elif number == 4:
        found = 4
    elif not done[board.plan - 1]:
        found = 1
    else:
        found = {1: 1, 2: 2, 3: 3}[number]
    return LEVELS[max(0, min(4, found + _changes(board)))]


def _changes(board: Board) -> int:
    lost = board.steps_lost
    axis = lost.get("german", 0)
    allied = sum(lost.get(nation, 0) for nation in ("british", "french", "belgian"))
    german_city = any(city_is_captured(board, h, "allied") for h in CITIES["germany"])
    return -german_city - (axis > allied) + (allied >= 2 * axis and allied > 0) + board.italian_bonus
