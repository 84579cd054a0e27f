"""What an order comes to before it is given, found out on a copy of the board: up to the first die or question."""

from __future__ import annotations

from typing import Any, NamedTuple

from meuse.dice import Dice
from meuse.state import State
from meuse.steps import Args, Step, Verb, settle


class DieFell(Exception):
    """The first die of an order that is only looked at."""


class FirstDie(Dice, frozen=True):
    """Dice that say when they are rolled, and do not fall."""

    def roll(self, faces: int = 6) -> tuple[int, Dice]:
        raise DieFell


class Foreseen(NamedTuple):
    """The board after an order: where the first die would fall, or somebody is asked again."""

    board: State
    rolls: bool


def foresee(g: State, step: Step, verb: Verb[Any, Any], args: Args) -> Foreseen:
    """What comes of a complete order, as far as no die and no further answer is needed to know it."""
    board = g.copy()
    board.dice = FirstDie(b"")
    try:
        verb.play(board, step, args)
        settle(board)
    except DieFell:
        return Foreseen(board, rolls=True)
    return Foreseen(board, rolls=False)


def dice_fall(g: State, step: Step, verb: Verb[Any, Any], args: Args) -> bool:
    """Whether dice fall if a complete order is given, before anybody is asked again."""
    return foresee(g, step, verb, args).rolls
