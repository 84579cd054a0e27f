"""Positions at the service: opened, edited, refused with line and reason, shared, played, and taken from games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import meuse
import meuse.games
from kits.visitors import HERE, LINK, Visitor, unlimited
from meuse.positionsheet import Lying, Sheet, edited

BEGINNING = meuse.new("skirmish").position.text


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with TestClient(unlimited(str(tmp_path_factory.mktemp("positions") / "games.sqlite3"))) as found:
        yield found


def play(client: Any, text: str, german: Any = HERE, allied: Any = HERE) -> Any:
    return client.post("/api/matches/position", json={"text": text, "seats": {"german": german, "allied": allied}})


# -- the engine


def test_a_sheet_tells_where_counters_lie_and_where_the_game_can_begin() -> None:
    sheet = Sheet.of(BEGINNING)
    assert sheet.lying["10Pz"] == Lying(at="5118", steps=2)
    assert (sheet.turn, sheet.phase, sheet.side, sheet.faults) == (1, "Sealed bids", "german", ())
    assert [(one.turn, one.title) for one in sheet.moments[:3]] == [
        (1, "Sealed bids"), (1, "German movement"), (1, "German combat"),
    ]  # fmt: skip


def test_a_moment_that_needs_more_than_the_board_has_is_refused() -> None:
    text = meuse.new("gdw1940").position.text
    deployment = next(n for n, one in enumerate(Sheet.of(text).moments) if one.title == "Allied deployment")
    with pytest.raises(meuse.BadPosition, match="play cannot continue from here"):
        Sheet.of(edited(text, {}, deployment))  # no army group has an army yet


@pytest.mark.parametrize("game", [game for game in meuse.games.OWN if game != "gdw1940"])
def test_a_game_can_begin_at_every_kind_of_moment(game: str) -> None:
    text = meuse.new(game).position.text
    moments = Sheet.of(text).moments
    first = {one.title: number for number, one in reversed(list(enumerate(moments)))}
    assert [title for title, number in first.items() if Sheet.of(edited(text, {}, number)).question == ""] == []


def test_counters_are_laid_elsewhere_and_the_rest_stays() -> None:
    text = edited(BEGINNING, {"10Pz": Lying(at="4719", steps=1, status=("moved",)), "XIX": Lying(steps=1)})
    assert "unit 10Pz at 4719 with 1 step, moved" in text
    assert Sheet.of(text).lying["55DI"] == Sheet.of(BEGINNING).lying["55DI"]


def test_what_the_rules_would_not_allow_is_told() -> None:
    both = Sheet.of(edited(BEGINNING, {"10Pz": Lying(at="4619", steps=2)}))
    assert both.faults == (
        "Both sides are in Sedan (4619): 10th Panzer Division and 55e Division d'infanterie. Move one of them.",
    )
    assert both.blocked
    full = Sheet.of(edited(BEGINNING, {name: Lying(at="5118", steps=2) for name in ("1Pz", "2Pz")}))
    assert "More units are in Florenville (5118) than may stack there" in full.faults[0]
    assert not full.blocked


# -- the service


def test_a_position_is_opened_and_edited(client: Any) -> None:
    sheet = client.post("/api/positions/open", json={"game": "skirmish", "scenario": "sedan"}).json()
    wanted = {"text": sheet["text"], "lying": {"10Pz": {"at": "4719", "steps": 2}}, "moment": 1}
    found = client.post("/api/positions/edit", json=wanted).json()
    assert (found["lying"]["10Pz"]["at"], found["phase"]) == ("4719", "German movement")


@pytest.mark.parametrize(
    ("edit", "text"),
    [
        ({"lying": {"10Pz": {"at": "9999", "steps": 2}}}, "Line 6: there is no hex 9999 on the map"),
        ({"lying": {"10Pz": {"at": "4719", "steps": 7}}}, "Line 6: 10Pz has 2 steps, not 7."),
        ({"text": "nothing"}, "Line 1: this is not a position: it must begin with 'meuse position 1'."),
    ],
)
def test_a_wrong_edit_is_refused_with_line_and_reason(client: Any, edit: dict[str, Any], text: str) -> None:
    answer = client.post("/api/positions/edit", json={"text": BEGINNING} | edit)
    assert answer.status_code == 422
    assert text in answer.json()["text"]


def test_a_position_is_found_again_by_its_id(client: Any) -> None:
    found = [client.post("/api/positions", json={"text": BEGINNING}).json()["id"] for _ in range(2)]
    assert found[0] == found[1]
    assert client.get(f"/api/positions/{found[0]}").text == BEGINNING
    assert client.get("/api/positions/nowhere").status_code == 404
    assert client.post("/api/positions", json={"text": "nothing"}).status_code == 422


def test_a_match_begins_at_a_position_and_survives_the_server(tmp_path: Path) -> None:
    text = edited(BEGINNING, {"10Pz": Lying(at="4719", steps=1)}, 1)
    with TestClient(unlimited(str(tmp_path / "games.sqlite3"))) as client:
        match = Visitor(client).match(play(client, text).json())
        assert match.get().json()["title"].endswith(", from a position")
        match.german.order("move", "1Pz", "4914")
    with TestClient(unlimited(str(tmp_path / "games.sqlite3"))) as client:
        state = client.get(f"/api/seats/{match.german.secret}/state").json()
        where = {unit["id"]: unit["at"] for unit in state["view"]["units"] if "at" in unit}
        assert (where["10Pz"], where["1Pz"]) == ("4719", "4914")


def test_a_position_is_not_played_by_link_nor_when_it_is_broken(client: Any) -> None:
    assert play(client, BEGINNING, allied=LINK).json()["text"].startswith("A position is played at one table")
    assert play(client, BEGINNING.replace("5118", "9999")).json()["text"].startswith("Line 8: there is no hex 9999")


def test_the_position_of_a_running_game_keeps_the_enemys_secret(client: Any) -> None:
    match = Visitor(client).start("skirmish", HERE, HERE)
    match.german.order("bid", "2")
    text = match.allied.get("position").text
    assert Sheet.of(text).side == "allied"
    assert match.get("/position").json()["error"] == "not_over"
