"""The questions before and around movement: drops, reserves, corps, withdrawals, set-up, and the bookkeeping orders."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from oracle.frame import Difference, compare_sets, compare_values
from oracle.gdw1940 import arrivals, victory
from oracle.gdw1940.board import Asked, Board, Piece, overstacked, places
from oracle.gdw1940.ground import PLAYABLE, TABLES, Hex
from oracle.gdw1940.history import Memory


def coming_in(board: Board, asked: Asked, memory: Memory, units: Collection[str] | None) -> Iterator[Difference]:
    """11.drop.when, 14, 15.panzer.break: all that may be placed when a movement phase begins."""
    yield from _placed(
        board, asked, "drop", "11.drop.range", {p.id: arrivals.drop_hexes(board, p) for p in _airborne(board)}
    )
    entering = _reserves(board, asked, memory) | _reinforcements(board, asked)
    for unit, hexes in _guards(board, asked, memory).items():
        entering[unit] = entering.get(unit, set()) | hexes
    yield from _placed(board, asked, "enter", "14.when", entering)
    corps = [
        p.id for p in board.on_map(asked.side) if p.id in (arrivals.PANZER, arrivals.CUIRASSIERS) and not p.disrupted
    ]
    listed = asked.choices("disband") if "disband" in asked.choices() else []
    yield from compare_sets("disband", "which corps may be disbanded", "15.panzer.break", listed, corps)


def _airborne(board: Board) -> list[Piece]:
    return [p for p in board.pieces.values() if p.has("airborne") and (p.at == "pool" or p.at in PLAYABLE)]


def _placed(board: Board, asked: Asked, verb: str, rule: str, mine: dict[str, set[Hex]]) -> Iterator[Difference]:
    """Who may be placed with this verb, and where."""
    mine = {unit: hexes for unit, hexes in mine.items() if hexes and board.pieces[unit].side == asked.side}
    listed = asked.choices(verb) if verb in asked.choices() else []
    yield from compare_sets(verb, f"who may {verb}", rule, listed, mine)
    for unit in sorted(set(listed) & mine.keys()):
        yield from compare_sets(f"{verb} hexes", f"{unit}", rule, asked.choices(verb, unit), mine[unit])


def _reserves(board: Board, asked: Asked, memory: Memory) -> dict[str, set[Hex]]:
    """14.choice, 11.airlanding.choice, 14.swiss_border.regular."""
    if asked.side == "german":
        hexes = arrivals.german_reserve_hexes(board, memory.entered)
        waiting = [p for p in board.pieces.values() if p.side == "german" and _waits(p)]
        return {p.id: hexes for p in waiting}
    regular = arrivals.allied_reserve_hexes(board, memory.entered, memory.guards)
    swiss = arrivals.swiss_reserve_hexes(board, memory.entered) if board.turn > memory.swiss_joined_in else set()
    waiting = [p for p in board.pieces.values() if p.side == "allied" and _waits(p)]
    return {p.id: swiss if p.nation == "swiss" else regular for p in waiting}


def _waits(piece: Piece) -> bool:
    if piece.symbol == "airlanding":
        return piece.at == "pool"
    return piece.at == "reserve" and piece.pool in ("reserve", "swiss_border", "swiss_reserve")


def _guards(board: Board, asked: Asked, memory: Memory) -> dict[str, set[Hex]]:
    """14.swiss_border, R.14.swiss_border.1: in the first Allied impulse after the invasion of Switzerland only."""
    if board.clock != memory.border_opens_at:
        return {}
    hexes = arrivals.guard_hexes(board, memory.entered)
    return {p.id: hexes for p in board.pieces.values() if p.pool == "swiss_border" and p.at == "reserve"}


def _reinforcements(board: Board, asked: Asked) -> dict[str, set[Hex]]:
    """22.british: the turns of the order of appearance."""
    due = {"uk.1A": 2, "uk.2A": 6}
    return {
        u: arrivals.entry_hexes(board, board.pieces[u], n) for u, n in due.items() if board.pieces[u].at == "reserve"
    }


def withdrawing(board: Board, asked: Asked) -> Iterator[Difference]:
    able = [p.id for p in board.on_map("german") if arrivals.may_withdraw(board, p)]
    yield from compare_sets("withdraw", "who may be taken off", "11.withdraw", asked.choices("recall"), able)


def forming(board: Board, asked: Asked) -> Iterator[Difference]:
    """15.panzer.form, 15.french_corps: every triple that the engine lists, and no other."""
    listed: set[frozenset[str]] = set()
    if "form" in asked.choices():
        for corps in asked.choices("form"):
            listed |= {frozenset(triple) for triple in _triples(asked, ("form", corps))}
    mine = arrivals.formations(board, asked.side)
    spell = {" ".join(sorted(triple)) for triple in listed}, {" ".join(sorted(triple)) for triple in mine}
    yield from compare_sets("form", "who may form a corps", "15.panzer.form", *spell)


def _triples(asked: Asked, prefix: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for token in asked.choices(*prefix):
        if token == "go":
            yield prefix[2:]
        else:
            yield from _triples(asked, (*prefix, token))


def deploying(board: Board, asked: Asked, units: Collection[str] | None) -> Iterator[Difference]:
    """16.deploy.allied, 16.deploy.german."""
    for unit in asked.choices("place") if "place" in asked.choices() else []:
        if units is None or unit in units:
            mine = arrivals.deployment_hexes(board, board.pieces[unit])
            mine -= {board.pieces[unit].at}
            listed = asked.choices("place", unit)
            yield from compare_sets("deployment", f"where {unit} deploys", "16.deploy.allied", listed, mine)


def leaving(board: Board, asked: Asked, verb: str) -> Iterator[Difference]:
    """3.when, R.3.when.1: a phase ends only when no hex is over a limit."""
    over = [hex_ for hex_, stack in places(board, asked.side) if overstacked(stack)]
    yield from compare_values(
        "leaving", f"{verb}, with {over} over a limit", "3.when", verb in asked.choices(), not over
    )


def announcing(board: Board, asked: Asked, memory: Memory) -> Iterator[Difference]:
    """9.interdict.cost, 17.french.release: what may be announced at any moment of one's own player turn."""
    verbs = asked.choices()
    listed = asked.choices("interdict") if "interdict" in verbs else []
    can = board.air[asked.side] >= TABLES["air"]["interdict"]
    mine = PLAYABLE - board.interdicted[asked.side] if can else set()
    yield from compare_sets("interdict", "what may be interdicted", "9.interdict.cost", listed, mine)
    if asked.side == "allied":
        armies = {army for army in board.groups if army.startswith("fr.")} - memory.released_in.keys()
        allowed = board.turn >= 1 and board.turn not in memory.released_in.values()
        released = asked.choices("release") if "release" in verbs else []
        yield from compare_sets("release", "armies", "17.french.release", released, armies if allowed else set())


def standing(board: Board, asked: Asked, memory: Memory) -> Iterator[Difference]:
    """19 Victory, as if the game ended now."""
    german, allied, level = victory.standing(board, memory.lost)
    yield from compare_values(
        "standing", "the game so far", "19.level.order", asked.standing(), (german, allied, level)
    )
