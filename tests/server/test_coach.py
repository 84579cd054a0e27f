"""Advice to a seat, analyses, and games played on to their end: what is told, to whom, and when not."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from kits.visitors import BOT, HERE, LINK, HostedMatch, Visitor

pytestmark = pytest.mark.parametrize("service", ["sqlite"], indirect=True)

SKIRMISH = (Path(__file__).parent.parent / "replay" / "skirmish.meuse").read_text(encoding="utf-8")


def coached(service: Visitor, allied: Any = HERE) -> HostedMatch:
    """A skirmish with advice; the dice are known."""
    seats = {"german": HERE, "allied": allied, "coach": True}
    answer = service.client.post("/api/matches", json={"game": "skirmish", "seats": seats, "seed": 7})
    assert answer.status_code == 201, answer.text
    return service.match(answer.json())


def begun(service: Visitor) -> HostedMatch:
    """The Germans may move."""
    match = coached(service)
    match.german.order("bid", "2")
    match.allied.order("bid", "0")
    return match


def finished(service: Visitor) -> HostedMatch:
    return service.match(service.upload(SKIRMISH, allied=HERE).json())


def waited_for(client: Any, address: str, seconds: float = 120) -> Any:
    """A study, as soon as it is over."""
    until = time.monotonic() + seconds
    while (found := client.get(address).json())["state"] == "working" and time.monotonic() < until:
        time.sleep(0.05)
    return found


# -- advice


def test_a_seat_is_told_what_the_staff_would_do(service: Visitor) -> None:
    told = begun(service).german.post("advice").json()

    assert told["plan"] == "Straight for the objectives"
    assert told["words"].startswith("Move ")
    assert all(len(arrow["hexes"]) > 1 for arrow in told["arrows"])
    assert "1Pz" in {arrow["unit"] for arrow in told["arrows"]}


def test_dangers_name_their_hexes(service: Visitor) -> None:
    found = begun(service).allied.get("dangers").json()

    assert {one["kind"] for one in found} <= {"gift", "hole", "cut"}
    assert found[0]["at"] in found[0]["text"]


def test_the_chance_has_a_history(service: Visitor) -> None:
    match = begun(service)
    match.german.order("end")
    found = match.german.get("prospects").json()

    assert [one["number"] for one in found] == sorted({one["number"] for one in found})
    assert found[-1]["number"] == 3
    assert all(0 <= one["chance"] <= 1 for one in found)


def test_a_game_without_advice_gives_none(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    answers = [match.german.post("advice"), match.german.get("dangers"), match.german.get("prospects")]

    assert [answer.json()["error"] for answer in answers] == ["no_coach"] * 3
    assert "against a bot or at one table" in answers[0].json()["text"]


def test_nobody_who_plays_by_link_has_advice(service: Visitor) -> None:
    seats = {"german": HERE, "allied": LINK, "coach": True}
    answer = service.client.post("/api/matches", json={"game": "skirmish", "seats": seats})

    assert answer.status_code == 400
    assert "It is off in a game by link" in answer.json()["text"]


def test_who_is_not_asked_needs_no_advice(service: Visitor) -> None:
    assert begun(service).allied.post("advice").json()["error"] == "not_asked"


def test_a_match_says_whether_there_is_advice_and_so_does_its_rematch(service: Visitor) -> None:
    match = coached(service)
    match.german.post("resign")
    again = match.german.post("rematch").json()

    assert match.get().json()["coach"] is True
    assert service.client.get(f"/api/matches/{again['id']}").json()["coach"] is True


# -- secrets


def test_what_the_coach_says_does_not_hang_on_the_enemys_secrets(service: Visitor) -> None:
    told = []
    for bid in ("0", "2"):
        match = coached(service)
        match.allied.order("bid", bid)
        told.append((match.german.post("advice").json(), match.german.get("prospects").json()))

    assert told[0] == told[1]


def test_nor_on_orders_that_can_still_be_taken_back(service: Visitor) -> None:
    match = begun(service)
    before = match.allied.get("dangers").json(), match.allied.get("prospects").json()
    match.german.order("move", "24ID", match.german.choices("move", "24ID")[0])

    assert (match.allied.get("dangers").json(), match.allied.get("prospects").json()) == before


# -- analyses


def test_a_finished_game_is_analysed_once_for_all_who_ask(service: Visitor) -> None:
    match = finished(service)
    address = f"/api/seats/{match.german.secret}/analysis"
    before = service.client.get(address).json()
    service.client.post(address)
    found = waited_for(service.client, address)

    assert before["state"] == "none"
    assert found["state"] == "done"
    assert [side["side"] for side in found["analysis"]["sides"]] == ["german", "allied"]
    assert found["analysis"]["points"][-1]["number"] == found["analysis"]["orders"]
    assert match.get("/analysis").json() == found


def test_an_analysis_of_a_game_in_play_would_show_secrets(service: Visitor) -> None:
    match = coached(service, allied=BOT)
    answers = [match.german.post("analysis"), service.client.post(f"/api/matches/{match.id}/analysis")]

    assert [answer.status_code for answer in answers] == [409, 409]
    assert answers[0].json()["text"].startswith("An analysis shows the secrets of both sides")


def test_an_analysis_that_nobody_wants_any_more_ends(service: Visitor) -> None:
    match = finished(service)
    address = f"/api/matches/{match.id}/analysis"
    service.client.post(address)
    assert service.client.delete(address).json()["state"] == "none"
    assert service.client.get(address).json()["state"] == "none"


# -- how it would end


def test_games_are_played_on_from_a_moment(service: Visitor) -> None:
    match = begun(service)
    address = f"/api/seats/{match.german.secret}/endings"
    service.client.post(address)
    found = waited_for(service.client, address)

    assert found["wanted"] == found["endings"]["games"] == 32
    assert sum(share["count"] for share in found["endings"]["wins"].values()) == 32
    assert set(found["endings"]["lines"]["certain"]) <= set(found["endings"]["lines"]["half"])


def test_what_has_been_played_stays_when_it_is_stopped(service: Visitor) -> None:
    match = finished(service)
    address = f"/api/matches/{match.id}/endings?at=100"
    service.client.post(address)
    while not service.client.get(address).json()["endings"]:
        time.sleep(0.02)
    stopped = service.client.delete(address).json()

    assert stopped["state"] == "done"
    assert stopped["endings"]["games"] >= 1


def test_how_a_game_between_people_would_end_is_told_when_it_is_over(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    assert match.german.post("endings").json()["error"] == "no_coach"
    assert service.client.post(f"/api/matches/{match.id}/endings").json()["error"] == "no_coach"
