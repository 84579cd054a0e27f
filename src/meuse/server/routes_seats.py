"""A seat's own address: its secret is the key to everything its side may know and do."""

from __future__ import annotations

from litestar import get, post

from meuse.ledger import Refusal
from meuse.report import OddsReport
from meuse.server import messages, play
from meuse.server.house import House
from meuse.server.opponents import Opponents
from meuse.server.params import At, From, Viewpoint


@get("/seats/{secret:str}/state", tags=["seats"])
async def state(house: House, secret: str, at: At = None, viewpoint: Viewpoint = "") -> messages.SeatState:
    """The board as this side sees it, what it is asked, and the talk at the table."""
    return await house.ask(house.seat_state, secret, at, viewpoint)


@post("/seats/{secret:str}/choices", tags=["seats"], status_code=200)
async def choices(house: House, secret: str, data: messages.Prefix) -> messages.Choices:
    """What may follow the beginning of an order."""
    return await house.ask(play.choices, house, secret, data.prefix)


@post("/seats/{secret:str}/why-not", tags=["seats"], status_code=200)
async def why_not(house: House, secret: str, data: messages.WhyNot) -> Refusal | None:
    """Why a word may not follow; null if it may."""
    return await house.ask(play.why_not, house, secret, data.prefix, data.token)


@post("/seats/{secret:str}/odds", tags=["seats"], status_code=200)
async def odds(house: House, secret: str, data: messages.OrderText) -> OddsReport | None:
    """The arithmetic of a planned attack; null where there is none."""
    return await house.ask(play.odds, house, secret, data.order)


@post("/seats/{secret:str}/threat", tags=["seats"], status_code=200)
async def threat(house: House, secret: str, data: messages.Place) -> OddsReport | None:
    """The best attack that the enemy could make on a hex in its next turn; null where there is none."""
    return await house.ask(play.threat, house, secret, data.hex)


@post("/seats/{secret:str}/orders", tags=["seats"], status_code=200)
async def give_order(house: House, opponents: Opponents, secret: str, data: messages.GiveOrder) -> messages.Played:
    """Give an order. It is stored when the answer comes."""
    played = await house.ask(play.give_order, house, secret, data.number, data.order)
    opponents.call(played.state.match.id)
    return played


@post("/seats/{secret:str}/undo", tags=["seats"], status_code=200)
async def undo(house: House, secret: str, data: messages.TakeBack) -> messages.Played:
    """Take back this side's last order, as long as no die and no secret lies behind it."""
    return await house.ask(play.take_back, house, secret, data.number)


@get("/seats/{secret:str}/log", tags=["seats"])
async def log(house: House, secret: str, start: From = 0) -> list[messages.LogLine]:
    """The orders given so far, with what this side may know of what they brought about."""
    return await house.ask(play.log, house, secret, start)


SEAT_ROUTES = [state, choices, why_not, odds, threat, give_order, undo, log]
