"""0, 1: scale and pieces."""

from __future__ import annotations

import re

from meuse.games.planjaune.board import movement_of, points_of, quality_of, strength_of
from meuse.testkit import Table, rule

from .scene import ALLIED, at, board, fight, game, status, unit, zone

TWO_STEP_CORPS = (
    "fr.cefs",
    "fr.dlic",
    "fr.dli17",
    "fr.dli235",
    "fr.dli237",
    "fr.dli239",
    "fr.dia83",
    "fr.dia85",
    "fr.dip",
)
DIVISIONS = (
    "be.dlc", "nl.leicht", "nl.ab", "nl.asgr", "nl.inis", "nl.betmaa", "uk.rac", "uk.1db", "fr.dim1", "fr.dcr1",
    "fr.dlc1", "fr.dlm1", "fr.dlm47", "de.pz1", "de.m2", "de.lah", "de.id554", "de.id555", "de.id556", "de.id557",
)  # fmt: skip


def figures(table: Table, name: str) -> tuple[int, int, int, int]:
    """Strength, quality, movement and stacking points of a unit as it is."""
    g, u = game(table), unit(table, name)
    return strength_of(g, u), quality_of(g, u), movement_of(g, u), points_of(g, u)


@rule("planjaune", "0a", "R.0a.1", "R.2.D.1")
def test_the_first_turn_has_two_days_and_the_fourteenth_ends_the_game():
    dates = game(board()).scenario.tables["turns"]["dates"]

    assert dates[0] == "10-11 May"
    assert dates[1] == "12-14 May"
    assert dates[11] == "11-13 June"
    assert len(dates) == 14


@rule("planjaune", "0b", "0c")
def test_a_hex_has_20_km_infantry_comes_in_corps_and_motorized_units_in_divisions():
    g = game(board())
    size = {name: g.scenario.counters[unit(board(), name)].size for name in ("de.XIII", "de.pz1", "fr.dim1", "uk.I")}

    assert g.map.scale_km == 20
    assert size == {"de.XIII": "XXX", "de.pz1": "XX", "fr.dim1": "XX", "uk.I": "XXX"}


@rule("planjaune", "1a", "1b", "1c", "1d", "1g", "9.2h")
def test_a_corps_loses_strength_step_by_step_and_ends_as_a_cadre():
    table = board("de.IX at 0728")
    assert figures(table, "de.IX") == (6, 4, 4, 2)

    assert figures(table.put("de.IX at 0728 with 2 steps"), "de.IX") == (3, 4, 4, 2)

    assert figures(table.put("de.IX at 0728 with 1 step"), "de.IX") == (1, 3, 4, 1)
    assert status(table, "de.IX") == ("cadre",)


@rule("planjaune", "R.1m.1", "9.2h")
def test_the_cadre_of_a_british_corps_is_infantry():
    table = board("uk.I at 0728 with 1 step", "uk.II at 0730")

    assert "uk.I" not in at(table, "Allied motorized movement").choices("move")
    assert "uk.I" in at(table, "Allied non-motorized movement").choices("move")
    assert figures(table, "uk.I") == (1, 3, 4, 1)


@rule("planjaune", "1h", "R.1h.1", "4b", "3b")
def test_two_step_corps_have_two_points_and_a_zone_to_the_last_step():
    for name in TWO_STEP_CORPS:
        table = board(f"{name} at 0728 with 1 step")
        assert game(table).scenario.counters[unit(table, name)].steps == 2
        assert figures(table, name)[3] == 2
        assert "0729" in zone(table, ALLIED)


@rule("planjaune", "R.1h.2")
def test_dutch_and_belgian_corps_have_two_steps_others_three():
    counters = {counter.id: counter.steps for counter in game(board()).scenario.counters}

    assert {counters[name] for name in ("be.I", "be.VII", "nl.I", "nl.IV")} == {2}
    assert {counters[name] for name in ("fr.I", "uk.I", "de.IX")} == {3}


@rule("planjaune", "1i", "1j", "3b")
def test_divisions_have_two_steps_and_one_point_and_leave_no_cadre():
    for name in DIVISIONS:
        table = board(f"{name} at 0728 with 1 step")
        assert game(table).scenario.counters[unit(table, name)].steps == 2
        assert figures(table, name)[3] == 1
        assert status(table, name) == ()


@rule("planjaune", "1j", "1h", "R.1j.1", "3b")
def test_no_other_unit_has_one_point_and_no_other_infantry_two_steps():
    fighting = [c for c in game(board()).scenario.counters if c.strengths and not c.has("airborne")]
    divisions = {c.id for c in fighting if c.points == 1}
    named = (
        r"be.dlc|nl.(leicht|ab|asgr|inis|betmaa)|uk.(rac|1db)|fr.(dim|dcr|dlc|dlm)\d+|de.(pz|m|id)\d+|de.(ssv|lah|sst)"
    )
    assert [name for name in divisions if not re.fullmatch(named, name)] == []

    short = {c.id for c in fighting if c.points == 2 and c.steps == 2 and c.nation in ("german", "french", "british")}
    assert short == set(TWO_STEP_CORPS)
    table = board("uk.51 at 0728", "de.kav1 at 2406", "nl.peel at 1810 with 1 step")
    assert [figures(table, name)[3] for name in ("uk.51", "de.kav1", "nl.peel")] == [2, 2, 2]
    assert {"0729", "1811"} <= zone(table, ALLIED)


@rule("planjaune", "1e")
def test_a_headquarters_has_no_strength_and_does_not_attack():
    table = at(board("de.hqb at 0728", "de.IX at 0829", "fr.I at 0729"), "German combat")

    assert figures(table, "de.hqb") == (0, 0, 8, 0)
    assert table.why_not("attack 0729 with de.hqb go").rule == "1e"


@rule("planjaune", "1k")
def test_a_headquarters_is_lost_when_an_enemy_walks_into_its_hex():
    table = at(board("de.pz1 at 0728", "fr.hq1 at 0729"), "German motorized movement")

    table.play("move de.pz1 0729")

    assert table.where("fr.hq1") == ""


@rule("planjaune", "1l")
def test_a_headquarters_is_lost_with_the_last_unit_beside_it():
    table = at(
        board("de.IX at 0728", "de.XI at 0728", "fr.dlc1 at 0729 with 1 step", "fr.hq1 at 0729"), "German combat"
    )

    fight(table, "attack 0729 with de.IX de.XI go", dice=(6,))

    assert table.where("fr.dlc1") == ""
    assert table.where("fr.hq1") == ""


@rule("planjaune", "1l")
def test_a_headquarters_is_lost_with_the_last_unit_of_an_attack_too():
    units = ("de.pz1 at 0728 with 1 step", "de.hqa at 0728", "fr.I at 0729", "fr.II at 0729")
    table = at(board(*units), "German combat")
    fight(table, "attack 0729 with de.pz1 go", dice=(1,))
    assert table.where("de.pz1") == table.where("de.hqa") == ""

    guarded = at(board(*units, "de.IX at 0728"), "German combat")
    fight(guarded, "attack 0729 with de.pz1 go", dice=(1,))
    assert guarded.where("de.pz1") == ""
    assert guarded.where("de.hqa") == "0728"


@rule("planjaune", "R.1l.1", "1e")
def test_a_headquarters_retreats_with_its_stack_and_alone_is_no_target():
    table = at(board("de.IX at 0728", "de.XI at 0728", "fr.I at 0729", "fr.hq1 at 0729"), "German combat")
    fight(table, "attack 0729 with de.IX de.XI go", dice=(6,))
    table.play("split 2", "retreat 0730")

    assert table.where("fr.hq1") == table.where("fr.I") == "0730"

    alone = at(board("de.IX at 0728", "fr.hq1 at 0729", "de.XI at 0827", "fr.I at 0828"), "German combat")
    assert alone.why_not("attack 0729 with de.IX go").rule == "6.1a"


@rule("planjaune", "1m", "5.2a", "5.2b")
def test_armoured_motorized_and_armoured_cavalry_units_are_motorized_and_infantry_is_not():
    german = board("de.pz1 at 0728", "de.m2 at 0729", "de.IX at 0726", "de.hqb at 0727")
    assert set(at(german, "German exploitation").choices("move")) == {"de.pz1", "de.m2"}

    allied = board("fr.dlm1 at 0729", "uk.I at 0627", "fr.I at 0827", "fr.hq1 at 0728")
    assert set(at(allied, "Allied exploitation").choices("move")) == {"fr.dlm1", "uk.I"}
    assert at(allied, "Allied motorized movement").choices("move").count("fr.hq1") == 1
