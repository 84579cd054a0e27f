"""`staff`: a real opponent. It appreciates the position, makes a plan for the phase, and carries it out order by order.

What all games share is here and beside it (`fields`, `assault`); what is special stands in a game's `advice.py`. A bot
gets a seat and nothing else: it thinks on an imagined board, in which what its side cannot know is drawn afresh.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Hashable
from typing import Any

from meuse.advice import Advice, Plan, Weights
from meuse.counters import Side
from meuse.decision import Decision
from meuse.game import UNDO, Game
from meuse.opponents.random import RandomBot
from meuse.seat import Mark, Seat
from meuse.steps import Order, Step

MOST_SECOND_THOUGHTS = 3
"""So often in a phase a bot takes back what it has ordered; then it plans no more there, and takes the way out."""


class NoAdvice(ValueError):
    """A game that offers no advice: `staff` cannot play it."""


class StaffBot:
    """Carries out what a game's advice plans; raises NoAdvice where the game offers none.

    A plan lasts for turns: it is made where none is in force, and again at the start of a turn if the advice calls it
    spent. Everything it draws follows from its seed and from the moment. After a restart, or when orders were taken
    back, it goes through the game once more, so that it continues with the plan it had.
    """

    name = "staff"

    def __init__(self, seed: int | str = 0, *, plan: Plan | None = None, weights: Weights | None = None) -> None:
        self._seed = seed
        self._weights = weights or {}
        self._given = plan
        self._mark: Mark | None = None
        self._forget()

    def choose(self, seat: Seat) -> Order:
        decision = seat.decision
        if decision is None:
            raise ValueError("the bot is asked, but its side has nothing to decide")
        if self._mark is None or not seat.follows(self._mark):
            self._catch_up(seat)
        order = self._answer(seat, decision)
        self._note(order, decision)
        self._mark = seat.mark(before=int(order == UNDO))
        return order

    # -- what it remembers

    def _forget(self) -> None:
        self.plan = self._given
        """What it means to do."""
        self._turn: Hashable = None
        self._at: tuple[Any, ...] = ()
        self._orders: deque[Order] = deque()
        self._planned_for: Step | None = None
        self._random = RandomBot(f"staff {self._seed}")
        self._taking_back = False
        self._second_thoughts: Counter[Hashable] = Counter()
        """How often it has taken something back in which phase: who forgets half of a plan would do so for ever."""

    def _catch_up(self, seat: Seat) -> None:
        """Go through the game once more: the turns for the plan in force, the present phase order by order."""
        self._forget()
        phase: list[tuple[Seat, Order]] = []
        at: tuple[Any, ...] = ()
        for then, order in seat.again():
            board = then.imagine(self._seed)
            self._look(then, board)
            if _moment(then, board) != at:
                at, phase = _moment(then, board), []
            phase.append((then, order))
        if at == _moment(seat, seat.imagine(self._seed)):
            for then, order in phase:
                self._relive(then, order)

    def _relive(self, then: Seat, order: Order) -> None:
        """Answer a decision as it was; if it was answered otherwise, something was taken back, and it thought again."""
        decision = then.decision
        assert decision is not None
        if decision.canonical(self._answer(then, decision)) != decision.canonical(order):
            self._at = ()
        self._note(order, decision)

    def _note(self, order: Order, decision: Decision) -> None:
        """Count what is taken back."""
        if order[0] in decision.backs():
            self._second_thoughts[self._at] += 1

    # -- what it decides

    def _answer(self, seat: Seat, decision: Decision) -> Order:
        if self._taking_back and decision.shut is not None and seat.can_undo:
            return UNDO
        if self._taking_back:
            return self._way_out(decision, seat)
        board = seat.imagine(self._seed)
        self._look(seat, board)
        if self._second_thoughts[_moment(seat, board)] >= MOST_SECOND_THOUGHTS:
            return self._way_out(decision, seat)
        if _moment(seat, board) != self._at:
            self._at = _moment(seat, board)
            self._think(board, decision)
        order = self._next_legal(decision)
        if order is None and self._planned_for != decision.step:
            self._think(board, decision)
            order = self._next_legal(decision)
        return order or self._way_out(decision, seat)

    def _look(self, seat: Seat, board: Game) -> None:
        """Look at the plan when a turn of one's own begins, or when there is none."""
        turn = turn_of(board, seat.side)
        if self.plan is None or turn not in (None, self._turn):
            self._turn = turn
            self.plan = self._planned(seat, board)

    def _planned(self, seat: Seat, board: Game) -> Plan:
        """The plan for the turns to come."""
        advice = advice_of(board)
        if self.plan is None or advice.is_spent(board.state, seat.side, self.plan):
            return self._new_plan(board, seat.side)
        return self.plan

    def _new_plan(self, board: Game, side: Side) -> Plan:
        """The plan that its game names first."""
        return advice_of(board).plans(board.state, side)[0]

    def _think(self, board: Game, decision: Decision) -> None:
        assert self.plan is not None
        self._planned_for = decision.step
        advice = advice_of(board)
        rng = random.Random(f"staff {self._seed} {self._at}")
        brief = advice.brief(self.plan, self._weights)
        self._orders = deque(advice.orders(board.state, decision.side, decision, rng, brief))

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
        self._taking_back = not ways and words[-1] in UNDO and all(word in backs for word in words)
        if ways:
            return (ways[-1],)
        return UNDO if self._taking_back else self._random.choose(seat)


def turn_of(board: Game, side: Side) -> Hashable | None:
    """A key that tells the turns of a side from each other; None while it is not its turn."""
    appreciation = board.rules.appreciation
    if appreciation is None:
        return board.rules.moment(board.state)
    now = appreciation.turn_of(board.state)
    return now[1] if now is not None and now[0] is side else None


def _moment(seat: Seat, board: Game) -> tuple[Any, ...]:
    """Tells one phase from the next."""
    decision = seat.decision
    assert decision is not None
    return type(decision.step).__name__, seat.side, len(board.state.stack), board.rules.moment(board.state)


def advice_of(board: Game) -> Advice:
    """What the game of a board knows of playing well; raises NoAdvice."""
    advice = board.rules.advice
    if advice is None:
        raise NoAdvice(f"staff cannot play {board.rules.title}: the game offers no advice; random can play it")
    return advice
