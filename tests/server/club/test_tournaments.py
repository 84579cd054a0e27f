"""Tournaments: one that bots play to its end through the API."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from kits.members import Member
from kits.visitors import Visitor
from meuse.server.club import players, tournaments
from meuse.server.club.messages import NewTournament, Terms
from meuse.server.migrate import migrate
from meuse.server.storage import Storage

ON_SQLITE = pytest.mark.parametrize("service", ["sqlite"], indirect=True)


def make(host: Member, **facts: Any) -> dict[str, Any]:
    wanted = {"title": "Spring", "terms": {"game": "skirmish"}} | facts
    answer = host.post("tournaments", **wanted)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


@ON_SQLITE
def test_bots_play_a_tournament_to_its_end_and_are_rated(service: Visitor, anna: Member) -> None:
    made = make(anna, form="robin", both_sides=True)["info"]["id"]
    for bot in ("random", "cadet"):
        anna.post(f"tournaments/{made}/bots", bot=bot)
    anna.post(f"tournaments/{made}/begin")
    while (page := anna.get(f"tournaments/{made}").json())["info"]["state"] != "over":
        time.sleep(0.2)
    games = [game for one in page["rounds"] for game in one["games"]]
    rated = service.client.get("/api/club/players").json()["ratings"]

    assert sorted(game["players"]["german"]["name"] for game in games) == ["Cadet", "Random"]
    assert sum(line["points"] for line in page["standings"]) == 2.0
    assert {line["side"] for line in rated if line["person"]["name"] == "Cadet"} == {"german", "allied"}


@ON_SQLITE
def test_a_round_follows_the_one_before(service: Visitor, anna: Member, bert: Member, member: Any) -> None:
    carl = member("Carl")
    made = make(anna, form="swiss", rounds=3, both_sides=False)["info"]["id"]
    for one in (anna, bert, carl):
        one.post(f"tournaments/{made}/enter")
    anna.post(f"tournaments/{made}/begin")
    first = once(anna, made, 1)
    assert (len(first["games"]), len(first["rests"])) == (1, 1)
    resigns(first["games"][0], (anna, bert, carl), service)
    second = once(anna, made, 2)

    assert second["rests"] != first["rests"]
    assert anna.get(f"tournaments/{made}").json()["info"]["rounds"] == 3


def once(who: Member, tournament: str, number: int) -> Any:
    """A round, once it is being played."""
    while True:
        found = who.get(f"tournaments/{tournament}").json()["rounds"]
        if len(found) == number and found[-1]["games"]:
            return found[-1]
        time.sleep(0.05)


def resigns(game: dict[str, Any], members: tuple[Member, ...], service: Visitor) -> None:
    """The German player gives the game up."""
    loser = next(one for one in members if one.id == game["players"]["german"]["id"])
    service.client.post(f"/api/seats/{loser.seat(game['match']['id'])['secret']}/resign")


@ON_SQLITE
def test_entries_end_when_it_begins(anna: Member, bert: Member) -> None:
    made = make(anna)["info"]["id"]
    anna.post(f"tournaments/{made}/enter")
    assert anna.post(f"tournaments/{made}/enter").json()["error"] == "entered"
    assert anna.post(f"tournaments/{made}/begin").json()["error"] == "too_few"
    bert.post(f"tournaments/{made}/enter")
    bert.post(f"tournaments/{made}/leave")
    bert.post(f"tournaments/{made}/enter")
    anna.post(f"tournaments/{made}/begin")

    assert bert.post(f"tournaments/{made}/leave").json()["error"] == "begun"
    assert anna.post(f"tournaments/{made}/bots", bot="random").json()["error"] == "begun"


@ON_SQLITE
def test_only_the_host_begins_it_and_brings_bots(service: Visitor, anna: Member, bert: Member) -> None:
    made = make(anna)["info"]["id"]

    assert bert.post(f"tournaments/{made}/begin").json()["error"] == "not_yours"
    assert bert.post(f"tournaments/{made}/bots", bot="random").json()["error"] == "not_yours"
    assert anna.post(f"tournaments/{made}/bots", bot="grandmaster").json()["error"] == "bad_request"
    assert service.client.get("/api/club/tournaments/none").json()["error"] == "unknown_tournament"
    assert anna.post("tournaments", title=" ", terms={"game": "skirmish"}).json()["error"] == "bad_request"


def test_of_two_servers_only_one_pairs_a_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Storage(str(tmp_path / "games.sqlite3"))
    migrate(storage.engine)
    with storage.engine.begin() as db:
        anna, bert = (players.register(db, name, ())[0] for name in ("Anna", "Bert"))
        terms = Terms("skirmish", "sedan")
        made = tournaments.make(db, anna, NewTournament("Spring", terms), terms)
        for one in (anna, bert):
            tournaments.enter(db, made, one)
        tournaments.begin(db, made)
        before = tournaments.one(db, made)
        first = tournaments.next_round(db, made)[1]
        monkeypatch.setattr(tournaments, "one", lambda *_: before)

        assert [len(first), tournaments.next_round(db, made)[1]] == [2, []]
    storage.close()
