"""Updates pushed to open pages."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from kits.visitors import BOT, Player, Visitor
from meuse.server.opponents import Opponents

pytestmark = pytest.mark.parametrize("service", ["sqlite"], indirect=True)


def messages(socket: Any, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while (message := socket.receive_json())["type"] != kind:
        pass
    return message


def updates(player: Player) -> str:
    return f"/api/seats/{player.secret}/updates"


def test_all_are_told_of_a_committed_order(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    with (
        service.client.websocket_connect(f"/api/seats/{match.allied.secret}/updates") as allied,
        service.client.websocket_connect(f"/api/matches/{match.id}/updates") as spectator,
    ):
        match.german.order("bid", "2")
        told = [messages(allied, "changed"), messages(spectator, "changed")]

    assert [(m["number"], m["by"], m["asked"]) for m in told] == [(1, "german", ["allied"])] * 2


def test_only_the_mover_is_told_of_what_he_can_take_back(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.german.order("bid", "2")
    match.allied.order("bid", "0")
    hexes = match.german.choices("move", "24ID")
    with (
        service.client.websocket_connect(f"/api/seats/{match.allied.secret}/updates") as allied,
        service.client.websocket_connect(f"/api/seats/{match.german.secret}/updates") as german,
    ):
        match.german.order("move", "24ID", hexes[0])
        match.german.post("chat", text="That was a move.")
        own, other = messages(german, "changed"), [allied.receive_json() for _ in range(3)]

    assert own["number"] == 3
    assert [message["type"] for message in other] == ["present", "present", "chat"]


def test_offers_and_talk_are_told(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    with service.client.websocket_connect(f"/api/seats/{match.allied.secret}/updates") as allied:
        match.german.post("draw")
        offer = messages(allied, "offer")
        match.german.post("chat", text="Well?")
        talk = messages(allied, "chat")

    assert offer["offers"]["draw"] == "german"
    assert (talk["line"]["side"], talk["line"]["text"]) == ("german", "Well?")


def test_an_unknown_seat_is_told_so_and_hung_up_on(service: Visitor) -> None:
    with service.client.websocket_connect("/api/seats/no-such-seat/updates") as socket:
        assert socket.receive_json()["error"] == "unknown_seat"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_a_replaced_link_is_hung_up_on(service: Visitor) -> None:
    match = service.start("skirmish")
    with service.client.websocket_connect(f"/api/seats/{match.german.secret}/updates") as socket:
        socket.receive_json()
        match.german.post("replace")
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_a_bot_that_gives_up_is_not_said_to_think_and_tries_again_when_somebody_looks(
    service: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any) -> None:
        raise RuntimeError("out of ideas")

    match = service.start("skirmish", allied=BOT, seed="7")
    match.german.order("bid", "2")
    match.german.wait()
    match.german.order("end")
    with monkeypatch.context() as broken, service.client.websocket_connect(updates(match.german)) as socket:
        broken.setattr(Opponents, "_think", fail)
        match.german.order("done")
        told = [messages(socket, "thinking"), messages(socket, "thinking")]
        state = match.german.state

    assert [(message["side"], message["stalled"]) for message in told] == [("allied", False), ("", True)]
    assert (state["thinking"], state["stalled"]) == ("", True)
    assert match.german.wait()["stalled"] is False


def test_who_waits_is_told_for_whom_and_for_what(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    both = match.get("/state").json()["waiting"]
    match.german.order("bid", "2")
    match.allied.order("bid", "0")

    assert both["sides"] == ["german", "allied"]
    assert match.german.state["waiting"] is None
    assert match.allied.state["waiting"] == {"sides": ["german"], "about": "Movement"}
