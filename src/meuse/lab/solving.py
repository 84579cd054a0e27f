"""Problems put to a solver: its turn, the enemy's replies, with several dice; and how many of them it solves.

A problem is solved if all its goals are reached with at least the share of dice that it asks for. What a solver is
asked in the enemy's turn (retreats, losses) it answers itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from meuse.opponents import Bot, bot
from meuse.opponents.solving import Attempt, Script, Solver, attempt, by_solution
from meuse.problems import Problem

__all__ = ["SOLVERS", "Attempt", "Script", "Solver", "attempt", "by_passing", "by_solution", "solver", "summary"]


def solver(name: str) -> Solver:
    """A bot by its name, or one of `SOLVERS`; raises UnknownBot."""
    if name in SOLVERS:
        return SOLVERS[name]
    bot(name)  # an unknown one is told before the first problem
    return lambda problem, seed: bot(name, seed)


def by_passing(problem: Problem, seed: str) -> Bot:
    """Somebody who does nothing that he need not do."""
    return Script((), seed)


SOLVERS: dict[str, Solver] = {"solution": by_solution, "pass": by_passing}
"""Solvers beside the bots."""


def summary(game: str, name: str, attempts: Iterable[Attempt]) -> dict[str, Any]:
    """What was solved, in figures."""
    results = list(attempts)
    return {
        "game": game,
        "bot": name,
        "problems": len(results),
        "solved": sum(result.solved for result in results),
        "results": [msgspec.to_builtins(result) for result in results],
    }
