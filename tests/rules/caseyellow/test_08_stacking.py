"""8: stacking."""

from __future__ import annotations

from meuse.games.caseyellow.stacking import may_stack, stack_fault
from meuse.testkit import rule

from .scene import allies_move, game, german_moves, mark, stage


def fault(*units: str, turn: int = 1, scenario: str = "historical") -> str | None:
    """The rule that these units break together in 4540."""
    g = game(stage(scenario=scenario, turn=turn))
    return stack_fault(g, [g.scenario.unit_named[unit] for unit in units], g.map.hex("4540"))


@rule("caseyellow", "8.3a", "7.9b")
def test_two_large_units_one_of_them_a_corps() -> None:
    assert fault("de.X", "de.id208") is None
    assert fault("de.pz1", "de.pz2") is None
    assert fault("de.X", "de.I") == "8.3a"
    assert fault("de.pz1", "de.pz2", "de.pz3") == "8.3a"
    assert fault("de.X", "de.arko") == "8.3a"
    assert fault("de.X", "de.asa") == "8.3a"


@rule("caseyellow", "8.3b")
def test_no_motorized_division_with_a_corps() -> None:
    assert fault("de.X", "de.pz1") == "8.3b"
    assert fault("de.asa", "de.pz1") == "8.3b"
    assert fault("de.arko", "de.m13") == "8.3b"


@rule("caseyellow", "8.3c", "R.8.3c.1")
def test_regiments_beside_larger_units() -> None:
    assert fault("de.X", "de.lah", "de.gd") is None
    assert fault("de.X", "de.lah", "de.gd", "de.fj1") == "8.3c"
    assert fault("de.pz1", "de.pz2", "de.lah") is None
    assert fault("de.pz1", "de.pz2", "de.lah", "de.gd") == "8.3c"
    assert fault("de.lah", "de.gd", "de.fj1") is None
    assert fault("de.lah", "de.gd", "de.fj1", "de.fj2") == "8.3c"


@rule("caseyellow", "8.6a", "8.6b", "R.8.6a.1")
def test_dutch_and_belgians_do_not_stack() -> None:
    assert fault("nl.L", "be.1") == "8.6a"
    assert fault("be.1", "fr.di10") is None
    assert fault("nl.L", "fr.di10") is None


@rule("caseyellow", "8.6c")
def test_french_and_british_stack_from_turn_4_on() -> None:
    assert fault("fr.di10", "uk.5", turn=3) == "8.6c"
    assert fault("fr.di10", "uk.5", turn=4) is None
    assert fault("fr.di10", "uk.5", scenario="unrestricted") is None


@rule("caseyellow", "8.4a", "8.4", "8.1", "8.2")
def test_stacking_is_checked_when_movement_ends() -> None:
    table = german_moves("German de.X at 4540", "German de.I at 4541", "German de.V at 4640")
    table.play("move de.I 4540", "move de.V 4439")  # through and past 4540
    assert any("4540" in warning.text for warning in table.game.decision.warnings)
    table.play("end")
    assert sorted(table.choices("eliminate")) == ["de.I", "de.X"]
    table.play("eliminate de.X")
    assert (table.where("de.X"), table.where("de.I")) == ("", "4540")


@rule("caseyellow", "8.5")
def test_markers_never_count() -> None:
    table = mark(allies_move("French fr.VI at 0803", "French fr.di10 at 0804"), better=["0803"], refugees=["0803"])
    table.play("move fr.di10 0803")
    table.play("end")
    assert table.where("fr.di10") == table.where("fr.VI") == "0803"


@rule("caseyellow", "8.4b")
def test_stacking_limits_placement() -> None:
    table = stage("German de.X at Köln", "German de.XVII in reserve", turn=2).phase("German move round")
    assert table.why_not("enter de.XVII 3035").rule == "8.4b"
    assert table.allows("enter de.XVII 2930")


@rule("caseyellow", "8.4")
def test_whether_a_unit_may_join_a_stack() -> None:
    g = game(stage("German de.X at 4540", "German de.id208 at 4541", "German de.I at 4640"))
    corps, division, here = g.scenario.unit_named["de.I"], g.scenario.unit_named["de.id208"], g.map.hex("4540")
    assert may_stack(g, division, here)
    assert not may_stack(g, corps, here)
