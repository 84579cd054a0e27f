"""Orders that may be given again and again, until there is nothing left to order or the side is done."""

from __future__ import annotations

from typing import Any

from meuse.counters import Side
from meuse.orders import order
from meuse.steps import Question


class UntilDone(Question, frozen=True):
    """A side gives the orders of this step as often as it likes; if none of them can be given, nobody is asked.

    A game has the orders, and says what `done` means: `done = UntilDone.done.told(label="No more drops", rule="11")`.
    """

    def decider(self, g: Any) -> Side | None:
        """Asked while any order but `done` can be given."""
        return self.side if any(verb.is_open(g, self) for verb in self.orders if verb is not self.done) else None

    def run(self, g: Any) -> None:
        self.close(g)

    def close(self, g: Any) -> None:
        """The step is over, whether its side was done or was not asked; a game may have something to put away."""
        g.pop()

    @order("done", label="Done")
    def done(self, g: Any) -> None:
        self.close(g)
