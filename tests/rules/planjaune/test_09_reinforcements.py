"""9: reinforcements and replacements; 12.4 to 12.7: special arrivals."""

from __future__ import annotations

import pytest

from meuse.games.planjaune.replacements import SupplyPhase, receive_points
from meuse.testkit import Table, rule

from .scene import ALLIED, GERMAN, at, board, changed, game


def arrivals(side: str, turn: int, *units: str) -> Table:
    return at(board(*units, turn=turn), f"{side} reinforcements", turn)


def supply_phase(side, *units: str, turn: int = 4) -> Table:
    table = board(*units, turn=turn)
    receive_points(game(table))
    return table.step(SupplyPhase(side))


@rule("planjaune", "9.1a", "R.9.1a.1", "9.1c")
def test_at_most_one_arrival_in_each_major_city_in_friendly_hands():
    table = board("fr.I2 in arrivals", "fr.XXV in arrivals", "fr.dcr4 in arrivals", turn=4)
    g = game(table)
    for h in g.scenario.cities["france"]:
        if g.map.labels[h] not in ("0521", "0516"):
            g.set_control(h, 1)
    at(changed(table), "Allied reinforcements", 4)
    assert set(table.choices("enter fr.I2")) == {"0521", "0516"}
    assert table.why_not("enter fr.I2 1120").rule == "9.1a"

    table.play("enter fr.I2 0521")
    assert table.why_not("enter fr.XXV 0521").rule == "9.1a"
    table.play("enter fr.XXV 0516")

    assert table.where("fr.dcr4") == "arrivals"


@rule("planjaune", "9.1a")
def test_not_before_their_turn():
    table = arrivals("Allied", 3, "fr.XXV in arrivals", "fr.I2 in arrivals")
    assert table.choices("enter") == ["fr.XXV"]
    assert table.why_not("enter fr.I2 0521").rule == "9.1a"


@rule("planjaune", "9.1a", "9.1b", "R.9.1a.1")
def test_who_is_due_is_deployed_as_long_as_a_place_is_free():
    table = board("fr.I2 in arrivals", "fr.XXV in arrivals", "uk.1db in arrivals", turn=4)
    g = game(table)
    for h in g.scenario.cities["france"]:
        if g.map.labels[h] != "0521":
            g.set_control(h, 1)
    at(changed(table), "Allied reinforcements", 4)
    assert table.why_not("done").rule == "9.1a"

    table.play("enter fr.I2 0521")  # there is no second city for the XXV Corps: it waits
    assert (table.why_not("done").rule, table.why_not("done").text[:6]) == ("9.1b", "1st Ar")
    table.play("enter uk.1db 0710")

    assert table.where("fr.XXV") == "arrivals"
    assert "enter" not in table.choices()


@rule("planjaune", "R.9.1a.2", "12.4", "12.5", "12.6", "12.7")
@pytest.mark.parametrize(
    ("side", "units"),
    [
        ("Allied", ("fr.XIV in arrivals", "fr.cefs in arrivals", "fr.dia83 in arrivals")),
        ("German", ("de.geb in arrivals", "de.XVIII at 2213")),
    ],
)
def test_those_that_may_come_need_not(side, units):
    table = arrivals(side, 8, *units)
    table.play("done")
    assert table.where(units[0].partition(" ")[0]) == "arrivals"


@rule("planjaune", "9.1b", "11.9a")
def test_british_units_arrive_in_ports_or_on_the_western_railways():
    table = arrivals("Allied", 4, "uk.1db in arrivals")
    assert {"0710", "0511", "0117", "0129"} <= set(table.choices("enter uk.1db"))
    assert table.why_not("enter uk.1db 0521").rule == "9.1b"

    lost = board("uk.1db in arrivals", turn=4)
    game(lost).set_control(game(lost).map.hex("0710"), 1)
    assert at(changed(lost), "Allied reinforcements", 4).why_not("enter uk.1db 0710").rule == "9.1b"


@rule("planjaune", "11.9b")
def test_antwerp_is_a_port_only_with_both_banks_down_to_the_sea():
    table = board("uk.1db in arrivals", turn=4)
    assert "1411" in at(table, "Allied reinforcements", 4).choices("enter uk.1db")
    game(table).set_control(game(table).map.hex("1209"), 1)
    assert at(changed(table), "Allied reinforcements", 4).why_not("enter uk.1db 1411").rule == "11.9b"


@rule("planjaune", "9.1b", "12.2b", "R.12.2b.1")
def test_nobody_lands_in_a_country_that_is_still_neutral():
    table = board("uk.1db in arrivals", turn=4, scenario="free")
    assert at(table, "Allied reinforcements", 4).why_not("enter uk.1db 1411").rule == "12.2b"
    changed(table, invaded=frozenset({"belgium"}))
    assert table.allows("enter uk.1db 1411")
    assert table.why_not("enter uk.1db 1507").rule == "12.2b"


@rule("planjaune", "9.1d")
def test_the_237_238_dli_arrive_on_turn_7():
    assert "fr.dli237" in arrivals("Allied", 7, "fr.dli237 in arrivals").choices("enter")
    assert (
        arrivals("Allied", 6, "fr.dli237 in arrivals", "fr.dip in arrivals").why_not("enter fr.dli237 0117").rule
        == "9.1a"
    )


@rule("planjaune", "12.4", "R.12.4.1", "R.12.6.1")
def test_the_scandinavian_corps_comes_by_port_on_turn_7_and_by_rail_from_turn_8():
    seven = arrivals("Allied", 7, "fr.cefs in arrivals")
    assert "0710" in seven.choices("enter fr.cefs")
    assert seven.why_not("enter fr.cefs 0120").rule == "12.4"

    eight = arrivals("Allied", 8, "fr.cefs in arrivals")
    assert set(eight.choices("enter fr.cefs")) == {"0115", "0117", "0120", "0122", "0129"}
    assert "fr.cefs" in arrivals("Allied", 9, "fr.cefs in arrivals").choices("enter")


@rule("planjaune", "12.5")
def test_the_mountain_corps_costs_the_xviii_corps_a_step():
    table = arrivals("German", 8, "de.geb in arrivals", "de.XVIII at 1518")
    table.play("enter de.geb 2720")
    assert table.steps("de.XVIII") == 2

    without = arrivals("German", 8, "de.geb in arrivals", "de.XVII in arrivals")
    assert without.why_not("enter de.geb 2720").rule == "12.5"


@rule("planjaune", "12.6")
def test_the_alpine_corps_enters_at_1232_from_turn_4():
    assert arrivals("Allied", 4, "fr.XIV in arrivals").choices("enter fr.XIV") == ["1232"]
    early = arrivals("Allied", 3, "fr.XIV in arrivals", "fr.XXV in arrivals")
    assert early.why_not("enter fr.XIV 1232").rule == "12.6"


@rule("planjaune", "12.7", "R.12.7.1", "11.11.colonials")
def test_north_africans_come_on_turn_8_or_with_the_event():
    late = arrivals("Allied", 8, "fr.dia83 in arrivals", "fr.dia85 in arrivals")
    assert late.choices("enter") == ["fr.dia83", "fr.dia85"]
    assert {"0732", "0124", "1232"} <= set(late.choices("enter fr.dia83"))
    assert late.why_not("enter fr.dia83 0521").rule == "12.7"

    early = board("fr.dia83 in arrivals", "fr.XXV in arrivals", turn=3)
    assert at(early, "Allied reinforcements").why_not("enter fr.dia83 0732").rule == "12.7"
    changed(early, events_done=frozenset({"colonials"}))
    assert at(early, "Allied reinforcements").allows("enter fr.dia83 0732")


# -- 9.2 replacements


@rule("planjaune", "9.2a")
def test_the_pools_of_motorized_points():
    assert game(board()).motorized_points == [3, 1]
    table = supply_phase(GERMAN, "de.pz1 at 2013 with 1 step", "de.hqb at 2013")
    table.play("replace de.pz1")
    assert (table.steps("de.pz1"), game(table).motorized_points) == (2, [2, 1])

    spent = board("de.pz1 at 2013 with 1 step", "de.hqb at 2013", "de.IX at 2013 with 1 step", turn=4)
    game(spent).motorized_points[GERMAN] = 0
    receive_points(game(spent))
    assert spent.step(SupplyPhase(GERMAN)).why_not("replace de.pz1").rule == "9.2a"


@rule("planjaune", "9.2b", "9.2c")
def test_an_infantry_point_every_second_turn_and_never_two():
    points = []
    table = board()
    for turn in range(1, 15):
        game(table).turn = turn
        receive_points(game(table))
        points.append(tuple(game(table).infantry_points))
    assert points == [(int(turn % 2 == 0),) * 2 for turn in range(1, 15)]

    phase = supply_phase(GERMAN, "de.IX at 2013 with 1 step", "de.hqb at 2013", "fr.I at 0120")
    phase.play("end")
    assert game(phase).infantry_points[GERMAN] == 0


@rule("planjaune", "R.9.2b.1", "1g")
def test_a_point_restores_a_step_of_its_own_kind():
    table = supply_phase(GERMAN, "de.IX at 2013 with 1 step", "de.hqb at 2013", "de.kav1 at 2013 with 1 step")
    table.play("replace de.IX")
    assert table.steps("de.IX") == 2
    assert game(table).motorized_points[GERMAN] == 3
    table.play("replace de.kav1")
    assert game(table).motorized_points[GERMAN] == 2


@rule("planjaune", "9.2d")
@pytest.mark.parametrize(
    "units",
    [
        ("unsupplied de.IX at 2013 with 1 step", "de.hqb at 2013"),
        ("de.IX at 2013 with 1 step", "de.hqb at 2720"),
        ("de.IX at 2013 with 1 step", "de.hqb at 2013", "fr.I at 1912"),
    ],
)
def test_only_in_supply_in_command_and_out_of_enemy_zones(units):
    table = supply_phase(GERMAN, *units, "de.pz1 at 2720 with 1 step", "de.hqa at 2720")
    assert table.why_not("replace de.IX").rule == "9.2d"


@rule("planjaune", "9.2e")
def test_one_point_for_a_unit_in_a_turn():
    table = board("de.IX at 2013 with 1 step", "de.XI at 2012 with 1 step", "de.hqb at 2013", turn=4)
    game(table).infantry_points[GERMAN] = 2
    table.step(SupplyPhase(GERMAN)).play("replace de.IX")
    assert table.why_not("replace de.IX").rule == "9.2e"
    assert table.allows("replace de.XI")


@rule("planjaune", "9.2f")
def test_dutch_belgian_and_british_units_receive_none():
    table = supply_phase(
        ALLIED, "uk.I at 0915 with 1 step", "be.I at 1013 with 1 step", "fr.hq1 at 0915", "fr.I at 0916 with 1 step"
    )
    assert table.why_not("replace uk.I").rule == "9.2f"
    assert table.why_not("replace be.I").rule == "9.2f"
    assert table.allows("replace fr.I")


@rule("planjaune", "9.2g")
def test_whole_and_destroyed_units_receive_none():
    table = supply_phase(GERMAN, "de.IX at 2013", "de.XI at 2013 with 2 steps", "de.hqb at 2013")
    assert table.why_not("replace de.IX").rule == "9.2g"
    assert table.why_not("replace de.IV").rule == "9.2g"


@rule("planjaune", "9.2.when")
def test_replacements_only_in_the_supply_phase():
    table = at(board("de.IX at 2013 with 1 step", "de.hqb at 2013"), "German non-motorized movement")
    assert "replace" not in table.choices()


@rule("planjaune", "3g", "9.2d")
def test_no_replacement_makes_a_stack_too_large():
    stack = ("de.IX at 2013 with 1 step", "de.XI at 2013", "de.hqb at 2013", "de.X at 2212 with 2 steps")
    full = supply_phase(GERMAN, *stack, "de.pz9 at 2013")
    assert full.why_not("replace de.IX").rule == "3a"

    assert supply_phase(GERMAN, *stack).allows("replace de.IX")


@rule("planjaune", "R.11.9a.1", "11.9a", "9.1b")
def test_nobody_lands_in_a_country_that_has_surrendered_unless_an_ally_holds_the_port():
    gone = {"surrendered": frozenset({"netherlands"}), "invaded": frozenset({"netherlands"})}
    empty = at(changed(board("uk.1db in arrivals", turn=4), **gone), "Allied reinforcements", 4)
    assert empty.why_not("enter uk.1db 1507").rule == "11.9a"
    assert empty.allows("enter uk.1db 0412")

    held = at(changed(board("uk.1db in arrivals", "uk.I at 1507", turn=4), **gone), "Allied reinforcements", 4)
    assert held.allows("enter uk.1db 1507")


@rule("planjaune", "R.12.5.1", "12.5", "11.13d")
def test_the_step_for_the_mountain_corps_is_no_loss_and_may_be_the_last_one():
    table = arrivals("German", 8, "de.geb in arrivals", "de.XVIII at 2213 with 1 step")
    table.play("enter de.geb 2213")
    assert table.where("de.XVIII") == ""
    assert game(table).steps_lost == {}
