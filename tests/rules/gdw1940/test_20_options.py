"""20: options; 21: colours; 22: order of appearance."""

from __future__ import annotations

import pytest

import meuse
from meuse.counters import Side
from meuse.drawing.counter import NATIONS
from meuse.games.gdw1940.arrivals import Arrivals
from meuse.games.gdw1940.movement import Movement
from meuse.testkit import Table, rule

from .scene import HISTORY, at, deployed, game, owner, planned


def new(option: str) -> Table:
    return Table("gdw1940", options={option: True})


def allied_air(table: Table) -> list[int]:
    part = next(part for part in table.game.view().parts if part.id == "air-allied")
    return [cell.left for cell in part.cells]


def shown(table: Table) -> str:
    """The Allied choice as the Germans know it."""
    return next((part.note for part in table.game.view("german").parts if part.id == "allied-shown"), "")


# -- options


@rule("gdw1940", "20.use")
def test_options_are_agreed_on_before_the_game():
    assert not any(Table("gdw1940").game.state.scenario.options.values())
    assert new("20.french_air").game.state.scenario.options["20.french_air"] is True

    with pytest.raises(ValueError, match="has no option"):
        new("20.polish_air")


@rule("gdw1940", "20.mechelen")
def test_the_germans_learn_the_allied_choice_before_they_plan():
    table = planned(new("20.mechelen"), "group 3", "auto")
    assert shown(table) == ""

    table.play("done")
    assert table.asked == "german"
    assert shown(table) == "3rd"

    assert shown(planned(Table("gdw1940"), "group 3", "auto", "done")) == ""


@rule("gdw1940", "20.french_air")
def test_one_more_french_air_point():
    assert allied_air(deployed(Table("gdw1940"))) == [1, 1]
    assert allied_air(deployed(new("20.french_air"))) == [1, 2]


# -- the Belgian alliance


def alliance(*orders: str) -> Table:
    return planned(new("20.belgian_alliance"), *(orders or HISTORY))


@rule("gdw1940", "20.belgian_alliance", "R.20.belgian_alliance.1")
def test_the_allies_deploy_the_belgians_anywhere_in_belgium():
    table = alliance()

    assert table.where("be.K") == ""
    assert table.allows("place be.K 0816")
    assert table.allows("place be.K 1409")
    assert table.why_not("place be.K 1512").rule == "20.belgian_alliance"
    table.play("auto")
    assert table.where("be.K") == "1409"
    assert table.where("nl.I") == "0111"

    assert planned(Table("gdw1940")).why_not("place be.K 0816").rule == "16.neutral.fixed"


@rule("gdw1940", "20.belgian_alliance")
def test_the_march_into_belgium():
    table = alliance()
    table.play("auto", "done", "auto", "done")

    assert table.asked == "allied"
    assert table.allows("move uk.II 1015")  # of the BEF, 1st Army Group: eight points, half of them
    assert "1013" not in table.reach("uk.II", "move")
    assert "1215" not in table.reach("fr.IV", "move")  # in France
    assert table.why_not("move fr.VII 1610").rule == "20.belgian_alliance"  # of the 3rd Army Group
    assert table.why_not("move fr.CC 1214").rule == "20.belgian_alliance"  # of none

    table.play("move uk.II 1015")
    assert table.why_not("move uk.II 1014").rule == "20.belgian_alliance"
    table.play("end")
    assert table.where("uk.II") == "1015"
    assert table.asked == "german"
    assert game(table).turn == 0


@rule("gdw1940", "20.belgian_alliance")
def test_the_march_keeps_to_the_areas_of_army_groups():
    table = alliance()
    table.play("auto", "place fr.XVIII 1612", "place fr.dlc3 1218", "place uk.51 1610", "done", "auto", "done")

    assert "1510" in table.reach("uk.51", "move")
    assert "1609" not in table.reach("uk.51", "move")  # Belgian, but in the area of the 2nd Army Group
    assert "1609" in table.reach("fr.XXIV", "move")  # who belongs to it


@rule("gdw1940", "20.belgian_alliance")
def test_the_march_obeys_stacking_and_written_paths():
    table = alliance()
    table.play("auto", "place be.VI 1114", "done", "auto", "done")

    assert "1114" not in table.reach("fr.III", "move")
    assert table.allows("move fr.III 1214.1213")
    assert not table.allows("move fr.III 1214.1213.1113.1114.1213")


@rule("gdw1940", "R.20.belgian_alliance.1")
def test_belgians_move_east_and_northeast_on_turn_0():
    table = alliance()
    table.play("auto", "done", "auto", "done", "end")
    at(table, "Allied movement", 0)

    assert table.allows("move be.IV 0914")
    assert table.why_not("move be.IV 0916").rule == "18.directions"

    plain = at(deployed(Table("gdw1940")), "Allied movement", 0)
    assert plain.why_not("move be.IV 0914").rule == "13.status.move"


@rule("gdw1940", "20.belgian_alliance.lux")
def test_luxembourg_joins_as_turn_0_begins():
    table = alliance()
    table.play("auto", "done", "auto", "done")
    assert table.why_not("move fr.CAC 1708").rule == "20.belgian_alliance"
    assert game(table).is_neutral("luxembourg")

    table.play("end")
    assert not game(table).is_neutral("luxembourg")
    assert not game(table).is_neutral("belgium")
    assert game(table).is_neutral("holland")


@rule("gdw1940", "20.belgian_alliance", "20.belgian_alliance.lux", "13.status.zoc")
def test_zones_of_belgians_who_are_allied_from_the_start_cross_their_border():
    """13.status.zoc is for units of a neutral country: be.K in 1409 contests 1408 as Luxembourg joins."""
    table = alliance()
    table.play("auto", "done", "auto", "done")
    assert (table.where("be.K"), table.where("de.VII")) == ("1409", "1407")  # on both sides of 1408

    table.play("end")
    assert owner(table, "1408") == "allied"


# -- colours


@rule("gdw1940", "21.colours")
def test_every_nation_has_its_colour_and_the_ss_is_german():
    counters = game(Table("gdw1940")).scenario.counters

    assert {counter.nation for counter in counters} == {"german", "french", "british", "belgian", "dutch", "swiss"}
    assert len({NATIONS[counter.nation] for counter in counters}) == 6
    assert {counter.id: counter.nation for counter in counters if counter.has("ss")} == {
        "de.SSV": "german",
        "de.SSC": "german",
    }


# -- order of appearance


def allied_arrivals(turn: int) -> Table:
    table = Table("gdw1940")
    game(table).turn = turn
    return table.step(Arrivals(Side.ALLIED), Movement(Side.ALLIED))


@rule("gdw1940", "22.british")
def test_the_british_armoured_divisions_come_on_turns_2_and_6():
    """book.22.reinforcements"""
    assert allied_arrivals(1).why_not("enter uk.1A 1921").rule != ""
    assert armoured(allied_arrivals(2)) == ["uk.1A"]
    assert armoured(allied_arrivals(5)) == ["uk.1A"]
    assert armoured(allied_arrivals(6)) == ["uk.1A", "uk.2A"]


@rule("gdw1940", "22.british")
def test_reserves_do_not_enter_as_they_do():
    assert allied_arrivals(2).why_not("enter fr.XXIII 1921").rule == "14.allied.where"


def armoured(table: Table) -> list[str]:
    """The British armoured divisions that can arrive."""
    return [unit for unit in table.choices("enter") if unit in ("uk.1A", "uk.2A")]


@rule("gdw1940", "22.british", "14.reinforcements")
def test_they_enter_by_the_west_edge_for_one_movement_point():
    table = allied_arrivals(2)
    assert table.allows("enter uk.1A 1321")
    assert table.why_not("enter uk.1A 1320").rule == "14.reinforcements"

    table.play("enter uk.1A 1921", "done")
    g = game(table)
    first = g.counter(g.scenario.unit_named["uk.1A"])
    assert (first.combat, first.movement, first.size) == (3, 10, "XX")
    assert max(int(choice.cost) for choice in table.game.decision.describe(("move", "uk.1A"))) == 9
    second = g.counter(g.scenario.unit_named["uk.2A"])
    assert (second.combat, second.movement, second.size) == (2, 10, "XX")


@rule("gdw1940", "20.use")
def test_the_options_of_the_book():
    assert [option.id for option in meuse.rule_book("gdw1940").options] == [
        "20.mechelen",
        "20.belgian_alliance",
        "20.french_air",
        "11.drop_ends_move",  # these two are readings of a sentence (R.11.drop.when.1, R.13.holland.surrender.2)
        "13.garrisons",
    ]
