"""3: stacking."""

from __future__ import annotations

from meuse.testkit import Table, rule

from .scene import at


def stack(*units: str) -> Table:
    """These units together in 1710."""
    return Table("gdw1940").clear().put(*(f"{unit} at 1710" for unit in units))


def may_end(*units: str) -> bool:
    """Whether a German movement phase may end with these units in one hex."""
    return at(stack(*units), "German movement", 2).allows("end")


def allies_may_end(*units: str) -> bool:
    """The same for an Allied movement phase."""
    return at(stack(*units), "Allied movement", 2).allows("end")


@rule("gdw1940", "3.limit", "3.corps", "R.3.limit.1")
def test_one_corps_and_one_division_or_four_divisions():
    assert may_end("de.IX", "de.m13")
    assert may_end("de.m13", "de.m29", "de.SSV", "de.SSC")
    assert not may_end("de.m13", "de.m29", "de.SSV", "de.SSC", "de.kav1")
    assert not may_end("de.IX", "de.m13", "de.m29")


@rule("gdw1940", "3.corps")
def test_two_corps_never_share_a_hex():
    assert not may_end("de.IX", "de.XI")
    assert not allies_may_end("fr.IV", "uk.I")


@rule("gdw1940", "3.limit")
def test_each_side_counts_its_own_units():
    table = Table("gdw1940").clear().put("German de.ll22 at 1710", "French fr.IV at 1710", "French fr.dlc1 at 1710")

    assert at(table, "German movement", 2).allows("end")
    assert at(table, "Allied movement", 2).allows("end")


@rule("gdw1940", "3.regiment")
def test_regiments_stack_free():
    assert may_end("de.IX", "de.m13", "de.fj1", "de.fj2")


@rule("gdw1940", "3.armour")
def test_armoured_corps_and_divisions():
    """book.3.armour"""
    assert not may_end("de.XIX", "de.pz9")
    assert may_end("de.XIX", "de.kav1")
    assert may_end("de.XIX", "de.m13")


@rule("gdw1940", "3.armour", "3.limit")
def test_three_armoured_divisions_at_most():
    """derived.3.armour_divisions"""
    assert allies_may_end("fr.dcr1", "fr.dcr2", "fr.dcr3", "fr.dim3")
    assert not allies_may_end("fr.dcr1", "fr.dcr2", "fr.dcr3", "fr.dcr4")


@rule("gdw1940", "R.3.armour.1")
def test_a_corps_formed_of_two_armoured_divisions_counts_as_three():
    assert not may_end("de.XXXIX", "de.pz9")
    assert may_end("de.XXXIX", "de.m13")
    assert not allies_may_end("fr.AC", "fr.dcr3")
    assert allies_may_end("fr.AC", "fr.dim3")


@rule("gdw1940", "3.anglo_french")
def test_french_divisions_and_british_corps():
    """stated.3.anglo_french"""
    assert not allies_may_end("uk.I", "fr.dlc1")
    assert allies_may_end("fr.IV", "uk.51")
    assert allies_may_end("fr.dlc1", "fr.dlc2", "uk.51", "uk.5")
    assert allies_may_end("uk.I", "nl.L")
    assert allies_may_end("uk.I", "uk.51")


@rule("gdw1940", "3.when", "R.3.when.1")
def test_a_hex_may_be_over_the_limit_during_a_phase_but_not_at_its_end():
    table = Table("gdw1940").clear().put("German de.IX at 1710", "German de.XI at 1809")
    at(table, "German movement", 2)

    assert "1910" in table.reach("de.IX")  # through the other corps
    table.play("move de.IX 1809")
    assert table.why_not("end").rule == "3.when"
    assert table.why_not("end").causes == ("1809",)
    table.play("move de.XI 1909", "end")


@rule("gdw1940", "3.when", "R.3.when.1")
def test_a_reserve_may_come_on_top_if_room_is_made_before_the_phase_ends():
    table = Table("gdw1940").clear().put("French fr.IV at Compiègne", "French fr.XXI in reserve")
    at(table, "Allied arrivals", 2)

    table.play("enter fr.XXI 1718")
    assert table.why_not("end").rule == "3.when"
    table.play("move fr.IV 1618", "end")


def beaten_back(*others: str) -> Table:
    """Two panzer corps force a French corps out of 1613."""
    table = (
        Table("gdw1940").clear().put("German de.XV at 1513", "German de.XVI at 1612", "French fr.IV at 1613", *others)
    )
    at(table, "German combat", 2).dice(3)
    table.play("attack 1613 with de.XV de.XVI go", "done", "resolve 1613")
    return table


@rule("gdw1940", "3.when", "3.limit")
def test_a_retreat_must_end_where_there_is_room():
    assert "1813" in beaten_back().choices("retreat fr.IV")
    assert "1813" not in beaten_back("French fr.V at 1813").choices("retreat fr.IV")
    assert "1813" in beaten_back("French fr.dlc1 at 1813").choices("retreat fr.IV")


@rule("gdw1940", "3.when", "3.limit")
def test_an_advance_keeps_to_the_limit_at_once():
    table = beaten_back()
    table.play("retreat fr.IV 1813")

    assert "1613" in table.choices("advance de.XVI")
    table.play("advance de.XV 1613")
    assert "1613" not in table.choices("advance de.XVI")


@rule("gdw1940", "3.armour", "3.when")
def test_no_corps_is_formed_beside_a_third_armoured_division():
    table = stack("fr.dcr1", "fr.dcr2", "fr.dim3", "fr.dlc1")
    at(table, "Allied movement", 2).play("end")
    assert table.choices("form") == ["fr.AC"]

    table = stack("fr.dcr1", "fr.dcr2", "fr.dim3", "fr.dcr3")
    at(table, "Allied movement", 2).play("end")
    assert "form" not in table.choices()
