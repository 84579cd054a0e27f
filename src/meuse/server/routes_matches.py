"""Matches: started, uploaded, listed, watched."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import JSONBody

from meuse.history import History
from meuse.server import journals, tales
from meuse.server.limits import MAX_UPLOAD
from meuse.server.messages import Created, ListedMatch, LogLine, MatchInfo, NewMatch, SeatState, SecretList, Upload
from meuse.server.params import REFUSALS, At, From, MatchId, TheHouse, TheOpponents, Viewpoint, file_response


@post("/matches", tags=["matches"], responses=REFUSALS)
async def create(house: TheHouse, opponents: TheOpponents, data: JSONBody[NewMatch]) -> Created:
    """Start a match. Each seat that no bot has gets a secret, which is its address from now on."""
    created = await house.ask(house.create, data)
    opponents.call(created.id)
    return created


@get("/matches/{match_id:str}", tags=["matches"], responses=REFUSALS)
async def info(house: TheHouse, match_id: MatchId) -> MatchInfo:
    """What anyone may know of a match."""
    return await house.ask(house.info, match_id)


@get("/matches/{match_id:str}/state", tags=["matches"], responses=REFUSALS)
async def public_state(house: TheHouse, match_id: MatchId, at: At = None, viewpoint: Viewpoint = "") -> SeatState:
    """The board as a spectator sees it, now or after `at` orders."""
    return await house.ask(house.public_state, match_id, at, viewpoint)


@post("/list", tags=["matches"], responses=REFUSALS, status_code=200)
async def listed(house: TheHouse, data: JSONBody[SecretList]) -> list[ListedMatch]:
    """The matches of these seats."""
    return await house.ask(house.listed, data.secrets)


@post("/matches/upload", tags=["matches"], responses=REFUSALS, request_max_body_size=MAX_UPLOAD)
async def upload(house: TheHouse, opponents: TheOpponents, data: JSONBody[Upload]) -> Created:
    """Start a match from a saved game."""
    created = await house.ask(journals.upload, house, data)
    opponents.call(created.id)
    return created


@get("/matches/{match_id:str}/log", tags=["matches"], responses=REFUSALS)
async def public_log(house: TheHouse, match_id: MatchId, start: From = 0) -> list[LogLine]:
    """The orders given so far, as a spectator may know them."""
    return await house.ask(lambda: house.open(match_id).log(None, start))


@get("/matches/{match_id:str}/journal", tags=["matches"], responses=REFUSALS, media_type="text/plain")
async def public_journal(house: TheHouse, match_id: MatchId) -> Response[str]:
    """The journal as a file: the whole one after the end, before it without secrets."""
    return file_response(*await house.ask(journals.public_journal, house, match_id))


@get("/matches/{match_id:str}/report", tags=["matches"], responses=REFUSALS)
async def public_report(house: TheHouse, opponents: TheOpponents, match_id: MatchId) -> History:
    """How the game went, as a spectator may know it."""
    return await tales.public_report(house, opponents, match_id)


MATCH_ROUTES = [create, info, public_state, listed, upload, public_log, public_journal, public_report]
