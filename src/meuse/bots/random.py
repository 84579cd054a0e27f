"""`random`: walks the trie at random. It is for fuzzing, and for measuring other bots against."""

from __future__ import annotations

import random

from meuse.decision import Decision
from meuse.seat import Seat
from meuse.steps import Order


class DeadEnd(RuntimeError):
    """A decision without any choice: a fault of the game."""


class RandomBot:
    """Chooses each token by chance; takes back only where nothing else is left, and never repeats what it took back."""

    name = "random"

    def __init__(self, seed: int | str = 0) -> None:
        self._rng = random.Random(f"random bot {seed}")
        self._given: list[Order] = []
        self._avoid: set[Order] = set()
        self._step: object = None

    def choose(self, seat: Seat) -> Order:
        decision = seat.decision
        if decision is None:
            raise ValueError("the bot is asked, but its side has nothing to decide")
        self._note(decision)
        order = self._forward(decision)
        if order is not None:
            self._given.append(order)
            return order
        if self._given:
            self._avoid.add(self._given.pop())
        return self._backward(decision)

    def _note(self, decision: Decision) -> None:
        """What was taken back matters only within one kind of step."""
        if type(decision.step) is not self._step:
            self._step = type(decision.step)
            self._given.clear()
            self._avoid.clear()

    def _forward(self, decision: Decision) -> Order | None:
        backs = decision.backs()
        return self._walk(decision, (), [word for word in decision.choices() if word not in backs])

    def _backward(self, decision: Decision) -> Order:
        order = self._walk(decision, (), decision.choices())
        if order is None:
            raise DeadEnd(f"{decision.side.title}: {decision.title} There is nothing to choose.")
        return order

    def _walk(self, decision: Decision, prefix: Order, tokens: list[str]) -> Order | None:
        """A random order that goes on from a prefix; None if all of them are to be avoided."""
        if not self._avoid:
            return self._plain_walk(decision, prefix, tokens)
        for token in self._rng.sample(tokens, len(tokens)):
            order = (*prefix, token)
            following = decision.choices(order)
            if not following:
                if order not in self._avoid:
                    return order
            elif found := self._walk(decision, order, following):
                return found
        return None

    def _plain_walk(self, decision: Decision, order: Order, tokens: list[str]) -> Order | None:
        if not tokens:
            return None
        while tokens:
            order = (*order, self._rng.choice(tokens))
            tokens = decision.choices(order)
        return order
