"""Bots that resign, and that offer, take and decline a draw; whether they would is decided elsewhere."""

from __future__ import annotations

import time
from typing import Any

import pytest

from kits.visitors import BOT, HERE, HostedMatch, Visitor
from meuse import journal
from meuse.opponents import manners
from meuse.server.opponents import Opponents
from meuse.server.records import Origin, Setup
from meuse.server.thinkers import Answer, Copy, Job, Slate, Watch

pytestmark = pytest.mark.parametrize("service", ["sqlite"], indirect=True)


def begun(service: Visitor) -> HostedMatch:
    """A game against a bot, with the player to move."""
    match = service.start("skirmish", HERE, BOT, seed="7")
    match.german.order("bid", "2")
    match.german.wait()
    return match


def decides(monkeypatch: pytest.MonkeyPatch, about: str, answer: Answer) -> None:
    """Every bot decides so when it is asked about this."""
    think = Opponents._think

    async def decided(self: Opponents, job: Job) -> Answer:
        return answer if job.about == about else await think(self, job)

    monkeypatch.setattr(Opponents, "_think", decided)


def once(match: HostedMatch, name: str, value: Any) -> Any:
    """The state once the offer of a draw stands so."""
    while (state := match.german.state)["offers"][name] != value:
        time.sleep(0.05)
    return state


def entries(match: HostedMatch) -> list[str]:
    return [event["text"] for line in match.german.get("log").json() for event in line["events"]]


def test_a_bot_resigns(service: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(service)
    decides(monkeypatch, "order", Answer(resigns=True))
    match.german.order("end")
    match.german.order("done")
    state = match.german.wait()

    assert state["match"]["verdict"] == "Staff (Allied) has resigned. The German side wins."
    assert entries(match)[-1] == "Staff (Allied) has resigned. The German side wins."
    assert match.german.get("report").json()["why"] == "Staff (Allied) has resigned. The German side wins."
    text = match.get("/journal").text
    assert text.endswith("# Staff (Allied) has resigned. The German side wins.\n")
    assert journal.verify(journal.parse(text))[0].digest


def test_a_bot_takes_a_draw(service: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(service)
    decides(monkeypatch, "draw offered", Answer(agrees=True))
    match.german.post("draw")
    while not match.get().json()["over"]:
        time.sleep(0.05)

    assert entries(match)[-2:] == ["The German side offers a draw.", "Both sides have agreed to a draw."]


def test_a_bot_declines_a_draw_once_a_turn(service: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(service)
    decides(monkeypatch, "draw offered", Answer(agrees=False))
    match.german.post("draw")
    once(match, "draw", None)

    assert entries(match)[-1] == "The Allied side declines the draw."
    assert match.german.post("draw").json()["text"] == "Staff has declined a draw this turn. Offer one again later."


def test_a_bot_offers_a_draw_when_it_has_moved_and_not_again_soon(
    service: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    decides(monkeypatch, "draw wanted", Answer(agrees=True))
    match = begun(service)
    state = once(match, "draw", "allied")
    match.german.post("draw", answer=False)
    match.german.order("end")
    match.german.order("done")
    match.german.wait()

    assert state["decision"]
    assert entries(match).count("The Allied side offers a draw.") == 1


def test_a_bot_that_has_sealed_its_order_first_keeps_its_offer_until_both_have(
    service: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    decides(monkeypatch, "draw wanted", Answer(agrees=True))
    match = service.start("skirmish", HERE, BOT, seed="7")
    while match.get().json()["asked"] != ["german"]:
        time.sleep(0.05)
    match.german.order("bid", "2")
    match.german.wait()

    assert once(match, "draw", "allied")["offers"]["draw"] == "allied"


def test_a_bot_asks_itself_once_a_turn_whether_it_is_lost(service: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(manners, "resigns", lambda bot, seat: asked.append(bot.name))
    copy = Copy(Origin(Setup("skirmish", "sedan", "7", {})))
    seat = {"side": "german", "bot": "staff", "seed": "m german"}
    job = Job(match_id="m", origin=copy.origin, orders=(), stamp=0, manners=True, **seat)
    watch = Watch(Slate(), 1, job)
    first, second = copy.answer(job, watch), copy.answer(job, watch)

    assert asked == ["staff"]
    assert first == second
