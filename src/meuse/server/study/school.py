"""The school: begins lessons and problems as matches, has attempts judged, and shows solutions."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from typing import Any

from meuse.counters import Side
from meuse.lessons import opening
from meuse.server import reference, turnstile
from meuse.server.copies import Purpose
from meuse.server.errors import ServiceError
from meuse.server.house import House, now, seed_of
from meuse.server.messages import SeatOrder, Seats
from meuse.server.opponents import Opponents
from meuse.server.records import Setup
from meuse.server.rooms import REPORTS
from meuse.server.study import judging, problems
from meuse.server.study.messages import Begun, SolutionShown, Verdict
from meuse.server.study.problems import Seed
from meuse.server.uploads import opened

KEPT = 200
"""Verdicts that are kept, so that a page that is loaded again need not wait."""

MOST_OF_ONE = 4
"""Attempts and solutions that may be played or wait for that, for one address."""


class School:
    """Lessons and problems. What takes long is played in the process that reports are made in."""

    def __init__(self, house: House, opponents: Opponents) -> None:
        self._house, self._opponents = house, opponents
        self._solutions: dict[tuple[str, str], str] = {}
        self._verdicts: OrderedDict[tuple[str, int], Verdict] = OrderedDict()
        self._asked: Counter[str] = Counter()
        self._showing = asyncio.Lock()

    async def begin_lesson(self, game: str, seed: Seed) -> Begun:
        """Start the lesson of a game."""
        return self._called(await self._house.ask(_lesson, self._house, game, seed))

    async def begin_problem(self, game: str, problem_id: str, seed: Seed) -> Begun:
        """Start an attempt at a problem."""
        return self._called(await self._house.ask(problems.begin, self._house, game, problem_id, seed))

    async def verdict(self, secret: str) -> Verdict:
        """How the attempt stands that somebody makes at this seat."""
        key, job = await self._house.ask(_attempted, self._house, secret)
        if job is None:
            return Verdict(outcome="open")
        if key not in self._verdicts:
            self._verdicts[key] = await self._worked(judging.judge, job)
            while len(self._verdicts) > KEPT:
                self._verdicts.popitem(last=False)
        return self._verdicts[key]

    async def solution(self, game: str, problem_id: str) -> SolutionShown:
        """The match in which the solution of a problem was played; it is played once."""
        problem = problems.find(game, problem_id)
        async with self._showing:
            found = self._solutions.get((game, problem_id))
            if found is None or await self._house.ask(self._house.storage.count, found) is None:
                sent = await self._worked(judging.shown, judging.Shown(game, problem_id, now()))
                found = self._solutions[game, problem_id] = await self._house.ask(_entered, self._house, sent)
        return SolutionShown(found, problem.why)

    def _called(self, begun: Begun) -> Begun:
        """A bot may have the first move."""
        self._opponents.call(begun.id)
        return begun

    async def _worked(self, function: Any, job: Any) -> Any:
        address = turnstile.present().names[0]
        if self._asked[address] >= MOST_OF_ONE:
            raise ServiceError(429, "too_many", "Other attempts of yours are being judged. Try again in a minute.")
        self._asked[address] += 1
        try:
            return await self._opponents.work(function, job, REPORTS)
        finally:
            self._asked[address] -= 1
            self._asked += Counter()  # drops those at nought


# -- in the engine's thread


def _lesson(house: House, game: str, seed: Seed) -> Begun:
    card, start = reference.guide(game).card, opening(game)
    if start is not None:
        setup, purpose = problems.at(start, game, seed_of(seed)), Purpose(problems.LESSON, card.title)
    else:
        options = reference.book(game).checked_options({})
        setup, purpose = Setup(game, card.scenario, seed_of(seed), options), Purpose(problems.LESSON)
    return problems.sit_down(house, problems.made_of(setup, purpose, seed), Side.of(card.side), card.opponent)


def _attempted(house: House, secret: str) -> tuple[tuple[str, int], judging.Attempted | None]:
    """What there is to judge; nothing while the solver's own turn goes on, and for whoever plays no problem."""
    match = house.sit(secret).match
    live, (what, _, problem_id) = match.live, match.info().task.partition(" ")
    if what != problems.PROBLEM:
        raise ServiceError(409, "no_problem", "This game has no problems to solve.")
    key = (match.id, live.stamp)
    book = live.game.rules.appreciation
    if book is not None and not live.game.over:
        began = live.origin.game().state
        if book.turn_of(live.game.state) == book.turn_of(began):
            return key, None
    return key, judging.Attempted(problem_id, live.origin, live.orders)


def _entered(house: House, sent: bytes) -> str:
    """Nobody sits in it: it is there to be watched."""
    return house.enter(opened(sent), Seats(SeatOrder("here"), SeatOrder("here"))).id
