"""Tournaments: made, entered, begun, looked at."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter

from meuse.server import errors
from meuse.server.club import begin, players, tournaments
from meuse.server.club.messages import EnterBot, NewTournament, TournamentInfo, TournamentPage
from meuse.server.club.routes_players import CLUB_REFUSALS, Key, TheClub
from meuse.server.reference import bots_of

TournamentId = Annotated[str, PathParameter(max_length=20, description="The id of a tournament.")]


@get("/club/tournaments", tags=["club"], responses=CLUB_REFUSALS)
async def list_tournaments(club: TheClub, authorization: Key = "") -> list[TournamentInfo]:
    """All tournaments, the newest first."""
    await club.must_be_known(authorization)
    return await club.ask(tournaments.every)


@post("/club/tournaments", tags=["club"], responses=CLUB_REFUSALS)
async def make(club: TheClub, data: JSONBody[NewTournament], authorization: Key = "") -> TournamentPage:
    """Make a tournament; whoever wants to play enters it."""
    caller = await club.caller(authorization)
    terms, _ = await club.house.ask(begin.checked, data.terms)
    new = await club.ask(tournaments.make, caller.player, data, terms)
    return await club.ask(tournaments.page, new)


@get("/club/tournaments/{tournament:str}", tags=["club"], responses=CLUB_REFUSALS)
async def show(club: TheClub, tournament: TournamentId, authorization: Key = "") -> TournamentPage:
    """A tournament: standings, rounds, games."""
    await club.must_be_known(authorization)
    return await club.ask(tournaments.page, tournament)


@post("/club/tournaments/{tournament:str}/enter", tags=["club"], responses=CLUB_REFUSALS, status_code=200)
async def enter(club: TheClub, tournament: TournamentId, authorization: Key = "") -> TournamentPage:
    """Play in it."""
    caller = await club.caller(authorization)
    await club.ask(tournaments.enter, tournament, caller.player)
    return await club.ask(tournaments.page, tournament)


@post("/club/tournaments/{tournament:str}/leave", tags=["club"], responses=CLUB_REFUSALS, status_code=200)
async def leave(club: TheClub, tournament: TournamentId, authorization: Key = "") -> TournamentPage:
    """Not play in it after all; possible until it begins."""
    caller = await club.caller(authorization)
    await club.ask(tournaments.leave, tournament, caller.player.id)
    return await club.ask(tournaments.page, tournament)


@post("/club/tournaments/{tournament:str}/bots", tags=["club"], responses=CLUB_REFUSALS, status_code=200)
async def enter_bot(
    club: TheClub, tournament: TournamentId, data: JSONBody[EnterBot], authorization: Key = ""
) -> TournamentPage:
    """Have a bot play in it: for whoever has made the tournament."""
    await club.ask(tournaments.must_be_host, tournament, (await club.caller(authorization)).player)
    game = (await club.ask(tournaments.one, tournament)).terms.game
    if data.bot not in await club.house.ask(bots_of, game):
        raise errors.bad_request(f"There is no bot {data.bot!r} for this game.")
    bot = await club.ask(players.bot_player, data.bot, begin.thinks(data.bot, data.thinks))
    await club.ask(tournaments.enter, tournament, bot)
    return await club.ask(tournaments.page, tournament)


@post("/club/tournaments/{tournament:str}/begin", tags=["club"], responses=CLUB_REFUSALS, status_code=200)
async def begin_it(club: TheClub, tournament: TournamentId, authorization: Key = "") -> TournamentPage:
    """End the entries; the first round is paired at once, each further one when the last game of a round is over."""
    await club.ask(tournaments.must_be_host, tournament, (await club.caller(authorization)).player)
    await club.ask(tournaments.begin, tournament)
    return await club.ask(tournaments.page, tournament)


TOURNAMENT_ROUTES = [list_tournaments, make, show, enter, leave, enter_bot, begin_it]
