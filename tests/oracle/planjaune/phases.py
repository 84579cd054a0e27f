"""9, 10.2, 11.1f, 11.5, 11.7, 11.8: what can be done in the common phase, the supply phase, after operations."""

from __future__ import annotations

from collections.abc import Iterator

from oracle.frame import Difference, compare_sets, compare_values
from oracle.planjaune import supply
from oracle.planjaune.answers import Answers
from oracle.planjaune.board import HOME, Board, Piece, fits, other
from oracle.planjaune.ground import (
    ALL_CITIES,
    CITIES,
    COUNTRY,
    LAND,
    NEAR,
    RAIL,
    SECTORS,
    TABLES,
    Hex,
    around,
    distance,
    named_places,
    region,
)
from oracle.planjaune.zones import command_reach, exerts, in_enemy_zone

INHABITED = frozenset(h for h in LAND if around(h))
"""Hexes that are no islands."""

PORTS = named_places("port")
RIVER_PORTS = {"1507": region("rotterdam-to-the-sea"), "1411": region("anvers-to-the-sea")}
"""11.9b: the hexes along the way to the sea."""
WEST_RAIL = region("west-rail-entry")
COMMUNICATIONS = region("communication-lines")
REPLACED_NATIONS = ("german", "french")
"""9.2f."""


def phases(board: Board, asked: Answers) -> Iterator[Difference]:
    """All that there is to compare outside movement and combat."""
    match asked.step:
        case "Reinforcements":
            yield from _arrivals(board, asked)
        case "SupplyPhase":
            yield from _supply_phase(board, asked)
        case "SpecialOperations" | "AlliedMissions":
            yield from _missions(board, asked)
        case "Railheads":
            mine = {h for h in RAIL if may_take_over(board, h, asked.side)}
            listed = asked.choices("railhead") if "railhead" in asked.choices() else []
            yield from compare_sets("railheads", "railways to be taken over", "11.1f", listed, mine)


def listed(asked: Answers, *prefix: str) -> list[str]:
    """The choices behind a verb, none if it is closed."""
    here: tuple[str, ...] = ()
    for token in prefix:
        if token not in asked.choices(*here):
            return []
        here = (*here, token)
    return asked.choices(*here)


# -- 9.1 reinforcements


def _arrivals(board: Board, asked: Answers) -> Iterator[Difference]:
    """9.1a, 9.1b: where those that are due can arrive, and whether they may wait."""
    waiting = [p for p in board.pieces.values() if p.at == "arrivals" and p.side == asked.side]
    mine = {p.id: goals for p in waiting if (goals := entries(board, p))}
    yield from compare_sets("arrivals", "who can arrive", "9.1a", listed(asked, "enter"), mine)
    for unit in set(listed(asked, "enter")) & mine.keys():
        told = asked.choices("enter", unit)
        yield from compare_sets("entries", f"where {unit} can arrive", "9.1a", told, mine[unit])
    obliged = any(board.pieces[u].entry in ("city", "sea") for u in mine)
    yield from compare_values("waiting", "whether all may wait", "9.1a", "done" in asked.choices(), not obliged)


def entries(board: Board, piece: Piece) -> set[Hex]:
    """9.1a, 9.1b, 12.4 to 12.7, 11.9: the places where a reinforcement can come in now."""
    early = piece.entry == "edge" and board.event == "colonials"
    if board.turn < piece.due and not early:
        return set()
    return {h for h in _doors(board, piece) if _is_free(board, piece, h)}


def _doors(board: Board, piece: Piece) -> set[Hex]:
    match piece.entry:
        case "city":
            return set(CITIES[HOME[piece.nation]] - board.brought_in)
        case "sea":
            return open_ports(board, piece.side) | set(WEST_RAIL)
        case "port":
            return open_ports(board, piece.side) if board.turn < 8 else {h for h in COMMUNICATIONS if h in WEST_RAIL}
        case "geb":  # 12.5
            giver = board.pieces["de.XVIII"]
            return set(CITIES["germany"] - board.brought_in) if giver.at[:1].isdigit() else set()
        case "alps":
            return set() if board.italy else {"1232"}
        case "edge":
            return set(region("west-edge") | region("south-edge"))
    return set()


def open_ports(board: Board, side: str) -> set[Hex]:
    """11.9a, 11.9b, R.11.9a.1: the ports that a side can use."""
    return {
        h
        for h in PORTS
        if _is_held(board, h, side) and all(board.control.get(n) == side for n in RIVER_PORTS.get(h, ()))
    }


def _is_held(board: Board, h: Hex, side: str) -> bool:
    if COUNTRY[h] in board.surrendered or board.is_neutral(COUNTRY[h]):
        return bool(board.stack(h, side))
    return board.control.get(h) == side


def _is_free(board: Board, piece: Piece, h: Hex) -> bool:
    held = board.control.get(h) == piece.side and not board.stack(h, other(piece.side))
    return h in LAND and held and fits(board, [piece], h)


# -- 8.1a, 9.2 the supply phase


def _supply_phase(board: Board, asked: Answers) -> Iterator[Difference]:
    """8.1e, 9.2: who is marked, who can be rebuilt, which armies are released."""
    for piece in board.on_map(asked.side):
        if board.members(piece):
            mine = not supply.has_line(board, piece)
            yield from compare_values("marked", f"{piece.id} in {piece.at}", "8.1e", piece.unsupplied, mine)
    able = {p.id for p in board.pieces.values() if p.side == asked.side and may_be_rebuilt(board, p)}
    yield from compare_sets("replacements", "who can be rebuilt", "9.2d", listed(asked, "replace"), able)
    yield from compare_sets(
        "release", "who is released", "11.12.allied-t3", listed(asked, "release"), armies(board, asked)
    )


def may_be_rebuilt(board: Board, piece: Piece) -> bool:
    """9.2d to 9.2g, R.9.2b.1."""
    holder = board.pieces.get(piece.at, piece)
    reduced = piece.steps < piece.full and piece.nation in REPLACED_NATIONS and not piece.replaced
    if not (reduced and holder.at[:1].isdigit()) or not supply.has_line(board, holder):
        return False
    room = board.points(holder) < 2 and piece.is_cadre
    if room and not _has_room(board, holder):
        return False
    pool = board.motorized_points if piece.has("motorized") or piece.has("cavalry") else board.infantry_points
    return bool(pool[piece.side]) and not in_enemy_zone(board, holder.at, piece.side) and _is_commanded(board, holder)


def _has_room(board: Board, piece: Piece) -> bool:
    """3a: a cadre that becomes a corps again needs a point more."""
    return sum(board.points(p) for p in board.stack(piece.at, piece.side)) < TABLES["stacking"]["points"]


def _is_commanded(board: Board, piece: Piece) -> bool:
    """1f: by any headquarters of its side."""
    chiefs = [p for p in board.on_map(piece.side) if p.has("hq")]
    return any(piece.at in command_reach(board, hq.at, hq.command, hq.side) for hq in chiefs)


def armies(board: Board, asked: Answers) -> set[str]:
    """11.12.allied-t3: what can be released this turn."""
    if asked.side == "german" or board.turn < 3 or board.released_on == board.turn:
        return set()
    groups = {g for g in SECTORS if g.startswith("fr") and g != board.effort.get("allied")}
    found = {p.army for p in board.on_map("allied") if p.group in groups and not p.has("hq")}
    boxed = {p.army for p in board.pieces.values() if p.group in groups and p.at in board.pieces}
    return (found | boxed) - board.released


# -- 10.2, 11.5, 11.7 special operations


def _missions(board: Board, asked: Answers) -> Iterator[Difference]:
    verbs = asked.choices()
    if "interdict" in verbs:
        mine = {h for h in INHABITED if _can_be_interdicted(board, h, asked.side)}
        yield from compare_sets("interdiction", "what can be interdicted", "10.2", asked.choices("interdict"), mine)
    if "bomb" in verbs:
        weak = {p.id for p in board.pieces.values() if _is_weak(board, p)}
        yield from compare_sets("bombing", "which units can be bombed", "10.2.terror-unit", asked.choices("bomb"), weak)
    if "terror" in verbs:
        cities = {h for h in ALL_CITIES if COUNTRY[h] != "germany" or board.control.get(h) == "allied"}
        mine = {h for h in cities if board.control.get(h) == "allied"}
        yield from compare_sets(
            "terror", "which cities can be bombed", "10.2.terror-city", asked.choices("terror"), mine
        )
    if asked.step == "SpecialOperations":
        mine = {h for h in ALL_CITIES if _has_refugees(board, h)} if board.refugees_left else set()
        yield from compare_sets("refugees", "where refugees appear", "11.7b", listed(asked, "refugees"), mine)
        yield from _landings(board, asked)


def _can_be_interdicted(board: Board, h: Hex, side: str) -> bool:
    works = board.works(h)
    return h not in ALL_CITIES and not (works and works.first_line) and h not in board.interdicted[side]


def _is_weak(board: Board, piece: Piece) -> bool:
    """10.2.terror: an enemy of quality 2 or less; one in a corps too."""
    holder = board.pieces.get(piece.at, piece)
    fighting = piece.fights and not piece.has("corps") and piece.side == "allied" and holder.at[:1].isdigit()
    return fighting and board.quality(piece) <= 2


def _has_refugees(board: Board, h: Hex) -> bool:
    """11.7b, R.11.7b.1, R.11.7b.2."""
    theirs = board.control.get(h) == "allied" and not board.is_neutral(COUNTRY[h]) and h not in board.fled_to
    near = TABLES["refugees"]["near"]
    return theirs and any(distance(h, p.at) <= near for p in board.on_map("german"))


def _landings(board: Board, asked: Answers) -> Iterator[Difference]:
    """11.5a, 11.5b: where airborne units can be sent."""
    ready = [p for p in board.pieces.values() if p.at == "airborne"]
    bases = [h for h in ALL_CITIES if is_base(board, h)]
    limits = TABLES["airborne"]
    mine = {
        h
        for h in INHABITED
        if any(distance(h, base) <= limits["range"] for base in bases) and board.launched.count(h) < limits["hex"]
    }
    for piece in ready:
        told = listed(asked, "drop", piece.id)
        yield from compare_sets("landing", f"where {piece.id} can land", "11.5a", told, mine)


def is_base(board: Board, h: Hex) -> bool:
    """11.5a, R.11.5a.2, R.11.5a.3, R.11.1f.2: a German city, in supply, not next to an enemy with a zone."""
    if board.control.get(h) != "german" or any(exerts(board, n, "allied") for n in around(h)):
        return False
    return in_supply(board, h, "german")


def in_supply(board: Board, h: Hex, side: str) -> bool:
    """R.11.1f.2: whether an infantry corps there could trace a line."""
    works = board.works(h)
    if works is not None and works.first_line and works.side == side:
        return True
    reach = int(TABLES["cadre"]["movement"])
    return supply.reaches(board, h, reach, "foot", side, "", supply.ends(board, side))


def may_take_over(board: Board, h: Hex, side: str) -> bool:
    """11.1f, R.11.1f.1: next to an enemy is next to him, over water too."""
    if board.rails.get(h) == side or board.control.get(h) != side:
        return False
    return not any(board.stack(n, other(side)) for n in (h, *NEAR[h])) and in_supply(board, h, side)
