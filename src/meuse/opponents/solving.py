"""Problems played out: orders of a script for one side, a bot for the other, until the rules can judge.

It serves whoever solves them by the dozen (`meuse.lab.solving`) and the page where one person tries one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

import msgspec

from meuse.game import Game, Position
from meuse.opponents import Bot, bot
from meuse.opponents.staff import StaffBot
from meuse.problems import BadProblem, Judge, Problem, position
from meuse.seat import Seat
from meuse.steps import Order

MOST_ORDERS = 5000
"""A try is given up after this many orders: it is going round in circles."""

Solver = Callable[[Problem, str], Bot]
"""Makes whoever solves a problem, of a seed."""


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """How a solver did in a problem: with how many dice it reached each goal, and all of them."""

    id: str
    title: str
    level: int
    dice: int
    won: int
    solved: bool
    goals: dict[str, int]


class Script:
    """Gives these orders wherever they are legal, in this order, and otherwise leaves a step by its way out.

    Where there is none (somebody must be lost, or retreat), it does as the staff does.
    """

    name = "script"

    def __init__(self, orders: Iterable[str], seed: int | str = 0) -> None:
        self._orders: deque[Order] = deque(tuple(text.split()) for text in orders)
        self._staff = StaffBot(seed)

    def choose(self, seat: Seat) -> Order:
        decision = seat.decision
        if decision is None:
            raise ValueError("the script is asked, but its side has nothing to decide")
        for order in self._orders:
            if decision.allows(order):
                self._orders.remove(order)
                return order
        backs = decision.backs()
        ways = [word for word in decision.choices() if word not in backs and decision.completes((), word)]
        return (ways[-1],) if ways else self._staff.choose(seat)


def by_solution(problem: Problem, seed: str) -> Bot:
    """A problem's own solution."""
    return Script(problem.solution, seed)


def attempt(problem: Problem, by: Solver) -> Attempt:
    """Put a problem to a solver; raises BadProblem, with its name."""
    start = position(problem)
    tries = [played(problem, start, by, seed)[1] for seed in seeds(problem)]
    won = sum(all(reached.values()) for reached in tries)
    return Attempt(
        id=problem.id,
        title=problem.title,
        level=problem.level,
        dice=problem.dice,
        won=won,
        solved=won >= problem.share * problem.dice,
        goals={text: sum(reached[text] for reached in tries) for text in problem.goals},
    )


def seeds(problem: Problem) -> list[str]:
    """The dice that a problem is played with."""
    return [f"{problem.id} {number}" for number in range(1, problem.dice + 1)]


def played(problem: Problem, start: Position, by: Solver, seed: str) -> tuple[Game, dict[str, bool]]:
    """A game played until it can be judged, and which goals are reached; raises BadProblem."""
    game = start.play(seed)
    game.quiet = True
    judge = Judge(problem, game)
    players = {problem.side: by(problem, seed), _enemy(problem): bot(problem.reply_by, seed)}
    try:
        _play(game, judge, players)
    except Exception as error:  # a fault of a bot or of the rules: the problem that shows it is named
        raise BadProblem(f"{problem.game}, {problem.id}, seed {seed!r}: {type(error).__name__}: {error}") from error
    return game, judge.reached(game)


def _play(game: Game, judge: Judge, players: dict[str, Bot]) -> None:
    for _ in range(MOST_ORDERS):
        if judge.follow(game):
            return
        side = game.decision.side
        game.play(players[side.word].choose(game.seat(side)), side)
    raise RuntimeError(f"the turns are not over after {MOST_ORDERS} orders")


def _enemy(problem: Problem) -> str:
    return "allied" if problem.side == "german" else "german"
