"""Players and their results: ratings, a player's page, a season as a file."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get
from litestar.params import PathParameter, QueryParameter

from meuse.server import errors
from meuse.server.club import matches, players, ratings
from meuse.server.club.messages import PlayerPage, Ranking
from meuse.server.club.routes_players import CLUB_REFUSALS, Key, TheClub

PlayerId = Annotated[str, PathParameter(max_length=20, description="The id of a player.")]
DAY = r"^\d{4}-\d{2}-\d{2}$"
FirstDay = Annotated[str, QueryParameter(name="from", pattern=DAY, description="The first day, as 2026-01-31.")]
LastDay = Annotated[str, QueryParameter(name="to", pattern=DAY, description="The last day.")]


@get("/club/players", tags=["club"], responses=CLUB_REFUSALS)
async def ranking(club: TheClub, authorization: Key = "") -> Ranking:
    """Everybody by name, and the ratings by game and side, best first."""
    await club.must_be_known(authorization)
    rows = [row for row in await club.ask(players.everybody) if not row.blocked]
    return Ranking([matches.person(row) for row in rows], await club.ask(ratings.lines))


@get("/club/players/{player:str}", tags=["club"], responses=CLUB_REFUSALS)
async def player_page(club: TheClub, player: PlayerId, authorization: Key = "") -> PlayerPage:
    """A player: ratings, and games with their results."""
    await club.must_be_known(authorization)
    row = await club.ask(players.by_id, player)
    if row is None:
        raise errors.ServiceError(404, "unknown_player", "There is no player at this address.")
    games = await club.ask(matches.of_player, player)
    return PlayerPage(
        person=matches.person(row),
        since=row.created,
        ratings=[line for line in await club.ask(ratings.lines) if line.person.id == player],
        playing=[game for game in games if not game.finished],
        finished=[game for game in games if game.finished],
    )


@get("/club/season.csv", tags=["club"], responses=CLUB_REFUSALS, media_type="text/csv")
async def season(
    club: TheClub, start: FirstDay = "0001-01-01", end: LastDay = "9999-12-31", authorization: Key = ""
) -> Response[str]:
    """All matches that ended between two days, as CSV."""
    await club.must_be_known(authorization)
    text = await club.ask(ratings.season, start, end)
    return Response(text, media_type="text/csv", headers={"content-disposition": 'attachment; filename="season.csv"'})


RESULT_ROUTES = [ranking, player_page, season]
