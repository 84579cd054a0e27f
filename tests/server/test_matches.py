"""Matches: started, listed, watched, played order by order."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from litestar.testing import TestClient

from kits.visitors import BOT, HERE, LINK, Visitor
from meuse.games.skirmish.board import Skirmish
from meuse.games.skirmish.movement import Operation
from meuse.server.app import build
from meuse.server.limits import Limits


def test_each_person_gets_a_secret_and_a_bot_none(service: Visitor) -> None:
    seats = {"german": HERE, "allied": BOT}
    created = service.client.post("/api/matches", json={"game": "skirmish", "seats": seats}).json()

    assert len(created["seats"]["german"]) == 32
    assert created["seats"]["allied"] is None


def test_anyone_may_know_what_is_played_and_whose_move_it_is(service: Visitor) -> None:
    match = service.start("skirmish")
    info = match.get().json()

    assert (info["game"], info["scenario"], info["turn"], info["orders"]) == ("skirmish", "sedan", 1, 0)
    assert info["asked"] == ["german", "allied"]
    assert {side: seat["kind"] for side, seat in info["seats"].items()} == {"german": "here", "allied": "link"}
    assert len(info["fingerprint"]) == 64


def test_a_seat_sees_the_board_and_what_it_is_asked_two_tokens_deep(service: Visitor) -> None:
    state = service.start("skirmish", seed="7").german.state

    assert (state["side"], state["number"], state["at"], state["waiting"]) == ("german", 0, 0, None)
    assert len(state["view"]["units"]) == 13
    assert [choice["token"] for choice in state["decision"]["choices"]] == ["bid"]
    assert [choice["token"] for choice in state["decision"]["choices"][0]["next"]] == ["0", "1", "2"]


def test_an_order_is_answered_with_what_happened_and_the_new_state(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.allied.order("bid", "0")
    played = match.german.order("bid", "1")

    assert played["number"] == 2
    assert played["events"]
    assert played["state"]["decision"]["question"]


def test_choices_odds_threat_and_why_not_are_the_engines(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.german.order("bid", "2")
    match.allied.order("bid", "0")
    reach = match.german.post("choices", prefix=["move", "1Pz"]).json()["choices"]
    refusal = match.german.post("why-not", prefix=["move"], token="55DI").json()

    assert {"hex", "waypoint"} >= {choice["kind"] for choice in reach}
    assert all(choice["cost"] for choice in reach)
    assert refusal["text"] == "55e Division d'infanterie is Allied; you order German units"
    assert match.german.post("odds", order=["attack", "4618", "1Pz"]).json() is None
    assert match.allied.post("threat", hex="4518").status_code == 200
    assert match.german.get("engagements").json() == []
    assert match.german.post("muster", hex="4518").status_code == 200
    assert match.allied.post("muster", hex="4518").json()["text"] == "It is not the Allied side's decision."


def test_an_illegal_order_is_refused_with_its_rule_and_changes_nothing(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    refused = match.german.post("orders", number=0, order=["bid", "3"])

    assert refused.status_code == 422
    assert refused.json()["error"] == "illegal"
    assert refused.json()["rule"] == "2.1"
    assert match.german.state["number"] == 0


def test_an_order_that_breaks_is_answered_with_a_fault_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(step: Operation, g: Skirmish, unit: int, path: Sequence[int]) -> None:
        g.place(unit, path[-1])
        raise ZeroDivisionError

    with TestClient(build(str(tmp_path / "games.sqlite3"), Limits(rate=0)), raise_server_exceptions=False) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.german.order("bid", "2")
        match.allied.order("bid", "0")
        before = match.german.state
        with monkeypatch.context() as patch:
            patch.setattr(Operation, "go", breaks)
            broken = match.german.post("orders", number=2, order=["move", "24ID", "5114"])

        assert (broken.status_code, broken.json()["error"]) == (500, "fault")
        assert match.german.state["view"] == before["view"]
        match.german.order("move", "24ID", "5114")


def test_a_stale_order_is_refused_with_the_fresh_state(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.german.order("bid", "2")
    match.allied.order("bid", "0")
    refused = match.german.post("orders", number=0, order=["end"])

    assert refused.status_code == 409
    assert refused.json()["error"] == "stale"
    assert refused.json()["state"]["number"] == 2


def test_an_order_is_not_stale_because_the_other_side_has_sealed_its_own(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.allied.order("bid", "0")

    assert match.german.post("orders", number=0, order=["bid", "1"]).status_code == 200


def test_the_same_order_sent_twice_is_taken_once(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    first = match.german.post("orders", number=0, order=["bid", "1"])
    second = match.german.post("orders", number=0, order=["bid", "1"])

    assert (first.status_code, second.status_code) == (200, 409)


def test_own_orders_can_be_taken_back_until_the_last_die(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.german.order("bid", "2")
    match.allied.order("bid", "0")
    before = match.german.state
    match.german.order("move", "1Pz", match.german.choices("move", "1Pz")[0])

    assert match.german.state["can_undo"]
    undone = match.german.post("undo", number=3).json()
    assert undone["state"]["view"] == before["view"]
    refused = match.german.post("undo", number=2)
    assert refused.status_code == 409
    assert refused.json()["error"] == "cannot_undo"


def test_the_past_can_be_seen_again(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    views = [match.german.state["view"]]
    match.german.order("bid", "2")
    match.allied.order("bid", "0")
    views.append(match.german.state["view"])
    match.play(30)

    assert match.german.get("state?at=0").json()["view"] == views[0]
    assert match.german.get("state?at=2").json()["view"] == views[1]
    assert match.german.get("state?at=2").json()["decision"] is None
    assert match.get("/state?at=2").json()["view"]["units"] == views[1]["units"]


def test_the_log_tells_orders_dice_and_events(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.german.order("bid", "2")
    match.allied.order("bid", "0")
    match.play(10)
    log = match.german.get("log").json()

    assert [line["number"] for line in log] == list(range(1, len(log) + 1))
    assert log[0]["order"] == ["bid", "2"]
    assert log[1]["events"]
    assert match.german.get("log?from=5").json() == log[5:]


def test_one_list_for_all_secrets_of_a_player(service: Visitor) -> None:
    first, second = service.start("skirmish"), service.start("gdw1940")
    asked = [first.german.secret, second.german.secret, "no-such-secret"]
    found = service.client.post("/api/list", json={"secrets": asked}).json()

    assert [(match["id"], match["side"], match["yours"]) for match in found] == [
        (first.id, "german", True),
        (second.id, "german", False),
    ]


def test_a_lost_link_is_replaced_and_the_old_one_opens_nothing(service: Visitor) -> None:
    match = service.start("skirmish")
    old = match.german.secret
    match.german.secret = match.german.post("replace").json()["secret"]

    assert match.german.state["side"] == "german"
    assert service.client.get(f"/api/seats/{old}/state").json()["error"] == "unknown_seat"


def test_a_game_can_be_played_to_its_end_and_then_seen_from_both_sides(service: Visitor) -> None:
    match = service.start("skirmish", seed="5")
    closed = match.german.get("state?viewpoint=allied")
    match.play_out()

    assert closed.status_code == 403
    assert match.get().json()["verdict"]
    assert match.german.state["decision"] is None
    assert match.german.get("state?viewpoint=allied").json()["view"]["seat"] == "allied"


def test_a_report_tells_how_the_game_went(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.play_out()
    seat, public = match.german.get("report").json(), match.get("/report").json()

    assert seat["why"] == "You held none of the 3 objectives; two win, none loses."
    assert public["why"] == "The Germans held none of the 3 objectives; two win, none loses."
    assert seat == {**public, "why": seat["why"]}
    assert [turn["turn"] for turn in seat["turns"]] == [1, 2, 3, 4]
    assert seat["turns"][-1]["score"]
    assert seat["replayed"] == "agrees"


def test_a_report_of_a_resigned_game_compares_what_was_played(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.play(12)
    match.german.post("resign")

    assert match.get("/report").json()["replayed"] == "agrees"


def test_a_report_before_the_end_tells_no_score(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.play(10)
    report = match.german.get("report").json()

    assert (report["over"], report["orders"]) == (False, match.german.state["number"])
    assert [turn["score"] for turn in report["turns"]] == [{}]


def test_after_the_end_one_may_look_with_all_eyes(service: Visitor) -> None:
    match = service.start("gdw1940", seed="7")
    match.play(12)
    assert match.german.get("state?viewpoint=all").status_code == 403
    match.german.post("resign")
    plans = [part for part in match.get("/state?at=12&viewpoint=all").json()["view"]["parts"] if "groups" in part["id"]]

    assert [part["owner"] for part in plans] == ["german", "allied"]
    assert match.allied.get("state?viewpoint=german").json()["view"]["seat"] == "german"


def test_the_log_says_in_which_turn_and_phase_an_order_was_given(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.play(5)

    assert {(line["turn"], bool(line["phase"])) for line in match.german.get("log").json()} == {(1, True)}


def test_a_state_has_the_phases_of_the_player_turn(service: Visitor) -> None:
    match = service.start("gdw1940", seed="7")
    match.play(1)
    phases = [(phase["title"], phase["side"], phase["state"]) for phase in match.allied.state["phases"]]

    assert phases == [("Plan", "allied", "done"), ("Army groups", "allied", "now"), ("Plan", "german", "later")]


def test_a_seed_is_chosen_only_where_everybody_knows_it(service: Visitor) -> None:
    """Whoever knows the seed knows every die to come."""
    wanted = {"game": "skirmish", "seed": "7"}
    refused = service.client.post("/api/matches", json={**wanted, "seats": {"german": HERE, "allied": LINK}})

    assert refused.status_code == 400
    assert "knows every die" in refused.json()["text"]
    for allied in (HERE, BOT):
        match = service.start("skirmish", HERE, allied, seed="7")
        assert match.get().json()["seed"] == "7"
        assert match.get().json()["chosen_seed"]
    assert service.start("skirmish").get().json()["seed"] == ""
