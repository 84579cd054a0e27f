"""Skirmish, chapter 7: corps, which hold divisions."""

from __future__ import annotations

from meuse.testkit import Table, rule


@rule("skirmish", "7.1")
def test_divisions_in_one_hex_form_the_corps() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319", "German 24ID at 4319", "German GD at 4320")
    table.phase("German movement")
    assert table.choices("form") == ["1Pz"]
    assert table.choices("form 1Pz") == ["24ID"]
    assert table.why_not("form 1Pz GD").rule == "7.1"  # of another hex
    assert table.why_not("form 1Pz go").rule == "7.1"  # one is too few

    table.play("form 24ID 1Pz go")
    assert table.where("XIX") == "4319"
    assert table.where("1Pz") == table.where("24ID") == "XIX"
    assert table.why_not("form").rule == "7.1"  # there is only one


@rule("skirmish", "7.1")
def test_a_division_that_has_moved_cannot_join() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319", "German GD at 4320")
    table.phase("German movement")
    table.play("move GD 4319")
    assert table.why_not("form").rule == "7.1"


@rule("skirmish", "7.1")
def test_the_corps_has_the_sum_of_strengths_and_the_pace_of_the_slowest() -> None:
    table = Table("skirmish").clear().put("German 1Pz in XIX", "German 24ID in XIX", "German XIX at 4319")
    table.put("French 55DI at 4320").phase("German movement")
    assert "4118" in table.reach("XIX")
    assert "4116" not in table.reach("XIX")  # 24ID has only four points
    report = table.game.odds("attack 4320 with XIX")
    assert report is not None
    assert report.ratio == "10 : 2"


@rule("skirmish", "7.1")
def test_a_corps_loses_the_steps_of_its_divisions() -> None:
    table = Table("skirmish").clear().put("German GD in XIX", "German 24ID in XIX", "German XIX at 4319")
    table.put("French 3DCR at 4320", "French 3DIM at 4320", "French 55DI at 4320")
    table.phase("German combat").dice(4)
    table.play("attack 4320 with XIX go", "done")
    assert table.choices("lose") == ["GD", "24ID"]

    table.play("lose 24ID")
    assert table.steps("24ID") == 1
    assert table.where("XIX") == "4319"


@rule("skirmish", "7.2")
def test_a_corps_that_has_not_moved_may_be_broken() -> None:
    table = Table("skirmish").clear().put("German 1Pz in XIX", "German GD in XIX", "German XIX at 4319")
    table.phase("German movement")
    table.play("disband")
    assert table.where("XIX") == ""
    assert table.where("1Pz") == table.where("GD") == "4319"
    assert table.why_not("disband").rule == "7.2"


@rule("skirmish", "7.2")
def test_a_corps_that_has_moved_may_not() -> None:
    table = Table("skirmish").clear().put("German 1Pz in XIX", "German GD in XIX", "German XIX at 4319")
    table.phase("German movement")
    table.play("move XIX 4320")
    assert table.why_not("disband").rule == "7.2"


@rule("skirmish", "7.2")
def test_a_corps_that_loses_its_last_division_is_gone_and_may_be_formed_again() -> None:
    table = Table("skirmish").clear().put("German GD in XIX", "German XIX at 4319", "German 1Pz at 4220")
    table.put("German 2Pz at 4220", "French 3DCR at 4320", "French 3DIM at 4320")
    table.phase("German combat").dice(1)
    table.play("attack 4320 with XIX go", "done", "lose GD")
    assert table.where("XIX") == ""

    table.phase("German movement")
    table.play("form 1Pz 2Pz go")
    assert table.where("XIX") == "4220"


@rule("skirmish", "6.6", "7.2")
def test_a_corps_that_cannot_retreat_is_gone_with_its_divisions() -> None:
    table = Table("skirmish").clear().put("French 55DI in XCA", "French 71DI in XCA", "French XCA at 4619")
    table.put("German 1Pz at 4620", "German 2Pz at 4519").phase("German combat").dice(4)
    table.play("attack 4619 with 1Pz 2Pz go", "done", "split 1", "lose 55DI")
    assert (table.where("XCA"), table.where("55DI"), table.where("71DI")) == ("", "", "")
