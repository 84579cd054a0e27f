"""`general`: a staff that searches. It plays out its plans on imagined boards before it chooses one.

What the staff would do is kept unless something else is better beyond the noise. How much it searches is counted in
evaluations, so that a game can be repeated; `seconds` limit it for people.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from meuse.advice import Plan, Weights
from meuse.counters import Side
from meuse.decision import Decision
from meuse.entries import UNDO
from meuse.game import Game
from meuse.opponents.general_choice import FEWEST_BOARDS, best_option
from meuse.opponents.general_clock import Clock
from meuse.opponents.general_orders import few_orders
from meuse.opponents.general_plans import candidates
from meuse.opponents.general_trial import REPLY, TURN, Option, Trials, is_near_the_end
from meuse.opponents.openings import lasting, opened
from meuse.opponents.staff import advice_of
from meuse.opponents.styles import StyledStaff
from meuse.opponents.thinking import Nobody, Watcher
from meuse.seat import Seat
from meuse.steps import Order

BUDGET = 60
"""Evaluations a turn."""

ENDLESS = 1_000_000
"""Evaluations a turn for people, who limit its seconds: a fast game is searched more."""

FOR_A_PLAN = 0.6
"""So much of the budget of a game turn goes to the first choice of a plan in it."""

FOR_ANOTHER_LOOK = 0.2
"""... and so much to each later one: in a further impulse, or before units move once more."""

FOR_A_DECISION = 0.02
"""... and so much to a decision in a battle."""

SECONDS_FOR_A_PLAN, SECONDS_FOR_ANOTHER_LOOK, SECONDS_FOR_A_DECISION = 0.5, 0.3, 0.1
"""The same as shares of the seconds that are left: nobody knows how many choices are still to come."""

FOR_PEOPLE = 4.0
"""Evaluations that a decision in a battle is worth where seconds are limited."""

LEAST = 2 * FEWEST_BOARDS * TURN.cost
"""What it takes to tell two answers apart; with less none are tried."""


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
        self._clock.watcher = self.watcher
        self._clock.start()
        try:
            return super().choose(seat)
        finally:
            self._clock.stop()

    def _forget(self) -> None:
        super()._forget()
        self._searched_in: int | None = None
        """The game turn in which it last searched for a plan."""
        self._moving_in: Hashable = None
        """The phase of movement in which it last looked at its plan."""

    # -- plans

    def _catch_up(self, seat: Seat) -> None:
        self._reliving = True
        try:
            super()._catch_up(seat)
        finally:
            self._reliving = False
        if self.remembered and self.plan is not None:
            self.plan = self._recalled(len(seat.journal)) or self.plan

    def _look(self, seat: Seat, board: Game) -> None:
        """Look at the plan when a turn of one's own begins, and again whenever units can move once more."""
        super()._look(seat, board)
        moving = self._phase_of_movement(seat, board)
        if moving is not None and moving != self._moving_in:
            is_first, self._moving_in = self._moving_in is None, moving
            if not is_first and self.plan is not None:
                self.plan = self._weighed(seat, board, self.plan)

    def _phase_of_movement(self, seat: Seat, board: Game) -> Hashable:
        """A key of the phase in which units of this side can move now; None where they cannot."""
        decision = seat.decision
        if decision is None or self._turn is None or "move" not in decision.choices():
            return None
        return type(decision.step).__name__, board.rules.moment(board.state)

    def _planned(self, seat: Seat, board: Game) -> Plan:
        self._moving_in = None
        return self._weighed(seat, board, super()._planned(seat, board))

    def _new_plan(self, board: Game, side: Side) -> Plan:
        """What came best in games of this scenario."""
        return opened(board, side)

    def _weighed(self, seat: Seat, board: Game, in_force: Plan) -> Plan:
        """The plan in force, or another one that is clearly better."""
        if board.rules.appreciation is None:
            return in_force
        is_first = self._searched_in != board.state.turn
        if is_first:
            self._searched_in, self._clock = board.state.turn, Clock(self.budget, self.seconds, self.watcher)
            self._clock.start()
        if self._reliving and (self.remembered or self.seconds is not None):
            return self._recalled(len(seat.journal)) or in_force
        share = FOR_A_PLAN if is_first else FOR_ANOTHER_LOOK
        budget = ENDLESS if self.seconds is not None else self.budget * share
        clock = self._clock.part(budget, share=SECONDS_FOR_A_PLAN if is_first else SECONDS_FOR_ANOTHER_LOOK)
        return self._searched(seat, board, lasting(board, seat.side, in_force), clock)

    def _recalled(self, orders: int) -> Plan | None:
        """The plan that was in force after a number of orders, if it is remembered."""
        last = max((number for number in self.remembered if number <= orders), default=None)
        return None if last is None else self.remembered[last]

    def _searched(self, seat: Seat, board: Game, in_force: Plan, clock: Clock) -> Plan:
        moment = f"{self._seed} {len(seat.journal)}"
        stages = (REPLY,) if is_near_the_end(board) else (TURN, REPLY)
        boards = clock.budget / stages[0].cost
        options = [Option(plan) for plan in candidates(advice_of(board), board, in_force, moment, boards)]
        trials = Trials(seat, moment, self._weights, stages)
        return best_option(trials, options, clock, lambda option: option.plan.title).option.plan

    # -- decisions in a battle

    def _answer(self, seat: Seat, decision: Decision) -> Order:
        staffs = super()._answer(seat, decision)
        is_in_battle = decision.step.before_die or decision.step.after_die
        is_past = self._reliving and self.seconds is not None
        if not is_in_battle or is_past or staffs == UNDO or self._for_a_decision < LEAST:
            return staffs
        if seat.imagine(self._seed).rules.appreciation is None:
            return staffs
        others = [order for order in few_orders(decision) if order != decision.canonical(staffs)]
        return self._tried(seat, decision, [staffs, *others]) if others else staffs

    @property
    def _for_a_decision(self) -> float:
        return FOR_PEOPLE if self.seconds is not None else self.budget * FOR_A_DECISION

    def _tried(self, seat: Seat, decision: Decision, orders: list[Order]) -> Order:
        """The best of these orders; each decision has a budget of its own, and so does not depend on those before."""
        assert self.plan is not None
        trials = Trials(seat, f"{self._seed} {len(seat.journal)}", self._weights, (TURN,))
        options = [Option(self.plan, order) for order in orders]
        clock = self._clock.part(self._for_a_decision, share=SECONDS_FOR_A_DECISION)
        return best_option(trials, options, clock, lambda option: decision.question).option.first
