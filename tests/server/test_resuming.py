"""Matches that are not in memory: opened from their newest snapshot, kept by size, and as others have left them."""

from __future__ import annotations

import itertools
import time
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from kits.visitors import HostedMatch, Visitor
from meuse.server import house as houses
from meuse.server import upgrade, verifying
from meuse.server.app import build
from meuse.server.house import House
from meuse.server.hub import Hub
from meuse.server.limits import Limits
from meuse.server.migrate import migrate
from meuse.server.opponents import Opponents
from meuse.server.storage import Storage


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "games.sqlite3")


def played(database: str, orders: int) -> HostedMatch:
    with TestClient(build(database, Limits(rate=0))) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.play(orders)
        match.german.post("name", name="Ada")
        match.german.post("chat", text="Well played")
        match.allied.post("draw")
    return match


def everything(match: HostedMatch, client: Any) -> list[Any]:
    """All that both players and a spectator are shown, the past too."""
    match.client = client
    seats = [match.german, match.allied]
    for seat in seats:
        seat.client = client
    found = [seat.get(what).json() for seat in seats for what in ("state", "log", "state?at=25", "state?at=0")]
    return [*found, match.get("/state").json(), match.get("/log").json()]


def nobody_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the match is played from its beginning")

    monkeypatch.setattr(upgrade, "opened", refuse)


def test_a_match_is_opened_from_its_newest_snapshot(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(file, 45)
    storage = Storage(file)
    with TestClient(build(file, Limits(rate=0))) as client:
        before = everything(match, client)
        monkeypatch.setattr(houses, "resumed", lambda _: None)
        with TestClient(build(file, Limits(rate=0))) as other:
            replayed = everything(match, other)
    monkeypatch.undo()
    nobody_replays(monkeypatch)
    with TestClient(build(file, Limits(rate=0))) as client:
        resumed = everything(match, client)

    assert len(storage.snapshots(match.id)) > 2
    assert resumed == replayed == before
    storage.close()


def test_a_draw_offered_after_a_snapshot_stands_in_the_log_of_whoever_opens_the_match(file: str) -> None:
    match = played(file, 41)
    with TestClient(build(file, Limits(rate=0))) as client:
        match.allied.client = match.german.client = match.client = client
        match.play(25)
        lines = match.german.get("log").json()

    told = [event["text"] for line in lines for event in line["events"] if event["kind"] == "draw"]
    assert told == ["The Allied side offers a draw."]


def test_going_back_behind_a_snapshot_leads_to_the_same_board(file: str) -> None:
    match = played(file, 45)
    with TestClient(build(file, Limits(rate=0))) as client:
        match.allied.client = match.german.client = match.client = client
        side = match.get().json()["asked"][0]
        before = match.players[side].state["number"]
        other = "allied" if side == "german" else "german"
        match.players[other].post("takeback")
        after = match.players[side].post("takeback", answer=True).json()
        then = match.players[side].get(f"state?at={after['number']}").json()["view"]

    assert after["number"] < before
    assert after["view"]["units"] == then["units"]


def test_matches_are_kept_in_memory_by_their_size(file: str) -> None:
    matches = [played(file, 21) for _ in range(3)]
    storage = Storage(file)
    house = House(storage, Hub())
    sizes = [house.open(match.id).live.size for match in matches]
    house.close()
    house = House(Storage(file), Hub(), memory=sizes[1] + sizes[2])
    first, second, third = [house.open(match.id) for match in matches]

    assert house.open(third.id) is third
    assert house.open(second.id) is second
    assert house.open(first.id) is not first
    house.close()


def test_what_a_long_game_keeps_at_hand_does_not_grow_with_it(file: str) -> None:
    storage = Storage(file)
    migrate(storage.engine)
    house = House(storage, Hub())
    kept = []
    for match in (played(file, 30), played(file, 120)):
        live = house.open(match.id).live
        kept.append(len(live._told))

    assert max(kept) < 40
    house.close()


# -- another program


def stored(database: str, match_id: str) -> tuple[str | None, list[str]]:
    """By which program the match was played last, and the kinds of its records."""
    storage = Storage(database)
    found = storage.match(match_id)
    storage.close()
    assert found is not None
    return found.verified, [record.kind for record in found.records]


def until_verified(database: str, match_id: str, before: str | None) -> None:
    tries = itertools.takewhile(lambda _: stored(database, match_id)[0] == before, range(600))
    for _ in tries:
        time.sleep(0.1)


def by_another_program(database: str, match_id: str) -> None:
    storage = Storage(database)
    storage.set_verified(match_id, "another")
    storage.close()


def test_a_match_of_another_program_is_played_again_while_nobody_waits(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Opponents, "work", at_once)
    match = played(file, 41)
    ours = stored(file, match.id)[0]
    by_another_program(file, match.id)
    with TestClient(build(file, Limits(rate=0))) as client:
        assert client.get(f"/api/matches/{match.id}/state").status_code == 200
        until_verified(file, match.id, "another")

    assert stored(file, match.id)[0] == ours


def test_changed_rules_are_noticed_even_if_nobody_has_raised_their_revision(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played(file, 41)
    orders = stored(file, match.id)[1].count("order")
    by_another_program(file, match.id)
    monkeypatch.setattr(Opponents, "work", disagrees)
    monkeypatch.setattr(upgrade, "unfold", fails_at_first(upgrade.unfold))
    with TestClient(build(file, Limits(rate=0))) as client:
        client.get(f"/api/matches/{match.id}/state")
        until_verified(file, match.id, "another")
        states = [client.get(f"/api/seats/{player.secret}/state").json() for player in match.players.values()]

    assert max(state["number"] for state in states) == orders
    assert "The rules have changed" in states[0]["chat"][-1]["text"]
    assert stored(file, match.id)[1].count("revision") == 1


async def at_once(_: Opponents, function: Any, job: Any, _room: str) -> Any:
    """Without a process of its own."""
    return function(job)


async def disagrees(_: Opponents, _function: Any, _job: Any, _room: str) -> Any:
    """A program whose rules have changed."""
    return verifying.Finding("changed", "Disagrees")


def fails_at_first(function: Any) -> Any:
    """Such a program plays no old match again, but goes on from its snapshot."""

    def unfold(files: upgrade.Files) -> Any:
        if not any(record.kind == "revision" for record in files.records):
            raise upgrade.Disagrees("other rules")
        return function(files)

    return unfold


# -- two servers on one database


def test_another_server_sees_each_order_and_knows_no_replaced_link(database: str) -> None:
    limits = Limits(rate=0)
    with TestClient(build(database, limits)) as one, TestClient(build(database, limits)) as two:
        match = Visitor(one).start("skirmish", seed="7")
        elsewhere = {side: Visitor(two).match({"id": match.id, "seats": {side: player.secret}}).players[side]
                     for side, player in match.players.items()}  # fmt: skip
        assert elsewhere["german"].state["number"] == 0
        match.german.order("bid", "2")
        elsewhere["allied"].order("bid", "0")
        match.play(12)

        assert elsewhere["german"].state == match.german.state
        assert elsewhere["allied"].get("log").json() == match.allied.get("log").json()

        new = match.german.post("replace").json()["secret"]
        assert elsewhere["german"].get("state").status_code == 404
        assert two.get(f"/api/seats/{new}/state").status_code == 200

        elsewhere["allied"].client.request("DELETE", f"/api/seats/{elsewhere['allied'].secret}")
        one.request("DELETE", f"/api/seats/{new}")
        assert two.get(f"/api/matches/{match.id}/state").status_code == 404
