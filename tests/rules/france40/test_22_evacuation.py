"""22.5, 22.10: the evacuation, and both ways to win Dynamo."""

from __future__ import annotations

import pytest

from meuse.counters import Side
from meuse.games.france40.arrivals import leaves
from meuse.games.france40.dynamo import why_not_attack
from meuse.games.france40.evacuation import Evacuation
from meuse.games.france40.losses import eliminate
from meuse.games.france40.odds import Battle, defence_total
from meuse.games.france40.victory import Verdict, automatic_victory, awards
from meuse.testkit import Table, rule

from .scene import act, at, cities, dynamo, game, unit

BRITISH = ("uk.hq", "uk.1", "uk.2", "uk.3", "uk.4", "uk.42", "uk.44", "uk.48", "uk.5", "uk.50")
FRENCH = ("fr.dim1", "fr.dina2", "fr.dm1", "fr.dim15", "fr.dim12")


def embarking(*sentences: str, turn: int = 5) -> Table:
    """Units at the coast, in the evacuation of an Allied Initial Phase."""
    return at(dynamo(*sentences, turn=turn), "Evacuation", turn)


def points(table: Table) -> dict[str, int]:
    return {award.rule: award.points for award in awards(game(table))}


def away(table: Table, *names: str) -> Table:
    """Units that have been evacuated."""
    g = game(table)
    for name in names:
        g.place(unit(table, name), g.scenario.box("evacuated"))
    table.game.forget()
    return table


# -- 22.5


@rule("france40", "22.5.1a")
def test_evacuation_begins_on_turn_four_through_the_port():
    sequence = game(dynamo()).scenario.sequence
    assert sum(isinstance(step, Evacuation) for step in sequence) == 9  # turns 4 to 12

    table = embarking("British uk.1 at Dunkerque", "British uk.2 at 2213", turn=4)
    assert table.choices() == ["port", "done"]
    assert table.why_not("beach 2213 with").rule == "22.5.1a"


@rule("france40", "22.5.1a", "22.5.2b")
def test_from_turn_five_units_leave_over_the_beaches_too():
    table = embarking("British uk.1 at Dunkerque", "British uk.2 at 2213")
    assert table.choices() == ["port", "beach", "done"]
    table.dice(3).play("beach 2213 with")
    table.play("evacuate uk.2")
    assert table.where("uk.2") == "evacuated"


@rule("france40", "22.5.1a", "22.5.2b")
def test_what_is_given_away_is_told():
    table = embarking("British uk.1 at Dunkerque", "British uk.2 at Dunkerque", "British uk.4 at 2213").dice(4)
    told = [warning.text for warning in table.game.decision.step.warnings(game(table))]
    assert told == ["You do not use this turn's port roll.", "You do not use this turn's beach roll."]

    table.play("port 2113")
    told = [warning.text for warning in table.game.decision.step.warnings(game(table))]
    assert told == ["2 more units could be evacuated."]


@rule("france40", "22.5.1b")
def test_both_beaches_share_a_roll():
    table = embarking("British uk.1 at 2213", "British uk.2 at 2312", "British uk.4 at Dunkerque").dice(3)
    table.play("beach 2213 2312 with")
    assert table.choices("evacuate") == ["uk.1", "uk.2"]
    table.play("evacuate uk.2")
    assert table.why_not("beach 2213 with").text == "both beaches share one roll"


@rule("france40", "22.5.2a")
def test_size_and_state_do_not_matter():
    table = embarking("fleeing French fr.dim1 at Dunkerque with 1 step", "disrupted British uk.hq at Dunkerque").dice(6)
    table.play("port 2113", "evacuate fr.dim1", "evacuate uk.hq")
    assert (table.where("fr.dim1"), table.where("uk.hq")) == ("evacuated", "evacuated")


@rule("france40", "22.5.2a")
def test_only_units_on_the_named_hexes_go():
    table = embarking("British uk.1 at Dunkerque", "British uk.2 at 2213", "British uk.4 at 2214").dice(6)
    assert table.why_not("port 1218").text == "1218 is not an evacuation port"
    assert "is not an evacuation beach" in table.why_not("beach 2312 with").text
    table.play("port 2113")
    assert table.choices("evacuate") == ["uk.1"]
    assert table.why_not("evacuate uk.2").rule == "22.5.2a"


@rule("france40", "22.5.2b")
@pytest.mark.parametrize(("die", "count"), [(1, 1), (3, 1), (4, 2), (6, 2)])
def test_the_port_takes_one_or_two_units(die, count):
    table = embarking("British uk.1 at Dunkerque", "British uk.2 at Dunkerque", "British uk.4 at Dunkerque").dice(die)
    table.play("port 2113")
    assert table.game.decision.step.number == count


@rule("france40", "22.5.2b", "22.5.3", "R.22.5.2b.1")
def test_a_failure_on_the_beach_helps_the_next_roll():
    table = embarking("British uk.1 at 2213", "British uk.2 at 2213").dice(2)
    table.play("beach 2213 with", "place uk.2")
    assert game(table).evac_unit == unit(table, "uk.2")

    at(table, "Evacuation", 6).dice(1).play("beach 2213 with", "evacuate uk.1")
    assert table.where("uk.1") == "evacuated"
    assert game(table).evac_unit == -1


@rule("france40", "22.5.3")
def test_the_marker_is_lost_with_the_place():
    table = embarking("British uk.1 at 2213").dice(2)
    table.play("beach 2213 with", "place uk.1")
    table.put("British uk.1 at 2214")
    assert game(table).evac_unit == -1


@rule("france40", "22.5.3")
def test_a_waiting_unit_defends_but_does_not_attack():
    table = dynamo("British uk.1 at 2312", "German de.gd at 2412")
    g = game(table)
    g.evac_unit = unit(table, "uk.1")
    assert why_not_attack(g, unit(table, "uk.1"), g.map.hex("2412")).rule == "22.5.3"
    assert defence_total(g, Battle(g.map.hex("2312"), (unit(table, "de.gd"),))) == 8


@rule("france40", "22.5.4")
def test_german_fire_takes_the_lower_of_two_dice():
    table = embarking("British uk.1 at Dunkerque", "British uk.2 at Dunkerque", "German de.gd at 2114").dice(5, 2)
    told = table.play("port 2113")
    assert told[0].text == "The evacuation roll is 5 and 2, and under German fire the lower die counts"
    assert table.game.decision.step.number == 1


@rule("france40", "22.5.4", "R.22.5.4.1")
def test_only_the_beach_that_is_named_is_under_fire():
    table = embarking("British uk.1 at 2213", "British uk.2 at 2312", "German de.gd at 2412").dice(5, 2)
    told = table.play("beach 2213 with")
    assert told[0].text == "The evacuation roll is 5"

    table = embarking("British uk.1 at 2213", "British uk.2 at 2312", "German de.gd at 2412").dice(5, 2)
    told = table.play("beach 2213 2312 with")
    assert told[0].text == "The evacuation roll is 5 and 2, and under German fire the lower die counts"


@rule("france40", "22.5.5")
def test_calais_and_oostende_serve_if_nobody_is_in_dunkirk():
    table = embarking("British uk.30 at Calais", "British uk.1 at Dunkerque")
    assert table.choices("port") == ["2113"]
    assert table.why_not("port 1514").rule == "22.5.5"

    table = embarking("British uk.30 at Calais", "British uk.1 at Oostende")
    assert table.choices("port") == ["1514", "2810"]
    table.dice(4).play("port 1514", "evacuate uk.30")
    assert table.where("uk.30") == "evacuated"


@rule("france40", "22.5.2a", "22.5.5")
def test_a_port_needs_units_of_ones_own():
    table = embarking("British uk.30 at Calais", "German de.gd at Oostende")
    assert table.choices("port") == ["1514"]
    assert table.why_not("port 2810").text == "there is no Allied unit in 2810"
    assert table.why_not("port 2113").rule == "22.5.2a"


@rule("france40", "22.5.5")
def test_there_is_one_port_roll_a_turn():
    table = embarking("British uk.1 at Dunkerque", "British uk.2 at Dunkerque", "British uk.4 at 2213").dice(1)
    table.play("port 2113", "evacuate uk.1")
    assert table.why_not("port 2113").rule == "22.5.5"


@rule("france40", "22.5.2b", "22.5.4")
def test_example_table_of_evacuation():
    """Example table-evacuation: the other cases are in the tests above."""
    table = embarking("British uk.1 at 2213", "British uk.2 at 2213").dice(2)
    table.play("beach 2213 with", "place uk.1")
    at(table, "Evacuation", 6).dice(1).play("beach 2213 with")
    assert table.game.decision.step.number == 1


# -- 22.10


@rule("france40", "22.10.1")
def test_fifteen_units_ten_of_them_british_win_at_once():
    table = away(dynamo("French fr.dim1 at Dunkerque"), *BRITISH, *FRENCH[1:])
    automatic_victory(game(table))
    assert game(table).result is None

    at(table, "Evacuation", 5).dice(1).play("port 2113", "evacuate fr.dim1")
    assert game(table).result.level == "Allied automatic victory"


@rule("france40", "22.10.1")
def test_nine_british_units_are_too_few():
    table = away(dynamo(), *BRITISH[1:], *FRENCH, "fr.dina5", "fr.di32")
    automatic_victory(game(table))
    assert game(table).result is None


@rule("france40", "22.10.1", "R.22.10.1.1")
def test_belgians_do_not_count():
    table = away(dynamo(), *BRITISH, *FRENCH[1:], "be.8", "be.1", "be.3")
    automatic_victory(game(table))
    assert game(table).result is None


@rule("france40", "22.10.1", "22.10.2b")
@pytest.mark.parametrize(("label", "box"), [("1028", "exited"), ("3028", "exited"), ("4815", "withdrawn")])
def test_leaving_by_the_west_or_south_edge_counts_as_getting_away(label, box):
    table = dynamo(f"British uk.1 at {label}")
    leaves(game(table), unit(table, "uk.1"), game(table).map.hex(label))
    assert table.where("uk.1") == box
    assert points(table).get("22.10.2b", 0) == (box == "exited")


@rule("france40", "22.10.2b", "22.7a", "22.9e")
def test_every_british_or_french_unit_brought_away_counts_one():
    table = away(dynamo(), "uk.hq", "uk.1", "fr.dim1", "be.8")
    assert points(table) == {"22.10.2b": 3}


@rule("france40", "22.10.2c")
def test_french_units_in_supply_count_one():
    """The division at Walcheren cannot trace a line over the Scheldt."""
    table = dynamo("French fr.dim1 at Dunkerque", "French fr.dina2 at 3705", "Belgian be.8 at Dunkerque")
    cities(table, "german")
    cities(table, "allied", "2113")
    assert points(table)["22.10.2c"] == 1


@rule("france40", "22.10.2d")
def test_german_units_of_several_steps_count_one():
    table = dynamo()
    eliminate(game(table), unit(table, "de.gd"), "12.2a")
    eliminate(game(table), unit(table, "de.id18"), "12.2a")
    assert points(table)["22.10.2d"] == 2


@rule("france40", "22.10.2e")
def test_british_units_lost_or_left_behind_cost_one():
    table = dynamo("British uk.1 at Lille")
    eliminate(game(table), unit(table, "uk.2"), "12.2a")
    assert points(table)["22.10.2e"] == -2


@rule("france40", "22.10.2a", "3.C")
@pytest.mark.parametrize(("count", "level"), [(15, "Allied victory"), (14, "German victory")])
def test_fifteen_points_win_for_the_allies(count, level):
    g = game(dynamo())
    french = [c.id for c in g.scenario.counters if c.nation == "french"]
    table = away(dynamo(), *french[:count])
    act(table, Verdict())
    assert game(table).result.level == level
    assert game(table).result.winner is (Side.ALLIED if count == 15 else Side.GERMAN)
