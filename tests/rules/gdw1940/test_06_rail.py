"""6: rail movement."""

from __future__ import annotations

import pytest

import meuse
from meuse.testkit import Table, rule

from .scene import at, game, groups, joined, pass_on


def waiting(*units: str, turn: int = 2) -> Table:
    """Allied units about to move."""
    return at(Table("gdw1940").clear().put(*units), "Allied movement", turn)


@rule("gdw1940", "6.rail.limit")
def test_one_unit_a_phase():
    table = waiting("French fr.IV at 1413", "French fr.dlc1 at 2808", "French fr.V at 2010").put("French fr.IV at 1414")

    table.play("rail fr.dlc1 1414")
    assert table.why_not("rail fr.V 1514").rule == "6.rail.limit"
    pass_on(table)
    table.play("rail fr.V 1514")  # a corps, in the second impulse


@rule("gdw1940", "6.rail.nation")
def test_allied_units_in_france_only():
    table = joined(Table("gdw1940").clear(), "belgium").put("French fr.IV at 1114", "French fr.V at 1215")
    at(table, "Allied movement", 2)

    assert table.choices("rail") == ["fr.V"]
    assert table.why_not("rail fr.IV 1215").rule == "6.rail.nation"
    assert table.why_not("rail fr.V 1115").rule == "6.rail.nation"
    assert table.allows("rail fr.V 2808")


@rule("gdw1940", "6.rail.nation")
def test_german_units_in_germany_only():
    table = Table("gdw1940").clear().put("German de.IX at Köln", "German de.XI at 1710")
    at(table, "German movement", 2)

    assert table.choices("rail") == ["de.IX"]
    assert table.why_not("rail de.XI 1707").rule == "6.rail.nation"
    assert table.why_not("rail de.IX 1808").rule == "6.rail.nation"
    assert table.allows("rail de.IX 2403")


@rule("gdw1940", "6.rail.nation")
def test_only_over_friendly_territory():
    table = waiting("French fr.IV at 2010", "German de.fj1 at 1710").remove("de.fj1")

    assert table.why_not("rail fr.IV 1710").rule == "6.rail.nation"
    assert "1709" in table.reach("fr.IV", "rail")


@rule("gdw1940", "6.rail.route")
def test_any_length_and_no_movement_points():
    table = waiting("French fr.XLI at 3010")
    assert "0919" in table.reach("fr.XLI", "rail")

    table.play("rail fr.XLI 0919")
    assert table.where("fr.XLI") == "0919"


@rule("gdw1940", "6.rail.route")
def test_no_enemy_zone_is_entered():
    table = waiting("French fr.IV at 1910", "French fr.dlc1 at 1709", "German de.IX at 1710", "French fr.CC at 2715")

    assert table.why_not("rail fr.CC 1810").rule == "6.rail.route"  # Allied still, but in a German zone
    assert table.why_not("rail fr.CC 1709").rule == "6.rail.route"  # a French unit there changes nothing
    assert table.allows("rail fr.CC 1910")


@rule("gdw1940", "6.rail.route")
def test_the_route_is_a_connected_way_of_open_hexes():
    table = waiting("French fr.CC at 2715", "German de.IX at 1118", "German de.XI at 1218", "German de.IV at 1320")
    assert table.why_not("rail fr.CC 1020").rule == "6.rail.route"  # Boulogne is open, but cut off

    table.remove("de.IV").put("French fr.IV at 1320")
    assert table.allows("rail fr.CC 1020")


@rule("gdw1940", "6.rail.route")
def test_a_route_written_out_is_checked_hex_by_hex():
    table = waiting("French fr.CC at 2010", "German de.IX at 1710", "French fr.IV at 1910")

    with pytest.raises(meuse.IllegalOrder, match=r"6\.rail\.route"):
        table.play("rail fr.CC 2011.1913")  # not adjacent
    with pytest.raises(meuse.IllegalOrder, match=r"6\.rail\.route"):
        table.play("rail fr.CC 1910.1810.1911")  # through a German zone
    table.play("rail fr.CC 2011.1912.1911")


@rule("gdw1940", "6.rail.route", "R.6.rail.route.1")
def test_a_unit_in_an_enemy_zone_may_leave_by_rail_if_a_hex_beside_it_is_open():
    table = waiting("French fr.IV at 1909", "German de.IX at 2009", "French fr.V at 2715")
    assert "2519" in table.reach("fr.IV", "rail")

    table.put("German de.XI at 1808", "German de.IV at 1907")  # now zones cover all around it
    assert table.choices("rail") == ["fr.V"]
    assert table.why_not("rail fr.IV 2519").rule == "6.rail.route"


@rule("gdw1940", "R.6.rail.route.1")
def test_disrupted_and_unsupplied_units_do_not_use_rail():
    table = waiting("disrupted French fr.IV at 1414", "unsupplied French fr.V at 1415", "French fr.CC at 2715")

    assert table.choices("rail") == ["fr.CC"]
    assert table.why_not("rail fr.IV 2715").rule == "7.disruption.effects"
    assert table.why_not("rail fr.V 2715").rule == "8.effect.rail"


@rule("gdw1940", "8.effect.rail")
def test_where_nobody_can_go_by_rail_the_refusal_still_names_the_cause():
    table = waiting("unsupplied French fr.V at 1415", "Belgian be.I at 1214")
    assert "rail" not in table.choices()
    assert table.why_not("rail fr.V 2715").rule == "8.effect.rail"

    behind = table.game.decision.why_not(("rail",), "fr.V")  # asked behind the closed verb
    assert behind is not None
    assert (behind.rule, behind.text) == ("8.effect.rail", "French V Corps is out of supply")


@rule("gdw1940", "R.6.rail.route.2")
def test_an_interdicted_hex_is_closed():
    table = waiting("French fr.CC at 2715")
    assert table.allows("rail fr.CC 1810")

    game(table).air[0] = 2
    at(table, "German movement", 2).play("interdict 1810")
    assert at(table, "Allied movement", 2).why_not("rail fr.CC 1810").rule == "6.rail.route"


@rule("gdw1940", "R.6.rail.route.2")
def test_boundaries_bind_armies_on_rails_too():
    table = waiting("French fr.IV at 1414", "French fr.CC at 1414")
    first = game(table).map.regions["allied-1"].hexes
    assert game(table).map.hex("1907") not in first

    groups(table, fr_1=1)
    assert table.why_not("rail fr.IV 1907").rule == "6.rail.route"
    assert table.allows("rail fr.IV 1120")
    assert table.allows("rail fr.CC 1907")  # it belongs to no army


@rule("gdw1940", "6.rail.exclusive")
def test_rail_excludes_all_other_movement():
    table = waiting("British uk.I at 1414", "French fr.V at 2010", "British uk.51 at Calais")
    table.play("move fr.V 2011")
    assert table.why_not("rail fr.V 2715").rule == "6.rail.exclusive"

    table.play("rail uk.I 0920")
    assert table.why_not("move uk.I 0919").rule == "6.rail.exclusive"
    assert table.why_not("evacuate uk.I").rule == "6.rail.exclusive"
    assert "uk.51" in table.choices("evacuate")


@rule("gdw1940", "R.6.rail.exclusive.1")
def test_units_placed_on_the_map_may_use_rail_units_that_enter_it_may_not():
    table = Table("gdw1940").clear().put("French fr.XXI in reserve", "British uk.1A in reserve")
    at(table, "Allied arrivals", 2)

    table.play("enter uk.1A 2221", "enter fr.XXI 1718")
    assert table.choices("rail") == ["fr.XXI"]
    assert table.why_not("rail uk.1A 1718").rule == "6.rail.exclusive"
