"""5: friendly territory."""

from __future__ import annotations

from meuse.testkit import Table, rule

from .scene import at, joined, owner


@rule("gdw1940", "5.start")
def test_who_owns_what_at_the_start():
    table = Table("gdw1940")

    assert owner(table, "2019") == owner(table, "1610") == "allied"
    assert owner(table, "1006") == owner(table, "1407") == "german"
    assert owner(table, "1013") == owner(table, "0210") == owner(table, "1608") == owner(table, "3004") == ""


@rule("gdw1940", "5.priority")
def test_first_a_unit_in_the_hex():
    table = Table("gdw1940").clear().put("German de.IX at 1710", "French fr.IV at 1709")

    assert owner(table, "1710") == "german"  # though the French corps has a zone there
    assert owner(table, "1709") == "allied"


@rule("gdw1940", "5.priority", "5.uncontested")
def test_then_an_uncontested_zone():
    table = Table("gdw1940").clear().put("German de.IX at 1710")

    assert owner(table, "1810") == "german"
    assert owner(table, "1910") == "allied"


@rule("gdw1940", "5.priority")
def test_then_the_last_to_occupy_it():
    table = Table("gdw1940").clear().put("German de.IX at 1710")
    table.remove("de.IX")

    assert owner(table, "1710") == owner(table, "1810") == "german"
    table.put("French fr.IV at 1710")
    assert owner(table, "1810") == "allied"


@rule("gdw1940", "5.uncontested")
def test_a_zone_is_uncontested_only_without_enemy_units_and_zones():
    table = Table("gdw1940").clear().put("French fr.IV at 1910", "German de.IX at 1710")
    assert owner(table, "1810") == "allied"  # a French zone covers it too
    assert owner(table, "1709") == "german"

    table = Table("gdw1940").clear().put("disrupted French fr.IV at 1810", "German de.IX at 1710")
    assert owner(table, "1810") == "allied"  # a French unit is there, without a zone


@rule("gdw1940", "5.priority", "5.contested", "5.uncontested")
def test_an_empty_hex_in_zones_of_both():
    """stated.5.contested"""
    table = Table("gdw1940").clear().put("French fr.IV at 1910", "German de.IX at 1710")
    assert owner(table, "1810") == "allied"  # its owner at the start

    table.remove("fr.IV")
    assert owner(table, "1810") == "german"  # an uncontested zone

    table.put("French fr.IV at 1910")
    assert owner(table, "1810") == "german"  # the last uncontested zone


@rule("gdw1940", "5.contested")
def test_disruption_gives_a_contested_hex_to_the_enemy():
    table = Table("gdw1940").clear().put("French fr.IV at 1910", "German de.IX at 1710")
    assert owner(table, "1810") == "allied"

    table.put("disrupted French fr.IV at 1910")
    assert owner(table, "1810") == "german"


@rule("gdw1940", "5.priority")
def test_what_is_friendly_to_one_side_is_closed_to_the_other():
    table = Table("gdw1940").clear().put("German de.IX at 1710", "French fr.CC at 2715")
    at(table, "Allied movement", 2)

    assert "1910" in table.reach("fr.CC", "rail")
    assert table.why_not("rail fr.CC 1810").rule == "6.rail.nation"
    assert "friendly" in table.why_not("rail fr.CC 1810").text


@rule("gdw1940", "R.5.priority.1")
def test_territory_changes_hands_on_the_way():
    table = Table("gdw1940").clear().put("German de.XV at 1710")
    at(table, "German movement", 2)

    table.play("move de.XV 1809.1909.2009.2109")
    assert owner(table, "1909") == "german"  # it went through
    assert owner(table, "2010") == "german"  # and this was in its zone on the way
    assert owner(table, "2011") == "allied"


@rule("gdw1940", "R.5.priority.1")
def test_a_drop_on_the_enemy_changes_nothing():
    table = Table("gdw1940").clear().put("French fr.IV at 1710", "German de.fj1 in pool", "German de.fj2 in pool")
    at(table, "German arrivals", 2)

    table.play("drop de.fj1 1710", "drop de.fj2 2009")
    assert owner(table, "1710") == "allied"
    assert owner(table, "2009") == "german"


@rule("gdw1940", "R.5.priority.2")
def test_a_parachute_regiment_holds_its_own_hex_and_nothing_else():
    table = Table("gdw1940").clear().put("French fr.IV at 1910", "German de.fj1 at 1810")

    assert owner(table, "1810") == "german"
    assert owner(table, "1710") == "allied"
    table.remove("de.fj1")
    assert owner(table, "1810") == "allied"  # now the French zone counts


@rule("gdw1940", "R.5.priority.3")
def test_a_built_in_strength_holds_nothing():
    table = joined(Table("gdw1940").clear(), "belgium", "holland")
    table.put("German de.IX at 1109")
    assert owner(table, "1110") == owner(table, "1009") == "german"

    at(table, "German movement", 2)
    assert table.why_not("move de.IX 1110").rule == "10.eben.strength"
