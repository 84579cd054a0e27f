"""Bots that search: what is told while they think, how they are hurried, and that nobody else has to wait for them."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from kits.ponderers import SECRET
from kits.visitors import BOT, HERE, HostedMatch, Visitor
from meuse import opponents as registry
from meuse.server import house as matches
from meuse.server import opponents
from meuse.server.app import build
from meuse.server.limits import Limits

SLOW = {"kind": "bot", "bot": "ponderer", "pace": "long"}
"""It thinks for half a minute, if nobody hurries it."""


def opened(folder: Path) -> TestClient[Any]:
    return TestClient(build(str(folder / "games.sqlite3"), Limits(rate=0), ("kits.thinkers",)))


@pytest.fixture(scope="module", autouse=True)
def known() -> Iterator[None]:
    """The bots that take their time are known here, and nowhere else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_factories", dict(registry._factories))
        yield
        sys.modules.pop("kits.thinkers", None)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """A service that knows bots which take their time."""
    with opened(tmp_path_factory.mktemp("house")) as client:
        yield Visitor(client)


def thoughts(socket: Any, number: int) -> list[dict[str, Any]]:
    """The next messages that say how far a bot is."""
    found: list[dict[str, Any]] = []
    while len(found) < number:
        message = socket.receive_json()
        if message["type"] == "thinking" and message["thought"]:
            found.append(message)
    return found


def until_it_thinks(match: HostedMatch) -> Any:
    while (state := match.german.state)["thought"] is None:
        time.sleep(0.1)
    return state


def log_of(match: HostedMatch) -> Any:
    """The log once the player is asked again."""
    match.german.wait(seconds=15)
    return match.german.get("log").json()


def test_the_pages_are_told_how_far_it_is_now_and_then_and_nothing_else(house: Visitor) -> None:
    match = house.start("skirmish", HERE, SLOW, seed="7")
    with house.client.websocket_connect(f"/api/seats/{match.german.secret}/updates") as socket:
        begun = time.monotonic()
        told = thoughts(socket, 4)
        took = time.monotonic() - begun
    done = [message["thought"]["done"] for message in told]

    assert done == sorted(set(done))
    assert took > 3 * opponents.GLANCE
    assert told[0]["thought"]["text"] == "Ponderer weighs its plans."
    assert SECRET not in f"{told} {match.german.state} {match.get('/state').text}"
    match.german.post("hurry")


def test_a_bot_that_is_hurried_decides_at_once(house: Visitor) -> None:
    match = house.start("skirmish", HERE, SLOW, seed="7")
    until_it_thinks(match)
    hurried = match.german.post("hurry").json()
    match.german.order("bid", "2")

    assert hurried["thought"]["hurried"]
    assert match.german.wait(seconds=15)["number"] >= 2


def test_who_plays_against_another_bot_does_not_wait(house: Visitor) -> None:
    slow, other = (house.start("skirmish", HERE, SLOW, seed="7") for _ in range(2))
    quick = house.start("skirmish", HERE, BOT, seed="7")
    quick.german.order("bid", "2")
    quick.german.wait(seconds=15)
    thinking = [until_it_thinks(match)["thought"]["done"] for match in (slow, other)]

    assert all(0 <= done < 1 for done in thinking)
    slow.german.post("hurry"), other.german.post("hurry")


def test_it_plays_on_after_a_take_back(house: Visitor) -> None:
    match = house.start("skirmish", HERE, SLOW, seed="7")
    match.german.order("bid", "2")
    until_it_thinks(match)
    taken_back = match.german.post("takeback").json()
    match.german.order("bid", "1")
    match.german.post("hurry")

    assert taken_back["number"] == 0
    assert [line["order"] for line in log_of(match)] == [["bid", "1"], ["sealed"]]


def test_hurrying_is_for_players(house: Visitor) -> None:
    match = house.start("skirmish", HERE, BOT, seed="7")

    assert match.german.post("hurry").status_code == 200
    assert house.client.post(f"/api/matches/{match.id}/hurry").status_code == 404


def test_its_plans_are_open_after_the_end(house: Visitor) -> None:
    match = house.start("skirmish", HERE, SLOW, seed="7")
    match.german.order("bid", "2")
    until_it_thinks(match)
    match.german.post("hurry")
    during = match.german.wait()
    after = match.german.post("resign").json()

    assert during["intents"] == []
    assert after["intents"] == [{"side": "allied", "turn": 1, "number": 0, "title": SECRET}]


def test_a_match_that_was_evicted_from_memory_knows_the_plan(house: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    match = house.start("skirmish", HERE, SLOW, seed="7")
    match.german.order("bid", "2")
    until_it_thinks(match)
    match.german.post("hurry")
    match.german.wait()
    monkeypatch.setattr(matches, "OPEN_MATCHES", 1)
    house.start("skirmish")
    match.german.order("end")
    match.german.order("done")
    match.german.wait(seconds=15)

    assert [one["title"] for one in match.german.post("resign").json()["intents"]] == [SECRET]


def test_after_a_restart_it_thinks_anew_and_then_keeps_its_plan(tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        match = Visitor(client).start("skirmish", HERE, SLOW, seed="7")
        until_it_thinks(match)
    with opened(tmp_path) as client:
        match.german.client = match.client = client
        again = until_it_thinks(match)
        match.german.post("hurry")
        match.german.order("bid", "2")
        match.german.wait()
    with opened(tmp_path) as client:
        match.german.client = match.client = client
        match.german.order("end")
        match.german.order("done")
        begun = time.monotonic()
        match.german.wait()

    assert again["thought"]["done"] < 0.5
    assert time.monotonic() - begun < 25


def test_a_bot_that_hangs_is_told_of(house: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "HANGS", -2.5)
    match = house.start("skirmish", HERE, {"kind": "bot", "bot": "sleeper", "pace": "quick"}, seed="7")
    match.german.order("bid", "2")
    while not (state := match.german.state)["stalled"]:
        time.sleep(0.1)

    assert state["thinking"] == ""


def test_where_a_bot_breaks_a_simpler_one_plays(house: Visitor) -> None:
    match = house.start("skirmish", HERE, {"kind": "bot", "bot": "clumsy"}, seed="7")
    match.german.order("bid", "2")

    assert match.german.wait()["number"] > 1
