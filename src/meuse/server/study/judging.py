"""How an attempt at a problem stands, and how its solution goes: played in a process of its own, delaying nobody.

The rules judge what happened, the reply of the bot included. Where dice were rolled, the same orders are played again
with the other dice of the problem: what works only with one lucky roll is not a solution.
"""

from __future__ import annotations

import pickle

import msgspec

from meuse.opponents.solving import Script, attempt, by_solution, played
from meuse.problems import Judge, Problem, position, problems_of
from meuse.problems_words import goal_words
from meuse.server.copies import Made
from meuse.server.live import LiveGame
from meuse.server.records import Origin, Record
from meuse.server.study.messages import GoalLine, Outcome, Verdict
from meuse.server.study.problems import SOLUTION, purpose_of, setup_of

WAYS_OUT = ("end", "done", "pass")
"""Orders that a script gives by itself where it has nothing else to do."""


class Attempted(msgspec.Struct, frozen=True):
    """An attempt to be judged: where the match begins, and the orders given so far."""

    problem: str
    origin: Origin
    orders: tuple[tuple[str, str], ...]


class Shown(msgspec.Struct, frozen=True):
    """A solution to be played, and the hour."""

    game: str
    problem: str
    at: str


def judge(job: Attempted) -> Verdict:
    """How an attempt stands."""
    problem = _find(job.origin.setup.game, job.problem)
    game = job.origin.game()
    game.quiet = True
    follower, own, rolled = Judge(problem, game), list[str](), False
    for side, text in job.orders:
        game.play(text, side)
        if follower.played < 0 and side == problem.side:
            own.append(text)
            rolled = rolled or bool(game.journal[-1].dice)
        if follower.follow(game):
            break
    else:
        return Verdict(outcome="open")
    reached = follower.reached(game)
    lines = tuple(GoalLine(goal_words(text, game), reached[text]) for text in problem.goals)
    return _verdict(problem, lines, own if rolled else None)


def shown(job: Shown) -> bytes:
    """A problem's solution as a match that has been played, with the first dice that suit it; carried by `pickle`."""
    problem = _find(job.game, job.problem)
    start = position(problem)
    for number in range(1, 2 * problem.dice + 1):
        seed = f"{problem.id}-{number}"
        game, reached = played(problem, start, by_solution, seed)
        if all(reached.values()):
            break
    setup = setup_of(problem, seed)
    live = LiveGame(setup)
    records = tuple(Record("order", entry.side.word, " ".join(entry.order), job.at) for entry in game.journal)
    for record in records:
        if live.due:
            live.shelve(live.snapshot())
        live.add(record)
    return pickle.dumps(Made(setup, records, None, live, True, purpose_of(problem, SOLUTION)))


def _verdict(problem: Problem, lines: tuple[GoalLine, ...], own: list[str] | None) -> Verdict:
    """`own` are the solver's orders, where dice were rolled in them."""
    reached = all(line.reached for line in lines)
    if own is None:
        return _said(problem, lines, "solved" if reached else "missed", 0, 0)
    again = attempt(problem, lambda _, seed: Script([text for text in own if text not in WAYS_OUT], seed))
    outcomes: dict[tuple[bool, bool], Outcome] = {
        (True, True): "solved",
        (True, False): "lucky",
        (False, True): "unlucky",
        (False, False): "missed",
    }
    return _said(problem, lines, outcomes[reached, again.solved], again.won, again.dice)


def _said(problem: Problem, lines: tuple[GoalLine, ...], outcome: Outcome, won: int, dice: int) -> Verdict:
    why = problem.why if outcome == "solved" else ""
    return Verdict(outcome=outcome, goals=lines, won=won, dice=dice, why=why)


def _find(game: str, problem_id: str) -> Problem:
    return next(problem for problem in problems_of(game) if problem.id == problem_id)
