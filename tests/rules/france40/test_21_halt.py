"""21.3: von Rundstedt's Halt Order."""

from __future__ import annotations

import pytest

from meuse.counters import Side
from meuse.games.france40.halt import HaltOrder, Lift, RemoveHalts, holding, targets
from meuse.games.france40.markers import on_map
from meuse.games.france40.sequence import PhaseEnd
from meuse.testkit import Table, rule

from .scene import act, at, game, marked, sickle_cut, under, unit

FOOT = "German de.id3 at 4809"


def ahead(*sentences: str, turn: int = 5) -> Table:
    """German units on the map, in the Allied supply phase; an infantry division is at 4809."""
    return at(sickle_cut(FOOT, *sentences, turn=turn), "Halt Order", turn)


@rule("france40", "21.3.1")
def test_the_order_may_be_given_from_turn_five_on():
    early = ahead("German de.gd at 3909", turn=4)
    assert not isinstance(early.game.decision.step, HaltOrder)

    table = ahead("German de.gd at 3909")
    assert table.asked == "allied"
    assert table.choices() == ["declare", "pass"]


@rule("france40", "21.3.2a")
def test_nobody_is_asked_when_nobody_is_ahead():
    table = ahead("German de.gd at 4909")
    assert not isinstance(table.game.decision.step, HaltOrder)


@rule("france40", "21.3.1")
def test_the_order_is_given_once():
    table = ahead("German de.gd at 3909")
    table.play("declare")
    game(table).turn = 6
    at(table, "Halt Order", 6)
    assert not isinstance(table.game.decision.step, HaltOrder)


@rule("france40", "21.3.2a")
def test_all_markers_are_placed_while_there_are_targets():
    table = ahead("German de.gd at 3909", "German de.lah at 3809")
    table.play("declare")
    assert table.choices("place") == ["de.gd", "de.lah"]
    table.play("place de.gd")
    assert table.why_not("done").rule == "21.3.2a"
    table.play("place de.lah")
    assert "done" in table.choices()
    assert (marked(table, 1), marked(table, 2)) == (["de.gd"], ["de.lah"])


@rule("france40", "21.3.2a", "R.21.3.2a.1")
@pytest.mark.parametrize(("label", "allowed"), [("4509", False), ("4409", True), ("4812", False), ("4909", False)])
def test_only_stacks_far_ahead_of_the_infantry_are_halted(label, allowed):
    """4509 is three hexes away, 4409 four; 4812 is in the same column, 4909 to the east."""
    table = sickle_cut(FOOT, f"German de.gd at {label}", turn=5)
    assert bool(targets(game(table))) is allowed


@rule("france40", "21.3.2a")
def test_only_mechanized_units_are_halted_and_one_marker_a_hex():
    table = ahead("German de.gd at 3909", "German de.lah at 3909", "German de.sst.1 at 3809")
    table.play("declare")
    assert table.why_not("place de.id3").text == "3 Infanterie-Division is not mechanized"
    assert table.why_not("place de.sst.2").text == "SS Tot 2 is not a German unit on the map"
    table.play("place de.gd")
    assert "already has a Halt! marker" in table.why_not("place de.lah").text


@rule("france40", "21.3.2b", "R.21.3.2b.1")
@pytest.mark.parametrize(
    ("dice", "left", "words"),
    [
        ((1, 2), [3], "The dice show 1 and 2: Halt! markers 1 and 2 come off"),
        ((2, 2), [1, 3], "The dice show 2 and 2: Halt! marker 2 comes off"),
        ((4, 6), [1, 2, 3], "The dice show 4 and 6: no Halt! marker comes off"),
    ],
)
def test_two_dice_take_markers_off(dice, left, words):
    table = sickle_cut("German de.gd at 3909", "German de.lah at 3809", "German de.sst.1 at 3709", turn=5)
    for number, name in enumerate(("de.gd", "de.lah", "de.sst.1"), start=1):
        under(table, number, name)
    told = act(table.dice(*dice), RemoveHalts())
    assert on_map(game(table), Side.GERMAN) == left
    assert told[0].text == words


@rule("france40", "21.3.3a")
def test_the_order_lasts_through_one_german_player_turn():
    table = under(sickle_cut("German de.gd at 3909", turn=6), 1, "de.gd")
    told = act(table, Lift(6))
    assert marked(table, 1) == []
    assert holding(game(table)) == []
    assert told[0].rule == "21.3.3a"


@rule("france40", "21.3.3b", "R.21.3.3b.1")
def test_a_halted_stack_moves_two_hexes_together_and_does_not_attack():
    table = sickle_cut("German de.gd at 4708", "German de.lah at 4708", "French fr.di55 at 4706", turn=6)
    under(table, 1, "de.gd", "de.lah").phase("German movement")
    assert "4710" in table.reach("de.gd")
    refusal = table.why_not("move de.gd 4711")
    assert (refusal.rule, refusal.text) == (
        "21.3.3b",
        "Grossdeutschland is under a Halt! marker and moves two hexes at most",
    )
    table.play("move de.gd 4707")
    assert table.where("de.lah") == "4707"

    table.phase("German combat")
    assert "attack" not in table.choices()
    assert "disengage" not in table.choices()


@rule("france40", "21.3.3b", "R.21.3.3b.1")
def test_foot_units_in_the_hex_are_free():
    table = sickle_cut("German de.gd at 4708", "German de.id3 at 4708", turn=6)
    under(table, 1, "de.gd")
    act(table, PhaseEnd())
    assert marked(table, 1) == ["de.gd"]

    table.put("German de.lah at 4708")
    act(table, PhaseEnd())
    assert marked(table, 1) == ["de.gd", "de.lah"]


@rule("france40", "21.3.2a", "21.3.3b")
def test_a_marker_covers_the_mechanized_units_of_its_hex():
    table = ahead("German de.gd at 3909", "German de.lah at 3909")
    table.play("declare", "place de.gd")
    assert marked(table, 1) == ["de.gd", "de.lah"]
    assert game(table).under[unit(table, "de.id3")] == 0
