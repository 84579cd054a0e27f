"""Skirmish, chapter 9: objectives and victory."""

from __future__ import annotations

from meuse import Side
from meuse.testkit import Table, rule


@rule("skirmish", "9.1")
def test_two_objectives_win_for_the_germans() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4620", "German 2Pz at 4421")
    table.phase("German movement")
    table.play("move 1Pz 4619", "move 2Pz 4422")  # Sedan and Le Chesne
    table.phase("Verdict")
    assert table.game.result is not None
    assert table.game.result.winner is Side.GERMAN
    assert table.game.result.rule == "9.1"


@rule("skirmish", "9.1")
def test_one_objective_is_a_draw() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4620")
    table.phase("German movement")
    table.play("move 1Pz 4619")
    table.phase("Verdict")
    assert table.game.result is not None
    assert table.game.result.level == "draw"
    assert table.game.result.winner is None


@rule("skirmish", "9.1")
def test_without_an_objective_the_allies_win() -> None:
    table = Table("skirmish").phase("Verdict")
    assert table.game.result is not None
    assert table.game.result.winner is Side.ALLIED


@rule("skirmish", "9.2")
def test_an_objective_is_held_by_the_side_that_was_the_last_to_enter_it() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4620", "French 71DI at 4719")
    assert table.game.view().control == {"4317": "allied", "4422": "allied", "4619": "allied"}

    table.phase("German movement")
    table.play("move 1Pz 4619.4519")  # passing through is entering
    assert table.game.view().control["4619"] == "german"

    table.phase("Allied movement")
    table.play("move 71DI 4619")
    assert table.game.view().control["4619"] == "allied"


@rule("skirmish", "9.2")
def test_a_retreat_takes_no_objective() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4519", "French 3DCR at 4520", "French 3DIM at 4520")
    table.put("French 55DI at 4520").phase("Allied combat").dice(6)
    table.play("attack 4519 with 55DI 3DCR 3DIM go", "done", "split 1", "lose 1Pz", "retreat 4619")
    assert table.where("1Pz") == "4619"
    assert table.game.view().control["4619"] == "allied"
