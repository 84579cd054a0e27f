"""5.1, 5.2: movement and exploitation."""

from __future__ import annotations

import pytest

from meuse import IllegalOrder
from meuse.testkit import Table, rule

from .scene import at, board, changed, cost, game, unit


def motorized(*units: str, **kind: int) -> Table:
    return at(board(*units, **kind), "German motorized movement")


def on_foot(*units: str) -> Table:
    return at(board(*units), "German non-motorized movement")


@rule("planjaune", "5.1a")
def test_each_kind_moves_in_its_own_phase():
    assert on_foot("de.pz1 at 0728", "de.IX at 0726").why_not("move de.pz1 0729").rule == "5.1a"
    assert motorized("de.IX at 0728", "de.pz1 at 0726").why_not("move de.IX 0729").rule == "5.1a"


@rule("planjaune", "5.1b", "1b", "5.t4", "R.5.t4.1", "5.t2", "5.t3", "11.6a")
def test_terrain_costs_by_kind_of_unit_and_adds_up():
    table = on_foot("de.IX at 1715")
    assert game(table).map.terrain[game(table).map.hex("1715")] == "rough"
    assert game(table).map.terrain[game(table).map.hex("1816")] == "difficult"
    chart = game(table).scenario.terrain
    assert chart["difficult"].motorized >= chart["forest"].motorized
    assert cost(on_foot("de.IX at 0729"), "de.IX", "0730") == "1"
    assert cost(on_foot("de.IX at 1518"), "de.IX", "1517") == "4"
    assert cost(motorized("de.pz1 at 1518"), "de.pz1", "1517") == "6"
    assert cost(motorized("de.pz1 at 1518"), "de.pz1", "1619") == "1"


@rule("planjaune", "5.t1")
def test_the_flooded_plain_of_dunkirk_is_marsh():
    g = game(board())
    assert g.map.terrain[g.map.hex("0611")] == "marsh"
    assert cost(motorized("de.pz1 at 0711"), "de.pz1", "0611") == str(g.scenario.terrain["marsh"].motorized)


@rule("planjaune", "5.1b")
def test_a_unit_goes_no_farther_than_its_points():
    table = on_foot("de.IX at 0726")
    assert table.allows("move de.IX 0730")
    assert table.why_not("move de.IX 0731").rule == "5.1b"

    table.play("move de.IX 0729")

    assert table.allows("move de.IX 0730")
    assert not table.allows("move de.IX 0831")


@rule("planjaune", "5.1c")
def test_an_enemy_zone_ends_the_move():
    table = motorized("de.pz1 at 0727", "de.pz2 at 0726", "fr.I at 0730")

    table.play("move de.pz1 0729")

    assert table.why_not("move de.pz1 0728").rule == "5.1c"
    with pytest.raises(IllegalOrder):
        motorized("de.pz1 at 0727", "fr.I at 0730").play("move de.pz1 0728.0729.0829")


@rule("planjaune", "5.1d", "5.1c")
def test_leaving_an_enemy_zone_costs_one_more():
    table = motorized("de.pz1 at 0729", "fr.I at 0730")
    assert cost(table, "de.pz1", "0728") == "2"
    assert cost(motorized("de.pz1 at 0729"), "de.pz1", "0728") == "1"


@rule("planjaune", "5.1e")
def test_infantry_never_steps_from_zone_to_zone():
    table = on_foot("de.id554 at 0729", "fr.I at 0730", "fr.II at 0830")
    refusal = table.why_not("move de.id554 0829")
    assert refusal.rule == "5.1e"
    assert "0830" in refusal.causes
    assert table.allows("move de.id554 0728")

    longer = on_foot("de.IX at 0729", "fr.I at 0730", "fr.II at 0830")
    assert cost(longer, "de.IX", "0829") == "3"


@rule("planjaune", "5.1f", "5.1d")
def test_motorized_units_may_once_if_they_began_in_a_zone():
    table = motorized("de.pz1 at 0729", "de.pz2 at 0726", "fr.I at 0730", "fr.II at 0830")
    assert cost(table, "de.pz1", "0829") == "2"

    table.play("move de.pz1 0829")

    assert table.why_not("move de.pz1 0828").rule == "5.1c"


@rule("planjaune", "R.5.1f.1")
def test_whoever_enters_a_zone_in_this_phase_does_not_go_on_to_another():
    table = motorized("de.pz1 at 0728", "fr.I at 0730", "fr.II at 0830")
    with pytest.raises(IllegalOrder):
        table.play("move de.pz1 0729.0829")


@rule("planjaune", "5.1g")
def test_one_hex_can_always_be_moved():
    table = at(board("de.id554 at 1518"), "German non-motorized movement")
    assert cost(table, "de.id554", "1517") == "2"

    table.play("move de.id554 1517")

    assert table.why_not("move de.id554 1518").rule in ("5.1a", "5.1b")
    zoned = at(board("de.id554 at 0729", "fr.I at 0730", "fr.II at 0830"), "German non-motorized movement")
    assert zoned.why_not("move de.id554 0829").rule == "5.1e"


@rule("planjaune", "5.2a", "R.5.2a.1")
def test_motorized_units_exploit_with_half_their_movement_rounded_up():
    table = at(board("de.pz1 at 0726"), "German exploitation")
    assert table.allows("move de.pz1 0730")
    assert not table.allows("move de.pz1 0831")

    seven = at(board("fr.dim1 at 0726"), "Allied exploitation")
    assert seven.allows("move fr.dim1 0730")
    assert not seven.allows("move fr.dim1 0831")
    assert at(board("de.IX at 0728", "de.pz1 at 0726"), "German exploitation").why_not("move de.IX 0729").rule == "5.2a"


@rule("planjaune", "5.2b")
def test_headquarters_do_not_exploit():
    table = at(board("de.hqa at 0728", "de.pz1 at 0727"), "German exploitation")
    assert table.why_not("move de.hqa 0729").rule == "5.2b"


@rule("planjaune", "5.2c")
def test_an_allied_unit_in_a_zone_does_not_exploit_a_german_one_does():
    allied = at(board("fr.dlm1 at 0729", "fr.dlm2 at 0726", "de.IX at 0730"), "Allied exploitation")
    assert allied.why_not("move fr.dlm1 0728").rule == "5.2c"

    german = at(board("de.pz1 at 0729", "fr.I at 0730"), "German exploitation")
    assert german.allows("move de.pz1 0728")


@rule("planjaune", "8.2.exploit", "8.2a", "8.2d")
def test_out_of_supply_units_move_less_and_do_not_exploit():
    table = motorized("unsupplied de.pz1 at 0726")
    assert table.allows("move de.pz1 0730")
    assert not table.allows("move de.pz1 0831")
    assert on_foot("unsupplied de.IX at 0726").why_not("move de.IX 0730").rule == "5.1b"
    assert on_foot("unsupplied de.IX at 0726").allows("move de.IX 0729")
    exploiting = at(board("unsupplied de.pz1 at 0728", "de.pz2 at 0726"), "German exploitation")
    assert exploiting.why_not("move de.pz1 0729").rule == "8.2.exploit"


@rule("planjaune", "R.5.2a.1")
def test_halvings_multiply():
    table = motorized("unsupplied slowed de.pz1 at 0727")
    assert table.allows("move de.pz1 0729")
    assert not table.allows("move de.pz1 0730")


@rule("planjaune", "11.7d", "R.11.7d.1")
def test_refugees_hold_up_the_allies_only():
    table = board("fr.dlm1 at 0728", "de.pz1 at 0727")
    g = game(table)
    g.move_refugees(0, g.map.hex("0728"))
    g.move_refugees(1, g.map.hex("0729"))
    at(changed(table), "Allied motorized movement")
    assert cost(table, "fr.dlm1", "0829") == "2"
    assert cost(table, "fr.dlm1", "0729") == "3"

    german = board("de.pz1 at 0728")
    game(german).move_refugees(0, game(german).map.hex("0729"))
    assert cost(at(changed(german), "German motorized movement"), "de.pz1", "0729") == "1"


@rule("planjaune", "10.2.interdict-enter", "R.10.2.interdict-enter.1")
def test_an_interdicted_hex_stops_enemies_only():
    table = board("fr.dlm1 at 0727", "de.pz1 at 0827")
    there = frozenset({game(table).map.hex("0728")})
    at(changed(table, interdicted=(there, frozenset())), "Allied motorized movement")
    with pytest.raises(IllegalOrder):
        table.play("move fr.dlm1 0728.0729")

    german = board("de.pz1 at 0727")
    at(changed(german, interdicted=(there, frozenset())), "German motorized movement").play("move de.pz1 0728.0729")
    assert german.where("de.pz1") == "0729"


@rule("planjaune", "10.2.interdict-start")
def test_a_unit_that_begins_in_an_interdicted_hex_has_half_its_movement():
    table = board("fr.dlm1 at 0726")
    there = frozenset({game(table).map.hex("0726")})
    at(changed(table, interdicted=(there, frozenset())), "Allied motorized movement")
    assert table.allows("move fr.dlm1 0730")
    assert not table.allows("move fr.dlm1 0831")

    table.play("move fr.dlm1 0729")

    assert table.allows("move fr.dlm1 0730")
    assert not table.allows("move fr.dlm1 0831")


@rule("planjaune", "R.11.10d.1", "11.10d")
def test_the_dyke_leads_from_1703_to_1802_only():
    table = motorized("de.pz1 at 1803")
    assert {"1703", "1802"} <= table.reach("de.pz1")
    assert motorized("de.pz1 at 1902").why_not("move de.pz1 1804").rule == "5.1b"
    assert "1803" in motorized("de.pz1 at 1802").reach("de.pz1")


@rule("planjaune", "9.1c")
def test_a_unit_that_has_just_arrived_moves():
    table = at(board("fr.dcr4 in arrivals", "de.IX at 2213", turn=3), "Allied reinforcements")
    table.play("enter fr.dcr4 0521")
    assert "fr.dcr4" in at(table, "Allied motorized movement").choices("move")


@rule("planjaune", "R.1m.2", "1m")
def test_a_british_corps_that_becomes_a_cadre_after_its_move_does_not_move_again_on_foot():
    units = ("uk.I at 0729 with 2 steps", "uk.II at 0829 with 2 steps", "fr.I at 0731")
    table = at(board(*units), "Allied motorized movement")
    table.play("move uk.I 0728")
    game(table).set_steps(unit(table, "uk.I"), 1)
    game(table).set_steps(unit(table, "uk.II"), 1)
    changed(table).play("end")
    assert table.why_not("move uk.I 0727").text == "British I Corps has finished its move"
    assert table.allows("move uk.II 0828")
