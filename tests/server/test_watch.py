"""What whoever runs the server sees of it: its health, its figures and its log, and no secret in any of them."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient
from websockets.sync.client import connect

from kits.members import Member
from kits.visitors import Server, Visitor
from meuse.changeover import release
from meuse.server import watch
from meuse.server.app import build
from meuse.server.limits import Limits
from meuse.server.logs import Json, Text
from meuse.server.storage import Stock, Storage, database_url

INVITATION = "three rivers"


class Run:
    """A server that has done its work: what it has logged, and the secrets that it was told."""

    def __init__(self, lines: list[str], secrets: list[str], figures: str) -> None:
        self.lines, self.secrets, self.figures = lines, secrets, figures


@pytest.fixture(scope="module")
def open_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One behind a proxy that was named, which shows its figures to one address more."""
    yield from running(tmp_path_factory.mktemp("open"), "--proxy", "127.0.0.1", "--metrics-from", "192.0.2.7")


@pytest.fixture(scope="module")
def plain_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that was told of no proxy."""
    yield from running(tmp_path_factory.mktemp("plain"))


def running(folder: Path, *options: str) -> Iterator[Server]:
    server = Server(str(folder / "games.sqlite3"), folder / "log", *options)
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="module", params=["json", "text"])
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A match between two names, with everything that they can say to each other."""
    folder = tmp_path_factory.mktemp("run")
    server = Server(str(folder / "games.sqlite3"), folder / "log", "--log", request.param, "--invitation", INVITATION)
    server.start()
    with httpx.Client(base_url=server.address, timeout=60) as client:
        secrets = [INVITATION, *played(client, server.port)]
        figures = client.get("/metrics").text
    server.kill()
    return Run(server.log.read_text(encoding="utf-8").splitlines(), secrets, figures)


def played(client: httpx.Client, port: int) -> list[str]:
    """The secrets of a match and its players."""
    anna, bert = Member(client, "Anna", INVITATION), Member(client, "Bert", INVITATION)
    match = anna.plays(bert)
    german, allied = match.german, match.allied
    with connect(f"ws://127.0.0.1:{port}/api/seats/{german.secret}/updates") as page:
        page.recv(timeout=60)
        match.play(4)
    german.post("chat", text="beware of the woods")
    german.post("notes", text="attack at dawn")
    german.post("orders", number=999, order=["nonsense"])
    feed = german.get("feed").json()["path"]
    client.get(feed)
    client.get(f"/play/{allied.secret}?from={allied.secret}")
    client.request("FROB", f"/api/seats/{allied.secret}/state")
    client.post(f"/api/seats/{allied.secret}/orders", content=b"{", headers={"content-type": "application/json"})
    fresh = allied.post("replace").json()["secret"]
    key = anna.post("me/key").json()["key"]
    spoken = ["beware", "at dawn", "nonsense", "FROB"]
    return [german.secret, allied.secret, fresh, feed.rsplit("/", 1)[1], anna.key, bert.key, key, match.id, *spoken]


# -- health


def test_a_server_that_is_well_says_so(plain_server: Server) -> None:
    answer = httpx.get(f"{plain_server.address}/health", timeout=60)

    assert (answer.status_code, answer.json()) == (
        200,
        {"ok": True, "database": True, "servers": 1, "release": release()},
    )


def test_without_its_database_it_is_not_well_until_that_is_back(postgres: str) -> None:
    name = "meuse_health"
    engine = sa.create_engine(database_url(postgres), isolation_level="AUTOCOMMIT")
    with engine.connect() as boss:
        boss.execute(sa.text(f"CREATE DATABASE {name}"))
        with TestClient(build(postgres.replace("/postgres?", f"/{name}?"), Limits(rate=0))) as client:
            before = client.get("/health")
            boss.execute(sa.text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false"))
            hang_up_on(boss, name)
            gone = client.get("/health")
            boss.execute(sa.text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true"))
            after = client.get("/health")
            hang_up_on(boss, name)
            restarted = client.get("/health")
    engine.dispose()

    assert [answer.status_code for answer in (before, gone, after, restarted)] == [200, 503, 200, 200]
    assert gone.json() == {"ok": False, "database": False, "servers": 1, "release": release()}


def hang_up_on(boss: sa.Connection, name: str) -> None:
    boss.execute(
        sa.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"), {"name": name}
    )


def test_a_database_that_does_not_answer_is_taken_for_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    back = Event()
    monkeypatch.setattr(watch, "PATIENCE", 0.05)
    monkeypatch.setattr(Storage, "answers", lambda _: back.wait())
    with TestClient(build(str(tmp_path / "games.sqlite3"), Limits(rate=0))) as client:
        hanging = [client.get("/health").status_code for _ in range(3)]
        back.set()
        monkeypatch.setattr(watch, "PATIENCE", 60.0)
        well = client.get("/health").status_code

    assert (hanging, well) == ([503] * 3, 200)


# -- figures


def figure(text: str, name: str) -> float:
    return float(re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)[1])  # type: ignore[index]


def test_the_figures_are_those_of_what_was_done(run: Run) -> None:
    def value(name: str) -> float:
        return figure(run.figures, name)

    assert value("meuse_matches_open") == value("meuse_matches_stored") == 1
    assert value("meuse_orders_stored") == 4
    assert value('meuse_requests_total{method="POST",route="/api/seats/{secret}/orders",status="200"}') == 4
    assert value('meuse_requests_total{method="SOCKET",route="/api/seats/{secret}/updates",status="101"}') == 1
    assert value('meuse_requests_total{method="OTHER",route="unknown",status="405"}') == 1
    assert value("meuse_engine_seconds_total") > 0
    assert value("process_resident_memory_bytes") > 10_000_000
    assert value("meuse_sockets") == value("meuse_bots_waiting") == value("meuse_bots_at_work") == 0


def test_each_figure_is_explained_as_prometheus_asks(run: Run) -> None:
    names = set(re.findall(r"^([a-z_]+)[ {]", run.figures, re.MULTILINE))
    kinds = dict(re.findall(r"^# TYPE (\w+) (counter|gauge)$", run.figures, re.MULTILINE))

    assert names == kinds.keys() == set(re.findall(r"^# HELP (\w+) ", run.figures, re.MULTILINE))
    assert all((kind == "counter") == name.endswith("_total") for name, kind in kinds.items())


def test_open_pages_and_bots_are_counted(open_server: Server) -> None:
    with httpx.Client(base_url=open_server.address, timeout=60) as client:
        visitor = Visitor(client)
        secret = visitor.start().german.secret
        with connect(f"ws://127.0.0.1:{open_server.port}/api/seats/{secret}/updates") as page:
            page.recv(timeout=60)
            listening = figure(client.get("/metrics").text, "meuse_sockets")
        against_itself = {"kind": "bot", "bot": "staff"}
        match = visitor.start(german=against_itself, allied=against_itself)
        at_work = 0.0
        while not at_work and not match.get().json()["over"]:
            at_work = figure(client.get("/metrics").text, "meuse_bots_at_work")

    assert (listening, at_work) == (1, 1)


def test_the_stock_is_not_counted_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(Storage, "stock", lambda _: asked.append(1) or Stock(1, 2))
    monkeypatch.setattr(watch.Watch, "may_read_figures", lambda *_, **__: True)
    with TestClient(build(str(tmp_path / "games.sqlite3"), Limits(rate=0))) as client:
        figures = [figure(client.get("/metrics").text, "meuse_orders_stored") for _ in range(3)]

    assert (figures, len(asked)) == ([2.0] * 3, 1)


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({}, 200),
        ({"x-forwarded-for": "192.0.2.7"}, 200),
        ({"x-forwarded-for": "192.0.2.8"}, 403),
        ({"x-forwarded-for": "127.0.0.1"}, 403),
        ({"x-forwarded-for": "192.0.2.7, 192.0.2.8"}, 403),
    ],
)
def test_only_this_machine_and_a_named_address_may_read_them(
    open_server: Server, said: dict[str, str], status: int
) -> None:
    assert httpx.get(f"{open_server.address}/metrics", headers=said, timeout=60).status_code == status


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "x-real-ip"])
def test_a_proxy_that_was_not_named_is_not_taken_for_this_machine(plain_server: Server, header: str) -> None:
    answer = httpx.get(f"{plain_server.address}/metrics", headers={header: "192.0.2.7"}, timeout=60)

    assert (answer.status_code, answer.json()["error"]) == (403, "not_yours")


# -- the log


def requests(run: Run) -> list[Any]:
    """Lines of the log, but for the first, in which the server says its address."""
    return run.lines[1:]


@pytest.mark.parametrize("run", ["json"], indirect=True)
def test_a_line_tells_of_a_request_what_it_may(run: Run) -> None:
    lines = [json.loads(line) for line in requests(run)]
    ordered = [line for line in lines if (line["route"], line["status"]) == ("/api/seats/{secret}/orders", 200)]

    assert {tuple(line) for line in lines} == {
        ("time", "level", "logger", "method", "route", "status", "ms", "engine_ms")
    }
    assert len(ordered) == 4
    assert all(line["ms"] > 0 for line in ordered)
    assert sum(line["engine_ms"] for line in ordered) > 0


@pytest.mark.parametrize("run", ["text"], indirect=True)
def test_as_text_it_tells_the_same(run: Run) -> None:
    shape = r"\S+ \S+ meuse\.requests INFO [A-Z]+ (/\S*|unknown) \d+, [\d.]+ ms, engine [\d.]+ ms"

    assert [line for line in requests(run) if not re.fullmatch(shape, line)] == []
    assert len(requests(run)) > 30


def test_no_secret_of_a_played_match_is_in_the_log_or_the_figures(run: Run) -> None:
    told = "\n".join([*run.lines, run.figures]).lower()

    assert [secret for secret in run.secrets if secret.lower() in told] == []


@pytest.mark.parametrize("form", [Json, Text])
def test_a_fault_is_told_by_its_place_and_not_in_its_words(form: type[logging.Formatter]) -> None:
    try:
        raise ValueError("the secret is abracadabra")
    except ValueError as error:
        facts = (type(error), error, error.__traceback__)
    record = logging.LogRecord("uvicorn.error", logging.ERROR, __file__, 1, "Exception in %s", ("ASGI",), facts)
    told = form().format(record)

    assert "Exception in ASGI: ValueError at test_watch.py:" in told
    assert "abracadabra" not in told
    assert "\n" not in told


def test_requests_are_not_logged_unless_that_is_asked_for(plain_server: Server) -> None:
    httpx.get(f"{plain_server.address}/health", timeout=60)

    assert "/health" not in plain_server.log.read_text(encoding="utf-8")
