"""What can only be known by having watched: whose a hex was last, what has been spent, lost, released and announced.

The account keeps its own record from order to order (`Memory`) and foretells from it how the board must look next.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from oracle.gdw1940.board import HOME, Board, Piece
from oracle.gdw1940.combat import joined_by
from oracle.gdw1940.ground import COUNTRY, INTRINSIC, NEAR, NEUTRALS, PLAYABLE, TABLES, Hex, cities_of
from oracle.gdw1940.zones import at_the_start, settled

Attack = tuple[tuple[Hex, ...], tuple[str, ...]]


class Ordered(msgspec.Struct, frozen=True):
    """An order that was given, with its dice."""

    side: str
    tokens: tuple[str, ...]
    dice: tuple[int, ...]


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """The record, up to the moment of `board`."""

    board: Board
    phasing: str
    named: tuple[Attack, ...] = ()
    battle: Attack | None = None
    """The attack that is being fought."""
    allied_air: int = 0
    german_air: int = 0
    retreating: frozenset[str] = frozenset()
    """Units of which the retreat is asked, at `origins`."""
    origins: tuple[Hex, ...] = ()
    lost: frozenset[str] = frozenset()
    """19.vp: units eliminated so far."""
    disrupted: dict[str, tuple[str, int]] = {}
    """7.disruption: by which result each unit is disrupted, and in which impulse."""
    entered: dict[str, Hex] = {}
    """14.one_per_hex: reserves that came in during this game turn."""
    guards: frozenset[str] = frozenset()
    released_in: dict[str, int] = {}
    """17.french.release: the turn in which each army was released."""
    bef_left_in: int = 99
    """17.british.air: the first turn in which a unit of the BEF was evacuated."""
    bef_corps_left: bool = False
    cities_fell: bool = False
    formed: dict[str, frozenset[str]] = {}
    swiss_joined_in: int = 99
    """14.swiss: the turn in which Switzerland was invaded."""
    border_opens_at: int = -1
    """14.swiss_border: the first Allied impulse after that, by its number in the game."""


def begin(board: Board) -> Memory:
    """A record that starts in the middle: what is disrupted is so since before this impulse."""
    disrupted = {p.id: (p.disrupted, board.clock - 1) for p in board.pieces.values() if p.disrupted}
    return Memory(board=board, phasing=board.side, disrupted=disrupted)


def phasing_after(memory: Memory, now: Board) -> str:
    """2.turn, 2.impulses: the Germans first, with both impulses, then the Allies."""
    if now.turn != memory.board.turn:
        return "german"
    if now.clock != memory.board.clock and now.impulse == 1:
        return "allied"
    return memory.phasing


def with_pieces(board: Board, *pieces: Piece) -> Board:
    """The board with some pieces changed."""
    return msgspec.structs.replace(board, pieces=board.pieces | {p.id: p for p in pieces})


# -- 13 who joins


def invaded_by(memory: Memory, order: Ordered) -> set[str]:
    """13.invade, 13.belgium.joins, 13.luxembourg: the neutrals that an order of the Germans brings into the war."""
    board, verb = memory.board, order.tokens[0]
    if order.side != "german":
        return set()
    if verb == "done":
        return joined_by(board, [hex_ for hexes, _ in memory.named for hex_ in hexes])
    entered = order.tokens[-1].split(".") if verb in ("move", "drop", "advance") else []
    countries = {name for hex_ in entered for name in allies_of(COUNTRY[hex_])}
    return {country for country in countries if board.is_neutral(country)}


def allies_of(country: str) -> set[str]:
    """13.belgium.joins, 13.luxembourg: who joins when a neutral is invaded."""
    if country in ("holland", "belgium", "luxembourg"):
        return {country, "belgium", "luxembourg"}
    return {country} & set(NEUTRALS)


def joined_after(memory: Memory, order: Ordered, now: Board) -> dict[str, int]:
    """13.join, 20.belgian_alliance.lux."""
    joined = dict(memory.board.joined)
    if memory.board.turn < 0 <= now.turn and "belgium" in joined:
        joined["luxembourg"] = memory.board.clock
    return joined | dict.fromkeys(invaded_by(memory, order), memory.board.clock)


# -- 5 whose hex


def controls_after(memory: Memory, order: Ordered, now: Board) -> Iterator[dict[Hex, str]]:
    """5.priority, R.5.priority.1: whose every hex is now; several answers where a way is not written down."""
    before = memory.board
    if "Deployment" in before.step and now.step != before.step:  # 5.start: whatever has been set up meanwhile
        yield settled(now, at_the_start() | {h: "allied" for h in PLAYABLE if COUNTRY[h] in now.joined})
        return
    for way in _ways(before, order):
        control, picture = before.control, before
        for hex_ in way:
            piece = msgspec.structs.replace(before.pieces[order.tokens[1]], at=hex_)
            control, picture = _next(picture, _entering(picture, piece), control)
        control, picture = _next(picture, _before_the_impulse_ends(before, now), control)
        control, picture = _next(picture, _before_a_surrender(before, now), control)
        yield _next(picture, now, control)[0]


def _next(old: Board, new: Board, control: dict[Hex, str]) -> tuple[dict[Hex, str], Board]:
    """13.join.territory: the hexes of a country that joins are Allied but for what Germans hold or cover alone."""
    fresh = set(new.joined) - set(old.joined)
    return settled(new, control | {h: "allied" for h in PLAYABLE if COUNTRY[h] in fresh}), new


def _ways(before: Board, order: Ordered) -> Iterator[list[Hex]]:
    """The hexes that the ordered unit enters one by one."""
    verb = order.tokens[0]
    if verb in ("move", "rail"):
        yield order.tokens[-1].split(".")
    elif verb == "retreat":
        start, goal = before.pieces[order.tokens[1]].at, order.tokens[-1].split(".")[-1]
        yield [goal]
        for middle in NEAR[start]:
            if goal in NEAR[middle]:
                yield [middle, goal]
    else:
        yield []


def _entering(board: Board, piece: Piece) -> Board:
    """The unit in its next hex; 13.join and 11.para.overrun at once."""
    joined, country = dict(board.joined), COUNTRY[piece.at]
    if piece.side == "german" and board.is_neutral(country):
        joined |= {name: board.clock for name in allies_of(country) if board.is_neutral(name)}
    overrun = [msgspec.structs.replace(p, at="") for p in board.stack(piece.at, "german") if piece.side == "allied"]
    return msgspec.structs.replace(with_pieces(board, piece, *overrun), joined=joined)


def _before_the_impulse_ends(before: Board, now: Board) -> Board:
    """The board after a battle, before units recover, drops are over, countries surrender and zones cross borders."""
    if now.clock == before.clock:
        return now
    gone = homeless(now, set(now.surrendered) - set(before.surrendered))
    late = []
    for piece in now.pieces.values():
        old = before.pieces[piece.id]
        late.append(
            msgspec.structs.replace(
                piece,
                at=old.at if piece.id in gone else piece.at,
                disrupted=old.disrupted or piece.disrupted,
                dropped=old.dropped,
            )
        )
    return msgspec.structs.replace(with_pieces(now, *late), clock=before.clock, joined=now.joined)


def _before_a_surrender(before: Board, now: Board) -> Board:
    """The board after the recovery phase, with the units that then leave play with their country."""
    gone = homeless(now, set(now.surrendered) - set(before.surrendered))
    if not gone:
        return now
    back = [msgspec.structs.replace(now.pieces[u], at=before.pieces[u].at) for u in gone]
    return msgspec.structs.replace(with_pieces(now, *back), clock=before.clock)


def cities_have_fallen(control: dict[Hex, str]) -> bool:
    """13.belgium.france: whether all Belgian major cities are German."""
    return all(control.get(hex_) == "german" for hex_ in cities_of("belgium", "major_city"))


# -- 9 air points, 17 releases


def air_after(memory: Memory, order: Ordered, now: Board) -> dict[str, int]:
    """9.points, 9.once, 9.interdict.cost, 17.british.air, 20.french_air."""
    if now.turn != memory.board.turn:
        british = TABLES["air"]["british"] if memory.bef_left_in >= now.turn else 0
        french = TABLES["air"]["french_option" if now.options["20.french_air"] else "french"]
        return {"german": TABLES["air"]["german"], "allied": british + french}
    verb = order.tokens[0]
    used = int(order.tokens[1]) if verb == "air" else TABLES["air"]["interdict"] if verb == "interdict" else 0
    return memory.board.air | {order.side: memory.board.air[order.side] - used}


def interdicted_after(memory: Memory, order: Ordered, now: Board, phasing: str) -> dict[str, frozenset[Hex]]:
    """9.interdict.cost: marked by an order, and lasting to the end of the following enemy player turn."""
    marked = dict(memory.board.interdicted)
    if order.tokens[0] == "interdict":
        marked[order.side] |= {order.tokens[1]}
    if phasing != memory.phasing:
        marked[phasing] = frozenset()
    return marked


def dropped_on_after(memory: Memory, order: Ordered, now: Board) -> frozenset[Hex]:
    """11.effect.hexsides, R.11.effect.hexsides.2: enemy hexes with a unit that has dropped there in this impulse."""
    if now.clock != memory.board.clock:
        return frozenset()
    marked = memory.board.dropped_on
    if order.tokens[0] == "drop" and memory.board.held_against("german", order.tokens[2]):
        marked |= {order.tokens[2]}
    return frozenset(hex_ for hex_ in marked if any(p.dropped for p in now.stack(hex_, "german")))


def bef_is_free(memory: Memory, now: Board) -> bool:
    """17.british.boundaries, R.17.british.boundaries.1: on turns after the last army of the group was released."""
    armies = [army for army, group in now.groups.items() if group == 1 and army.startswith("fr.")]
    if any(army not in memory.released_in for army in armies):
        return False
    return now.turn > max((memory.released_in[army] for army in armies), default=0)


def surrendering(memory: Memory, now: Board) -> set[str]:
    """13.holland.surrender at the end of an Allied player turn, 13.belgium.surrender at the end of a game turn."""
    if now.turn == memory.board.turn:
        return set()
    found = set()
    dutch = sum(now.control.get(hex_) == "german" for hex_ in cities_of("holland", "major_city"))
    if dutch >= 2 and "holland" in now.joined:
        found.add("holland")
    if memory.bef_corps_left and cities_have_fallen(now.control) and "belgium" in now.joined:
        found.add("belgium")
    return found


def homeless(board: Board, surrendered: set[str]) -> set[str]:
    """The units that leave play with their country."""
    return {p.id for p in board.pieces.values() if HOME[p.nation] in surrendered & set(NEUTRALS)}


def ruined_after(memory: Memory, now: Board) -> frozenset[Hex]:
    """10.eben.destroyed: at the end of a combat phase with a German in the hex."""
    ruined = set(memory.board.ruined)
    if now.clock != memory.board.clock:
        ruined |= {h for h in INTRINSIC if any(p.side == "german" for p in now.stack(h))}
    return frozenset(ruined)
