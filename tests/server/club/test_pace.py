"""Pace through the API: deadlines that are told, games that are claimed, bots that take over, holidays."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from kits.members import Member
from kits.visitors import HostedMatch
from meuse.server.app import build
from meuse.server.club.clocks import Clock, words
from meuse.server.club.tables import club_matches
from meuse.server.limits import Limits
from meuse.server.storage import Storage

DAYS = {"kind": "days", "days": 2}
TODAY = datetime.now(UTC).date()


class Fast:
    """A service of its own, whose clocks a test may set."""

    def __init__(self, client: Any, path: str) -> None:
        self.path = path
        self.anna, self.bert = Member(client, "Anna"), Member(client, "Bert")

    def game(self, **pace: Any) -> HostedMatch:
        """Anna, who is German, has to bid, and Bert too."""
        return self.anna.plays(self.bert, pace=pace)

    def days_pass(self, match: HostedMatch, side: str, days: float) -> None:
        """This side alone has been asked for so long."""
        then = datetime.now(UTC) - timedelta(days=days)
        values = {"clock": msgspec.json.encode(Clock({side: then})).decode(), "due": words(then)}  # type: ignore[dict-item]
        storage = Storage(self.path)
        with storage.engine.begin() as db:
            db.execute(sa.update(club_matches).where(club_matches.c.match_id == match.id).values(values))
        storage.close()


@pytest.fixture
def fast(tmp_path: Path) -> Iterator[Fast]:
    path = str(tmp_path / "games.sqlite3")
    with TestClient(build(path, Limits(rate=0))) as client:
        yield Fast(client, path)


def holiday(first: int, last: int) -> dict[str, str]:
    """From so many days from now to so many."""
    return {"first": str(TODAY + timedelta(days=first)), "last": str(TODAY + timedelta(days=last))}


# -- deadlines


def test_whoever_is_asked_knows_until_when(fast: Fast) -> None:
    match = fast.game(**DAYS)
    found = fast.anna.seat(match.id)["club"]
    left = datetime.fromisoformat(found["due"]["german"]) - datetime.now(UTC)

    assert timedelta(days=1, hours=23) < left <= timedelta(days=2)
    assert set(found["due"]) == set(match.get().json()["asked"])


def test_a_clock_stops_with_the_move(fast: Fast) -> None:
    match = fast.game(kind="live", minutes=30)
    asked = match.get().json()["asked"]
    for side in asked:
        match.players[side].order("bid", "1" if side == "german" else "0")
    while list(fast.anna.seat(match.id)["club"]["due"]) != match.get().json()["asked"]:
        time.sleep(0.02)
    left = fast.anna.seat(match.id)["club"]["left"]

    assert all(1700 < left[side] <= 1800 for side in ("german", "allied"))


def test_at_leisure_there_is_no_deadline(fast: Fast) -> None:
    found = fast.anna.seat(fast.game().id)["club"]

    assert (found["due"], found["left"]) == ({}, {})


def test_anyone_may_look_at_the_clocks(fast: Fast) -> None:
    match = fast.game(**DAYS)
    client = fast.anna.client

    assert client.get(f"/api/club/games/{match.id}").json()["pace"]["days"] == 2
    assert client.get("/api/club/games/another").json() is None


# -- claims


def test_a_game_is_claimed_from_who_is_late(fast: Fast) -> None:
    match = fast.game(**DAYS)
    fast.days_pass(match, "german", 3)
    assert fast.bert.post(f"games/{match.id}/claim").status_code == 200
    found = fast.bert.until(match.id, "finished")

    assert found["score"] == 0.0
    assert found["verdict"] == "Anna (German) has run out of time. Bert (Allied) wins."
    assert match.get().json()["over"] is True


def test_nobody_claims_a_game_in_time_nor_from_himself(fast: Fast) -> None:
    match = fast.game(**DAYS)
    fast.days_pass(match, "german", 1)
    assert fast.bert.post(f"games/{match.id}/claim").json()["error"] == "in_time"
    fast.days_pass(match, "german", 3)

    assert fast.anna.post(f"games/{match.id}/claim").json()["error"] == "in_time"
    assert match.get().json()["over"] is False


def test_only_the_players_claim_a_game(fast: Fast) -> None:
    match, carl = fast.game(**DAYS), Member(fast.anna.client, "Carl")
    fast.days_pass(match, "german", 3)

    assert carl.post(f"games/{match.id}/claim").json()["error"] == "unknown_game"


# -- bots


def test_a_bot_takes_over_and_the_game_is_decided(fast: Fast) -> None:
    match = fast.game(lapse="bot", **DAYS)
    fast.days_pass(match, "german", 3)
    found = fast.bert.until(match.id, "finished")
    info = match.get().json()

    assert found["score"] == 0.0
    assert (info["over"], info["seats"]["german"]["kind"], info["seats"]["german"]["bot"]) == (False, "bot", "staff")
    assert match.allied.state["chat"][-1]["text"] == found["verdict"]
    match.allied.order("bid", "0")
    assert match.allied.wait()["decision"]


def test_a_seat_that_was_taken_over_is_the_bots_after_a_restart(fast: Fast) -> None:
    match = fast.game(lapse="bot", **DAYS)
    fast.days_pass(match, "german", 3)
    fast.bert.until(match.id, "finished")
    with TestClient(build(fast.path, Limits(rate=0))) as client:
        state = client.get(f"/api/seats/{match.allied.secret}/state").json()

    assert state["match"]["seats"]["german"]["bot"] == "staff"
    assert state["chat"][-1]["text"].startswith("Anna (German) has run out of time")


def test_whoever_was_replaced_takes_his_seat_back(fast: Fast) -> None:
    match = fast.game(lapse="bot", **DAYS)
    refused = match.german.post("return")
    fast.days_pass(match, "german", 3)
    found = fast.bert.until(match.id, "finished")
    back = match.german.post("return").json()
    match.allied.order("bid", "0")
    with TestClient(build(fast.path, Limits(rate=0))) as client:
        after = client.get(f"/api/seats/{match.german.secret}/state").json()

    assert (refused.status_code, refused.json()["error"]) == (409, "yours")
    assert (back["match"]["seats"]["german"]["kind"], back["match"]["seats"]["german"]["bot"]) == ("link", "")
    assert back["chat"][-1]["text"].endswith("(German) is back and plays on.")
    assert after["match"]["seats"] == back["match"]["seats"]
    assert fast.bert.get(f"games/{match.id}").json()["score"] == found["score"] == 0.0


# -- holidays


def test_holidays_move_a_deadline(fast: Fast) -> None:
    match = fast.game(**DAYS)
    before = datetime.fromisoformat(fast.anna.seat(match.id)["club"]["due"]["german"])
    assert fast.anna.post("me/holidays", **holiday(1, 3)).json()["holidays"] == [holiday(1, 3)]
    away = datetime.fromisoformat(fast.anna.seat(match.id)["club"]["due"]["german"])
    fast.anna.client.delete(f"/api/club/me/holidays/{holiday(1, 3)['first']}", headers=fast.anna.shown)

    assert away - before == timedelta(days=3)
    assert datetime.fromisoformat(fast.anna.seat(match.id)["club"]["due"]["german"]) == before
    assert fast.anna.get("me").json()["holidays"] == []


@pytest.mark.parametrize(
    ("first", "last", "code"), [(-1, 1, "bad_request"), (3, 2, "bad_request"), (0, 60, "too_many")]
)
def test_holidays_have_limits(fast: Fast, first: int, last: int, code: str) -> None:
    assert fast.anna.post("me/holidays", **holiday(first, last)).json()["error"] == code


def test_nobody_is_away_twice_at_a_time(fast: Fast) -> None:
    fast.anna.post("me/holidays", **holiday(1, 3))

    assert fast.anna.post("me/holidays", **holiday(3, 4)).json()["error"] == "overlap"
    assert fast.anna.post("me/holidays", first="soon", last="later").json()["error"] == "bad_request"
