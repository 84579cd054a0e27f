"""Connections that say nothing, or too slowly, or are too many, do not keep others out."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.sync.client import connect

from kits.visitors import Visitor
from meuse.server import connections, serving
from meuse.server.app import build
from meuse.server.connections import Porter
from meuse.server.limits import Limits

POSTED = b"POST /api/list HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
HALF = b"GET /api/games HTTP/1.1\r\nHost: x\r\n"


@contextmanager
def served(folder: Path, *proxies: str, limits: Limits | None = None) -> Iterator[int]:
    """The port of a service as it is shipped."""
    app = build(str(folder / "games.sqlite3"), limits or Limits(rate=0))
    server = uvicorn.Server(serving.config(app, proxies, port=0))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


def half_open(port: int, data: bytes = HALF) -> socket.socket:
    opened = socket.create_connection(("127.0.0.1", port), timeout=60)
    opened.sendall(data)
    return opened


def is_hung_up(opened: socket.socket) -> bool:
    """Waits until something comes, which must be the end."""
    try:
        return opened.recv(1) == b""
    except ConnectionResetError:
        return True


def ask(port: int, **headers: str) -> int:
    return httpx.get(f"http://127.0.0.1:{port}/api/seats/x/state", headers=headers, timeout=60).status_code


def test_who_does_not_come_to_the_point_is_hung_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD", 0.2)
    monkeypatch.setattr(connections, "BODY", 0.3)
    with served(tmp_path) as port:
        silent, head = half_open(port, b""), half_open(port)
        body = half_open(port, POSTED)

        assert [is_hung_up(one) for one in (silent, head, body)] == [True] * 3
        assert ask(port) == 404


def test_who_asks_again_on_the_same_connection_has_as_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD", 0.3)
    with served(tmp_path) as port, httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        answers = []
        for _ in range(4):
            answers.append(client.get("/api/seats/x/state").status_code)
            time.sleep(0.15)
        kept = client._transport._pool.connections  # type: ignore[attr-defined]

        assert answers == [404] * 4
        assert len(kept) == 1


def test_an_address_has_only_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_OF_ONE", 3)
    with served(tmp_path) as port:
        several = [half_open(port) for _ in range(3)]
        time.sleep(0.1)
        refused = is_hung_up(half_open(port, b""))
        several.pop().close()
        time.sleep(0.1)

        assert refused
        assert ask(port) == 404


def test_a_proxy_has_as_many_as_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_OF_ONE", 1)
    with served(tmp_path, "127.0.0.0/8") as port:
        several = [half_open(port) for _ in range(5)]

        assert ask(port) == 404
        assert all(one.fileno() >= 0 for one in several)


def test_a_page_is_counted_for_as_long_as_it_listens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD", 0.2)
    porters: list[Porter] = []
    protocols = connections.protocols
    monkeypatch.setattr(serving, "protocols", lambda porter: porters.append(porter) or protocols(porter))
    with served(tmp_path) as port:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            german = Visitor(client).start("skirmish").german.secret
        with connect(f"ws://127.0.0.1:{port}/api/seats/{german}/updates") as page:
            first = page.recv(timeout=60)
            time.sleep(0.5)
            inside = len(porters[0]._inside)
        while porters[0]._inside:
            time.sleep(0.01)

    assert "present" in str(first)
    assert inside == 1
    assert not porters[0]._count


class Guest:
    """A connection."""

    def __init__(self) -> None:
        self.transport: Any = self
        self.is_out = False

    def abort(self) -> None:
        self.is_out = True


def test_when_all_are_taken_the_silent_give_way() -> None:
    porter, guests = Porter(3), [Guest() for _ in range(6)]
    admitted = [porter.admit(guest, f"192.0.2.{n}") for n, guest in enumerate(guests[:3])]
    for guest in guests[:3]:
        porter.is_silent(guest)
    porter.has_spoken(guests[0])
    admitted += [porter.admit(guest, "192.0.2.9") for guest in guests[3:]]

    assert admitted == [True] * 5 + [False]
    assert [guest.is_out for guest in guests] == [False, True, True, False, False, False]


def test_there_is_room_for_many() -> None:
    assert connections.capacity() >= 800


@pytest.mark.parametrize(("proxies", "answers"), [((), [404, 404, 429]), (("127.0.0.1",), [404, 404, 404])])
def test_only_a_proxy_that_is_named_may_say_who_asks(
    tmp_path: Path, proxies: tuple[str, ...], answers: list[int]
) -> None:
    with served(tmp_path, *proxies, limits=Limits(rate=0.001, burst=2.5)) as port:
        assert [ask(port, **{"x-forwarded-for": f"192.0.2.{n}"}) for n in range(3)] == answers


def test_what_is_not_an_address_is_not_a_proxy() -> None:
    with pytest.raises(ValueError, match="does not appear to be"):
        serving.config(None, ["everybody"])
