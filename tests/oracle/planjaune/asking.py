"""What is compared at a moment, and how: one question after the other, the engine's answer beside the account's."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction

import msgspec

from oracle.frame import Difference, compare_sets, compare_values
from oracle.planjaune import limits, movement, supply
from oracle.planjaune.board import Board, Piece, other
from oracle.planjaune.ground import LAND, LOW_COUNTRIES, Hex
from oracle.planjaune.movement import Memory
from oracle.planjaune.zones import zones

SIDES = ("german", "allied")


class Told(msgspec.Struct, frozen=True):
    """What the engine tells of a choice: its cost, whether it ends the move, and the way."""

    cost: str
    stop: bool
    path: tuple[str, ...]


class Sum(msgspec.Struct, frozen=True):
    """What the engine tells of an attack."""

    attackers: dict[str, Fraction]
    defence: Fraction
    start: str
    final: str
    shifts: tuple[tuple[str, int], ...]
    faces: tuple[str, ...]


class Answers:
    """What is asked at this moment, and a voice that answers further questions as the engine does."""

    step: str
    side: str
    moving: str
    named: tuple[tuple[Hex, tuple[str, ...]], ...]
    """The attacks that have been declared."""
    origin: Hex
    length: int
    target: Hex
    used: tuple[str, ...]

    def choices(self, *prefix: str) -> list[str]:
        raise NotImplementedError

    def told(self, *prefix: str) -> dict[str, Told]:
        raise NotImplementedError

    def odds(self, *order: str) -> Sum | None:
        raise NotImplementedError

    def covered(self, side: str) -> set[Hex]:
        raise NotImplementedError

    def cut_off(self) -> set[str]:
        raise NotImplementedError


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
    if asked.step in ("Movement", "MotorizedMovement"):
        yield from _marches(board, asked, memory, units)


def _map_layers(board: Board, asked: Answers) -> Iterator[Difference]:
    """4a and 8.1: the zones and the units without a line that are drawn on the map."""
    for side in SIDES:
        mine = zones(board, side, frozenset(LOW_COUNTRIES)) & LAND
        yield from compare_sets("zones", f"{side} zones", "4a", asked.covered(side) & LAND, mine)
    cut = {p.id for p in board.on_map() if board.members(p) and not supply.has_line(board, p)}
    yield from compare_sets("supply", "units without a line", "8.1b", asked.cut_off(), cut)


def _concerned(board: Board, side: str, units: Collection[str] | None) -> list[Piece]:
    return [p for p in board.on_map(side) if units is None or p.id in units]


def _marches(board: Board, asked: Answers, memory: Memory, units: Collection[str] | None) -> Iterator[Difference]:
    """5, 7, 11.1: where every unit can get to, for how much; whom it can overrun; where trains take it."""
    verbs = asked.choices()
    movers = set(asked.choices("move")) if "move" in verbs else set()
    riders = set(asked.choices("rail")) if "rail" in verbs else set()
    for piece in _concerned(board, asked.side, units):
        told = asked.told("move", piece.id) if piece.id in movers else {}
        mine = movement.reach(board, piece, memory)
        who = f"{piece.id} in {piece.at}"
        yield from compare_sets("reach", f"where {who} gets to", "5.1b", told, mine)
        for goal in sorted(told.keys() & mine.keys()):
            question = f"what {who} pays to {goal}"
            yield from compare_values("cost", question, "5.1b", told[goal].cost, str(mine[goal].cost - piece.spent))
        goals = asked.choices("rail", piece.id) if piece.id in riders else []
        yield from compare_sets("rail", f"where {who} goes by rail", "11.1e", goals, movement.trains(board, piece, memory))
