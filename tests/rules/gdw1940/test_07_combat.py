"""7: combat: naming attacks, odds, terrain, results. What follows a result is in test_07_retreat."""

from __future__ import annotations

from meuse.events import Event
from meuse.testkit import Table, rule

from .scene import air, at, fought, game, joined, odds, phase_words


def board(*sentences: str, words: str = "German combat") -> Table:
    """These counters in the combat phase of turn 3; the Low Countries are in the war."""
    table = joined(Table("gdw1940").clear(), "holland", "belgium", "luxembourg")
    return at(table.put(*sentences), words, 3)


def two_to_one(die: int) -> tuple[Table, list[Event]]:
    """Six factors attack three in the open."""
    table = board("German de.X at 2010", "German de.XXXVII at 1911", "French fr.II at 2011").dice(die)
    return table, table.play("attack 2011 with de.X de.XXXVII go", "done", "resolve 2011")


def one_to_three(die: int) -> tuple[Table, list[Event]]:
    """One factor attacks three in the open."""
    table = board("German de.kav1 at 2010", "French fr.II at 2011").dice(die)
    return table, table.play("attack 2011 with de.kav1 go", "done", "resolve 2011")


# -- who attacks whom


@rule("gdw1940", "7.voluntary")
def test_nobody_has_to_attack():
    table = board("German de.X at 2010", "French fr.II at 2011")

    assert table.choices() == ["attack", "done"]
    table.play("done")
    assert table.where("fr.II") == "2011"
    assert phase_words(table) != "German combat"


@rule("gdw1940", "7.voluntary")
def test_only_adjacent_enemies_can_be_attacked():
    table = board("German de.X at 2010", "French fr.II at 2011", "French fr.IV at 2012")

    assert table.choices("attack") == ["2011"]
    assert table.why_not("attack 2012").rule == "7.voluntary"
    assert table.why_not("attack 2111").rule == "7.voluntary"
    assert "no enemy" in table.why_not("attack 2111").text


@rule("gdw1940", "7.voluntary")
def test_an_attack_can_be_taken_back_before_the_fighting():
    table = board("German de.X at 2010", "French fr.II at 2011")
    table.play("attack 2011 with de.X go", "withdraw 2011", "done")

    assert table.where("fr.II") == "2011"
    assert table.why_not("withdraw 2011").rule != ""


def diagram(words: str) -> Table:
    """The picture of the chapter: G1 de.X, G2 de.XXVI, G3 de.IX; F1 fr.III, F2 fr.IV, F3 fr.V."""
    germans = ("German de.X at 2112", "German de.XXVI at 2011", "German de.IX at 2110")
    return board(*germans, "French fr.III at 2209", "French fr.IV at 2111", "French fr.V at 2212", words=words)


@rule("gdw1940", "7.all_adjacent", "7.voluntary")
def test_who_attacks_must_see_all_his_neighbours_attacked():
    """book.7.all_adjacent_german"""
    table = diagram("German combat")

    table.play("attack 2212 with de.X go")
    assert table.why_not("done").rule == "7.all_adjacent"
    assert table.why_not("done").causes == ("2111",)

    table.play("attack 2111 with de.IX go")  # G3 takes on F2, but nobody F1
    assert table.why_not("done").causes == ("2209",)

    table.play("withdraw 2111", "attack 2111 2209 with de.IX go")  # G2 need not attack
    assert table.allows("done")


@rule("gdw1940", "7.all_adjacent")
def test_the_same_duty_for_the_allies():
    """book.7.all_adjacent_allied"""
    table = diagram("Allied combat")

    table.play("attack 2011 with fr.IV go")
    assert table.why_not("done").causes == ("2110", "2112")

    table.play("attack 2110 with fr.III go", "attack 2112 with fr.V go")
    assert table.allows("done")


@rule("gdw1940", "R.7.all_adjacent.1", "7.order")
def test_all_attacks_are_named_before_the_first_is_fought():
    table = diagram("German combat")
    table.play("attack 2212 with de.X go", "attack 2111 2209 with de.IX go", "done")

    assert table.choices() == ["resolve"]
    assert set(table.choices("resolve")) == {"2111", "2212"}


@rule("gdw1940", "7.order")
def test_the_phasing_player_chooses_the_order_and_results_come_at_once():
    table = diagram("German combat").dice(3)  # 4:4 across no river: NE
    table.play("attack 2212 with de.X go", "attack 2111 2209 with de.IX go", "done", "resolve 2212")

    assert table.choices("resolve") == ["2111"]
    assert table.why_not("resolve 2212").rule == "7.order"


@rule("gdw1940", "7.order")
def test_the_order_of_one_battle_is_foregone():
    """Whoever has air points left may interdict before it; but he could before he declared it, and can after it."""
    table = diagram("German combat").dice(3)
    table.play("attack 2212 with de.X go", "attack 2111 2209 with de.IX go", "done")
    assert table.game.decision.foregone == ()

    table.play("resolve 2212")
    assert table.game.decision.foregone == ("resolve", "2111")


@rule("gdw1940", "7.order", "9.interdict.cost")
def test_the_way_out_after_the_last_battle_is_never_foregone():
    """Air points that are left can still interdict, so nobody ends the combat for the player."""
    table = diagram("German combat").dice(3)
    game(table).air[:] = [5, 0, 0]
    table.play("attack 2111 2209 with de.IX go", "done", "resolve 2111")
    table.play(*[f"air {word}" for word in table.choices("air")[:1]])

    assert table.asked == "german"
    assert "interdict" in table.choices()
    assert table.game.decision.foregone == ()


@rule("gdw1940", "R.7.all_adjacent.1")
def test_an_attack_lapses_when_its_target_has_gone():
    """A parachute regiment is overrun by an advance; the other attack finds nobody."""
    allies = ("French fr.III at 2012", "French fr.IV at 2212", "French fr.V at 2112")
    table = board(*allies, "German de.kav1 at 2111", "German de.fj1 at 2011", words="Allied combat").dice(1)
    table.play("attack 2011 with fr.III go", "attack 2111 with fr.V go", "done", "resolve 2111")
    table.play("advance fr.V 2011")

    assert table.where("de.fj1") == ""
    assert phase_words(table) != "Allied combat"
    assert "resolve" not in table.choices()


@rule("gdw1940", "R.7.all_adjacent.2", "7.all_adjacent")
def test_a_unit_attacks_once_and_a_hex_is_attacked_once():
    germans = ("German de.X at 2010", "German de.XXXVII at 1911", "German de.IX at 2209")
    table = board(*germans, "French fr.II at 2011", "French fr.IV at 2110", "French fr.V at 2009")
    table.play("attack 2011 with de.X go")

    assert table.choices("attack") == ["2110"]
    assert table.why_not("attack 2110 with de.X").rule == "7.all_adjacent"
    assert "another attack" in table.why_not("attack 2110 with de.X").text
    assert "another attack" in table.why_not("attack 2009").text
    assert table.why_not("attack 2011").rule == "7.all_adjacent"
    assert "already attacked" in table.why_not("attack 2011").text


@rule("gdw1940", "R.7.all_adjacent.3")
def test_units_stacked_with_an_attacker_need_not_attack():
    table = board("German de.X at 2010", "German de.kav1 at 2010", "French fr.II at 2011")

    assert table.play("attack 2011 with de.X go") == []
    assert table.allows("done")


@rule("gdw1940", "R.7.all_adjacent.4")
def test_neutrals_may_be_left_in_peace_or_invaded():
    table = Table("gdw1940").clear().put("German de.X at 1707", "French fr.II at 1807", "Belgian be.K at 1708")
    at(table, "German combat", 3).play("attack 1807 with de.X go")
    assert table.allows("done")

    table.play("withdraw 1807", "attack 1708 with de.X go")
    assert table.why_not("done").causes == ("1807",)

    table.play("withdraw 1708", "attack 1708 1807 with de.X go", "done")
    assert not game(table).is_neutral("belgium")


@rule("gdw1940", "R.7.all_adjacent.4")
def test_who_attacks_the_dutch_has_the_belgians_against_him_at_once():
    table = Table("gdw1940").clear().put("German de.X at 1008", "Dutch nl.L at 0909", "Belgian be.III at 1109")
    at(table, "German combat", 3).play("attack 0909 with de.X go")

    assert table.why_not("done").causes == ("1109",)


# -- how many against how many


@rule("gdw1940", "7.combine", "7.odds")
def test_units_of_several_hexes_attack_one_hex_together():
    """book.7.odds"""
    table = board("German de.X at 2010", "German de.XXVI at 1911", "German de.IX at 2009", "French fr.II at 2011")

    report = odds(table, "attack 2011 with de.X de.XXVI")
    assert (report.ratio, report.final) == ("8 : 3", "2:1")
    assert table.why_not("attack 2011 with de.X de.IX go").rule == "7.combine"


@rule("gdw1940", "7.odds")
def test_a_ratio_of_three_to_two_has_a_column():
    """book.7.odds_fraction"""
    table = board("German de.XXXVII at 2010", "German de.kav1 at 2010", "French fr.X at 2011")

    assert odds(table, "attack 2011 with de.XXXVII de.kav1").final == "1.5:1"


@rule("gdw1940", "7.odds", "8.effect.halved")
def test_fractions_are_kept_until_the_ratio():
    table = board("unsupplied German de.IX at 2010", "French fr.X at 2011")

    report = odds(table, "attack 2011 with de.IX")
    assert (report.ratio, report.final) == ("2½ : 2", "1:1")
    assert report.attackers[0].rules == ("8.effect.halved",)


@rule("gdw1940", "R.7.odds.1")
def test_below_the_table_the_attackers_are_lost_whatever_shifts_they_have():
    table = board("German de.kav1 at 2010", "French fr.IV at 2011")
    air(table, german=5)

    assert {face.code for face in odds(table, "attack 2011 with de.kav1").faces} == {"AE"}
    table.dice(1).play("attack 2011 with de.kav1 go", "done", "resolve 2011", "air 5")
    assert table.where("de.kav1") == ""


@rule("gdw1940", "R.7.odds.1")
def test_a_defence_of_nothing_is_attacked_in_the_last_column():
    table = board("French fr.dlc1 at 2010", "German de.fj1 at 2011", words="Allied combat")

    report = odds(table, "attack 2011 with fr.dlc1")
    assert (report.ratio, report.final) == ("1 : 0", "7:1")


@rule("gdw1940", "7.whole_hex", "R.7.whole_hex.1")
def test_a_stack_defends_as_a_whole_disrupted_units_too():
    table = board("German de.X at 2010", "French fr.II at 2011", "disrupted French fr.dlc1 at 2011")

    report = odds(table, "attack 2011 with de.X")
    assert report.ratio == "4 : 4"
    assert [strength.counted for strength in report.defenders] == ["3", "1"]


@rule("gdw1940", "R.7.whole_hex.1", "7.disruption.no_duty")
def test_one_undisrupted_unit_makes_a_hex_one_that_must_be_attacked():
    table = board(
        "German de.X at 2010", "French fr.II at 2011", "disrupted French fr.IV at 2110", "shaken French fr.dlc1 at 2110"
    )
    table.play("attack 2011 with de.X go")
    assert table.allows("done")

    table.put("French fr.dlc2 at 2110")
    assert table.why_not("done").causes == ("2110",)


@rule("gdw1940", "7.multi_hex", "7.terrain", "R.7.multi_hex.1")
def test_one_attack_on_forest_and_rough():
    """book.7.multi_hex"""
    table = board("German de.XIX at 1607", "British uk.51 at 1508", "British uk.5 at 1608")

    report = odds(table, "attack 1508 1608 with de.XIX")
    assert report.attackers[0].counted == "4"
    assert [(shift.value, shift.rule) for shift in report.shifts] == [(-1, "7.terrain")]
    assert (report.ratio, report.start, report.final) == ("4 : 2", "2:1", "1.5:1")


@rule("gdw1940", "R.7.multi_hex.1", "7.multi_hex")
def test_several_units_on_several_hexes_must_be_next_to_all_of_them():
    table = board("German de.X at 2010", "German de.XXVI at 1911", "French fr.II at 2011", "French fr.IV at 2110")

    assert table.choices("attack 2011 2110 with") == ["de.X"]
    assert table.why_not("attack 2011 2110 with de.XXVI go").rule == "7.combine"
    assert odds(table, "attack 2011 2110 with de.X").ratio == "4 : 7"


@rule("gdw1940", "7.multi_hex")
def test_no_attack_on_hexes_without_a_common_neighbour():
    table = diagram("German combat")

    assert table.why_not("attack 2209 2212").rule == "7.multi_hex"


@rule("gdw1940", "R.7.multi_hex.2", "7.multi_hex")
def test_the_effects_of_all_hexes_attacked_add_up():
    table = board("German de.XIX at 1411", "British uk.51 at 1410", "British uk.5 at 1511")
    [strength] = odds(table, "attack 1410 1511 with de.XIX").attackers
    assert (strength.counted, strength.reasons) == ("2", ("armour into forest (1410)", "armour into forest (1511)"))

    table = board("German de.XIX at 1410", "British uk.51 at 1409", "British uk.5 at 1511", "British uk.I at 1411")
    report = odds(table, "attack 1409 1411 1511 with de.XIX")
    assert report.attackers[0].counted == "4"
    assert sum(shift.value for shift in report.shifts) == -2


@rule("gdw1940", "7.modifiers", "R.7.modifiers.1")
def test_factors_then_the_ratio_then_all_shifts_within_the_table():
    table = board("unsupplied German de.XIX at 1607", "French fr.X at 1508")

    report = odds(table, "attack 1508 with de.XIX")
    assert (report.ratio, report.start) == ("4 : 2", "2:1")
    assert [(shift.value, shift.rule) for shift in report.shifts] == [(-1, "7.terrain"), (+1, "12.bonus")]
    assert report.final == "2:1"


@rule("gdw1940", "R.7.modifiers.1")
def test_shifts_stop_at_both_ends_of_the_table():
    table = board("German de.IX at 2010", "French fr.dlc1 at 2011").dice(6)
    air(table, german=5)
    assert "at 7:1" in fought(table.play("attack 2011 with de.IX go", "done", "resolve 2011", "air 5")).text

    table = board("German de.kav1 at 2010", "French fr.II at 2011").dice(1)
    air(table, british=1, french=1)
    assert "at 1:3" in fought(table.play("attack 2011 with de.kav1 go", "done", "resolve 2011", "air 2")).text


# -- terrain


@rule("gdw1940", "7.terrain")
def test_forest_and_marsh_halve_armour_only():
    table = board("German de.pz9 at 1607", "German de.X at 1607", "French fr.II at 1608")
    assert [s.counted for s in odds(table, "attack 1608 with de.X de.pz9").attackers] == ["4", "1½"]

    table = board("German de.pz9 at 0708", "German de.X at 0708", "Dutch nl.L at 0709")
    assert [s.counted for s in odds(table, "attack 0709 with de.X de.pz9").attackers] == ["4", "1½"]


@rule("gdw1940", "7.terrain")
def test_rough_ground_costs_a_column():
    table = board("German de.X at 1607", "French fr.X at 1508")

    report = odds(table, "attack 1508 with de.X")
    assert (report.start, report.final) == ("2:1", "1.5:1")


@rule("gdw1940", "7.terrain")
def test_mountains_cost_two_columns_or_one_if_only_mountain_troops_attack():
    table = joined(board("German de.Geb at 2307", "German de.kav1 at 2307", "French fr.X at 2306"), "switzerland")

    assert [shift.value for shift in odds(table, "attack 2306 with de.Geb").shifts] == [-1]
    assert [shift.value for shift in odds(table, "attack 2306 with de.Geb de.kav1").shifts] == [-2]


@rule("gdw1940", "7.terrain.minor_river")
def test_a_die_for_each_river_hexside():
    """stated.7.bridgehead"""
    table = board("German de.X at 2111", "German de.XXVI at 2112", "French fr.IV at 2211").dice(3, 4, 4)
    rivers, battle, *_ = table.play("attack 2211 with de.X de.XXVI go", "done", "resolve 2211")

    assert rivers.text == "Bridgehead at 2111/2211; no bridgehead at 2112/2211"
    assert battle.dice == (3, 4, 4)
    assert "at 1.5:1: NE," in battle.text  # 4 + 2 against 4


@rule("gdw1940", "7.terrain.minor_river")
def test_one_roll_serves_all_units_at_a_hexside():
    table = board("German de.X at 2111", "German de.kav1 at 2111", "French fr.X at 2211").dice(6, 6)
    battle = fought(table.play("attack 2211 with de.X de.kav1 go", "done", "resolve 2211"))

    assert battle.dice == (6, 6)
    assert "at 1:1" in battle.text  # 2 + ½ against 2


@rule("gdw1940", "7.terrain.minor_river")
def test_units_that_do_not_cross_the_river_are_not_halved():
    table = board("German de.X at 2111", "German de.XXVI at 2212", "French fr.X at 2211").dice(5, 6)
    battle = fought(table.play("attack 2211 with de.X de.XXVI go", "done", "resolve 2211"))

    assert "at 3:1" in battle.text  # 2 + 4 against 2


@rule("gdw1940", "7.terrain.declare")
def test_no_attack_is_called_off_after_it_was_declared():
    table = board("German de.X at 2111", "French fr.IV at 2211")
    air(table, german=2)
    table.play("attack 2211 with de.X go", "done")

    assert table.why_not("end").rule == "7.terrain.declare"
    assert table.choices() == ["interdict", "resolve"]
    table.dice(6, 5).play("resolve 2211", "air 0")  # no bridgehead, and yet it is fought
    assert table.where("de.X") == "2111"
    assert "attack" not in table.choices()


@rule("gdw1940", "7.terrain.major_river", "R.7.terrain.major_river.1", "10.minor.hexside", "7.odds")
def test_the_attack_on_tiel_without_a_drop():
    """book.11.without_drop"""
    table = board("German de.X at 0508", "German de.XXVI at 0608", "Dutch nl.III at 0509")

    report = odds(table, "attack 0509 with de.X de.XXVI")
    assert {s.unit: s.counted for s in report.attackers} == {"de.X": "2", "de.XXVI": "1"}
    assert (report.ratio, report.final) == ("3 : 2", "1.5:1")


@rule("gdw1940", "7.terrain.major_river", "11.effect.hexsides", "R.11.effect.hexsides.1")
def test_the_attack_on_tiel_with_a_drop():
    """The other half of the example: 8 to 2."""
    table = joined(Table("gdw1940").clear(), "holland", "belgium", "luxembourg")
    table.put("German de.X at 0508", "German de.XXVI at 0608", "Dutch nl.III at 0509", "German de.fj1 in pool")
    at(table, "German arrivals", 3).play("drop de.fj1 0509", "end")

    report = odds(table, "attack 0509 with de.X de.XXVI")
    assert (report.ratio, report.final) == ("8 : 2", "4:1")


@rule("gdw1940", "R.7.terrain.major_river.1")
def test_a_river_and_a_fortification_on_one_hexside_multiply():
    table = board("German de.X at 2002", "French fr.X at 2003")

    assert odds(table, "attack 2003 with de.X").attackers[0].counted == "½"


@rule("gdw1940", "7.terrain.river_mouth")
def test_a_river_mouth_is_a_river_and_the_sea_is_not():
    table = board("German de.X at 0411", "French fr.IV at 0512", "German de.IX at 0714", "French fr.V at 0715")
    map = game(table).map

    assert map.has(map.hex("0411"), map.hex("0512"), "major_river")
    assert map.has(map.hex("0411"), map.hex("0412"), "all_sea")
    assert table.choices("attack") == ["0512"]  # across the mouth, but not across the Scheldt estuary
    assert game(table).zones_german[map.hex("0512")]
    assert not game(table).zones_german[map.hex("0715")]


# -- results


@rule("gdw1940", "7.result.ae")
def test_attacker_eliminated():
    table, events = one_to_three(6)

    assert "at 1:3: AE," in fought(events).text
    assert table.where("de.kav1") == ""
    assert game(table).points == [0, 2]


@rule("gdw1940", "7.result.ar")
def test_attacker_repulsed():
    table, events = one_to_three(4)

    assert "at 1:3: AR," in fought(events).text
    assert table.where("de.kav1") == "2010"
    assert [event.units for event in events if event.kind == "disrupted"] == [("de.kav1",)]


@rule("gdw1940", "7.result.ne")
def test_no_effect():
    table, events = two_to_one(5)

    assert "at 2:1: NE," in fought(events).text
    assert (table.where("fr.II"), table.where("de.X")) == ("2011", "2010")
    assert not any(event.kind in ("disrupted", "eliminated", "retreat") for event in events)


@rule("gdw1940", "7.result.dr")
def test_defender_retreats_and_is_disrupted():
    table, events = two_to_one(2)
    assert "at 2:1: DR," in fought(events).text

    events = table.play("retreat fr.II 2013")
    assert table.where("fr.II") == "2013"
    assert [event.units for event in events if event.kind == "disrupted"] == [("fr.II",)]


@rule("gdw1940", "7.result.dr_star")
def test_the_weak_retreat_in_the_open_is_a_retreat():
    table, events = two_to_one(3)

    assert "at 2:1: DR*," in fought(events).text
    assert table.choices() == ["retreat"]


@rule("gdw1940", "7.result.dr_star", "7.terrain")
def test_the_weak_retreat_does_not_move_defenders_of_rough_ground():
    table = board("German de.X at 1607", "German de.pz9 at 1607", "French fr.X at 1508").dice(5)
    events = table.play("attack 1508 with de.X de.pz9 go", "done", "resolve 1508")
    assert "at 2:1: NE," in fought(events).text

    table = board("German de.X at 1607", "German de.pz9 at 1607", "French fr.X at 1508").dice(3)
    events = table.play("attack 1508 with de.X de.pz9 go", "done", "resolve 1508")
    assert "at 2:1: DR*," in fought(events).text
    assert table.where("fr.X") == "1508"


@rule("gdw1940", "R.7.result.dr_star.1")
def test_each_hex_of_an_attack_is_judged_by_itself():
    table = board("German de.X at 1607", "French fr.dlc1 at 1608", "French fr.dlc2 at 1708").dice(3)
    events = table.play("attack 1608 1708 with de.X go", "done", "resolve 1608")

    assert "at 2:1: DR*," in fought(events).text
    assert table.choices("retreat") == ["fr.dlc2"]  # the forest holds, the open ground does not
    table.play("retreat fr.dlc2 1809")
    assert table.where("fr.dlc1") == "1608"


@rule("gdw1940", "7.result.de")
def test_defender_eliminated():
    table = board("German de.X at 2010", "German de.IX at 1911", "French fr.II at 2011").dice(1)
    events = table.play("attack 2011 with de.X de.IX go", "done", "resolve 2011")

    assert "at 3:1: DE," in fought(events).text
    assert table.where("fr.II") == ""
    assert game(table).points == [3, 0]


@rule("gdw1940", "7.result.de")
def test_neither_terrain_nor_forts_protect_from_elimination():
    table = board("German de.XIX at 1708", "French fr.dlc1 at 1808").dice(1)
    events = table.play("attack 1808 with de.XIX go", "done", "resolve 1808")

    assert "at 3:1: DE," in fought(events).text
    assert table.where("fr.dlc1") == ""
