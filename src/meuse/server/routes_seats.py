"""A seat's own address: its secret is the key to everything its side may know and do."""

from __future__ import annotations

from litestar import Response, delete, get, post
from litestar.params import JSONBody

from meuse.history import History
from meuse.ledger import Refusal
from meuse.report import Engagement, OddsReport
from meuse.server import journals, messages, play, talk
from meuse.server.club.routes_players import TheClub
from meuse.server.limits import NEW_MATCH, REPORT
from meuse.server.params import (
    REFUSALS,
    At,
    Before,
    From,
    Secret,
    TheHouse,
    TheOpponents,
    TheTales,
    Viewpoint,
    file_response,
)


@get("/seats/{secret:str}/state", tags=["seats"], responses=REFUSALS)
async def state(
    house: TheHouse, opponents: TheOpponents, secret: Secret, at: At = None, viewpoint: Viewpoint = ""
) -> messages.SeatState:
    """The board as this side sees it, what it is asked, and the chat."""
    seen = await house.ask(house.seat_state, secret, at, viewpoint)
    if not seen.thinking and any(seen.match.seats[side].kind == "bot" for side in seen.match.asked):
        opponents.call(seen.match.id)  # it should be thinking; whatever kept it from that, somebody waits
    return seen


@post("/seats/{secret:str}/choices", tags=["seats"], responses=REFUSALS, status_code=200)
async def choices(house: TheHouse, secret: Secret, data: JSONBody[messages.Prefix]) -> messages.Choices:
    """What may follow the beginning of an order."""
    return await house.ask(play.choices, house, secret, data.prefix, data.way)


@post("/seats/{secret:str}/why-not", tags=["seats"], responses=REFUSALS, status_code=200)
async def why_not(house: TheHouse, secret: Secret, data: JSONBody[messages.WhyNot]) -> Refusal | None:
    """Why a word may not follow; null if it may."""
    return await house.ask(play.why_not, house, secret, data.prefix, data.token)


@post("/seats/{secret:str}/odds", tags=["seats"], responses=REFUSALS, status_code=200)
async def odds(house: TheHouse, secret: Secret, data: JSONBody[messages.OrderText]) -> OddsReport | None:
    """The arithmetic of a planned attack; null where there is none."""
    return await house.ask(play.odds, house, secret, data)


@post("/seats/{secret:str}/threat", tags=["seats"], responses=REFUSALS, status_code=200)
async def threat(house: TheHouse, secret: Secret, data: JSONBody[messages.Target]) -> OddsReport | None:
    """The best attack that the enemy could make on a hex in its next turn; null where there is none."""
    return await house.ask(play.threat, house, secret, data)


@post("/seats/{secret:str}/muster", tags=["seats"], responses=REFUSALS, status_code=200)
async def muster(house: TheHouse, secret: Secret, data: JSONBody[messages.Muster]) -> OddsReport | None:
    """The best attack that this side could still bring about on a hex, with the moves for it; null where none is."""
    return await house.ask(play.muster, house, secret, data)


@get("/seats/{secret:str}/engagements", tags=["seats"], responses=REFUSALS)
async def engagements(house: TheHouse, secret: Secret) -> list[Engagement]:
    """The enemy hexes that could be attacked as the units stand, each with the units that could attack it."""
    return await house.ask(play.engagements, house, secret)


@post("/seats/{secret:str}/orders", tags=["seats"], responses=REFUSALS, status_code=200)
async def give_order(
    house: TheHouse, opponents: TheOpponents, secret: Secret, data: JSONBody[messages.GiveOrder]
) -> messages.Played:
    """Give an order. It is stored when the answer comes."""
    played = await house.ask(play.give_order, house, secret, data.number, data.order)
    opponents.call(played.state.match.id)
    return played


@post("/seats/{secret:str}/hurry", tags=["seats"], responses=REFUSALS, status_code=200)
async def hurry(house: TheHouse, secret: Secret) -> messages.SeatState:
    """Have the bot that thinks decide now, with what it has."""
    return await house.ask(play.hurry, house, secret)


@post("/seats/{secret:str}/undo", tags=["seats"], responses=REFUSALS, status_code=200)
async def undo(house: TheHouse, secret: Secret, data: JSONBody[messages.TakeBack]) -> messages.Played:
    """Take back this side's last order, as long as no die and no secret lies behind it."""
    return await house.ask(play.take_back, house, secret, data.number)


@get("/seats/{secret:str}/log", tags=["seats"], responses=REFUSALS)
async def log(house: TheHouse, secret: Secret, start: From = 0) -> list[messages.LogLine]:
    """The orders given so far, with what this side may know of what they brought about."""
    return await house.ask(play.log, house, secret, start)


@get("/seats/{secret:str}/journal", tags=["seats"], responses=REFUSALS, media_type="text/plain")
async def journal(house: TheHouse, secret: Secret) -> Response[str]:
    """This seat's journal as a file."""
    return file_response(*await house.ask(journals.seat_journal, house, secret))


@get("/seats/{secret:str}/report", tags=["seats"], responses=REFUSALS, opt=REPORT)
async def report(tales: TheTales, secret: Secret) -> History:
    """How the game went: score, losses, dice and the front, turn by turn; before the end what this side may know."""
    return await tales.seat_report(secret)


@post("/seats/{secret:str}/resign", tags=["talk"], responses=REFUSALS, status_code=200)
async def resign(house: TheHouse, secret: Secret) -> messages.SeatState:
    """Give the game up."""
    return await house.ask(talk.resign, house, secret)


@post("/seats/{secret:str}/draw", tags=["talk"], responses=REFUSALS, status_code=200)
async def draw(
    house: TheHouse, opponents: TheOpponents, secret: Secret, data: JSONBody[messages.Answer | None] = None
) -> messages.SeatState:
    """Offer a draw, or answer the other side's offer."""
    state = await house.ask(talk.draw, house, secret, data.answer if data else None)
    opponents.call(state.match.id)
    return state


@post("/seats/{secret:str}/takeback", tags=["talk"], responses=REFUSALS, status_code=200)
async def takeback(
    house: TheHouse, opponents: TheOpponents, secret: Secret, data: JSONBody[messages.Answer | None] = None
) -> messages.SeatState:
    """Ask to go back before one's last order, or answer such a request. The same dice come again."""
    state = await house.ask(talk.takeback, house, secret, data.answer if data else None)
    opponents.call(state.match.id)
    return state


@post("/seats/{secret:str}/rematch", tags=["talk"], responses=REFUSALS, status_code=200, opt=NEW_MATCH)
async def rematch(
    house: TheHouse, opponents: TheOpponents, secret: Secret, data: JSONBody[messages.Again | None] = None
) -> messages.Rematch:
    """Play again with sides changed; each player asks for his own seat. A bot may be exchanged for another."""
    again = await house.ask(talk.rematch, house, secret, data)
    opponents.call(again.id)
    return again


@post("/seats/{secret:str}/rematch/decline", tags=["talk"], responses=REFUSALS, status_code=200)
async def decline_rematch(house: TheHouse, secret: Secret) -> messages.SeatState:
    """Decline the rematch that the other side has asked for, or withdraw one's own wish for it."""
    return await house.ask(talk.decline_rematch, house, secret)


@post("/seats/{secret:str}/name", tags=["talk"], responses=REFUSALS, status_code=200)
async def name(house: TheHouse, club: TheClub, secret: Secret, data: JSONBody[messages.Called]) -> messages.SeatState:
    """Say what this player wants to be called; both players and all spectators read it."""
    await club.must_be_free(secret, data.name)
    return await house.ask(talk.name, house, secret, data.name)


@post("/seats/{secret:str}/chat", tags=["talk"], responses=REFUSALS, status_code=200)
async def chat(house: TheHouse, secret: Secret, data: JSONBody[messages.Say]) -> messages.SeatState:
    """Say something to both players and all spectators."""
    return await house.ask(talk.chat, house, secret, data.text)


@get("/seats/{secret:str}/chat", tags=["talk"], responses=REFUSALS)
async def earlier(house: TheHouse, secret: Secret, before: Before) -> list[messages.ChatLine]:
    """Messages from before those that come with a state, a page of them."""
    return await house.ask(talk.earlier, house, secret, before)


@post("/seats/{secret:str}/notes", tags=["talk"], responses=REFUSALS, status_code=200)
async def notes(house: TheHouse, secret: Secret, data: JSONBody[messages.Note]) -> messages.SeatState:
    """Keep private notes with the seat."""
    await house.ask(house.set_notes, secret, data.text.replace("\0", ""))
    return await house.ask(house.seat_state, secret)


@post("/seats/{secret:str}/replace", tags=["talk"], responses=REFUSALS, status_code=200)
async def replace(house: TheHouse, secret: Secret) -> messages.NewSecret:
    """Give the seat a new secret link; the old one opens nothing any more."""
    return messages.NewSecret(await house.ask(house.replace_secret, secret))


@post("/seats/{secret:str}/return", tags=["talk"], responses=REFUSALS, status_code=200)
async def come_back(house: TheHouse, secret: Secret) -> messages.SeatState:
    """Play again at a seat that a bot has taken over when one's time was up."""
    return await house.ask(talk.come_back, house, secret)


@delete("/seats/{secret:str}", tags=["talk"], responses=REFUSALS, status_code=200)
async def leave(house: TheHouse, secret: Secret) -> messages.Deleted:
    """Leave the match. It is deleted once nobody is left: a person on the other side keeps it until he leaves too."""
    return await house.ask(talk.leave, house, secret)


SEAT_ROUTES = [
    state, choices, why_not, odds, threat, muster, engagements, give_order, undo, hurry, log, journal, report,
    resign, draw, takeback, rematch, decline_rematch, chat, earlier, name, notes, replace, come_back, leave,
]  # fmt: skip
