"""11 drops, 14 reserves and reinforcements, 15 optional corps, 16 deployment: who comes in where."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from itertools import combinations

from oracle.gdw1940.board import Board, Piece, fits, other, overstacked
from oracle.gdw1940.ground import (
    ALLIED_GROUPS,
    CITIES,
    COUNTRY,
    GATHERING,
    GERMAN_GROUPS,
    PARIS,
    PLAYABLE,
    SOUTHERN_WEST_EDGE,
    SWISS_BORDER,
    TABLES,
    WEST_EDGE,
    Hex,
    cities_of,
    distance,
)
from oracle.gdw1940.limits import group_of
from oracle.gdw1940.supply import supplied_from
from oracle.gdw1940.zones import zones

PANZER = "de.XXXIX"
CUIRASSIERS = "fr.AC"


Entered = Mapping[str, Hex]
"""14.one_per_hex: the reserves that have come in during this game turn, and where."""

# -- 11


def drop_hexes(board: Board, piece: Piece) -> set[Hex]:
    """11.drop.when, 11.drop.range, 11.drop.where, 11.pool, R.11.drop.range.1."""
    if not piece.has("airborne") or piece.disrupted or piece.dropped or piece.grounded:
        return set()
    cities = {hex_ for hex_ in CITIES if board.control.get(hex_) == "german"}
    fields = cities if piece.at == "pool" else cities & {piece.at}
    far = TABLES["reserves"]["drop_range"]
    return {hex_ for hex_ in PLAYABLE for field in fields if distance(hex_, field) <= far} - {piece.at}


def may_withdraw(board: Board, piece: Piece) -> bool:
    """11.withdraw."""
    return piece.has("airborne") and piece.at in PLAYABLE and bool(supplied_from(board, piece))


# -- 14


def german_reserve_hexes(board: Board, entered: Entered) -> set[Hex]:
    """14.german, 14.one_per_hex."""
    limits = TABLES["reserves"]["german"]
    if board.turn < limits["from_turn"] or _count(board, entered, "german") >= limits["each_turn"]:
        return set()
    covered = zones(board, "allied")
    cities = cities_of("germany")
    return {h for h in cities if board.control.get(h) == "german" and h not in covered} - set(entered.values())


def allied_reserve_hexes(board: Board, entered: Entered, guards: Collection[str]) -> set[Hex]:
    """14.allied, 14.allied.turn1, 14.allied.where, R.14.allied.where.1, R.14.allied.where.2: open points first,
    then Paris, then the edge.

    `guards` are the reserves that came in at the Swiss border, in addition (R.14.swiss_border.1).
    """
    limits = TABLES["reserves"]["allied"]
    regular = {u: h for u, h in entered.items() if board.pieces[u].nation in ("french", "british") and u not in guards}
    if board.turn < limits["from_turn"] or len(regular) >= limits["each_turn"]:
        return set()
    if board.turn == limits["from_turn"] and board.impulse == 1:
        return set()
    used = set(entered.values())
    free = {hex_ for hex_ in GATHERING if _open(board, hex_)} - used
    if free:
        return free
    elsewhere = sum(hex_ not in GATHERING for hex_ in regular.values())
    if elsewhere >= sum(not _open(board, hex_) for hex_ in GATHERING - set(regular.values())):
        return set()
    paris = {hex_ for hex_ in PARIS if _open(board, hex_)}
    if paris:
        return paris - used
    return {hex_ for hex_ in SOUTHERN_WEST_EDGE if not _held_by_germans(board, hex_)} - used


def _held_by_germans(board: Board, hex_: Hex) -> bool:
    """R.14.allied.where.2: parachute regiments do not bar a hex."""
    return any(not p.has("parachute") for p in board.stack(hex_, "german"))


def _open(board: Board, hex_: Hex) -> bool:
    return board.control.get(hex_) == "allied" and hex_ not in zones(board, "german")


def guard_hexes(board: Board, entered: Entered) -> set[Hex]:
    """14.swiss_border, 14.one_per_hex: French hexes on the Swiss border that no German holds."""
    return {h for h in SWISS_BORDER if not board.held_against("allied", h)} - set(entered.values())


def swiss_reserve_hexes(board: Board, entered: Entered) -> set[Hex]:
    """14.swiss: friendly cities in Switzerland, whatever zones cover them."""
    if _count(board, entered, "allied", "swiss") >= TABLES["reserves"]["swiss"]["each_turn"]:
        return set()
    return {h for h in cities_of("switzerland") if board.control.get(h) == "allied"} - set(entered.values())


def entry_hexes(board: Board, piece: Piece, turn_due: int) -> set[Hex]:
    """14.reinforcements, R.14.reinforcements.1."""
    if board.turn < turn_due:
        return set()
    return {hex_ for hex_ in WEST_EDGE if board.control.get(hex_) == "allied"}


def _count(board: Board, entered: Entered, side: str, *nations: str) -> int:
    pieces = [board.pieces[unit] for unit in entered]
    return sum(p.side == side and (not nations or p.nation in nations) for p in pieces)


# -- 15


def formations(board: Board, side: str) -> set[frozenset[str]]:
    """15.panzer.form, 15.french_corps, R.15.panzer.form.1, R.15.panzer.form.3: triples that may become the corps."""
    nation = "german" if side == "german" else "french"
    corps = board.pieces[PANZER if side == "german" else CUIRASSIERS]
    found = set()
    for hex_ in {p.at for p in board.on_map(side)}:
        stack = board.stack(hex_, side)
        able = [p for p in stack if p.nation == nation and p.size == "XX" and not p.disrupted]
        armour = [p for p in able if p.symbol == "armor"]
        motorized = [p for p in able if p.symbol == "motorized"]
        for first, second in combinations(armour, 2):
            for third in motorized:
                rest = [p for p in stack if p not in (first, second, third)]
                if not overstacked([*rest, corps]):
                    found.add(frozenset((first.id, second.id, third.id)))
    return found


# -- 16


def deployment_hexes(board: Board, piece: Piece) -> set[Hex]:
    """16.deploy.allied, 16.deploy.german, 16.free, 16.deploy.stacking, R.16.deploy.allied.1, R.16.deploy.german.1."""
    home = "france" if piece.side == "allied" else "germany"
    if piece.nation == "belgian":
        home = "belgium"  # 20.belgian_alliance
    fields = {hex_ for hex_ in PLAYABLE if COUNTRY[hex_] == home}
    if piece.side == "allied" and (group := group_of(board, piece)):
        fields &= ALLIED_GROUPS[group] & border_strip()
    elif piece.has("panzer_corps"):  # 16.german.panzer
        fields &= GERMAN_GROUPS[board.main_group]
    elif army := piece.army or (piece.has("mountain") and piece.side == "german" and board.pieces[board.geb_for].army):
        fields &= GERMAN_GROUPS[board.groups[army]]
    return {hex_ for hex_ in fields if fits(board, piece, hex_) and not board.stack(hex_, other(piece.side))}


@cache
def border_strip() -> frozenset[Hex]:
    """R.16.deploy.allied.1: French hexes one or two away from land of another country."""
    abroad = [hex_ for hex_ in PLAYABLE if COUNTRY[hex_] != "france"]
    french = (h for h in PLAYABLE if COUNTRY[h] == "france")
    return frozenset(h for h in french if any(distance(h, far) <= 2 for far in abroad))
