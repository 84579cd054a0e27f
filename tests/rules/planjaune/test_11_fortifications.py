"""11.4: fortifications; 11.5: airborne assaults; 11.6: coups de main; 11.10: the dyke."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.games.planjaune import odds
from meuse.games.planjaune.aftermath import Split
from meuse.games.planjaune.command import commanders
from meuse.games.planjaune.forecast import is_driven_out
from meuse.games.planjaune.losses import Lose
from meuse.games.planjaune.odds import defenders
from meuse.games.planjaune.operations import launching_cities
from meuse.games.planjaune.supply import judge_supply, sources
from meuse.games.planjaune.zones import feared, holders
from meuse.testkit import Table, rule

from .scene import ALLIED, GERMAN, at, battle, board, changed, fight, game, modifiers, shifts, status, totals, unit

# 1820 belongs to the Maginot Line: its works face 1819 and 1919; 1821 and 1920 lie behind it.


def combat(*units: str, turn: int = 3) -> Table:
    return at(board(*units, turn=turn), "German combat", turn)


def fallen(table: Table, label: str) -> bool:
    return game(table).map.hex(label) in game(table).destroyed


@rule("planjaune", "11.4a")
def test_first_and_second_line():
    g = game(board())
    first = {label for label in g.map.labels if (w := g.standing(g.map.hex(label))) and w.first_line}
    assert {"1719", "2325", "1921", "2029", "1814"} <= first
    assert not first & {"1514", "1411", "1215", "1913"}


@rule("planjaune", "11.4b", "11.4c", "11.4d")
def test_attackers_through_works_are_halved_and_meet_the_intrinsic_defence():
    table = combat("de.IX at 1819", "de.XI at 1919", "fr.I at 1820")
    assert totals(table, battle(table, GERMAN, "1820", "de.IX", "de.XI")) == (6, 7)


@rule("planjaune", "11.4b")
def test_one_attacker_through_another_hexside_takes_all_benefits_away():
    table = combat("de.IX at 1819", "de.XI at 1821", "fr.I at 1820")
    assert totals(table, battle(table, GERMAN, "1820", "de.IX", "de.XI")) == (12, 4)


@rule("planjaune", "11.4e", "6.2.4a")
def test_in_first_line_works_only_the_odd_points_count():
    table = combat("de.IX at 1819", "de.XI at 1819", "fr.I at 1820")
    fight(table, "attack 1820 de.IX de.XI go", dice=(6,))
    assert game(table).stack[-1].points == 2
    assert table.asked == "allied"

    table.play("hold")

    assert table.where("fr.I") == "1820"
    assert table.steps("fr.I") == 2


@rule("planjaune", "11.4a", "6.2.4a", "11.4e")
def test_second_line_works_ignore_nothing():
    table = combat("de.IX at 1415", "de.XI at 1415", "de.IV at 1614", "fr.I at 1514", "fr.II at 1514")
    fight(table, "attack 1514 de.IX de.XI de.IV go", dice=(6, 6))
    assert "hold" not in (table.choices() if table.asked else [])


@rule("planjaune", "11.4g", "11.4h", "R.11.4d.1")
def test_an_intrinsic_defence_alone_falls_to_any_result():
    table = combat("de.IX at 1819", "de.XI at 1819", "de.IV at 1919", "de.I at 1919", "fr.I at 0120")
    assert modifiers(table, battle(table, GERMAN, "1820", "de.IX")) == {"6.2.3b": 2}
    fight(table, "attack 1820 de.IX de.XI de.IV de.I go", dice=(6, 6))
    assert fallen(table, "1820")


@rule("planjaune", "11.4j", "4e", "5.1c")
def test_works_that_fall_as_they_are_entered_keep_no_zone_out():
    table = at(board("de.IX at 1821", "fr.CAC at 1920"), "German non-motorized movement")
    assert "1820" in table.choices("move de.IX")
    assert table.why_not("move de.IX 1919").rule == "5.1c"

    table.play("move de.IX 1820")

    assert fallen(table, "1820")
    assert "move" not in table.choices()
    quiet = at(board("de.IX at 1821", "fr.CAC at 0120"), "German non-motorized movement")
    assert {"1820", "1919"} <= set(quiet.choices("move de.IX"))  # no zone is near, and the unit goes on


@rule("planjaune", "11.4h")
def test_without_a_result_it_stands_and_nobody_advances():
    table = combat("de.XXXVII at 1819", "fr.I at 0120")
    fight(table, "attack 1820 de.XXXVII go", dice=(1,))
    assert not fallen(table, "1820")
    assert table.where("de.XXXVII") == "1819"


@rule("planjaune", "11.4i", "R.11.4i.1")
def test_with_units_the_works_stay_until_the_enemy_advances():
    table = combat("de.IX at 1819", "de.XI at 1819", "de.IV at 1919", "fr.dlc3 at 1820 with 1 step", "fr.I at 0120")
    fight(table, "attack 1820 de.IX de.XI de.IV go", dice=(6, 6))
    assert table.where("fr.dlc3") == ""
    assert not fallen(table, "1820")

    table.play("advance de.IX")

    assert fallen(table, "1820")


@rule("planjaune", "11.4j", "R.11.4d.1", "11.4b", "11.4d")
def test_works_fall_when_an_enemy_walks_in_from_behind_but_not_through_them():
    table = at(board("de.IX at 1821", "de.id554 at 1819", "fr.I at 0120"), "German non-motorized movement")
    assert table.why_not("move de.id554 1820").rule == "11.4d"

    table.play("move de.IX 1820")

    assert fallen(table, "1820")


@rule("planjaune", "11.4b", "R.11.4d.1")
def test_works_alone_are_not_attacked_from_behind():
    table = combat("de.IX at 1821", "de.XI at 1819", "fr.I at 0120")
    assert table.why_not("attack 1820 de.IX go").rule == "11.4b"
    assert table.allows("attack 1820 de.XI go")


@rule("planjaune", "11.4d", "11.4b")
def test_works_cost_the_enemy_a_movement_point():
    table = at(board("de.m2 at 1808", "nl.I at 2202"), "German motorized movement")
    g = game(table)
    faced = next(g.map.labels[n] for n in g.scenario.works[g.map.hex("1809")].faces)
    moved = at(board(f"de.m2 at {faced}", "nl.I at 2202"), "German motorized movement")
    plain = next(price for n, price in g.scenario.ways["motorized"][g.map.hex(faced)] if n == g.map.hex("1809"))
    choices = moved.game.seat("german").decision.describe(("move", "de.m2"))
    assert next(int(c.cost) for c in choices if c.token == "1809") == plain + 1


# -- 11.5 airborne


def landing(*units: str, turn: int = 1) -> Table:
    return at(
        board("de.fj1 in airborne", "de.fj2 in airborne", "de.ll22 in airborne", *units, turn=turn),
        "German special operations",
        turn,
    )


@rule("planjaune", "11.5a", "R.11.5a.1", "R.11.5a.3", "11.12.axis-t1-airborne")
def test_airborne_units_reach_ten_hexes_from_a_german_city_also_on_turn_1():
    table = landing("de.IX at 2013", "nl.I at 2202")
    assert table.allows("drop de.fj1 1507")
    assert table.why_not("drop de.fj1 0728").rule == "11.5a"
    assert table.why_not("drop de.fj1 1804").rule == "11.5a"
    assert all(c.side is GERMAN for c in game(table).scenario.counters if c.has("airborne"))


@rule("planjaune", "R.11.5a.2", "11.5a")
def test_no_start_from_a_city_beside_an_enemy_zone():
    table = landing("de.IX at 2013")
    assert game(table).map.hex("1913") in launching_cities(game(table))
    beside = landing("de.IX at 2013", "fr.I at 1912")
    assert game(beside).map.hex("1913") not in launching_cities(game(beside))


@rule("planjaune", "11.5b")
def test_two_to_a_hex():
    table = landing("de.IX at 2013")
    table.play("drop de.fj1 1507", "drop de.fj2 1507")
    assert table.why_not("drop de.ll22 1507").rule == "11.5b"


@rule("planjaune", "11.5b")
def test_those_lost_over_the_hex_count_too():
    table = landing("de.IX at 2013", "nl.I at 1507").dice(6, 6)
    table.play("drop de.fj1 1507", "drop de.fj2 1507")
    assert table.why_not("drop de.ll22 1507").rule == "11.5b"
    assert table.allows("drop de.ll22 1506")


@rule("planjaune", "11.5c")
def test_a_landing_in_an_empty_hex_is_safe():
    table = landing("de.IX at 2013").dice(6)
    table.play("drop de.fj1 1507")
    assert table.where("de.fj1") == "1507"


@rule("planjaune", "11.5d")
@pytest.mark.parametrize(("die", "where"), [(3, "1507"), (4, "")])
def test_among_enemies_it_is_lost_on_4_5_and_6(die, where):
    table = landing("de.IX at 2013", "nl.I at 1507").dice(die)
    table.play("drop de.fj1 1507")
    assert table.where("de.fj1") == where


@rule("planjaune", "11.5e")
@pytest.mark.parametrize(("die", "where"), [(4, "1814"), (5, "")])
def test_among_works_alone_on_5_and_6(die, where):
    table = landing("de.IX at 2013").dice(die)
    table.play("drop de.fj1 1814")
    assert table.where("de.fj1") == where


@rule("planjaune", "R.11.5d.1", "1k")
def test_a_headquarters_alone_falls_to_a_surviving_landing():
    table = landing("de.IX at 2013", "fr.hq1 at 1612").dice(3)
    table.play("drop de.fj1 1612")
    assert table.where("fr.hq1") == ""
    assert landing("de.IX at 2013", "fr.hq1 at 1612").dice(4).play("drop de.fj1 1612")


@rule("planjaune", "11.5f", "6.1a", "R.11.5f.1")
def test_survivors_must_attack_with_the_friends_beside_them():
    table = combat("de.fj1 at 1507", "de.pz3 at 1506", "nl.ab at 1507")
    assert table.why_not("fight").rule == "11.5f"
    table.play("attack 1507 de.fj1 go")
    assert table.why_not("fight").rule == "11.5f"
    table.play("cancel 1507", "attack 1507 de.pz3 de.fj1 go")
    assert table.allows("fight")

    alone = combat("de.fj1 at 1507", "nl.ab at 1507")
    alone.play("attack 1507 de.fj1 go")
    assert alone.allows("fight")


@rule("planjaune", "R.11.5f.2")
def test_infantry_that_would_owe_other_attacks_need_not_help():
    table = combat("de.fj1 at 0729", "de.IX at 0728", "fr.dlc1 at 0729", "fr.I at 0829")
    table.play("attack 0729 de.fj1 go")
    assert table.allows("fight")

    free = combat("de.fj1 at 0729", "de.IX at 0728", "fr.dlc1 at 0729")
    free.play("attack 0729 de.fj1 go")
    assert free.why_not("fight").rule == "11.5f"


@rule("planjaune", "11.5g")
def test_used_units_leave_in_the_next_special_operations_phase():
    table = at(board("dropped de.fj1 at 1507", "de.fj2 in airborne", turn=2), "RemoveAirborne", 2)
    assert table.where("de.fj1") == ""
    assert table.where("de.fj2") == "airborne"
    landed = at(board("dropped de.fj1 at 1507", "de.IX at 0728"), "German non-motorized movement")
    assert landed.why_not("move de.fj1 1506").rule == "11.5g"


@rule("planjaune", "11.5h")
def test_with_airborne_units_hexsides_no_longer_reduce_the_attackers_but_works_defend():
    table = combat("de.fj1 at 1820", "de.IX at 1819", "fr.I at 1820")
    assert totals(table, battle(table, GERMAN, "1820", "de.IX", "de.fj1")) == (7, 7)
    river = combat("de.fj1 at 1518", "de.IX at 1517", "fr.I at 1518")
    assert totals(river, battle(river, GERMAN, "1518", "de.IX", "de.fj1")) == (7, 4)
    assert totals(river, battle(river, GERMAN, "1518", "de.IX")) == (2, 4)


@rule("planjaune", "11.5i")
def test_the_second_step_is_lost_by_an_airborne_unit():
    table = board("de.fj1 at 1507", "de.pz3 at 1506", "de.pz4 at 1506", "nl.I at 1507")
    units = tuple(unit(table, name) for name in ("de.fj1", "de.pz3", "de.pz4"))
    table.step(Lose(GERMAN, units, 3, "6.2.4.att", unit(table, "de.pz3"), airborne=True))
    assert table.steps("de.pz3") == 1
    assert table.where("de.fj1") == ""
    assert set(table.choices("lose")) == {"de.pz3", "de.pz4"}


@rule("planjaune", "4d", "3d", "4a")
def test_paratroopers_open_no_hex_and_have_no_zone():
    table = board("de.fj1 at 0729", "de.fj2 at 0729", "fr.I at 0730")
    assert odds.points_of(game(table), unit(table, "de.fj1")) == 0
    assert holders(game(table), GERMAN) == ()
    assert feared(game(table), GERMAN)[game(table).map.hex("0729")]


# -- 11.6 coups de main


@rule("planjaune", "11.6a", "11.6b")
def test_a_bridge_does_not_help_without_a_coup_de_main():
    table = combat("de.IX at 1619", "fr.I at 1518")
    assert game(table).map.has(game(table).map.hex("1619"), game(table).map.hex("1518"), "rail")
    assert totals(table, battle(table, GERMAN, "1518", "de.IX"))[0] == 3
    assert totals(table, battle(table, GERMAN, "1518", "de.IX", coup=True))[0] == 6


@rule("planjaune", "11.6b", "R.11.6b.1")
def test_one_success_frees_all_attackers_of_the_battle():
    table = combat("de.IX at 1619", "de.XI at 1517", "fr.I at 1518")
    assert totals(table, battle(table, GERMAN, "1518", "de.IX", "de.XI"))[0] == 3 + Fraction(6, 3)
    assert totals(table, battle(table, GERMAN, "1518", "de.IX", "de.XI", coup=True))[0] == 12


@rule("planjaune", "11.6c")
@pytest.mark.parametrize(("die", "works"), [(3, False), (4, True)])
def test_a_coup_de_main_works_on_4_5_and_6(die, works):
    table = combat("de.pz1 at 1619", "de.pz2 at 1619", "fr.I at 1518", "fr.II at 1518")
    table.dice(die).play("attack 1518 de.pz1 de.pz2 go", "fight", "coup try")
    assert game(table).stack[-1].battle.coup is works


@rule("planjaune", "11.6d", "R.11.6d.1")
def test_four_attempts_a_turn_one_in_each_battle():
    table = changed(combat("de.pz1 at 1619", "de.pz2 at 1619", "fr.I at 1518", "fr.II at 1518"), coups=3)
    table.play("attack 1518 de.pz1 de.pz2 go", "fight", "coup try")
    assert game(table).coups == 4
    assert "coup" not in table.choices()

    used_up = changed(combat("de.pz1 at 1619", "de.pz2 at 1619", "fr.I at 1518"), coups=4)
    used_up.play("attack 1518 de.pz1 de.pz2 go", "fight")
    assert "coup" not in used_up.choices()


@rule("planjaune", "11.5j")
def test_with_airborne_units_it_succeeds_and_does_not_count():
    table = changed(combat("de.pz1 at 1619", "de.fj1 at 1518", "fr.I at 1518", "fr.II at 1518"), coups=4)
    table.play("attack 1518 de.pz1 de.fj1 go", "fight")
    assert game(table).stack[-1].battle.coup
    assert game(table).coups == 4


@rule("planjaune", "11.6b")
def test_the_allies_make_none():
    table = at(board("fr.I at 1518", "de.pz1 at 1619", "de.pz2 at 1619"), "Allied combat")
    table.play("attack 1619 fr.I go", "fight")
    assert "coup" not in (table.choices() if table.asked else [])
    assert totals(table, battle(table, ALLIED, "1619", "fr.I"))[0] == 2


@rule("planjaune", "11.11.brandenburg", "R.11.11.brandenburg.1", "11.6c")
def test_the_brandenburgers_succeed_without_a_roll_and_use_an_attempt():
    table = changed(combat("de.pz1 at 1619", "de.pz2 at 1619", "fr.I at 1518", "fr.II at 1518"), brandenburgers=True)
    table.play("attack 1518 de.pz1 de.pz2 go", "fight", "coup brandenburgers")
    assert game(table).stack[-1].battle.coup
    assert (game(table).coups, game(table).brandenburgers) == (1, False)


# -- 11.10 the dyke


@rule("planjaune", "11.10b", "11.10c")
def test_dice_on_and_from_the_dyke():
    onto = board("de.IX at 1802", "nl.I at 1803")
    assert modifiers(onto, battle(onto, GERMAN, "1803", "de.IX"))["11.10c"] == 1
    out = board("de.IX at 1803", "nl.I at 1703")
    assert modifiers(out, battle(out, GERMAN, "1703", "de.IX"))["11.10b"] == -1
    assert shifts(out, battle(out, GERMAN, "1703", "de.IX")) == {}


@rule("planjaune", "R.11.5e.1", "11.4j")
def test_works_fall_when_the_defenders_leave_the_airborne_units_alone_in_them():
    table = combat("de.fj1 at 1814", "be.III at 1814 with 1 step", "de.VIII at 1914")
    fight(table, "attack 1814 de.fj1 de.VIII go", dice=(6, 6))
    table.play("done")
    assert table.where("de.fj1") == "1814"
    assert fallen(table, "1814")
    assert at(table, "German non-motorized movement").allows("move de.VIII 1814")


@rule("planjaune", "R.11.5g.1", "8.1e", "8.2g")
def test_airborne_units_need_no_supply_line():
    table = board("de.fj1 at 1507", "nl.I at 1506", "de.IX at 1505", "nl.II at 1405")
    judge_supply(game(table), GERMAN)
    assert status(table, "de.IX") == ("unsupplied",)
    assert status(table, "de.fj1") == ()


@rule("planjaune", "4d", "1f", "8.3.allied")
def test_paratroopers_among_the_enemy_cut_neither_his_command_nor_his_supply():
    table = board("fr.I at 1120", "de.fj1 at 1120", "fr.hq1 at 1018")
    g = game(table)
    reims = g.map.hex("1120")
    assert unit(table, "fr.hq1") in commanders(g, ALLIED, [reims])
    assert reims in sources(g, ALLIED)
    assert "1120" not in at(table, "Allied motorized movement").reach("fr.hq1")


@rule("planjaune", "11.4e")
def test_works_are_not_held_by_the_dead():
    table = combat("de.IX at 1919", "fr.CAC at 1920 with 2 steps")
    found = battle(table, GERMAN, "1920", "de.IX")
    split = Split(ALLIED, found, defenders(game(table), found), 3, unit(table, "fr.CAC"))
    assert not split.may_hold(game(table))
    table.step(split)
    assert table.where("fr.CAC") == ""
    assert is_driven_out(game(combat("de.IX at 1919", "fr.CAC at 1920 with 2 steps")), found, 3)
