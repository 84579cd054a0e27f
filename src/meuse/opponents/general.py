"""`general`: a staff that searches. It plays out its plans on imagined boards before it chooses one.

What the staff would do is kept unless something else is better beyond the noise, so it is not worse than the staff.
How much it searches is counted in evaluations, so that a game can be repeated; `seconds` limit it for people.
"""

from __future__ import annotations

from collections.abc import Mapping

from meuse.advice import Plan, Weights
from meuse.decision import Decision
from meuse.entries import UNDO
from meuse.game import Game
from meuse.opponents.general_choice import best_option
from meuse.opponents.general_clock import Clock
from meuse.opponents.general_orders import few_orders
from meuse.opponents.general_plans import candidates
from meuse.opponents.general_trial import Option, Trials, through_the_reply, through_the_turn
from meuse.opponents.staff import advice_of
from meuse.opponents.styles import StyledStaff, without_style
from meuse.opponents.thinking import Nobody, Watcher
from meuse.seat import Seat
from meuse.steps import Order
from meuse.value import value_of

BUDGET = 60
"""Evaluations a turn."""

ENDLESS = 1_000_000
"""Evaluations a turn for people, who limit its seconds: a fast game is searched more."""

FOR_PLANS = 0.6
"""So much of a turn's seconds goes to the choice of a plan, the rest to orders and to decisions in battles."""

FOR_A_DECISION = 0.2
"""A decision in a battle has so much of the budget that the choice of a plan has."""

SHORT = 0.4
"""What playing on to the end of the turn costs, where playing through the enemy's reply costs 1."""

BELOW = 0.1
"""A position is clearly below what was expected if its chance is so much smaller."""

IN_A_BATTLE = 3
"""A decision lies so deep in the sequence of play if it belongs to a battle: game, phase, battle."""


class GeneralBot(StyledStaff):
    """Chooses among plans, and among the answers to small questions, by playing them out."""

    name = "general"

    def __init__(
        self,
        seed: int | str = 0,
        *,
        budget: int = BUDGET,
        seconds: float | None = None,
        watcher: Watcher | None = None,
        weights: Weights | None = None,
    ) -> None:
        self.budget, self.seconds = budget, seconds
        self.watcher: Watcher = watcher or Nobody()
        self.remembered: Mapping[int, Plan] = {}
        """Plans made before a restart, by how many orders had been given; taken instead of searching again."""
        self._clock = Clock(0, None, self.watcher)
        self._reliving = False
        super().__init__(seed, weights=weights)

    def choose(self, seat: Seat) -> Order:
        self._clock.start()
        try:
            return super().choose(seat)
        finally:
            self._clock.stop()

    def _forget(self) -> None:
        super()._forget()
        self._searched_in: int | None = None
        """The game turn in which it last searched for a plan."""
        self._expected = 0.0

    # -- plans

    def _catch_up(self, seat: Seat) -> None:
        self._reliving = True
        try:
            super()._catch_up(seat)
        finally:
            self._reliving = False

    def _planned(self, seat: Seat, board: Game) -> Plan:
        before, in_force = self.plan, super()._planned(seat, board)
        if board.rules.appreciation is None:
            return in_force
        if self._reliving and (self.remembered or self.seconds is not None):
            self._searched_in = board.state.turn  # it did then, and need not again in this turn
            return self._recalled(len(seat.journal)) or in_force
        budget = self.budget if self.seconds is None else ENDLESS
        self._clock = Clock(budget, self.seconds, self.watcher, reserve=1.0 - FOR_PLANS)
        self._clock.start()
        due = self._searched_in != board.state.turn or in_force != before or self._is_below(seat, board)
        return self._searched(seat, board, without_style(in_force)) if due else in_force

    def _is_below(self, seat: Seat, board: Game) -> bool:
        """Whether things have gone clearly worse than expected."""
        return value_of(board, seat.side) < self._expected - BELOW

    def _recalled(self, orders: int) -> Plan | None:
        """The plan that was in force after so many orders, if it is remembered."""
        last = max((number for number in self.remembered if number <= orders), default=None)
        return None if last is None else self.remembered[last]

    def _searched(self, seat: Seat, board: Game, in_force: Plan) -> Plan:
        moment = f"{self._seed} {self._turn}"
        options = [Option(plan) for plan in candidates(advice_of(board), board, in_force, moment)]
        self._searched_in, self._expected = board.state.turn, value_of(board, seat.side)
        if len(options) == 1:
            return in_force
        trials = Trials(seat, moment, self._weights, through_the_reply, cost=1.0)
        found = best_option(trials, options, self._clock, lambda option: option.plan.title)
        self._expected = found.mean if found.chances else self._expected
        return found.option.plan

    # -- decisions in a battle

    def _answer(self, seat: Seat, decision: Decision) -> Order:
        staffs = super()._answer(seat, decision)
        board = seat.imagine(self._seed)
        if len(board.state.stack) < IN_A_BATTLE or board.rules.appreciation is None:
            return staffs
        others = [order for order in few_orders(decision) if order != decision.canonical(staffs)]
        return self._tried(seat, decision, [staffs, *others]) if others and staffs != UNDO else staffs

    def _tried(self, seat: Seat, decision: Decision, orders: list[Order]) -> Order:
        """The best of these orders; each decision has a budget of its own, and so does not depend on those before."""
        assert self.plan is not None
        moment = f"{self._seed} {len(seat.journal)}"
        trials = Trials(seat, moment, self._weights, through_the_turn, cost=SHORT)
        options = [Option(self.plan, order) for order in orders]
        clock = self._clock.part(round(self.budget * FOR_A_DECISION))
        return best_option(trials, options, clock, lambda option: decision.question).option.first
