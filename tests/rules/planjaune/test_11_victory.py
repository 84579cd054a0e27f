"""11.13: objectives and victory levels."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.games.planjaune.losses import destroy
from meuse.games.planjaune.supply import sources
from meuse.games.planjaune.victory import LEVELS, holding_maginot, level, level_shifts, reached, verdict
from meuse.testkit import Table, rule

from .scene import ALLIED, at, board, changed, game, unit
from .test_11_war_plans import taken

LINE = ("1719", "1820", "1920", "2021", "2121", "2222", "2322", "2325", "2423", "2424", "2425", "2522", "2523")


@rule("planjaune", "11.13a")
def test_the_axis_chooses_one_of_four_objectives_in_secret():
    table = Table("planjaune")
    assert table.asked == "german"
    assert table.choices("plan") == ["1", "2", "3", "4"]
    table.play("plan 3")
    allied = table.game.seat("allied").view
    assert not any(part.id == "plan" for part in allied.parts)
    assert any(part.id == "plan" for part in table.game.seat("german").view.parts)


@rule("planjaune", "11.13.o1")
def test_the_race_to_the_sea():
    ports = ("0913", "1411", "0511", "0710", "0412", "0115")
    table = taken(changed(board(), surrendered=frozenset({"netherlands"})), *ports)
    g = game(table)
    for h in range(len(g.map)):
        if g.map.country[h] == "france":
            g.set_rail_owner(h, 0)
            g.set_control(h, 1)
    assert reached(game(changed(table)), 1)
    g.set_control(g.map.hex("0115"), 2)
    assert not reached(game(changed(table)), 1)
    g.set_control(g.map.hex("0115"), 1)
    assert not reached(game(changed(table, surrendered=frozenset())), 1)


@rule("planjaune", "11.13.o2", "R.11.13.o2.1", "R.11.13.o2.2")
def test_six_motorized_units_leave_over_the_lines_of_communication():
    table = at(
        board("de.pz1 at 0732", "de.c16 at 0115", "de.pz3 in de.c16", "de.pz4 in de.c16", "de.IX at 0629"),
        "German motorized movement",
    )
    assert set(table.choices("exit")) == {"de.pz1", "de.c16"}
    table.play("exit de.pz1", "exit de.c16")
    assert game(table).exited == 3
    assert game(table).steps_lost == {}
    assert (table.where("de.pz1"), table.where("de.c16")) == ("exited", "corps")
    assert not reached(game(table), 2)
    assert reached(game(changed(table, exited=6)), 2)


@rule("planjaune", "11.13.o2")
def test_only_there_and_only_motorized_germans():
    table = at(board("de.pz1 at 0732", "de.pz2 at 0632", "fr.dlm1 at 0120"), "German motorized movement")
    assert table.why_not("exit de.pz2").rule == "11.13.o2"
    on_foot = at(board("de.IX at 0732", "de.XI at 0728"), "German non-motorized movement")
    assert "exit" not in on_foot.choices()


@rule("planjaune", "11.13.o3", "R.11.13.o3.1")
def test_the_maginot_line_is_isolated_when_every_hex_is_captured_or_cut_off():
    table = board()
    assert len(holding_maginot(game(table))) == len(LINE)
    assert not reached(game(table), 3)
    g = game(table)
    for label in LINE[:-1]:
        g.set_control(g.map.hex(label), 1)
    assert [g.map.labels[h] for h in holding_maginot(game(changed(table)))] == ["2523"]
    near = [g.map.labels[n] for n in g.map.adjacent[g.map.hex("2523")] if g.scenario.touching[n]]
    names = ("de.IX", "de.XI", "de.IV", "de.I", "de.V", "de.VIII")
    table.put(*(f"{name} at {place}" for name, place in zip(names, near, strict=False)))
    assert reached(g, 3)


@rule("planjaune", "R.11.13.o3.1", "11.13.o3")
def test_strasbourg_in_the_line_does_not_feed_it():
    around = ("de.IX at 2324", "de.XI at 2325", "de.IV at 2424", "de.I at 2524", "de.V at 2525", "de.VIII at 2426")
    table = board("fr.XVII at 2425", *around)
    g = game(table)
    for label in set(LINE) - {"2425"}:
        g.set_control(g.map.hex(label), 1)
    assert g.map.hex("2425") in sources(g, ALLIED)
    assert reached(game(changed(table)), 3)


@rule("planjaune", "11.13.o3", "R.8.1d.1")
def test_it_is_isolated_by_units_too_also_where_only_zones_cut_supply():
    around = (
        "de.pz1 at 2324",
        "de.pz2 at 2325",
        "de.pz3 at 2424",
        "de.pz4 at 2524",
        "de.pz5 at 2525",
        "de.hqa at 2426",
    )
    table = board("fr.XVII at 2425", *around, R__8__1d__1=True)
    g = game(table)
    for label in set(LINE) - {"2425"}:
        g.set_control(g.map.hex(label), 1)
    assert reached(game(changed(table)), 3)


@rule("planjaune", "11.13.o4", "R.11.13.o4.1")
def test_the_bef_and_the_french_armour():
    table = board("uk.I at 0728 with 1 step", "fr.dlm1 at 0729")
    destroy(game(table), unit(table, "uk.I"), "6.2.4")
    destroy(game(table), unit(table, "fr.dlm1"), "6.2.4")
    assert (game(table).british_destroyed, game(table).armour_destroyed) == (2, 1)
    assert not reached(game(changed(table, british_destroyed=Fraction(19, 2), armour_destroyed=Fraction(6))), 4)
    assert reached(game(changed(table, british_destroyed=Fraction(10), armour_destroyed=Fraction(6))), 4)


@rule("planjaune", "11.13b", "R.11.13b.1")
@pytest.mark.parametrize(
    ("chosen", "others", "expected"),
    [
        (False, 0, "Major Allied victory"),
        (False, 1, "Minor Allied victory"),
        (True, 0, "Minor Allied victory"),
        (True, 1, "Draw"),
        (True, 2, "Minor Axis victory"),
        (True, 3, "Major Axis victory"),
        (False, 3, "Minor Allied victory"),
    ],
)
def test_the_levels(chosen, others, expected):
    assert LEVELS[level(chosen, others)] == expected


@rule("planjaune", "11.13d", "11.13e", "R.11.13d.1")
@pytest.mark.parametrize(
    ("axis", "allied", "expected"), [(30, 29, ["11.13d"]), (30, 30, []), (30, 60, ["11.13e"]), (30, 59, [])]
)
def test_losses_move_the_level_and_the_dutch_do_not_count(axis, allied, expected):
    table = board()
    game(table).steps_lost.update({"german": axis, "french": allied - 9, "british": 5, "belgian": 4, "dutch": 50})
    assert [rule_id for _, _, rule_id in level_shifts(game(table))] == expected


@rule("planjaune", "11.13c", "11.13b")
def test_a_german_city_in_allied_hands_moves_the_level():
    table = board("fr.I at 1913")
    assert [(shift, rule_id) for shift, _, rule_id in level_shifts(game(table))] == [(-1, "11.13c")]


@rule("planjaune", "12.8b", "R.11.13d.1")
def test_italy_moves_it_too_and_the_level_stays_between_the_ends():
    table = changed(board(), italian_bonus=True)
    assert [rule_id for _, _, rule_id in level_shifts(game(table))] == ["12.8b"]
    worst = board("fr.I at 1913")
    game(worst).steps_lost.update({"german": 10})
    assert verdict(game(worst)).level == "Major Allied victory"


@rule("planjaune", "11.13b", "2.D")
def test_the_verdict_tells_plan_and_level():
    table = changed(board(), exited=6, british_destroyed=Fraction(10), armour_destroyed=Fraction(6))
    game(table).plans["objective"] = 2
    result = verdict(game(table))
    assert (result.level, result.winner) == ("Draw", None)
    assert "Invasion" in result.text
