"""Malformed, oversized and foolish messages get a clear refusal: never a fault, never a crash."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn
from litestar.testing import TestClient

from kits.noise import Noise
from kits.visitors import BOT, HERE, HostedMatch, Visitor
from meuse.server.app import build
from meuse.server.limits import Limits, visitor

sqlite = pytest.mark.parametrize("service", ["sqlite"], indirect=True)


@sqlite
def test_a_thousand_malformed_requests_are_refused_in_words(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    noise = Noise(1, [match.german.secret, match.allied.secret], [match.id])
    answers = [
        service.client.request(method, address, content=body, headers={"content-type": kind})
        for method, address, body, kind in noise.requests(1000)
    ]
    refused = [answer for answer in answers if answer.status_code >= 400 and answer.request.method != "HEAD"]

    assert [answer.text for answer in answers if answer.status_code >= 500] == []
    assert len(refused) > 500
    assert all(answer.json()["error"] and answer.json()["text"] for answer in refused)
    assert match.german.state["side"] == "german"


@sqlite
def test_noise_against_1940_does_not_shake_the_engine(service: Visitor) -> None:
    match = service.start("gdw1940", seed="7")
    noise = Noise(2, [match.german.secret, match.allied.secret], [match.id])
    answers = [
        service.client.request(method, address, content=body, headers={"content-type": kind})
        for method, address, body, kind in noise.requests(300)
    ]

    assert [answer.text for answer in answers if answer.status_code >= 500] == []


@sqlite
def test_refusals_say_what_was_wrong(service: Visitor) -> None:
    german = service.start("skirmish").german
    seats = {"german": HERE, "allied": {"kind": "bot", "bot": "napoleon"}}

    assert german.post("orders", number=0).json()["text"] == "body: Object missing required field `order`"
    assert "napoleon" in service.client.post("/api/matches", json={"game": "skirmish", "seats": seats}).json()["text"]
    assert "chess" in service.client.post("/api/matches", json={"game": "chess", "seats": seats}).json()["text"]
    assert service.client.get("/api/nonsense").json()["error"] == "not_found"
    assert german.post("threat", hex="9999").json()["text"] == "There is no hex 9999 on this map."
    assert german.post("muster", hex="9999").json()["text"] == "There is no hex 9999 on this map."


@sqlite
def test_oversized_messages_are_refused(service: Visitor) -> None:
    german = service.start("skirmish").german
    json_body = {"content-type": "application/json"}
    large = service.client.post(f"/api/seats/{german.secret}/notes", content=b" " * 200_000, headers=json_body)

    assert large.status_code == 413
    assert large.json()["error"] == "too_large"
    assert german.post("orders", number=0, order=["move"] * 401).json()["error"] == "bad_request"
    assert german.post("orders", number=0, order=["x" * 81]).json()["error"] == "bad_request"


def test_a_visitor_that_asks_too_much_has_to_wait(tmp_path: Path) -> None:
    with TestClient(build(str(tmp_path / "games.sqlite3"), Limits(rate=0.001, burst=5.5))) as client:
        answers = [client.get("/api/matches/unknown") for _ in range(6)]

    assert [answer.status_code for answer in answers] == [404] * 5 + [429]
    assert answers[-1].json()["error"] == "too_many"


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """A service on a real port, for what a client library would not send."""
    app = build(str(tmp_path / "games.sqlite3"), Limits(rate=0))
    server = uvicorn.Server(uvicorn.Config(app, port=0, ws_max_size=4096, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join()


def say(port: int, data: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        return connection.makefile("rb").read()


def test_what_is_no_http_at_all_is_turned_away(port: int) -> None:
    noise = Noise(3, [], [])
    said = [say(port, body) for _, _, body, _ in noise.requests(100)]

    assert all(not answer or answer.startswith(b"HTTP/1.1 400") for answer in said)
    assert httpx.get(f"http://127.0.0.1:{port}/api/games", timeout=60).status_code == 200


@sqlite
def test_pages_that_talk_nonsense_are_not_listened_to(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    with service.client.websocket_connect(f"/api/seats/{match.allied.secret}/updates") as page:
        for _, _, body, _ in Noise(4, [], []).requests(60):
            page.send_bytes(body)
            page.send_text(json.dumps({"type": "changed"}))
        match.german.order("bid", "2")
        told = [page.receive_json()["type"] for _ in range(2)]

    assert told == ["present", "changed"]


@sqlite
def test_a_bots_name_is_no_door(service: Visitor) -> None:
    match: HostedMatch = service.start("skirmish", HERE, BOT)

    assert set(match.players) == {"german"}
    assert service.client.get("/api/seats/None/state").json()["error"] == "unknown_seat"


def test_a_household_with_ipv6_is_one_visitor() -> None:
    assert visitor("2001:db8:1:2::1") == visitor("2001:db8:1:2:ffff::9")
    assert visitor("2001:db8:1:2::1") != visitor("2001:db8:1:3::1")
    assert visitor("::ffff:192.0.2.1") == visitor("192.0.2.1") == "192.0.2.1"


@sqlite
def test_answers_are_neither_kept_nor_guessed_at(service: Visitor) -> None:
    seat = service.start("skirmish").german
    told, refused, chart = seat.get("state"), service.client.get("/api/seats/x/state"), service.client.get("/api/games")

    assert told.headers["cache-control"] == refused.headers["cache-control"] == "no-store"
    assert {answer.headers["x-content-type-options"] for answer in (told, refused, chart)} == {"nosniff"}


def test_what_was_taken_back_is_no_way_to_look_ahead(service: Visitor) -> None:
    match = service.start("skirmish")
    refused = match.german.post("threat", hex="4618", after=[["undo"]])

    assert refused.status_code == 422
    assert refused.json()["text"] == "A threat is shown after an order to come, not after an undo."


def test_what_a_database_cannot_hold_is_refused_or_left_out(service: Visitor) -> None:
    german = service.start("skirmish").german
    seats = {"german": HERE, "allied": BOT}
    seeds = [
        service.client.post("/api/matches", json={"game": "skirmish", "seats": seats, "seed": seed}).status_code
        for seed in ("7\0", 10**300, "x\u0007")
    ]

    assert seeds == [400, 400, 400]
    assert german.post("notes", text="At\0 dawn").json()["notes"] == "At dawn"
    assert service.client.get("/api/matches/a%00b/state").status_code in (400, 404)
    assert service.client.get("/api/matches/a%00b").status_code in (400, 404)
    assert service.client.get("/api/feeds/a%00b.german.x").status_code in (400, 404)
    assert german.post("name", name="An\0na").json()["match"]["seats"]["german"]["name"] == "An na"
    assert german.post("orders", number=0, order=["bid\0", "2"]).status_code in (400, 422)
    assert german.state["side"] == "german"


@sqlite
def test_a_long_name_is_a_page_like_any_other(service: Visitor) -> None:
    assert service.client.get("/" + 2000 * "x").status_code == 200
    assert service.client.get("/assets/" + 2000 * "x" + ".js").status_code == 404


@sqlite
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/msgpack", ""])
def test_what_is_not_json_is_not_read(service: Visitor, kind: str) -> None:
    german = service.start("skirmish").german
    address = f"/api/seats/{german.secret}/chat"
    answer = service.client.post(address, content=b'{"text": "Hello"}', headers={"content-type": kind})
    proper = {"content-type": "application/json; charset=utf-8"}

    assert (answer.status_code, answer.json()["text"]) == (415, "The request must be JSON.")
    assert german.state["chat"] == []
    assert service.client.post(address, content=b'{"text": "Hello"}', headers=proper).status_code == 200
