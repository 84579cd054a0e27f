"""4: stacking."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.france40.stacking import overstacked, weight, why_not_stack
from meuse.testkit import Table, rule

from .scene import game, sickle_cut, unit

FIRST = ("de.pz1.t", "de.pz1.s1", "de.pz1.k1")
SECOND = ("de.pz2.t", "de.pz2.s2", "de.pz2.k2")


def points(table: Table, *names: str) -> int:
    return weight(game(table), [unit(table, name) for name in names])


def fault(table: Table, *names: str) -> str:
    found = why_not_stack(game(table), tuple(unit(table, name) for name in names))
    return found.rule if found else ""


@rule("france40", "4.1")
def test_seven_points_fit_into_a_hex():
    table = Table("france40", "sickle-cut")

    assert fault(table, "fr.di55", "fr.di71") == ""
    assert fault(table, "fr.di55", "fr.di71", "fr.lest") == "4.1"  # three, three and two


@rule("france40", "4.2a")
def test_points_are_printed_and_a_remnant_has_two():
    table = sickle_cut("fr.di55 at 1521", "fr.lest at 1521", "fr.rec1 at 1521")
    assert (points(table, "fr.di55"), points(table, "fr.lest"), points(table, "fr.rec1")) == (3, 2, 1)

    table.put("fr.di55 at 1521 with 1 step")
    assert points(table, "fr.di55") == 2


@rule("france40", "4.2b")
def test_hqs_and_forts_are_free():
    table = Table("france40", "sickle-cut")
    assert points(table, "fr.hq1", "fr.hq9", "be.pfn") == 0
    assert fault(table, "fr.di55", "fr.di71", "fr.hq1", "fr.hq9", "fr.hq2", "be.pfn") == ""


@rule("france40", "4.3.1")
def test_a_division_counts_three():
    """stack-panzer-division"""
    table = Table("france40", "sickle-cut")

    assert points(table, *FIRST) == 3
    assert points(table, *FIRST, *SECOND) == 6
    assert fault(table, *FIRST, *SECOND) == ""
    assert points(table, "de.pz1.t") == 2


@rule("france40", "4.1", "4.3.2")
def test_one_tank_unit_may_exceed_the_limit():
    """stack-tank-support"""
    table = Table("france40", "sickle-cut").put("fr.dlm2 at 1521 with 1 step")

    assert points(table, "fr.di55", "fr.di71", "uk.1t") == 8
    assert fault(table, "fr.di55", "fr.di71", "uk.1t") == ""
    assert fault(table, "fr.di55", "fr.di71", "fr.dlm2") == ""  # a Remnant
    assert fault(table, "fr.di55", "fr.di71", "uk.1t", "fr.dlm2") == "4.3.2"
    assert fault(table, "fr.di55", "fr.di71", "fr.dcr1") == "4.1"  # too large


@rule("france40", "4.4a", "4.4b")
def test_surplus_units_are_eliminated_when_movement_ends():
    table = sickle_cut("fr.di55 at 1521", "fr.di71 at 1521", "fr.di61 at 1522").phase("Allied movement")
    table.play("move fr.di61 1521")  # while movement is under way there is no limit
    assert overstacked(game(table), Side.ALLIED)
    assert table.game.decision.warnings[0].at == ("1521",)

    table.play("end")
    assert table.choices("eliminate") == ["fr.di61", "fr.di55", "fr.di71"]
    table.play("eliminate fr.di55")
    assert table.where("fr.di55") == "eliminated"
    assert not overstacked(game(table), Side.ALLIED)
    assert "eliminate" not in table.choices()


@rule("france40", "4.4b")
def test_free_units_cannot_be_eliminated_instead():
    table = sickle_cut("fr.di55 at 1521", "fr.di71 at 1521", "fr.di61 at 1521", "fr.hq9 at 1521")
    table.phase("Allied movement").play("end")

    assert "fr.hq9" not in table.choices("eliminate")
    assert table.why_not("eliminate fr.hq9").rule == "4.4b"
