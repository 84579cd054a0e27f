"""The time of a game: how much each side has used, when it is up, and what holidays add. Pure arithmetic on moments."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import msgspec

from meuse.counters import SideWord
from meuse.server.club.messages import GamePace

Holidays = Sequence[tuple[datetime, datetime]]
"""When a player is away; they do not overlap."""


class Clock(msgspec.Struct, frozen=True):
    """Whose time runs and since when; the seconds that each side has used before."""

    running: dict[SideWord, datetime] = {}
    used: dict[SideWord, float] = {}


def moved_on(clock: Clock, asked: Sequence[SideWord], at: datetime) -> Clock:
    """These sides are asked now: whoever was asked before goes on with the same time, the others stop."""
    used = dict(clock.used)
    for side, since in clock.running.items():
        if side not in asked:
            used[side] = used.get(side, 0.0) + (at - since).total_seconds()
    return Clock({side: clock.running.get(side, at) for side in asked}, used)


def due(clock: Clock, pace: GamePace, side: SideWord, holidays: Holidays) -> datetime | None:
    """When the time of a side is up; None if it does not run."""
    since = clock.running.get(side)
    if since is None or pace.kind == "leisure":
        return None
    if pace.kind == "live":
        return since + timedelta(seconds=pace.minutes * 60 - clock.used.get(side, 0.0))
    return with_holidays(since, timedelta(days=pace.days), holidays)


def with_holidays(start: datetime, allowed: timedelta, holidays: Holidays) -> datetime:
    """The end of so much time, which does not run while a player is away."""
    end = start + allowed
    for away, back in sorted(holidays):
        begin = max(away, start)
        if begin < end and back > begin:
            end += back - begin
    return end


def moment(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def words(at: datetime | None) -> str:
    return at.isoformat(timespec="milliseconds") if at is not None else ""
