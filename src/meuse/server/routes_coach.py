"""Advice while playing, analyses of finished games, and how a game would end."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from meuse.dangers import Danger
from meuse.lab.counsel import Prospect
from meuse.lab.courses import Course
from meuse.server.coach import Coach
from meuse.server.limits import REPORT
from meuse.server.params import REFUSALS, MatchId, Secret
from meuse.server.studies import Progress, Studies

TheCoach = NamedDependency[Coach]
TheStudies = NamedDependency[Studies]
After = Annotated[
    int | None, QueryParameter(name="at", ge=0, le=1_000_000, description="From after so many orders; now if left out.")
]


@post("/seats/{secret:str}/advice", tags=["coach"], responses=REFUSALS, status_code=200)
async def advice(coach: TheCoach, secret: Secret) -> Course:
    """What the staff would do in this side's place, as far as it can know."""
    return await coach.advice(secret)


@get("/seats/{secret:str}/dangers", tags=["coach"], responses=REFUSALS)
async def dangers(coach: TheCoach, secret: Secret) -> list[Danger]:
    """What this side leaves to the enemy as its board stands."""
    return await coach.dangers(secret)


@get("/seats/{secret:str}/prospects", tags=["coach"], responses=REFUSALS)
async def prospects(coach: TheCoach, secret: Secret) -> list[Prospect]:
    """This side's chance to win, turn by turn and now."""
    return await coach.prospects(secret)


@post("/seats/{secret:str}/analysis", tags=["coach"], responses=REFUSALS, status_code=200, opt=REPORT)
async def begin_analysis(studies: TheStudies, secret: Secret) -> Progress:
    """Have the game analysed."""
    return await studies.analyse(secret, "")


@get("/seats/{secret:str}/analysis", tags=["coach"], responses=REFUSALS)
async def analysis(studies: TheStudies, secret: Secret) -> Progress:
    """How far the analysis is, or the analysis."""
    return await studies.analysis(secret, "")


@delete("/seats/{secret:str}/analysis", tags=["coach"], responses=REFUSALS, status_code=200)
async def drop_analysis(studies: TheStudies, secret: Secret) -> Progress:
    """Stop the analysis, unless somebody else waits for it."""
    return await studies.drop_analysis(secret, "")


@post("/matches/{match_id:str}/analysis", tags=["coach"], responses=REFUSALS, status_code=200, opt=REPORT)
async def begin_public_analysis(studies: TheStudies, match_id: MatchId) -> Progress:
    """Have a finished game analysed."""
    return await studies.analyse("", match_id)


@get("/matches/{match_id:str}/analysis", tags=["coach"], responses=REFUSALS)
async def public_analysis(studies: TheStudies, match_id: MatchId) -> Progress:
    """How far the analysis is, or the analysis."""
    return await studies.analysis("", match_id)


@delete("/matches/{match_id:str}/analysis", tags=["coach"], responses=REFUSALS, status_code=200)
async def drop_public_analysis(studies: TheStudies, match_id: MatchId) -> Progress:
    """Stop the analysis, unless somebody else waits for it."""
    return await studies.drop_analysis("", match_id)


@post("/seats/{secret:str}/endings", tags=["coach"], responses=REFUSALS, status_code=200, opt=REPORT)
async def begin_endings(studies: TheStudies, secret: Secret, at: After = None) -> Progress:
    """Let two bots play the game to its end, some dozens of times."""
    return await studies.play_out(secret, "", at)


@get("/seats/{secret:str}/endings", tags=["coach"], responses=REFUSALS)
async def endings(studies: TheStudies, secret: Secret, at: After = None) -> Progress:
    """How these games have ended so far."""
    return await studies.endings(secret, "", at)


@delete("/seats/{secret:str}/endings", tags=["coach"], responses=REFUSALS, status_code=200)
async def drop_endings(studies: TheStudies, secret: Secret, at: After = None) -> Progress:
    """Play no more of them."""
    return await studies.drop_endings(secret, "", at)


@post("/matches/{match_id:str}/endings", tags=["coach"], responses=REFUSALS, status_code=200, opt=REPORT)
async def begin_public_endings(studies: TheStudies, match_id: MatchId, at: After = None) -> Progress:
    """Let two bots play a finished game to another end, from a moment of it."""
    return await studies.play_out("", match_id, at)


@get("/matches/{match_id:str}/endings", tags=["coach"], responses=REFUSALS)
async def public_endings(studies: TheStudies, match_id: MatchId, at: After = None) -> Progress:
    """How these games have ended so far."""
    return await studies.endings("", match_id, at)


@delete("/matches/{match_id:str}/endings", tags=["coach"], responses=REFUSALS, status_code=200)
async def drop_public_endings(studies: TheStudies, match_id: MatchId, at: After = None) -> Progress:
    """Play no more of them."""
    return await studies.drop_endings("", match_id, at)


COACH_ROUTES = [
    advice,
    dangers,
    prospects,
    begin_analysis,
    analysis,
    drop_analysis,
    begin_public_analysis,
    public_analysis,
    drop_public_analysis,
    begin_endings,
    endings,
    drop_endings,
    begin_public_endings,
    public_endings,
    drop_public_endings,
]
