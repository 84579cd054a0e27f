"""3: stacking."""

from __future__ import annotations

import pytest

from meuse.games.planjaune.stacking import stack_fault
from meuse.testkit import rule

from .scene import at, board, game, unit


def fault(*units: str, at_hex: str = "0728") -> str | None:
    """The rule that these units would break together: `fault("fr.I", "fr.II:1")`, steps behind the colon."""
    names = [name.partition(":") for name in units]
    table = board(*(f"{name} at 0728" + (f" with {steps} steps" if steps else "") for name, _, steps in names))
    g = game(table)
    return stack_fault(g, tuple(unit(table, name) for name, _, _ in names), g.map.hex(at_hex))


@rule("planjaune", "3a", "3b", "3c", "3d")
@pytest.mark.parametrize(
    "units",
    [
        ("de.IX", "de.XI"),
        ("de.IX", "de.pz1", "de.m2"),
        ("de.pz1", "de.pz2", "de.pz3", "de.m2"),
        ("de.IX", "de.XI", "de.hqa", "de.fj1", "de.fj2"),
        ("de.IX", "de.XI:1", "de.pz1"),
    ],
)
def test_four_points_stack(units):
    assert fault(*units) is None


@rule("planjaune", "3a", "3b", "3c")
@pytest.mark.parametrize("units", [("de.IX", "de.pz1", "de.pz2", "de.pz3"), ("de.IX", "de.XI", "de.IV:1")])
def test_five_points_do_not(units):
    assert fault(*units) == "3a"


@rule("planjaune", "11.2e")
def test_a_corps_weighs_what_is_in_it():
    table = board("de.c19 at 0728", "de.pz1 in de.c19", "de.pz2 in de.c19", "de.pz10 in de.c19", "de.IX at 0729")
    at(table, "German non-motorized movement")
    assert table.why_not("move de.IX 0728").rule == "3a"

    table = board("de.c19 at 0728", "de.pz1 in de.c19", "de.pz2 in de.c19", "de.IX at 0729")
    assert at(table, "German non-motorized movement").allows("move de.IX 0728")


@rule("planjaune", "3e", "R.3e.1")
def test_french_and_british_stay_apart_and_poles_count_as_french():
    assert fault("fr.I", "uk.I") == "3e"
    assert fault("fr.dip", "uk.I") == "3e"
    assert fault("fr.dip", "fr.I") is None
    assert fault("fr.cefs", "fr.I") is None


@rule("planjaune", "3f")
def test_dutch_and_belgians_stack_with_their_own_only():
    assert fault("nl.I", "fr.I") == "3f"
    assert fault("be.I", "nl.I") == "3f"
    assert fault("be.I", "be.II") is None


@rule("planjaune", "3g")
def test_a_full_hex_may_be_passed_but_not_stopped_in():
    table = at(board("de.IX at 0728", "de.XI at 0728", "de.pz1 at 0727"), "German motorized movement")

    assert table.why_not("move de.pz1 0728").rule == "3a"
    table.play("move de.pz1 0728.0729")
    assert table.where("de.pz1") == "0729"


@rule("planjaune", "3g")
def test_a_way_written_by_hand_does_not_end_in_a_full_hex_either():
    table = at(board("de.IX at 0728", "de.XI at 0728", "de.pz1 at 0727"), "German motorized movement")

    ends = {choice.at for choice in table.game.decision.onward(("move", "de.pz1"), "0728")}
    assert "0728" not in ends
    assert "0729" in ends


@rule("planjaune", "11.10a", "3a")
def test_the_dyke_holds_two_points():
    assert fault("de.IX", at_hex="1803") is None
    assert fault("de.IX", "de.pz1", at_hex="1803") == "11.10a"
    table = at(board("de.m2 at 1802", "de.pz1 at 1803", "de.pz2 at 1803"), "German motorized movement")
    assert table.why_not("move de.m2 1803").rule == "11.10a"
