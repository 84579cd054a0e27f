"""Ratings by game and side: a fold over the finished matches, week by week. A week is a rating period."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from meuse.counters import SideWord
from meuse.server.club.glicko import Rating, rested, updated
from meuse.server.club.matches import people_of
from meuse.server.club.messages import RatingLine
from meuse.server.club.tables import club_matches

Key = tuple[str, str, SideWord]
"""Player, game, side."""


class Played(msgspec.Struct, frozen=True):
    """A finished match, as far as ratings look at it; `score` is what the German side got."""

    game: str
    german: str
    allied: str
    score: float
    week: int


class Record(msgspec.Struct):
    """What came of somebody's games."""

    rating: Rating = Rating()
    week: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


def lines(db: Connection) -> list[RatingLine]:
    """Everybody's ratings, best first in each game and side."""
    this_week = week_of(datetime.now(UTC).date())
    records = fold(_played(db))
    people = people_of(db, {player for player, _, _ in records})
    found = [_line(key, record, people[key[0]], this_week) for key, record in records.items() if key[0] in people]
    return sorted(found, key=lambda line: (line.game, line.side, -line.rating, line.person.name))


def fold(played: Iterable[Played]) -> dict[Key, Record]:
    """All games, in the order of their weeks; the games of one week count together."""
    records: dict[Key, Record] = defaultdict(Record)
    weeks: dict[int, list[Played]] = defaultdict(list)
    for one in played:
        weeks[one.week].append(one)
    for week in sorted(weeks):
        _take_in(records, week, weeks[week])
    return dict(records)


def week_of(day: date) -> int:
    """Weeks are counted, so that one can tell how many lie between two."""
    return (day.toordinal() - 1) // 7


def season(db: Connection, start: str, end: str) -> str:
    """All matches that ended between two days, as CSV."""
    ended = (club_matches.c.finished >= start, club_matches.c.finished < f"{end}~", club_matches.c.finished != "")
    rows = db.execute(sa.select(club_matches).where(*ended).order_by(club_matches.c.finished)).all()
    names = people_of(db, {who for row in rows for who in (row.german, row.allied)})
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\r\n")
    out.writerow(HEAD)
    for row in rows:
        german, allied = (names[who].name if who in names else "" for who in (row.german, row.allied))
        facts = [row.finished[:10], row.match_id, row.game, row.scenario, german, allied, row.score]
        out.writerow([_safe(fact) for fact in (*facts, row.rated, row.bid_side, row.bid, row.round, row.verdict)])
    return text.getvalue()


HEAD = ("finished", "match", "game", "scenario", "german", "allied", "german_score", "rated", "bid_side", "bid",
        "round", "verdict")  # fmt: skip


# -- helpers


def _take_in(records: dict[Key, Record], week: int, played: list[Played]) -> None:
    before = {key: _rating(records[key], week) for one in played for key in _keys(one)}
    games: dict[Key, list[tuple[Rating, float]]] = defaultdict(list)
    for one in played:
        german, allied = _keys(one)
        games[german].append((before[allied], one.score))
        games[allied].append((before[german], 1 - one.score))
    for key, own in games.items():
        record = records[key]
        record.rating, record.week = updated(before[key], own), week
        record.won += sum(score == 1 for _, score in own)
        record.lost += sum(score == 0 for _, score in own)
        record.drawn += sum(0 < score < 1 for _, score in own)


def _keys(one: Played) -> tuple[Key, Key]:
    return (one.german, one.game, "german"), (one.allied, one.game, "allied")


def _rating(record: Record, week: int) -> Rating:
    """As it stands at the beginning of a week: the weeks without a game make it less certain."""
    idle = week - record.week - 1 if record.week else 0
    return rested(record.rating, idle) if idle > 0 else record.rating


def _line(key: Key, record: Record, person: Any, week: int) -> RatingLine:
    rating = _rating(record, week)
    return RatingLine(
        person=person,
        game=key[1],
        side=key[2],
        rating=round(rating.rating),
        deviation=round(rating.deviation),
        won=record.won,
        drawn=record.drawn,
        lost=record.lost,
    )


def _played(db: Connection) -> Iterator[Played]:
    rated = (club_matches.c.rated, club_matches.c.finished != "", club_matches.c.score.is_not(None))
    for row in db.execute(sa.select(club_matches).where(*rated).order_by(club_matches.c.finished)):
        if row.german != row.allied:
            day = date.fromisoformat(row.finished[:10])
            yield Played(row.game, row.german, row.allied, row.score, week_of(day))


def _safe(fact: Any) -> Any:
    """A name that a spreadsheet would take for a formula is told to be text."""
    return f"'{fact}" if isinstance(fact, str) and fact[:1] in "=+-@\t" and fact else fact
