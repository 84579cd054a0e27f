"""What a player sees: reports of attacks and threats, markers, layers over the map."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.caseyellow.combat import can_attack_from
from meuse.games.caseyellow.results import takes
from meuse.testkit import Table, rule

from .scene import air, battle, game, germans_fight, mark, stage

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED


def signs(table: Table) -> set[tuple[str, str]]:
    g = table.game
    return {(marker.sign, marker.at) for marker in g.rules.views.markers(g.state)}


@rule("caseyellow", "12.5a")
def test_how_near_the_dutch_are_to_surrender() -> None:
    table = stage("German de.X at Rotterdam", "German de.pz9 at Utrecht")
    parts = table.game.rules.views.parts(table.game.state, None)
    part = next(part for part in parts if part.id == "surrenders")
    assert part.cells[0].note == "2 of 6 cities under German control"


@rule("caseyellow", "11.3b.cap", "11.3d")
def test_the_report_of_an_attack_shows_its_arithmetic() -> None:
    table = germans_fight(
        "German de.pz1 at 4540", "German de.pz2 at 4540", "German de.pz3 at 4541", "French fr.VI at 4640"
    )
    order = ("attack", "4640", "de.pz1", "de.pz2")
    report = table.game.seat(GERMAN).odds(order)
    assert report is not None
    assert (report.ratio, report.start, report.final) == ("10 : 5", "2-1", "4-1")
    assert [(shift.value, shift.rule) for shift in report.shifts] == [(2, "11.3c.panzer")]
    assert [outcome.text for outcome in report.outcomes[:2]] == ["4640 falls", "4640 is held"]
    assert sum(outcome.chance for outcome in report.outcomes[:2]) == 1
    assert abs(sum(report.attacker_losses.values()) - 1) < 1e-9


@rule("caseyellow", "11.3c.air", "11.3b.cap")
def test_support_can_be_tried_out() -> None:
    table = air(stage("German de.X at 4540", "French fr.VI at 4640"), german=4).phase("German combat round")
    g = table.game
    report = g.rules.odds(g.state, GERMAN, ("attack", "4640", "de.X"), {"air-german": 9})
    assert report is not None
    assert [(shift.value, shift.rule) for shift in report.shifts] == [(4, "11.3c.air"), (-2, "11.3b.cap")]
    assert [(offer.id, offer.most, offer.used) for offer in report.support] == [("air-german", 4, 4)]


@rule("caseyellow", "10.8c.3")
def test_a_bridgehead_is_shown_as_open() -> None:
    table = germans_fight("German de.pz1 at 2325", "French fr.di10 at 2425")
    report = table.game.seat(GERMAN).odds(("attack", "2425", "de.pz1"))
    assert report is not None
    assert [(shift.value, shift.rule) for shift in report.shifts if shift.open] == [(1, "10.8c.3")]


@rule("caseyellow", "11.1a", "8.3a")
def test_a_threat_gathers_who_can_come_and_find_room() -> None:
    table = stage(
        "French fr.VI at 4640",
        "German de.X at 4340",
        "German de.I at 4341",
        "German de.pz1 at 4239",
        "German de.II at 4038",
    )
    report = table.game.seat(ALLIED).threat("4640")
    assert report is not None
    assert {approach.unit for approach in report.approaches} == {"de.X", "de.I", "de.pz1"}  # the other is too far
    assert all(
        game(table).map.distance(game(table).map.hex(a.hexes[-1]), game(table).map.hex("4640")) == 1
        for a in report.approaches
    )
    assert table.where("de.X") == "4340"  # nothing has moved
    without = table.game.rules.threat(table.game.state, ALLIED, "4640", frozenset({0}), {})
    assert without is not None
    assert without.left_out == ("de.X",)  # told with its way, but it does not attack
    assert {strength.unit for strength in without.attackers} == {"de.I", "de.pz1"}


@rule("caseyellow", "2.2d.destroyed", "2.2c.engaged", "13.3b", "12.7a")
def test_markers_lie_on_the_map() -> None:
    table = mark(
        stage(turn=4), destroyed=["2928"], bridgeheads=["2425"], refugees=["2713"], better=["1719"], terror="3721"
    )
    mark(table, port="3110", port_disruption=1, open_city=True)
    assert {("fort-destroyed", "2928"), ("bridgehead", "2425"), ("refugees", "2713"), ("defence", "1719")} <= signs(
        table
    )
    assert {("terror", "3721"), ("port", "3110"), ("dynamo-air", "3110"), ("disrupted", "3110")} <= signs(table)
    assert ("open-city", "1409") in signs(table)


@rule("caseyellow", "9.1", "7.2a", "3.1a", "10.2a")
def test_layers_over_the_map() -> None:
    table = stage(
        "German de.X at 4540", "French fr.VI at 0803", "German de.pz1 at 0603", "German de.XVII in reserve", turn=2
    )
    seat = table.game.seat("german")
    zone = seat.overlay("zones")
    assert "4640" in zone.areas[0].hexes
    cut = [found.text for found in seat.overlay("supply").marks if found.sign == "cut"]
    assert cut == ["1. Panzer-Division will be out of supply in the next Supply Phase"]
    line = seat.overlay("supply", "de.X").lines[0]
    assert line.hexes[0] == "4540"
    assert any(found.at == "2713" for found in seat.overlay("objectives").marks)
    assert "XVII. Armeekorps (turn 2)" in seat.overlay("reinforcements").notes[0]


@rule("caseyellow", "12.8d")
def test_how_the_game_stands() -> None:
    table = stage(scenario="historical", turn=3)
    game(table).points[:] = [47, 2]
    standing = table.game.rules.standing(table.game.state)
    assert standing is not None
    assert standing.level == "German marginal victory"


@rule("caseyellow", "R.5.1c.attack.1", "11.4b")
def test_what_a_forecast_counts_as_taken_and_from_where() -> None:
    table = stage("German de.pz1 at 2225", "German de.X at 2225", "French fr.X at Sedan", "French fr.VI at 1733")
    g = game(table)
    panzer, corps, h = g.scenario.unit_named["de.pz1"], g.scenario.unit_named["de.X"], g.map.hex
    assert can_attack_from(g, corps, h("2224"), h("2124"))
    assert not can_attack_from(g, panzer, h("2224"), h("2124"))  # no crossing
    assert can_attack_from(g, panzer, h("2125"), h("2124"))
    open_ground, fort = battle(table, "2124", "de.X"), battle(table, "1733", "de.X")
    assert [code for code in ("AL1", "ENG", "BL1", "DR", "DE") if takes(g, open_ground, code)] == ["BL1", "DR", "DE"]
    assert [code for code in ("BL1", "DR", "DE") if takes(g, fort, code)] == ["DE"]
