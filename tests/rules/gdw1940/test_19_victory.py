"""19: victory points, objectives, victory levels."""

from __future__ import annotations

import pytest

from meuse.counters import Side
from meuse.games.gdw1940.board import GROUNDED
from meuse.games.gdw1940.victory import Standing, level
from meuse.testkit import Table, rule

from .scene import at, eliminated, final_level, game, joined, plans, points, territory

PARIS = ("1919", "2018", "2019")
NORTH = ("0812", "0816", "0915", "0919", "0920", "1013", "1020", "1110", "1117", "1211")
RUHR = ("0704", "0705", "0706")


def board(*sentences: str) -> Table:
    return Table("gdw1940").clear().put(*sentences)


def reached(table: Table) -> list[int]:
    """The objectives that are accomplished, as everybody sees them."""
    part = next(part for part in table.game.view().parts if part.id == "victory")
    return [int(cell.id) for cell in part.cells if cell.on]


# -- the end


@rule("gdw1940", "19.end")
def test_the_game_ends_with_turn_10():
    table = board("French fr.IV at 2019")
    at(table, "Allied movement", 9, impulse=2).play("end")
    assert not table.game.over

    at(table, "Allied movement", 10, impulse=2).play("end")
    assert table.game.over
    assert table.game.result.winner is Side.ALLIED
    assert table.game.result.text == "Allied decisive victory: 0 points to 0; the plan to take the north failed."


# -- losses


@rule("gdw1940", "19.vp.german", "19.vp.allied")
def test_points_for_losses():
    """derived.19.vp; the six factors of panzers are two divisions."""
    table = board()
    assert points(eliminated(table, "uk.1A")) == (9, 0)
    assert points(eliminated(table, "fr.X")) == (9 + 2, 0)
    assert points(eliminated(table, "fr.I")) == (9 + 2 + 6, 0)
    assert points(eliminated(table, "be.V", "nl.IV", "ch.1")) == (17, 0)
    assert points(eliminated(table, "de.fj1")) == (17, 5)
    assert points(eliminated(table, "de.pz9", "de.pz10")) == (17, 5 + 18)
    assert points(eliminated(table, "de.X")) == (17, 5 + 18 + 8)


@rule("gdw1940", "R.19.vp.allied.1")
def test_the_air_landing_division_counts_as_one_airborne_unit():
    assert points(eliminated(board(), "de.ll22")) == (0, 5)

    as_reserve = board("German de.ll22 at 1008")
    game(as_reserve).set_status(game(as_reserve).scenario.unit_named["de.ll22"], GROUNDED)
    assert points(eliminated(as_reserve, "de.ll22")) == (0, 5)


@rule("gdw1940", "19.vp.factors")
def test_printed_factors_count_after_a_defeat():
    table = board("German de.XIX at 2010", "unsupplied French fr.VI at 2011")
    at(table, "German combat", 2).dice(1).play("attack 2011 with de.XIX go", "done", "resolve 2011")

    assert table.where("fr.VI") == ""
    assert points(table) == (4, 0)


@rule("gdw1940", "19.vp.factors")
def test_attackers_that_are_eliminated_count():
    table = board("German de.m13 at 2010", "French fr.VI at 2011")
    at(table, "German combat", 2).dice(6).play("attack 2011 with de.m13 go", "done", "resolve 2011")

    assert table.where("de.m13") == ""
    assert points(table) == (0, 6)


@rule("gdw1940", "19.vp.factors")
def test_units_that_cannot_retreat_count():
    table = board("German de.XIX at 2010", "German de.IX at 2012", "French fr.X at 2011")
    at(table, "German combat", 2).dice(5).play("attack 2011 with de.XIX de.IX go", "done", "resolve 2011")

    assert table.where("fr.X") == ""
    assert points(table) == (2, 0)


@rule("gdw1940", "19.vp.factors")
def test_evacuated_and_withdrawn_units_do_not_count():
    table = board("British uk.I at 0919")
    at(table, "Allied movement", 2).play("evacuate uk.I")
    assert points(table) == (0, 0)

    table = board("German de.fj1 at 1008")
    at(table, "Airborne units", 2).play("recall de.fj1")
    assert points(table) == (0, 0)


# -- objectives


@rule("gdw1940", "19.plan.maginot")
def test_the_maginot_line_is_cleared_when_no_allied_unit_is_in_it():
    table = board("French fr.IV at 1809")
    assert 1 in reached(table)

    table.put("British uk.51 at 1808")
    assert 1 not in reached(table)

    table.remove("British uk.51").put("French fr.XX at 1906")  # a minor fortification
    assert 1 in reached(table)


@rule("gdw1940", "19.plan.paris")
def test_paris_falls_with_its_third_hex():
    table = territory(board(), "german", "1919", "2018")
    assert 2 not in reached(table)
    assert 2 in reached(territory(table, "german", "2019"))

    table.put("French fr.IV at 2018")
    assert 2 not in reached(table)


@rule("gdw1940", "19.plan.north")
@pytest.mark.parametrize("missing", NORTH)
def test_the_north_is_lille_four_ports_and_every_belgian_city(missing):
    table = joined(board(), "belgium")
    assert 3 in reached(territory(table, "german", *NORTH))
    assert 3 not in reached(territory(table, "allied", missing))


@rule("gdw1940", "19.plan")
def test_the_plan_is_the_objective_written_down_before_the_game():
    table = territory(eliminated(board("French fr.VI at 1808"), "fr.IV"), "german", *PARIS)

    assert final_level(plans(table, objective=2)) == "draw"
    assert final_level(plans(table, objective=3)) == "Allied marginal victory"
    assert final_level(plans(table, objective=1)) == "Allied marginal victory"


@rule("gdw1940", "19.holland", "R.19.holland.1")
def test_an_invaded_holland_must_surrender():
    table = joined(territory(eliminated(board(), "fr.IV"), "german", *PARIS), "holland")
    plans(table, objective=2)
    assert reached(table) == [1, 2]
    assert final_level(table) == "Allied marginal victory"

    at(territory(table, "german", "0210", "0410"), "Allied movement", 10, impulse=2).play("end")
    assert table.game.result.level == "German decisive victory"


# -- levels


@rule(
    "gdw1940",
    "19.level.order",
    "19.level.allied_strategic",
    "19.level.allied_decisive",
    "19.level.allied_marginal",
    "19.level.draw",
    "19.level.german_marginal",
    "19.level.german_decisive",
    "19.level.german_strategic",
)
@pytest.mark.parametrize(
    ("standing", "expected"),
    [
        (Standing(30, 31, False, 0, 2, 0), "Allied strategic victory"),
        (Standing(30, 30, False, 0, 2, 0), "Allied decisive victory"),
        (Standing(30, 30, True, 2, 0, 0), "Allied marginal victory"),
        (Standing(40, 10, False, 2, 0, 20), "Allied marginal victory"),
        (Standing(31, 30, True, 0, 0, 15), "draw"),
        (Standing(31, 30, True, 1, 0, 15), "German marginal victory"),
        (Standing(60, 30, True, 1, 0, 11), "German decisive victory"),
        (Standing(60, 30, True, 1, 0, 12), "German strategic victory"),
        (Standing(60, 30, True, 2, 0, 0), "German strategic victory"),
        (Standing(59, 30, True, 2, 0, 20), "German marginal victory"),
    ],
)
def test_victory_levels(standing, expected):
    """derived.19.levels"""
    assert level(game(board()).scenario.tables["victory"], standing) == expected


@rule("gdw1940", "19.level.allied_strategic", "R.19.level.allied_strategic.1", "19.level.allied_decisive")
def test_two_hexes_of_the_ruhr_in_allied_hands():
    table = eliminated(plans(board("French fr.IV at 1808"), objective=2), "de.X")
    assert final_level(territory(table, "allied", RUHR[0])) == "Allied decisive victory"
    assert final_level(territory(table, "allied", RUHR[2])) == "Allied strategic victory"
    assert final_level(territory(table, "german", RUHR[0])) == "Allied decisive victory"


@rule("gdw1940", "19.level.german_decisive", "R.19.level.german_decisive.1")
def test_any_score_is_twice_nothing():
    table = eliminated(plans(territory(board(), "german", *PARIS), objective=2), "fr.dlc1")

    assert reached(table) == [1, 2]
    assert points(table) == (1, 0)
    assert final_level(table) == "German decisive victory"


@rule("gdw1940", "19.level.german_strategic", "19.level.german_marginal", "19.level.draw")
def test_german_levels_on_the_map():
    table = eliminated(plans(territory(board("French fr.IV at 1808"), "german", *PARIS), objective=2), "uk.I", "uk.II")
    assert final_level(table) == "draw"  # 24 points, 8 British factors, but nothing besides Paris

    table.remove("French fr.IV")
    assert final_level(table) == "German decisive victory"
    assert final_level(eliminated(table, "uk.III")) == "German strategic victory"
    assert final_level(eliminated(table, "de.XIX")) == "German marginal victory"  # 36 to 24


@rule("gdw1940", "19.level.german_strategic")
def test_the_third_objective_makes_a_strategic_victory():
    table = joined(eliminated(plans(board(), objective=2), "fr.IV"), "belgium")
    assert final_level(territory(table, "german", *PARIS)) == "German decisive victory"
    assert final_level(territory(table, "german", *NORTH)) == "German strategic victory"


@rule("gdw1940", "19.level.allied_marginal", "19.level.order")
def test_equal_points_or_a_plan_defeated_are_enough_for_the_allies():
    table = plans(territory(board(), "german", *PARIS), objective=2)
    assert final_level(table) == "Allied marginal victory"  # 0 to 0, though two objectives are reached

    table = eliminated(plans(board(), objective=2), "uk.I")
    assert final_level(table) == "Allied marginal victory"  # 12 to 0, but no Paris
