"""The lines of a game's journal, which of them can be taken back, and the order that does it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias, overload

import msgspec

from meuse.counters import Side
from meuse.ledger import Refusal
from meuse.state import State
from meuse.steps import Order, Step, Verb

UNDO: Order = ("undo",)
"""The order that takes back the last one; it is listed wherever `can_undo` says so, and leaves no trace."""


MOST_UNDO = 400
"""Orders that can be taken back in a row: each keeps the state before it, and a side may order as long as it likes."""


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


class Shelved(Sequence[Entry]):
    """A journal whose older lines lie elsewhere, and are fetched only when somebody reads them."""

    def __init__(self, older: Sequence[Entry], newer: Iterable[Entry] = ()) -> None:
        self._older, self._newer = older, list(newer)

    def copy(self) -> Shelved:
        return Shelved(self._older, self._newer)

    def append(self, entry: Entry) -> None:
        self._newer.append(entry)

    def __len__(self) -> int:
        return len(self._older) + len(self._newer)

    @overload
    def __getitem__(self, at: int) -> Entry: ...

    @overload
    def __getitem__(self, at: slice) -> list[Entry]: ...

    def __getitem__(self, at: int | slice) -> Entry | list[Entry]:
        if isinstance(at, slice):
            return [self[n] for n in range(*at.indices(len(self)))]
        n = at + len(self) if at < 0 else at
        return self._older[n] if n < len(self._older) else self._newer[n - len(self._older)]

    def __setitem__(self, at: int, entry: Entry) -> None:
        self._newer[self._newest(at)] = entry

    def __delitem__(self, gone: slice) -> None:
        """Take away the lines from somewhere on."""
        del self._newer[self._newest(gone.start) :]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list | Shelved) and list(self) == list(other)

    def __reduce__(self) -> tuple[type[list[Entry]], tuple[list[Entry]]]:
        return list, (list(self),)  # where it goes there is no shelf

    def _newest(self, at: int) -> int:
        """Where a line is among those that are not shelved; what is shelved stays as it is."""
        n = (at + len(self) if at < 0 else at) - len(self._older)
        if n < 0:
            raise IndexError("this line is on the shelf")
        return n


Lines: TypeAlias = list[Entry] | Shelved
"""A journal."""


class Undo(Verb[State, Step]):
    """`undo` among the orders of a decision: open, or closed for this reason. The game carries it out, not the step."""

    word, label, back = UNDO[0], "Undo", True

    def __init__(self, refusal: Refusal | None) -> None:
        self._refusal = refusal

    def closed(self, g: State, step: Step) -> Refusal | None:
        return self._refusal

    def is_open(self, g: State, step: Step) -> bool:
        return self._refusal is None


def put_in_order(journal: Lines) -> None:
    """The two sealed answers to one question stand in the journal German first, whoever was quicker.

    What came of them stays with the second line, where it is found when the journal is replayed.
    """
    if len(journal) < 2:
        return  # an imagined game, born after the first of them
    first, second = sorted(journal[-2:], key=lambda entry: entry.side)
    came = journal[-1]
    journal[-2] = msgspec.structs.replace(first, dice=(), note="")
    journal[-1] = msgspec.structs.replace(second, dice=came.dice, note=came.note)
