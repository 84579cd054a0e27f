"""Skirmish, chapter 5: movement, and screens that fall back."""

from __future__ import annotations

import pytest

from meuse import IllegalOrder
from meuse.testkit import Table, rule


def cost(table: Table, unit: str, goal: str) -> str:
    return next(c.cost for c in table.game.decision.describe(("move", unit)) if c.token == goal)


@rule("skirmish", "5.1")
def test_clear_hexes_cost_one_woods_two_and_rivers_one_more() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319", "German 2Pz at 4718", "German 24ID at 4421")
    table.phase("German movement")
    assert cost(table, "1Pz", "4320") == "1"
    assert cost(table, "2Pz", "4618") == "2"  # woods
    assert cost(table, "2Pz", "4717") == "2"  # wooded rough
    assert cost(table, "2Pz", "4619") == "2"  # over the Meuse
    assert cost(table, "24ID", "4520") == "2"  # over the Ardennes canal
    assert cost(table, "24ID", "4521") == "3"  # over the canal into woods


@rule("skirmish", "5.1")
def test_a_unit_goes_as_far_as_its_points_carry_it() -> None:
    table = Table("skirmish").clear().put("French 55DI at 4320")
    table.phase("Allied movement")
    assert cost(table, "55DI", "4119") == "2"
    assert table.why_not("move 55DI 4118").rule == "5.1"  # two more, and it has three


@rule("skirmish", "5.1")
def test_a_move_is_the_cheapest_way_or_a_way_by_hand() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319")
    table.phase("German movement")
    with pytest.raises(IllegalOrder) as caught:
        table.play("move 1Pz 4219.4321")
    assert caught.value.rule == "5.1"

    table.play("move 1Pz 4219.4220.4320")
    table.play("move 1Pz 4421")
    assert [entry.order[2] for entry in table.game.journal] == ["4219.4220.4320", "4421"]
    assert "4119" not in table.reach("1Pz")  # four of six points are gone
    assert "4321" in table.reach("1Pz")


@rule("skirmish", "5.1")
def test_a_unit_without_a_way_out_says_so() -> None:
    table = Table("skirmish").clear().put("German GD at 4113", "French 55DI at 4213", "French 71DI at 4114")
    table.put("French 53DI at 4214").phase("German movement")
    assert table.choices() == ["end"]
    assert table.why_not("move").rule == "5.1"

    table.put("German 1Pz at 4319")
    assert table.why_not("move GD").text == "Grossdeutschland has no adjacent hex to move to"
    assert table.why_not("move GD").rule == "5.1"


@rule("skirmish", "5.2")
def test_no_move_into_a_hex_with_an_enemy() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319", "French 55DI at 4320")
    table.phase("German movement")
    assert table.why_not("move 1Pz 4320").rule == "5.2"
    assert table.why_not("move 1Pz 4320").text == "4320 is held by 55e Division d'infanterie"

    table.remove("French 55DI")
    assert "4320" in table.reach("1Pz")


@rule("skirmish", "5.3")
def test_a_unit_moves_in_legs_until_something_else_is_ordered() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319", "German 2Pz at 4318")
    table.phase("German movement")
    table.play("move 1Pz 4320", "move 1Pz 4321")
    assert "1Pz" in table.choices("move")

    table.play("move 2Pz 4319")
    assert table.choices("move") == ["2Pz"]
    assert table.why_not("move 1Pz").rule == "5.3"


@rule("skirmish", "5.3")
def test_it_moves_again_in_the_next_operation() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319")
    table.phase("German movement")
    table.play("move 1Pz 4320", "end", "done")
    table.phase("German movement")
    assert table.choices("move") == ["1Pz"]
    assert "4120" in table.reach("1Pz")


@rule("skirmish", "5.4")
def test_a_screen_is_asked_at_once_and_may_stand() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4119", "French 5DLC at 4320", "German GD at 5115")
    table.phase("German movement")
    table.play("move 1Pz 4220")
    assert table.asked == "allied"
    assert table.choices() == ["stand", "fall-back"]

    table.play("stand")
    assert table.asked == "german"
    assert table.why_not("move 1Pz").rule == "4.2"


@rule("skirmish", "5.4")
def test_a_screen_that_falls_back_frees_the_move() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4119", "French 5DLC at 4320")
    table.phase("German movement")
    table.play("move 1Pz 4220", "fall-back 4421")
    assert table.where("5DLC") == "4421"
    assert table.asked == "german"
    assert cost(table, "1Pz", "4320") == "1"


@rule("skirmish", "5.4")
def test_the_move_does_not_go_on_while_another_zone_is_left() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4119", "French 5DLC at 4320", "French 3DCR at 4221")
    table.put("German GD at 5115").phase("German movement")
    table.play("move 1Pz 4220", "fall-back 4421")
    assert table.why_not("move 1Pz").rule == "4.2"


@rule("skirmish", "5.4")
def test_a_screen_falls_back_one_hex_out_of_all_zones() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4119", "German GD at 4422", "French 5DLC at 4320")
    table.phase("German movement")
    table.play("move 1Pz 4220")
    assert table.choices("fall-back") == ["4420"]
    assert table.why_not("fall-back 4319").rule == "5.4"  # next to 1Pz
    assert table.why_not("fall-back 4421").rule == "5.4"  # next to GD
    assert table.why_not("fall-back 4419").rule == "5.4"  # two hexes away


@rule("skirmish", "5.4")
def test_a_screen_that_has_nowhere_to_go_is_not_asked() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4116", "German 2Pz at 4215", "French 5DLC at 4113")
    table.phase("German movement")
    table.play("move 1Pz 4115", "move 2Pz 4214")
    assert table.asked == "german"


@rule("skirmish", "5.4")
def test_other_units_do_not_fall_back() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4119", "French 3DIM at 4320")
    table.phase("German movement")
    table.play("move 1Pz 4220")
    assert table.asked == "german"


@rule("skirmish", "5.4")
def test_each_screen_in_reach_is_asked() -> None:
    table = Table("skirmish").clear().put("French 3DIM at 4119", "French 5DLC at 4320", "French 55DI at 4320")
    table.put("German 1Pz at 4120").phase("German movement")
    table.play("move 1Pz 4220")
    assert table.game.decision.stack[-1].title == "5e Division légère de cavalerie is approached"
    table.play("stand")
    assert table.asked == "german"
