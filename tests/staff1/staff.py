"""The bot itself. It appreciates the position, makes a plan for the phase, and carries it out order by order.

What all games share is here and beside it (`fields`, `assault`); what is special stands in a game's `advice.py`. A bot
gets a seat and nothing else: it thinks on an imagined board, in which what its side cannot know is drawn afresh.
"""

from __future__ import annotations

import random
from collections import deque
from importlib import import_module
from typing import Any

from meuse.decision import Decision
from meuse.game import UNDO, Game
from meuse.opponents.random import RandomBot
from meuse.seat import Seat
from meuse.steps import Order, Step


class StaffBot:
    """Carries out what a game's advice plans."""

    name = "staff1"

    def __init__(self, seed: int | str = 0) -> None:
        self._rng = random.Random(f"staff {seed}")
        self._random = RandomBot(f"staff {seed}")
        self._orders: deque[Order] = deque()
        self._at: tuple[Any, ...] = ()
        self._planned_for: Step | None = None

    def choose(self, seat: Seat) -> Order:
        decision = seat.decision
        if decision is None:
            raise ValueError("the bot is asked, but its side has nothing to decide")
        board = seat.imagine(self._rng.random().hex())
        moment = (type(decision.step), seat.side, len(board.state.stack), board.rules.moment(board.state))
        if moment != self._at:
            self._at = moment
            self._plan(board, decision)
        order = self._next_legal(decision)
        if order is None and self._planned_for != decision.step:
            self._plan(board, decision)
            order = self._next_legal(decision)
        return order or self._way_out(decision, seat)

    def _plan(self, board: Game, decision: Decision) -> None:
        advice = import_module(f"staff1.{board.rules.id}.advice").ADVICE
        self._planned_for = decision.step
        self._orders = deque(advice.orders(board.state, decision.side, decision, self._rng))

    def _next_legal(self, decision: Decision) -> Order | None:
        while self._orders:
            order = self._orders.popleft()
            if decision.allows(order):
                return order
        return None

    def _way_out(self, decision: Decision, seat: Seat) -> Order:
        """The plan is carried out: leave the step, or take back what closes it; else leave it to chance."""
        self._at = ()
        words, backs = decision.choices(), decision.backs()
        ways = [word for word in words if word not in backs and decision.completes((), word)]
        if ways:
            return (ways[-1],)
        if words[-1] in UNDO and all(word in backs for word in words):
            return UNDO
        return self._random.choose(seat)
