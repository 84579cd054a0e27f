"""Matches: started, uploaded, listed, watched."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import JSONBody

from meuse.history import History
from meuse.server import errors, journals, talk
from meuse.server.club.routes_players import Key, TheClub
from meuse.server.limits import MAX_UPLOAD, NEW_MATCH, REPORT
from meuse.server.messages import (
    ChatLine,
    Created,
    ListedMatch,
    LogLine,
    MatchInfo,
    NewMatch,
    SeatState,
    SecretList,
    Upload,
    UploadProgress,
)
from meuse.server.params import (
    REFUSALS,
    At,
    Before,
    From,
    MatchId,
    TheHouse,
    TheOpponents,
    TheTales,
    TheUploads,
    Ticket,
    Viewpoint,
    file_response,
)


@post("/matches", tags=["matches"], responses=REFUSALS, opt=NEW_MATCH)
async def create(
    house: TheHouse, opponents: TheOpponents, club: TheClub, data: JSONBody[NewMatch], authorization: Key = ""
) -> Created:
    """Start a match. Each seat that no bot has gets a secret, which is its address from now on."""
    await club.must_be_known(authorization)
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


@post("/matches/upload", tags=["matches"], responses=REFUSALS, opt=NEW_MATCH, request_max_body_size=MAX_UPLOAD)
async def upload(
    house: TheHouse,
    opponents: TheOpponents,
    uploads: TheUploads,
    club: TheClub,
    data: JSONBody[Upload],
    authorization: Key = "",
) -> Created:
    """Start a match from a saved game."""
    await club.must_be_known(authorization)
    created = await journals.upload(house, uploads, data)
    opponents.call(created.id)
    return created


@get("/uploads/{ticket:str}", tags=["matches"], responses=REFUSALS)
async def upload_progress(uploads: TheUploads, ticket: Ticket) -> UploadProgress:
    """How far the replay of a saved game is that is being uploaded."""
    if (found := uploads.progress(ticket)) is None:
        raise errors.ServiceError(404, "unknown_upload", "No saved game is being replayed under this ticket.")
    return UploadProgress(*found)


@get("/matches/{match_id:str}/chat", tags=["matches"], responses=REFUSALS)
async def public_chat(house: TheHouse, match_id: MatchId, before: Before) -> list[ChatLine]:
    """Messages from before those that come with a state, a page of them."""
    return await house.ask(talk.public_earlier, house, match_id, before)


@get("/matches/{match_id:str}/log", tags=["matches"], responses=REFUSALS)
async def public_log(house: TheHouse, match_id: MatchId, start: From = 0) -> list[LogLine]:
    """The orders given so far, as a spectator may know them."""
    return await house.ask(lambda: house.open(match_id).log(None, start))


@get("/matches/{match_id:str}/journal", tags=["matches"], responses=REFUSALS, media_type="text/plain")
async def public_journal(house: TheHouse, match_id: MatchId) -> Response[str]:
    """The journal as a file: the whole one after the end, before it without secrets."""
    return file_response(*await house.ask(journals.public_journal, house, match_id))


@get("/matches/{match_id:str}/report", tags=["matches"], responses=REFUSALS, opt=REPORT)
async def public_report(tales: TheTales, match_id: MatchId) -> History:
    """How the game went, as a spectator may know it."""
    return await tales.public_report(match_id)


MATCH_ROUTES = [
    create,
    info,
    public_state,
    listed,
    upload,
    upload_progress,
    public_chat,
    public_log,
    public_journal,
    public_report,
]
