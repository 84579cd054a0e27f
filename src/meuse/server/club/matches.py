"""Matches between players of the club: who plays, how it stands, and what is left of it when it is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from meuse.counters import Side, SideWord
from meuse.report import count
from meuse.seat import standing_of
from meuse.server.club import bids, sittings, times
from meuse.server.club.messages import ClubMatch, GamePace, MyMatch, Person
from meuse.server.club.players import PlayerRow
from meuse.server.club.sittings import Sitting
from meuse.server.club.tables import club_matches, players
from meuse.server.house import now
from meuse.server.match import Match
from meuse.server.messages import MatchInfo
from meuse.server.storage import matches, records

MOST_LISTED = 300
"""Games in a list of one's own."""
MOST_WATCHED = 40


class Agreed(msgspec.Struct, frozen=True, kw_only=True):
    """What two players have agreed on, beside the game itself."""

    german: PlayerRow
    allied: PlayerRow
    pace: GamePace
    rated: bool
    bid_side: str = ""
    bid: int = 0
    tournament: str = ""
    round: int = 0

    def at(self, side: SideWord) -> PlayerRow:
        return self.german if side == "german" else self.allied


class Happened(msgspec.Struct, frozen=True):
    """What all may see of a match, when it has gone on."""

    info: MatchInfo
    standing: str
    score: float | None
    points: tuple[float, float] | None
    at: str


def happened(match: Match) -> Happened:
    """In the engine's thread: a match as it stands now."""
    game = match.live.seen(None)
    found, result = standing_of(game, None), game.result
    points = None if found is None else (found.german, found.allied)
    words = f"{found.german:g} to {found.allied:g}" if found is not None else ""
    score = None if result is None else _score(result.winner)
    return Happened(match.info(), words, score, points, now())


def begin(db: Connection, info: MatchInfo, agreed: Agreed) -> None:
    """A match of the club begins: its seats are its players'."""
    for side in info.seats:
        if info.seats[side].kind != "bot":
            sittings.give(db, info.id, side, agreed.at(side))
    values = {
        "match_id": info.id,
        "game": info.game,
        "scenario": info.scenario,
        "german": agreed.german.id,
        "allied": agreed.allied.id,
        "pace": _text(agreed.pace),
        "rated": agreed.rated,
        "bid_side": agreed.bid_side,
        "bid": agreed.bid,
        "tournament": agreed.tournament,
        "round": agreed.round,
        "started": now(),
        "clock": times.start(agreed.pace, info.asked, now()),
        **dict.fromkeys(("standing", "due", "finished", "verdict"), ""),
    }
    db.execute(sa.insert(club_matches).values(values))
    for player in (agreed.german, agreed.allied):
        times.refresh(db, player)


def note(db: Connection, what: Happened) -> None:
    """The match has gone on."""
    row = row_of(db, what.info.id)
    if row is None or row.finished:
        return
    times.run_on(db, row, what.info.asked, what.at)
    if what.standing != row.standing:
        change(db, what.info.id, standing=what.standing)
    if what.score is not None:
        if _went_back(db, row):
            change(db, what.info.id, rated=False)
        score, verdict = _with_bid(row, what, what.score)
        finish(db, what.info.id, score, verdict, what.at)


def finish(db: Connection, match_id: str, score: float, verdict: str, at: str) -> None:
    change(db, match_id, finished=at, score=score, verdict=verdict, due="")


def change(db: Connection, match_id: str, **values: Any) -> None:
    db.execute(sa.update(club_matches).where(club_matches.c.match_id == match_id).values(values))


def row_of(db: Connection, match_id: str) -> sa.Row[Any] | None:
    return db.execute(sa.select(club_matches).where(club_matches.c.match_id == match_id)).one_or_none()


def one(db: Connection, match_id: str) -> ClubMatch | None:
    """A match as everybody sees it, if it is one of the club's."""
    rows = db.execute(with_info().where(club_matches.c.match_id == match_id)).all()
    return next(iter(club_list(db, rows)), None)


def in_play(db: Connection) -> list[str]:
    """The matches that are not over, as far as the club knows."""
    return list(db.execute(sa.select(club_matches.c.match_id).where(club_matches.c.finished == "")).scalars())


def watched(db: Connection) -> list[ClubMatch]:
    """Games in play, those that began last first."""
    query = with_info().where(club_matches.c.finished == "").order_by(club_matches.c.started.desc())
    return club_list(db, db.execute(query.limit(MOST_WATCHED)).all())


def mine(db: Connection, player: PlayerRow, key: str) -> list[MyMatch]:
    """All games of a player, those that have changed last first; seats that the key does not open have no secret."""
    own = {(one.match_id, one.side): one for one in sittings.of_player(db, player)}
    ids = sorted({match_id for match_id, _ in own})
    infos = _infos(db, ids)
    rows = db.execute(with_info().where(club_matches.c.match_id.in_(ids))).all()
    of_club = {one.match.id: one for one in club_list(db, rows)}
    found = [_mine(infos[one.match_id], one, key, of_club.get(one.match_id)) for one in own.values()]
    return sorted(found, key=lambda one: one.match.changed, reverse=True)[:MOST_LISTED]


def of_player(db: Connection, player_id: str) -> list[ClubMatch]:
    """The matches of a player that can still be looked at, the last first."""
    either = sa.or_(club_matches.c.german == player_id, club_matches.c.allied == player_id)
    query = with_info().where(either).order_by(club_matches.c.started.desc())
    return club_list(db, db.execute(query.limit(MOST_LISTED)).all())


def with_info() -> sa.Select[Any]:
    """Matches of the club that still exist, with what anyone may know of them."""
    return sa.select(club_matches, matches.c.info).join(matches, matches.c.id == club_matches.c.match_id)


def club_list(db: Connection, rows: Sequence[sa.Row[Any]]) -> list[ClubMatch]:
    """Rows of matches as everybody sees them."""
    people = people_of(db, {player for row in rows for player in (row.german, row.allied)})
    return [_club_match(db, row, people) for row in rows]


def people_of(db: Connection, ids: Iterable[str]) -> dict[str, Person]:
    query = sa.select(players.c.id, players.c.name, players.c.bot).where(players.c.id.in_(sorted(ids)))
    return {row.id: Person(row.id, row.name, row.bot) for row in db.execute(query)}


def person(row: PlayerRow) -> Person:
    return Person(row.id, row.name, row.bot)


# -- helpers


def _with_bid(row: sa.Row[Any], what: Happened, score: float) -> tuple[float, str]:
    """The score and the verdict when the points that were bid for a side are given to the other."""
    found = None
    if row.bid_side and what.points is not None:
        found = bids.adjusted(row.game, row.scenario, what.points, row.bid_side, row.bid)
    if found is None:
        return score, what.info.verdict
    result = {0.0: "the Allied side wins", 0.5: "a draw", 1.0: "the German side wins"}[found]
    given = f"{count(row.bid, 'victory point')} bid for the {Side.of(row.bid_side).title} side"
    return found, f"{what.info.verdict} With {given}: {result}."


def _score(winner: Side | None) -> float:
    """What the German side gets."""
    return 0.5 if winner is None else float(winner is Side.GERMAN)


def _went_back(db: Connection, row: sa.Row[Any]) -> bool:
    """Whether somebody has gone back before a die against a bot, which always agrees: that is practice."""
    query = sa.select(records.c.number).where(records.c.match_id == row.match_id, records.c.kind == "takeback")
    bots = [one for one in people_of(db, {row.german, row.allied}).values() if one.bot]
    return bool(bots) and db.execute(query.limit(1)).first() is not None


def _infos(db: Connection, ids: Sequence[str]) -> dict[str, MatchInfo]:
    found = db.execute(sa.select(matches.c.id, matches.c.info).where(matches.c.id.in_(ids)))
    return {row.id: msgspec.json.decode(row.info, type=MatchInfo) for row in found}


def _mine(info: MatchInfo, own: Sitting, key: str, club: ClubMatch | None) -> MyMatch:
    return MyMatch(
        match=info,
        side=own.side,
        secret=sittings.opened(own, key) or "",
        yours=own.side in info.asked and not info.over,
        club=club,
    )


def _club_match(db: Connection, row: sa.Row[Any], people: dict[str, Person]) -> ClubMatch:
    gone = Person("", "somebody who has left")
    return ClubMatch(
        match=msgspec.json.decode(row.info, type=MatchInfo),
        players={"german": people.get(row.german, gone), "allied": people.get(row.allied, gone)},
        pace=msgspec.json.decode(row.pace, type=GamePace),
        rated=row.rated,
        bid_side=row.bid_side,
        bid=row.bid,
        standing=row.standing,
        due=times.dues(db, row),
        left=times.left(row, datetime.now(UTC)),
        finished=row.finished,
        score=row.score,
        verdict=row.verdict,
    )


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
