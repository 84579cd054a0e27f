"""Bots that search: what is told while they think, how they are hurried, and that nobody else has to wait for them."""

from __future__ import annotations

import asyncio
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
from meuse.counters import Side
from meuse.server import house as matches
from meuse.server import moves, opponents, rooms, turnstile
from meuse.server.app import build
from meuse.server.house import House
from meuse.server.hub import Hub
from meuse.server.limits import Limits
from meuse.server.messages import NewMatch, SeatOrder, Seats
from meuse.server.migrate import migrate
from meuse.server.moves import Moves
from meuse.server.opponents import Opponents
from meuse.server.storage import Storage

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
    monkeypatch.setattr(matches, "MEMORY", 1)
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


@pytest.mark.parametrize("bot", ["sleeper", "clumsy", "cheat", "mute", "suicide", "waverer"])
def test_where_a_bot_fails_a_simpler_one_plays_and_the_players_are_told(
    house: Visitor, monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    if bot == "sleeper":
        monkeypatch.setattr(moves, "seconds_of", lambda _: 0.5 - rooms.HANGS)
    match = house.start("skirmish", HERE, {"kind": "bot", "bot": bot, "pace": "quick"}, seed="7")
    match.german.order("bid", "2")
    state = match.german.wait()
    said = [line for line in state["chat"] if line["side"] == ""]

    assert state["number"] > 1
    assert [line["text"] for line in said] == [
        f"{bot.capitalize()} (Allied) cannot continue. Staff plays the rest of turn 1."
    ]
    assert (state["stalled"], state["intents"]) == (False, [])


def test_bots_choose_by_chance_from_what_nobody_outside_knows(tmp_path: Path) -> None:
    """Two services with a match of the same id: their bots have different seeds, and the same after a restart."""
    found = []
    for name in ("one", "other", "one"):
        house = House(Storage(str(tmp_path / name)), Hub())
        migrate(house.storage.engine)
        found.append(Moves(house).seed_of("a-match", Side.GERMAN))
        house.close()

    assert found[0] == found[2] != found[1]


def test_who_comes_back_after_a_restart_does_not_wait_for_all_the_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(Storage(str(tmp_path / "games.sqlite3")), Hub())
    migrate(house.storage.engine)
    seats = Seats(SeatOrder("bot", "staff"), SeatOrder("link"))
    due = [house.create(NewMatch("skirmish", seats)).id for _ in range(8)]
    done: list[str] = []
    monkeypatch.setattr(house, "open", lambda match_id: (time.sleep(0.02), done.append(match_id)))
    monkeypatch.setattr(Opponents, "_begin", lambda self, match_id: done.append(f"{match_id} thinks"))

    async def come_back() -> None:
        bots = Opponents(house)
        await bots.resume()
        with turnstile.visit("guest"):
            await house.ask(done.append, "guest")
        while len(done) < 17:
            await asyncio.sleep(0.01)
        await bots.close()

    asyncio.run(come_back())
    house.close()

    assert done.index("guest") <= 2
    assert {*due} < {*done}
