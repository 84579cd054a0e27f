"""10: airpower."""

from __future__ import annotations

import pytest

from meuse.games.planjaune import odds
from meuse.games.planjaune.battle import bombers
from meuse.games.planjaune.events import receive_bombers
from meuse.games.planjaune.sequence import StartTurn
from meuse.testkit import Table, rule

from .scene import ALLIED, GERMAN, answer, at, battle, board, changed, game, shifts, texts


def special(*units: str, turn: int = 3, flying: tuple[int, int] = (5, 1), **state) -> Table:
    """The Germans in the special operations phase."""
    table = changed(board(*units, turn=turn), **state)
    game(table).bombers[:] = flying
    return at(table, "German special operations", turn)


@rule("planjaune", "10.1a", "10.2.support", "6.2.1a")
def test_bombers_shift_the_column_for_their_side():
    table = board("de.IX at 0728", "fr.I at 0729")
    assert shifts(table, battle(table, GERMAN, "0729", "de.IX", air=(3, 0))) == {"10.1a": 3}
    assert shifts(table, battle(table, GERMAN, "0729", "de.IX", air=(3, 1))) == {"10.1a": 2}


@rule("planjaune", "10.1b", "11.11.raf", "R.10.1b.1")
def test_five_german_bombers_and_one_allied_and_the_raf_changes_that():
    table = board()
    receive_bombers(game(table))
    assert game(table).bombers == [5, 1]

    receive_bombers(game(changed(table, event="raf")))
    assert game(table).bombers == [4, 2]


@rule("planjaune", "11.11.weather", "10.1b")
def test_in_bad_weather_one_column_and_nothing_for_the_allies():
    table = changed(board("de.IX at 0728", "fr.I at 0729"), event="weather")
    game(table).bombers[:] = (5, 1)
    assert shifts(table, battle(table, GERMAN, "0729", "de.IX", air=(3, 0))) == {"10.1a": 1}
    assert bombers(game(table), ALLIED) == 0
    assert bombers(game(table), GERMAN) == 5
    assert odds.air_columns(game(changed(table, event="")), GERMAN, 3) == 3


@rule("planjaune", "10.2.support", "R.10.2.support.1")
def test_the_attacker_commits_bombers_first_and_each_flies_once_a_turn():
    table = at(board("de.pz1 at 0728", "fr.I at 0729"), "German combat")
    game(table).bombers[:] = (2, 1)
    table.play("attack 0729 with de.pz1 go", "done")
    answer(table, until="air")
    assert (table.asked, table.choices("air")) == ("german", ["0", "1", "2"])

    table.play("air 2")

    assert (table.asked, table.choices("air")) == ("allied", ["0", "1"])
    assert game(table).bombers == [0, 1]


@rule("planjaune", "11.12.allied-t1-air", "R.11.12.allied-t1-air.1")
def test_on_turn_1_the_allied_bomber_stays_on_the_ground():
    table = at(board("de.pz3 at 0728", "fr.I at 0729", turn=1), "German combat", 1)
    game(table).bombers[:] = (0, 1)
    table.play("attack 0729 with de.pz3 go", "done")
    assert "air" not in table.choices()

    missions = board("fr.I at 0729", turn=1)
    game(missions).bombers[:] = (0, 1)
    assert "Allied special operations" not in game(at(missions, "Allied special operations", 1)).stack[-1].called(
        game(missions)
    )


@rule("planjaune", "10.2.interdict-place")
def test_where_interdiction_is_placed():
    table = special("de.IX at 2213", "fr.I at 0120")
    assert table.allows("interdict 0728")
    assert table.allows("interdict 1215")
    assert table.why_not("interdict 0521").rule == "10.2.interdict-place"
    assert table.why_not("interdict 1820").rule == "10.2.interdict-place"

    table.play("interdict 0728")

    assert game(table).bombers[GERMAN] == 4
    assert table.why_not("interdict 0728").rule == "10.2.interdict-place"


@rule("planjaune", "10.1b")
def test_without_bombers_no_mission():
    table = special("de.IX at 2213", "fr.X at 0120", flying=(0, 1))
    assert table.why_not("interdict 0728").rule == "10.1b"
    assert table.why_not("bomb fr.X").rule == "10.1b"


@rule("planjaune", "R.10.2.interdict-enter.1")
def test_interdiction_ends_with_the_turn():
    table = special("de.IX at 2213", "fr.I at 0120")
    table.play("interdict 0728")
    table.step(StartTurn(4))
    assert game(table).interdicted == (frozenset(), frozenset())


@rule("planjaune", "10.2.terror", "10.2.terror-unit", "10.2.terror-limit", "1c")
def test_terror_against_a_unit_of_low_quality():
    table = special("de.IX at 2213", "fr.X at 0728", "fr.I at 0729", "fr.XVII at 0730")
    assert table.why_not("bomb fr.I").rule == "10.2.terror-unit"

    table.play("bomb fr.X")

    assert table.steps("fr.X") == 2
    assert table.why_not("bomb fr.XVII").rule == "10.2.terror-limit"
    assert table.why_not("terror 0521").rule == "10.2.terror-limit"


@rule("planjaune", "10.2.terror-unit", "9.2h")
def test_terror_eliminates_a_unit_on_its_last_step_but_a_cadre_is_too_good():
    table = special("de.IX at 2213", "be.I at 0728 with 1 step", "fr.X at 0729 with 1 step")
    assert table.why_not("bomb fr.X").rule == "10.2.terror-unit"
    table.play("bomb be.I")
    assert table.where("be.I") == ""


@rule("planjaune", "R.10.2.terror-unit.1")
def test_works_are_no_target():
    table = special("de.IX at 2213", "fr.I at 0120")
    assert "bomb" not in table.choices()


@rule("planjaune", "10.2.terror-city", "10.2.terror-choice", "11.7a")
def test_terror_against_a_city_brings_refugees_and_harms_no_unit():
    table = special("de.IX at 2213", "nl.I at 1507", "nl.II at 0120")
    table.play("terror 1507")
    g = game(table)
    assert g.refugees[0] == g.map.hex("1507")
    assert table.steps("nl.I") == 2

    later = special("de.IX at 2213", "nl.I at 1606", turn=4, bombed_city=g.map.hex("1507"))
    assert later.why_not("terror 1606").rule == "11.7a"
    assert later.allows("bomb nl.I")


@rule("planjaune", "10.2.terror")
def test_terror_is_for_the_axis_in_special_operations_only():
    table = at(board("de.IX at 0728", "fr.X at 0729"), "German combat")
    assert "terror" not in table.choices()
    allied = board("fr.I at 0120", "de.XXXVII at 2213")
    game(allied).bombers[:] = (5, 1)
    assert set(at(allied, "Allied special operations").choices()) == {"interdict", "end"}
    mine = special("de.IX at 2213", "fr.X at 0120")
    assert mine.why_not("terror 2213").rule == "10.2.terror-city"


@rule("planjaune", "10.2.naval", "11.8a", "11.8b", "R.11.8b.1")
@pytest.mark.parametrize(("answered", "capacity"), [("pass", 4), ("naval", 2)])
def test_one_bomber_halves_the_capacity_of_an_evacuation(answered, capacity):
    table = board("uk.I at 0710", "uk.II at 0710", "de.IX at 2213")
    game(table).bombers[:] = (5, 1)
    at(table, "Evacuation").play("declare 0710")
    assert table.choices() == ["naval", "pass"]

    table.play(answered)

    assert game(table).capacity == capacity
    assert game(table).bombers[GERMAN] == 5 - (answered == "naval")


@rule("planjaune", "10.2.naval")
def test_no_naval_interdiction_without_an_evacuation():
    table = board("uk.I at 0710", "de.IX at 2213")
    game(table).bombers[:] = (5, 1)
    happened = at(table, "Evacuation").play("pass")
    assert "naval" not in table.choices()
    assert "shipping" not in texts(happened)
