"""Finding a phase in the sequence of play of a scenario."""

from __future__ import annotations

from typing import Protocol

from meuse.state import State


class StartsTurn(Protocol):
    """The step with which a turn of a game begins."""

    @property
    def turn(self) -> int: ...


def place_of(g: State, words: str, turn: int, starts: type[StartsTurn]) -> int:
    """Where in the sequence the phase with these words stands, in the turn that a step of this kind has begun."""
    now = 0
    for place, step in enumerate(g.scenario.sequence):
        if isinstance(step, starts):
            now = step.turn
        elif now == turn and step.called(g) == words:
            return place
    raise ValueError(f"turn {turn} has no phase {words!r}")
