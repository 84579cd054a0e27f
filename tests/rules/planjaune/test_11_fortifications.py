"""11.4: fortifications; 11.6: coups de main; 11.10: the dyke."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.games.planjaune.aftermath import Split
from meuse.games.planjaune.command import commanders
from meuse.games.planjaune.forecast import is_driven_out
from meuse.games.planjaune.odds import defenders
from meuse.games.planjaune.supply import sources
from meuse.testkit import Table, rule

from .scene import ALLIED, GERMAN, at, battle, board, changed, fight, game, modifiers, shifts, totals, unit

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


@rule("planjaune", "11.4e")
def test_nobody_is_told_of_works_where_there_are_none():
    table = combat("de.IX at 1819", "de.XI at 1819", "fr.I at 1818")
    fight(table, "attack 1818 with de.IX de.XI go", dice=(6,))
    assert table.asked == "allied"
    assert table.choices() == ["split"]
    assert table.game.decision.shut is None


@rule("planjaune", "11.4e", "6.2.4a")
def test_in_first_line_works_only_the_odd_points_count():
    table = combat("de.IX at 1819", "de.XI at 1819", "fr.I at 1820")
    fight(table, "attack 1820 with de.IX de.XI go", dice=(6,))
    assert game(table).stack[-1].points == 2
    assert table.asked == "allied"

    table.play("hold")

    assert table.where("fr.I") == "1820"
    assert table.steps("fr.I") == 2


@rule("planjaune", "11.4a", "6.2.4a", "11.4e")
def test_second_line_works_ignore_nothing():
    table = combat("de.IX at 1415", "de.XI at 1415", "de.IV at 1614", "fr.I at 1514", "fr.II at 1514")
    fight(table, "attack 1514 with de.IX de.XI de.IV go", dice=(6, 6))
    assert "hold" not in (table.choices() if table.asked else [])


@rule("planjaune", "11.4g", "11.4h", "R.11.4d.1")
def test_an_intrinsic_defence_alone_falls_to_any_result():
    table = combat("de.IX at 1819", "de.XI at 1819", "de.IV at 1919", "de.I at 1919", "fr.I at 0120")
    assert modifiers(table, battle(table, GERMAN, "1820", "de.IX")) == {"6.2.3b": 2}
    fight(table, "attack 1820 with de.IX de.XI de.IV de.I go", dice=(6, 6))
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
    fight(table, "attack 1820 with de.XXXVII go", dice=(1,))
    assert not fallen(table, "1820")
    assert table.where("de.XXXVII") == "1819"


@rule("planjaune", "11.4i", "R.11.4i.1")
def test_with_units_the_works_stay_until_the_enemy_advances():
    table = combat("de.IX at 1819", "de.XI at 1819", "de.IV at 1919", "fr.dlc3 at 1820 with 1 step", "fr.I at 0120")
    fight(table, "attack 1820 with de.IX de.XI de.IV go", dice=(6, 6))
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
    assert table.why_not("attack 1820 with de.IX go").rule == "11.4b"
    assert table.allows("attack 1820 with de.XI go")


@rule("planjaune", "11.4d", "11.4b")
def test_works_cost_the_enemy_a_movement_point():
    table = at(board("de.m2 at 1808", "nl.I at 2202"), "German motorized movement")
    g = game(table)
    faced = next(g.map.labels[n] for n in g.scenario.works[g.map.hex("1809")].faces)
    moved = at(board(f"de.m2 at {faced}", "nl.I at 2202"), "German motorized movement")
    plain = next(price for n, price in g.scenario.ways["motorized"][g.map.hex(faced)] if n == g.map.hex("1809"))
    choices = moved.game.seat("german").decision.describe(("move", "de.m2"))
    assert next(int(c.cost) for c in choices if c.token == "1809") == plain + 1


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
    table.dice(die).play("attack 1518 with de.pz1 de.pz2 go", "done", "coup")
    assert game(table).stack[-1].battle.coup is works


@rule("planjaune", "11.6d", "R.11.6d.1")
def test_four_attempts_a_turn_one_in_each_battle():
    table = changed(combat("de.pz1 at 1619", "de.pz2 at 1619", "fr.I at 1518", "fr.II at 1518"), coups=3)
    table.play("attack 1518 with de.pz1 de.pz2 go", "done", "coup")
    assert game(table).coups == 4
    assert "coup" not in table.choices()

    used_up = changed(combat("de.pz1 at 1619", "de.pz2 at 1619", "fr.I at 1518"), coups=4)
    used_up.play("attack 1518 with de.pz1 de.pz2 go", "done")
    assert "coup" not in used_up.choices()


@rule("planjaune", "11.5j")
def test_with_airborne_units_it_succeeds_and_does_not_count():
    table = changed(combat("de.pz1 at 1619", "de.fj1 at 1518", "fr.I at 1518", "fr.II at 1518"), coups=4)
    table.play("attack 1518 with de.pz1 de.fj1 go", "done")
    assert game(table).stack[-1].battle.coup
    assert game(table).coups == 4


@rule("planjaune", "11.6b")
def test_the_allies_make_none():
    table = at(board("fr.I at 1518", "de.pz1 at 1619", "de.pz2 at 1619"), "Allied combat")
    table.play("attack 1619 with fr.I go", "done")
    assert "coup" not in (table.choices() if table.asked else [])
    assert totals(table, battle(table, ALLIED, "1619", "fr.I"))[0] == 2


@rule("planjaune", "11.11.brandenburg", "R.11.11.brandenburg.1", "11.6c")
def test_the_brandenburgers_succeed_without_a_roll_and_use_an_attempt():
    table = changed(combat("de.pz1 at 1619", "de.pz2 at 1619", "fr.I at 1518", "fr.II at 1518"), brandenburgers=True)
    table.play("attack 1518 with de.pz1 de.pz2 go", "done", "brandenburgers")
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
