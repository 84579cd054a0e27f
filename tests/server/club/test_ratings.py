"""Which games count for the ratings, and what a player's page and a season say."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from kits.members import Member
from kits.visitors import HostedMatch, Visitor

pytestmark = pytest.mark.parametrize("service", ["sqlite"], indirect=True)


def lost(match: HostedMatch, anna: Member) -> None:
    """The Allied player resigns, and the club has heard of it."""
    match.allied.post("resign")
    anna.until(match.id, "finished")


def lines(service: Visitor, who: Member) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = service.client.get(f"/api/club/players/{who.id}").json()["ratings"]
    return found


# -- games that count


def test_a_rated_game_counts_for_both(service: Visitor, anna: Member, bert: Member) -> None:
    lost(anna.plays(bert), anna)

    assert [(line["side"], line["won"], line["lost"]) for line in lines(service, anna)] == [("german", 1, 0)]
    assert [(line["side"], line["won"], line["lost"]) for line in lines(service, bert)] == [("allied", 0, 1)]
    assert lines(service, anna)[0]["rating"] > 1500 > lines(service, bert)[0]["rating"]


def test_a_game_that_is_not_rated_does_not_count(service: Visitor, anna: Member, bert: Member) -> None:
    lost(anna.plays(bert, rated=False), anna)

    assert lines(service, anna) == []


def test_a_bot_is_rated_too(service: Visitor, anna: Member) -> None:
    joined = anna.invite(sides="german", bot="random")["joined"]
    service.client.post(f"/api/seats/{joined['secret']}/resign")
    anna.until(joined["match_id"], "finished")
    ranking = service.client.get("/api/club/players").json()["ratings"]

    assert [line for line in ranking if line["person"]["name"] == "Random" and line["side"] == "allied" and line["won"]]


def test_going_back_before_a_die_against_a_bot_is_practice(service: Visitor, anna: Member) -> None:
    joined = anna.invite(sides="german", bot="random")["joined"]
    seat = Visitor(service.client).match({"id": joined["match_id"], "seats": {"german": joined["secret"]}}).german
    seat.order("bid", "1")
    seat.wait()
    seat.post("takeback")
    seat.post("resign")

    assert anna.until(joined["match_id"], "finished")["rated"] is False
    assert lines(service, anna) == []


# -- pages


def test_a_players_page_has_games_in_play_and_finished_ones(service: Visitor, anna: Member, bert: Member) -> None:
    over, match = anna.plays(bert), anna.plays(bert)
    lost(over, anna)
    page = service.client.get(f"/api/club/players/{anna.id}").json()

    assert [one["match"]["id"] for one in page["playing"]] == [match.id]
    assert [(one["match"]["id"], one["score"]) for one in page["finished"]] == [(over.id, 1.0)]
    assert service.client.get("/api/club/players/nobody").json()["error"] == "unknown_player"


def test_everybody_is_listed_by_name(service: Visitor, anna: Member, bert: Member) -> None:
    names = [one["name"] for one in service.client.get("/api/club/players").json()["people"]]

    assert names.index(anna.name) < names.index(bert.name)


def test_a_season_is_a_file_for_a_spreadsheet(service: Visitor, member: Any, bert: Member) -> None:
    formula = member("=1+2")
    lost(formula.plays(bert), formula)
    text = service.client.get("/api/club/season.csv?from=2020-01-01").text
    row = next(row for row in csv.DictReader(io.StringIO(text)) if row["allied"] == bert.name)

    assert (row["german"], row["german_score"], row["game"]) == (f"'{formula.name}", "1.0", "skirmish")
    assert bert.name not in service.client.get("/api/club/season.csv?to=2020-01-01").text
    assert service.client.get("/api/club/season.csv?to=tomorrow").json()["error"] == "bad_request"
