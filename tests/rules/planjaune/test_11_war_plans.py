"""11.12: war plans, sectors, neutral countries, surrender."""

from __future__ import annotations

import pytest

from meuse import IllegalOrder
from meuse.games.planjaune import command
from meuse.games.planjaune.operations import SpecialOperations
from meuse.games.planjaune.replacements import SupplyPhase
from meuse.games.planjaune.victory import belgium_falls, check_surrenders, holland_falls, lose_wanderers
from meuse.testkit import Table, rule

from .scene import ALLIED, GERMAN, at, board, captured, changed, game, texts, unit

HOLLAND = ("1407", "1507", "1606", "1706", "1907", "2202")


def moving(side: str, *units: str, turn: int = 3, scenario: str = "historical", phase: str = "motorized") -> Table:
    return at(board(*units, turn=turn, scenario=scenario), f"{side} {phase} movement", turn)


def taken(table: Table, *hexes: str, side=GERMAN) -> Table:
    """These hexes are in the hands of a side, with the railways, so that they are in supply."""
    g = game(table)
    for label in hexes:
        g.set_control(g.map.hex(label), side + 1)
    for h in range(len(g.map)):
        if g.map.country[h] in ("netherlands", "belgium"):
            g.set_rail_owner(h, side)
    return changed(table)


@rule("planjaune", "11.12a", "11.12b")
def test_units_belong_to_an_army_or_are_free_and_each_group_has_its_sector():
    g = game(board())
    assert (g.counter(unit(board(), "fr.I")).army, g.counter(unit(board(), "fr.I")).group) == ("fr.7", "fr.ga1")
    assert g.counter(unit(board(), "fr.dcr1")).group == ""
    assert set(g.scenario.sectors) == {"fr.ga1", "fr.ga2", "fr.ga3", "de.hga", "de.hgb", "de.hgc"}
    assert len(g.scenario.headquarters[GERMAN]) == len(g.scenario.headquarters[ALLIED]) == 3


@rule("planjaune", "11.12c", "R.11.12c.1", "12.2a")
def test_both_sides_name_a_main_effort_at_once():
    table = Table("planjaune", "free")
    table.play("done")
    table.play("keller " + table.choices("keller")[0], "plan 1", "german: effort 2", "allied: effort 3")
    assert game(table).effort == {GERMAN: "de.hga", ALLIED: "fr.ga3"}


@rule("planjaune", "11.12.allied-t1-move", "R.11.12.allied-t1-move.1", "11.12.allied-reserve")
def test_on_turn_1_only_the_allied_main_effort_moves():
    units = ("fr.dlm1 at 0916", "fr.dlc3 at 1820", "fr.dcr1 at 1320")
    table = moving("Allied", *units, turn=1)
    assert table.why_not("move fr.dlc3 1821").rule == "11.12.allied-t1-move"
    assert table.why_not("move fr.dcr1 1321").rule == "11.12.allied-t1-move"
    assert "fr.dlm1" in table.choices("move")

    assert "fr.dcr1" in moving("Allied", *units, turn=2).choices("move")


@rule("planjaune", "11.12.allied-t1-neutral")
def test_a_neutral_unit_beside_germans_may_move_on_turn_1():
    table = moving("Allied", "be.I at 1713", "be.II at 1313", "de.IX at 1813", turn=1, phase="non-motorized")
    assert table.choices("move") == ["be.I"]
    assert table.why_not("move be.II 1312").rule == "11.12.allied-t1-neutral"


@rule("planjaune", "11.12.allied-t1-attack")
def test_on_turn_1_the_allies_do_not_attack():
    table = at(board("fr.I at 0728", "de.IX at 0729", turn=1), "Allied combat", 1)
    assert "attack" not in (table.choices() if table.asked else [])
    later = at(board("fr.I at 0728", "de.IX at 0729", turn=2), "Allied combat", 2)
    assert "attack" in later.choices()


@rule("planjaune", "11.12.axis-t1", "R.11.12.axis-t1.1", "11.12.axis-t1-others")
def test_on_turn_1_the_main_effort_and_kleist_attack():
    table = at(
        board("de.IX at 0728", "de.pz1 at 0829", "de.VII at 0830", "fr.dlc1 at 0729", "fr.dlc4 at 0831", turn=1),
        "German combat",
        1,
    )
    assert set(table.choices("attack 0729")) == {"de.IX", "de.pz1"}
    assert table.why_not("attack 0729 de.VII go").rule == "11.12.axis-t1-others"

    second = at(board("de.VII at 0830", "fr.dlc1 at 0729", turn=2), "German combat", 2)
    assert second.allows("attack 0729 de.VII go")


@rule("planjaune", "11.12.allied-t2", "R.11.12.allied-t2.1")
def test_from_turn_2_other_armies_stay_in_their_sector():
    g = game(board())
    border = next(h for h in sorted(g.scenario.sectors["fr.ga2"]) if any(
        n in g.scenario.sectors["fr.ga1"] and g.map.country[n] == "france" for n in g.scenario.touching[h]
    ))  # fmt: skip
    outside = next(n for n in g.scenario.touching[border] if n in g.scenario.sectors["fr.ga1"])
    here, there = g.map.labels[border], g.map.labels[outside]
    for turn in (2, 5):
        table = moving("Allied", f"fr.VI at {here}", turn=turn, phase="non-motorized")
        assert table.why_not(f"move fr.VI {there}").rule == "11.12.allied-t2"
    freed = changed(board(f"fr.VI at {here}"), released=frozenset({"fr.3"}))
    assert at(freed, "Allied non-motorized movement").allows(f"move fr.VI {there}")
    assert moving("Allied", f"fr.I at {here}", phase="non-motorized").allows(f"move fr.I {there}")


@rule("planjaune", "R.11.12.allied-t2.2")
def test_a_headquarters_is_free_when_one_of_its_armies_is():
    table = moving("Allied", "fr.hq2 at 1322", "fr.dlm1 at 0916")
    outside = next(
        label for label in game(table).map.labels
        if game(table).map.hex(label) in game(table).scenario.sectors["fr.ga1"]
        and game(table).map.distance(game(table).map.hex(label), game(table).map.hex("1322")) == 2
    )  # fmt: skip
    assert not table.allows(f"move fr.hq2 {outside}")
    freed = changed(board("fr.hq2 at 1322", "fr.dlm1 at 0916"), released=frozenset({"fr.4"}))
    assert at(freed, "Allied motorized movement").allows(f"move fr.hq2 {outside}")


@rule("planjaune", "11.12.allied-t3")
def test_from_turn_3_one_army_a_turn_is_released():
    table = board("fr.VI at 1821", turn=3).step(SupplyPhase(ALLIED))
    assert table.choices("release") == ["fr.3", "fr.4", "fr.5", "fr.8"]
    assert texts(table.play("release fr.3")) == "Army 3 is released"
    assert table.asked == ""
    assert game(table).released == frozenset({"fr.3"})

    assert board("fr.VI at 1821", turn=2).step(SupplyPhase(ALLIED)).asked == ""


# -- neutral countries


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


@rule("planjaune", "R.11.12.allied-t2.3", "11.12.allied-t2")
def test_who_was_forced_out_of_its_sector_may_come_nearer_to_it_only():
    table = moving("Allied", "fr.XIII at 1516", turn=2, phase="non-motorized")
    g = game(table)
    far = command.to_sector(g, "fr.ga3")
    assert table.choices("move fr.XIII")
    for goal in table.choices("move fr.XIII"):
        assert far[g.map.hex(goal)] < far[g.map.hex("1516")]
    assert table.why_not("move fr.XIII 1515").rule == "11.12.allied-t2"


@rule("planjaune", "11.12.belgium-stay", "11.12.belgium-return")
def test_a_belgian_unit_on_its_way_home_does_not_leave_belgium_again():
    table = moving("Allied", "be.II at 1015", phase="non-motorized")
    with pytest.raises(IllegalOrder):
        table.play("move be.II 1114.1215.1214")
    table.play("move be.II 1114.1214")
    assert table.where("be.II") == "1214"


@rule("planjaune", "R.12.2b.2", "6.1b")
def test_no_attack_is_owed_to_a_neutral_army_unless_its_country_is_attacked():
    units = ("de.IX at 1912", "nl.peel at 1911", "be.I at 1812", "be.III at 1814", "de.X at 1913")
    table = at(board(*units, scenario="free"), "German combat")
    table.play("attack 1911 de.IX go")
    assert table.allows("fight")
    table.play("attack 1814 de.X go")
    assert table.why_not("fight").rule == "6.1b"


@rule("planjaune", "R.12.2b.3", "12.2b")
def test_a_neutral_that_attacks_or_goes_into_germany_is_at_war():
    table = at(board("be.III at 1814", "be.I at 1814", "de.IX at 1913", scenario="free"), "Allied combat")
    table.play("attack 1913 be.III be.I go", "fight")
    assert game(table).invaded == {"belgium"}

    walking = moving("Allied", "nl.ab at 2208", "de.X at 2607", scenario="free", phase="non-motorized")
    assert game(walking).invaded == frozenset()
    walking.play("move nl.ab 2308")
    assert game(walking).invaded == {"netherlands"}
