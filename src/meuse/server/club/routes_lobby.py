"""The lobby: who is here, what is offered, what can be watched; and one's own games."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.params import JSONBody, PathParameter

from meuse.server.club import begin, bids, lapses, lobby, matches
from meuse.server.club.club import Club
from meuse.server.club.messages import (
    Balance,
    ClubMatch,
    Here,
    Invitation,
    Joined,
    Lobby,
    MyMatch,
    NewInvitation,
    Raise,
)
from meuse.server.club.routes_players import CLUB_REFUSALS, Key, TheClub
from meuse.server.params import MatchId, TheOpponents

InvitationId = Annotated[str, PathParameter(max_length=20, description="The id of an invitation.")]


@get("/club/lobby", tags=["club"], responses=CLUB_REFUSALS)
async def show_lobby(club: TheClub, authorization: Key = "") -> Lobby:
    """Open invitations, games to watch, who is here. On a private server only for its players."""
    if authorization or club.private:
        await club.caller(authorization)
    watch = await club.ask(matches.watched)
    return Lobby(await club.ask(lobby.every), watch, _here(club, watch))


@get("/club/balance", tags=["club"], responses=CLUB_REFUSALS)
async def balance() -> list[Balance]:
    """How even each scenario is between bots, and where sides can be bid for."""
    return bids.balances()


@post("/club/invitations", tags=["club"], responses=CLUB_REFUSALS)
async def invite(
    club: TheClub, opponents: TheOpponents, data: JSONBody[NewInvitation], authorization: Key = ""
) -> Invitation:
    """Invite everybody to a game, or a bot, which accepts at once."""
    return await begin.invite(club, opponents, await club.caller(authorization), data)


@delete("/club/invitations/{invitation:str}", tags=["club"], responses=CLUB_REFUSALS)
async def withdraw(club: TheClub, invitation: InvitationId, authorization: Key = "") -> None:
    """Take back one's own invitation."""
    await club.ask(lobby.withdraw, invitation, (await club.caller(authorization)).player)


@post("/club/invitations/{invitation:str}/bid", tags=["club"], responses=CLUB_REFUSALS)
async def raise_bid(club: TheClub, invitation: InvitationId, data: JSONBody[Raise], authorization: Key = "") -> None:
    """Bid more for the side of this game that is bid for."""
    await club.ask(lobby.raise_bid, invitation, (await club.caller(authorization)).player, data.bid)


@post("/club/invitations/{invitation:str}/join", tags=["club"], responses=CLUB_REFUSALS)
async def join(club: TheClub, opponents: TheOpponents, invitation: InvitationId, authorization: Key = "") -> Joined:
    """Accept an invitation: the game begins."""
    return await begin.accept(club, opponents, await club.caller(authorization), invitation)


@get("/club/games", tags=["club"], responses=CLUB_REFUSALS)
async def my_games(club: TheClub, authorization: Key = "") -> list[MyMatch]:
    """All games of whoever shows this key, with the secrets that open them."""
    return await club.mine(await club.caller(authorization))


@get("/club/games/{match_id:str}", tags=["club"], responses=CLUB_REFUSALS)
async def club_match(club: TheClub, match_id: MatchId) -> ClubMatch | None:
    """What the club knows of a match: pace, clocks, bid; null if it is not one of the club's."""
    return await club.ask(matches.one, match_id)


@post("/club/games/{match_id:str}/claim", tags=["club"], responses=CLUB_REFUSALS, status_code=200)
async def claim(club: TheClub, match_id: MatchId, authorization: Key = "") -> None:
    """Win a game whose other player has let his time run out."""
    await lapses.claim(club, await club.caller(authorization), match_id)


LOBBY_ROUTES = [show_lobby, balance, invite, withdraw, raise_bid, join, my_games, club_match, claim]


def _here(club: Club, watch: list[ClubMatch]) -> list[Here]:
    """Who is in the lobby, and who has the page of a game open."""
    found = {player.id: Here(matches.person(player), "") for player in club.here()}
    for one in watch:
        for side in club.house.hub.present(one.match.id):
            person = one.players["german" if side == "german" else "allied"]
            found[person.id] = Here(person, one.match.id)
    return list(found.values())
