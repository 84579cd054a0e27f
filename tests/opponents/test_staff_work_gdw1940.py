"""What the staff does in 1940 beside moving and attacking: corps, interdiction, airborne units called back."""

from __future__ import annotations

import random

from meuse.advice import AS_IT_COMES
from meuse.counters import Side
from meuse.games.gdw1940 import neutrals
from meuse.games.gdw1940.advice import ADVICE
from meuse.games.gdw1940.advice_air import enemy_ways
from meuse.games.gdw1940.manoeuvre import Phase
from meuse.opponents.staff import StaffBot
from meuse.testkit import Table
from rules.gdw1940.scene import air, at, game, joined, territory


def chosen(table: Table) -> str:
    """What the staff orders now."""
    return " ".join(StaffBot(1).choose(table.game.seat(table.asked)))


# -- 15 corps

TRIO = ("German de.pz9 at 1706", "German de.pz10 at 1706", "German de.m13 at 1706")


def test_divisions_that_stand_together_become_a_corps() -> None:
    table = at(Table("gdw1940").clear().put(*TRIO), "German movement", 2)
    table.play("end")

    assert chosen(table) == "form de.XXXIX de.pz9 de.pz10 de.m13 go"


def test_no_corps_is_formed_while_the_plan_would_tie_it_down() -> None:
    table = at(Table("gdw1940").clear().put(*TRIO), "German movement", 1)
    table.play("end")

    assert chosen(table) == "done"


def test_divisions_near_each_other_meet_to_form_a_corps() -> None:
    table = Table("gdw1940").clear().put("German de.pz9 at 1603", "German de.pz10 at 1703", "German de.m13 at 1602")
    joined(table, "belgium", "luxembourg")
    at(table, "German movement", 2)
    orders = [
        order
        for order in Phase(game(table), Side.GERMAN, random.Random(1), ADVICE.brief(AS_IT_COMES)).moves()
        if order[0] == "move"
    ]

    assert {order[1] for order in orders} == {"de.pz9", "de.pz10", "de.m13"}
    assert len({order[2] for order in orders}) == 1


def test_divisions_far_apart_go_their_own_ways() -> None:
    table = Table("gdw1940").clear().put("German de.pz9 at 0606", "German de.pz10 at 1703", "German de.m13 at 1602")
    joined(table, "belgium", "luxembourg")
    at(table, "German movement", 2)
    orders = [
        order
        for order in Phase(game(table), Side.GERMAN, random.Random(1), ADVICE.brief(AS_IT_COMES)).moves()
        if order[0] == "move"
    ]

    assert len({order[2] for order in orders}) > 1


# -- 9 interdiction


def test_points_that_no_battle_wants_any_more_interdict() -> None:
    table = Table("gdw1940").clear().put("French fr.dim9 at 2012", "German de.XIX at 2011", "German de.XV at 2011")
    air(at(table, "Allied combat", 3, impulse=2), british=1, french=1)
    word, label = chosen(table).split()

    assert word == "interdict"
    assert game(table).map.hex(label) in enemy_ways(game(table), Side.ALLIED)
    table.play(f"interdict {label}")
    assert chosen(table) == "done"


def test_points_are_kept_while_another_impulse_is_to_come() -> None:
    table = Table("gdw1940").clear().put("French fr.dim9 at 2012", "German de.XIX at 2011", "German de.XV at 2011")
    air(at(table, "Allied combat", 3, impulse=1), british=1, french=1)

    assert chosen(table) == "done"


def test_the_ways_of_the_enemy_lead_to_what_he_wants_and_lie_outside_of_zones() -> None:
    table = Table("gdw1940").clear().put("French fr.IX at 2012", "German de.XIX at 2008")
    g = game(table)
    found = enemy_ways(g, Side.ALLIED)

    assert found
    assert max(found, key=lambda h: found[h]) in g.map.adjacent[g.map.hex("2008")]
    assert not any(g.zones_allied[h] for h in found)


# -- 11 airborne units


def in_amsterdam() -> Table:
    """A parachute regiment holds Amsterdam, with a supply line to Germany."""
    table = joined(Table("gdw1940").clear(), "holland", "belgium", "luxembourg")
    territory(table, "german", *(label for label in game(table).map.labels if label[:2] < "12"))
    return table.put("German de.fj1 at Amsterdam")


def test_a_regiment_stays_in_a_dutch_city_that_must_be_held() -> None:
    assert chosen(at(in_amsterdam(), "Airborne units", 2)) == "done"


def test_a_regiment_is_called_back_when_holland_has_surrendered() -> None:
    table = in_amsterdam()
    neutrals.surrender(game(table), "holland")

    assert chosen(at(table, "Airborne units", 2)) == "recall de.fj1"
