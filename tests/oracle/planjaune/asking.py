"""What is compared at a moment, and how: one question after the other, the engine's answer beside the account's."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from oracle.frame import Difference, compare_sets, compare_values
from oracle.planjaune import fighting, limits, movement, supply, victory
from oracle.planjaune.answers import Answers
from oracle.planjaune.board import Board, Piece, other
from oracle.planjaune.ground import LAND
from oracle.planjaune.movement import Memory
from oracle.planjaune.phases import phases
from oracle.planjaune.zones import zones

SIDES = ("german", "allied")


def remember(board: Board) -> Memory:
    """What must be known of the beginning of a phase."""
    covered = zones(board, other(board.side))
    mine = board.on_map(board.side)
    return Memory(
        frozenset(p.id for p in mine if p.at in covered), frozenset(p.id for p in mine if limits.in_contact(board, p))
    )


def everything(board: Board, asked: Answers, memory: Memory, units: Collection[str] | None) -> Iterator[Difference]:
    """All that there is to compare at this moment; `units` narrows it to what concerns these."""
    if board.turn >= 1 and units is None:
        yield from _map_layers(board, asked)
    if board.turn >= 1:
        yield from _standing(board, asked)
    if asked.step in ("Movement", "MotorizedMovement"):
        yield from _marches(board, asked, memory, units)
    yield from fighting.fights(board, asked, memory, units)
    if board.turn >= 1:
        yield from phases(board, asked)


def _map_layers(board: Board, asked: Answers) -> Iterator[Difference]:
    """4a and 8.1: the zones and the units without a line that are drawn on the map."""
    for side in SIDES:
        mine = zones(board, side) & LAND
        yield from compare_sets("zones", f"{side} zones", "4a", asked.covered(side) & LAND, mine)
    cut = {p.id for p in board.on_map() if board.members(p) and not supply.has_line(board, p)}
    yield from compare_sets("supply", "units without a line", "8.1b", asked.cut_off(), cut)


def _standing(board: Board, asked: Answers) -> Iterator[Difference]:
    """11.13: the objectives that are reached now, and the level that the game has."""
    reached, level = asked.standing()
    yield from compare_values("objectives", "which objectives are reached", "11.13a", reached, victory.reached(board))
    yield from compare_values("level", "the level of victory", "11.13b", level, victory.level(board))


def _concerned(board: Board, side: str, units: Collection[str] | None) -> list[Piece]:
    return [p for p in board.on_map(side) if units is None or p.id in units]


def _marches(board: Board, asked: Answers, memory: Memory, units: Collection[str] | None) -> Iterator[Difference]:
    """5, 7, 11.1: where every unit can get to, for how much; whom it can overrun; where trains take it."""
    verbs = asked.choices()
    movers = set(asked.choices("move")) if "move" in verbs else set()
    riders = set(asked.choices("rail")) if "rail" in verbs else set()
    for piece in _concerned(board, asked.side, units):
        if limits.is_stranded(board, piece):
            continue
        told = asked.told("move", piece.id) if piece.id in movers else {}
        mine = movement.reach(board, piece, memory)
        who = f"{piece.id} in {piece.at}"
        yield from compare_sets("reach", f"where {who} gets to", "5.1b", told, mine)
        for goal in sorted(told.keys() & mine.keys()):
            question = f"what {who} pays to {goal}"
            yield from compare_values("cost", question, "5.1b", told[goal].cost, str(mine[goal].cost - piece.spent))
            yield from compare_values("stop", question, "5.1c", told[goal].stop, mine[goal].stops)
        goals = asked.choices("rail", piece.id) if piece.id in riders else []
        yield from compare_sets(
            "rail", f"where {who} goes by rail", "11.1e", goals, movement.trains(board, piece, memory)
        )
