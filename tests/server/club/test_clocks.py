"""The time of a game: whose runs, when it is up, and what holidays add."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from meuse.server.club.clocks import Clock, due, moved_on, with_holidays
from meuse.server.club.messages import GamePace

LIVE, SLOW = GamePace("live", minutes=60), GamePace("days", days=3)


def at(hours: float) -> datetime:
    return datetime(2026, 3, 1, tzinfo=UTC) + timedelta(hours=hours)


def test_only_the_time_of_who_is_asked_runs() -> None:
    clock = moved_on(moved_on(Clock(), ["german"], at(0)), ["allied"], at(0.5))

    assert (clock.running, clock.used) == ({"allied": at(0.5)}, {"german": 1800.0})
    assert due(clock, LIVE, "german", ()) is None
    assert due(clock, LIVE, "allied", ()) == at(1.5)


def test_a_side_that_is_still_asked_goes_on_with_the_same_time() -> None:
    clock = moved_on(moved_on(Clock(), ["german"], at(0)), ["german", "allied"], at(0.5))

    assert clock.running == {"german": at(0), "allied": at(0.5)}


def test_live_time_adds_up_over_the_game() -> None:
    clock = Clock({"german": at(5)}, {"german": 3000.0})

    assert due(clock, LIVE, "german", ()) == at(5) + timedelta(minutes=10)


def test_days_of_a_move_begin_again_with_each_move() -> None:
    clock = Clock({"german": at(5)}, {"german": 300_000.0})

    assert due(clock, SLOW, "german", ()) == at(5 + 72)


def test_at_leisure_no_time_is_ever_up() -> None:
    assert due(Clock({"german": at(0)}), GamePace(), "german", ()) is None


def test_holidays_stop_the_days_of_a_move() -> None:
    assert with_holidays(at(0), timedelta(days=3), [(at(24), at(72))]) == at(72 + 48)
    assert with_holidays(at(0), timedelta(days=3), [(at(-24), at(24))]) == at(72 + 24)
    assert with_holidays(at(0), timedelta(days=3), [(at(96), at(120))]) == at(72)


def test_holidays_count_that_begin_only_because_of_earlier_ones() -> None:
    away = [(at(24), at(72)), (at(96), at(120))]

    assert with_holidays(at(0), timedelta(days=3), away[::-1]) == at(72 + 48 + 24)


def test_no_clock_is_stopped_by_holidays() -> None:
    assert due(Clock({"german": at(0)}), LIVE, "german", [(at(0), at(48))]) == at(1)
