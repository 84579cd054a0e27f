"""What an order would lead to before anybody is asked again."""

from __future__ import annotations

from typing import Any

from meuse.orders import order
from meuse.steps import Step


def dice_fall(g: Any, step: Step, given: order, *values: Any) -> bool:
    """Whether dice fall if an order is given now; it is tried on a copy, up to the first die or the next question.

    For `commits_if`, where it depends on the board whether something is asked first. Only for games without secrets:
    otherwise a choice could give away what nobody may know.
    """
    board = g.copy()
    drawn = board.dice.drawn
    given.carry_out(step, board, *values)
    while board.dice.drawn == drawn and board.stack and board.result is None:
        top: Step = board.stack[-1]
        if top.decider(board) is not None:
            return False
        top.run(board)
    return bool(board.dice.drawn > drawn)
