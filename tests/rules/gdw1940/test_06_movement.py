"""6: movement on the ground, over the sea, by air; evacuation. Rail movement has a page of its own."""

from __future__ import annotations

import pytest

import meuse
from meuse.games.gdw1940 import odds
from meuse.testkit import Table, rule

from .scene import at, cost, game, joined, owner, pass_on, phase_words


def in_lorraine(unit: str, impulse: int = 1) -> Table:
    """A unit in 1710, before it open country to the south: 1809, 1909, 2009, 2109, 2208, 2308, 2408, 2508."""
    table = Table("gdw1940").clear().put(f"{unit} at 1710")
    return at(table, "German movement", 2, impulse)


# -- movement points


@rule("gdw1940", "6.first_impulse", "6.second_impulse", "6.costs")
def test_full_factor_in_the_first_impulse_half_in_the_second():
    """book.6.half_movement"""
    table = in_lorraine("German de.IX")  # a 5-6
    assert "2308" in table.reach("de.IX")
    assert "2408" not in table.reach("de.IX")
    assert table.why_not("move de.IX 2408").rule == "6.costs"

    table = in_lorraine("German de.IX", impulse=2)
    assert "2009" in table.reach("de.IX")
    assert "2109" not in table.reach("de.IX")


@rule("gdw1940", "6.first_impulse")
def test_points_may_be_left_but_never_overspent():
    table = in_lorraine("German de.IX")

    table.play("move de.IX 2109")
    assert "2308" in table.reach("de.IX")
    assert "2408" not in table.reach("de.IX")
    table.play("end")


@rule("gdw1940", "6.second_impulse", "R.6.second_impulse.1")
def test_fractions_are_kept():
    """derived.6.fraction"""
    far = "move de.XXXVII 2508"  # the unit is a 2-5

    assert "has 5 movement points" in in_lorraine("German de.XXXVII").why_not(far).text
    assert "has 2½ movement points" in in_lorraine("German de.XXXVII", impulse=2).why_not(far).text
    assert "has 2½ movement points" in in_lorraine("unsupplied German de.XXXVII").why_not(far).text
    assert "has 1¼ movement points" in in_lorraine("unsupplied German de.XXXVII", impulse=2).why_not(far).text

    g = game(in_lorraine("unsupplied German de.XXXVII"))
    attack = odds.Battle(odds.Attack((g.map.hex("1809"),), (g.scenario.unit_named["de.XXXVII"],)))
    assert odds.attack_strength(g, attack, attack.attack.units[0]) == 1


@rule("gdw1940", "R.6.second_impulse.1")
def test_a_cost_must_be_covered_in_full():
    assert "1909" in in_lorraine("German de.XXXVII", impulse=2).reach("de.XXXVII")
    assert "2009" not in in_lorraine("German de.XXXVII", impulse=2).reach("de.XXXVII")  # half a point is not enough
    assert "1809" in in_lorraine("unsupplied German de.XXXVII", impulse=2).reach("de.XXXVII")
    assert "1909" not in in_lorraine("unsupplied German de.XXXVII", impulse=2).reach("de.XXXVII")


@rule("gdw1940", "6.voluntary")
def test_nobody_has_to_move():
    table = in_lorraine("German de.IX")

    assert "6.voluntary" in [warning.rule for warning in table.game.decision.warnings]
    table.play("end")
    assert table.where("de.IX") == "1710"


# -- costs


@rule("gdw1940", "6.costs")
def test_hexes_and_hexsides_cost_what_the_chart_says():
    table = Table("gdw1940").clear()
    table.put("German de.IX at 1711", "German de.m13 at 1711", "German de.XI at 1610", "German de.Geb at 2403")
    at(table, "German movement", 2)

    assert (cost(table, "de.IX", "1712"), cost(table, "de.m13", "1712")) == ("1", "1")  # clear
    assert (cost(table, "de.IX", "1811"), cost(table, "de.m13", "1811")) == ("2", "3")  # forest
    assert cost(table, "de.XI", "1711") == "2"  # over the Meuse
    assert cost(table, "de.XI", "1510") == "2"  # rough
    assert cost(table, "de.Geb", "2503") == "2"  # mountain troops in the Black Forest


@rule("gdw1940", "6.costs")
def test_a_major_river_costs_two():
    table = Table("gdw1940").clear().put("German de.IX at 0606", "German de.m13 at 2203")
    at(table, "German movement", 2)

    assert cost(table, "de.IX", "0607") == "3"
    assert cost(table, "de.m13", "2204") == "3"


@rule("gdw1940", "6.costs")
def test_a_unit_moves_from_hex_to_adjacent_hex():
    table = in_lorraine("German de.IX")

    with pytest.raises(meuse.IllegalOrder, match=r"6\.costs"):
        table.play("move de.IX 1809.2009")  # 1909 left out
    with pytest.raises(meuse.IllegalOrder, match=r"6\.costs"):
        table.play("move de.IX 1809.1909.1809.1909.1809.1909.2009")  # 7 points
    table.play("move de.IX 1809.1909.2009")


@rule("gdw1940", "6.costs")
def test_a_unit_moves_once_a_phase():
    table = in_lorraine("German de.IX").put("German de.XI at 1909")
    table.play("move de.IX 1809", "move de.XI 2009")

    assert table.why_not("move de.IX 1909").text.endswith("has already moved this phase")


@rule("gdw1940", "6.costs")
def test_a_unit_that_can_pay_for_no_hex_does_not_move():
    table = Table("gdw1940").clear().put("unsupplied German de.XXXIII at 2502")  # mountain all round but 2501, 2601
    table.put("German de.X at 2501", "French fr.IV at 2402")
    at(table, "German movement", 2, impulse=2)

    assert table.choices("move") == ["de.X"]
    assert table.why_not("move de.XXXIII 2503").rule == "6.costs"


@rule("gdw1940", "6.costs")
def test_a_way_is_gone_to_its_end_whatever_its_own_coming_changes():
    table = joined(Table("gdw1940").clear(), "belgium")
    table.put("German de.IX at Antwerpen", "German de.XI at Bruxelles").remove("de.XI")
    table.put("Belgian be.IV at 1015")
    at(table, "Allied movement", 3)

    assert "1215" in table.reach("be.IV")  # France is open, for Germany has controlled both cities
    table.play("move be.IV 1014.1115.1215")
    assert owner(table, "1013") == "allied"  # Brussels, freed from 1014
    assert table.where("be.IV") == "1215"


@rule("gdw1940", "6.costs")
def test_a_unit_asked_for_its_own_hex_is_already_there():
    table = at(Table("gdw1940").clear().put("French fr.IV at 1909", "German de.fj1 at Köln"), "Allied movement", 2)
    assert table.why_not("move fr.IV 1909").text == "French IV Corps is already in 1909"
    assert table.why_not("rail fr.IV 1909").text == "French IV Corps is already in 1909"

    at(table, "German arrivals", 3)
    assert table.why_not("drop de.fj1 1006").text == "FJR 1 parachute regiment is already in 1006"


@rule("gdw1940", "6.costs.zoc")
def test_leaving_an_enemy_zone_or_an_interdicted_hex_costs_one_more():
    table = Table("gdw1940").clear().put("French fr.IV at 1909", "German de.IX at 2009", "French fr.V at 1713")
    assert cost(at(table, "Allied movement", 2), "fr.IV", "1808") == "2"
    assert cost(table, "fr.V", "1714") == "1"

    game(table).air[0] = 2
    at(table, "German movement", 2).play("interdict 1713")
    assert cost(at(table, "Allied movement", 2), "fr.V", "1714") == "2"


@rule("gdw1940", "6.costs.disrupted", "6.costs.zoc")
def test_a_disrupted_friend_costs_two():
    """derived.6.disrupted_cost"""
    table = Table("gdw1940").clear().put("German de.m13 at 1909", "disrupted German de.kav1 at 1808")
    assert cost(at(table, "German movement", 2), "de.m13", "1808") == "3"

    table.put("French fr.IV at 2009")
    assert cost(at(table, "German movement", 2), "de.m13", "1808") == "4"

    table.put("shaken German de.m29 at 1808")
    assert cost(at(table, "German movement", 2), "de.m13", "1808") == "4"  # once a hex

    table.put("German de.kav1 at 1808", "German de.m29 at 1808")
    assert cost(at(table, "German movement", 2), "de.m13", "1808") == "2"


@rule("gdw1940", "6.enemy_hex")
def test_enemy_occupied_hexes_are_closed():
    table = (
        Table("gdw1940").clear().put("German de.IX at 1710", "French fr.IV at 1810", "disrupted French fr.V at 1709")
    )
    at(table, "German movement", 2)

    assert table.why_not("move de.IX 1810").rule == "6.enemy_hex"
    assert table.why_not("move de.IX 1709").rule == "6.enemy_hex"


@rule("gdw1940", "6.enemy_hex")
def test_allied_units_walk_over_parachute_regiments_and_nothing_else():
    table = Table("gdw1940").clear().put("French fr.IV at 1710", "German de.fj1 at 1809", "German de.ll22 at 1610")
    table.put("German de.fj2 at 1610")
    at(table, "Allied movement", 2)

    assert table.why_not("move fr.IV 1610").rule == "6.enemy_hex"
    table.play("move fr.IV 1809")
    assert table.where("de.fj1") == ""


@rule("gdw1940", "6.enemy_hex")
def test_germans_may_not_enter_an_allied_hex_but_may_drop_on_it():
    table = Table("gdw1940").clear().put("French fr.IV at 1810", "German de.fj1 in pool")

    assert at(table, "German arrivals", 2).allows("drop de.fj1 1810")


# -- the sea


def in_zeeland(*units: str) -> Table:
    return joined(Table("gdw1940").clear(), "holland", "belgium").put(*units)


@rule("gdw1940", "6.sea.allied")
def test_allied_units_cross_the_sea_at_the_cost_of_the_chart():
    table = at(in_zeeland("French fr.CC at 0612"), "Allied movement", 2)

    assert cost(table, "fr.CC", "0613") == "5"
    assert table.why_not("move fr.CC 0614").rule == "6.sea.allied"  # all sea
    table.play("move fr.CC 0613")


@rule("gdw1940", "6.sea.restrict")
def test_not_into_unfriendly_territory():
    table = in_zeeland("French fr.CC at 0612", "German de.fj1 at 0613").remove("de.fj1")

    assert at(table, "Allied movement", 2).why_not("move fr.CC 0613").rule == "6.sea.restrict"


@rule("gdw1940", "6.sea.restrict")
def test_not_into_an_enemy_zone():
    table = in_zeeland("French fr.CC at 0714", "French fr.dlc1 at 0715")
    assert cost(at(table, "Allied movement", 2), "fr.CC", "0715") == "4"  # by land, over the Scheldt

    table.put("German de.IX at 0814")
    assert owner(table, "0715") == "allied"
    assert at(table, "Allied movement", 2).why_not("move fr.CC 0715").rule == "6.sea.restrict"


@rule("gdw1940", "6.sea.german", "6.costs")
def test_germans_do_not_cross_the_sea():
    table = at(in_zeeland("German de.m13 at 0612", "German de.ll22 at 0613"), "German movement", 2)

    assert table.why_not("move de.m13 0613").rule == "6.sea.german"
    assert table.why_not("move de.ll22").text == "22 Air Landing Division has no way out of 0613"  # an island


@rule("gdw1940", "6.sea.german", "R.6.sea.restrict.1")
def test_a_causeway_lets_germans_into_enemy_territory_and_zones():
    table = in_zeeland("German de.m13 at 0110", "German de.IX at 0303", "Dutch nl.I at 0211")
    at(table, "German movement", 2)

    assert owner(table, "0111") == "allied"
    assert cost(table, "de.m13", "0111") == "2"
    table.play("move de.m13 0111")
    assert table.why_not("move de.m13 0110").rule == "4.stop"


@rule("gdw1940", "R.6.sea.restrict.1")
def test_a_causeway_is_a_way_by_land_for_the_allies_too():
    table = at(in_zeeland("Dutch nl.I at 0111", "German de.IX at 0109"), "Allied movement", 2)

    assert owner(table, "0110") == "german"
    assert cost(table, "nl.I", "0110") == "2"


# -- evacuation


def in_port(*units: str, turn: int = 2) -> Table:
    """Units at Calais, 0920."""
    table = Table("gdw1940").clear().put(*(f"{unit} at Calais" for unit in units))
    return at(table, "Allied movement", turn)


@rule("gdw1940", "6.evacuation", "6.evacuation.limit", "6.evacuation.effect")
def test_a_corps_fills_the_port():
    """stated.6.evacuation"""
    table = in_port("uk.I", "uk.51").put("French fr.dlc1 at Dunkerque")

    table.play("evacuate uk.I")
    assert table.where("uk.I") == "evacuated"
    assert table.why_not("evacuate uk.51").rule == "6.evacuation.limit"
    assert game(table).points == [0, 0]
    assert game(table).bef_corps_evacuated  # 13.belgium.surrender

    pass_on(table)
    assert (phase_words(table), game(table).impulse) == ("Allied movement", 2)
    table.play("evacuate uk.51")


@rule("gdw1940", "6.evacuation.effect")
def test_evacuating_the_bef_costs_the_british_air_point():
    table = in_port("uk.51", "fr.dlc1").put("German de.IX at 0303")
    game(table).air[:] = [5, 1, 1]

    table.play("evacuate uk.51")
    assert game(table).air == [5, 1, 1]  # not on the turn of the evacuation
    pass_on(table), pass_on(table)
    assert (game(table).turn, game(table).air) == (3, [5, 0, 1])
    assert not game(table).bef_corps_evacuated  # it was a division


@rule("gdw1940", "6.evacuation.limit")
def test_three_divisions_a_port_and_phase():
    table = in_port("uk.51", "uk.5", "fr.dlc1", "fr.dlc2").put("French fr.dlc3 at Dunkerque")

    table.play("evacuate uk.51", "evacuate fr.dlc1", "evacuate uk.5")
    assert table.why_not("evacuate fr.dlc2").rule == "6.evacuation.limit"
    assert table.choices("evacuate") == ["fr.dlc3"]  # another port
    table.play("evacuate fr.dlc3")
    assert table.why_not("evacuate").rule == "6.evacuation.limit"


@rule("gdw1940", "6.evacuation")
def test_only_in_a_port_and_only_allies():
    table = in_port("uk.I").put("French fr.IV at 1019", "German de.IX at Boulogne")

    assert table.choices("evacuate") == ["uk.I"]
    assert table.why_not("evacuate fr.IV").rule == "6.evacuation"
    at(table, "German movement", 2)
    assert table.why_not("evacuate de.IX").rule == "6.evacuation"


@rule("gdw1940", "6.evacuation")
def test_it_takes_a_movement_point():
    table = in_port("uk.51").put("French fr.IV at 1020", "unsupplied French fr.V at 1020")

    table.play("move fr.IV 0920", "evacuate fr.IV")
    at(table, "Allied movement", 2, impulse=2)
    table.play("move fr.V 0920")  # for one of its one and a half points
    assert table.why_not("evacuate fr.V").rule == "6.evacuation"
    assert table.allows("evacuate uk.51")


@rule("gdw1940", "6.evacuation.effect", "R.6.evacuation.effect.1")
def test_evacuated_units_never_return_and_are_not_scored():
    table = in_port("uk.I")
    table.play("evacuate uk.I")

    at(table, "Allied movement", 3)
    assert game(table).points == [0, 0]
    assert game(table).british_lost == 0
    assert "uk.I" not in {unit for verb in table.choices() for unit in table.choices(verb)}


@rule("gdw1940", "R.6.evacuation.1")
def test_a_unit_that_begins_in_the_port_leaves_from_an_enemy_zone_for_one_point():
    table = in_port("unsupplied French fr.XLI").put("German de.IX at 0919")
    at(table, "Allied movement", 2, impulse=2)  # it has a point and a quarter

    assert table.reach("fr.XLI") == set()  # any hex takes one more, for leaving the zone
    table.play("evacuate fr.XLI")
    assert table.where("fr.XLI") == "evacuated"


@rule("gdw1940", "R.6.evacuation.1")
def test_a_unit_that_enters_the_port_in_an_enemy_zone_stops_there_for_this_phase():
    table = in_port("disrupted British uk.51").put("French fr.CC at 1020", "German de.IX at 0919")
    table.put("French fr.dlc1 at Boulogne")

    table.play("move fr.CC 0920")
    assert table.why_not("evacuate fr.CC").rule == "4.stop"
    assert table.why_not("evacuate uk.51").rule == "7.disruption.effects"
    at(table, "Allied movement", 2, impulse=2)
    assert table.choices("evacuate") == ["fr.CC", "fr.dlc1"]


@rule("gdw1940", "R.6.evacuation.2", "6.evacuation")
def test_all_allied_nations_may_be_evacuated():
    table = joined(Table("gdw1940").clear(), "belgium", "holland", "switzerland")
    table.put("Belgian be.IV at Oostende", "Dutch nl.L at Oostende", "Swiss ch.1 at Oostende")
    table.put("French fr.IV at Calais", "British uk.51 at Dunkerque")
    at(table, "Allied movement", 2)

    assert sorted(table.choices("evacuate")) == ["be.IV", "ch.1", "fr.IV", "nl.L", "uk.51"]


@rule("gdw1940", "R.6.evacuation.limit.1")
def test_a_port_among_the_enemy_still_serves_the_unit_in_it():
    table = Table("gdw1940").clear().put("German de.IX at Calais", "German de.XI at 0919", "German de.IV at 1019")
    table.put("German de.IX at 1020", "French fr.IV at Calais")
    at(table, "Allied movement", 2)

    assert owner(table, "0920") == "allied"
    table.play("evacuate fr.IV")


# -- air


@rule("gdw1940", "6.air")
def test_only_airborne_units_move_by_air():
    table = Table("gdw1940").clear().put("German de.fj1 in pool", "German de.IX at Köln", "French fr.IV at 1810")
    table.put("French fr.XXI in reserve")

    at(table, "German arrivals", 2)
    assert table.choices("drop") == ["de.fj1"]
    assert table.why_not("drop de.IX 1710").rule == "6.air"
    at(table, "Allied arrivals", 2)
    assert "drop" not in table.choices()
