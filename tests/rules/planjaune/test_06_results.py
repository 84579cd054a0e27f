"""6.2.4: how results are taken; 6.3f: advances."""

from __future__ import annotations

import pytest

from meuse.games.planjaune.aftermath import Split, split_decider
from meuse.games.planjaune.odds import defenders
from meuse.games.planjaune.retreat import Retreat
from meuse.testkit import Table, rule

from .scene import ALLIED, GERMAN, at, battle, board, fight, game, unit


def result(table: Table, points: int, *attackers: str, target: str = "0729", air: tuple[int, int] = (0, 0)) -> Table:
    """The defenders in a hex have so many points to take; the Germans beside it attack."""
    g = game(table)
    found = battle(table, GERMAN, target, *attackers, air=air)
    units = defenders(g, found)
    return table.step(Split(split_decider(g, found), found, units, points, found.leads[1]))


# -- 6.2.4 splitting a result


@rule("planjaune", "6.2.4a", "6.2.4.def", "6.2.4")
@pytest.mark.parametrize(("points", "steps"), [(2, ["1", "2"]), (3, ["2", "3"]), (5, ["3", "4", "5"])])
def test_odd_points_are_steps_even_ones_may_be_hexes(points, steps):
    table = result(board("de.IX at 0728", "fr.I at 0729", "fr.II at 0729"), points, "de.IX")
    assert table.asked == "allied"
    assert table.choices("split") == steps
    assert table.why_not("split 0").rule == "6.2.4a"


@rule("planjaune", "6.2.4a")
def test_a_single_point_is_a_step():
    table = result(board("de.IX at 0728", "fr.I at 0729", "fr.III at 0831"), 1, "de.IX")
    assert table.steps("fr.I") == 2
    assert table.where("fr.I") == "0729"


@rule("planjaune", "6.2.4b", "6.2.4b.def", "R.6.2.4b.1", "R.6.2.4b.2")
def test_in_a_blitz_the_attacker_decides_about_the_even_points():
    units = (
        "de.pz1 at 0728",
        "de.pz2 at 0728",
        "de.m2 at 0728",
        "fr.X at 0729 with 2 steps",
        "fr.dlc1 at 0729 with 1 step",
    )
    table = result(board(*units), 2, "de.pz1", "de.pz2", "de.m2", air=(1, 0))
    assert table.asked == "german"
    assert table.choices("split") == ["1", "2"]

    assert result(board(*units), 2, "de.pz1", "de.pz2", "de.m2").asked == "allied"
    better = ("de.pz1 at 0728", "fr.X at 0729 with 2 steps", "fr.I at 0729 with 3 steps")
    assert result(board(*better), 2, "de.pz1", air=(1, 0)).asked == "allied"
    half = ("de.pz1 at 0728", "fr.X at 0729 with 2 steps", "fr.dlc1 at 0729 with 2 steps")
    assert result(board(*half), 2, "de.pz1", air=(1, 0)).asked == "german"


@rule("planjaune", "6.2.4b.def", "R.6.2.4b.def.1")
@pytest.mark.parametrize("spoiler", ["de.IX at 0828", "de.fj1 at 0729"])
def test_infantry_or_airborne_units_spoil_a_blitz(spoiler):
    table = board("de.pz1 at 0728", spoiler, "fr.X at 0729 with 2 steps")
    assert result(table, 2, "de.pz1", spoiler.partition(" ")[0], air=(1, 0)).asked == "allied"
    assert result(board("de.m2 at 0728", "fr.X at 0729"), 2, "de.m2", air=(1, 0)).asked == "allied"


@rule("planjaune", "6.2.4c")
def test_static_units_do_not_retreat():
    table = board("fr.I at 2426", "de.id554 at 2427", "de.IX at 2722")
    found = battle(table, ALLIED, "2427", "fr.I")
    table.step(Split(GERMAN, found, (unit(table, "de.id554"),), 2, unit(table, "de.id554")))
    assert table.where("de.id554") == ""

    table = board("fr.I at 2426", "de.id554 at 2427", "de.IX at 2722")
    table.step(Split(GERMAN, found, (unit(table, "de.id554"),), 1, unit(table, "de.id554")))
    assert (table.where("de.id554"), table.steps("de.id554")) == ("2427", 1)


@rule("planjaune", "R.6.2.4c.1")
def test_a_static_unit_stays_and_pays_a_step_for_each_hex_the_others_retreat():
    table = board("de.id554 at 2427", "de.IX at 2427", "fr.I at 2328").step(
        Retreat(GERMAN, game(board()).map.hex("2427"), 1)
    )
    table.play("retreat " + table.choices("retreat")[0])
    assert (table.where("de.id554"), table.steps("de.id554")) == ("2427", 1)
    assert table.where("de.IX") != "2427"


@rule("planjaune", "R.6.2.4c.2")
def test_paratroopers_do_not_retreat():
    table = board("fr.I at 0728", "de.fj1 at 0729", "de.IX at 0831")
    found = battle(table, ALLIED, "0729", "fr.I")
    table.step(Split(GERMAN, found, (unit(table, "de.fj1"),), 2, unit(table, "de.fj1")))
    assert table.where("de.fj1") == ""


# -- 6.3f advance


@rule("planjaune", "6.3f")
def test_victors_may_advance_whatever_the_zones_within_stacking():
    table = at(
        board("de.IX at 0728", "de.XI at 0728", "de.pz1 at 0829", "fr.dlc1 at 0729 with 1 step", "fr.II at 0730"),
        "German combat",
    )
    fight(table, "attack 0729 with de.pz1 go", dice=(6,))
    assert table.choices("advance") == ["de.pz1"]

    table.play("advance de.pz1")

    assert table.where("de.pz1") == "0729"


@rule("planjaune", "6.3f")
def test_nobody_has_to_advance_and_no_more_than_fit():
    table = at(
        board("de.IX at 0728", "de.XI at 0728", "de.IV at 0829", "fr.dlc1 at 0729 with 1 step", "fr.I at 0831"),
        "German combat",
    )
    fight(table, "attack 0729 with de.IX de.XI de.IV go", dice=(6,))
    assert table.allows("done")
    table.play("advance de.IX", "advance de.XI")
    assert table.where("de.IV") == "0829"
    assert "advance" not in (table.choices() if table.asked else [])


# -- where two rules meet


@rule("planjaune", "R.6.2.4c.1")
def test_a_static_unit_pays_for_the_hexes_of_those_who_were_lost_before_they_could_retreat():
    table = board("fr.I at 2426", "de.id554 at 2427", "de.IX at 2427 with 1 step")
    found = battle(table, ALLIED, "2427", "fr.I")
    units = defenders(game(table), found)
    table.step(Split(GERMAN, found, units, 2, unit(table, "de.IX"))).play("split 1")
    assert table.where("de.IX") == ""
    assert (table.where("de.id554"), table.steps("de.id554")) == ("2427", 1)


@rule("planjaune", "R.6.2.4c.2")
def test_paratroopers_pay_for_the_hexes_that_the_others_retreat():
    table = board("de.fj1 at 1410", "de.IX at 1410", "fr.I at 1411")
    table.step(Retreat(GERMAN, game(table).map.hex("1410"), 1)).play("retreat 1510")
    assert (table.where("de.IX"), table.where("de.fj1")) == ("1510", "")


CORPS = ("fr.I at 0829", "fr.II at 0830", "fr.III at 0730", "fr.IV at 0630", "fr.V at 0629")
DIVISIONS = ("fr.dlc1 at 0829", "fr.dlc2 at 0830", "fr.dlc3 at 0730", "fr.dlc4 at 0630", "fr.dlc5 at 0629")
BRITISH = ("uk.I at 0829", "uk.II at 0830", "uk.III at 0730", "uk.rac at 0630", "uk.51 at 0629")


@rule("planjaune", "R.6.3b.3", "3c")
def test_a_corps_that_becomes_a_cadre_finds_room_for_one_point():
    table = result(board("de.IX at 0728", "fr.X at 0729 with 2 steps", *CORPS, *DIVISIONS), 2, "de.IX")
    assert table.choices("split") == ["1", "2"]
    table.play("split 1")
    assert table.steps("fr.X") == 1
    assert table.allows("retreat 0730")

    whole = result(board("de.IX at 0728", "fr.X at 0729", *CORPS, *DIVISIONS), 2, "de.IX")
    assert (whole.where("fr.X"), whole.steps("fr.X")) == ("0729", 1)  # with two steps it would still be a corps


@rule("planjaune", "R.6.3b.3", "6.3e")
def test_if_the_owner_takes_the_steps_otherwise_the_hexes_become_steps_too():
    units = ("de.IX at 0728", "fr.X at 0729", "fr.XLI at 0729", *DIVISIONS)
    table = result(board(*units), 3, "de.IX")
    table.play("split 2", "lose fr.X")  # a corps each has lost a step: no room for four points
    table.play("lose fr.X")
    assert (table.where("fr.X"), table.steps("fr.X"), table.steps("fr.XLI")) == ("0729", 1, 2)

    table = result(board(*units), 3, "de.IX")
    table.play("split 2", "lose fr.XLI", "retreat 0730")
    assert (table.where("fr.X"), table.where("fr.XLI"), table.steps("fr.XLI")) == ("0730", "0730", 1)


@rule("planjaune", "6.2.4b", "6.2.4a")
def test_in_a_blitz_the_attacker_may_choose_what_kills_all():
    units = ("de.pz1 at 0728", "fr.X at 0729 with 1 step", "fr.XLI at 0729 with 2 steps")
    table = result(board(*units, *BRITISH), 4, "de.pz1", air=(1, 0))
    assert table.choices("split") == ["2", "4"]
