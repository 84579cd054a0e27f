"""Skirmish, chapter 3: stacking."""

from __future__ import annotations

from meuse.testkit import Table, rule


@rule("skirmish", "3.1")
def test_a_fourth_division_does_not_fit() -> None:
    table = Table("skirmish").clear()
    table.put("German 1Pz at 4319", "German 2Pz at 4319", "German 10Pz at 4319", "German GD at 4320")
    table.phase("German movement")
    assert table.why_not("move GD 4319").rule == "3.1"

    table.remove("German 2Pz")
    assert "4319" in table.reach("GD")


@rule("skirmish", "3.1")
def test_not_even_on_the_way_through() -> None:
    table = Table("skirmish").clear().put("German GD at 4113", "German 1Pz at 4114", "German 2Pz at 4213")
    table.put("German 10Pz at 4213", "German 24ID at 4213")
    table.phase("German movement")
    assert table.allows("move GD 4114.4115")
    assert not table.allows("move GD 4213.4214")


@rule("skirmish", "3.1")
def test_a_corps_weighs_as_much_as_its_divisions() -> None:
    table = Table("skirmish").clear().put("German 1Pz in XIX", "German 2Pz in XIX", "German XIX at 4319")
    table.put("German GD at 4319", "German 10Pz at 4320")
    table.phase("German movement")
    assert table.why_not("move 10Pz 4319").rule == "3.1"

    table.remove("German 2Pz")
    assert "4319" in table.reach("10Pz")


@rule("skirmish", "3.1")
def test_a_retreat_ends_within_the_limit() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4419", "French 55DI at 4319", "French 53DI at 4220")
    table.put("French 71DI at 4220", "French 3DIM at 4220")
    table.phase("German combat").dice(4)
    table.play("attack 4319 with 1Pz go", "done", "split 1", "lose 55DI")

    assert "4219" in table.choices("retreat")
    assert "4220" not in table.choices("retreat")
