"""6.1, 6.2: attacks, the force ratio, dice, lead units, results."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.games.planjaune import odds
from meuse.games.planjaune.losses import Lose
from meuse.testkit import Table, rule

from .scene import GERMAN, answer, at, battle, board, fight, game, modifiers, shifts, totals, unit

COLUMNS = ("1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1")


def combat(*units: str) -> Table:
    return at(board(*units), "German combat")


def column(attack: int, defence: int) -> str:
    return COLUMNS[odds.ratio_column(COLUMNS, Fraction(attack), Fraction(defence))]


# -- 6.1 who attacks whom


@rule("planjaune", "6.1a")
def test_nobody_has_to_attack():
    table = combat("de.IX at 0728", "fr.I at 0729", "fr.II at 0829")
    assert table.allows("done")


@rule("planjaune", "6.1b", "6.1c", "4a")
def test_infantry_must_see_every_enemy_attacked_whose_zone_covers_it():
    table = combat("de.IX at 0728", "de.XI at 0728", "fr.I at 0729", "fr.II at 0829", "fr.dlc1 at 0727")
    table.play("attack 0729 with de.IX go")
    refusal = table.why_not("done")
    assert (refusal.rule, refusal.causes) == ("6.1b", ("0829",))

    table.play("attack 0829 with de.XI go")
    assert table.allows("done")


@rule("planjaune", "6.1c")
def test_motorized_attackers_may_leave_others_alone():
    table = combat("de.pz1 at 0728", "fr.I at 0729", "fr.II at 0829")
    table.play("attack 0729 with de.pz1 go")
    assert table.allows("done")


@rule("planjaune", "6.1b", "6.1d")
def test_the_duty_is_shared_by_all():
    table = combat("de.IX at 0728", "de.XI at 0728", "fr.I at 0729", "fr.II at 0829")
    table.play("attack 0729 with de.IX go", "attack 0829 with de.XI go")
    assert table.allows("done")


@rule("planjaune", "R.6.1b.1", "6.1d")
def test_a_unit_attacks_once_and_a_hex_is_attacked_once():
    table = combat("de.IX at 0728", "de.XI at 0728", "de.IV at 0828", "fr.I at 0729", "fr.II at 0829")
    table.play("attack 0729 with de.IX go")
    assert table.why_not("attack 0829 with de.IX go").rule == "6.1d"
    assert table.why_not("attack 0729 with de.XI go").rule == "6.1d"
    assert "0729 is already attacked" in table.why_not("attack 0729 with de.XI go").text
    assert "one hex only, here 0829" in table.why_not("attack 0829 0729 with de.IV go").text


@rule("planjaune", "R.6.1b.2", "4e")
def test_the_duty_does_not_bind_attackers_in_a_major_city():
    table = combat("de.IX at 0521", "fr.I at 0522", "fr.II at 0520")
    table.play("attack 0522 with de.IX go")
    assert table.allows("done")


@rule("planjaune", "R.6.1b.4", "6.1b")
def test_the_duty_binds_airborne_units_that_are_alone_in_their_hex():
    table = combat("de.fj1 at 0728", "fr.I at 0729", "fr.II at 0829")
    table.play("attack 0729 with de.fj1 go")
    assert table.why_not("done").causes == ("0829",)

    table = combat("de.fj1 at 0729", "de.IX at 0730", "fr.I at 0729", "fr.II at 0829")
    table.play("attack 0729 with de.fj1 go")
    assert "0829" not in table.why_not("done").causes  # only help is missing (11.5f)


@rule("planjaune", "R.6.1b.3")
def test_an_attack_can_be_withdrawn_before_the_first_is_fought():
    table = combat("de.IX at 0728", "fr.I at 0729", "fr.II at 0829")
    table.play("attack 0729 with de.IX go")
    assert not table.allows("done")

    table.play("withdraw 0729")

    assert table.allows("done")


@rule("planjaune", "11.10d")
def test_the_dyke_is_attacked_from_its_ends_only():
    table = combat("de.pz1 at 1802", "de.pz2 at 1902", "nl.leicht at 1803")
    assert table.allows("attack 1803 with de.pz1 go")
    assert table.why_not("attack 1803 with de.pz2 go").rule == "11.10d"


# -- 6.2.1 the ratio


@rule("planjaune", "6.2.1b")
@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [(10, 10, "1:1"), (14, 10, "1:1"), (24, 10, "2:1"), (5, 2, "3:1"), (7, 2, "4:1"), (31, 7, "4:1")],
)
def test_the_ratio_goes_to_the_nearest_whole_number_and_a_half_up(attack, defence, expected):
    assert column(attack, defence) == expected


@rule("planjaune", "6.2.1c", "R.6.2.1c.1")
def test_exactly_three_to_two_is_a_column_of_its_own():
    assert [column(a, 10) for a in (14, 15, 16)] == ["1:1", "3:2", "2:1"]


@rule("planjaune", "R.6.2.1b.1")
def test_below_one_to_one_a_half_favours_the_attacker():
    assert column(4, 10) == "1:2"
    assert column(10, 14) == "1:1"
    assert column(10, 26) == "1:3"
    table = combat("de.XI at 1618", "de.IX at 1419", "fr.I at 1518")
    assert totals(table, battle(table, GERMAN, "1518", "de.XI", "de.IX"))[0] == Fraction(6, 3) + 6


@rule("planjaune", "6.2.1a", "5.t3", "5.t4", "R.6.2.1b.1")
def test_strengths_after_terrain_and_shifts_of_the_hex():
    rough = combat("de.IX at 1714", "fr.I at 1715")
    assert shifts(rough, battle(rough, GERMAN, "1715", "de.IX")) == {"5.t4": -1}
    difficult = combat("de.IX at 1815", "fr.I at 1816")
    assert shifts(difficult, battle(difficult, GERMAN, "1816", "de.IX")) == {"5.t4": -2}
    plain = combat("de.IX at 0728", "fr.I at 0729")
    assert shifts(plain, battle(plain, GERMAN, "0729", "de.IX")) == {}


@rule("planjaune", "8.2c")
def test_attackers_out_of_supply_are_halved_defenders_are_not():
    table = combat("unsupplied de.IX at 0728", "unsupplied fr.I at 0729")
    assert totals(table, battle(table, GERMAN, "0729", "de.IX")) == (3, 4)


# -- 6.2.2 dice


@rule("planjaune", "6.2.2a", "6.2.2b", "3c", "3d", "R.6.2.2a.2")
@pytest.mark.parametrize(
    ("attackers", "defenders", "dice"),
    [
        ("de.IX de.XI", "fr.I", 1),
        ("de.IX de.XI", "fr.I fr.dlc1", 2),
        ("de.IX de.XI de.IV", "fr.I:1", 2),
        ("de.IX de.XI de.IV:1", "fr.I:1", 1),
        ("de.IX de.fj1 de.fj2", "fr.I fr.II", 1),
        ("de.fj1 de.fj2", "", 1),
    ],
)
def test_one_to_three_dice_by_the_points_of_both_sides(attackers, defenders, dice):
    def lines(text: str, where: str) -> list[str]:
        pairs = (word.partition(":") for word in text.split())
        return [f"{name} at {where}" + (f" with {steps} steps" if steps else "") for name, _, steps in pairs]

    table = board(*lines(attackers, "0728"), *lines(defenders, "0729"))
    names = [word.partition(":")[0] for word in attackers.split()]
    fight = battle(table, GERMAN, "0729", *names, leads=(unit(table, names[0]), -1))
    assert odds.number_of_dice(game(table), fight) == dice


@rule("planjaune", "6.2.2b")
def test_seven_points_make_two_dice_thirteen_three_and_never_more():
    g = game(board())
    assert [odds.dice_for(g, points) for points in (0, 6, 7, 12, 13, 28)] == [1, 1, 2, 2, 3, 3]


@rule("planjaune", "R.6.2.2a.1")
def test_works_add_no_points():
    table = board("de.IX at 1819", "de.XI at 1819", "fr.I at 1820")
    assert odds.number_of_dice(game(table), battle(table, GERMAN, "1820", "de.IX", "de.XI")) == 1


@rule("planjaune", "6.2.2c", "R.6.2.2c.1", "R.6.2.3b.1")
def test_each_die_is_looked_up_and_the_results_are_added():
    table = combat("de.IX at 0728", "de.XI at 0728", "de.IV at 0828", "fr.I at 0729")
    fight = battle(table, GERMAN, "0729", "de.IX", "de.XI", leads=(unit(table, "de.IX"), unit(table, "fr.I")))
    rows, (_, final, _) = game(table).scenario.rows, odds.column(game(table), fight)
    both = odds.result(game(table), fight, (2, 5))
    assert both == (rows[3][final][0] + rows[6][final][0], rows[3][final][1] + rows[6][final][1])


@rule("planjaune", "R.6.2.3b.1")
def test_modified_dice_stay_within_the_table():
    table = board("de.pz1 at 0728", "de.XXXVII at 0728", "fr.dlc1 at 0729 with 1 step", "fr.dlm1 at 0729")
    rows = game(table).scenario.rows
    worst = battle(table, GERMAN, "0729", "de.XXXVII", leads=(unit(table, "de.XXXVII"), unit(table, "fr.dlm1")))
    assert odds.faces(game(table), worst)[0] == rows[-1][odds.column(game(table), worst)[1]]
    best = battle(board("de.pz1 at 0728", "be.I at 0729 with 1 step"), GERMAN, "0729", "de.pz1")
    there = board("de.pz1 at 0728", "be.I at 0729 with 1 step")
    assert odds.faces(game(there), best)[5] == rows[8][odds.column(game(there), best)[1]]


# -- 6.2.3 lead units


@rule("planjaune", "6.2.3a")
def test_the_attacker_names_his_lead_unit_first():
    table = combat("de.IX at 0728", "de.pz1 at 0728", "fr.I at 0729", "fr.dlm1 at 0729")
    table.play("attack 0729 with de.IX de.pz1 go", "done")
    answer(table, until="lead")
    assert (table.asked, set(table.choices("lead"))) == ("german", {"de.IX", "de.pz1"})

    table.play("lead de.pz1")

    assert (table.asked, set(table.choices("lead"))) == ("allied", {"fr.I", "fr.dlm1"})


@rule("planjaune", "6.2.3b", "9.2h", "11.4g")
def test_the_difference_of_qualities_is_added_to_each_die():
    table = board("de.pz1 at 0728", "de.XII at 0728", "fr.I at 0729", "fr.dlm1 at 0729", "fr.X at 0729 with 1 step")

    def difference(mine: str, theirs: str) -> int:
        leads = (unit(table, mine), unit(table, theirs))
        return modifiers(table, battle(table, GERMAN, "0729", "de.pz1", "de.XII", leads=leads)).get("6.2.3b", 0)

    assert difference("de.pz1", "fr.I") == 2
    assert difference("de.XII", "fr.dlm1") == -1
    assert difference("de.pz1", "fr.X") == 2

    alone = board("de.IX at 1819")
    assert modifiers(alone, battle(alone, GERMAN, "1820", "de.IX")) == {"6.2.3b": 2}


@rule("planjaune", "6.2.3c", "R.6.2.3c.1", "6.2.4.att")
def test_the_lead_unit_takes_the_first_step_and_the_owner_chooses_the_next():
    table = board("de.pz1 at 0728", "de.IX at 0728")
    units = (unit(table, "de.IX"), unit(table, "de.pz1"))
    table.step(Lose(GERMAN, units, 2, "6.2.4.att", unit(table, "de.pz1")))
    assert table.steps("de.pz1") == 1
    assert set(table.choices("lose")) == {"de.IX", "de.pz1"}


@rule("planjaune", "R.6.2.3c.1")
def test_losses_beyond_the_last_step_are_ignored():
    table = board("de.pz1 at 0728", "fr.I at 0831").step(Lose(GERMAN, (unit(board(), "de.pz1"),), 9, "6.2.4.att"))
    assert table.where("de.pz1") == ""
    assert game(table).steps_lost == {"german": 2}


@rule("planjaune", "6.2", "6.2.4", "6.2.4.att")
def test_the_attacker_loses_steps_and_does_not_retreat():
    table = combat("de.IX at 0728", "de.pz1 at 0827", "fr.I at 0729", "fr.II at 0729")
    fight(table, "attack 0729 with de.IX go", dice=(1,))
    assert table.where("de.IX") == "0728"
    assert table.steps("de.IX") == 2
