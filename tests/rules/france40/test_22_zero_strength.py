"""22.9: Zero-Strength Remnants of British units."""

from __future__ import annotations

import pytest

from meuse.counters import Side
from meuse.games.france40.advance import Advance
from meuse.games.france40.board import DISRUPTED
from meuse.games.france40.determined import DefenceThrow, DeterminedDefence
from meuse.games.france40.losses import lose_step
from meuse.games.france40.odds import Battle
from meuse.games.france40.recovery import Recovery
from meuse.games.france40.zones import zones
from meuse.testkit import Table, rule

from .scene import act, at, doing, dynamo, game, has, unit


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


@rule("france40", "R.22.9f.1", "22.9f")
def test_an_hq_left_with_them_holds_the_hex():
    table = dynamo("British uk.25 at 2620 with 2 steps", "British uk.hq at 2620", "German de.id18 at 2621")
    table.phase("German combat").dice(5)
    table.play("attack 2620 with de.id18 go", "done", "done")
    assert game(table).zero(unit(table, "uk.25"))
    assert (doing(table), table.where("uk.25"), table.where("uk.hq")) == ("Combat", "2620", "2620")


@rule("france40", "R.22.9f.1", "11.3.2")
def test_an_hq_holds_the_hex_after_a_determined_defence():
    """The Lead Unit becomes a 0-0-3, or is lost altogether: the HQ is still there."""
    table = dynamo("British uk.25 at 2620 with 2 steps", "British uk.hq at 2620", "German de.id18 at 2621")
    defended(table, "uk.25", lost=1)
    assert (doing(table), table.where("uk.hq")) == ("Combat", "2620")

    alone = dynamo("British uk.46 at 2620 with 1 step", "British uk.hq at 2620", "German de.id18 at 2621")
    defended(alone, "uk.46", lost=1)
    assert (doing(alone), alone.where("uk.46"), alone.where("uk.hq")) == ("Combat", "eliminated", "2620")

    fleeing = dynamo("British uk.25 at 2620 with 2 steps", "fleeing British uk.hq at 2620", "German de.id18 at 2621")
    defended(fleeing, "uk.25", lost=1)
    assert fleeing.choices("retreat") == ["uk.hq", "uk.25"]  # an HQ in Full Retreat is as weak as they are


@rule("france40", "22.9c", "17.1.4b", "R.17.1.4b.1")
def test_a_zero_strength_remnant_does_not_stop_a_unit_that_begins_next_to_it():
    table = dynamo("British uk.1 at 2620 with 1 step", "British uk.hq at 2620", "German de.id18 at 2621", turn=5)
    at(table, "German movement", 5)
    assert {"2620", "2619"} <= table.reach("de.id18")
    table.play("move de.id18 2620.2619")
    assert (table.asked, table.choices("retreat")) == ("allied", ["uk.hq", "uk.1"])
    table.play("retreat uk.hq uk.1 go 2420")
    assert table.where("de.id18") == "2619"

    behind = dynamo("British uk.1 at 2620 with 1 step", "fleeing British uk.46 at 2620", "German de.id18 at 2621")
    assert at(behind, "German movement", 5).why_not("move de.id18 2620").rule == "7.1d"  # no waiver for uk.46


def defended(table: Table, lead: str, lost: int) -> None:
    """A Determined Defence in 2620 that succeeds at the price of so many steps."""
    g = game(table.phase("German combat"))
    b = Battle(g.map.hex("2620"), (unit(table, "de.id18"),))
    defence = DeterminedDefence(Side.ALLIED, b, "DR2", 5)
    throw = DefenceThrow(b, (6, 6), 0, unit(table, lead), defence)
    g.push(Advance(Side.GERMAN, b))
    throw.held(g, "H", 0, lost)
    table.settle()
