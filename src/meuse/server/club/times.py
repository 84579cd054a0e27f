"""Clocks and deadlines as stored: they run on, they are looked at, and holidays stop them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from meuse.counters import SideWord
from meuse.server import errors
from meuse.server.club import clocks
from meuse.server.club.clocks import Clock
from meuse.server.club.messages import GamePace, Holiday
from meuse.server.club.players import PlayerRow
from meuse.server.club.tables import club_matches, holidays, players

DAYS_A_YEAR = 42
"""Days of holidays that a player may take in a year."""

BOTH: tuple[SideWord, ...] = ("german", "allied")


class Late(msgspec.Struct, frozen=True):
    """A side whose time is up, and what was agreed on for that."""

    match_id: str
    side: SideWord
    player: str
    name: str
    lapse: str


def start(pace: GamePace, asked: Sequence[SideWord], at: str) -> str:
    """The clock of a match that begins, as it is stored."""
    return _text(clocks.moved_on(Clock(), asked, clocks.moment(at))) if pace.kind != "leisure" else ""


def run_on(db: Connection, row: sa.Row[Any], asked: Sequence[SideWord], at: str) -> None:
    """The game has gone on: whose time runs now."""
    if row.clock:
        clock = clocks.moved_on(_clock(row), asked, clocks.moment(at))
        if clock != _clock(row):
            _store(db, row, clock)


def refresh(db: Connection, player: PlayerRow) -> None:
    """Deadlines of a player whose holidays have changed."""
    either = sa.or_(club_matches.c.german == player.id, club_matches.c.allied == player.id)
    for row in db.execute(sa.select(club_matches).where(either, club_matches.c.finished == "")).all():
        if row.clock:
            _store(db, row, _clock(row))


def dues(db: Connection, row: sa.Row[Any]) -> dict[SideWord, str]:
    """When the time of the sides is up that are asked; bots are never late."""
    if not row.clock or row.finished:
        return {}
    return {side: clocks.words(at) for side, at in _dues(db, row, _clock(row)).items()}


def left(row: sa.Row[Any], at: datetime) -> dict[SideWord, float]:
    """Seconds that each side has left on its clock, in a live game."""
    pace = _pace(row)
    if not row.clock or pace.kind != "live":
        return {}
    clock = clocks.moved_on(_clock(row), (), at)
    return {side: pace.minutes * 60 - clock.used.get(side, 0.0) for side in BOTH}


def late(db: Connection, at: datetime) -> list[Late]:
    """All sides whose time is up."""
    passed = (club_matches.c.due != "", club_matches.c.due <= clocks.words(at), club_matches.c.finished == "")
    rows = db.execute(sa.select(club_matches).where(*passed)).all()
    return [one for row in rows for one in late_in(db, row, at)]


def late_in(db: Connection, row: sa.Row[Any], at: datetime) -> list[Late]:
    found = _dues(db, row, _clock(row)) if row.clock and not row.finished else {}
    return [
        Late(row.match_id, side, getattr(row, side), _name(db, getattr(row, side)), _pace(row).lapse)
        for side, end in found.items()
        if end <= at
    ]


# -- holidays


def holidays_of(db: Connection, player: str) -> list[Holiday]:
    query = sa.select(holidays).where(holidays.c.player == player).order_by(holidays.c.start)
    return [Holiday(row.start, row.end) for row in db.execute(query)]


def go_away(db: Connection, player: PlayerRow, wanted: Holiday, today: date) -> None:
    """Be away from a day to a day, both included; raises ServiceError."""
    first, last = _day(wanted.first), _day(wanted.last)
    if not today <= first <= last:
        raise errors.bad_request("Holidays begin today at the earliest, and end when they begin or later.")
    taken = holidays_of(db, player.id)
    if any(first <= _day(one.last) and _day(one.first) <= last for one in taken):
        raise errors.conflict("overlap", "You are away then already.")
    year = [one for one in [*taken, wanted] if _day(one.first).year == first.year]
    if sum((_day(one.last) - _day(one.first)).days + 1 for one in year) > DAYS_A_YEAR:
        raise errors.conflict("too_many", f"Holidays are {DAYS_A_YEAR} days a year at most.")
    db.execute(sa.insert(holidays).values(player=player.id, start=wanted.first, end=wanted.last))
    refresh(db, player)


def come_back(db: Connection, player: PlayerRow, first: str) -> None:
    db.execute(sa.delete(holidays).where(holidays.c.player == player.id, holidays.c.start == first))
    refresh(db, player)


# -- helpers


def _dues(db: Connection, row: sa.Row[Any], clock: Clock) -> dict[SideWord, datetime]:
    found = {}
    for side in BOTH:
        if not _bot(db, getattr(row, side)):
            away = [_away(one) for one in holidays_of(db, getattr(row, side))]
            if (end := clocks.due(clock, _pace(row), side, away)) is not None:
                found[side] = end
    return found


def _store(db: Connection, row: sa.Row[Any], clock: Clock) -> None:
    first = min(_dues(db, row, clock).values(), default=None)
    values = {"clock": _text(clock), "due": clocks.words(first)}
    db.execute(sa.update(club_matches).where(club_matches.c.match_id == row.match_id).values(values))


def _away(one: Holiday) -> tuple[datetime, datetime]:
    start = datetime.combine(_day(one.first), datetime.min.time(), UTC)
    return start, datetime.combine(_day(one.last), datetime.min.time(), UTC) + timedelta(days=1)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise errors.bad_request("A day is written as 2026-01-31.") from error


def _bot(db: Connection, player: str) -> str:
    return db.execute(sa.select(players.c.bot).where(players.c.id == player)).scalar_one_or_none() or ""


def _name(db: Connection, player: str) -> str:
    return db.execute(sa.select(players.c.name).where(players.c.id == player)).scalar_one_or_none() or ""


def _clock(row: sa.Row[Any]) -> Clock:
    return msgspec.json.decode(row.clock, type=Clock)


def _pace(row: sa.Row[Any]) -> GamePace:
    return msgspec.json.decode(row.pace, type=GamePace)


def _text(clock: Clock) -> str:
    return msgspec.json.encode(clock).decode()
