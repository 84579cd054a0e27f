"""`staff`: a real opponent. It appreciates the position, makes a plan for the phase, and carries it out order by order.

What all games share is here and beside it (`fields`, `assault`); what is special stands in a game's `advice.py`. A bot
gets a seat and nothing else: it thinks on an imagined board, in which what its side cannot know is drawn afresh.
"""

from __future__ import annotations

import random
from collections import deque
from typing import Any

from meuse.advice import Advice, Plan, Weights
from meuse.counters import Side
from meuse.decision import Decision
from meuse.game import UNDO, Game
from meuse.opponents.random import RandomBot
from meuse.seat import Seat
from meuse.state import State
from meuse.steps import Order, Step


class NoAdvice(ValueError):
    """A game that offers no advice: `staff` cannot play it."""


class StaffBot:
    """Carries out what a game's advice plans; raises NoAdvice where the game offers none.

    A plan lasts for turns: it is made where none is in force, and again where the advice calls it spent. Everything
    it draws follows from its seed and from the moment, so it decides the same after a restart.
    """

    name = "staff"

    def __init__(self, seed: int | str = 0, *, plan: Plan | None = None, weights: Weights | None = None) -> None:
        self._seed = seed
        self._random = RandomBot(f"staff {seed}")
        self._weights = weights or {}
        self._orders: deque[Order] = deque()
        self._at: tuple[Any, ...] = ()
        self._planned_for: Step | None = None
        self.plan = plan
        """What it means to do."""

    def choose(self, seat: Seat) -> Order:
        decision = seat.decision
        if decision is None:
            raise ValueError("the bot is asked, but its side has nothing to decide")
        board = seat.imagine(self._seed)
        moment = (type(decision.step).__name__, seat.side, len(board.state.stack), board.rules.moment(board.state))
        if moment != self._at:
            self._at = moment
            self._think(board, decision)
        order = self._next_legal(decision)
        if order is None and self._planned_for != decision.step:
            self._think(board, decision)
            order = self._next_legal(decision)
        return order or self._way_out(decision, seat)

    def _think(self, board: Game, decision: Decision) -> None:
        advice = advice_of(board)
        self._planned_for = decision.step
        self.plan = self._plan_in_force(advice, board.state, decision.side)
        brief = advice.brief(self.plan, self._weights)
        rng = random.Random(f"staff {self._seed} {self._at}")
        self._orders = deque(advice.orders(board.state, decision.side, decision, rng, brief))

    def _plan_in_force(self, advice: Advice, g: State, side: Side) -> Plan:
        if self.plan is None or advice.is_spent(g, side, self.plan):
            return advice.plans(g, side)[0]
        return self.plan

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


def advice_of(board: Game) -> Advice:
    """What the game of a board knows of playing well; raises NoAdvice."""
    advice = board.rules.advice
    if advice is None:
        raise NoAdvice(f"staff cannot play {board.rules.title}: the game offers no advice; random can play it")
    return advice
