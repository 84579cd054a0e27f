"""Whether dice fall on an order: found out on a copy of the board, before it is given."""

from __future__ import annotations

from typing import Any

from meuse.dice import Dice
from meuse.state import State
from meuse.steps import Args, Step, Verb, settle


class DieFell(Exception):
    """The first die of an order that is only looked at."""


class FirstDie(Dice, frozen=True):
    """Dice that say when they are rolled, and do not fall."""

    def roll(self, faces: int = 6) -> tuple[int, Dice]:
        raise DieFell


def dice_fall(g: State, step: Step, verb: Verb[Any, Any], args: Args) -> bool:
    """Whether dice fall if a complete order is given, before anybody is asked again."""
    board = g.copy()
    board.dice = FirstDie(b"")
    try:
        verb.play(board, step, args)
        settle(board)
    except DieFell:
        return True
    return False
