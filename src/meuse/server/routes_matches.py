"""Matches: started, uploaded, listed, watched."""

from __future__ import annotations

from litestar import get, post

from meuse.server.house import House
from meuse.server.messages import Created, ListedMatch, MatchInfo, NewMatch, SeatState, SecretList
from meuse.server.opponents import Opponents
from meuse.server.params import At, Viewpoint


@post("/matches", tags=["matches"])
async def create(house: House, opponents: Opponents, data: NewMatch) -> Created:
    """Start a match. Each seat that no bot has gets a secret, which is its address from now on."""
    created = await house.ask(house.create, data)
    opponents.call(created.id)
    return created


@get("/matches/{match_id:str}", tags=["matches"])
async def info(house: House, match_id: str) -> MatchInfo:
    """What anyone may know of a match."""
    return await house.ask(house.info, match_id)


@get("/matches/{match_id:str}/state", tags=["matches"])
async def public_state(house: House, match_id: str, at: At = None, viewpoint: Viewpoint = "") -> SeatState:
    """The board as a spectator sees it, now or after `at` orders."""
    return await house.ask(house.public_state, match_id, at, viewpoint)


@post("/list", tags=["matches"], status_code=200)
async def listed(house: House, data: SecretList) -> list[ListedMatch]:
    """The matches of these seats."""
    return await house.ask(house.listed, data.secrets)


MATCH_ROUTES = [create, info, public_state, listed]
