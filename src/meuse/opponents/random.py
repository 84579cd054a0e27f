"""`random`: walks the trie at random. It is for fuzzing, and for measuring other bots against."""

from __future__ import annotations

import random

from meuse.decision import Decision
from meuse.game import UNDO
from meuse.seat import Seat
from meuse.steps import Order


class DeadEnd(RuntimeError):
    """A decision without any choice: a fault of the game."""


class RandomBot:
    """Chooses each token by chance.

    Where it has got stuck (nothing is left but the way out, and a duty closes that), it takes back what it did until
    the way out is open, and goes. Every step's way out is open at its start, so it always gets there.
    """

    name = "random"

    def __init__(self, seed: int | str = 0) -> None:
        self._rng = random.Random(f"random bot {seed}")
        self._stuck = False

    def choose(self, seat: Seat) -> Order:
        decision = seat.decision
        if decision is None:
            raise ValueError("the bot is asked, but its side has nothing to decide")
        backs = decision.backs()
        words = [word for word in decision.choices() if word not in backs]
        if self._stuck:
            words = [word for word in words if not decision.choices((word,))]
        if words:
            self._stuck = False
            return self._walk(decision, words)
        self._stuck = True
        return self._back(decision)

    def _back(self, decision: Decision) -> Order:
        words = decision.choices()
        if not words:
            raise DeadEnd(f"{decision.side.title}: {decision.question} There is nothing to choose.")
        return UNDO if words[-1] in UNDO else self._walk(decision, words)

    def _walk(self, decision: Decision, tokens: list[str]) -> Order:
        order: Order = ()
        while tokens:
            order = (*order, self._rng.choice(tokens))
            tokens = decision.choices(order)
        return order
