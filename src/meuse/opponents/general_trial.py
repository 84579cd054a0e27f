"""Playing on from an imagined board: with a plan or an order for one side, against somebody of the league."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping
from typing import Protocol

import msgspec

from meuse.advice import Plan, Weights
from meuse.counters import Side
from meuse.game import Game
from meuse.opponents.leeway import perturbed, tunable
from meuse.opponents.raiders import Raider
from meuse.opponents.staff import StaffBot
from meuse.opponents.styles import StyledStaff
from meuse.seat import Seat
from meuse.steps import Order
from meuse.value import appreciation_of, value_of

MOST_ORDERS = 3000
"""So many orders are played on a board, at the most."""

TURNS_TO_THE_END = 2
"""From so many turns before the end the game is played out."""


class Option(msgspec.Struct, frozen=True):
    """What could be done: a plan, and an order that is given at once."""

    plan: Plan
    first: Order = ()


class Player(Protocol):
    """Whoever plays a side on an imagined board."""

    def choose(self, seat: Seat) -> Order: ...


class Trials:
    """The imagined boards of one moment, the same for all that is tried on them."""

    def __init__(self, seat: Seat, seed: str, weights: Weights, horizon: Horizon, cost: float) -> None:
        self._seat, self._seed, self._weights = seat, seed, weights
        self._horizon = horizon
        self.cost = cost
        """What one of them counts, in evaluations."""

    def chance(self, number: int, option: Option) -> float:
        """The chance to win that an option comes to on one of the boards."""
        side, seed = self._seat.side, f"{self._seed} {number}"
        board = self._seat.imagine(seed)
        board.quiet = True
        if option.first:
            board.play(option.first, side)
        own = StyledStaff(f"{seed} own", plan=option.plan, weights=self._weights)
        played_on(board, {side: own, side.enemy: somebody(board, number, f"{seed} enemy")}, self._horizon(board, side))
        return value_of(board, side)


def somebody(board: Game, number: int, seed: str) -> Player:
    """Mostly the staff; on every third board a staff that weighs otherwise, on every fourth a raider."""
    if number % 4 == 3:
        return Raider(seed)
    moved = perturbed(tunable(board.rules), random.Random(seed)) if number % 3 == 2 else {}
    return StaffBot(seed, weights=moved)


def played_on(board: Game, players: Mapping[Side, Player], is_enough: Callable[[], bool]) -> None:
    """Let two players continue until it is enough, or the game is over."""
    seats = {side: board.seat(side) for side in players}
    for _ in range(MOST_ORDERS):
        if board.over or is_enough():
            return
        asked = board.decision.side
        board.play(players[asked].choose(seats[asked]), asked)


# -- how far

Horizon = Callable[[Game, Side], Callable[[], bool]]
"""Made at the beginning, it tells how far is far enough."""


def through_the_reply(board: Game, side: Side) -> Callable[[], bool]:
    """Until a turn of this side begins after one of the enemy's; near the end of the game, to its end."""
    app = appreciation_of(board.rules)
    to_the_end = app.last_turn(board.state) - board.state.turn < TURNS_TO_THE_END
    begun = app.turn_of(board.state)
    replied = False

    def is_enough() -> bool:
        nonlocal begun, replied
        now = app.turn_of(board.state)
        if now is None or now == begun:
            return False
        begun, before = now, replied
        replied = replied or now[0] is side.enemy
        return before and now[0] is side and not to_the_end

    return is_enough


def through_the_turn(board: Game, side: Side) -> Callable[[], bool]:
    """Until the present turn is over, whoever's it is."""
    app = appreciation_of(board.rules)
    begun: tuple[Side, Hashable] | None = app.turn_of(board.state)

    def is_enough() -> bool:
        now = app.turn_of(board.state)
        return now is not None and now != begun

    return is_enough
