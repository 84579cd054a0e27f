"""The lines of a game's journal, which of them can be taken back, and the order that does it."""

from __future__ import annotations

import msgspec

from meuse.counters import Side
from meuse.ledger import Refusal
from meuse.state import State
from meuse.steps import Order, Step, Verb

UNDO: Order = ("undo",)
"""The order that takes back the last one; it is listed wherever `can_undo` says so, and leaves no trace."""


class CannotUndo(ValueError):
    """The last order cannot be taken back: a die, a secret or the other side's turn lies behind it."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the journal: who ordered what, the dice it rolled, and whether it may still be taken back."""

    side: Side
    order: Order
    dice: tuple[int, ...] = ()
    committed: bool = False
    secret: bool = False
    note: str = ""

    @property
    def why_not_undo(self) -> str:
        """Why it cannot be taken back, in words."""
        if self.secret:
            return "the choice has been sealed"
        if self.dice:
            return "a die has been rolled"
        return "the other side has seen it" if self.committed else "the position has been changed by hand"


class Undo(Verb[State, Step]):
    """`undo` among the orders of a decision: open, or closed for this reason. The game carries it out, not the step."""

    word, label, back = UNDO[0], "Undo", True

    def __init__(self, refusal: Refusal | None) -> None:
        self._refusal = refusal

    def closed(self, g: State, step: Step) -> Refusal | None:
        return self._refusal


def put_in_order(journal: list[Entry]) -> None:
    """The two sealed answers to one question stand in the journal German first, whoever was quicker.

    What came of them stays with the second line, where it is found when the journal is replayed.
    """
    if len(journal) < 2:
        return  # an imagined game, born after the first of them
    first, second = sorted(journal[-2:], key=lambda entry: entry.side)
    came = journal[-1]
    journal[-2] = msgspec.structs.replace(first, dice=(), note="")
    journal[-1] = msgspec.structs.replace(second, dice=came.dice, note=came.note)
