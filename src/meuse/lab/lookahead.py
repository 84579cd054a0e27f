"""How well a look ahead tells plans apart: what it costs, how noisy it is, and whether it agrees with the dearest one.

Plans of some positions are played out in three ways: by the staff through the enemy's reply, with dice that hang on the
number of the order, as a game has them; by the quick staff, with the same luck for all, through the reply; and so to
the end of the turn only.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from statistics import correlation, fmean, stdev

import msgspec

import meuse
from meuse.advice import Plan, Weights
from meuse.counters import SIDES, Side
from meuse.game import Game
from meuse.opponents.fates import Fates
from meuse.opponents.general_plans import candidates
from meuse.opponents.general_trial import REPLY, TURN, Option, Stage, Trials
from meuse.opponents.staff import StaffBot, advice_of
from meuse.opponents.styles import StyledStaff
from meuse.seat import Seat
from meuse.steps import Order
from meuse.value import appreciation_of

BUDGET = 60
"""How many evaluations go into choosing the plans to compare."""


class Look(msgspec.Struct, frozen=True):
    """One way to look ahead, over all positions."""

    way: str
    seconds: float
    """What a plan takes on a board."""
    noise: float
    """By how much what a plan gains differs from board to board."""
    agreement: float
    """How what plans gain is correlated with what the dearest way says."""


class GameDice(Fates):
    """Dice as a game has them."""

    def play(self, board: Game, order: Order) -> None:
        board.play(order, board.decision.side)


class Dearest(Trials):
    """Played out by the staff."""

    def fates(self, number: int) -> Fates:
        return GameDice("", number)

    def staff(self, seed: str, plan: Plan | None, weights: Weights) -> StaffBot:
        return StyledStaff(seed, plan=plan, weights=weights)


WAYS: Sequence[tuple[str, type[Trials], Stage]] = (
    ("staff, through the reply", Dearest, REPLY),
    ("quick, through the reply", Trials, REPLY),
    ("quick, to the end of the turn", Trials, TURN),
)


def compared(game: str, scenario: str, positions: int, plans: int, boards: int, seed: int) -> list[Look]:
    """The ways to look ahead, on positions of a game between two staffs."""
    found: dict[str, list[tuple[float, list[list[float]]]]] = {way: [] for way, _, _ in WAYS}
    for board, side in moments(game, scenario, positions, seed):
        seat = board.seat(side)
        options = different(seat, board, plans, seed)
        for way, kind, stage in WAYS:
            found[way].append(gains(kind(seat, f"{seed}", {}, (stage,)), options, boards))
    dearest = [fmean(of) for _, rows in found[WAYS[0][0]] for of in rows]
    return [_look(way, found[way], dearest) for way in found]


def moments(game: str, scenario: str, positions: int, seed: int) -> Iterator[tuple[Game, Side]]:
    """Positions at the start of turns, spread over a game between two staffs, of both sides by turns."""
    board = meuse.new(game, scenario, f"lookahead {seed}")
    board.quiet = True
    app, bots = appreciation_of(board.rules), {side: StaffBot(f"{seed} {side.word}") for side in SIDES}
    last = app.last_turn(board.state)
    for number in range(positions):
        turn, side = 1 + (last - 2) * number // positions, SIDES[number % 2]
        while not board.over and not _is_at(board, turn, side):
            asked = board.decision.side
            board.play(bots[asked].choose(board.seat(asked)), asked)
        if not board.over:
            yield board.copy(), side


def different(seat: Seat, board: Game, plans: int, seed: int) -> list[Option]:
    """Plans that do not come to the same orders."""
    advice = advice_of(board)
    in_force = advice.plans(board.state, seat.side)[0]
    trials = Trials(seat, f"{seed}", {}, (TURN,))
    found: dict[tuple[Order, ...], Option] = {}
    for plan in candidates(advice, board, in_force, f"{seed}", BUDGET):
        found.setdefault(trials.tried(0, Option(plan), TURN).orders, Option(plan))
    return list(found.values())[:plans]


def gains(trials: Trials, options: Sequence[Option], boards: int) -> tuple[float, list[list[float]]]:
    """What a plan takes on a board, in seconds, and what each but the first gains, board by board."""
    started = time.process_time()
    rows = [[trials.tried(n, option, trials.stages[0]).chance for n in range(boards)] for option in options]
    seconds = (time.process_time() - started) / (len(options) * boards)
    return seconds, [[one - first for one, first in zip(row, rows[0], strict=True)] for row in rows[1:]]


def _is_at(board: Game, turn: int, side: Side) -> bool:
    now = appreciation_of(board.rules).turn_of(board.state)
    return now is not None and now[0] is side is board.decision.side and board.state.turn >= turn


def _look(way: str, found: Sequence[tuple[float, list[list[float]]]], dearest: Sequence[float]) -> Look:
    rows = [row for _, position in found for row in position]
    means = [fmean(row) for row in rows]
    varied = len(means) > 1 and stdev(means) > 0 and stdev(dearest) > 0
    return Look(
        way=way,
        seconds=round(fmean(seconds for seconds, _ in found), 4),
        noise=round(fmean(stdev(row) for row in rows), 4) if rows else 0.0,
        agreement=round(correlation(means, dearest), 3) if varied else 0.0,
    )
