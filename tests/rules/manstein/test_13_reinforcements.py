"""13: reinforcements; 14: refit."""

from __future__ import annotations

from meuse.games.manstein.board import NATIONS
from meuse.games.manstein.reinforcements import entries_of
from meuse.testkit import Table, rule

from .scene import bins, draw, game, give, impulse, mark, marked, movement, number, refit, scene, words


def due(table: Table, unit: str, turn: int) -> Table:
    game(table).arrival[number(table, unit)] = turn
    return table


# -- 13 reinforcements


@rule("manstein", "13.1", "13.2a", "21.1i")
def test_a_reinforcement_comes_with_its_command_on_its_turn():
    """book-2gc-arrival"""
    table = bins(scene("French fr.2GC in track with 1 step", marker="1AG"), "", "1AG")
    assert words(impulse(due(table, "fr.2GC", 3))) == "End of turn 6"  # a turn too early

    impulse(due(table, "fr.2GC", 2))
    assert table.allows("enter fr.2GC 0941")
    draw(table, "plan-d").play("activate 1AG")
    assert words(table) == "Allied reinforcements"
    assert words(impulse(marked(table, "2AG"))) == "End of turn 6"


@rule("manstein", "13.2a", "13.2b", "R.13.2b.2")
def test_it_may_wait_for_a_later_activation_but_not_beyond_the_turn():
    table = bins(scene("French fr.2GC in track", marker="plan-d"), "", "1AG 2AG")
    impulse(marked(due(table, "fr.2GC", 2), "plan-d", "1AG"))
    assert table.allows("done")  # the marker of 1AG is still in the bin

    bins(table, "", "2AG")
    assert table.why_not("done").rule == "13.2b"
    table.play("enter fr.2GC 0941")
    assert table.where("fr.2GC") == "0941"


@rule("manstein", "R.13.2b.1")
def test_without_a_legal_hex_it_waits():
    table = give(scene("Belgian be.III in track", marker="belgium"), "german", "1335", "1336")
    impulse(due(table, "be.III", 2))
    assert words(table) == "End of turn 6"

    game(table).turn = 3
    impulse(give(table, "allied", "1335"))
    assert table.why_not("done").rule == "13.2b"


@rule("manstein", "R.13.2b.1", "13.2b")
def test_overdue_it_comes_at_the_first_chance():
    """From one turn to the next: its hexes were lost on turn 2, and one is free again on turn 3."""
    table = due(scene("French fr.2GC in track", "French fr.7 at 1141", marker="1AG"), "fr.2GC", 2)
    game(table).regular[1] = ("1AG", "2AG")
    give(table, "german", *game_depots(table), *SOUTH_EDGE, "1944")
    impulse(table)
    assert words(table) == "Allied movement"

    game(table).turn = 3
    bins(marked(give(table, "allied", "0941"), "plan-d", "1AG"), "", "1AG 2AG")
    impulse(table)
    assert table.why_not("done").rule == "13.2b"  # though the marker of 1AG is still in the bin
    table.play("enter fr.2GC 0941")
    assert words(table) == "Allied movement"


SOUTH_EDGE = tuple(f"{column:02}44" for column in range(4, 20))


def game_depots(table: Table) -> list[str]:
    g = game(table)
    return [g.label(h) for h in g.scenario.depots["france"]]


@rule("manstein", "13.2c", "R.13.2b.2")
def test_reserves_come_in_any_friendly_impulse():
    table = bins(scene("German de.2 in track", marker="PGK"), "HGA")
    impulse(due(table, "de.2", 2))
    assert table.allows("enter de.2 1934")
    assert table.allows("done")

    bins(table)
    assert table.why_not("done").rule == "13.2b"


@rule("manstein", "13.3", "R.13.3.1")
def test_it_may_move_at_once_if_it_is_active():
    table = scene("German de.2 in track", marker="HGA")
    impulse(due(table, "de.2", 2)).play("enter de.2 1937", "move de.2 1936")

    assert table.where("de.2") == "1936"


@rule("manstein", "13.3a", "21.2g")
def test_german_arrival_hexes():
    table = impulse(due(scene("German de.2 in track", marker="HGA"), "de.2", 2))

    assert set(table.choices("enter de.2")) >= {"1934", "1835", "1937", "2138", "2141", "2228", "2244"}
    assert table.why_not("enter de.2 1834").rule == "13.3a"


@rule("manstein", "13.3b")
def test_french_and_dutch_arrival_hexes():
    table = impulse(due(scene("French fr.6 in track", marker="1AG"), "fr.6", 2))
    assert {"0941", "1444", "0444", "1944"} <= set(table.choices("enter fr.6"))
    assert table.why_not("enter fr.6 0443").rule == "13.3b"

    table = impulse(due(scene("Dutch nl.III in track", marker="netherlands"), "nl.III", 2))
    assert table.choices("enter nl.III") == ["1333", "1432"]


@rule("manstein", "13.3c")
def test_british_arrival_hexes():
    table = impulse(due(scene("British uk.2 in track", marker="1AG"), "uk.2", 2))

    assert table.choices("enter uk.2") == ["0439", "0440", "0441", "0442", "0443", "0444"]
    assert table.why_not("enter uk.2 0941").rule == "13.3c"


@rule("manstein", "13.4a", "13.4b", "22.4c")
def test_only_friendly_hexes_out_of_enemy_zones():
    table = give(scene("German de.2 in track", "French fr.7 at 1936", marker="HGA"), "allied", "2138")
    impulse(mark(due(table, "de.2", 2), "bombed", "2141"))

    assert table.why_not("enter de.2 2138").rule == "13.4a"
    assert table.why_not("enter de.2 1937").rule == "13.4b"
    assert table.why_not("enter de.2 2141").rule == "22.4c"


@rule("manstein", "13.4a")
def test_a_unit_whose_hexes_are_all_taken_says_so():
    table = give(scene("British uk.2 in track", "French fr.2GC in track", marker="1AG"), "german", *WEST_EDGE)
    impulse(due(due(table, "uk.2", 2), "fr.2GC", 2))

    assert table.choices("enter") == ["fr.2GC"]
    assert "every arrival hex" in table.why_not("enter uk.2").text


WEST_EDGE = ("0439", "0440", "0441", "0442", "0443", "0444")


@rule("manstein", "13.4c")
def test_arrival_may_overstack():
    table = impulse(due(scene("German de.2 in track", "German de.4 at 1937", "German de.12 at 1937"), "de.2", 2))

    assert table.allows("enter de.2 1937")


@rule("manstein", "13.5")
def test_air_units_come_to_their_display_in_the_refit_phase():
    table = due(scene("uk.a.fc in track", turn=3), "uk.a.fc", 3)
    refit(table)

    assert table.where("uk.a.fc") == "available"
    assert "uk.a.fc" not in {unit.id for unit in table.game.view("german").units}


# -- 14 refit


@rule("manstein", "14.1", "14.0b", "R.14.1.1")
def test_every_nation_receives_its_own_points():
    table = scene(turn=2)
    game(table).rp = {"german": 8, "french": 2, "british": 1, "belgian": 0, "dutch": 0}
    refit(table)

    assert game(table).rp == {"german": 10, "french": 4, "british": 2, "belgian": 1, "dutch": 0}


@rule("manstein", "14.2a", "14.2b")
def test_no_points_without_the_ruhr_and_without_paris():
    table = give(scene(turn=2), "allied", "1934")
    refit(give(table, "german", "0941"))

    assert game(table).rp["german"] == 5
    assert game(table).rp["french"] == 2
    assert game(table).rp["british"] == 2


@rule("manstein", "14.0a", "14.3a", "14.3b", "14.3c", "14.3d")
def test_what_refits_cost():
    """derived-refit-costs"""
    germans = (
        "German de.XVI at 1835 with 1 step",
        "German de.XV at 1736 with 1 step",
        "de.a.I in available with 1 step",
    )
    table = refit(scene(*germans, "Dutch nl.V at 1635", "de.l.a in eliminated", "de.XIV in eliminated", turn=1))
    table.play("refit de.XVI", "refit de.XV", "refit de.a.I")

    assert [table.steps(unit) for unit in ("de.XVI", "de.XV", "de.a.I")] == [2, 2, 2]
    assert game(table).rp["german"] == 0  # 1, 2 in an enemy zone, and 2
    assert words(table) == "End of turn 6"


@rule("manstein", "14.3b", "14.3d", "14.3c")
def test_points_must_suffice():
    table = scene(
        "German de.XVI at 1835 with 1 step", "de.a.I in available with 1 step", "de.l.a in eliminated", turn=1
    )
    game(table).rp["german"] = 1
    refit(table)
    assert table.why_not("refit de.a.I").rule == "14.3d"

    table.play("refit de.XVI")
    assert words(table) == "End of turn 6"


@rule("manstein", "14.3c", "R.14.3c.1")
def test_a_logistics_unit_comes_back_as_a_reinforcement():
    table = refit(scene("de.l.a in eliminated", turn=1))
    table.play("replace de.l.a")

    assert table.where("de.l.a") == "replaced"
    impulse(marked(table, "HGA"))
    assert table.allows("done")  # nothing obliges it to come at once
    table.play("enter de.l.a 1937")
    assert table.steps("de.l.a") == 1


@rule("manstein", "3.7c", "14.3c")
def test_a_beaten_country_replaces_nothing():
    table = scene("fr.l.1 in eliminated", "uk.l in eliminated", turn=1)
    game(table).surrendered = frozenset({"french"})
    refit(table)

    assert table.choices("replace") == ["uk.l"]
    assert table.why_not("replace fr.l.1").rule == "3.7c"


@rule("manstein", "14.3e", "R.14.3e.1")
def test_nothing_else_is_rebuilt():
    lost = ("de.XIV in eliminated", "de.a.I in eliminated", "de.l.a in eliminated")
    table = refit(scene(*lost, turn=1))

    assert table.why_not("replace de.XIV").rule == "14.3e"
    assert table.choices("replace") == ["de.l.a"]
    table.put("German de.XVI at 1835 with 1 step")
    assert table.why_not("refit de.a.I").rule == "14.3e"


@rule("manstein", "14.3b", "R.14.3b.1")
def test_a_unit_may_regain_several_steps():
    table = refit(scene("German de.6 at 1835 with 1 step", turn=1))
    table.play("refit de.6", "refit de.6", "refit de.6")

    assert table.steps("de.6") == 4
    assert game(table).rp["german"] == 2


@rule("manstein", "15.5e", "14.3b")
def test_unsupported_units_are_not_refitted():
    table = refit(scene("German de.6 at 1141 with 1 step", "German de.XVI at 1835 with 1 step", turn=1))

    assert table.why_not("refit de.6").rule == "15.5e"


@rule("manstein", "14.0a")
def test_there_is_no_refit_in_an_impulse():
    table = movement(scene("German de.XVI at 1835 with 1 step"))

    assert "refit" not in table.choices()


@rule("manstein", "13.3a", "13.3b", "13.3c", "8.4.1")
def test_no_hex_of_arrival_is_closed_to_armies():
    g = game(scene())
    hexes = {h for nation in NATIONS for h in entries_of(g, nation)}

    assert all(g.map.terrain[h] in ("clear", "forest") for h in hexes)
