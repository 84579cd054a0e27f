"""What a player is shown before he decides: odds, threats, layers over the map, ways written by hand."""

from __future__ import annotations

import pytest

from meuse.report import Overlay
from meuse.testkit import Table, rule

from .scene import combat, game, mark, movement, odds, scene

FIELD = ("German de.6 at 1536", "Belgian be.N at 1436")


def layer(table: Table, kind: str, unit: str = "") -> Overlay:
    return table.game.seat("german").overlay(kind, unit)


@rule("manstein", "10.4", "10.3f")
def test_the_chances_of_an_attack_are_exact():
    report = odds(combat(scene(*FIELD)), "attack 1436 with de.6")

    assert [face.code for face in report.faces] == ["AA", "AA", "CA", "CA", "ST", "DW"]
    assert (report.outcomes[0].text, report.outcomes[0].chance) == ("1436 falls", 1 / 6)
    assert report.attacker_losses == {0: 0.5, 1: 0.5}
    assert report.ground == "Clear"


@rule("manstein", "10.0a", "10.0b")
def test_there_are_no_odds_for_units_that_could_not_take_part():
    table = combat(scene(*FIELD, "German de.18 at 1735", "German de.l.b at 1535"))

    assert table.game.odds("attack 1436 with de.6") is not None
    assert table.game.odds("attack 1436 with de.6 de.18") is None  # not adjacent
    assert table.game.odds("attack 1436 with de.6 de.l.b") is None  # without an attack factor


@rule("manstein", "17.0e", "22.1.DW")
def test_a_fortress_is_not_expected_to_fall_by_a_retreat():
    report = odds(combat(scene("German de.6 at 1436", "Belgian be.III at 1437")), "attack 1437 with de.6")

    assert report.outcomes[0].chance < sum(face.code.startswith("D") for face in report.faces) / 6


@rule("manstein", "22.1.DW", "22.1.CA", "17.0g")
def test_results_at_a_fortress_are_told_as_they_will_be():
    garrison = ("Belgian be.III at 1437", "Belgian be.GPK at 1437")
    report = odds(combat(scene("German de.6 at 1436", *garrison)), "attack 1437 with de.6")
    told = {face.code: (face.text, face.good_for) for face in report.faces}

    assert told["CA"] == ("no effect", "")
    assert told["DW"] == ("both sides lose a step", "")


@rule("manstein", "11.1c", "11.1f3", "22.1.DW")
def test_who_cannot_retreat_is_expected_to_be_lost():
    ring = ("German de.4 at 1336", "German de.12 at 1337", "German de.16 at 1437", "German de.18 at 1435")
    report = odds(combat(scene(*FIELD, *ring, "German de.1 at 1537")), "attack 1436 with de.6")

    assert [face.code for face in report.faces] == ["AA", "CA", "CA", "ST", "DW", "DA"]  # unsupported: a column more
    assert report.defender_losses == {0: 3 / 6, 1: 2 / 6, 2: 1 / 6}  # DW costs both steps


@rule("manstein", "7.2e", "11.1h")
def test_the_steps_of_a_retreat_through_zones_are_expected_too():
    shut = ("German de.18 at 1335", "German de.12 at 1337")  # all that is left to go to is in their zones
    report = odds(combat(scene(*FIELD, *shut)), "attack 1436 with de.6")

    assert [face.code for face in report.faces] == ["AA", "CA", "CA", "ST", "DW", "DA"]
    assert report.defender_losses == {0: 3 / 6, 1: 3 / 6}


@rule("manstein", "R.10.6b.1")
def test_nobody_is_expected_to_lose_more_than_he_has():
    table = combat(scene("German de.GrD at 1536", "Belgian be.N at 1436", marker="PGK"))
    report = odds(table, "attack 1436 with de.GrD")  # 33%

    assert {face.code for face in report.faces} == {"AZ", "AP", "AA", "CA"}
    assert report.attacker_losses == pytest.approx({0: 1 / 6, 1: 5 / 6})


@rule("manstein", "18.2e")
def test_a_landing_that_fails_is_expected_to_cost_the_landed_unit():
    table = movement(scene("German de.LLK at 1933", "Dutch nl.I at 1334", "German de.a.VIII at 1334"))
    table.play("drop de.LLK 1334", "end")
    report = odds(table, "attack 1334 with de.LLK")  # 150% and three columns

    assert [face.code for face in report.faces] == ["AA", "CA", "ST", "ST", "DA", "DD"]
    assert report.outcomes[0].chance == 1 / 6
    assert report.attacker_losses == {0: 2 / 6, 1: 4 / 6}  # only DD clears the hex; a counterattack is left open
    assert "the landed unit is eliminated unless it clears the hex" in report.assumptions


@rule("manstein", "20.1a", "20.1b")
def test_naval_support_can_be_looked_at_beforehand():
    table = combat(scene("German de.6 at 1036", "French fr.7 at 0936", "uk.nav in available"))
    seat = table.game.seat("german")
    plain, supported = seat.odds("attack 0936 with de.6"), seat.odds("attack 0936 with de.6", {"naval": 1})

    assert [shift.open for shift in plain.shifts if shift.rule == "20.1b"] == [True]
    assert plain.columns.index(supported.final) == plain.columns.index(plain.final) - 1


@rule("manstein", "10.1d")
def test_a_threat_counts_all_that_could_come():
    table = movement(scene("Belgian be.N at 1436", "German de.6 at 1735", "German de.XVI at 1835", marker="belgium"))
    found = table.game.seat("allied").threat("1436")

    assert found.ratio == "24 : 6 (400%)"
    assert [way.unit for way in found.approaches] == ["de.6", "de.XVI"]
    assert table.game.seat("allied").threat("1436", without=["de.XVI"]).ratio == "16 : 6 (266%)"
    assert found.after[0].startswith("Belgian Army, northern wing can retreat to")


@rule("manstein", "7.0a", "7.0b")
def test_the_layer_of_zones():
    german, allied, both = layer(scene(*FIELD), "zones").areas

    assert "1636" in german.hexes
    assert "1336" in allied.hexes
    assert set(both.hexes) == set(german.hexes) & set(allied.hexes)


@rule("manstein", "15.1b", "15.2b")
def test_the_layer_of_supply():
    table = scene("German de.6 at 1237", "German de.l.p at 1437", "French fr.7 at 1737", "German de.18 at 1535")
    assert "1835" in {mark.at for mark in layer(table, "supply").marks if mark.sign == "source"}

    assert layer(table.remove("fr.7"), "supply", "de.6").notes == (
        "Supported: 2 hexes to Namur (1437), then 4 hexes to Köln (1835).",
    )
    assert layer(table, "supply", "de.18").lines[0].hexes[-1] == "1835"
    table.remove("de.l.p")
    assert layer(table, "supply", "de.6").notes[0].startswith("Unsupported")
    assert {mark.text for mark in layer(table, "supply").marks if mark.sign == "cut"} == {"6. Armee is unsupported"}


@rule("manstein", "26.1", "18.3")
def test_support_from_the_air_is_told():
    table = scene("landed German de.LLK at 1141")

    assert layer(table, "supply", "de.LLK").notes[0].endswith("supported by air, it can move and fight.")


@rule("manstein", "3.4a", "3.5a")
def test_the_layer_of_victory_hexes():
    worth = {mark.at: mark.label for mark in layer(scene(), "objectives").marks}

    assert (worth["0941"], worth["1934"], worth["1640"], worth["1633"]) == ("10", "5", "3", "2")


@rule("manstein", "13.3a", "6.0h")
def test_the_layer_of_arrivals_shows_only_ones_own_units():
    table = scene("German de.9 in track", "French fr.10 in track")
    found = layer(table, "reinforcements")

    assert "2228" in found.areas[0].hexes
    assert found.notes == ("9. Armee arrives on turn 4.",)


@rule("manstein", "2.6c", "17.1", "22.4c")
def test_markers_lie_on_the_map():
    table = mark(mark(scene(), "destroyed", "1537"), "bombed", "0941")

    assert {marker.at: marker.label for marker in table.game.view("german").markers} == {
        "0941": "Bombed",
        "1537": "Destroyed",
    }


@rule("manstein", "8.0c", "8.1a")
def test_a_way_may_be_written_hex_by_hex():
    table = movement(scene("German de.6 at 1835"))
    goals = {choice.at: choice.cost for choice in table.game.decision.onward(("move", "de.6"), "1735.1634")}

    assert goals["1634"] == "2"
    assert goals["1635"] == "3"
    assert table.allows("move de.6 1735.1634")
    assert not table.allows("move de.6 1735.1634.1534.1433")  # four factors, and it has three
    table = movement(scene("French fr.XXI at 1439", "German de.a.I at 1439", marker="1AG"))
    onward = table.game.decision.onward(("move", "fr.XXI"), "1438")
    assert [choice.cost for choice in onward] == ["4"]  # its one hex, and no farther
    assert game(table).turn == 2


@rule("manstein", "11.0", "12.0", "6.5")
def test_the_map_is_lit_where_something_is_asked():
    table = combat(scene(*FIELD)).dice(6)
    table.play("attack 1436 with de.6 go")
    assert table.game.view("german").about == ("1436",)

    table.play("retreat be.N 1336")
    assert table.game.view("german").about == ("1436",)
    table = movement(scene("German de.6 at 1736", "German de.18 at 1736"))
    table.play("end")
    assert table.game.view("german").about == ("1736",)
    table.play("eliminate de.6")
    assert table.game.view("german").about == ("1736",)


@rule("manstein", "6.1")
def test_a_threat_counts_only_units_that_find_a_hex_to_attack_from():
    table = movement(scene("Belgian be.N at 1436", "German de.6 at 1637", "German de.18 at 1637", marker="belgium"))
    found = table.game.seat("allied").threat("1436")

    assert {way.hexes[0] for way in found.approaches} == {"1637"}
    assert len({way.hexes[-1] for way in found.approaches}) == 2  # two armies do not fit into one hex


@rule("manstein", "11.1g", "17.1")
def test_a_static_unit_without_its_fortress_is_expected_to_be_lost():
    garrison = mark(combat(scene("German de.6 at 1436", "Belgian be.f.ee at 1437")), "destroyed", "1437")
    report = odds(garrison, "attack 1437 with de.6")
    driven_off = sum(face.code in ("DW", "DD", "DA", "ST") for face in report.faces) / 6

    assert report.defender_losses[1] == pytest.approx(driven_off)
