"""`meuse serve` and `meuse play`."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from kits.visitors import Server
from meuse.cli_serve import _listen
from meuse.server.storage import database_url


def test_play_opens_the_page_once_it_is_there_and_ends_quietly(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    database = str(tmp_path / "games.sqlite3")
    command = [sys.executable, "-c", "from meuse.cli import run; run()", "play", "--database", database]
    with subprocess.Popen(command, env=os.environ | {"BROWSER": str(browser)}, stderr=subprocess.PIPE) as process:
        while not (opened.exists() and opened.read_text()):
            assert process.poll() is None
            time.sleep(0.05)
        address = opened.read_text().strip()
        answer = httpx.get(address, timeout=60)
        process.send_signal(signal.SIGINT)
        told = process.stderr.read().decode() if process.stderr else ""

    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
    assert answer.status_code == 200
    assert address in told
    assert "Traceback" not in told


def test_a_port_in_use_is_said_in_one_line(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "games.sqlite3"), tmp_path / "log")
    server.start()
    arguments = ["serve", "--port", str(server.port), "--database", str(tmp_path / "other.sqlite3")]
    second = subprocess.run(
        [sys.executable, "-c", "from meuse.cli import run; run()", *arguments], capture_output=True, check=False
    )
    server.kill()

    assert second.returncode == 2
    assert f"cannot listen on 127.0.0.1:{server.port}" in second.stderr.decode()


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("postgresql://me@host/db", "postgresql+psycopg://me@host/db"),
        ("postgres://me@host/db", "postgresql+psycopg://me@host/db"),
        ("sqlite:///x.sqlite3", "sqlite:///x.sqlite3"),
    ],
)
def test_databases_are_named_as_people_name_them(given: str, meant: str) -> None:
    assert database_url(given) == meant


def test_a_file_is_a_sqlite_database(tmp_path: Path) -> None:
    assert database_url(str(tmp_path / "new" / "games.sqlite3")) == f"sqlite:///{tmp_path}/new/games.sqlite3"
    assert (tmp_path / "new").is_dir()


def test_a_module_that_cannot_be_imported_is_said_in_one_line(tmp_path: Path) -> None:
    arguments = ["serve", "--with", "nowhere", "--database", str(tmp_path / "games.sqlite3")]
    told = subprocess.run(
        [sys.executable, "-c", "from meuse.cli import run; run()", *arguments], capture_output=True, check=False
    )

    assert told.returncode == 2
    assert told.stderr.decode().strip() == "meuse: --with nowhere: No module named 'nowhere'"


def test_small_answers_do_not_wait_for_more() -> None:
    with _listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP
