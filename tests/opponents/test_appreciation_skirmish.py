"""What counts in the skirmish, and where a side is in danger."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.skirmish.appreciation import APPRECIATION
from meuse.testkit import Table

SEDAN, CHARLEVILLE, LE_CHESNE = "4619", "4317", "4422"


def test_the_allies_hold_all_prizes_at_the_start() -> None:
    table = Table("skirmish")
    g = table.game.state
    assert sorted(g.map.labels[h] for h in APPRECIATION.prizes(g, Side.GERMAN)) == [CHARLEVILLE, LE_CHESNE, SEDAN]
    assert APPRECIATION.held(g, Side.ALLIED) == 3.0
    assert APPRECIATION.open_prizes(g, Side.ALLIED) == {}


def test_an_objective_that_nobody_guards_lies_open() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4620", "French 55DI at 4422", "French 53DI at 4317")
    g = table.game.state
    panzer = g.scenario.unit_named["1Pz"]
    assert APPRECIATION.open_prizes(g, Side.ALLIED) == {g.map.hex(SEDAN): (panzer,)}


def test_an_enemy_in_the_last_source_cuts_supply() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4920", "German 10Pz at 4122", "French 55DI at 4619")
    g = table.game.state
    panzer, source, other = g.scenario.unit_named["1Pz"], g.map.hex("4622"), g.map.hex("4923")
    assert APPRECIATION.cuts(g, Side.ALLIED, [source, other], {source: (panzer,), other: (panzer,)}) == {source: 2.0}


def test_an_operation_belongs_to_one_side_and_ends_with_its_chit() -> None:
    table = Table("skirmish").phase("Allied movement")
    side, key = APPRECIATION.turn_of(table.game.state) or (None, None)
    assert side is Side.ALLIED
    table.play("end")
    assert APPRECIATION.turn_of(table.game.state) == (Side.ALLIED, key)
    table.play("done")
    assert APPRECIATION.turn_of(table.game.state) != (Side.ALLIED, key)


def test_sedan_falls_when_a_german_enters_it() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4620", "French 55DI at 4422").phase("German movement")
    assert not APPRECIATION.has_happened(table.game.state, "sedan")
    table.play("move 1Pz 4619")
    assert APPRECIATION.has_happened(table.game.state, "sedan")


def test_tokens_left_after_the_last_bid_are_lost() -> None:
    table = Table("skirmish")
    g = table.game.state
    g.turn, g.chits = g.scenario.turns, [1, 0]
    assert list(APPRECIATION.unspent(g, Side.GERMAN)) == []
    assert [left.what for left in APPRECIATION.unspent(g, Side.ALLIED)] == ["tokens"]
