"""Fates: the dice of imagined boards, which fall by where and when they are rolled, not by how many orders came before.

Two plans are compared on the same boards. The dice of a game hang on the number of the order, so one order more would
change all that follow, and luck would hide what the plans are worth. With fates, an attack on a hex in some phase
rolls the same in both. Boards come in pairs: where one has a low die, the other has a high one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable

from meuse.dice import Dice
from meuse.game import Game
from meuse.steps import Order


class FatedDice(Dice, frozen=True):
    """The dice of one occasion: whatever the number of the order, they are these."""

    mirrored: bool = False

    def at(self, order: int) -> Dice:
        return self

    def roll(self, faces: int = 6) -> tuple[int, Dice]:
        face, _ = Dice(self.seed, drawn=self.drawn).roll(faces)
        return faces + 1 - face if self.mirrored else face, FatedDice(
            self.seed, drawn=self.drawn + 1, mirrored=self.mirrored
        )


class Fates:
    """What falls on one board."""

    def __init__(self, seed: str, number: int) -> None:
        self._seed, self._mirrored = f"{seed} {number // 2}", number % 2 == 1
        self._rolled: dict[Hashable, int] = {}

    def play(self, board: Game, order: Order) -> None:
        """Give an order, with the dice of its occasion: the phase, the places it is about, and how often before."""
        occasion = _occasion(board, order)
        text = f"{self._seed} {occasion} {self._rolled.get(occasion, 0)}"
        seed = hashlib.blake2b(text.encode(), digest_size=16).digest()
        board.state.dice = FatedDice(seed, mirrored=self._mirrored)
        board.play(order, board.decision.side)
        if board.state.rolled:
            self._rolled[occasion] = self._rolled.get(occasion, 0) + 1


def _occasion(board: Game, order: Order) -> Hashable:
    g, rules = board.state, board.rules
    turn = rules.appreciation.turn_of(g) if rules.appreciation is not None else None
    index = g.map.index
    places = board.decision.step.about(g) or tuple(token for token in order if token in index)
    return (None if turn is None else (turn[0].word, turn[1])), rules.moment(g), places
