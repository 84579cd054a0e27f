"""4 Zones of control, and 5 friendly territory, as the book says them."""

from __future__ import annotations

from functools import lru_cache

from oracle.gdw1940.board import HOME, Board, Piece
from oracle.gdw1940.ground import COUNTRY, NEAR, NEUTRALS, PLAYABLE, Hex, open_water


def has_zone(piece: Piece) -> bool:
    """4.who: regiments have none, disrupted units none, nor an airborne unit in the impulse in which it drops."""
    return piece.size != "III" and not piece.disrupted and not piece.dropped


def zone_of(board: Board, piece: Piece) -> set[Hex]:
    """4.extent, 4.sea_lake: the six hexes around, but not across sea or lake.

    13.status.zoc, R.13.status.zoc.1: units of a neutral cover hexes of their country only, up to and including the
    impulse in which it joined. 20.belgian_alliance: an ally from the start is none.
    """
    if not has_zone(piece):
        return set()
    covered = {n for n in NEAR[piece.at] if not open_water(piece.at, n)}
    home = HOME[piece.nation]
    always_allied = home == "belgium" and board.options["20.belgian_alliance"]
    if home in NEUTRALS and not always_allied and board.joined.get(home, board.clock) >= board.clock:
        covered = {n for n in covered if COUNTRY[n] == home} if COUNTRY[piece.at] == home else set()
    return covered


@lru_cache(maxsize=16)
def zones(board: Board, side: str) -> frozenset[Hex]:
    """All hexes in a zone of control of a side."""
    return frozenset().union(*(zone_of(board, p) for p in board.on_map(side)))


def settled(board: Board, control: dict[Hex, str]) -> dict[Hex, str]:
    """5.priority, 5.uncontested, 5.contested: whose every hex is now, if it was `control` until now.

    R.4.extent.1: hexes of a neutral are nobody's; R.5.priority.2: regiments occupy too; R.5.priority.3: a built-in
    strength does not.
    """
    held = {side: {p.at for p in board.on_map(side)} for side in ("german", "allied")}
    covered = {side: zones(board, side) for side in ("german", "allied")}
    now = dict(control)
    for hex_ in PLAYABLE:
        if board.is_neutral(COUNTRY[hex_]):
            now.pop(hex_, None)
            continue
        claims = {side for side in held if hex_ in held[side]}
        if not claims:
            claims = {side for side in covered if hex_ in covered[side]}
        if len(claims) == 1:
            now[hex_] = claims.pop()
    return now


def at_the_start() -> dict[Hex, str]:
    """5.start: France is Allied, Germany German, and the rest nobody's."""
    first = {"france": "allied", "germany": "german"}
    return {hex_: first[COUNTRY[hex_]] for hex_ in PLAYABLE if COUNTRY[hex_] in first}


def movement_zones(board: Board, side: str) -> frozenset[Hex]:
    """What stops units of a side: enemy zones, and hexes that the enemy has interdicted (9.interdict.effect)."""
    enemy = "allied" if side == "german" else "german"
    return zones(board, enemy) | board.interdicted[enemy]
