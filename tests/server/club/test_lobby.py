"""The lobby: invitations to everybody, who has which game first, and one's own games on every device."""

from __future__ import annotations

from typing import Any

import pytest

from kits.members import Member
from kits.visitors import Visitor
from meuse.server.club.lobby import with_bot
from meuse.server.club.messages import Terms
from meuse.server.club.players import PlayerRow

pytestmark = pytest.mark.parametrize("service", ["sqlite"], indirect=True)


def lobby(service: Visitor) -> dict[str, Any]:
    found: dict[str, Any] = service.client.get("/api/club/lobby").json()
    return found


def offered(service: Visitor, invitation: str) -> dict[str, Any]:
    return next(one for one in lobby(service)["invitations"] if one["id"] == invitation)


# -- invitations


def test_an_invitation_is_there_for_everybody(service: Visitor, anna: Member) -> None:
    made = anna.invite(game="gdw1940", sides="allied", note=" an\nevening ")
    found = offered(service, made["id"])

    assert made["joined"] is None
    assert (found["host"]["name"], found["title"]) == (anna.name, "1940: the invasion of France and the Low Countries")
    assert (found["terms"]["sides"], found["terms"]["note"]) == ("allied", "an evening")
    assert found["terms"]["scenario"] == "campaign"


@pytest.mark.parametrize(
    "terms",
    [
        {"game": "chess"},
        {"scenario": "waterloo"},
        {"options": {"cavalry": True}},
        {"sides": "bid"},
        {"bot": "grandmaster"},
    ],
)
def test_what_cannot_be_played_cannot_be_offered(anna: Member, terms: dict[str, Any]) -> None:
    assert anna.post("invitations", **{"game": "skirmish"} | terms).status_code in (400, 404)


def test_without_a_name_nobody_invites_or_joins(service: Visitor, anna: Member) -> None:
    made = anna.invite()

    assert service.client.post("/api/club/invitations", json={"game": "skirmish"}).json()["error"] == "no_key"
    assert service.client.post(f"/api/club/invitations/{made['id']}/join").json()["error"] == "no_key"


def test_the_first_who_joins_has_the_game(service: Visitor, anna: Member, bert: Member, member: Any) -> None:
    made, late = anna.invite(sides="german"), member("Carl")
    joined = bert.join(made["id"]).json()
    state = service.client.get(f"/api/seats/{joined['secret']}/state").json()

    assert joined["side"] == "allied"
    assert [state["match"]["seats"][side]["name"] for side in ("german", "allied")] == [anna.name, bert.name]
    assert late.join(made["id"]).json()["error"] == "unknown_invitation"
    assert made["id"] not in [one["id"] for one in lobby(service)["invitations"]]


def test_nobody_joins_himself(anna: Member) -> None:
    assert anna.join(anna.invite()["id"]).json()["error"] == "own_bid"


def test_sides_are_drawn(service: Visitor) -> None:
    host, guest = PlayerRow("a", "Anna"), PlayerRow("b", "Bert")
    drawn = {with_bot(Terms("skirmish"), host, guest).german.name for _ in range(64)}

    assert drawn == {"Anna", "Bert"}


def test_only_the_host_withdraws_an_invitation(service: Visitor, anna: Member, bert: Member) -> None:
    made = anna.invite()
    path = f"/api/club/invitations/{made['id']}"

    assert service.client.delete(path, headers=bert.shown).json()["error"] == "not_yours"
    assert service.client.delete(path, headers=anna.shown).status_code == 204
    assert bert.join(made["id"]).json()["error"] == "unknown_invitation"


def test_nobody_fills_the_lobby(anna: Member) -> None:
    for _ in range(10):
        anna.invite()

    assert anna.post("invitations", game="skirmish").json()["error"] == "too_many"


def test_a_bot_accepts_at_once(anna: Member) -> None:
    joined = anna.invite(sides="allied", bot="random")["joined"]
    seat = anna.seat(joined["match_id"])

    assert (joined["side"], seat["club"]["players"]["german"]["name"]) == ("allied", "Random")
    assert seat["secret"] == joined["secret"]


# -- bids


def test_whoever_bids_most_has_the_side(service: Visitor, anna: Member, bert: Member) -> None:
    made = anna.invite(game="france40", sides="bid", bid_for="allied", bid=2)["id"]
    assert bert.post(f"invitations/{made}/bid", bid=2).json()["error"] == "low_bid"
    bert.post(f"invitations/{made}/bid", bid=3)
    assert (offered(service, made)["bidder"]["name"], offered(service, made)["bid"]) == (bert.name, 3)
    joined = anna.join(made).json()
    found = anna.seat(joined["match_id"])["club"]

    assert joined["side"] == "german"
    assert (found["bid_side"], found["bid"], found["players"]["allied"]["name"]) == ("allied", 3, bert.name)


def test_two_who_bid_are_left_to_it(anna: Member, bert: Member, member: Any) -> None:
    made, other = anna.invite(game="france40", sides="bid", bid=1)["id"], member("Carl")
    bert.post(f"invitations/{made}/bid", bid=2)

    assert other.post(f"invitations/{made}/bid", bid=9).json()["error"] == "bidding"
    assert other.join(made).json()["error"] == "bidding"
    assert bert.join(made).json()["error"] == "own_bid"
    assert bert.post(f"invitations/{made}/bid", bid=9).json()["error"] == "own_bid"


def test_sides_that_are_drawn_are_not_bid_for(anna: Member, bert: Member) -> None:
    assert bert.post(f"invitations/{anna.invite()['id']}/bid", bid=9).json()["error"] == "no_bids"


# -- one's own games


def test_a_key_opens_its_games_on_every_device(service: Visitor, anna: Member, bert: Member) -> None:
    match = anna.plays(bert)
    other = service.client.get("/api/club/games", headers=anna.shown).json()

    assert other[0]["secret"] == match.german.secret
    assert (other[0]["side"], other[0]["yours"]) == ("german", True)
    match.german.order("bid", "1")


def test_a_seat_taken_by_a_link_is_among_ones_games(service: Visitor, anna: Member) -> None:
    match = service.start("skirmish")
    anna.take(match.allied)

    assert anna.seat(match.id)["secret"] == match.allied.secret
    assert anna.seat(match.id)["club"] is None


def test_games_are_still_ones_own_with_another_key(anna: Member, bert: Member) -> None:
    match = anna.plays(bert)
    anna.key = anna.post("me/key").json()["key"]

    assert anna.seat(match.id)["secret"] == match.german.secret


def test_a_seat_of_the_club_gets_a_new_secret_when_its_link_was_replaced(anna: Member, bert: Member) -> None:
    match = anna.plays(bert)
    replaced = match.german.post("replace").json()["secret"]

    assert anna.seat(match.id)["secret"] not in (match.german.secret, replaced, "")


def test_a_link_that_was_replaced_elsewhere_opens_no_seat_by_name(service: Visitor, anna: Member) -> None:
    match = service.start("skirmish")
    anna.take(match.allied)
    match.allied.post("replace")

    assert anna.seat(match.id)["secret"] == ""


def test_the_club_hears_how_a_game_stands_and_ends(anna: Member, bert: Member) -> None:
    match = anna.plays(bert)
    match.german.order("bid", "1")
    match.allied.order("bid", "2")
    assert anna.until(match.id, "standing")["standing"] == "0 to 3"
    match.allied.post("resign")
    found = bert.until(match.id, "finished")

    assert (found["score"], found["verdict"]) == (1.0, match.get().json()["verdict"])


def test_games_in_play_can_be_watched(service: Visitor, anna: Member, bert: Member) -> None:
    match = anna.plays(bert)
    assert match.id in [one["match"]["id"] for one in lobby(service)["watch"]]
    match.german.post("resign")
    anna.until(match.id, "finished")

    assert match.id not in [one["match"]["id"] for one in lobby(service)["watch"]]


def test_who_is_here_is_told(service: Visitor, anna: Member) -> None:
    anna.get("lobby")

    assert anna.name in [one["person"]["name"] for one in lobby(service)["here"]]
