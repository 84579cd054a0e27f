"""What is compared while battles are fought: attacks, odds, losses, retreats, pursuit, pushing back."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from oracle.frame import Difference, compare_sets, compare_values
from oracle.manstein import combat, limits, retreats
from oracle.manstein.board import Asked, Board, Fight, Piece
from oracle.manstein.chart import Hex

MEANINGS = {"ST": "both sides lose a step", "": "no effect", "DW": "the defenders retreat a hex"}
"""What the engine calls the results that a fortification changes."""


def attacking(board: Board, asked: Asked, units: Collection[str] | None) -> Iterator[Difference]:
    """10.0, 10.1: what can be attacked and by whom, and whether one may stop; then the odds of some attacks."""
    found = combat.targets(board, asked.side)
    listed = asked.choices("attack") if "attack" in asked.choices() else []
    yield from compare_sets("targets", "what is attacked", "10.1b", listed, found)
    may_end = "end" in asked.choices()
    yield from compare_values("duty", "ending the segment", "18.2a", may_end, not combat.must_attack(board, asked.side))
    for hex_ in sorted(found.keys() & set(listed)):
        able = found[hex_]
        if units is not None and not any(p.id in units for p in (*able, *board.stacks[hex_])):
            continue
        told = asked.choices("attack", hex_, "with")
        yield from compare_sets("attackers", f"who attacks {hex_}", "10.0a", told, [p.id for p in able])
        for group in groups([p for p in able if p.id in told]):
            yield from reckoning(board, asked, hex_, group)


def groups(able: list[Piece]) -> Iterator[list[Piece]]:
    """Each alone, two together, those of a hex, and all."""
    yield from ([p] for p in able)
    yield from map(list, combinations(able[:5], 2))
    for hex_ in sorted({p.at for p in able}):
        here = [p for p in able if p.at == hex_]
        if len(here) > 2:
            yield here
    if len(able) > 2:
        yield able


def reckoning(board: Board, asked: Asked, hex_: Hex, group: list[Piece]) -> Iterator[Difference]:
    """10.3d to 10.3g: strengths, shifts, columns and results of an attack."""
    names = [p.id for p in group]
    order = ("attack", hex_, "with", *names, "go")
    question = " ".join(order)
    report, fight = asked.odds(*order), combat.declared(board, asked.side, hex_, names)
    if report is None:
        yield Difference("odds", question, "10.4", "nothing", "odds")
        return
    yield from totals(board, fight, question, report.attack, report.defence)
    shifts = combat.shifts(board, fight)
    first = combat.first_column(*combat.strengths(board, fight))
    last = combat.shifted(first, shifts.values())
    yield from compare_values(
        "shifts", question, "10.5", dict(sorted(report.shifts.items())), dict(sorted(shifts.items()))
    )
    yield from compare_values("first column", question, "10.4", report.start, combat.NAMES[first])
    yield from compare_values("last column", question, "10.5b", report.final, combat.NAMES[last])
    mobile = any("uses the mobile table" in words for words in report.assumed)
    yield from compare_values("mobile", question, "10.2b", mobile, combat.is_mobile(board, fight))
    mine = combat.faces(last, "mobile" if mobile else "assault")
    yield from compare_values("faces", question, "22.1", report.faces, mine)
    for code, words in zip(report.faces, report.means, strict=True):
        meant = MEANINGS.get(combat.turned(board, fight, code), words)
        yield from compare_values("meaning", f"{code} in {question}", "22.1", words, meant)


def totals(board: Board, fight: Fight, question: str, attack: int, defence: int) -> Iterator[Difference]:
    mine = combat.strengths(board, fight)
    yield from compare_values("attack strength", question, "10.3d", attack, mine[0])
    yield from compare_values("defence strength", question, "10.3d", defence, mine[1])


def deciding(board: Board, asked: Asked) -> Iterator[Difference]:
    """What is asked in the course of a combat: the table, ships, special forces, the counterattack."""
    fight = asked.fight
    assert fight is not None
    match asked.step:
        case "ChooseTable":
            mine = {"assault", "mobile"} if combat.is_mobile(board, fight) else {"assault"}
            yield from compare_sets("table", f"attack on {fight.target}", "10.2b", asked.choices("table"), mine)
        case "NavalSupport":
            may = combat.ships(board, fight)
            yield from compare_values("ships", f"ships at {fight.target}", "20.1a", "naval" in asked.choices(), may)
        case "SpecialForces":
            ready = {p.id for p in board.pieces.values() if special(p, asked.side)}
            mine = ready if board.fort(fight.target, "allied" if asked.side == "german" else "german") else set()
            yield from compare_sets("special", f"against {fight.target}", "19.0a", asked.choices("commit"), mine)
        case "Counterattack":
            told = asked.choices("counterattack")
            yield from compare_sets(
                "counter", f"from {fight.target}", "22.2", told, combat.counterattacked(board, fight)
            )


def special(piece: Piece, side: str) -> bool:
    return piece.kind == "sf" and piece.side == side and piece.at == "available"


def losing(board: Board, asked: Asked) -> Iterator[Difference]:
    """10.6b: who may lose a step."""
    mine = combat.losers(board, asked.units, asked.mech_first)
    yield from compare_sets("losses", "who loses a step", "10.6b", asked.choices("lose"), mine)


def retreating(board: Board, asked: Asked) -> Iterator[Difference]:
    """11.1: where each unit retreats, and who may stay."""
    listed = asked.choices("retreat") if "retreat" in asked.choices() else []
    staying = asked.choices("hold") if "hold" in asked.choices() else []
    for id in asked.units:
        piece = board.pieces[id]
        if not piece.on_map:
            continue
        goals = asked.told("retreat", id) if id in listed else {}
        mine = {} if piece.static else retreats.goals(board, piece, asked.length)
        question = f"{id} retreats {asked.length} from {piece.at}"
        yield from compare_sets("retreat", question, "11.1", goals, mine)
        for goal in sorted(goals.keys() & mine.keys()):
            cost = int((goals[goal].price or "0").split()[0])
            yield from compare_values("retreat price", f"{question} to {goal}", "11.1h", cost, mine[goal])
    shelter = {id for id in asked.units if board.fort(board.pieces[id].at, asked.side)}
    yield from compare_sets("hold", "who stays", "17.0e", staying, shelter)


def pushing(board: Board, asked: Asked) -> Iterator[Difference]:
    """6.5: where the enemy pushes a unit that is too many."""
    piece = board.pieces[asked.units[0]]
    question = f"{piece.id} is pushed from {piece.at}"
    yield from compare_sets("push", question, "6.5", asked.choices("push"), retreats.pushes(board, piece))


def crowding(board: Board, asked: Asked) -> Iterator[Difference]:
    """6.5, R.6.5.1: which unit is too many; which of several kinds is named first makes no difference."""
    mine = limits.supernumerary(board, asked.side, asked.where)
    told = set(asked.choices("eliminate"))
    yield from compare_sets("excess", f"too many in {asked.where}", "6.5", told, told & mine or mine)


def pursuing(board: Board, asked: Asked) -> Iterator[Difference]:
    """12: who pursues, and how far."""
    listed = asked.choices("advance") if "advance" in asked.choices() else []
    for id in asked.units:
        piece = board.pieces[id]
        if piece.on_map:
            told = asked.choices("advance", id) if id in listed else []
            mine = retreats.pursuits(board, piece, asked.where, asked.length)
            yield from compare_sets("pursuit", f"{id} pursues from {piece.at}", "12.1a", told, mine)
