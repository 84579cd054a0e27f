"""11.12: neutral countries: who may enter them, how cities are captured, surrender, Belgians at home and abroad."""

from __future__ import annotations

import pytest

from meuse import IllegalOrder
from meuse.games.planjaune import command
from meuse.games.planjaune.operations import SpecialOperations
from meuse.games.planjaune.victory import belgium_falls, check_surrenders, holland_falls, lose_wanderers
from meuse.testkit import rule

from .scene import ALLIED, GERMAN, at, board, captured, changed, game, unit
from .test_11_war_plans import HOLLAND, moving, taken


@rule("planjaune", "11.12.luxembourg")
def test_luxembourg_is_closed_to_the_allies_until_the_germans_come():
    table = moving("Allied", "fr.dlc5 at 1820", "fr.dlm1 at 0916", turn=3)
    changed(table, released=frozenset({"fr.3"}))
    assert table.why_not("move fr.dlc5 1919").rule == "11.12.luxembourg"
    german = moving("German", "de.pz1 at 2018")
    german.play("move de.pz1 1919")
    assert "luxembourg" in game(german).invaded
    opened = changed(board("fr.dlc5 at 1820"), invaded=frozenset({"luxembourg"}))
    assert at(opened, "Allied motorized movement").allows("move fr.dlc5 1919")


@rule("planjaune", "12.2b", "R.12.2b.1")
def test_in_the_free_scenario_belgium_is_closed_to_the_allies_until_invaded():
    table = moving("Allied", "fr.dlm1 at 0914", scenario="free")
    assert table.why_not("move fr.dlm1 1013").rule == "12.2b"
    german = moving("German", "de.pz3 at 1913", scenario="free")
    german.play("move de.pz3 1914")
    assert game(german).invaded == frozenset({"belgium"})
    assert moving("Allied", "be.dlc at 1415", scenario="free").asked == "allied"


@rule("planjaune", "12.2b", "R.12.2b.1")
def test_an_overrun_across_the_border_and_bombs_on_its_army_invade_a_country_too():
    german = moving("German", "de.pz3 at 1913", "be.cha at 1914 with 1 step", scenario="free")
    german.play("overrun 1914 de.pz3 go")
    assert game(german).invaded == frozenset({"belgium"})

    bombed = board("be.I at 1713", scenario="free").step(SpecialOperations(GERMAN))
    changed(bombed, bombers=[5, 1]).play("bomb be.I")
    assert game(bombed).invaded == frozenset({"belgium"})


@rule("planjaune", "11.12.capture", "R.11.12.capture.1")
def test_paratroopers_left_alone_in_a_hex_are_the_last_unit_in_it():
    table = board("nl.ab at 1507", "de.fj1 at 1507")
    g = game(table)
    assert g.friendly(g.map.hex("1507"), ALLIED)
    g.place(unit(table, "nl.ab"), g.map.hex("1407"))
    assert g.friendly(g.map.hex("1507"), GERMAN)
    assert g.friendly(g.map.hex("1407"), ALLIED)


@rule("planjaune", "11.12.capture", "R.11.12.capture.1", "R.11.12.capture.2")
def test_a_city_is_captured_by_the_last_unit_in_it_if_in_supply():
    table = board("de.IX at 1814")
    assert captured(table, "Liège")
    assert not captured(board("de.IX at 0521"), "Paris")
    moved = board("de.IX at 1814")
    moved.put("de.IX at 1913")
    assert captured(moved, "Liège")
    assert not captured(board(), "Liège")


@rule("planjaune", "11.12.capture", "R.11.12.capture.2")
def test_the_line_is_measured_by_the_unit_itself():
    # A German line from Namur is five movement points long, from Arnhem three.
    assert captured(board("de.pz1 at 1514"), "Namur")
    assert not captured(board("de.IX at 1514"), "Namur")
    assert captured(board("de.IX at 1514", "de.pz1 at 1514"), "Namur")
    assert captured(board("de.IX at 1907"), "Arnhem")
    assert not captured(board("de.id554 at 1907"), "Arnhem")


@rule("planjaune", "11.12.capture", "R.11.12.capture.2", "2.D")
def test_a_city_left_behind_is_measured_by_the_last_unit_that_was_in_it():
    table = moving("German", "de.pz1 at 1614", "de.IX at 1615")
    table.play("move de.pz1 1514", "move de.pz1 1415")
    assert captured(table, "Namur")

    game(table).place(unit(table, "de.IX"), game(table).map.hex("1514"))
    game(table).place(unit(table, "de.IX"), game(table).map.hex("1614"))
    assert not captured(changed(table), "Namur")


@rule("planjaune", "R.11.12.capture.2", "R.11.5g.1")
def test_the_line_of_airborne_units_is_that_of_infantry():
    assert captured(board("de.fj1 at 1814"), "Liège")
    assert not captured(board("de.fj1 at 1514"), "Namur")


@rule("planjaune", "11.12.holland", "10.2.terror-city")
def test_holland_surrenders_when_four_cities_are_captured_or_bombed():
    three = taken(board(), *HOLLAND[:3])
    assert not holland_falls(game(three))
    assert holland_falls(game(changed(three, bombed_city=game(three).map.hex("2202"))))
    assert holland_falls(game(taken(board(), *HOLLAND[:4])))


@rule("planjaune", "11.12.surrender", "R.11.12.surrender.1", "2.D")
def test_the_units_of_a_country_that_surrenders_leave_and_are_no_losses():
    table = taken(board("nl.IV at 1901", "fr.I at 0120"), *HOLLAND)
    check_surrenders(game(table))
    assert table.where("nl.IV") == ""
    assert table.where("fr.I") == "0120"
    assert game(table).surrendered == frozenset({"netherlands"})
    assert game(table).steps_lost == {}


@rule("planjaune", "11.12.belgium", "R.11.12.belgium.1")
def test_belgium_surrenders_when_its_cities_are_lost_and_no_ally_helps():
    cities = ("1111", "1312", "1314", "1411", "1514", "1814")
    assert belgium_falls(game(taken(board("be.I at 0910"), *cities)))
    assert not belgium_falls(game(taken(board("uk.I at 0910"), *cities)))
    assert not belgium_falls(game(taken(board("be.I at 0910"), *cities[:5])))


@rule("planjaune", "11.12.belgium-stay")
def test_belgians_stay_at_home_until_brussels_falls():
    table = moving("Allied", "be.V at 1013", phase="non-motorized")
    assert table.why_not("move be.V 0913").rule == "11.12.belgium-stay"
    fallen = taken(board("be.V at 1013"), "1312")
    assert at(fallen, "Allied non-motorized movement").allows("move be.V 0913")


@rule("planjaune", "11.12.belgium-return", "R.11.12.belgium-return.1")
def test_belgians_forced_out_must_come_home_or_are_lost():
    table = moving("Allied", "be.V at 0913", "fr.I at 0120", phase="non-motorized")
    assert table.why_not("end").rule == "11.12.belgium-return"
    assert table.why_not("move be.V 0914").rule == "11.12.belgium-return"
    table.play("move be.V 1013")
    assert table.allows("end")

    lost = board("be.V at 0913", "be.I at 1013")
    lose_wanderers(game(lost))
    assert (lost.where("be.V"), lost.where("be.I")) == ("", "1013")
    free = taken(board("be.V at 0913"), "1312")
    lose_wanderers(game(free))
    assert free.where("be.V") == "0913"


@rule("planjaune", "11.12.belgium-stay", "11.12.belgium-return")
def test_a_belgian_unit_on_its_way_home_does_not_leave_belgium_again():
    table = moving("Allied", "be.II at 1015", phase="non-motorized")
    with pytest.raises(IllegalOrder):
        table.play("move be.II 1114.1215.1214")
    table.play("move be.II 1114.1214")
    assert table.where("be.II") == "1214"


@rule("planjaune", "11.12.belgium-return", "R.11.12.belgium-return.1", "11.12.belgium-stay")
def test_once_brussels_has_fallen_belgians_abroad_are_safe_for_good():
    table = taken(moving("German", "de.pz3 at 1313", "be.V at 0913", "fr.dlm1 at 1211"))
    table.play("move de.pz3 1312", "move de.pz3 1413", "end")
    while game(table).stack[-1].called(game(table)) != "Allied motorized movement":
        table.play(*(word for word in ("end", "done") if word in table.choices()))
    table.play("move fr.dlm1 1312")
    assert not captured(table, "Bruxelles")

    lose_wanderers(game(table))

    assert table.where("be.V") == "0913"
    assert not command.is_drawn(game(table), unit(table, "be.V"))


@rule("planjaune", "R.12.2b.2", "6.1b")
def test_no_attack_is_owed_to_a_neutral_army_unless_its_country_is_attacked():
    units = ("de.IX at 1912", "nl.peel at 1911", "be.I at 1812", "be.III at 1814", "de.X at 1913")
    table = at(board(*units, scenario="free"), "German combat")
    table.play("attack 1911 with de.IX go")
    assert table.allows("done")
    table.play("attack 1814 with de.X go")
    assert table.why_not("done").rule == "6.1b"


@rule("planjaune", "R.12.2b.3", "12.2b")
def test_a_neutral_that_attacks_or_goes_into_germany_is_at_war():
    table = at(board("be.III at 1814", "be.I at 1814", "de.IX at 1913", scenario="free"), "Allied combat")
    table.play("attack 1913 with be.III be.I go", "done")
    assert game(table).invaded == {"belgium"}

    walking = moving("Allied", "nl.ab at 2208", "de.X at 2607", scenario="free", phase="non-motorized")
    assert game(walking).invaded == frozenset()
    walking.play("move nl.ab 2308")
    assert game(walking).invaded == {"netherlands"}
