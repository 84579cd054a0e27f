"""Addresses of lessons and problems."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter

from meuse.server import prepared, reference
from meuse.server.club.routes_players import Key, TheClub
from meuse.server.limits import NEW_MATCH, REPORT
from meuse.server.opponents import Opponents
from meuse.server.params import REFUSALS, GameId, Secret, TheHouse, TheOpponents
from meuse.server.rooms import PICTURES
from meuse.server.study import pictures, problems
from meuse.server.study.messages import Begun, NewStudy, ProblemCard, ProblemHint, SolutionShown, Verdict
from meuse.server.study.pictures import Drawing
from meuse.server.study.school import School

TheSchool = NamedDependency[School]
ProblemId = Annotated[str, PathParameter(max_length=80, description="The id of a problem.")]
ThemeWord = Annotated[str, QueryParameter(name="theme", max_length=10, description="light or dark.")]
ExampleNumber = Annotated[int, PathParameter(ge=0, le=1000, description="The number of an example.")]
KEEP = {"cache-control": "public, max-age=3600"}


@get("/problems", tags=["study"], responses=REFUSALS | {200: ResponseSpec(list[ProblemCard])})
async def list_problems(opponents: TheOpponents) -> Response[bytes]:
    """The problems of all games."""
    found = await asyncio.to_thread(prepared.get, prepared.PROBLEMS)
    if found is None:
        found = await opponents.work(prepared.make, prepared.PROBLEMS, PICTURES)
    return Response(found, media_type="application/json")


@get("/problems/{game:str}/{problem:str}/hint", tags=["study"], responses=REFUSALS)
async def show_hint(house: TheHouse, game: GameId, problem: ProblemId) -> ProblemHint:
    """What to look at in a problem, and where."""
    return await house.ask(problems.hint, game, problem)


@get("/problems/{game:str}/{problem:str}/picture", tags=["study"], responses=REFUSALS, media_type="image/png")
async def show_picture(
    house: TheHouse, opponents: TheOpponents, game: GameId, problem: ProblemId, theme: ThemeWord = "light"
) -> Response[bytes]:
    """The position of a problem, light or dark."""
    return await _picture(opponents, await house.ask(pictures.of_problem, problems.find(game, problem), theme))


@get("/games/{game:str}/examples/{number:int}/picture", tags=["study"], responses=REFUSALS, media_type="image/png")
async def show_example(
    house: TheHouse, opponents: TheOpponents, game: GameId, number: ExampleNumber, theme: ThemeWord = "light"
) -> Response[bytes]:
    """The position of an example that stands beside a rule, light or dark."""
    return await _picture(opponents, await house.ask(_example, game, number, theme))


@post("/problems/{game:str}/{problem:str}", tags=["study"], responses=REFUSALS, opt=NEW_MATCH)
async def try_problem(
    school: TheSchool,
    club: TheClub,
    game: GameId,
    problem: ProblemId,
    data: JSONBody[NewStudy],
    authorization: Key = "",
) -> Begun:
    """Start an attempt at a problem: a match of its own that begins at its position."""
    await club.must_be_known(authorization)
    return await school.begin_problem(game, problem, data.seed)


@post("/problems/{game:str}/{problem:str}/solution", tags=["study"], responses=REFUSALS, opt=REPORT, status_code=200)
async def show_solution(school: TheSchool, game: GameId, problem: ProblemId) -> SolutionShown:
    """The solution of a problem, played out on the board."""
    return await school.solution(game, problem)


@get("/seats/{secret:str}/verdict", tags=["study"], responses=REFUSALS)
async def show_verdict(school: TheSchool, secret: Secret) -> Verdict:
    """How the attempt at a problem stands that is made at this seat."""
    return await school.verdict(secret)


@post("/games/{game:str}/lesson", tags=["study"], responses=REFUSALS, opt=NEW_MATCH)
async def begin_lesson(
    school: TheSchool, club: TheClub, game: GameId, data: JSONBody[NewStudy], authorization: Key = ""
) -> Begun:
    """Start the guided first game of a game."""
    await club.must_be_known(authorization)
    return await school.begin_lesson(game, data.seed)


STUDY_ROUTES = [
    list_problems,
    show_hint,
    show_picture,
    show_example,
    try_problem,
    show_solution,
    show_verdict,
    begin_lesson,
]


def _example(game: str, number: int, theme: str) -> Drawing:
    return pictures.of_example(reference.book(game).id, number, theme)


async def _picture(opponents: Opponents, wanted: Drawing) -> Response[bytes]:
    drawn = await asyncio.to_thread(pictures.kept, wanted)
    if drawn is None:
        drawn = await opponents.work(pictures.draw, wanted, PICTURES)
    return Response(drawn, media_type="image/png", headers=KEEP)
