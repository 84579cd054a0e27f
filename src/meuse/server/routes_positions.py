"""Positions: opened, edited, shared, played; and taken from games."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter

from meuse.positionsheet import Sheet
from meuse.server import positions
from meuse.server.club.routes_players import Key, TheClub
from meuse.server.limits import NEW_MATCH
from meuse.server.messages import Created, NewPosition, PositionEdit, PositionMatch, SharedPosition
from meuse.server.params import REFUSALS, MatchId, Secret, TheHouse, TheOpponents, TheUploads

PositionId = Annotated[str, PathParameter(max_length=40, description="The id of a shared position.")]


@post("/positions/open", tags=["positions"], responses=REFUSALS, status_code=200)
async def open_position(opponents: TheOpponents, data: JSONBody[NewPosition]) -> Sheet:
    """A position, or the beginning of a scenario, ready to be edited."""
    return await positions.sheet(opponents, data)


@post("/positions/edit", tags=["positions"], responses=REFUSALS, status_code=200)
async def edit_position(opponents: TheOpponents, data: JSONBody[PositionEdit]) -> Sheet:
    """The position with counters laid elsewhere, or at another moment."""
    return await positions.sheet(opponents, data)


@post("/positions", tags=["positions"], responses=REFUSALS, opt=NEW_MATCH)
async def share_position(house: TheHouse, opponents: TheOpponents, data: JSONBody[NewPosition]) -> SharedPosition:
    """Keep a position, to be found again by its id."""
    found = await positions.sheet(opponents, data)
    return SharedPosition(await house.ask(positions.share, house, found.text))


@get("/positions/{position:str}", tags=["positions"], responses=REFUSALS, media_type="text/plain")
async def shared_position(house: TheHouse, position: PositionId) -> Response[str]:
    """The text of a position that was shared."""
    return Response(await house.ask(positions.shared, house, position), media_type="text/plain")


@post("/matches/position", tags=["positions"], responses=REFUSALS, opt=NEW_MATCH)
async def play_position(
    house: TheHouse,
    opponents: TheOpponents,
    uploads: TheUploads,
    club: TheClub,
    data: JSONBody[PositionMatch],
    authorization: Key = "",
) -> Created:
    """Start a match that begins at a position."""
    await club.must_be_known(authorization)
    created = await positions.play(house, uploads, data)
    opponents.call(created.id)
    return created


@get("/seats/{secret:str}/position", tags=["positions"], responses=REFUSALS, media_type="text/plain")
async def seat_position(house: TheHouse, secret: Secret) -> Response[str]:
    """The position of a game as a side may know it: what is hidden from it is drawn by chance."""
    return Response(await house.ask(positions.of_seat, house, secret), media_type="text/plain")


@get("/matches/{match_id:str}/position", tags=["positions"], responses=REFUSALS, media_type="text/plain")
async def match_position(house: TheHouse, match_id: MatchId) -> Response[str]:
    """The position of a game that is over."""
    return Response(await house.ask(positions.of_match, house, match_id), media_type="text/plain")


POSITION_ROUTES = [
    open_position, edit_position, share_position, shared_position, play_position, seat_position, match_position,
]  # fmt: skip
