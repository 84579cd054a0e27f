"""Problems as the service offers them: their list, their hints, and the matches in which they are tried."""

from __future__ import annotations

import meuse
from meuse.counters import SIDES, Side
from meuse.game import Position
from meuse.problems import Problem, position, problems_of
from meuse.problems_words import goal_words, places_of
from meuse.server.copies import Made, Purpose
from meuse.server.errors import ServiceError
from meuse.server.house import House, seed_of
from meuse.server.live import LiveGame
from meuse.server.messages import SeatOrder, Seats
from meuse.server.records import Setup
from meuse.server.reference import bots_of
from meuse.server.study.messages import Begun, ProblemCard, ProblemHint

REPLY = "general"
"""The bot that replies to an attempt; where a game cannot be played by it, the problem's own."""

Seed = int | str | None
"""Of dice that somebody has chosen; None where nobody is to know them."""

PROBLEM, SOLUTION, LESSON = "problem", "solution", "lesson"
"""What a match is for, as the first word of its task says."""


def cards(games: tuple[str, ...]) -> list[ProblemCard]:
    """All problems of these games, in the order of their files."""
    return [_card(problem) for game in games for problem in problems_of(game)]


def find(game: str, problem_id: str) -> Problem:
    """A problem by its game and id; raises ServiceError."""
    known = problems_of(game) if game in meuse.GAMES else ()
    found = next((problem for problem in known if problem.id == problem_id), None)
    if found is None:
        raise ServiceError(404, "unknown_problem", "There is no problem at this address. All of them are on one page.")
    return found


def hint(game: str, problem_id: str) -> ProblemHint:
    """What to look at, and where; raises ServiceError."""
    problem = find(game, problem_id)
    return ProblemHint(problem.look, places_of(problem, position(problem).play()))


def begin(house: House, game: str, problem_id: str, seed: Seed) -> Begun:
    """Set a problem up as a match of its own: the solver sits down, a bot takes the other side."""
    problem = find(game, problem_id)
    made = made_of(setup_of(problem, seed_of(seed)), purpose_of(problem, PROBLEM), seed)
    return sit_down(house, made, Side.of(problem.side), reply_of(problem))


def made_of(setup: Setup, purpose: Purpose, seed: Seed) -> Made:
    """A match in which nothing has been played; `seed` is the one that somebody has chosen."""
    return Made(setup, (), None, LiveGame(setup), seed is not None, purpose)


def sit_down(house: House, made: Made, side: Side, opponent: str) -> Begun:
    """A match with one person in it, against a bot that answers soon and never resigns."""
    bot = SeatOrder("bot", opponent, "quick", manners=False)
    german, allied = (SeatOrder("here") if one is side else bot for one in SIDES)
    created = house.enter(made, Seats(german, allied))
    return Begun(created.id, created.seats[side.word] or "", side.word)


def setup_of(problem: Problem, seed: str) -> Setup:
    """What a match is started with that begins at the position of a problem."""
    return at(position(problem), problem.game, seed)


def at(start: Position, game: str, seed: str) -> Setup:
    """What a match is started with that begins at a position."""
    scenario = start.play().state.scenario
    return Setup(game, scenario.id, seed, scenario.options, position=start.text)


def purpose_of(problem: Problem, what: str) -> Purpose:
    """What the match of a problem is for: to solve it, or to show how."""
    return Purpose(f"{what} {problem.id}", problem.title)


def reply_of(problem: Problem) -> str:
    """Who plays the other side."""
    return REPLY if REPLY in bots_of(problem.game) else problem.reply_by


def _card(problem: Problem) -> ProblemCard:
    game = position(problem).play()
    return ProblemCard(
        game=problem.game,
        id=problem.id,
        title=problem.title,
        task=problem.task,
        level=problem.level,
        side=problem.side,
        scenario=game.state.scenario.title,
        turn=problem.turn,
        goals=tuple(goal_words(goal, game) for goal in problem.goals),
        reply=reply_of(problem) if problem.replies else "",
    )
