"""Playing on from an imagined board: with a plan or an order for one side, against somebody of the league."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import NamedTuple, Protocol

import msgspec

from meuse.advice import Plan, Weights
from meuse.counters import Side
from meuse.game import Game
from meuse.opponents.fates import Fates
from meuse.opponents.leeway import perturbed, tunable
from meuse.opponents.quick import Habits, QuickStaff
from meuse.opponents.staff import StaffBot, advice_of
from meuse.opponents.styles import styled
from meuse.seat import Seat
from meuse.steps import Order
from meuse.value import appreciation_of, ended, features, taught, value_of

MOST_ORDERS = 3000
"""How many orders to play on a board at most."""

TURNS_TO_THE_END = 2
"""From how many turns before the end the game is played out."""


NEARNESS = 0.1
"""What a finished game counts by the position in which it ended: the dice will not fall exactly so."""


class Option(msgspec.Struct, frozen=True):
    """What could be done: a plan, and an order that is given at once."""

    plan: Plan
    first: Order = ()


class Player(Protocol):
    """Whoever plays a side on an imagined board."""

    def choose(self, seat: Seat) -> Order: ...


class Tried(NamedTuple):
    """What an option came to on a board: the chance to win, and the orders that led there."""

    chance: float
    orders: tuple[Order, ...]


class Stage(NamedTuple):
    """How far boards are played on."""

    horizon: Horizon
    cost: float
    """What one of them counts, in evaluations."""

    noise: float
    """By how much what a plan gains usually differs from board to board."""


class Trials:
    """The imagined boards of one moment, the same for all that is tried on them."""

    def __init__(self, seat: Seat, seed: str, weights: Weights, stages: Sequence[Stage]) -> None:
        self._seat, self._seed, self._weights = seat, seed, weights
        self._habits: Habits = {}
        self.stages = stages

    def tried(self, number: int, option: Option, stage: Stage) -> Tried:
        """What an option comes to on one of the boards."""
        side, seed = self._seat.side, f"{self._seed} {number}"
        board = self._seat.imagine(seed)
        board.quiet = True
        fates = self.fates(number)
        if option.first:
            fates.play(board, option.first)
        own = self.staff(f"{self._seed} own", option.plan, self._weights)
        players = {side: own, side.enemy: self._enemy(board, number)}
        given = played_on(board, players, fates, stage.horizon(board, side))
        return Tried(judged(board, side), given[side])

    def fates(self, number: int) -> Fates:
        """The luck on one of the boards."""
        return Fates(self._seed, number)

    def staff(self, seed: str, plan: Plan | None, weights: Weights) -> StaffBot:
        """Whoever plays a side."""
        return QuickStaff(seed, plan=plan, weights=weights, habits=self._habits)

    def _enemy(self, board: Game, number: int) -> Player:
        """Mostly the staff; on every third board a staff that weighs otherwise, on every fourth one that raids."""
        enemy, seed = self._seat.side.enemy, f"{self._seed} enemy"
        if number % 4 == 3:
            return self.staff(seed, styled(advice_of(board).plans(board.state, enemy)[0], "raid"), {})
        moved = perturbed(tunable(board.rules), random.Random(seed)) if number % 3 == 2 else {}
        return self.staff(seed, None, moved)


def judged(board: Game, side: Side) -> float:
    """The chance to win; of a game that is over how it ended, and a little by how near it was to another end."""
    if not board.over:
        return value_of(board, side)
    near = taught(board.rules, board.state.scenario.id).german(features(board.rules, board.state))
    return (1.0 - NEARNESS) * ended(board, side) + NEARNESS * (near if side is Side.GERMAN else 1.0 - near)


def played_on(
    board: Game, players: Mapping[Side, Player], fates: Fates, is_enough: Callable[[], bool]
) -> Mapping[Side, tuple[Order, ...]]:
    """Let two players continue until it is enough, or the game is over; the orders that each gave."""
    seats = {side: board.seat(side) for side in players}
    given: dict[Side, list[Order]] = {side: [] for side in players}
    for _ in range(MOST_ORDERS):
        if board.over or is_enough():
            break
        asked = board.decision.side
        order = players[asked].choose(seats[asked])
        given[asked].append(order)
        fates.play(board, order)
    return {side: tuple(orders) for side, orders in given.items()}


# -- how far

Horizon = Callable[[Game, Side], Callable[[], bool]]
"""Made at the beginning, it tells how far is far enough."""


def through_the_reply(board: Game, side: Side) -> Callable[[], bool]:
    """Until a turn of this side begins in a later game turn, after one of the enemy's; near the end, to the end.

    Where a game turn has several turns of either side (impulses, rounds) all that are left of it are played.
    """
    app = appreciation_of(board.rules)
    to_the_end = is_near_the_end(board)
    begun, turn = app.turn_of(board.state), board.state.turn
    replied = False

    def is_enough() -> bool:
        nonlocal begun, replied
        now = app.turn_of(board.state)
        if now is None or now == begun:
            return False
        begun, before = now, replied
        replied = replied or now[0] is side.enemy
        return before and now[0] is side and board.state.turn > turn and not to_the_end

    return is_enough


def is_near_the_end(board: Game) -> bool:
    """Whether so few turns are left that they are all played out: then only the result counts."""
    return appreciation_of(board.rules).last_turn(board.state) - board.state.turn < TURNS_TO_THE_END


def through_the_turn(board: Game, side: Side) -> Callable[[], bool]:
    """Until the present turn is over, whoever's it is."""
    app = appreciation_of(board.rules)
    begun: tuple[Side, Hashable] | None = app.turn_of(board.state)

    def is_enough() -> bool:
        now = app.turn_of(board.state)
        return now is not None and now != begun

    return is_enough


TURN = Stage(through_the_turn, cost=0.4, noise=0.03)
REPLY = Stage(through_the_reply, cost=1.0, noise=0.07)
