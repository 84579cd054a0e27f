"""Skirmish, chapter 6: attacks, odds, losses, retreats and counterattacks."""

from __future__ import annotations

from meuse.testkit import Table, rule


def battles(table: Table, *orders: str) -> list[str]:
    """The battles that the last of these orders brought about, up to the code of the result."""
    return [event.text.partition(", the ")[0] for event in table.play(*orders) if event.kind == "battle"]


def shifts(table: Table, attack: str) -> list[tuple[int, str]]:
    report = table.game.odds(attack)
    assert report is not None
    return [(shift.value, shift.text) for shift in report.shifts]


# -- 6.1, 6.2: naming attacks


@rule("skirmish", "6.1")
def test_units_attack_hexes_next_to_them_over_rivers_too() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4718", "German GD at 4717", "French 55DI at 4619")
    table.phase("German combat")
    assert table.choices("attack") == ["4619"]
    assert table.choices("attack 4619 with") == ["1Pz"]
    assert table.why_not("attack 4717").rule == "6.1"


@rule("skirmish", "6.1")
def test_each_unit_attacks_one_hex_and_each_hex_is_attacked_once() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319", "German GD at 4319")
    table.put("French 55DI at 4320", "French 71DI at 4420").phase("German combat")
    table.play("attack 4320 with 1Pz go")

    assert table.choices("attack") == ["4420"]
    assert table.choices("attack 4420 with") == ["GD"]
    assert table.why_not("attack 4320").rule == "6.1"
    assert table.why_not("attack 4420 with 1Pz").rule == "6.1"


@rule("skirmish", "6.1")
def test_a_named_attack_can_be_withdrawn() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319", "French 55DI at 4320", "French 71DI at 4420")
    table.phase("German combat")
    assert table.why_not("withdraw").rule == "6.1"

    table.play("attack 4320 with 1Pz go", "withdraw 4320")
    assert table.choices("attack") == ["4320", "4420"]


@rule("skirmish", "6.1")
def test_all_units_in_the_hex_defend_together() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319", "French 55DI at 4320", "French 71DI at 4320")
    table.phase("German combat").dice(1)
    assert battles(table, "attack 4320 with 1Pz go", "done") == ["1st Panzer Division attacks 4320 at 1:1: 1/0"]


@rule("skirmish", "6.3")
def test_a_result_is_told_in_words() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319", "French 55DI at 4320", "French 71DI at 4320")
    table.phase("German combat").dice(1)
    (event,) = (one for one in table.play("attack 4320 with 1Pz go", "done") if one.kind == "battle")
    assert event.text == "1st Panzer Division attacks 4320 at 1:1: 1/0, the attackers lose 1 step"


@rule("skirmish", "6.2")
def test_an_attacker_must_see_to_every_hex_in_whose_zone_it_stands() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319", "German GD at 4421")
    table.put("French 55DI at 4320", "French 71DI at 4420").phase("German combat")
    assert table.allows("done")  # nobody has to attack at all

    table.play("attack 4320 with 1Pz go")
    refusal = table.why_not("done")
    assert (refusal.rule, refusal.causes) == ("6.2", ("4420",))

    table.play("attack 4420 with GD go")  # others may do it
    assert table.allows("done")


@rule("skirmish", "6.2")
def test_there_is_no_duty_across_a_major_river() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4718", "French 55DI at 4619", "French 71DI at 4819")
    table.phase("German combat")
    table.play("attack 4819 with 1Pz go")
    assert table.allows("done")


@rule("skirmish", "R.6.2.1")
def test_a_battle_whose_attackers_have_gone_is_not_fought() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4320", "German GD at 4320")
    table.put("French 3DCR at 4319", "French 55DI at 4420").phase("German combat").dice(2, 6)

    assert battles(table, "attack 4319 with 1Pz go", "attack 4420 with GD go", "done") == [
        "1st Panzer Division attacks 4319 at 1:1: CA"
    ]
    assert battles(table, "counterattack 4320") == ["3e Division cuirassée attacks 4320 at 1:2: 1/1"]
    assert battles(table, "lose 3DCR", "split 1", "lose GD") == []
    assert table.game.decision.question == "Which units move?"


@rule("skirmish", "R.6.2.1")
def test_a_battle_is_fought_by_the_attackers_that_are_left() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4320", "German GD at 4320", "German 24ID at 4421")
    table.put("French 3DCR at 4319", "French 55DI at 4420").phase("German combat").dice(2, 6, 1)
    table.play("attack 4319 with 1Pz go", "attack 4420 with GD 24ID go", "done", "counterattack 4320", "lose 3DCR")

    assert battles(table, "split 1", "lose GD") == ["24th Infantry Division attacks 4420 at 2:1: 1/1"]


# -- 6.3, 6.4: odds and shifts


@rule("skirmish", "6.3")
def test_odds_are_rounded_down_to_a_column() -> None:
    table = Table("skirmish").clear().put("German 24ID at 4319", "German GD at 4319", "French 3DIM at 4320")
    table.phase("German combat").dice(6)
    assert battles(table, "attack 4320 with GD 24ID go", "done") == [
        "Grossdeutschland and 24th Infantry Division attack 4320 at 1:1: 0/2"
    ]


@rule("skirmish", "6.3")
def test_odds_beyond_the_table_use_its_last_column() -> None:
    table = Table("skirmish").clear().put("German GD at 4319", "French 3DCR at 4320", "French 3DIM at 4320")
    table.put("German 1Pz at 4120", "German 2Pz at 4120", "French 55DI at 4121 with 1 step")
    table.phase("German combat").dice(1, 1)
    table.play("attack 4121 with 1Pz 2Pz go", "attack 4320 with GD go")
    assert battles(table, "done") == ["1st Panzer Division and 2nd Panzer Division attack 4121 at 4:1: 1/2"]
    assert battles(table, "lose 1Pz", "split 1", "lose 55DI") == ["Grossdeutschland attacks 4320 at 1:2: 2/0"]


@rule("skirmish", "6.3")
def test_fractions_are_kept_until_the_column_is_found() -> None:
    table = Table("skirmish").clear().put("French 3DCR at 5115", "French 3DIM at 5217")  # the German sources
    table.put("German GD at 4319", "German 10Pz at 4319 with 1 step", "French 53DI at 4320 with 1 step")
    table.phase("German combat").dice(1)
    report = table.game.odds("attack 4320 with GD 10Pz")
    assert report is not None
    assert [strength.counted for strength in report.attackers] == ["1½", "1½"]
    assert battles(table, "attack 4320 with GD 10Pz go", "done") == [
        "10th Panzer Division and Grossdeutschland attack 4320 at 3:1: 0/1"
    ]


@rule("skirmish", "6.4")
def test_woods_shift_one_column_left() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4718", "French 55DI at 4618", "French 71DI at 4819")
    table.phase("German combat").dice(1)
    assert shifts(table, "attack 4618 with 1Pz") == [(-1, "the defenders are in woods")]
    assert shifts(table, "attack 4819 with 1Pz") == []

    table.remove("French 71DI")
    assert battles(table, "attack 4618 with 1Pz go", "done") == [
        "1st Panzer Division attacks Floing (4618) at 2:1: 1/1"
    ]


@rule("skirmish", "6.4")
def test_wooded_rough_is_woods() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4718", "French 55DI at 4717")
    table.phase("German combat")
    assert shifts(table, "attack 4717 with 1Pz") == [(-1, "the defenders are in woods")]


@rule("skirmish", "6.4")
def test_a_river_shifts_one_column_left_if_all_attackers_cross_it() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4718", "German 2Pz at 4620", "French 55DI at 4619")
    table.phase("German combat")
    assert shifts(table, "attack 4619 with 1Pz") == [(-1, "all attackers cross a river")]
    assert shifts(table, "attack 4619 with 1Pz 2Pz") == []


@rule("skirmish", "6.4")
def test_a_minor_river_is_a_river() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4420", "French 55DI at 4519")
    table.phase("German combat")
    assert shifts(table, "attack 4519 with 1Pz") == [(-1, "all attackers cross a river")]


@rule("skirmish", "6.4")
def test_a_corps_shifts_one_column_right() -> None:
    table = Table("skirmish").clear().put("German 24ID in XIX", "German GD in XIX", "German XIX at 4319")
    table.put("German 1Pz at 4319", "French 3DCR at 4320").phase("German combat").dice(1)
    assert shifts(table, "attack 4320 with XIX") == [(1, "a corps attacks")]
    assert shifts(table, "attack 4320 with 1Pz") == []
    assert battles(table, "attack 4320 with XIX go", "done") == ["XIX Corps Guderian attacks 4320 at 2:1: 1/1"]


# -- 6.5, 6.6: losses and retreats


@rule("skirmish", "6.5")
def test_each_point_of_the_attackers_is_a_step() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319", "German GD at 4319")
    table.put("French 3DCR at 4320", "French 3DIM at 4320", "French 55DI at 4320")
    table.phase("German combat").dice(1)
    table.play("attack 4320 with 1Pz GD go", "done")
    assert table.choices("lose") == ["1Pz", "GD"]
    assert table.why_not("lose 3DCR").rule == "6.5"

    table.play("lose GD", "lose 1Pz")
    assert table.where("GD") == ""
    assert table.steps("1Pz") == 1
    assert table.game.decision.question == "Which units move?"


@rule("skirmish", "6.5")
def test_the_defender_splits_all_but_the_first_point() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319", "French 55DI at 4320")
    table.phase("German combat").dice(4)
    table.play("attack 4320 with 1Pz go", "done")
    assert table.asked == "allied"
    assert table.choices("split") == ["1", "2"]
    assert table.why_not("split 0").rule == "6.5"

    table.play("split 2", "lose 55DI", "lose 55DI")
    assert table.where("55DI") == ""


@rule("skirmish", "6.5")
def test_a_stack_cannot_lose_more_steps_than_it_has() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319", "French 55DI at 4320 with 1 step")
    table.phase("German combat").dice(4)
    table.play("attack 4320 with 1Pz go", "done")
    assert table.choices("split") == ["1"]


@rule("skirmish", "6.5")
def test_attackers_that_are_gone_lose_nothing_more() -> None:
    table = Table("skirmish").clear().put("German GD at 4319", "French 3DCR at 4320", "French 3DIM at 4320")
    table.phase("German combat").dice(1)
    table.play("attack 4320 with GD go", "done", "lose GD")  # the second point finds nobody
    assert table.game.decision.question == "Which units move?"


@rule("skirmish", "6.6")
def test_a_retreat_is_as_long_as_it_has_points_and_avoids_zones() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319", "French 55DI at 4320")
    table.phase("German combat").dice(4)
    table.play("attack 4320 with 1Pz go", "done", "split 1", "lose 55DI")
    assert table.choices("retreat") == ["4221", "4321", "4421"]
    assert table.why_not("retreat 4220").rule == "6.6"  # next to 1Pz
    assert table.why_not("retreat 4222").rule == "6.6"  # too far

    table.play("retreat 4321")
    assert table.where("55DI") == "4321"


@rule("skirmish", "6.6")
def test_a_long_retreat_ends_that_many_hexes_away() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319", "German 2Pz at 4319", "French 55DI at 4320")
    table.phase("German combat").dice(4)
    table.play("attack 4320 with 1Pz 2Pz go", "done", "split 1", "lose 55DI")
    assert "4322" in table.choices("retreat")
    assert table.why_not("retreat 4321").rule == "6.6"


@rule("skirmish", "6.6")
def test_no_retreat_over_a_major_river() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4620", "French 55DI at 4619")
    table.phase("German combat").dice(4)
    table.play("attack 4619 with 1Pz go", "done", "split 1", "lose 55DI")
    assert table.where("55DI") == ""  # nothing but the Meuse behind it


@rule("skirmish", "6.6")
def test_each_unit_retreats_by_itself_or_is_eliminated() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4114", "German 2Pz at 4114", "German 10Pz at 4114")
    table.put("French 55DI at 4113", "French 5DLC at 4113 with 1 step", "German GD at 4314")
    table.phase("German combat").dice(6)
    events = table.play("attack 4113 with 1Pz 2Pz 10Pz go", "done", "split 1", "lose 5DLC")
    assert [event.text for event in events if event.rule == "6.6"] == [
        "5e Division légère de cavalerie is eliminated",
        "55e Division d'infanterie is eliminated",
    ]


@rule("skirmish", "6.6")
def test_the_parts_of_a_stack_may_go_different_ways() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319", "German 2Pz at 4319")
    table.put("French 55DI at 4320", "French 71DI at 4320").phase("German combat").dice(4)
    table.play("attack 4320 with 1Pz 2Pz go", "done", "split 1", "lose 71DI", "retreat 4221")
    assert table.game.decision.question == "Where does 71e Division d'infanterie retreat?"

    table.play("retreat 4421")
    assert (table.where("55DI"), table.where("71DI")) == ("4221", "4421")


# -- 6.7: counterattacks


@rule("skirmish", "6.7")
def test_the_defenders_counterattack_one_hex_of_the_attackers() -> None:
    table = Table("skirmish").clear().put("German 24ID at 4319", "German GD at 4420", "French 3DIM at 4320")
    table.put("French 55DI at 4320").phase("German combat").dice(2, 6)
    table.play("attack 4320 with GD 24ID go", "done")
    assert table.asked == "allied"
    assert table.choices("counterattack") == ["4319", "4420"]
    assert table.why_not("counterattack 4220").rule == "6.7"

    assert battles(table, "counterattack 4420") == [
        "55e Division d'infanterie and 3e Division d'infanterie motorisée attack 4420 at 2:1: 0/2"
    ]
    assert table.asked == "german"
    assert table.choices("split") == ["1"]


@rule("skirmish", "6.7")
def test_a_counterattack_has_no_shifts_and_no_answer() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4618", "French 3DCR at 4619")
    table.phase("German combat").dice(3, 2)
    assert battles(table, "attack 4619 with 1Pz go", "done") == ["1st Panzer Division attacks Sedan (4619) at 1:2: CA"]
    assert battles(table, "counterattack 4618") == [
        "3e Division cuirassée attacks Floing (4618) at 1:1: CA"
    ]  # no shift for woods or river
    assert table.game.decision.question == "Which units move?"
