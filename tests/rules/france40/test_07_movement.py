"""7: movement on the ground. Rail movement and Automatic DS have pages of their own.

Picardy around 1521 is open country without rivers: N 1520, NE 1621, SE 1622, S 1522, SW 1422, NW 1421. The Oise below
Guise and the Somme are Major Rivers.
"""

from __future__ import annotations

import pytest

from meuse.decision import IllegalOrder
from meuse.games.france40.board import EXTENDED, MOVED, USED
from meuse.games.france40.paths import extended_left, points_left
from meuse.testkit import Table, rule

from .scene import cost, dynamo, game, has, moving, sickle_cut, under, unit

DIVISIONS = ("fr.di55", "fr.di71", "fr.di61", "fr.di53", "fr.di18", "fr.di22")


def spent(table: Table, name: str) -> int:
    return game(table).spent[unit(table, name)]


# -- 7.1


@rule("france40", "7.1a")
def test_points_are_paid_hex_by_hex_and_never_overspent():
    table = moving(sickle_cut("German de.id32 at 1521"), "German")  # four points, six with Extended Movement

    assert cost(table, "de.id32", "1525") == "4"
    assert cost(table, "de.id32", "1516") == "6"
    assert table.why_not("move de.id32 1514").rule == "7.1a"
    assert table.allows("move de.id32 1421.1422.1522")
    assert not table.allows("move de.id32 1520.1519.1419.1420.1421.1422.1522")  # seven hexes


@rule("france40", "7.1a")
def test_foot_pays_one_point_for_woods():
    """move-woods-non-mechanized"""
    table = moving(sickle_cut("German de.id32 at 2521", "German de.pz1.t at 2521"), "German")
    assert cost(table, "de.id32", "2621") == "1"
    assert cost(table, "de.pz1.t", "2621") == "2"


@rule("france40", "7.1a", "7.1e")
def test_a_unit_moves_once_and_another_order_ends_its_move():
    table = moving(sickle_cut("German de.pz1.t at 1521", "German de.id32 at 1821"), "German")
    table.play("move de.pz1.t 1522", "move de.pz1.t 1523")
    assert spent(table, "de.pz1.t") == 2

    table.play("move de.id32 1822")
    assert table.why_not("move de.pz1.t 1524").rule == "7.1a"
    assert "has already moved" in table.why_not("move de.pz1.t").text


@rule("france40", "7.1a")
def test_points_left_over_are_lost():
    table = moving(sickle_cut("German de.pz1.t at 1521", "German de.id32 at 1821"), "German")
    table.play("move de.pz1.t 1522", "end")
    assert has(table, "de.pz1.t", MOVED)


@rule("france40", "7.1a")
def test_a_unit_that_is_shut_in_cannot_move():
    ring = [
        f"French {name} at {h}"
        for name, h in zip(DIVISIONS, ("1520", "1621", "1622", "1522", "1422", "1421"), strict=True)
    ]
    table = moving(sickle_cut("German de.pz1.t at 1521", "German de.id32 at 1821", *ring), "German")
    assert table.choices("move") == ["de.id32"]
    assert table.why_not("move de.pz1.t").text == "Panzer Bde 1 / 1 Pz cannot enter any adjacent hex"


@rule("france40", "7.1b")
def test_a_stack_moves_at_the_rate_of_the_slowest():
    table = moving(sickle_cut("German de.pz1.t at 1521", "German de.id32 at 1521"), "German")

    assert "1525" in table.choices("march 1521 de.pz1.t de.id32 go")
    assert "1529" not in table.choices("march 1521 de.pz1.t de.id32 go")
    assert table.why_not("march 1521 de.pz1.t de.id32 go 1514").rule == "7.1a"
    table.play("march 1521 de.pz1.t de.id32 go 1523")
    assert (table.where("de.pz1.t"), table.where("de.id32")) == ("1523", "1523")


@rule("france40", "7.1b", "R.7.1b.1")
def test_a_mixed_stack_pays_the_higher_price():
    table = moving(sickle_cut("German de.id32 at 2521", "German de.pz1.t at 2521"), "German")
    table.play("march 2521 de.pz1.t de.id32 go 2621")
    assert (spent(table, "de.pz1.t"), spent(table, "de.id32")) == (2, 2)


@rule("france40", "7.1b")
def test_a_stack_is_of_one_hex():
    table = moving(sickle_cut("German de.pz1.t at 1521", "de.pz1.s1 at 1521", "de.id32 at 1522"), "German")
    assert table.choices("march") == ["1521"]
    assert table.why_not("march 1521 de.id32").rule == "7.1b"


@rule("france40", "7.1c")
def test_units_dropped_off_have_moved():
    table = moving(sickle_cut("de.pz1.t at 1521", "de.pz1.s1 at 1521", "de.pz1.k1 at 1521"), "German")
    table.play("march 1521 de.pz1.t de.pz1.s1 de.pz1.k1 go 1522", "march 1522 de.pz1.t de.pz1.s1 go 1523")

    assert table.where("de.pz1.k1") == "1522"
    assert has(table, "de.pz1.k1", MOVED)
    table.play("move de.pz1.t 1524")
    assert has(table, "de.pz1.s1", MOVED)
    assert not has(table, "de.pz1.t", MOVED)


@rule("france40", "7.1e")
def test_a_stack_on_its_way_picks_nobody_up():
    table = moving(sickle_cut("de.pz1.t at 1521", "de.pz1.s1 at 1521", "de.pz1.k1 at 1522"), "German")
    table.play("march 1521 de.pz1.t de.pz1.s1 go 1522")

    assert table.choices("march 1522 de.pz1.t") == ["de.pz1.s1"]
    assert table.why_not("march 1522 de.pz1.t de.pz1.k1").rule == "7.1e"


@rule("france40", "7.1d")
def test_no_unit_enters_an_enemy_hex():
    table = moving(sickle_cut("German de.pz1.t at 1520", "French fr.di22 at 1521"), "German")
    assert table.why_not("move de.pz1.t 1521").rule == "7.1d"


@rule("france40", "7.1d", "17.1.4b", "17.1.4c")
def test_a_lone_hq_gives_way_and_the_move_goes_on():
    table = moving(sickle_cut("German de.pz1.t at 1519", "French fr.hq9 at 1521"), "German")
    table.play("move de.pz1.t 1520")
    assert table.asked == "allied"

    table.play(f"retreat fr.hq9 go {table.choices('retreat fr.hq9 go')[0]}")
    assert table.asked == "german"
    assert "1521" in table.reach("de.pz1.t")


@rule("france40", "7.1a", "19.4.1b")
def test_the_end_of_the_phase_says_what_it_would_cost():
    table = moving(sickle_cut("French fr.di55 at 1521", "fr.di71 at 1821", "fr.di61 at 1428"), "Allied")
    found = table.game.decision.warnings
    assert [(warning.kind, warning.rule) for warning in found] == [("loses", "19.4.1b"), ("loses", "7.1a")]

    table.play("move fr.di61 1427", "move fr.di55 1522")
    assert [(warning.kind, warning.text) for warning in table.game.decision.warnings] == [
        ("loses", "1 unit has not moved.")
    ]


def surcharges(table: Table, name: str, goal: str) -> list[tuple[str, str, str]]:
    found = next(choice for choice in table.game.decision.describe(("move", name)) if choice.token == goal)
    return [(extra.at, extra.cost, extra.rule) for extra in found.surcharges]


@rule("france40", "5.2b", "7.5.2a", "7.5.3c")
def test_what_a_way_costs_beyond_its_hexes_is_told():
    table = moving(sickle_cut("German de.pz1.t at 1814"), "German")
    assert surcharges(table, "de.pz1.t", "1815") == [("1814/1815", "+2", "7.5.2a")]

    table = moving(sickle_cut("German de.pz1.t at 2623", "French fr.di22 at 2523"), "German")
    assert surcharges(table, "de.pz1.t", "2722") == [("2623/2722", "+2", "5.2b"), ("2623/2722", "+1", "7.5.3c")]
    assert surcharges(moving(dynamo("German de.pz3.t at 4510"), "German"), "de.pz3.t", "4610")[0][2] == "22.8f"


@rule("france40", "7.1a", "7.1b")
def test_a_way_can_be_laid_by_waypoints():
    table = moving(sickle_cut("German de.id32 at 1521", "German de.id68 at 1521"), "German")
    seat = table.game.seat("german")
    beyond = {choice.at: choice for choice in seat.onward(("move", "de.id32"), "1421.1422")}

    assert beyond["1422"].cost == "2"
    assert beyond["1522"].path == ("1421", "1422", "1522")
    assert "1516" not in beyond  # it could go there, but not by this way
    together = seat.onward(("march", "1521", "de.id32", "de.id68", "go"), "1522")
    assert {"1522", "1523"} <= {choice.at for choice in together}


# -- 7.2


@rule("france40", "7.2a")
def test_a_unit_that_leaves_the_map_is_not_eliminated():
    table = moving(sickle_cut("French fr.di55 at 0116"), "Allied")
    table.play("exit fr.di55")
    assert table.where("fr.di55") == "exited"


@rule("france40", "7.2a", "R.7.2a.1")
def test_only_from_the_edge_and_with_movement_left():
    table = moving(sickle_cut("French fr.di55 at 0216", "French fr.di71 at 0117", "fr.di61 at 0127"), "Allied")
    assert table.why_not("exit fr.di55").rule == "7.2a"

    game(table).spent[unit(table, "fr.di71")] = game(table).hexes[unit(table, "fr.di71")] = 5
    table.game.forget()
    assert table.why_not("exit fr.di71").rule == "7.2a"


@rule("france40", "7.2a", "R.7.2a.1", "19.4.1a")
def test_not_through_ones_own_entry_hexes():
    table = moving(sickle_cut("French fr.di55 at 1427", "German de.id32 at 1426"), "Allied")
    assert table.why_not("move fr.di55 1428").rule == "19.4.1a"


@rule("france40", "19.4.2a", "19.4.2b", "R.7.2a.1")
def test_an_enemy_entry_hex_is_left_by_with_extended_movement_too():
    table = moving(sickle_cut("German de.id32 at 1423"), "German")  # four points, and five hexes to go
    table.play("move de.id32 1428")
    assert table.where("de.id32") == "1428"
    assert game(table).map.hex("1428") in game(table).closed
    assert has(table, "de.id32", EXTENDED)


# -- 7.3


@rule("france40", "7.3a")
def test_what_extended_movement_adds():
    """table-extended-movement"""
    table = sickle_cut("German de.lah at 1521", "fr.dlc1 at 1821", "de.id32 at 1521", "fr.dcr4 at 1821")
    g = game(table)
    extra = {
        name: extended_left(g, (unit(table, name),)) - points_left(g, (unit(table, name),))
        for name in ("de.lah", "fr.dlc1", "de.id32", "fr.dcr4")
    }

    assert extra == {"de.lah": 4, "fr.dlc1": 3, "de.id32": 2, "fr.dcr4": 2}
    assert extended_left(g, (unit(table, "fr.dcr4"),)) == 7


@rule("france40", "7.3a", "7.5.1")
def test_mechanized_costs():
    """move-mechanized-costs"""
    table = moving(sickle_cut("German de.pz1.t at 2415"), "German")

    assert cost(table, "de.pz1.t", "2515") == "3"  # a river without a bridge
    table = moving(sickle_cut("German de.pz1.t at 2515"), "German")
    assert cost(table, "de.pz1.t", "2516") == "1"  # Saint-Quentin
    assert cost(table, "de.pz1.t", "2514") == "1"  # along the road
    table = moving(sickle_cut("German de.pz1.t at 2621"), "German")
    assert cost(table, "de.pz1.t", "2721") == "2"  # woods


@rule("france40", "7.3a", "R.7.3b.2", "2.3.2a")
def test_who_has_gone_beyond_its_allowance_is_marked():
    table = moving(sickle_cut("German de.id32 at 1521", "German de.id68 at 1821"), "German")
    table.play("move de.id32 1516")
    assert has(table, "de.id32", EXTENDED)

    table.play("move de.id68 1823")
    assert not has(table, "de.id68", EXTENDED)


@rule("france40", "7.3b")
def test_extended_movement_keeps_away_from_the_enemy():
    table = moving(sickle_cut("German de.id32 at 1521", "French fr.di22 at 1515"), "German")

    assert cost(table, "de.id32", "1517") == "5"
    assert table.why_not("move de.id32 1516").rule == "7.3b"
    table.remove("French fr.di22")
    assert cost(table, "de.id32", "1516") == "6"


@rule("france40", "7.3b")
def test_extended_movement_may_begin_next_to_the_enemy():
    table = moving(sickle_cut("German de.pz1.t at 1521", "French fr.di22 at 1520"), "German")
    far = [h for h in table.reach("de.pz1.t") if int(cost(table, "de.pz1.t", h)) > 8]

    assert far
    table.play(f"move de.pz1.t {far[0]}")
    assert has(table, "de.pz1.t", EXTENDED)


@rule("france40", "7.3b")
def test_who_has_touched_the_enemy_has_no_extended_movement():
    table = moving(sickle_cut("German de.id32 at 1521", "entrained French fr.di22 at 1519"), "German")
    table.play("move de.id32 1520")  # an entrained unit has no zone: it does not stop the move
    assert extended_left(game(table), (unit(table, "de.id32"),)) == -1


@rule("france40", "R.7.3b.1")
def test_lone_hqs_do_not_hinder_extended_movement_but_full_retreat_does():
    table = moving(sickle_cut("German de.id32 at 1521", "French fr.hq9 at 1515"), "German")
    assert "1516" in table.reach("de.id32")

    table = moving(sickle_cut("German de.id32 at 1521", "fleeing French fr.di22 at 1515"), "German")
    assert "1516" not in table.reach("de.id32")
    assert table.why_not("move de.id32 1516").rule == "7.3b"


# -- 7.4


@rule("france40", "7.4a")
def test_tactical_movement_spends_no_points():
    table = moving(sickle_cut("German de.id32 at 1521 with 1 step", "French fr.di22 at 1520"), "German")
    table.put("German de.id32 at 2415").remove("French fr.di22")
    table.put("French fr.di22 at 2414")
    game(table).spent[unit(table, "de.id32")] = 0

    assert cost(table, "de.id32", "2515") == "4"  # two to leave the zone, one for the river, one for the hex
    table.put("disrupted German de.id32 at 2415")
    assert cost(table, "de.id32", "2515") == "1 hex"


@rule("france40", "7.4a", "13.2a")
def test_two_hexes_and_no_more():
    table = moving(sickle_cut("German de.pz1.t at 1521"), "German")
    assert "1525" in table.reach("de.pz1.t")
    table = moving(sickle_cut("disrupted German de.pz1.t at 1521", "German de.lah at 1821"), "German")
    assert "1523" in table.reach("de.pz1.t")
    refusal = table.why_not("move de.pz1.t 1524")
    assert (refusal.rule, refusal.text) == ("13.2a", "Panzer Bde 1 / 1 Pz is Disrupted and moves two hexes at most")

    table.play("move de.pz1.t 1522", "move de.pz1.t 1523")
    assert table.reach("de.pz1.t") == set()
    assert table.why_not("move de.pz1.t 1524").rule == "13.2a"


@rule("france40", "7.4a", "R.7.4a.1")
def test_a_slow_unit_gets_two_hexes_whatever_they_cost():
    table = moving(sickle_cut("French fr.dif102 at 1521", "German de.id32 at 1520"), "Allied")  # it has two points
    assert cost(table, "fr.dif102", "1522") == "1 hex"  # out of the zone it would cost three
    assert cost(table, "fr.dif102", "1523") == "2 hexes"
    table.play("move fr.dif102 1523")
    assert not has(table, "fr.dif102", EXTENDED)


@rule("france40", "7.4b")
def test_tactical_movement_stops_in_zones_and_at_bonds():
    table = sickle_cut("disrupted German de.pz1.t at 1521", "French fr.di22 at 1523", "French fr.di71 at 1721")
    moving(table, "German")

    assert "1522" in table.reach("de.pz1.t")
    assert not table.allows("move de.pz1.t 1522.1422")  # out of the zone that it has entered
    table.put("French fr.di71 at 1622").remove("French fr.di22").put("French fr.di22 at 1422")
    assert table.why_not("move de.pz1.t 1522").rule == "6.1d"


@rule("france40", "7.4b", "7.5.2b", "7.5.5b")
def test_tactical_movement_keeps_the_rules_of_rivers_and_restricted_hexes():
    table = moving(sickle_cut("disrupted French fr.di55 at 1712"), "Allied")
    assert table.why_not("move fr.di55 1715").rule in ("13.2a", "7.5.2b")

    table = moving(sickle_cut("disrupted French fr.di55 at 3320"), "Allied")
    assert "3221" in table.reach("fr.di55")  # a marsh
    assert not table.allows("move fr.di55 3221.3121")


@rule("france40", "7.4a", "17.1.3")
def test_a_ready_hq_uses_tactical_movement_only():
    table = moving(sickle_cut("French fr.hq9 at 1521"), "Allied")
    assert "1523" in table.reach("fr.hq9")
    refusal = table.why_not("move fr.hq9 1524")
    assert refusal.rule == "17.1.3"
    assert refusal.text == "9e Armée HQ is Ready and moves two hexes at most; turned to Used, it can move farther"

    table.play("turn fr.hq9")
    assert has(table, "fr.hq9", USED)
    assert cost(table, "fr.hq9", "1517") == "6"  # two points and four


# -- 7.5


@rule("france40", "7.5.1")
def test_roads_take_mechanized_units_into_woods_at_the_road_rate():
    table = moving(sickle_cut("German de.pz1.t at 2421"), "German")
    assert cost(table, "de.pz1.t", "2422") == "1"  # by road, over a bridge
    assert cost(table, "de.pz1.t", "2521") == "2"


@rule("france40", "7.5.2a", "7.5.3a")
def test_a_river_without_a_bridge():
    table = moving(sickle_cut("German de.pz1.t at 1712", "German de.id32 at 1712"), "German")
    assert cost(table, "de.pz1.t", "1713") == "3"
    assert cost(table, "de.id32", "1713") == "2"


@rule("france40", "7.5.3a", "7.5.3b")
def test_a_road_bridge():
    table = moving(sickle_cut("German de.pz1.t at 1614"), "German")
    assert cost(table, "de.pz1.t", "1713") == "1"


@rule("france40", "7.5.3c")
def test_a_railway_bridge():
    table = moving(sickle_cut("German de.pz1.t at 0408", "German de.id32 at 0408"), "German")
    assert cost(table, "de.id32", "0407") == "1"
    table = moving(sickle_cut("German de.pz1.t at 2623", "German de.id32 at 2623"), "German")
    assert cost(table, "de.id32", "2722") == "1"
    assert cost(table, "de.pz1.t", "2722") == "2"


@rule("france40", "7.5.2b")
def test_an_unbridged_major_river_is_crossed_from_its_bank():
    """move-major-river-start-adjacent"""
    table = moving(sickle_cut("German de.pz1.t at 1814"), "German")  # the Somme south of it
    assert cost(table, "de.pz1.t", "1815") == "3"

    table = moving(sickle_cut("German de.id32 at 1812"), "German")
    assert table.why_not("move de.id32 1815").rule == "7.5.2b"
    table.play("move de.id32 1814")
    assert table.why_not("move de.id32 1815").rule == "7.5.2b"  # its move began elsewhere


@rule("france40", "7.5.2b")
def test_who_began_beside_a_major_river_may_come_back_over_it():
    table = moving(sickle_cut("French fr.dina3 at 4720", "French fr.di41 at 4720"), "Allied")
    table.play("march 4720 fr.dina3 fr.di41 go 4719")
    assert "4720" in table.reach("fr.dina3")
    table.play("move fr.dina3 4720")
    assert (table.where("fr.dina3"), table.where("fr.di41")) == ("4720", "4719")


@rule("france40", "7.5.2a", "7.5.2b")
def test_after_crossing_the_move_goes_on():
    table = moving(sickle_cut("German de.pz1.t at 1814"), "German")
    assert cost(table, "de.pz1.t", "1816") == "4"


@rule("france40", "7.5.4a", "7.5.4b", "R.7.5.4a.1")
def test_a_pontoon_bridge_to_a_friend_on_the_far_bank():
    table = moving(sickle_cut("German de.id68 at 1812", "fleeing German de.id32 at 1815"), "German")
    assert cost(table, "de.id68", "1815") == "4"  # two hexes, and two over the river

    table.remove("German de.id32")
    assert "1815" not in table.reach("de.id68")


@rule("france40", "7.5.4a", "7.5.5a")
def test_a_pontoon_bridge_leads_out_of_a_marsh_that_it_does_not_lead_into():
    """By road into the marsh of 3523, and over the Marsh River; the road goes on into a German zone."""
    table = moving(dynamo("French fr.dim25 at 3524", "French fr.sfe at 3522", "German de.id253 at 3322"), "Allied")
    assert cost(table, "fr.dim25", "3522") == "4"


@rule("france40", "7.5.4a")
def test_an_enemy_makes_no_pontoon_bridge():
    table = moving(sickle_cut("German de.id32 at 1812", "French fr.hq9 at 1816"), "German")
    assert "1815" not in table.reach("de.id32")


@rule("france40", "7.5.4c")
def test_who_has_been_the_end_of_a_bridge_can_still_move():
    table = moving(sickle_cut("German de.pz1.t at 1813", "German de.id32 at 1815"), "German")
    table.play("move de.pz1.t 1815")
    assert "1816" in table.reach("de.id32")


@rule("france40", "7.5.5a")
def test_mechanized_units_enter_restricted_hexes_by_road_only():
    table = moving(sickle_cut("German de.pz6.t at 4614"), "German")  # wooded rough around Gedinne
    assert "4613" in table.reach("de.pz6.t")
    assert table.why_not("move de.pz6.t 4713").rule == "7.5.5a"

    table = moving(sickle_cut("German de.pz6.t at 3320"), "German")
    assert table.why_not("move de.pz6.t 3221").rule == "7.5.5a"


@rule("france40", "7.5.5b")
def test_foot_goes_on_through_a_restricted_hex_by_road_though_it_could_enter_it_beside_the_road():
    table = moving(sickle_cut("British uk.23 at 1809"), "Allied")
    assert cost(table, "uk.23", "2109") == "3"  # as dear over 2009, where the way would end
    assert cost(table, "uk.23", "2210") == "4"
    table.play("move uk.23 2210")
    assert spent(table, "uk.23") == 4


@rule("france40", "7.5.5b")
def test_foot_stops_in_restricted_hexes():
    """move-restricted-stop"""
    table = moving(sickle_cut("French fr.di55 at 3322"), "Allied")
    assert "3221" in table.reach("fr.di55")
    table.play("move fr.di55 3221")
    assert table.reach("fr.di55") == set()

    table = moving(sickle_cut("disrupted French fr.di55 at 3322"), "Allied")
    assert table.why_not("move fr.di55 3320").rule == "7.5.5b"

    table = moving(sickle_cut("French fr.di55 at 3021"), "Allied")
    table.play("move fr.di55 3120")  # by road into the marsh ...
    assert "3220" in table.reach("fr.di55")  # ... and on


# -- limits of single units


@rule("france40", "16.1a")
def test_forts_never_move():
    table = moving(sickle_cut("French fr.f.lf at 5021", "fr.di55 at 5024"), "Allied")
    assert table.why_not("move fr.f.lf").rule == "16.1a"


@rule("france40", "16.4b")
def test_fortress_troops_wait_for_the_germans():
    table = moving(Table("france40", "sickle-cut"), "Allied")
    assert table.why_not("move fr.sfe").rule == "16.4b"

    game(table).place(unit(table, "de.id32"), game(table).map.hex("2904"))  # two hexes away
    table.game.forget()
    assert table.reach("fr.sfe")


@rule("france40", "18.4a")
def test_out_of_supply_means_tactical_movement():
    table = moving(sickle_cut("unsupplied German de.pz1.t at 1521", "German de.lah at 1521"), "German")
    refusal = table.why_not("move de.pz1.t 1524")
    assert (refusal.rule, refusal.text) == (
        "18.4a",
        "Panzer Bde 1 / 1 Pz is marked Out of Supply and moves two hexes at most",
    )
    assert table.why_not("march 1521 de.pz1.t de.lah go 1524").rule == "18.4a"
    with pytest.raises(IllegalOrder, match=r"18\.4a"):
        table.play("move de.pz1.t 1522.1622.1523")  # written by hand
    goals = table.game.decision.describe(("move", "de.pz1.t"))
    assert {choice.rules for choice in goals} == {("7.4a", "18.4a")}


@rule("france40", "21.2.1b", "21.2.1d")
def test_a_marked_stack_moves_together_and_not_to_another_marker():
    table = moving(sickle_cut("fr.di55 at 1521", "fr.di71 at 1521", "fr.di61 at 1522", "fr.di53 at 1524"), "Allied")
    under(table, 1, "fr.di55", "fr.di71")
    under(table, 2, "fr.di61")

    assert table.why_not("move fr.di55 1522").rule == "21.2.1b"
    assert not table.allows("move fr.di55 1621.1522")
    assert not table.allows("move fr.di55 1522")
    assert table.allows("move fr.di55 1522.1523")  # through it
    table.play("move fr.di55 1523")
    assert table.where("fr.di71") == "1523"


@rule("france40", "22.8d", "R.22.8d.1")
def test_a_ferry_takes_the_whole_allowance():
    table = moving(dynamo("German de.pz3.t at 3607"), "German")  # Breskens
    assert cost(table, "de.pz3.t", "3606") == "8"
    table.play("move de.pz3.t 3606")
    assert table.reach("de.pz3.t") == set()

    table = moving(dynamo("German de.pz3.t at 3608"), "German")
    table.play("move de.pz3.t 3607")
    assert table.why_not("move de.pz3.t 3606").rule == "22.8d"
    table = moving(dynamo("disrupted German de.pz3.t at 3607"), "German")
    assert table.why_not("move de.pz3.t 3606").rule == "22.8d"


@rule("france40", "22.8c", "22.8f")
def test_tidal_water_is_crossed_by_bridges_only():
    table = moving(dynamo("German de.pz3.t at 4510"), "German")
    assert cost(table, "de.pz3.t", "4610") == "2"  # the bridge at Antwerp

    table = moving(dynamo("disrupted German de.pz3.t at 4609"), "German")
    assert table.why_not("move de.pz3.t 4509").rule == "22.8c"
    table = moving(dynamo("British uk.1 at 2113"), "Allied")  # Dunkirk
    assert "is sea" in table.why_not("move uk.1 2112").text
    table = moving(sickle_cut("French fr.di55 at 0310"), "Allied")  # the bay of the Somme
    assert table.why_not("move fr.di55 0309").rule == "22.8c"
