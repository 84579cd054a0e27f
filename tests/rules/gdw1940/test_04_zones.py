"""4: zones of control."""

from __future__ import annotations

from meuse.games.gdw1940.board import UNSUPPLIED
from meuse.games.gdw1940.supply import judge_supply
from meuse.testkit import Table, rule

from .scene import at, cost, game, joined, owner, status


def zone(table: Table, side: str) -> set[str]:
    """The hexes in a side's zones of control."""
    g = game(table)
    covered = g.zones_german if side == "german" else g.zones_allied
    return {g.map.labels[h] for h in range(len(g.map)) if covered[h]}


@rule("gdw1940", "4.extent", "4.who")
def test_a_corps_and_a_division_cover_the_six_hexes_around_them():
    around = {"1510", "1512", "1410", "1411", "1610", "1611"}

    assert zone(Table("gdw1940").clear().put("German de.IX at 1511"), "german") == around
    assert zone(Table("gdw1940").clear().put("German de.m13 at 1511"), "german") == around


@rule("gdw1940", "4.who")
def test_regiments_and_disrupted_units_have_none():
    table = Table("gdw1940").clear()

    assert zone(table.put("German de.fj1 at 1511"), "german") == set()
    assert zone(table.put("disrupted German de.IX at 1511"), "german") == set()
    assert zone(table.put("shaken German de.IX at 1511"), "german") == set()
    assert zone(table.put("German de.IX at 1511"), "german") != set()


@rule("gdw1940", "4.who")
def test_the_air_landing_division_has_none_in_the_impulse_of_its_drop():
    table = Table("gdw1940").clear().put("German de.ll22 in pool", "French fr.IV at 2013")
    at(table, "German arrivals", 2)

    table.play("drop de.ll22 1612")
    assert zone(table, "german") == set()
    table.play("end")
    assert zone(table, "german") == {"1611", "1613", "1512", "1513", "1712", "1713"}


@rule("gdw1940", "4.who")
def test_a_neutral_covers_only_its_own_country_and_a_built_in_strength_nothing():
    table = Table("gdw1940").clear().put("Belgian be.III at 1109")  # Verviers, beside Aachen
    assert zone(table, "allied") == {"1110", "1209", "1208"}

    joined(table, "belgium")
    assert zone(table, "allied") == {"1110", "1209", "1208", "1108", "1008", "1009"}
    assert zone(joined(Table("gdw1940").clear(), "belgium"), "allied") == set()


@rule("gdw1940", "4.extent", "4.stop")
def test_only_the_hexes_around_a_unit_stop_the_enemy():
    table = Table("gdw1940").clear().put("German de.IX at 1710", "French fr.IV at 2009")
    at(table, "German movement", 2)

    assert "1909" in table.reach("de.IX")  # beside the French corps
    assert "2109" not in table.reach("de.IX")
    assert table.why_not("move de.IX 2109").rule == "4.stop"
    assert "2112" in table.reach("de.IX")  # round it
    assert table.why_not("move de.IX 2212").rule == "6.costs"  # and here it is no zone that ends the move


@rule("gdw1940", "R.4.extent.1")
def test_zones_reach_into_neutral_hexes_but_give_no_control_there():
    table = Table("gdw1940").clear().put("German de.IX at 1108")
    assert {"1109", "1208"} <= zone(table, "german")
    assert owner(table, "1109") == owner(table, "1208") == ""

    joined(table, "belgium")
    assert owner(table, "1109") == owner(table, "1208") == "german"
    assert owner(table, "1209") == "allied"


@rule("gdw1940", "4.sea_lake")
def test_no_zone_over_a_causeway_or_a_lake():
    """stated.4.causeway_zoc"""
    table = Table("gdw1940").clear().put("German de.IX at 0110")  # dyke to 0111, lake to 0209
    assert zone(table, "german") == {"0109"}

    table = Table("gdw1940").clear().put("German de.IX at 0714")  # all sea to 0613 and 0715
    assert {"0613", "0715"}.isdisjoint(zone(table, "german"))
    assert {"0713", "0813", "0814"} <= zone(table, "german")


@rule("gdw1940", "R.4.sea_lake.1")
def test_no_attack_over_the_sea_a_lake_or_a_causeway():
    table = joined(Table("gdw1940").clear(), "holland")
    table.put("German de.IX at 0110", "Dutch nl.I at 0111", "Dutch nl.II at 0209", "Dutch nl.III at 0109")
    at(table, "German combat", 2)

    assert table.choices("attack") == ["0109"]
    table.play("attack 0109 with de.IX go", "done")  # and there is no duty to attack the others


@rule("gdw1940", "4.stop")
def test_entering_an_enemy_zone_ends_the_move():
    table = Table("gdw1940").clear().put("German de.XV at 1710", "French fr.IV at 2009", "German de.m13 at 1909")
    at(table, "German movement", 2)

    table.play("move de.XV 1909")  # a friendly unit in the hex changes nothing
    assert table.why_not("move de.XV 1809").rule == "4.stop"
    assert table.choices("move") == ["de.m13"]


@rule("gdw1940", "4.leave")
def test_leaving_an_enemy_zone_costs_one_more():
    table = Table("gdw1940").clear().put("German de.IX at 1909", "French fr.IV at 2009")
    at(table, "German movement", 2)
    assert (cost(table, "de.IX", "1808"), cost(table, "de.IX", "1708")) == ("2", "3")

    table.remove("fr.IV")
    assert (cost(table, "de.IX", "1808"), cost(table, "de.IX", "1708")) == ("1", "2")


@rule("gdw1940", "4.nonmotorized", "4.stop", "4.leave", "4.motorized")
def test_from_zone_to_zone():
    """stated.4.zoc_to_zoc"""
    table = Table("gdw1940").clear().put("German de.IX at 1909", "German de.m13 at 1909")
    table.put("French fr.IV at 2009", "French fr.V at 1709")  # between them they cover all the hexes to the west
    at(table, "German movement", 2)

    assert table.why_not("move de.IX 1910").rule == "4.nonmotorized"
    assert table.why_not("move de.IX 1809").rule == "4.nonmotorized"  # the zone of another unit
    assert cost(table, "de.m13", "1910") == "2"
    table.play("move de.m13 1910")
    assert table.why_not("move de.m13 1911").rule == "4.stop"


@rule("gdw1940", "4.nonmotorized")
def test_a_foot_unit_goes_from_zone_to_zone_by_way_of_a_free_hex():
    table = Table("gdw1940").clear().put("German de.IX at 1909", "French fr.IV at 2009")
    at(table, "German movement", 2)

    assert cost(table, "de.IX", "1910") == "3"  # 1809, and then 1910
    table.play("move de.IX 1809.1910")


@rule("gdw1940", "4.nonmotorized")
def test_a_foot_unit_shut_in_by_zones_is_told_so():
    table = Table("gdw1940").clear().put("German de.IX at 2011", "German de.m13 at 2011")
    table.put("French fr.II at 2010", "French fr.IV at 1912", "French fr.V at 2112")
    at(table, "German movement", 2)

    assert table.choices("move") == ["de.m13"]
    assert table.why_not("move de.IX").text == "German IX Corps cannot move from one enemy zone directly into another"


@rule("gdw1940", "4.motorized")
def test_a_motorized_unit_goes_straight_from_zone_to_zone_but_not_through_a_fortification():
    table = joined(Table("gdw1940").clear(), "switzerland")
    table.put("German de.m13 at 2704", "French fr.XLIV at 2604")
    at(table, "German movement", 2)

    assert cost(table, "de.m13", "2705") == "6"  # round by 2804, over the Jura
    assert cost(at(table.put("German de.m13 at 2705"), "German movement", 2), "de.m13", "2605") == "2"


def pocket() -> Table:
    """A pocket on the Channel whose only way out, 1220 to 1321, lies in a German zone that French zones contest."""
    table = Table("gdw1940").clear().put("French fr.IV at 1120", "French fr.CC at 1119", "French fr.V at 1421")
    return table.put("German de.IX at 1118", "German de.XI at 1218", "German de.IV at 1320")


@rule("gdw1940", "4.supply")
def test_enemy_zones_cut_the_supply_line_of_a_foot_unit():
    table = pocket()
    judge_supply(game(table))

    assert owner(table, "1220") == owner(table, "1321") == "allied"
    assert status(table, "fr.IV") & UNSUPPLIED
    assert not status(table, "fr.CC") & UNSUPPLIED  # motorized


@rule("gdw1940", "4.supply")
def test_a_friendly_unit_keeps_the_line_of_a_foot_unit_open():
    table = pocket().put("French fr.dlc1 at 1220", "French fr.dlc2 at 1321")
    judge_supply(game(table))

    assert not status(table, "fr.IV") & UNSUPPLIED


def retreats(unit: str, *others: str) -> list[str]:
    """Where a unit beaten in 1613 may go; 1813 is Allied, but in a German zone."""
    table = Table("gdw1940").clear().put("French fr.V at 1814", *others, f"{unit} at 1613")
    table.put("German de.XV at 1513", "German de.XVI at 1612", "German de.XIX at 1913")
    at(table, "German combat", 2).dice(4)
    table.play("attack 1613 with de.XV de.XVI go", "done", "resolve 1613")
    return table.choices(f"retreat {unit}")


@rule("gdw1940", "4.retreat")
def test_foot_units_do_not_retreat_into_an_enemy_zone_unless_a_friend_is_there():
    assert "1813" not in retreats("fr.IV")
    assert "1813" in retreats("fr.IV", "French fr.dlc1 at 1813")


@rule("gdw1940", "4.retreat")
def test_motorized_units_may():
    assert "1813" in retreats("fr.CC")


@rule("gdw1940", "4.extent")
def test_trains_keep_out_of_zones_and_go_everywhere_else():
    table = at(Table("gdw1940").clear().put("French fr.IV at 2019", "German de.IX at 1913"), "Allied movement", 2)

    assert "1914" not in table.reach("fr.IV", "rail")
    assert "1915" in table.reach("fr.IV", "rail")
