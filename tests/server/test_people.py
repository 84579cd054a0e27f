"""People at a table: what they are called, how offers end, and that nobody takes the game from the other."""

from __future__ import annotations

from typing import Any

import pytest

from kits.visitors import BOT, HERE, LINK, HostedMatch, Player, Visitor

pytestmark = pytest.mark.parametrize("service", ["sqlite"], indirect=True)


def settled(player: Player) -> dict[str, Any]:
    found: dict[str, Any] = player.state["offers"]["settled"]
    return found


def named(service: Visitor) -> HostedMatch:
    """Anna has sent Bert a link."""
    match = service.start("skirmish", HERE, LINK)
    match.german.post("name", name="Anna")
    match.allied.post("name", name="Bert")
    return match


# -- names


def test_both_sides_and_spectators_read_a_name_in_one_line(service: Visitor) -> None:
    match = service.start("skirmish")
    match.german.post("name", name=" Anna\n van Dijk ")

    assert match.allied.state["match"]["seats"]["german"]["name"] == "Anna van Dijk"
    assert match.get().json()["seats"]["german"]["name"] == "Anna van Dijk"
    assert match.german.post("name", name="x" * 41).json()["error"] == "bad_request"


def test_a_name_can_be_changed_and_taken_away(service: Visitor) -> None:
    match = named(service)
    match.german.post("name", name="")

    assert match.allied.state["match"]["seats"]["german"]["name"] == ""
    assert match.german.state["match"]["seats"]["allied"]["name"] == "Bert"


def test_a_list_of_games_has_the_names(service: Visitor) -> None:
    match = named(service)
    listed = service.client.post("/api/list", json={"secrets": [match.german.secret]}).json()

    assert listed[0]["seats"]["allied"]["name"] == "Bert"


# -- how offers end


def test_who_resigns_and_who_wins_by_it_is_told_by_name(service: Visitor) -> None:
    match = named(service)
    match.german.order("bid", "1")
    match.german.post("resign")
    report = match.allied.get("report").json()

    assert match.allied.state["match"]["verdict"] == "Anna (German) has resigned. Bert (Allied) wins."
    assert (report["winner"], report["level"]) == ("allied", "Allied victory by resignation")


def test_a_draw_may_be_withdrawn_and_both_are_told(service: Visitor) -> None:
    match = named(service)
    match.german.post("draw")
    match.german.post("draw", answer=False)

    assert match.allied.state["offers"]["draw"] is None
    assert match.allied.state["offers"]["declined"] is None
    assert settled(match.allied) == settled(match.german) == {"kind": "draw", "by": "german", "how": "withdrawn"}


def test_a_declined_draw_is_told_until_the_next_order(service: Visitor) -> None:
    match = named(service)
    match.german.post("draw")
    match.allied.post("draw", answer=False)
    assert settled(match.german) == {"kind": "draw", "by": "allied", "how": "declined"}

    match.german.order("bid", "1")
    assert match.german.state["offers"]["settled"] is None


@pytest.mark.parametrize(("answer", "how"), [(True, "accepted"), (False, "declined")])
def test_what_became_of_a_take_back_is_told(service: Visitor, answer: bool, how: str) -> None:
    match = named(service)
    match.german.order("bid", "1")
    match.german.post("takeback")
    match.allied.post("takeback", answer=answer)

    assert settled(match.german) == {"kind": "takeback", "by": "allied", "how": how}


def test_a_rematch_is_agreed_on(service: Visitor) -> None:
    match = named(service)
    match.german.post("resign")
    mine = match.german.post("rematch").json()
    assert match.allied.state["offers"]["rematch"] == "german"

    match.allied.post("rematch")
    again = service.client.get(f"/api/seats/{mine['secret']}/state").json()
    assert settled(match.german) == {"kind": "rematch", "by": "allied", "how": "accepted"}
    assert again["offers"]["settled"] == {"kind": "rematch", "by": "german", "how": "accepted"}


def test_who_waits_in_the_rematch_hears_that_it_is_declined(service: Visitor) -> None:
    match = named(service)
    match.german.post("resign")
    mine = match.german.post("rematch").json()
    match.allied.post("rematch/decline")

    again = service.client.get(f"/api/seats/{mine['secret']}/state").json()
    assert again["offers"]["settled"] == {"kind": "rematch", "by": "german", "how": "declined"}
    assert settled(match.german) == {"kind": "rematch", "by": "allied", "how": "declined"}
    assert match.allied.post("rematch/decline").json()["error"] == "no_offer"


def test_a_wish_for_a_rematch_may_be_withdrawn(service: Visitor) -> None:
    match = named(service)
    match.german.post("resign")
    mine = match.german.post("rematch").json()
    match.german.post("rematch/decline")

    assert settled(match.allied) == {"kind": "rematch", "by": "german", "how": "withdrawn"}
    assert match.allied.post("rematch").json()["id"] == mine["id"]


def test_a_bot_needs_no_asking_for_a_rematch(service: Visitor) -> None:
    match = service.start("skirmish", HERE, BOT)
    match.german.post("resign")
    match.german.post("rematch")

    assert match.german.state["offers"]["rematch"] is None


# -- leaving


def test_nobody_takes_a_game_from_the_other(service: Visitor) -> None:
    match = named(service)
    left = service.client.delete(f"/api/seats/{match.german.secret}").json()

    assert left == {"deleted": False}
    assert match.allied.state["offers"]["delete"] == "german"
    match.german.order("bid", "1")  # who plays has come back
    assert match.allied.state["offers"]["delete"] is None


def test_a_game_goes_when_both_have_left_it(service: Visitor) -> None:
    match = named(service)
    service.client.delete(f"/api/seats/{match.german.secret}")
    left = service.client.delete(f"/api/seats/{match.allied.secret}").json()

    assert left == {"deleted": True}
    assert match.get().status_code == 404


def test_a_link_may_be_on_its_way_so_the_game_stays(service: Visitor) -> None:
    match = service.start("skirmish", HERE, LINK)

    assert service.client.delete(f"/api/seats/{match.german.secret}").json() == {"deleted": False}
    assert match.allied.state["match"]["over"] is False


def test_two_at_one_screen_delete_their_game_at_once(service: Visitor) -> None:
    match = service.start("skirmish", HERE, HERE)

    assert service.client.delete(f"/api/seats/{match.german.secret}").json() == {"deleted": True}
