"""Problems begin at a phase of a turn: what acts by itself before it has acted, and the enemy's turn follows."""

from __future__ import annotations

import pytest

import meuse
from meuse.problems import Judge, Problem, position

PHASES = (
    ("gdw1940", "German movement"),
    ("france40", "German movement"),
    ("caseyellow", "German move round"),
    ("caseyellow", "German combat round"),
    ("manstein", "HGB impulse"),
    ("planjaune", "German motorized movement"),
)


def begun(game: str, phase: str) -> tuple[meuse.Game, Judge]:
    """A problem of the German side on the board of the game's start, in turn 2."""
    problem = Problem(
        game=game, id="phase", title="", task="", why="", side="german", goals=("german wins",), turn=2, phase=phase,
        clear=False,
    )  # fmt: skip
    board = position(problem).play(1)
    return board, Judge(problem, board)


@pytest.mark.parametrize(("game", "phase"), PHASES)
def test_a_problem_can_begin_in_the_movement_of_every_game(game: str, phase: str) -> None:
    board, judge = begun(game, phase)
    assert (board.state.turn, board.decision.side.word) == (2, "german")
    assert not judge.follow(board)
