"""What players settle between themselves."""

from __future__ import annotations

import pytest

from kits.visitors import BOT, HERE, Visitor
from meuse.server import match as matches
from meuse.server import talk


def test_a_side_may_resign_and_everything_is_open_then(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.allied.order("bid", "1")
    state = match.german.post("resign").json()

    assert state["match"]["over"]
    assert state["match"]["verdict"] == "The German side has resigned. The Allied side wins."
    assert match.allied.state["view"]["verdict"] == "The German side has resigned. The Allied side wins."
    assert match.german.get("log").json()[0]["order"] == ["bid", "1"]
    assert match.allied.post("orders", number=1, order=["bid", "1"]).json()["error"] == "illegal"
    assert match.allied.post("resign").json()["error"] == "over"


def test_a_draw_needs_both(service: Visitor) -> None:
    match = service.start("skirmish")
    match.german.post("draw")

    assert match.allied.state["offers"]["draw"] == "german"
    assert match.german.post("draw", answer=True).json()["error"] == "no_offer"
    assert match.allied.post("draw", answer=True).json()["match"]["verdict"] == "Both sides have agreed to a draw."


def test_a_draw_can_be_declined(service: Visitor) -> None:
    match = service.start("skirmish")
    match.german.post("draw")
    match.allied.post("draw", answer=False)

    assert match.german.state["offers"]["draw"] is None
    assert match.german.state["offers"]["declined"] == "allied"
    assert not match.german.state["match"]["over"]


def test_a_bot_that_plays_to_the_end_takes_no_draw(service: Visitor) -> None:
    match = service.start("skirmish", HERE, {**BOT, "manners": False})

    assert match.german.post("draw").json()["text"] == "Staff plays this game to its end."


def test_a_sealed_order_is_taken_back_by_consent(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.german.order("bid", "2")
    asked = match.german.post("takeback").json()

    assert asked["number"] == 1
    assert asked["offers"]["takeback"] == "german"
    assert match.allied.post("takeback", answer=True).json()["number"] == 0
    assert match.german.state["decision"]["question"] == match.allied.state["decision"]["question"]


def test_the_same_dice_come_again_after_a_take_back(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.german.order("bid", "2")
    first = match.allied.order("bid", "0")
    match.allied.post("takeback")
    match.german.post("takeback", answer=True)
    second = match.allied.order("bid", "0")

    assert first["events"] == second["events"]


def test_who_has_ordered_nothing_has_nothing_to_take_back(service: Visitor) -> None:
    assert service.start("skirmish").german.post("takeback").json()["error"] == "nothing"


def test_an_order_settles_open_offers(service: Visitor) -> None:
    match = service.start("skirmish")
    match.german.post("draw")
    match.allied.order("bid", "1")

    assert match.allied.state["offers"]["draw"] is None


def test_talk_is_for_all_and_notes_are_private(service: Visitor) -> None:
    match = service.start("skirmish")
    match.german.post("chat", text="Good luck\nto you")
    match.german.post("notes", text="The bridge at Gaulier.")

    assert [line["text"] for line in match.allied.state["chat"]] == ["Good luck to you"]
    assert match.german.state["notes"] == "The bridge at Gaulier."
    assert match.allied.state["notes"] == ""
    assert match.get("/state").json()["notes"] == ""


def test_a_state_has_the_last_messages_and_earlier_ones_are_asked_for(
    service: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "CHAT_SHOWN", 3)
    monkeypatch.setattr(talk, "CHAT_SHOWN", 3)
    match = service.start("skirmish")
    for n in range(8):
        match.german.post("chat", text=f"Message {n}")
    state = match.allied.state
    page = match.allied.get("chat?before=5").json()
    first = match.get("/chat?before=2").json()

    assert ([line["text"][-1] for line in state["chat"]], state["said"]) == (["5", "6", "7"], 8)
    assert [line["text"][-1] for line in page] == ["2", "3", "4"]
    assert [line["text"][-1] for line in first] == ["0", "1"]
    assert match.allied.get("chat?before=0").json() == []
    assert match.allied.get("chat?before=-1").status_code == 400


def test_empty_and_endless_lines_are_refused(service: Visitor) -> None:
    german = service.start("skirmish").german

    assert german.post("chat", text="").json()["error"] == "bad_request"
    assert german.post("chat", text=" \x00\n").json()["error"] == "bad_request"
    assert german.post("chat", text="x" * 501).json()["error"] == "bad_request"
    assert german.post("notes", text="x" * 20_001).json()["error"] == "bad_request"


def test_both_play_again_with_sides_changed(service: Visitor) -> None:
    match = service.start("skirmish", HERE)
    match.german.post("resign")
    mine, yours = match.german.post("rematch").json(), match.allied.post("rematch").json()

    assert mine["id"] == yours["id"]
    assert (mine["side"], yours["side"]) == ("allied", "german")
    again = service.client.get(f"/api/seats/{mine['secret']}/state").json()
    assert (again["side"], again["number"]) == ("allied", 0)
    assert again["match"]["seats"]["allied"]["kind"] == "here"
    assert match.allied.state["rematch"] == mine["id"]


def test_an_old_link_takes_nobody_s_seat_in_the_rematch_away(service: Visitor) -> None:
    match = service.start("skirmish", HERE)
    match.german.post("resign")
    first, again = (match.german.post("rematch").json()["secret"] for _ in range(2))
    new = service.client.post(f"/api/seats/{first}/replace").json()["secret"]
    refused = match.german.post("rematch")
    other = match.allied.post("rematch").json()["secret"]

    assert first == again
    assert refused.json()["error"] == "taken"
    assert service.client.get(f"/api/seats/{new}/state").json()["side"] == "allied"
    assert service.client.get(f"/api/seats/{other}/state").json()["side"] == "german"


def test_a_rematch_may_be_against_another_bot(service: Visitor) -> None:
    match = service.start("skirmish", HERE, BOT)
    match.german.post("resign")
    again = match.german.post("rematch", bot="general", pace="quick", manners=False).json()
    seats = service.client.get(f"/api/matches/{again['id']}").json()["seats"]

    assert seats["german"] == {"kind": "bot", "bot": "general", "pace": "quick", "manners": False, "name": ""}
    assert seats["allied"]["kind"] == "here"


def test_no_rematch_before_the_end(service: Visitor) -> None:
    assert service.start("skirmish").german.post("rematch").json()["error"] == "in_play"


def test_a_game_against_a_bot_is_deleted_at_once(service: Visitor) -> None:
    match = service.start("skirmish", HERE, BOT)
    deleted = service.client.delete(f"/api/seats/{match.german.secret}")

    assert deleted.json() == {"deleted": True}
    assert match.get().json()["error"] == "unknown_game"
    assert match.german.get("state").json()["error"] == "unknown_seat"


def test_a_game_between_people_is_deleted_by_both(service: Visitor) -> None:
    match = service.start("skirmish")
    match.allied.order("bid", "1")
    first = service.client.delete(f"/api/seats/{match.german.secret}").json()
    offered = match.allied.state["offers"]["delete"]
    second = service.client.delete(f"/api/seats/{match.allied.secret}").json()

    assert (first, offered, second) == ({"deleted": False}, "german", {"deleted": True})
    assert match.get().status_code == 404
