"""12: the armour bonus."""

from __future__ import annotations

from meuse.testkit import Table, rule

from .scene import at, fought, joined, odds


def board(*sentences: str, words: str = "German combat") -> Table:
    """These counters in a combat phase of turn 3; the Low Countries are in the war."""
    table = joined(Table("gdw1940").clear(), "holland", "belgium", "luxembourg")
    return at(table.put(*sentences), words, 3)


def bonus(table: Table, order: str) -> int:
    """How many columns armour adds to an attack."""
    return sum(shift.value for shift in odds(table, order).shifts if shift.rule == "12.bonus")


@rule("gdw1940", "12.bonus")
def test_armour_alone_against_infantry():
    """book.12.shift"""
    table = board("German de.XIX at 2010", "French fr.IV at 2011")

    report = odds(table, "attack 2011 with de.XIX")
    assert (report.start, report.final) == ("2:1", "3:1")
    events = table.dice(2).play("attack 2011 with de.XIX go", "done", "resolve 2011")
    assert "at 3:1: DR," in fought(events).text


@rule("gdw1940", "12.bonus")
def test_one_shift_however_much_armour():
    table = board("German de.XIX at 2010", "German de.XV at 1911", "German de.pz9 at 2111", "French fr.IV at 2011")

    assert bonus(table, "attack 2011 with de.XIX de.XV de.pz9") == 1


@rule("gdw1940", "12.bonus")
def test_the_armour_of_both_sides_has_it():
    table = board("French fr.dcr1 at 2010", "British uk.1A at 1911", "German de.X at 2011", words="Allied combat")

    assert bonus(table, "attack 2011 with fr.dcr1") == 1
    assert bonus(table, "attack 2011 with uk.1A") == 1


@rule("gdw1940", "12.bonus")
def test_no_bonus_without_armour():
    table = board("German de.m13 at 2010", "French fr.IV at 2011")

    assert bonus(table, "attack 2011 with de.m13") == 0


@rule("gdw1940", "12.bonus", "7.terrain")
def test_no_bonus_in_the_streets_of_a_city():
    table = board("German de.XIX at 1909", "French fr.IV at 1908")

    assert bonus(table, "attack 1908 with de.XIX") == 0


@rule("gdw1940", "12.motorized_defender")
def test_no_bonus_against_motorized_units():
    table = board("German de.XIX at 2010", "British uk.I at 2011", "French fr.dcr1 at 2110")

    assert bonus(table, "attack 2011 with de.XIX") == 0
    assert bonus(table, "attack 2110 with de.XIX") == 0


@rule("gdw1940", "12.motorized_defender")
def test_no_bonus_for_armour_that_defends():
    table = board("German de.X at 2010", "French fr.dcr1 at 2011")

    assert odds(table, "attack 2011 with de.X").shifts == ()


@rule("gdw1940", "R.12.motorized_defender.1")
def test_one_motorized_defender_cancels_it():
    table = board("German de.XIX at 2010", "French fr.IV at 2011")
    assert bonus(table, "attack 2011 with de.XIX") == 1

    table.put("French fr.dim9 at 2011")
    assert bonus(table, "attack 2011 with de.XIX") == 0


@rule("gdw1940", "R.12.motorized_defender.1")
def test_a_motorized_unit_in_any_of_the_hexes_cancels_it():
    table = board("German de.XIX at 2010", "French fr.IV at 2011", "French fr.dim9 at 2110")

    assert bonus(table, "attack 2011 2110 with de.XIX") == 0


@rule("gdw1940", "R.12.motorized_defender.1", "7.retreat.joined")
def test_a_motorized_unit_that_has_just_retreated_there_does_not():
    germans = ("German de.IX at 2010", "German de.XIX at 2014")
    table = board("French fr.dim9 at 2011", "French fr.IV at 2013", *germans)
    table.dice(4).play("attack 2011 with de.IX go", "attack 2013 with de.XIX go", "done", "resolve 2011")
    table.play("retreat fr.dim9 2013", "done")

    assert " at 3:1" in fought(table.dice(1).play("resolve 2013")).text  # 8 to 4, and the bonus


@rule("gdw1940", "R.12.motorized_defender.1")
def test_a_garrison_without_units_counts_as_not_motorized():
    table = board("German de.XIX at 0909")

    assert bonus(table, "attack 1009 with de.XIX") == 1


@rule("gdw1940", "12.with")
def test_one_unit_without_motors_in_the_attack_cancels_it():
    table = board("German de.XIX at 2010", "German de.kav1 at 2010", "German de.m13 at 1911", "French fr.IV at 2011")

    assert bonus(table, "attack 2011 with de.XIX de.kav1") == 0
    assert bonus(table, "attack 2011 with de.XIX de.m13") == 1


@rule("gdw1940", "12.ratio", "12.with")
def test_armour_and_the_mechanized_cavalry_corps():
    """book.12.ratio"""
    table = board("French fr.dcr1 at 2010", "French fr.CC at 2010", "German de.X at 2011", words="Allied combat")

    assert bonus(table, "attack 2011 with fr.dcr1 fr.CC") == 0


@rule("gdw1940", "12.ratio")
def test_as_many_other_divisions_as_armoured_ones_keep_it():
    table = board("German de.pz9 at 2010", "German de.m13 at 2010", "German de.m29 at 2010", "French fr.II at 2011")

    assert bonus(table, "attack 2011 with de.pz9 de.m13") == 1
    assert bonus(table, "attack 2011 with de.pz9 de.m13 de.m29") == 0


@rule("gdw1940", "12.ratio", "R.3.armour.1")
def test_an_armoured_corps_counts_for_three_divisions():
    table = board("German de.XIX at 2010", "German de.m13 at 1911", "German de.m29 at 1911", "French fr.II at 2011")
    table.put("German de.SSV at 1911", "German de.SSC at 1911")

    assert bonus(table, "attack 2011 with de.XIX de.m13 de.m29 de.SSV") == 1
    assert bonus(table, "attack 2011 with de.XIX de.m13 de.m29 de.SSV de.SSC") == 0
