"""Skirmish, chapter 1: turns and operations."""

from __future__ import annotations

from meuse.testkit import Table, rule


def pass_turn(table: Table) -> None:
    """Both sides bid nothing, and let their operations go by."""
    table.play("german: bid 0", "allied: bid 0")
    table.play("end", "done", "end", "done", "end", "done", "end", "done")


@rule("skirmish", "1.1")
def test_a_turn_is_a_bid_four_operations_and_a_supply_check() -> None:
    table = Table("skirmish").remove("German 24ID")
    table.put("French 71DI at 5115", "French 53DI at 5217")  # both German sources are lost
    assert table.game.decision.question == "How many tokens do you bid for the first operation?"

    table.play("german: bid 0", "allied: bid 0", "end", "done", "end", "done", "end", "done", "end")
    assert table.game.state.turn == 1
    assert table.steps("1Pz") == 2

    table.play("done")
    assert table.game.state.turn == 2
    assert table.steps("1Pz") == 1
    assert table.choices() == ["bid"]


@rule("skirmish", "1.1")
def test_the_game_lasts_four_turns() -> None:
    table = Table("skirmish")
    pass_turn(table)
    pass_turn(table)
    pass_turn(table)
    assert not table.game.over

    pass_turn(table)
    assert table.game.over


@rule("skirmish", "1.2")
def test_an_operation_moves_and_then_attacks() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4320", "French 3DCR at 4318")
    table.phase("German movement")
    assert table.choices() == ["move", "end"]
    assert table.why_not("attack").rule == "1.2"

    table.play("move 1Pz 4319", "end")
    assert table.asked == "german"
    assert table.choices() == ["attack", "done"]
    assert table.why_not("move").rule == "6.1"


@rule("skirmish", "1.2")
def test_an_operation_belongs_to_one_side() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4320", "French 3DCR at 4318")
    table.phase("Allied movement")

    assert table.asked == "allied"
    assert table.choices("move") == ["3DCR"]
    assert table.why_not("move 1Pz").text == "1st Panzer Division is German; you order Allied units"
