"""3: the sequence of play."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.france40.board import MOVED, TOUCHED
from meuse.games.france40.sequence import OpenMovement, PhaseEnd, StartTurn
from meuse.testkit import Table, rule

from .scene import act, at, dynamo, game, has, marked, sickle_cut, under, unit

PHASES = ("initial phase", "movement", "combat", "recovery", "supply")


def pages(scenario: str) -> list[str]:
    """The titles of the sequence of play, as far as they have one."""
    g = game(Table("france40", scenario))
    return [step.called(g) for step in g.scenario.sequence]


def turn_pages(scenario: str) -> list[str]:
    """Those of the second turn."""
    all_pages = pages(scenario)
    starts = [n for n, words in enumerate(all_pages) if words == "StartTurn"]
    return all_pages[starts[1] : starts[2]]


@rule("france40", "3.0", "3.A1", "3.A2", "3.A3", "3.A4", "3.A5", "3.B1", "3.B2-5")
def test_the_phases_of_both_player_turns_in_their_order():
    found = [words for words in turn_pages("sickle-cut") if words.partition(" ")[2] in PHASES]
    assert found == [f"{side} {phase}" for side in ("German", "Allied") for phase in PHASES]


@rule("france40", "3.0", "3.A6")
def test_the_gqg_phase_closes_the_german_player_turn_of_sickle_cut():
    found = turn_pages("sickle-cut")
    assert found.index("German supply") < found.index("GQG phase") < found.index("Allied initial phase")
    assert "GQG phase" not in turn_pages("dynamo")


@rule("france40", "3.C", "21.1a", "22.1a")
def test_ten_turns_or_twelve_and_then_the_verdict():
    assert pages("sickle-cut").count("StartTurn") == 10
    assert pages("dynamo").count("StartTurn") == 12
    assert pages("sickle-cut")[-1] == pages("dynamo")[-1] == "Victory"


@rule("france40", "3.C", "20.2a", "20.2c")
def test_a_new_turn_is_announced_and_gives_rerolls_back():
    table = sickle_cut(turn=2)
    game(table).rerolls = frozenset({"rommel attack"})

    assert [event.text for event in act(table, StartTurn(3))][:1] == ["Game Turn 3, 15 May"]
    assert (game(table).turn, game(table).rerolls) == (3, frozenset())


@rule("france40", "3.dynamo", "22.2c", "22.1b")
def test_dynamo_begins_with_the_halt_markers():
    table = Table("france40", "dynamo")
    assert table.asked == "allied"
    assert "place" in table.choices()


@rule("france40", "3.dynamo")
def test_dynamo_adds_its_own_steps_to_the_initial_phases():
    sequence = game(Table("france40", "dynamo")).scenario.sequence
    names = [type(step).__name__ for step in sequence]

    assert names.count("Replacements") == 3
    assert names.count("BelgianSurrender") >= 5
    assert names.count("Evacuation") == 9
    assert names.count("PlaceHalts") == 3
    assert "Draw" not in names
    assert "PlaceGQG" not in names


@rule("france40", "3.A2", "7.1a")
def test_a_movement_phase_opens_with_nobody_moved():
    table = sickle_cut("moved German de.pz1.t at 1521")
    g, tank = game(table), unit(table, "de.pz1.t")
    g.spent[tank], g.hexes[tank] = 8, 8
    g.add(tank, TOUCHED)

    act(table, OpenMovement(Side.GERMAN))
    assert (g.spent[tank], g.hexes[tank]) == (0, 0)
    assert not has(table, "de.pz1.t", MOVED | TOUCHED)


@rule("france40", "3.0", "3.B2-5")
def test_only_the_phasing_side_is_asked_to_move():
    table = at(sickle_cut("German de.pz1.t at 1521", "French fr.di55 at 1821"), "Allied movement", 2)
    assert table.asked == "allied"
    assert table.choices("move") == ["fr.di55"]


@rule("france40", "21.2.1e")
def test_units_beside_a_marker_come_under_it_as_a_phase_ends():
    table = sickle_cut("French fr.di55 at 1521", "French fr.di71 at 1521")
    under(table, 3, "fr.di55")

    act(table, PhaseEnd())
    assert marked(table, 3) == ["fr.di55", "fr.di71"]


@rule("france40", "3.dynamo", "22.7h")
def test_no_gqg_phase_in_dynamo():
    assert not any("GQG" in words for words in pages("dynamo"))
    assert dynamo().game.state.scenario.dynamo
