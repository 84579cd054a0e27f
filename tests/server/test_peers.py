"""Several servers on one database: each match has one home, and moves when its server dies."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from kits.visitors import HERE, Visitor, unlimited
from meuse.server.house import House
from meuse.server.hub import Hub
from meuse.server.migrate import migrate
from meuse.server.opponents import Opponents
from meuse.server.peers import forwarding, tunnel
from meuse.server.peers.peers import Unreached
from meuse.server.peers.roster import PATIENCE, Peer, Roster, home
from meuse.server.storage import Storage, servers

ANNA, BERT, CARL = Peer("a", "127.0.0.1:1"), Peer("b", "127.0.0.1:2"), Peer("c", "127.0.0.1:3")
MATCHES = [f"match {n}" for n in range(300)]


@pytest.fixture
def storage(database: str) -> Any:
    kept = Storage(database)
    migrate(kept.engine)
    yield kept
    kept.close()


def homes(*peers: Peer) -> dict[str, Peer]:
    return {match: home(match, peers) for match in MATCHES}


# -- who keeps what


def test_every_server_reckons_out_the_same_home_in_whatever_order_it_knows_them() -> None:
    assert homes(ANNA, BERT, CARL) == homes(CARL, ANNA, BERT)


def test_servers_share_the_matches_evenly() -> None:
    shares = [list(homes(ANNA, BERT, CARL).values()).count(peer) for peer in (ANNA, BERT, CARL)]

    assert all(70 < share < 130 for share in shares)


def test_when_a_server_is_gone_only_its_matches_move() -> None:
    before, after = homes(ANNA, BERT, CARL), homes(ANNA, BERT)

    assert [match for match in MATCHES if before[match] != after[match]] == [
        match for match in MATCHES if before[match] == CARL
    ]


# -- who lives


def look(storage: Storage, roster: Roster) -> list[str]:
    with storage.engine.begin() as db:
        roster.look(db)
    return [peer.id for peer in roster.peers]


def test_a_server_whose_count_stands_still_is_dead(storage: Storage) -> None:
    anna, bert = Roster(ANNA), Roster(BERT)
    look(storage, anna)
    look(storage, bert)
    together = [look(storage, anna) for _ in range(PATIENCE) if look(storage, bert)]
    alone = [look(storage, anna) for _ in range(PATIENCE + 2)]

    assert together == [["a", "b"]] * PATIENCE
    assert alone[0] == ["a", "b"]
    assert alone[-1] == ["a"]
    with storage.engine.connect() as db:
        assert db.execute(sa.select(servers.c.id)).scalars().all() == ["a"]


def test_a_server_that_was_taken_for_dead_comes_back(storage: Storage) -> None:
    anna, bert = Roster(ANNA), Roster(BERT)
    look(storage, anna)
    look(storage, bert)
    with storage.engine.begin() as db:
        anna.strike(db, BERT)

    assert look(storage, anna) == ["a"]
    assert look(storage, bert) == ["a", "b"]
    assert look(storage, anna) == ["a", "b"]


def test_a_server_that_is_alone_writes_nothing(storage: Storage) -> None:
    anna = Roster(ANNA)
    for _ in range(3):
        look(storage, anna)

    with storage.engine.connect() as db:
        assert db.execute(sa.select(servers.c.beats)).scalar_one() == 0


# -- two servers, each with everything


def wait_for(client: TestClient[Any], servers: int) -> None:
    """Until a server knows that so many live."""
    while client.get("/health").json()["servers"] != servers:
        pass


def test_who_is_connected_to_one_server_hears_of_orders_given_through_the_other(database: str) -> None:
    with TestClient(unlimited(database)) as one, TestClient(unlimited(database)) as two:
        wait_for(one, 2)
        for match in [Visitor(one).start("skirmish", seed="7") for _ in range(4)]:
            german = Visitor(two).match({"id": match.id, "seats": {"german": match.german.secret}}).german
            with (
                one.websocket_connect(f"/api/seats/{match.allied.secret}/updates") as here,
                two.websocket_connect(f"/api/matches/{match.id}/updates") as there,
            ):
                german.order("bid", "2")

                assert [heard(socket, "changed")["number"] for socket in (here, there)] == [1, 1]


def heard(socket: Any, kind: str) -> Any:
    while (message := socket.receive_json())["type"] != kind:
        pass
    return message


def test_a_bot_is_asked_at_the_home_of_its_match_only(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[tuple[str, int]] = set()
    attend = Opponents._attend

    async def noted(self: Opponents, match_id: str) -> None:
        asked.add((match_id, id(self)))
        await attend(self, match_id)

    monkeypatch.setattr(Opponents, "_attend", noted)
    with TestClient(unlimited(database)) as one, TestClient(unlimited(database)) as two:
        wait_for(one, 2)
        matches = [Visitor(one).start("skirmish", HERE, {"kind": "bot", "bot": "random"}, seed="7") for _ in range(6)]
        for match in matches:
            match.german.order("bid", "0")
            german = Visitor(two).match({"id": match.id, "seats": {"german": match.german.secret}}).german
            assert german.wait()["decision"] is not None

    assert sorted(match for match, _ in asked) == sorted(match.id for match in matches)


def test_a_server_that_comes_takes_matches_over_and_gives_them_back(database: str) -> None:
    with TestClient(unlimited(database)) as one:
        matches = [Visitor(one).start("skirmish", seed="7") for _ in range(4)]
        before = [match.german.state for match in matches]
        with TestClient(unlimited(database)) as two:
            wait_for(one, 2)
            elsewhere = [two.get(f"/api/seats/{match.german.secret}/state").json() for match in matches]
        wait_for(one, 1)
        after = [match.german.state for match in matches]

    assert elsewhere == before == after


def test_a_seat_that_does_not_exist_is_refused_by_any_server(database: str) -> None:
    with TestClient(unlimited(database)) as one, TestClient(unlimited(database)) as two:
        wait_for(one, 2)

        assert [client.get("/api/seats/nobody/state").status_code for client in (one, two)] == [404, 404]


def test_names_said_at_one_server_are_known_at_the_other(database: str) -> None:
    with TestClient(unlimited(database)) as one, TestClient(unlimited(database)) as two:
        wait_for(one, 2)
        keys = [
            client.post("/api/club/players", json={"name": name}).json()["key"]
            for client, name in ((one, "Anna"), (two, "Bert"))
        ]
        shown = [{"authorization": f"Bearer {key}"} for key in keys]
        lobbies = [
            client.get("/api/club/lobby", headers=headers).json()["here"]
            for client, headers in ((one, shown[0]), (two, shown[1]))
        ]

    assert {here["person"]["name"] for here in lobbies[1]} == {"Anna", "Bert"}


# -- when a server dies while it answers


class Dying:
    """A peer that hears a request and answers with some messages, or not at all."""

    count = 2

    def __init__(self, *answer: dict[str, Any], reached: bool = True) -> None:
        self.answer, self.reached = answer, reached

    def home(self, _: str) -> Peer:
        return BERT

    async def match_of(self, _: str) -> str:
        return "match"

    async def hand_on(self, _peer: Peer, _scope: Any, _receive: Any, send: Any) -> None:
        if not self.reached:
            raise Unreached
        for message in self.answer:
            await send(message)


def asked(peers: Dying, method: str = "GET", kind: str = "http") -> list[dict[str, Any]]:
    """What a visitor gets who asks for a seat that a dying server keeps."""
    sent: list[dict[str, Any]] = []

    async def here(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        sent.append(message)

    scope: Any = {"type": kind, "method": method, "path": "/api/seats/secret/state", "state": {}}
    app: Any = forwarding.over(here, peers)  # type: ignore[arg-type]
    asyncio.run(app(scope, None, send))
    return sent


def test_whoever_looks_is_answered_here_when_the_other_server_dies() -> None:
    assert [message.get("status") for message in asked(Dying())] == [200]


def test_whoever_gives_an_order_is_told_to_look_again_since_it_may_have_been_stored() -> None:
    start, body = asked(Dying(), "POST")

    assert start["status"] == 503
    assert b"try again" in body["body"]


def test_an_order_that_did_not_reach_the_other_server_is_taken_here() -> None:
    assert [message.get("status") for message in asked(Dying(reached=False), "POST")] == [200]


def test_half_an_answer_is_not_taken_for_a_whole_one() -> None:
    start: dict[str, Any] = {"type": "http.response.start", "status": 200, "headers": []}
    with pytest.raises(ConnectionError):
        asked(Dying(start))


def test_a_page_that_listens_is_told_to_connect_again() -> None:
    *_, last = asked(Dying({"type": "websocket.accept"}), kind="websocket")

    assert (last["type"], last["code"]) == ("websocket.close", 1012)


# -- strangers


def test_whoever_does_not_know_the_key_of_the_database_is_not_answered() -> None:
    async def knock() -> tuple[Any, Any]:
        greeted = []

        async def enter(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = tunnel.Line(reader, writer)
            greeted.append(await line.greeted("key"))
            line.close()

        server = await asyncio.start_server(enter, "127.0.0.1", 0)
        address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        for hello in (tunnel.Hello("other", call="match"), "nonsense", tunnel.Hello("key", call="match")):
            line = await tunnel.connect(address)
            await line.write(hello)
            await line.read()
        server.close()
        return tuple(greeted[:2]), greeted[2]

    strangers, friend = asyncio.run(knock())

    assert strangers == (None, None)
    assert friend.call == "match"


# -- two that store at the same moment


def test_what_another_server_was_quicker_at_is_done_after_it(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.german.post("chat", text="first")
        storage = Storage(database)
        other = House(storage, Hub())
        append, before = Storage.append, []

        def late(self: Storage, *args: Any, **kwargs: Any) -> None:
            if not before:
                before.append(True)
                other.record(other.open(match.id), "chat", other.sit(match.allied.secret).side, "second")
            append(self, *args, **kwargs)

        monkeypatch.setattr(Storage, "append", late)
        answer = match.german.post("chat", text="third")
        other.close()

    assert answer.status_code == 200
    assert [line["text"] for line in answer.json()["chat"]] == ["first", "second", "third"]
