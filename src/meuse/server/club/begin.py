"""How a match of the club begins: everybody's seat is given to him by name."""

from __future__ import annotations

import msgspec
from sqlalchemy.engine import Connection

import meuse
from meuse.counters import SideWord
from meuse.server import errors, talk
from meuse.server.club import bids, lobby, matches, players
from meuse.server.club.club import Caller, Club
from meuse.server.club.matches import Agreed
from meuse.server.club.messages import Invitation, Joined, NewInvitation, Terms
from meuse.server.club.players import PlayerRow
from meuse.server.house import House
from meuse.server.messages import Created, MatchInfo, NewMatch, Pace, SeatOrder, Seats
from meuse.server.opponents import Opponents
from meuse.server.reference import book, bots_of, is_searching


async def invite(club: Club, opponents: Opponents, caller: Caller, wanted: NewInvitation) -> Invitation:
    """Invite everybody, or a bot, which accepts at once."""
    terms, title = await club.house.ask(checked, wanted)
    if not wanted.bot:
        return Invitation(await club.ask(lobby.invite, caller.player, terms, title, wanted.bid), None)
    if wanted.bot not in await club.house.ask(bots_of, wanted.game):
        raise errors.bad_request(f"There is no bot {wanted.bot!r} for this game.")
    bot = await club.ask(players.bot_player, wanted.bot, thinks(wanted.bot, wanted.thinks))
    agreed = lobby.with_bot(terms, caller.player, bot)
    created = await start(club, opponents, terms, agreed)
    return Invitation("", await _seat(club, caller, created, agreed))


async def accept(club: Club, opponents: Opponents, caller: Caller, invitation: str) -> Joined:
    """Accept an invitation; the first who does has the game."""
    found, agreed = await club.ask(lobby.accepted, invitation, caller.player)
    created = await start(club, opponents, found.terms, agreed, invitation)
    return await _seat(club, caller, created, agreed)


async def start(club: Club, opponents: Opponents, terms: Terms, agreed: Agreed, invitation: str = "") -> Created:
    """Create the match, and close the invitation that it comes from; if that was too late, there is no match."""
    seats = Seats(german=_order(agreed.german), allied=_order(agreed.allied))
    wanted = NewMatch(terms.game, seats, terms.scenario or None, terms.options)
    created = await club.house.ask(club.house.create, wanted)
    info = await club.house.ask(_named, club.house, created, agreed)
    try:
        await club.ask(_enter, info, agreed, invitation)
    except Exception:
        await club.house.ask(_undo, club.house, created.id)
        raise
    opponents.call(created.id)
    return created


def thinks(bot: str, wanted: Pace) -> str:
    """How long a bot thinks about a turn, for one that searches; "" for others."""
    return wanted if is_searching(bot) else ""


def checked(wanted: Terms) -> tuple[Terms, str]:
    """The terms in full, and what the game is called; raises ServiceError."""
    rule_book = book(wanted.game, wanted.scenario or None)
    try:
        scenario = rule_book.checked_scenario(wanted.scenario or None)
        options = rule_book.checked_options(dict(wanted.options))
    except meuse.UnknownOption as error:
        raise errors.bad_request(f"{error}.") from error
    facts = {name: getattr(wanted, name) for name in Terms.__struct_fields__}
    terms = Terms(**facts | {"scenario": scenario, "options": options, "note": talk.in_one_line(wanted.note)})
    bids.must_be_biddable(terms)
    title = next(one.title for one in rule_book.scenarios if one.id == scenario)
    return terms, title if title.startswith(rule_book.title) else f"{rule_book.title}: {title}"


# -- helpers


def _order(player: PlayerRow) -> SeatOrder:
    if not player.bot:
        return SeatOrder("link")
    bot, _, pace = player.bot.partition(":")
    return SeatOrder("bot", bot, msgspec.convert(pace or "normal", Pace))


def _named(house: House, created: Created, agreed: Agreed) -> MatchInfo:
    """Everybody is called by his name in the match."""
    sides: tuple[SideWord, ...] = ("german", "allied")
    for side in sides:
        if secret := created.seats[side]:
            talk.name(house, secret, agreed.at(side).name)
    return house.info(created.id)


def _enter(db: Connection, info: MatchInfo, agreed: Agreed, invitation: str) -> None:
    if invitation:
        lobby.close(db, invitation, info.id)
    matches.begin(db, info, agreed)


def _undo(house: House, match_id: str) -> None:
    house.storage.delete(match_id)
    house.forget(match_id)


async def _seat(club: Club, caller: Caller, created: Created, agreed: Agreed) -> Joined:
    side: SideWord = "german" if agreed.german.id == caller.player.id else "allied"
    return Joined(created.id, side, await club.issue(caller, created.id, side))
