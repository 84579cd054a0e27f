"""18: the attack, game turn 0."""

from __future__ import annotations

import pytest

import meuse
from meuse.testkit import Table, rule

from .scene import at, game, groups, joined, pass_on, phase_words, plans


def tenth_of_may(*units: str) -> Table:
    """Belgium is invaded; the Allies chose their 1st Army Group, which has the 1st Army; the 3rd Army is in the 2nd."""
    table = joined(Table("gdw1940").clear(), "belgium", "luxembourg").put(*units)
    return plans(groups(table, fr_1=1, fr_3=2), group=1, objective=3, effort=2)


@rule("gdw1940", "18.short")
def test_turn_0_has_one_impulse_a_side():
    table = at(tenth_of_may("German de.IX at 1513", "French fr.IV at 1613"), "German movement", 0)

    assert [pass_on(table) for _ in range(4)] == [
        "German movement", "German combat", "Allied movement", "Allied combat",
    ]  # fmt: skip
    assert (game(table).turn, phase_words(table)) == (1, "German movement")


@rule("gdw1940", "18.short", "18.neutrals", "18.allied_move", "18.attack")
def test_turn_0():
    """stated.18.turn0"""
    table = tenth_of_may(
        "Belgian be.VI at 1013", "French fr.IV at 1215", "French fr.VI at 1808", "French fr.CC at 1515"
    )
    table.put("British uk.I at 1216", "German de.IX at 1012", "German de.XI at 1809", "German de.XIX at 1113")
    plans(table, effort=3)

    at(table, "Allied movement", 0)
    assert sorted(table.choices("move")) == ["fr.IV", "uk.I"]
    assert table.why_not("move be.VI 1014").rule == "18.neutrals"
    assert table.why_not("move fr.VI 1807").rule == "18.allied_move"

    at(table, "Allied combat", 0)
    assert table.allows("attack 1012 with be.VI go")
    assert table.allows("attack 1809 with fr.VI go")

    at(table, "German movement", 0)
    assert sorted(table.choices("move")) == ["de.IX", "de.XI", "de.XIX"]
    at(table, "German combat", 0)
    assert table.allows("attack 1013 with de.IX go")
    assert table.why_not("attack 1013 with de.XIX go").rule == "17.german.panzer"


@rule("gdw1940", "18.neutrals")
def test_units_of_an_invaded_neutral_stand_still_on_turn_0_only():
    table = tenth_of_may("Belgian be.VI at 1013", "French fr.IV at 1215")

    assert at(table, "Allied movement", 0).why_not("move be.VI 1014").rule == "18.neutrals"
    assert at(table, "Allied movement", 1).allows("move be.VI 1014")


@rule("gdw1940", "18.allied_move")
def test_only_the_chosen_army_group_moves():
    table = tenth_of_may("French fr.IV at 1215", "French fr.VI at 1808", "French fr.CC at 1515", "British uk.I at 1216")

    at(table, "Allied movement", 0)
    assert sorted(table.choices("move")) == ["fr.IV", "uk.I"]
    assert table.why_not("move fr.CC 1514").rule == "18.allied_move"  # of no army, so of no army group
    assert table.why_not("rail fr.VI 1807").rule == "18.allied_move"
    table.play("end")  # and nobody has to move

    at(plans(table, group=2), "Allied movement", 0)
    assert table.choices("move") == ["fr.VI"]


@rule("gdw1940", "18.directions")
def test_east_and_northeast_only():
    """book.18.directions"""
    table = at(tenth_of_may("French fr.IV at 1215"), "Allied movement", 0)

    assert {"1214", "1115", "1213", "1114", "1014"} <= table.reach("fr.IV")
    assert max(table.reach("fr.IV")) == "1214"  # no hex to the west or south
    assert table.why_not("move fr.IV 1216").rule == "18.directions"
    assert table.why_not("move fr.IV 1116").rule == "18.directions"
    assert table.why_not("move fr.IV 1315").rule == "18.directions"
    assert table.why_not("move fr.IV 1316").rule == "18.directions"

    table.play("move fr.IV 1214")
    assert table.why_not("move fr.IV 1215").rule == "18.directions"
    table.play("move fr.IV 1114")


@rule("gdw1940", "18.directions")
def test_boundaries_bind_on_turn_0():
    table = at(tenth_of_may("French fr.IV at 1711"), "Allied movement", 0)

    assert table.why_not("move fr.IV 1710").rule == "17.french.boundaries"
    assert "1610" in table.reach("fr.IV")


@rule("gdw1940", "18.directions")
def test_later_turns_know_no_directions():
    table = at(tenth_of_may("French fr.IV at 1215"), "Allied movement", 1)

    assert {"1216", "1116", "1315", "1316"} <= table.reach("fr.IV")


@rule("gdw1940", "R.18.directions.1")
def test_rail_movement_keeps_to_the_directions():
    table = at(tenth_of_may("French fr.IV at 1719"), "Allied movement", 0)

    assert {"1718", "1618", "1619"} & table.reach("fr.IV", "rail") == {"1718", "1618"}
    assert "1512" in table.reach("fr.IV", "rail")
    assert not table.allows("rail fr.IV 1720")
    with pytest.raises(meuse.IllegalOrder, match=r"6\.rail\.route"):
        table.play("rail fr.IV 1718.1717.1618")  # the last step goes northwest


@rule("gdw1940", "R.18.directions.1", "18.directions")
def test_nobody_is_evacuated_on_turn_0():
    table = at(tenth_of_may("British uk.I at Calais", "French fr.VI at 1808"), "Allied movement", 0)
    assert "evacuate" not in table.choices()

    assert at(table, "Allied movement", 1).allows("evacuate uk.I")


@rule("gdw1940", "R.18.directions.1")
def test_units_of_other_army_groups_do_not_even_move_east():
    table = at(tenth_of_may("French fr.IV at 1215", "French fr.VI at 1908"), "Allied movement", 0)

    assert table.why_not("move fr.VI 1907").rule == "18.allied_move"


@rule("gdw1940", "18.swiss_border", "18.allied_move")
def test_the_swiss_border_reserve_moves_freely():
    table = joined(tenth_of_may(), "switzerland").put("French fr.XLV in reserve", "French fr.IV at 1215")
    at(table, "Allied arrivals", 0)

    table.play("enter fr.XLV 2705")
    assert {"2706", "2606", "2605"} <= table.reach("fr.XLV")  # west, northwest, northeast
    table.play("move fr.XLV 2706")


@rule("gdw1940", "18.attack")
def test_all_allied_units_may_attack():
    table = tenth_of_may("French fr.VI at 1808", "French fr.CC at 1810", "German de.XI at 1809")
    table.put("Belgian be.VI at 1013", "German de.IX at 1012")
    at(table, "Allied combat", 0)

    assert sorted(table.choices("attack 1809 with")) == ["fr.CC", "fr.VI"]
    assert table.choices("attack 1012 with") == ["be.VI"]


@rule("gdw1940", "18.attack", "16.neutral.dutch", "13.holland.surrender")
def test_the_dutch_army_strikes_back_at_what_drops_on_its_cities():
    """The Hague and Rotterdam lie beside the corps of 0310 and 0409: drops alone do not make Holland surrender."""
    table = Table("gdw1940").clear().put("Dutch nl.I at 0111", "Dutch nl.IV at 0310", "Dutch nl.II at 0409")
    at(table.put("Dutch nl.III at 0509", "de.fj1 in pool", "de.ll22 in pool"), "German arrivals", 0)
    table.play("drop de.fj1 0311", "drop de.ll22 0410", "end")
    assert "move" not in table.choices()  # units of an invaded neutral do not move, but they attack
    table.play("end", "attack 0311 with nl.IV go")
    assert table.why_not("done").causes == ("0410",)

    table.play("attack 0410 with nl.II go", "done")
    table.dice(1, 1).play("resolve 0311", "done", "resolve 0410", "done")
    assert (table.where("de.fj1"), table.where("de.ll22")) == ("", "")  # with no way out the division is lost too
    assert (game(table).turn, game(table).surrendered) == (1, frozenset())


@rule("gdw1940", "18.german", "R.18.german.1")
def test_germans_are_free_but_for_the_panzer_corps():
    table = tenth_of_may("German de.IX at 1710", "German de.XIX at 1113", "Belgian be.VI at 1013")
    table.put("French fr.IV at 2413")

    at(table, "German movement", 0)
    assert {"1711", "1609", "2009"} <= table.reach("de.IX")  # any direction, full movement
    assert "2208" in table.reach("de.IX")

    at(plans(table, effort=1), "German combat", 0)
    assert table.allows("attack 1013 with de.XIX go")  # Army Group B: hexrow 12 and north of it
    at(plans(table, effort=3), "German combat", 0)
    assert table.choices() == ["done"]  # asked all the same, so that the plan stays secret
    at(table, "German combat", 2)
    assert table.allows("attack 1013 with de.XIX go")
