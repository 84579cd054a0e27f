"""The end of a game."""

from __future__ import annotations

from typing import Any

from meuse.state import Result
from meuse.steps import Step


class GameEnd(Step, frozen=True):
    """The last step of the sequence of play: the result is worked out and told. A game says who has won (`verdict`)."""

    def verdict(self, g: Any) -> Result:
        """Who has won, with the rule that says so."""
        raise NotImplementedError

    def run(self, g: Any) -> None:
        g.pop()
        g.result = self.verdict(g)
        g.emit("end", g.result.text.rstrip("."), g.result.rule)
