"""Skirmish, chapter 8: supply."""

from __future__ import annotations

from meuse.testkit import Table, rule


def counted(table: Table, attack: str) -> list[str]:
    """What each attacker counts for."""
    report = table.game.odds(attack)
    assert report is not None
    return [strength.counted for strength in report.attackers]


def ratio(table: Table, attack: str) -> str:
    report = table.game.odds(attack)
    assert report is not None
    return report.ratio


@rule("skirmish", "8.1", "8.2")
def test_enemy_zones_cut_supply_and_halve_the_strength() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4113", "French 71DI at 4214")
    table.phase("German combat")
    assert ratio(table, "attack 4214 with 1Pz") == "3 : 2"

    table.put("German GD at 4213", "German 2Pz at 4313")  # friends hold the way open
    assert ratio(table, "attack 4214 with 1Pz") == "6 : 2"

    table.remove("German 2Pz")
    assert ratio(table, "attack 4214 with 1Pz") == "3 : 2"


@rule("skirmish", "8.1")
def test_zones_do_not_cut_supply_across_a_major_river() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4113", "German GD at 4213", "French 71DI at 4314")
    table.phase("German combat")
    assert ratio(table, "attack 4314 with 1Pz GD") == "9 : 2"


@rule("skirmish", "8.1")
def test_enemy_units_cut_supply() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4113", "French 71DI at 4213", "French 55DI at 4114")
    table.put("German 2Pz at 4214", "German 10Pz at 4313", "German GD at 4215").phase("German combat")
    assert counted(table, "attack 4213 with 1Pz") == ["6"]

    table.remove("German 2Pz").put("French 53DI at 4214")
    assert counted(table, "attack 4213 with 1Pz") == ["3"]


@rule("skirmish", "8.1")
def test_each_side_has_two_sources_that_the_enemy_can_take() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4320", "French 3DCR at 4319", "French 55DI at 5115")
    table.phase("German combat")
    assert ratio(table, "attack 4319 with 1Pz") == "6 : 6"  # Neufchâteau is left

    table.put("French 71DI at 5217")
    assert ratio(table, "attack 4319 with 1Pz") == "3 : 6"

    table.put("German 2Pz at 4122", "German 10Pz at 4622")  # Attigny and Buzancy
    assert ratio(table, "attack 4319 with 1Pz") == "3 : 3"


@rule("skirmish", "8.2")
def test_an_unsupplied_division_loses_a_step_when_the_turn_ends_but_never_its_last() -> None:
    table = Table("skirmish").clear().put("French 55DI at 5115", "French 71DI at 5217", "German 1Pz at 4320")
    table.put("German 2Pz at 4319 with 1 step", "German 10Pz in XIX", "German 24ID in XIX", "German XIX at 4318")
    table.phase("SupplyCheck")
    assert table.steps("1Pz") == 1
    assert table.steps("2Pz") == 1
    assert (table.steps("10Pz"), table.steps("24ID")) == (1, 1)
    assert (table.steps("55DI"), table.steps("71DI")) == (2, 2)
