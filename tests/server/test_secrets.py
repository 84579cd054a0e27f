"""No message to one side depends on what only the other may know."""

from __future__ import annotations

from typing import Any

import pytest

from kits.visitors import HostedMatch, Player, Visitor

LAYERS = ("zones", "supply", "objectives", "reinforcements")


def everything(player: Player) -> dict[str, Any]:
    """All that a seat can learn by asking."""
    return {
        "state": player.state,
        "log": player.get("log").json(),
        "journal": player.get("journal").text,
        "early": player.get("state?at=0").json(),
        "refusal": player.post("orders", number=player.state["number"], order=["nonsense"]).json(),
        "why": player.post("why-not", token="nonsense").json(),
        "choices": player.post("choices").json(),
        "odds": player.post("odds", order=["attack", "4618", "1Pz"]).json(),
        "threat": player.post("threat", hex="1009").json(),
        "muster": [player.post("muster", hex=hex).json() for hex in ("1009", "1409", "4618")],
        "engagements": player.get("engagements").json(),
        "layers": [player.get(f"overlay?kind={kind}").json() for kind in LAYERS],
        "lines": player.get("overlay?kind=supply&unit=de.XIX").json(),
        "onward": player.post("choices", prefix=["move", "de.XIX"], way="1508").json(),
        "undo": player.post("undo", number=player.state["number"]).json() if player.state["decision"] is None else None,
        "stale": player.post("orders", number=999, order=["end"]).json(),
        "other eyes": player.get(
            "state?viewpoint=" + ("allied" if player.state["side"] == "german" else "german")
        ).json(),
    }


def public(match: HostedMatch) -> dict[str, Any]:
    return {
        "info": match.get().json(),
        "state": match.get("/state").json(),
        "log": match.get("/log").json(),
        "journal": match.get("/journal").text,
        "layers": [match.get(f"/overlay?kind={kind}").json() for kind in LAYERS],
    }


def without_times(value: Any, match: HostedMatch) -> Any:
    """What cannot be the same in two matches: their ids and the time of day."""
    if isinstance(value, dict):
        return {key: without_times(v, match) for key, v in value.items() if key not in ("created", "changed", "id")}
    if isinstance(value, list):
        return [without_times(v, match) for v in value]
    return value


def same_for(service: Visitor, game: str, orders: tuple[list[str], list[str]], side: str, other: str) -> None:
    """Two matches that differ only in a secret order of `side` look the same to `other` and to spectators."""
    tables = [service.start(game, seed="7"), service.start(game, seed="7")]
    for match, order in zip(tables, orders, strict=True):
        match.players[side].order(*order)
    seen = [without_times(everything(match.players[other]), match) for match in tables]
    watched = [without_times(public(match), match) for match in tables]

    assert seen[0] == seen[1]
    assert watched[0] == watched[1]


def test_a_sealed_bid_is_a_secret(service: Visitor) -> None:
    same_for(service, "skirmish", (["bid", "0"], ["bid", "2"]), "german", "allied")


@pytest.mark.parametrize("service", ["sqlite"], indirect=True)
def test_the_allied_plan_of_1940_is_a_secret(service: Visitor) -> None:
    probe = service.start("gdw1940", seed="7").allied
    groups = probe.choices("group")
    orders = (["group", groups[0]], ["group", groups[1]])

    same_for(service, "gdw1940", orders, "allied", "german")


def test_orders_are_hidden_while_they_can_be_taken_back(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.german.order("bid", "2")
    match.allied.order("bid", "0")
    before = everything(match.allied), public(match)
    match.german.order("move", "24ID", match.german.choices("move", "24ID")[0])

    assert (everything(match.allied), public(match)) == before
    assert match.german.state["number"] == 3
    assert match.german.post("undo", number=3).status_code == 200
    assert (everything(match.allied), public(match)) == before


def test_orders_are_seen_when_they_are_committed_to(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.german.order("bid", "2")
    match.allied.order("bid", "0")
    match.german.order("move", "24ID", match.german.choices("move", "24ID")[0])
    match.german.order("end")
    match.german.order("done")

    assert [line["order"][0] for line in match.allied.get("log").json()] == ["sealed", "bid", "move", "end", "done"]
    assert match.get().json()["orders"] == 5


def test_the_bid_is_open_to_all_after_the_end(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.german.order("bid", "2")
    match.allied.post("resign")

    assert match.allied.get("log").json()[0]["order"] == ["bid", "2"]


def begun(service: Visitor) -> HostedMatch:
    """The Germans may move, and nothing has been moved."""
    match = service.start("skirmish", seed="7")
    match.german.order("bid", "2")
    match.allied.order("bid", "0")
    return match


def moved(match: HostedMatch) -> HostedMatch:
    match.german.order("move", "24ID", match.german.choices("move", "24ID")[0])
    return match


def test_a_refusal_to_undo_does_not_tell_of_hidden_orders(service: Visitor) -> None:
    answers = [match.allied.post("undo", number=2) for match in (begun(service), moved(begun(service)))]

    assert {answer.status_code for answer in answers} == {409}
    assert answers[0].json() == answers[1].json()


def test_the_hour_of_a_message_is_told_whether_or_not_orders_are_hidden(service: Visitor) -> None:
    for match in (begun(service), moved(begun(service))):
        said = match.allied.post("chat", text="Your move?").json()

        assert said["match"]["changed"] == said["chat"][-1]["at"]


def test_who_can_undo_alone_need_not_ask_and_tells_nobody_how_far_he_is(service: Visitor) -> None:
    match = moved(begun(service))
    answer = match.german.post("takeback").json()

    assert answer["number"] == 2
    assert answer["offers"]["takeback"] is None
    assert match.allied.state["offers"]["takeback_to"] is None


def test_an_offer_stands_until_the_answering_order_is_seen(service: Visitor) -> None:
    match = begun(service)
    match.allied.post("draw")
    moved(match)
    hidden = match.allied.state["offers"]["draw"]
    match.german.order("end")
    match.german.order("done")

    assert hidden == "allied"
    assert match.allied.state["offers"]["draw"] is None
