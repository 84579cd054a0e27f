"""A killed server loses nothing that it has acknowledged, and takes up a bot's unfinished turn."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from kits.crashes import CrashRun, WholeServer, tables_of
from kits.visitors import BOT, HERE, Server, Visitor


@pytest.fixture
def server(database: str, tmp_path: Path) -> Iterator[Server]:
    running = Server(database, tmp_path / "server.log")
    running.start()
    yield running
    running.kill()


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=60) as client:
        yield client


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_bot_whose_process_is_killed_answers_from_a_new_one(server: Server, client: httpx.Client) -> None:
    match = Visitor(client).start("skirmish", HERE, BOT, seed="7")
    assert server.process is not None
    while not match.get().json()["orders"]:  # the bot has sealed its bid
        time.sleep(0.1)
    for process in psutil.Process(server.process.pid).children():
        process.kill()
    match.german.order("bid", "0")
    while "allied" not in [line["side"] for line in match.german.get("log").json()[2:]]:
        match.german.wait()
        match.play(1)

    assert match.german.wait()["number"] > 2


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_nothing_acknowledged_is_lost_in_ten_kills(server: Server) -> None:
    run = CrashRun(server, tables_of(server, "skirmish", seed=7), seed=1)
    for _ in range(10):
        run.kill(WholeServer(server))

    assert run.report.lost == []
    assert run.report.kills == 10
    assert run.report.orders >= 10


def test_a_bots_turn_is_taken_up_after_a_restart(server: Server, client: httpx.Client) -> None:
    match = Visitor(client).start("gdw1940", BOT, HERE, seed="7")
    match.allied.order("group", "1")
    match.allied.order("auto")
    sealed = match.allied.post("orders", number=match.allied.state["number"], order=["done"]).json()["state"]
    server.kill()
    server.start()
    while match.get().json()["asked"] != ["allied"]:
        time.sleep(0.2)

    assert sealed["match"]["asked"] == ["german"]
    assert match.get().json()["orders"] > sealed["number"]
    assert match.allied.state["decision"] is not None
