"""What a position of 1940 is worth by its rules: prizes, who could walk in, who feeds on what, turns and history."""

from __future__ import annotations

import meuse
from meuse.appreciation import Appreciation
from meuse.counters import Side
from meuse.games.gdw1940.appreciation import APPRECIATION, CITY, OTHER_PLAN, PLAN
from meuse.games.gdw1940.board import EIGHTHS, Gdw1940
from meuse.hexmap import Hex
from meuse.testkit import Table
from rules.gdw1940.scene import air, at, deployed, everything, game, joined, judge, plans, territory


def place(g: Gdw1940, name: str) -> Hex:
    return g.map.place(name).hex


def campaign() -> Table:
    """A cleared map on which the Low Countries are at war."""
    return joined(Table("gdw1940").clear(), "holland", "belgium", "luxembourg")


def test_the_rule_book_names_it() -> None:
    assert isinstance(meuse.rule_book("gdw1940").appreciation, Appreciation)


def test_what_the_plan_asks_for_counts_most() -> None:
    g = game(plans(deployed(Table("gdw1940")), objective=3))
    prizes = APPRECIATION.prizes(g, Side.GERMAN)

    assert prizes == APPRECIATION.prizes(g, Side.ALLIED)
    assert (prizes[place(g, "Boulogne")], prizes[place(g, "Paris")]) == (PLAN, OTHER_PLAN)
    assert prizes[place(g, "Koblenz")] == CITY
    assert place(g, "Rotterdam") not in prizes  # 13: nobody has to take neutral Holland


def test_dutch_cities_count_while_holland_fights() -> None:
    g = game(campaign())
    assert APPRECIATION.prizes(g, Side.GERMAN)[place(g, "Rotterdam")] == PLAN


def test_who_holds_the_prizes_at_the_start() -> None:
    g = game(deployed(Table("gdw1940")))
    held = {side: {h for h in APPRECIATION.prizes(g, side) if APPRECIATION.holds(g, side, h)} for side in Side}

    assert place(g, "Essen") in held[Side.GERMAN]
    assert place(g, "Lille") in held[Side.ALLIED]
    assert not any(place(g, "Gent") in hexes for hexes in held.values())  # neutral


def test_an_open_city_can_be_walked_into() -> None:
    table = territory(campaign(), "german", "1110", "1109", "1210", "1211").put("French fr.dlm1 at 1313")
    g = game(at(table, "German movement", 3))
    lying = APPRECIATION.open_prizes(g, Side.GERMAN)

    assert g.scenario.unit_named["fr.dlm1"] in lying[place(g, "Namur")]
    table.put("German de.X at Namur")
    assert place(g, "Namur") not in APPRECIATION.open_prizes(g, Side.GERMAN)


def test_reach_is_that_of_the_next_movement() -> None:
    table = everything(Table("gdw1940").clear(), "allied").put("moved French fr.CC at 2014")
    g = game(at(table, "German movement", 3))
    unit = g.scenario.unit_named["fr.CC"]
    reach = APPRECIATION.reach(APPRECIATION.on_their_turn(g, Side.ALLIED), unit)

    assert reach[g.map.hex("2020")] == 7 * EIGHTHS  # the Seine costs one
    assert g.map.hex("2021") in reach
    assert APPRECIATION.reach(g, unit) == {g.map.hex("2014"): 0}


def test_an_unsupplied_unit_goes_half_as_far_next_turn() -> None:
    table = everything(Table("gdw1940").clear(), "german").put("French fr.CC at 2014")
    g = game(at(table, "German movement", 3))
    reach = APPRECIATION.reach(APPRECIATION.on_their_turn(g, Side.ALLIED), g.scenario.unit_named["fr.CC"])

    assert g.map.hex("2018") in reach
    assert g.map.hex("2019") not in reach


def corridor() -> Table:
    """A German corps at the end of a corridor one hex wide."""
    table = everything(campaign(), "allied")
    territory(table, "german", "1508", "1509", "1510", "1511")
    for number in range(1, 8):
        territory(table, "german", f"150{number}")
    return table.put("German de.III at 1511", "French fr.dlm1 at 1212")


def test_a_cut_starves_who_stands_behind_it() -> None:
    g = game(at(corridor(), "German movement", 3))
    come = dict.fromkeys((g.map.hex("1509"), g.map.hex("1311")), (g.scenario.unit_named["fr.dlm1"],))

    assert APPRECIATION.cuts(g, Side.GERMAN, come, come) == {g.map.hex("1509"): 5.0}


def test_an_unsupplied_unit_weighs_half() -> None:
    table = everything(Table("gdw1940").clear(), "allied").put("German de.III at 1511")
    g = game(judge(at(table, "German movement", 3)))

    assert APPRECIATION.strength(g, g.scenario.unit_named["de.III"]) == 2.5


def test_both_impulses_belong_to_a_player_turn() -> None:
    table = deployed(Table("gdw1940"))
    g = game(table)
    first, second = (APPRECIATION.turn_of(game(at(table, "German movement", 2, impulse=impulse))) for impulse in (1, 2))

    assert first == second == (Side.GERMAN, 2)
    assert APPRECIATION.turn_of(game(at(table, "Allied movement", 2))) == (Side.ALLIED, 2)
    assert APPRECIATION.next_turn(g, Side.GERMAN) == 3
    assert APPRECIATION.turn_of(game(Table("gdw1940"))) is None


def test_air_points_without_a_use_left_are_told() -> None:
    table = campaign().put("French fr.dim9 at 2012", "German de.XIX at 2011")
    g = game(air(at(table, "Allied movement", 3), british=1))

    assert "air points" in [lost.what for lost in APPRECIATION.unspent(g, Side.ALLIED)]
    assert not list(APPRECIATION.unspent(g, Side.GERMAN))


def test_what_happened_in_1940_is_seen() -> None:
    table = campaign().put("German de.XIX at 1512")
    g = game(table)

    assert APPRECIATION.has_happened(g, "meuse")
    assert not any(APPRECIATION.has_happened(g, event) for event in ("channel", "holland", "dynamo", "paris"))
    assert {event.id: event.turn for event in APPRECIATION.historical(g)}["channel"] == 2
