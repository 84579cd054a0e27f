"""What would have been better: the plan that a search prefers at a moment, beside what was played."""

from __future__ import annotations

import msgspec

from meuse import Game, Side
from meuse.lab.counsel import counsel
from meuse.lab.courses import Course, Recorder
from meuse.lab.judging import BOARDS, Judged, rest_of_turn
from meuse.lab.rolls import Staffs
from meuse.lab.tale import Tale, moment_of
from meuse.opponents.general_choice import best_option
from meuse.opponents.general_clock import Clock
from meuse.opponents.general_plans import candidates
from meuse.opponents.general_trial import TURN, Option, Trials
from meuse.opponents.staff import advice_of
from meuse.opponents.thinking import Nobody

BUDGET = 8.0
"""Evaluations that a search may make: it tries five plans."""

LEAST = 0.01
"""What is not better by so much of a chance is not called better."""


class Better(msgspec.Struct, frozen=True, kw_only=True):
    """A better plan for a phase, with what was played in it; chances are the side's, at the end of its turn."""

    number: int
    """The moment before the phase: how many orders had been given."""
    chance: float
    """What the plan promised."""
    played_chance: float
    """What was played came to, whatever the dice did."""
    plan: Course
    played: Course


def better(tale: Tale, phase: Judged, end: int) -> Better | None:
    """A plan that promised clearly more than what was played in a phase; the turn ended after so many orders."""
    board, side = moment_of(tale, phase.first), Side.of(phase.side)
    if board.over or board.decision.side is not side:
        return None
    seat = board.seat(side)
    in_force = advice_of(board).plans(board.state, side)[0]
    options = [Option(plan) for plan in candidates(advice_of(board), board, in_force, tale.key, BUDGET)]
    clock = Clock(BUDGET, None, Nobody())
    clock.start()
    plan = best_option(
        Trials(seat, tale.key, {}, (TURN,)), options, clock, lambda option: option.plan.title
    ).option.plan
    staffs = Staffs(board, {side: plan})
    german = sum(rest_of_turn(board, staffs, n, f"{phase.first}") for n in range(BOARDS)) / BOARDS
    promised = max(phase.staff, german if side is Side.GERMAN else 1.0 - german)
    if promised < phase.played + LEAST:
        return None
    return Better(
        number=phase.first,
        chance=round(promised, 4),
        played_chance=phase.played,
        plan=counsel(seat, plan),
        played=played(tale, board, side, phase.first, end),
    )


def played(tale: Tale, board: Game, side: Side, first: int, last: int) -> Course:
    """What a side ordered from a moment to the first battle after it, or to the end of its turn."""
    recorder = Recorder(board, side)
    for asked, order in tale.orders[first - tale.first : last - tale.first]:
        if asked is side:
            recorder.note(board, order)
        before = board.state.copy()
        board.play(order, asked)
        if board.state.rolled and recorder.has_struck:
            break
        if asked is side:
            recorder.follow(before, board.state)
    return recorder.course(board)
