"""Names: a name is said once, and its key shown from then on."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter

from meuse.server.club import times
from meuse.server.club.club import Club
from meuse.server.club.messages import ClubInfo, Holiday, Myself, NewKey, NewName, Rename, TakeSeat
from meuse.server.messages import Problem
from meuse.server.params import REFUSALS

FirstDay = Annotated[str, PathParameter(max_length=10, description="The first day of a holiday.")]
TheClub = NamedDependency[Club]
Key = Annotated[str, HeaderParameter(name="authorization", max_length=300, description="Bearer, and a player's key.")]

CLUB_REFUSALS = REFUSALS | {
    401: ResponseSpec(Problem, description="The key opens nothing here, or none was shown."),
    403: ResponseSpec(Problem, description="The name is blocked, or the phrase of a private server is another one."),
}


@get("/club", tags=["club"], responses=CLUB_REFUSALS)
async def about(club: TheClub) -> ClubInfo:
    """Whether a name needs an invitation here."""
    return await club.info()


@post("/club/players", tags=["club"], responses=CLUB_REFUSALS)
async def register(club: TheClub, data: JSONBody[NewName]) -> NewKey:
    """Say a name. The answer has its key, which is told this once."""
    return await club.register(data)


@get("/club/me", tags=["club"], responses=CLUB_REFUSALS)
async def me(club: TheClub, authorization: Key = "") -> Myself:
    """Whoever shows this key."""
    return await club.myself(await club.caller(authorization))


@post("/club/me/name", tags=["club"], responses=CLUB_REFUSALS, status_code=200)
async def rename(club: TheClub, data: JSONBody[Rename], authorization: Key = "") -> Myself:
    """Take another name. Games in progress keep the old one until the player is in them again."""
    return await club.rename(await club.caller(authorization), data.name)


@post("/club/me/key", tags=["club"], responses=CLUB_REFUSALS, status_code=200)
async def change_key(club: TheClub, authorization: Key = "") -> NewKey:
    """Another key; the old one opens nothing any more."""
    return await club.change_key(await club.caller(authorization))


@post("/club/seats", tags=["club"], responses=CLUB_REFUSALS, status_code=200)
async def take(club: TheClub, data: JSONBody[TakeSeat], authorization: Key = "") -> Myself:
    """Have a seat by one's name: the key opens it on every device."""
    caller = await club.caller(authorization)
    await club.take(caller, data.secret)
    return await club.myself(caller)


@post("/club/me/holidays", tags=["club"], responses=CLUB_REFUSALS, status_code=200)
async def go_away(club: TheClub, data: JSONBody[Holiday], authorization: Key = "") -> Myself:
    """Be away for some days: the days of a move do not run then."""
    caller = await club.caller(authorization)
    await club.ask(times.go_away, caller.player, data, datetime.now(UTC).date())
    return await club.myself(caller)


@delete("/club/me/holidays/{first:str}", tags=["club"], responses=CLUB_REFUSALS)
async def come_back(club: TheClub, first: FirstDay, authorization: Key = "") -> None:
    """Not be away then after all."""
    await club.ask(times.come_back, (await club.caller(authorization)).player, first)


PLAYER_ROUTES = [about, register, me, rename, change_key, take, go_away, come_back]
