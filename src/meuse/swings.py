"""What a turn has changed in the score, by order: what is won and lost again in the same turn has changed nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from meuse.accounts import Credit, difference
from meuse.counters import Side
from meuse.events import Event
from meuse.state import State


class Moment(msgspec.Struct, frozen=True):
    """The game after an order, and what the order brought about."""

    number: int
    state: State
    events: list[Event]


def lasting(
    moments: Sequence[Moment],
    before: Sequence[Credit],
    after: Sequence[Credit],
    credits: Callable[[State], Sequence[Credit]],
) -> Iterator[tuple[int, Credit]]:
    """What the moments of a turn have changed for good, each with the order that brought it to where it stayed.

    The score of a moment may take long to count, so that order is found by halving.
    """
    counted: dict[int, Sequence[Credit]] = {}

    def points(n: int, line: Credit) -> float:
        if n not in counted:
            counted[n] = credits(moments[n].state)
        key = (line.side, line.title, line.rule)
        return sum(one.points for one in counted[n] if (one.side, one.title, one.rule) == key)

    for change in difference(before, after):
        low, high = -1, len(moments) - 1
        final = points(high, change)
        while high - low > 1:
            middle = (low + high) // 2
            if points(middle, change) == final:
                high = middle
            else:
                low = middle
        yield moments[high].number, change


class Changes:
    """Notes of one turn, for each line of the score the orders that moved it."""

    def __init__(self) -> None:
        self.lines: dict[tuple[Side, str, str], list[tuple[int, Credit]]] = {}

    def note(self, number: int, change: Credit) -> None:
        """An order has moved a line of the score; it cancels what moved it the other way."""
        line = self.lines.setdefault((change.side, change.title, change.rule), [])
        left = change.points
        while line and left and line[-1][1].points * left < 0:
            earlier, other = line.pop()
            left += other.points
            if left * other.points > 0:
                line.append((earlier, msgspec.structs.replace(other, points=left)))
                return
        if left:
            line.append((number, msgspec.structs.replace(change, points=left)))

    def close(self) -> Iterator[tuple[int, list[Credit]]]:
        """The turn is over: what has lasted, by order."""
        orders: dict[int, list[Credit]] = {}
        for line in self.lines.values():
            for number, change in line:
                orders.setdefault(number, []).append(change)
        self.lines.clear()
        yield from sorted(orders.items())
