"""Games, rules, maps, pages and the description of the service."""

from __future__ import annotations

import pytest

import meuse
from kits.visitors import Visitor
from meuse.drawing import draw
from meuse.server import prepared, reference

pytestmark = pytest.mark.parametrize("service", ["sqlite"], indirect=True)


def test_the_games_are_listed_with_all_that_a_set_up_sheet_needs(service: Visitor) -> None:
    games = service.client.get("/api/games").json()
    facts = next(game for game in games if game["id"] == "gdw1940")

    assert {game["id"] for game in games} == set(meuse.GAMES)
    assert games[-1]["id"] == "skirmish"
    assert [side["id"] for side in facts["sides"]] == ["german", "allied"]
    assert facts["sides"][1]["nations"][0] == facts["sides"][1]["piece"]["nation"] == "french"
    assert facts["maker"].startswith("Frank Chadwick")
    assert (facts["scale"], facts["length"]) == ("26 km a hex, 5 days a turn", "11 turns")
    assert facts["scenarios"][0]["id"] == "campaign"
    assert facts["options"][0]["values"] == [False, True]
    assert [bot["id"] for bot in facts["bots"] if bot["usual"]] == ["staff"]
    assert 1 <= facts["complexity"] <= 5


def test_the_rules_are_told_with_their_rulings(service: Visitor) -> None:
    told = service.client.get("/api/games/gdw1940/rules").json()

    assert {"id", "title", "text", "topic", "optional", "see"} <= set(told["rules"][0])
    assert {"id", "rule", "question", "ruling"} <= set(told["rulings"][0])


def test_a_guide_is_told_step_by_step(service: Visitor) -> None:
    cards = {game["id"]: game["guide"] for game in service.client.get("/api/games").json()}
    told = service.client.get("/api/games/caseyellow/guide").json()

    assert told["card"] == cards["caseyellow"]
    assert told["step"][-1]["when"] == [{"over": True}]
    assert cards["skirmish"] is None
    assert service.client.get("/api/games/skirmish/guide").json()["error"] == "no_guide"


def test_a_map_is_a_drawing_and_a_table_of_hexes(service: Visitor) -> None:
    drawing = service.client.get("/api/games/skirmish/sedan/map.svg")
    facts = service.client.get("/api/games/skirmish/sedan/map.json").json()

    assert drawing.headers["content-type"].startswith("image/svg+xml")
    assert drawing.text.startswith("<svg")
    assert f'viewBox="0 0 {facts["size"][0]:g} {facts["size"][1]:g}"' in drawing.text
    assert {"label", "x", "y", "terrain", "country", "neighbours"} <= set(facts["hexes"][0])
    assert all(len(hex["neighbours"]) == 6 for hex in facts["hexes"])
    assert "Sedan" in [place["name"] for place in facts["places"]]


def test_unknown_games_and_scenarios_have_no_map(service: Visitor) -> None:
    assert service.client.get("/api/games/chess/x/map.svg").json()["error"] == "unknown_game"
    assert service.client.get("/api/games/skirmish/x/map.json").json()["error"] == "unknown_scenario"
    assert service.client.get("/api/games/chess/rules").json()["error"] == "unknown_game"


@pytest.mark.parametrize("address", ["/", "/new/gdw1940", "/g/x", "/s/secret", "/rules/gdw1940"])
def test_every_page_is_the_client_and_keeps_its_address_to_itself(service: Visitor, address: str) -> None:
    answer = service.client.get(address)

    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_no_page_leads_out_of_the_folder(service: Visitor) -> None:
    answers = [service.client.get(f"/{path}") for path in ("..%2fapp.py", "assets/..%2f..%2fapp.py", "%2e%2e/app.py")]

    assert all("Litestar" not in answer.text for answer in answers)


def test_the_service_describes_itself(service: Visitor) -> None:
    schema = service.client.get("/api/schema/openapi.json").json()
    doors = {f"{method.upper()} {path}" for path, methods in schema["paths"].items() for method in methods}

    assert {
        "GET /api/games",
        "POST /api/matches",
        "POST /api/matches/upload",
        "GET /api/seats/{secret}/state",
        "POST /api/seats/{secret}/orders",
        "DELETE /api/seats/{secret}",
    } <= doors
    assert "SeatState" in schema["components"]["schemas"]
    assert {"400", "404", "409", "422"} <= set(schema["paths"]["/api/seats/{secret}/orders"]["post"]["responses"])


def test_a_picture_of_each_game_comes_light_and_dark(service: Visitor) -> None:
    light, dark = (service.client.get(f"/api/games/skirmish/picture/card?theme={theme}") for theme in ("light", "dark"))

    assert light.headers["content-type"] == "image/png"
    assert light.content.startswith(b"\x89PNG")
    assert light.content != dark.content
    assert service.client.get("/api/games/skirmish/picture/round").status_code == 400


def test_a_drawing_made_ahead_is_the_one_that_would_be_drawn(service: Visitor) -> None:
    wanted = prepared.map_of("skirmish", "sedan", "svg")
    drawn = service.client.get("/api/games/skirmish/sedan/map.svg").content

    assert prepared.get(wanted) == drawn
    assert draw(reference.hex_map("skirmish", "sedan")).encode() == drawn
