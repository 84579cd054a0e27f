"""Tournaments: entered, paired round by round, and counted."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from meuse.server import errors, talk
from meuse.server.club import pairings
from meuse.server.club.matches import Agreed, club_list, people_of, with_info
from meuse.server.club.messages import (
    ClubMatch,
    NewTournament,
    Person,
    PlaceLine,
    Terms,
    TournamentInfo,
    TournamentPage,
    TournamentRound,
)
from meuse.server.club.pairings import Game
from meuse.server.club.players import PlayerRow, by_id
from meuse.server.club.tables import club_matches, entrants, tournaments
from meuse.server.house import now
from meuse.server.storage import matches

MOST_ENTRANTS = 64
FEWEST = 2
MOST_LISTED = 100


class Stored(msgspec.Struct, frozen=True):
    """A tournament as stored."""

    id: str
    host: str
    title: str
    form: str
    rounds: int
    both_sides: bool
    terms: Terms
    state: str
    round: int


def make(db: Connection, host: PlayerRow, wanted: NewTournament, terms: Terms) -> str:
    new, title = secrets.token_hex(6), talk.in_one_line(wanted.title)
    if not title:
        raise errors.bad_request("A tournament needs a title.")
    values = {
        "id": new,
        "host": host.id,
        "title": title,
        "form": wanted.form,
        "rounds": wanted.rounds,
        "both_sides": wanted.both_sides,
        "terms": msgspec.json.encode(terms).decode(),
        "state": "open",
        "round": 0,
        "created": now(),
    }
    db.execute(sa.insert(tournaments).values(values))
    return new


def enter(db: Connection, tournament: str, player: PlayerRow) -> None:
    found = _open(db, tournament)
    known = _entrants(db, found.id)
    if player.id in known:
        raise errors.conflict("entered", f"{player.name} is in this tournament already.")
    if len(known) >= MOST_ENTRANTS:
        raise errors.conflict("too_many", f"A tournament has room for {MOST_ENTRANTS} players.")
    db.execute(sa.insert(entrants).values(tournament=found.id, player=player.id, entered=now()))


def leave(db: Connection, tournament: str, player_id: str) -> None:
    found = _open(db, tournament)
    db.execute(sa.delete(entrants).where(entrants.c.tournament == found.id, entrants.c.player == player_id))


def begin(db: Connection, tournament: str) -> None:
    """No more entries; the first round is paired by whoever looks after tournaments."""
    found = _open(db, tournament)
    known = _entrants(db, found.id)
    if len(known) < FEWEST:
        raise errors.conflict("too_few", f"A tournament needs at least {FEWEST} players.")
    rounds = pairings.rounds_of(len(known)) if found.form == "robin" else min(found.rounds, _most(known))
    _change(db, found.id, state="running", rounds=rounds)


def must_be_host(db: Connection, tournament: str, player: PlayerRow) -> None:
    if one(db, tournament).host != player.id:
        raise errors.ServiceError(403, "not_yours", "Only whoever has made the tournament does this.")


def due(db: Connection) -> list[str]:
    """Tournaments of which no game is being played: their next round begins, or they are over."""
    busy = (
        sa.select(club_matches.c.match_id)
        .join(matches, matches.c.id == club_matches.c.match_id)
        .where(club_matches.c.tournament == tournaments.c.id, club_matches.c.finished == "")
    )
    query = sa.select(tournaments.c.id).where(tournaments.c.state == "running", ~sa.exists(busy))
    return list(db.execute(query).scalars())


def next_round(db: Connection, tournament: str) -> tuple[Terms, list[Agreed]]:
    """What is to be played next; nothing if the tournament is over now."""
    found = one(db, tournament)
    number = found.round + 1
    if number > found.rounds:
        _change(db, found.id, state="over")
        return found.terms, []
    pairs = _pairs(db, found, number)
    if not _advance(db, found):
        return found.terms, []  # another server on the same database was quicker
    people = {player: by_id(db, player) for pair in pairs for player in pair}
    agreed = [
        Agreed(
            german=german,
            allied=allied,
            pace=found.terms.pace,
            rated=found.terms.rated,
            tournament=found.id,
            round=number,
        )
        for pair in pairs
        if (german := people[pair[0]]) is not None and (allied := people[pair[1]]) is not None
    ]
    return found.terms, agreed


def every(db: Connection) -> list[TournamentInfo]:
    """The newest first."""
    rows = db.execute(sa.select(tournaments).order_by(tournaments.c.created.desc()).limit(MOST_LISTED)).all()
    people = people_of(db, {row.host for row in rows})
    return [_info(_stored(row), people, len(_entrants(db, row.id))) for row in rows]


def page(db: Connection, tournament: str) -> TournamentPage:
    found = one(db, tournament)
    known = _entrants(db, found.id)
    people = people_of(db, {*known, found.host})
    games = _games(db, found.id)
    places = pairings.table(known, [game for _, game in games], _rests(found, known, games))
    lines = [
        PlaceLine(
            person=people[place.entrant],
            points=place.points,
            opponents=place.opponents,
            beaten=place.beaten,
            played=place.played,
        )
        for place in places
    ]
    return TournamentPage(_info(found, people, len(known)), lines, _rounds(db, found, known, people))


def one(db: Connection, tournament: str) -> Stored:
    row = db.execute(sa.select(tournaments).where(tournaments.c.id == tournament)).one_or_none()
    if row is None:
        raise errors.ServiceError(404, "unknown_tournament", "There is no tournament at this address.")
    return _stored(row)


# -- helpers


def _pairs(db: Connection, found: Stored, number: int) -> list[pairings.Pair]:
    known, games = _entrants(db, found.id), _games(db, found.id)
    if found.form == "robin":
        pairs = pairings.round_robin(known, number)
    else:
        played, rests = [game for _, game in games], _rests(found, known, games)
        ranked = [place.entrant for place in pairings.table(known, played, rests)]
        pairs = pairings.swiss(ranked, played, [player for player, _ in rests])
    return pairings.both_ways(pairs) if found.both_sides else pairs


def _games(db: Connection, tournament: str) -> list[tuple[int, Game]]:
    """All games with their rounds; one that was deleted by those who played it does not count."""
    query = sa.select(club_matches).where(club_matches.c.tournament == tournament).order_by(club_matches.c.started)
    return [(row.round, Game(row.german, row.allied, row.score)) for row in db.execute(query)]


def _rests(found: Stored, known: Sequence[str], games: Sequence[tuple[int, Game]]) -> list[tuple[str, int]]:
    """Who sat out of a round, with the points for it."""
    points = 2 if found.both_sides else 1
    playing: dict[int, set[str]] = defaultdict(set)
    for number, game in games:
        playing[number] |= {game.german, game.allied}
    return [
        (player, points) for number in range(1, found.round + 1) for player in known if player not in playing[number]
    ]


def _rounds(db: Connection, found: Stored, known: Sequence[str], people: dict[str, Person]) -> list[TournamentRound]:
    rows = db.execute(with_info().where(club_matches.c.tournament == found.id).order_by(club_matches.c.started)).all()
    numbered: dict[int, list[ClubMatch]] = defaultdict(list)
    for row, game in zip(rows, club_list(db, rows), strict=True):
        numbered[row.round].append(game)
    rests: dict[int, list[Person]] = defaultdict(list)
    for number in range(1, found.round + 1):
        playing = {player for row in rows if row.round == number for player in (row.german, row.allied)}
        rests[number] = [people[player] for player in known if player not in playing]
    return [TournamentRound(number, numbered[number], rests[number]) for number in range(1, found.round + 1)]


def _entrants(db: Connection, tournament: str) -> list[str]:
    """In the order in which they came."""
    query = sa.select(entrants.c.player).where(entrants.c.tournament == tournament)
    return list(db.execute(query.order_by(entrants.c.entered, entrants.c.player)).scalars())


def _most(known: Sequence[str]) -> int:
    """Rounds until everybody has met everybody."""
    return pairings.rounds_of(len(known))


def _open(db: Connection, tournament: str) -> Stored:
    found = one(db, tournament)
    if found.state != "open":
        raise errors.conflict("begun", "This tournament has begun.")
    return found


def _info(found: Stored, people: dict[str, Person], count: int) -> TournamentInfo:
    facts = {name: getattr(found, name) for name in ("id", "title", "form", "rounds", "both_sides", "state", "round")}
    return TournamentInfo(
        **facts,
        host=people[found.host],
        game=found.terms.game,
        entrants=count,
        terms=found.terms,
    )


def _stored(row: sa.Row[Any]) -> Stored:
    facts = {name: getattr(row, name) for name in Stored.__struct_fields__}
    return Stored(**facts | {"terms": msgspec.json.decode(row.terms, type=Terms)})


def _advance(db: Connection, found: Stored) -> bool:
    """Go on to the next round, unless that has happened since this was read."""
    still = (tournaments.c.id == found.id, tournaments.c.round == found.round)
    return db.execute(sa.update(tournaments).where(*still).values(round=found.round + 1)).rowcount == 1


def _change(db: Connection, tournament: str, **values: Any) -> None:
    db.execute(sa.update(tournaments).where(tournaments.c.id == tournament).values(values))
