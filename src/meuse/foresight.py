"""What an order comes to before it is given, found out on a copy of the board: up to the first die or question."""

from __future__ import annotations

from typing import Any, NamedTuple

from meuse.dice import Dice
from meuse.state import State
from meuse.steps import Args, Step, Verb, settle


class DieFell(Exception):
    """The next die of an order that is only looked at."""

    def __init__(self, faces: int) -> None:
        super().__init__(faces)
        self.faces = faces


class NextDie(Dice, frozen=True):
    """Dice that say when they are rolled, and do not fall; those laid out by hand do."""

    def roll(self, faces: int = 6) -> tuple[int, Dice]:
        if not self.forced:
            raise DieFell(faces)
        return self.forced[0], NextDie(b"", forced=self.forced[1:])


class Foreseen(NamedTuple):
    """The board after an order: where the next die would fall, with its faces, or somebody is asked again."""

    board: State
    faces: int


def foresee(g: State, step: Step, verb: Verb[Any, Any], args: Args, fallen: tuple[int, ...] = ()) -> Foreseen:
    """What comes of a complete order whose first dice have fallen so, up to the next die or question."""
    board = g.copy()
    board.dice = NextDie(b"", forced=fallen)
    try:
        verb.play(board, step, args)
        settle(board)
    except DieFell as die:
        return Foreseen(board, die.faces)
    return Foreseen(board, 0)


def dice_fall(g: State, step: Step, verb: Verb[Any, Any], args: Args) -> bool:
    """Whether dice fall if a complete order is given, before anybody is asked again."""
    return foresee(g, step, verb, args).faces > 0


def after_own_die(g: State, step: Step, verb: Verb[Any, Any], args: Args) -> list[State]:
    """The boards after an order, all as likely: one for each face of a die that its own step rolls, else just one."""
    first = foresee(g, step, verb, args)
    if step not in first.board.stack:
        return [first.board]
    return [foresee(g, step, verb, args, (face,)).board for face in range(1, first.faces + 1)]
