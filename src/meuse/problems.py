"""Problems: positions with one clear task, as in a chess column; judged by the rules, so that any solution is right.

A game's own are in its `data/problems.toml`. `problems_of` reads them, `position` sets one up, a `Judge` follows the
game that begins there and says, when its time has come, which goals were reached.

>>> from meuse.problems import position, problems_of
>>> problem = problems_of("skirmish")[0]
>>> position(problem).play(seed=1).decision.side.word == problem.side
True
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from meuse.appreciation import AnyAppreciation
from meuse.counters import Side, SideWord
from meuse.game import Game, Position
from meuse.games import rule_book
from meuse.hexmap import UnknownHex
from meuse.positiontext import BadPosition
from meuse.problems_goals import BadGoal, Goal, goal
from meuse.problems_setting import set_up
from meuse.rulebook import UnknownOption


class BadProblem(ValueError):
    """A problem that cannot be set: names it and the reason."""


class Problem(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position and what is to be done in it. Goals are sentences, see `problems_goals`."""

    game: str
    id: str
    title: str
    task: str
    why: str
    side: SideWord
    goals: tuple[str, ...]
    level: Literal[1, 2, 3] = 1
    scenario: str | None = None
    options: dict[str, bool | int | str] = {}

    turn: int
    phase: str
    """The step at which it begins, by the words of a test table: "German movement"; in the turn of that number."""

    nth: int = 1
    """Which step of that name in the turn."""

    clear: bool = True
    """Whether all counters are taken off first."""

    put: tuple[str, ...] = ()
    """Sentences of a test table: "German 1Pz at 4718"."""

    control: dict[SideWord, str] = {}
    values: tuple[str, ...] = ()
    """Further lines of a position, in the place of those that it would have."""

    replies: int = 1
    """How many turns the enemy plays before it is judged; 0: at the end of one's own."""

    reply_by: str = "raider"
    """The bot that plays the enemy."""

    dice: int = 6
    """With how many seeds it is played."""

    share: float = 0.8
    """In which share of them all goals must be reached."""

    solution: tuple[str, ...] = ()
    """Orders that solve it, given where they are legal; steps are left by their way out."""

    look: str = ""
    """A hint: what to look at, in a sentence that does not give the orders away."""

    where: tuple[str, ...] = ()
    """A further hint: the hexes and units that matter; if none are named, those of the first order and the goals."""


def problems_of(game: str) -> tuple[Problem, ...]:
    """The problems of a game, in the order of their file; raises BadProblem."""
    path = rule_book(game).data / "problems.toml"
    return tuple(read(path, game)) if path.exists() else ()


def read(path: Path, game: str) -> Iterator[Problem]:
    """The problems in a file; raises BadProblem."""
    known: set[str] = set()
    for number, row in enumerate(_rows(path), start=1):
        name = f"{path.name}, {row.get('id', f'problem {number}')}"
        try:
            problem = msgspec.convert({**row, "game": game}, Problem)
        except msgspec.ValidationError as error:
            raise BadProblem(f"{name}: {error}") from error
        if problem.id in known:
            raise BadProblem(f"{name}: another problem has this id")
        if not problem.goals:
            raise BadProblem(f"{name}: it has no goals")
        known.add(problem.id)
        yield problem


def position(problem: Problem) -> Position:
    """The position of a problem; raises BadProblem."""
    try:
        found = set_up(problem)
        game = found.play()
        goals_of(problem, game)
    except BadPosition as error:
        raise BadProblem(f"{problem.game}, {problem.id}: {error.reason}") from error
    except (ValueError, KeyError, UnknownHex, UnknownOption) as error:
        raise BadProblem(f"{problem.game}, {problem.id}: {error.args[0] if error.args else error}") from error
    if game.asked(Side.of(problem.side)) is None:
        raise BadProblem(f"{problem.game}, {problem.id}: the {problem.side} side is not asked first")
    return found


def goals_of(problem: Problem, game: Game) -> dict[str, Goal]:
    """The goals by their sentences; raises BadGoal."""
    return {text: goal(text, game.state) for text in problem.goals}


class Judge:
    """Follows a game that began at the position of a problem, from the first order on."""

    def __init__(self, problem: Problem, game: Game) -> None:
        appreciation = game.rules.appreciation
        if appreciation is None:
            raise BadProblem(f"{game.rules.title} does not say what counts in it, so its problems cannot be judged")
        self._appreciation: AnyAppreciation = appreciation
        self._goals = goals_of(problem, game)
        self._side, self._replies = Side.of(problem.side), problem.replies
        self._turn = self._appreciation.turn_of(game.state)
        self._seen: set[str] = set()
        self.played = -1
        """How many of the enemy's turns are over; -1 while it is still the solver's own."""

    def follow(self, game: Game) -> bool:
        """To be told after each order; says whether it is time to judge."""
        turn = self._appreciation.turn_of(game.state)
        if turn != self._turn or game.over:
            self._note(game)
            self._over(self._turn)
            self._turn = turn
        return game.over or self.played >= self._replies

    def reached(self, game: Game) -> dict[str, bool]:
        """Each goal, and whether it is reached."""
        self._note(game)
        return {text: is_reached(game, self._seen) for text, is_reached in self._goals.items()}

    def _over(self, turn: Any) -> None:
        """The first turn that ends is the one in which it began; what lies between two turns belongs to none."""
        if turn is not None and (self.played < 0 or turn[0] is not self._side):
            self.played += 1

    def _note(self, game: Game) -> None:
        """Events that have happened up to now; they may be undone later."""
        self._seen |= {
            event.id
            for event in self._appreciation.historical(game.state)
            if self._appreciation.has_happened(game.state, event.id)
        }


def _rows(path: Path) -> list[dict[str, Any]]:
    try:
        return list(tomllib.loads(path.read_text(encoding="utf-8")).get("problem", []))
    except tomllib.TOMLDecodeError as error:
        raise BadProblem(f"{path.name}: {error}") from error


__all__ = ["BadGoal", "BadProblem", "Judge", "Problem", "goals_of", "position", "problems_of", "read"]
