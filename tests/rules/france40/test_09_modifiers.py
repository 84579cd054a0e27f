"""9: combat modifiers: halving and doubling, tanks, Air units, quality, rivers, Restricted Hexes."""

from __future__ import annotations

from meuse.testkit import rule

from .scene import air, at, counted, dynamo, game, odds, plain, shifts, sickle_cut, under

# -- 9.1 halving and doubling


@rule("france40", "9.1a")
def test_a_city_behind_a_river_doubles_once():
    """Example double-once."""
    table = plain("German de.id32 at 1116", "French fr.di43 at 1216")
    report = odds(table, "attack 1216 with de.id32")
    assert [row.counted for row in report.defenders] == ["14"]
    assert set(report.defenders[0].rules) == {"9.8", "9.6.1"}


@rule("france40", "9.1a")
def test_an_attacker_is_halved_once():
    table = plain("unsupplied German de.id32 at 4518", "French fr.di43 at 4619")
    assert counted(table, "attack 4619 with de.id32")["de.id32"] == "4"  # 7 halved, not a quarter
    assert set(odds(table, "attack 4619 with de.id32").attackers[0].rules) == {"9.6.2", "18.4b"}


@rule("france40", "9.1b")
def test_halves_are_rounded_up_unit_by_unit():
    table = plain("unsupplied German de.id32 at 1421", "unsupplied German de.lah at 1521", "French fr.lest at 1422")
    assert odds(table, "attack 1422 with de.id32 de.lah").ratio == "7 : 3"  # 4 and 3


@rule("france40", "9.1b", "R.9.1b.1")
def test_units_of_strength_one_are_added_up_before_halving():
    halved = plain("unsupplied German de.mg7 at 1421", "unsupplied German de.mg5 at 1421", "French fr.rec1 at 1422")
    assert odds(halved, "attack 1422 with de.mg7 de.mg5").ratio == "1 : 1"

    one_of_them = plain("unsupplied German de.mg7 at 1421", "German de.mg5 at 1421", "French fr.rec1 at 1422")
    assert odds(one_of_them, "attack 1422 with de.mg7 de.mg5").ratio == "2 : 1"

    defenders = plain("German de.id32 at 1421", "disrupted French fr.rec1 at 1422", "disrupted French fr.rec2 at 1422")
    assert odds(defenders, "attack 1422 with de.id32").ratio == "7 : 1"


@rule("france40", "9.1c", "13.2c")
def test_a_disrupted_unit_in_a_city_has_its_printed_strength():
    """Example disrupted-in-city."""
    table = plain("German de.id32 at 1217", "disrupted French fr.di43 at 1216")
    assert counted(table, "attack 1216 with de.id32")["fr.di43"] == "7"
    assert odds(table, "attack 1216 with de.id32").ratio == "7 : 7"


@rule("france40", "9.1d", "9.6.2", "9.7a", "13.2c", "16.3a", "18.4b")
def test_what_halves():
    river = plain("German de.id32 at 4518", "French fr.di43 at 4619")
    assert odds(river, "attack 4619 with de.id32").attackers[0].rules == ("9.6.2",)

    rough = plain("German de.id32 at 4717", "French fr.di43 at 4718")
    assert odds(rough, "attack 4718 with de.id32").attackers[0].rules == ("9.7a",)

    hungry = plain("unsupplied German de.id32 at 1421", "French fr.di43 at 1422")
    assert odds(hungry, "attack 1422 with de.id32").attackers[0].rules == ("18.4b",)

    wall = plain("German de.id32 at 5120", "French fr.f.lf at 5021")
    assert odds(wall, "attack 5021 with de.id32").attackers[0].rules == ("16.3a",)

    shaken = plain("German de.id32 at 1421", "disrupted French fr.di43 at 1422")
    assert odds(shaken, "attack 1422 with de.id32").defenders[0].rules == ("13.2c",)
    assert odds(shaken, "attack 1422 with de.id32").ratio == "7 : 4"


# -- 9.2 the Tank Shift


@rule("france40", "9.2.1")
def test_tanks_against_none():
    table = plain("German de.pz1.t at 1421", "German de.id32 at 1521", "French fr.di43 at 1422")
    assert shifts(table, "attack 1422 with de.pz1.t") == {"9.2.1": 1}
    assert shifts(table, "attack 1422 with de.id32") == {}


@rule("france40", "9.2.1", "7.6.2c", "13.3.2c")
def test_tanks_on_trains_and_in_flight_do_not_count():
    entrained = plain("German de.pz1.t at 1421", "entrained French fr.dlm1 at 1422", "French fr.di43 at 1422")
    assert shifts(entrained, "attack 1422 with de.pz1.t") == {"9.2.1": 1}

    fleeing = plain("German de.pz1.t at 1421", "fleeing French fr.dlm1 at 1422", "French fr.di43 at 1422")
    assert shifts(fleeing, "attack 1422 with de.pz1.t") == {"9.2.1": 1}


@rule("france40", "9.2.2", "13.2e")
def test_tanks_of_the_defender_alone():
    table = plain("German de.id32 at 1421", "German de.pz1.t at 1521", "French fr.dlm1 at 1422")
    assert shifts(table, "attack 1422 with de.id32") == {"9.2.2": -1}
    assert shifts(table, "attack 1422 with de.pz1.t") == {}

    disrupted = plain("German de.id32 at 1421", "disrupted French fr.dlm1 at 1422")
    assert shifts(disrupted, "attack 1422 with de.id32") == {"9.2.2": -1}


@rule("france40", "9.2.3a", "16.2b")
def test_ground_without_tank_shift():
    woods = plain("German de.pz1.t at 4819", "French fr.di43 at 4718")
    assert shifts(woods, "attack 4718 with de.pz1.t") == {}
    city = plain("German de.pz1.t at 1217", "French fr.di43 at 1216")
    assert shifts(city, "attack 1216 with de.pz1.t") == {}
    rough = plain("German de.pz1.t at 4718", "French fr.di43 at 4717")
    assert shifts(rough, "attack 4717 with de.pz1.t") == {}
    fortified = plain("German de.pz1.t at 3308", "French fr.di43 at 3309")
    assert shifts(fortified, "attack 3309 with de.pz1.t") == {"16.2a": -1}
    town = plain("German de.pz1.t at 1222", "French fr.di43 at 1322")
    assert shifts(town, "attack 1322 with de.pz1.t") == {"9.2.1": 1}


@rule("france40", "R.9.2.3a.1")
def test_the_same_ground_denies_it_to_the_defender():
    table = plain("German de.id32 at 1217", "French fr.dlm1 at 1216")
    assert shifts(table, "attack 1216 with de.id32") == {}


@rule("france40", "R.9.2.3a.2", "16.2c")
def test_germans_have_no_use_of_a_fortified_hex():
    table = plain("French fr.dlm1 at 3308", "German de.id32 at 3309", words="Allied combat")
    assert shifts(table, "attack 3309 with fr.dlm1") == {"9.2.1": 1}


@rule("france40", "9.2.3a", "22.8a")
def test_no_tank_shift_in_polder():
    table = at(dynamo("German de.pz3.t at 2711", "British uk.50 at 2811"), "German combat", 4)
    assert shifts(table, "attack 2811 with de.pz3.t") == {}


@rule("france40", "9.2.3b")
def test_tanks_across_a_river_gain_nothing_but_deny():
    table = plain("German de.pz1.t at 1115", "German de.id32 at 1115", "French fr.di43 at 1216")
    assert "9.2.1" not in shifts(table, "attack 1216 with de.pz1.t")

    gains = plain("German de.pz1.t at 1317", "French fr.di43 at 1417")
    assert shifts(gains, "attack 1417 with de.pz1.t") == {}  # a minor river
    denies = plain("German de.pz1.t at 1317", "French fr.dlm1 at 1417")
    assert shifts(denies, "attack 1417 with de.pz1.t") == {}

    another = plain("German de.pz1.t at 1317", "German de.pz2.t at 1517", "French fr.di43 at 1417")
    assert shifts(another, "attack 1417 with de.pz1.t de.pz2.t") == {"9.2.1": 1}  # not all are hampered


@rule("france40", "9.2.3b", "9.2.4a")
def test_tanks_across_a_river_do_not_deny_heavy_tanks():
    table = plain("German de.pz1.t at 1317", "French fr.dcr1 at 1417")
    assert shifts(table, "attack 1417 with de.pz1.t") == {"9.2.4a": -1}


@rule("france40", "9.2.3b")
def test_tanks_out_of_a_restricted_hex_gain_nothing():
    table = plain("German de.pz1.t at 4116", "French fr.di43 at 4016")  # wooded rough, and a road to open ground
    assert shifts(table, "attack 4016 with de.pz1.t") == {}


@rule("france40", "9.2.4a")
def test_heavy_tanks_always_have_the_shift():
    attack = plain("French fr.dcr1 at 1421", "German de.pz1.t at 1422", words="Allied combat")
    assert shifts(attack, "attack 1422 with fr.dcr1") == {"9.2.4a": 1}

    defence = plain("German de.pz1.t at 1421", "French fr.dcr1 at 1422")
    assert shifts(defence, "attack 1422 with de.pz1.t") == {"9.2.4a": -1}

    light = plain("French fr.dlm1 at 1421", "German de.pz1.t at 1422", words="Allied combat")
    assert shifts(light, "attack 1422 with fr.dlm1") == {}


@rule("france40", "9.2.4b")
def test_heavy_tanks_obey_the_ground():
    into_a_city = plain("French fr.dcr1 at 1217", "German de.pz1.t at 1216", words="Allied combat")
    assert shifts(into_a_city, "attack 1216 with fr.dcr1") == {}

    over_a_river = plain("French fr.dcr1 at 1317", "German de.pz1.t at 1417", words="Allied combat")
    assert shifts(over_a_river, "attack 1417 with fr.dcr1") == {}


@rule("france40", "9.2.4c")
def test_the_british_tank_brigade_is_heavy_on_its_front_only():
    front = plain("British uk.1t at 1421", "German de.pz1.t at 1422", words="Allied combat")
    assert shifts(front, "attack 1422 with uk.1t") == {"9.2.4a": 1}

    back = plain("British uk.1t at 1421 with 1 step", "German de.pz1.t at 1422", words="Allied combat")
    assert shifts(back, "attack 1422 with uk.1t") == {}


# -- 9.3, 9.4 Air units and HQs


@rule("france40", "9.3.1a", "9.3.1b", "9.3.1c")
def test_one_air_unit_shifts_one_column_and_is_used():
    table = air(plain("German de.id32 at 1421", "French fr.di43 at 1422", turn=2), 5, 0)
    table.play("attack 1422 with de.id32 go")
    assert table.choices("air") == ["1"]

    events = table.dice(6).play("air 1")
    assert "at 2-1" in next(event.text for event in events if event.kind == "battle")  # 1-1, one to the right
    assert game(table).air == [4, 0]


@rule("france40", "9.3.1c")
def test_a_used_air_unit_does_not_help():
    table = air(plain("German de.id32 at 1421", "French fr.di43 at 1422"), 0, 0)
    events = table.dice(6).play("attack 1422 with de.id32 go")
    assert "at 1-1" in next(event.text for event in events if event.kind == "battle")


@rule("france40", "9.3.1b", "21.5")
def test_three_air_units_on_the_first_turn_of_sickle_cut():
    table = air(plain("German de.id32 at 1421", "French fr.di43 at 1422", turn=1), 5, 0)
    table.play("attack 1422 with de.id32 go")
    assert table.choices("air") == ["1", "2", "3"]


@rule("france40", "9.3.1a")
def test_a_defending_air_unit_shifts_to_the_left():
    table = air(plain("French fr.di43 at 1421", "German de.lah at 1422", words="Allied combat"), 1, 0)
    table.play("attack 1422 with fr.di43 go")
    assert table.asked == "german"
    events = table.dice(6).play("air 1")
    assert "at 1-2" in next(event.text for event in events if event.kind == "battle")


@rule("france40", "9.3.1a", "22.6a", "22.6b")
def test_the_raf_shifts_for_british_units():
    table = air(at(dynamo("German de.id32 at 3022", "British uk.5 at 3021"), "German combat", 4), 0, 1)
    events = table.dice(6).play("attack 3021 with de.id32 go", "air 1")  # 7 to 8, and one to the left
    assert "at 1-3" in next(event.text for event in events if event.kind == "battle")

    table = air(at(dynamo("German de.id32 at 3022", "French fr.di68 at 3021"), "German combat", 4), 0, 1)
    table.dice(6).play("attack 3021 with de.id32 go")  # nobody is asked
    assert game(table).air == [0, 1]


@rule("france40", "9.4", "17.1.1a")
def test_only_the_allies_have_hq_support():
    table = plain("German de.id32 at 1421", "French fr.di43 at 1422", "French fr.hq7 at 1424")
    table.play("attack 1422 with de.id32 go")
    assert table.asked == "allied"
    assert table.choices("support") == ["fr.hq7"]
    assert table.why_not("support fr.di43").rule == "9.4"
    events = table.dice(6).play("support fr.hq7")
    assert "at 1-2" in next(event.text for event in events if event.kind == "battle")


# -- 9.5 quality


@rule("france40", "9.2.1", "9.5.1")
def test_elite_combined_arms():
    """Example tq-two-shifts."""
    table = plain("German de.pz1.t at 1421", "German de.pz1.s1 at 1421", "French fr.di43 at 1422")
    assert shifts(table, "attack 1422 with de.pz1.t de.pz1.s1") == {"9.2.1": 1, "9.5.1": 1}


@rule("france40", "9.2.1", "9.5.1", "9.5.2a", "9.5.2c")
def test_all_three_shifts():
    """Example tq-three-shifts."""
    table = plain("German de.pz1.t at 1421", "German de.pz1.s1 at 1421", "French fr.di55 at 1422")
    assert shifts(table, "attack 1422 with de.pz1.t de.pz1.s1") == {"9.2.1": 1, "9.5.1": 1, "9.5.2a": 1}


@rule("france40", "9.5.1")
def test_combined_arms_come_from_one_hex():
    table = plain("German de.pz1.t at 1421", "German de.pz1.s1 at 1521", "French fr.di43 at 1422")
    assert shifts(table, "attack 1422 with de.pz1.t de.pz1.s1") == {"9.2.1": 1}


@rule("france40", "9.5.1")
def test_combined_arms_work_across_rivers_and_against_cities():
    table = plain("German de.pz1.t at 1115", "German de.pz1.s1 at 1115", "French fr.di43 at 1216")
    assert shifts(table, "attack 1216 with de.pz1.t de.pz1.s1") == {"9.5.1": 1}


@rule("france40", "9.5.1")
def test_combined_arms_in_defence():
    table = plain(
        "French fr.di43 at 1421", "German de.pz1.t at 1422", "German de.pz1.s1 at 1422", words="Allied combat"
    )
    assert shifts(table, "attack 1422 with fr.di43") == {"9.2.2": -1, "9.5.1": -1}


@rule("france40", "R.9.5.1.1")
def test_two_stacks_of_combined_arms_give_one_shift():
    table = plain(
        "German de.pz1.t at 1421", "German de.pz1.s1 at 1421", "German de.pz2.t at 1521", "German de.pz2.s2 at 1521",
        "French fr.di43 at 1422",
    )  # fmt: skip
    report = odds(table, "attack 1422 with de.pz1.t de.pz1.s1 de.pz2.t de.pz2.s2")
    assert [shift.value for shift in report.shifts if shift.rule == "9.5.1"] == [1]


@rule("france40", "9.5.2a")
def test_one_better_unit_saves_a_low_quality_hex():
    table = plain("German de.id32 at 1421", "French fr.di55 at 1422")
    assert shifts(table, "attack 1422 with de.id32") == {"9.5.2a": 1}

    table.put("French fr.lest at 1422")
    assert shifts(table, "attack 1422 with de.id32") == {}

    table.put("fleeing French fr.lest at 1422")  # one that adds nothing does not count
    assert shifts(table, "attack 1422 with de.id32") == {"9.5.2a": 1}


@rule("france40", "9.5.2b")
def test_low_quality_attackers():
    table = plain("French fr.di55 at 1421", "French fr.di43 at 1521", "German de.lah at 1422", words="Allied combat")
    assert shifts(table, "attack 1422 with fr.di55") == {"9.5.2b": -1}
    assert shifts(table, "attack 1422 with fr.di55 fr.di43") == {}


# -- 9.6, 9.7 rivers and Restricted Hexes


@rule("france40", "9.6.1")
def test_the_defender_is_doubled_if_all_come_across_rivers():
    table = plain("German de.id32 at 1317", "German de.id12 at 1517", "French fr.di43 at 1417")
    assert counted(table, "attack 1417 with de.id32")["fr.di43"] == "14"  # a minor river
    assert counted(table, "attack 1417 with de.id32 de.id12")["fr.di43"] == "7"  # one comes over land


@rule("france40", "9.6.1", "9.7a")
def test_rivers_and_restricted_hexes_mix():
    table = plain("German de.id32 at 4717", "German de.id12 at 4619", "French fr.di43 at 4718")
    assert counted(table, "attack 4718 with de.id32 de.id12")["fr.di43"] == "14"


@rule("france40", "9.6.2", "R.9.6.2.1")
def test_across_a_major_river_attackers_are_halved_and_the_defender_doubled():
    table = plain("German de.id32 at 4518", "French fr.di43 at 4619")
    assert odds(table, "attack 4619 with de.id32").ratio == "4 : 14"  # road and railway cross here; it does not help


@rule("france40", "9.6.1", "9.6.2", "9.5.1", "9.2.3b")
def test_the_example_of_three_stacks_that_all_come_across_rivers():
    """Example rivers-x: A and B over a Major River, C over a minor one: 15 to 14, and a shift for elite troops."""
    table = plain("German de.id32 at 1415", "German de.mg7 at 1515", "German de.pz1.t at 1316", "de.pz1.s1 at 1316")
    report = odds(table.put("French fr.di43 at 1416"), "attack 1416 with de.id32 de.mg7 de.pz1.t de.pz1.s1")
    assert (report.ratio, report.final) == ("15 : 14", "2-1")


@rule("france40", "9.6.1", "9.6.2", "9.5.1", "9.2.1")
def test_the_example_of_a_stack_that_has_no_river_before_it():
    """Example rivers-y: F stands on the same bank: 14 to 7, with shifts for tanks and for elite troops."""
    table = plain("German de.id32 at 0410", "German de.mg7 at 0510", "German de.pz2.t at 0511", "de.pz2.s2 at 0511")
    report = odds(table.put("French fr.di43 at 0411"), "attack 0411 with de.id32 de.mg7 de.pz2.t de.pz2.s2")
    assert (report.ratio, report.final) == ("14 : 7", "4-1")


@rule("france40", "9.6.3", "22.8b")
def test_a_marsh_river_counts_as_a_major_river():
    table = at(dynamo("German de.id32 at 2017", "French fr.di68 at 1916"), "German combat", 4)
    assert "9.6.2" in odds(table, "attack 1916 with de.id32").attackers[0].rules


@rule("france40", "9.7a")
def test_attacking_into_a_restricted_hex_does_not_halve():
    table = plain("German de.id32 at 4718", "French fr.di43 at 4717")
    assert odds(table, "attack 4717 with de.id32").ratio == "7 : 7"


@rule("france40", "9.7a")
def test_from_one_restricted_hex_to_another_halves():
    table = plain("German de.id32 at 4818", "French fr.di43 at 4717")
    assert odds(table, "attack 4717 with de.id32").ratio == "4 : 14"


# -- 9.8 the rest


@rule("france40", "9.8", "7.6.2b")
def test_entrained_units_defend_with_one_and_without_terrain():
    table = plain("German de.id32 at 1217", "entrained French fr.di43 at 1216")
    assert odds(table, "attack 1216 with de.id32").ratio == "7 : 1"

    helped = plain("German de.id32 at 1217", "entrained French fr.di43 at 1216", "French fr.lest at 1216")
    assert odds(helped, "attack 1216 with de.id32").ratio == "7 : 8"


@rule("france40", "R.7.6.2b.1", "7.6.2b")
def test_entrained_units_by_themselves_are_not_sheltered_from_tanks():
    table = plain("German de.pz1.t at 1217", "entrained French fr.di43 at 1216")  # a City
    assert shifts(table, "attack 1216 with de.pz1.t") == {"9.2.1": 1}

    helped = plain("German de.pz1.t at 1217", "entrained French fr.di43 at 1216", "French fr.lest at 1216")
    assert "9.2.1" not in shifts(helped, "attack 1216 with de.pz1.t")


@rule("france40", "9.8", "22.8e")
def test_the_causeway_doubles():
    table = at(dynamo("German de.id32 at 3905", "British uk.50 at 3805"), "German combat", 4)
    assert "22.8e" in odds(table, "attack 3805 with de.id32").defenders[0].rules


@rule("france40", "21.2.1c", "21.3.3b")
def test_marked_units_do_not_attack():
    table = sickle_cut("French fr.di43 at 1421", "French fr.di36 at 1521", "German de.lah at 1422")
    under(at(table, "Allied combat", 2), 3, "fr.di43")
    assert table.why_not("attack 1422 with fr.di43").rule == "21.2.1c"
