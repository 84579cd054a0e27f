"""22.9: Zero-Strength Remnants of British units."""

from __future__ import annotations

import pytest

from meuse.counters import Side
from meuse.games.france40.board import DISRUPTED
from meuse.games.france40.losses import lose_step
from meuse.games.france40.recovery import Recovery
from meuse.games.france40.zones import zones
from meuse.testkit import rule

from .scene import act, at, dynamo, game, has, unit


@rule("france40", "22.9a", "10.3b")
def test_example_a_british_remnant_becomes_a_zero_strength_remnant():
    """Example zero-strength-remnant: a 1-3-6 takes a loss."""
    table = dynamo("British uk.1 at 3020 with 2 steps")
    g = game(table)
    assert (g.face(unit(table, "uk.1")).defence, g.face(unit(table, "uk.1")).movement) == (3, 6)
    lose_step(g, unit(table, "uk.1"), "10.2.1")
    assert g.zero(unit(table, "uk.1"))
    assert (g.face(unit(table, "uk.1")).defence, g.face(unit(table, "uk.1")).movement) == (0, 3)


@rule("france40", "22.9a")
@pytest.mark.parametrize(
    ("name", "steps"), [("uk.1", 4), ("uk.30", 3), ("uk.25", 2), ("uk.46", 2), ("fr.dim1", 3), ("uk.hq", 1)]
)
def test_only_british_units_strong_to_the_last_have_one(name, steps):
    table = dynamo()
    assert game(table).counter(unit(table, name)).steps == steps


@rule("france40", "22.9a", "22.9b")
def test_british_units_may_shed_their_steps():
    table = dynamo("British uk.1 at 3020", "British uk.2 at 3022", "British uk.46 at 3020").phase("Allied movement")
    assert table.choices("shed") == ["uk.1", "uk.2"]
    assert table.why_not("shed uk.46").rule == "22.9a"
    table.play("shed uk.1")
    assert table.choices("shed") == ["uk.2"]
    g = game(table)
    assert g.zero(unit(table, "uk.1"))
    assert g.face(unit(table, "uk.1")).stacking == 1


@rule("france40", "22.9b", "10.3c")
def test_shedding_needs_no_remnant_counter_and_gives_one_back():
    table = dynamo("British uk.1 at 3020", "British uk.2 at 3022 with 2 steps").phase("Allied movement")
    game(table).remnants["british"] = 0
    table.play("shed uk.1")
    assert game(table).zero(unit(table, "uk.1"))
    table.play("shed uk.2")
    assert game(table).remnants["british"] == 1

    table.put("British uk.4 at 3020 with 3 steps")
    lose_step(game(table), unit(table, "uk.4"), "10.2.1")
    assert table.steps("uk.4") == 2
    assert game(table).remnants["british"] == 0


@rule("france40", "22.9b")
def test_the_germans_shed_nothing():
    table = dynamo("German de.id18 at 3217", "British uk.1 at 3020").phase("German movement")
    assert "shed" not in table.choices()


@rule("france40", "22.9c", "13.3.2a")
def test_a_zero_strength_remnant_is_in_full_retreat_for_ever():
    table = dynamo("British uk.1 at 3020 with 1 step", "German de.id18 at 3217")
    g = game(table)
    assert g.full_retreat(unit(table, "uk.1"))
    assert not any(zones(g, Side.ALLIED))


@rule("france40", "22.9c", "22.9d")
def test_a_disrupted_unit_that_becomes_one_has_no_marker_any_more():
    table = at(
        dynamo("disrupted British uk.1 at 2820", "disrupted British uk.2 at 2620 with 2 steps"), "Allied movement", 5
    )
    table.play("shed uk.1")
    lose_step(game(table), unit(table, "uk.2"), "10.2.1")
    assert not has(table, "uk.1", DISRUPTED)
    assert not has(table, "uk.2", DISRUPTED)
    assert "2417" in table.reach("uk.1")  # by Extended Movement
    assert act(table, Recovery(Side.ALLIED)) == []  # nobody to recover


@rule("france40", "22.9d", "7.3a")
def test_a_zero_strength_remnant_walks_five_points():
    table = dynamo("British uk.1 at 2620 with 1 step").phase("Allied movement")
    assert not game(table).mech(unit(table, "uk.1"))
    assert "2615" in table.reach("uk.1")
    assert "2614" not in table.reach("uk.1")


@rule("france40", "22.9f", "14.2.2")
def test_a_hex_left_to_zero_strength_units_is_given_up():
    """An exchange turns the brigade into a 0-0-3: both retreat two hexes, and the attacker may occupy the hex."""
    table = dynamo("British uk.25 at 2620 with 2 steps", "British uk.2 at 2620 with 1 step", "German de.id18 at 2621")
    table.phase("German combat").dice(5)
    table.play("attack 2620 with de.id18 go", "done", "done")
    assert game(table).zero(unit(table, "uk.25"))
    assert table.asked == "allied"
    assert "2618" in table.choices("retreat uk.2 uk.25 go")

    table.play("retreat uk.2 uk.25 go 2618")
    assert table.asked == "german"
    assert table.choices("advance de.id18") == ["2620"]


@rule("france40", "R.22.9f.1", "17.1.4c")
def test_an_hq_goes_with_them():
    table = dynamo("British uk.25 at 2620 with 2 steps", "British uk.hq at 2620", "German de.id18 at 2621")
    table.phase("German combat").dice(5)
    table.play("attack 2620 with de.id18 go", "done", "done")
    assert table.choices("retreat") == ["uk.hq", "uk.25"]
