"""Skirmish, chapter 4: zones of control."""

from __future__ import annotations

from meuse.testkit import Table, rule


@rule("skirmish", "4.1", "4.2")
def test_a_unit_that_enters_a_zone_must_stop() -> None:
    table = Table("skirmish").clear().put("German GD at 4113", "French 71DI at 4214")
    table.phase("German movement")
    assert table.reach("GD") == {"4114", "4213"}

    refusal = table.why_not("move GD 4115")
    assert (refusal.rule, refusal.causes) == ("4.2", ("4114",))

    table.remove("French 71DI")
    assert "4115" in table.reach("GD")


@rule("skirmish", "4.2")
def test_a_unit_that_has_stopped_in_a_zone_cannot_go_on() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4119", "French 3DCR at 4320", "German GD at 5115")
    table.phase("German movement")
    table.play("move 1Pz 4220")
    assert table.choices("move") == ["GD"]
    assert table.why_not("move 1Pz").rule == "4.2"


@rule("skirmish", "4.2")
def test_a_path_by_hand_cannot_lead_through_a_zone() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4119", "French 3DCR at 4320")
    table.phase("German movement")
    assert table.allows("move 1Pz 4120.4220")
    assert not table.allows("move 1Pz 4220.4120")


@rule("skirmish", "4.1")
def test_a_unit_may_leave_the_zone_it_starts_in() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4220", "French 3DCR at 4320")
    table.phase("German movement")
    assert "4119" in table.reach("1Pz")


@rule("skirmish", "4.1")
def test_zones_do_not_reach_across_a_major_river() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4717", "French 3DCR at 4619")
    table.phase("German movement")
    table.play("move 1Pz 4718", "move 1Pz 4719")  # along the Meuse, under the eyes of Sedan
    assert table.where("1Pz") == "4719"


@rule("skirmish", "4.1")
def test_zones_reach_across_a_minor_river() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319", "French 3DCR at 4519", "German GD at 5115")
    table.phase("German movement")
    table.play("move 1Pz 4420")  # the Ardennes canal does not hold the zone of 4519 back
    assert table.why_not("move 1Pz").rule == "4.2"
