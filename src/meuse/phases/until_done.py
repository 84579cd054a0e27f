"""Questions with a way out: asked while one of their orders can be given, over when their side says so.

The way out is `done` where several orders may be given in turn, `pass` where one order is offered, and `end` where a
phase ends.
"""

from __future__ import annotations

from typing import Any

from meuse.counters import Side
from meuse.orders import order
from meuse.steps import Question

WAYS_OUT = ("done", "pass", "end")


class Offered(Question, frozen=True):
    """A side is asked while any order of this step but its way out can be given."""

    def decider(self, g: Any) -> Side | None:
        open_now = (verb.is_open(g, self) for verb in self.orders if verb.word not in WAYS_OUT)
        return self.side if any(open_now) else None

    def run(self, g: Any) -> None:
        self.close(g)

    def close(self, g: Any) -> None:
        """The step is over, whether its side has left it or was not asked; a game may have something to put away."""
        g.pop()


class UntilDone(Offered, frozen=True):
    """The orders of this step may be given as often as a side likes.

    A game has the orders, and says what `done` means: `done = UntilDone.done.told(label="No more drops", rule="11")`.
    """

    @order("done", label="Done")
    def done(self, g: Any) -> None:
        self.close(g)


class OrPass(Offered, frozen=True):
    """A side gives one of the orders of this step, or none: `decline = OrPass.decline.told(label="No support")`."""

    @order("pass", label="Pass")
    def decline(self, g: Any) -> None:
        self.close(g)


class UntilEnd(Offered, frozen=True):
    """A phase in which a side gives orders until it ends it: `end = UntilEnd.end.told(label="End refit")`."""

    @order("end", label="End")
    def end(self, g: Any) -> None:
        self.close(g)
