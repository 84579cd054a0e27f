"""The staff in France '40: a few positions, and that every question finds an answer."""

from __future__ import annotations

import random

import pytest
from tests.rules.france40.scene import WALL, at, cities, dynamo, game, moving, sickle_cut, unit

import meuse
from meuse.advice import Brief
from meuse.counters import Side
from meuse.games.france40 import advice_shore
from meuse.games.france40.advice import ADVICE, gqg_orders, movement_orders, shatter_order, worth_halting
from meuse.games.france40.advice_aims import ESTUARY, aim, far_spear
from meuse.games.france40.advice_battle import hex_worth, is_caught
from meuse.games.france40.auto_ds import AutomaticDS
from meuse.games.france40.bonds import bonds
from meuse.games.france40.evacuation import Embark
from meuse.games.france40.movement import Movement
from meuse.games.france40.victory import rail_link
from meuse.opponents import bot
from meuse.opponents.random import RandomBot
from meuse.steps import Order
from meuse.testkit import Table

FIRST_PANZER = ("German de.pz1.t at 4618", "German de.pz1.s1 at 4618", "German de.pz1.k1 at 4618")
SECOND_PANZER = ("German de.pz2.t at 4518", "German de.pz2.s2 at 4518", "German de.pz2.k2 at 4518")


def staff_order(table: Table, side: str) -> Order:
    """What the staff of a side orders now."""
    return bot("staff", 1).choose(table.game.seat(side))


def brief(table: Table, side: str) -> Brief:
    """The plan by rule of thumb, with its weights."""
    return ADVICE.brief(ADVICE.plans(game(table), Side.of(side))[0])


def move_all(table: Table, side: str) -> Table:
    """The movement phase of a side, as the staff plans it."""
    orders = list(movement_orders(game(table), Movement(Side.of(side)), random.Random(1), brief(table, side)))
    table.play(*(f"{side}: {' '.join(order)}" for order in orders))
    return table


def test_the_panzers_force_the_meuse_at_sedan() -> None:
    table = at(
        sickle_cut(*FIRST_PANZER, *SECOND_PANZER, "German de.gd at 4618", "French fr.di55 at 4619"), "German combat", 1
    )
    assert staff_order(table, "german")[:2] == ("attack", "4619")


def test_the_luftwaffe_masses_where_the_meuse_is_forced() -> None:
    table = at(
        sickle_cut(*FIRST_PANZER, *SECOND_PANZER, "German de.gd at 4618", "French fr.di55 at 4619"), "German combat", 1
    )
    table.play("attack 4619 with de.pz1.t de.pz1.s1 de.pz1.k1 de.gd de.pz2.t de.pz2.s2 de.pz2.k2 go")
    assert staff_order(table, "german") in [("air", "2"), ("air", "3")]


def test_a_desperate_defence_is_carried_on() -> None:
    ring = ("German de.id32 at 1421", "German de.id12 at 1521", "German de.id62 at 1522", "German de.id8 at 1423")
    table = at(
        sickle_cut(*ring, "German de.id28 at 1322", "de.id87 at 1321", "French fr.di43 at 1422"), "German combat", 2
    )
    game(table).air[:] = [0, 0]
    table.game.forget()
    table.dice(1).play("attack 1422 with de.id32 de.id12 go")
    french = bot("staff", 1)
    seat = table.game.seat("allied")
    assert french.choose(seat) == ("stand", "fr.di43")
    table.dice(1, 1).play("stand fr.di43")
    assert french.choose(seat) == ("stand", "fr.di43")


def test_where_nobody_bars_the_way_the_panzers_run_for_the_sea() -> None:
    table = moving(sickle_cut("German de.pz1.t at 3517", turn=4), "German")
    before = far_spear(game(table), ESTUARY)
    move_all(table, "german")
    assert before[game(table).hex_of[unit(table, "de.pz1.t")]] <= before[game(table).map.hex("3517")] - 8


def test_who_can_leave_for_the_channel_ports_near_the_end_does_so() -> None:
    table = moving(cities(sickle_cut("German de.m2.ir5 at 0508", turn=9), "german"), "German")
    move_all(table, "german")
    assert table.where("de.m2.ir5") == "0401"


def test_two_divisions_in_the_way_of_the_panzers_form_a_bond() -> None:
    table = moving(
        sickle_cut("French fr.di3 at 2315", "French fr.di7 at 2315", "German de.pz1.t at 2915", turn=4), "Allied"
    )
    move_all(table, "allied")
    found = bonds(game(table), Side.ALLIED)
    assert found.hexes or found.steps


def test_no_more_units_shatter_than_it_takes() -> None:
    table = sickle_cut(*FIRST_PANZER, "German de.id3 at 4518", "French fr.rec1 at 4519")
    order = shatter_order(game(table), AutomaticDS(Side.GERMAN, game(table).map.hex("4519")))
    assert len(order) == 3


def test_a_gqg_marker_goes_on_the_tanks_beside_the_spearhead() -> None:
    table = sickle_cut("German de.pz1.t at 3517", "French fr.dcr1 at 3417", "French fr.di3 at 1520")
    assert next(gqg_orders(game(table))) == ("place", "1", "3417")


def test_the_halt_order_waits_for_panzers_far_ahead() -> None:
    assert not worth_halting(game(sickle_cut("German de.pz1.t at 3517", "German de.id3 at 3617", turn=5)))


def test_the_british_go_before_the_french_and_the_weak_before_the_strong() -> None:
    table = dynamo("British uk.1 at 2113", "British uk.12l at 2113", "French fr.di60 at 2113", turn=9)
    shore = Embark(Side.ALLIED, (game(table).map.hex("2113"),), 2)
    assert list(advice_shore.orders(game(table), shore)) == [("evacuate", "uk.12l")]


def test_the_staff_calls_for_ships() -> None:
    table = at(dynamo("British uk.1 at 2113", turn=5), "Evacuation", 5)
    assert staff_order(table, "allied") == ("port", "2113")


def test_in_the_pocket_strong_units_hold_the_port() -> None:
    table = moving(dynamo("British uk.1 at 2316", "German de.gd at 1816", turn=4), "Allied")
    move_all(table, "allied")
    assert table.where("uk.1") == "2113"


def test_the_last_railway_is_cut_by_standing_on_it() -> None:
    three = ("German de.id3 at 0402", "German de.id23 at 1501", "German de.id52 at 2401")
    table = moving(cities(sickle_cut(*three, "German de.lah at 3308", turn=10), "german"), "German")
    move_all(table, "german")
    assert table.where("de.lah") == "2901"
    assert not rail_link(game(table))


def test_where_the_railways_cannot_be_cut_nobody_is_wasted_on_them() -> None:
    units = ("German de.pz1.t at 1105", "German de.pz1.s1 at 1106", "German de.pz1.k1 at 1006")
    table = moving(cities(sickle_cut(*units, turn=10), "german"), "German")
    move_all(table, "german")
    assert game(table).x_exits == 3


def test_the_allies_open_the_railway_by_stepping_into_a_zone() -> None:
    four = ("German de.id3 at 0402", "German de.id23 at 1501", "German de.id52 at 2401", "German de.id16 at 2801")
    table = moving(sickle_cut(*four, "British uk.5 at 2906", turn=10), "Allied")
    move_all(table, "allied")
    assert rail_link(game(table))


def test_the_doors_to_the_ports_are_watched_when_panzers_come_near() -> None:
    table = moving(sickle_cut("British uk.5 at 0905", "German de.pz1.t at 1212", turn=6), "Allied")
    move_all(table, "allied")
    doors = game(table).scenario.entry_hexes["X"]
    assert any(game(table).hex_of[unit(table, "uk.5")] in game(table).map.adjacent[door] for door in doors)


def test_who_holds_calais_does_not_march_out() -> None:
    table = dynamo("British uk.30 at Calais", "German de.pz1.t at 1515", "German de.id32 at 1918", turn=1)
    move_all(moving(table, "Allied"), "allied")
    assert table.where("uk.30") == "1514"


def test_the_french_hold_the_port_and_the_british_wait_there() -> None:
    weak = ("British uk.42 at 2314 with 3 steps", "British uk.44 at 2315")
    table = moving(dynamo(*weak, "French fr.dim25 at 2315", "German de.id32 at 2022", turn=6), "Allied")
    move_all(table, "allied")
    assert table.where("fr.dim25") == "2113"
    assert "2113" in (table.where("uk.42"), table.where("uk.44"))


def test_a_staff_at_the_edge_of_the_map_leaves_it() -> None:
    table = moving(dynamo("French fr.hq1 at 2028", "German de.id32 at 2020", turn=9), "Allied")
    assert staff_order(table, "allied") == ("exit", "fr.hq1")


def test_belgians_about_to_surrender_are_not_worth_a_battle() -> None:
    table = dynamo("Belgian be.1 at 3110", "French fr.di60 at 2811", "German de.id32 at 3011", turn=4)
    worths = [
        hex_worth(game(table), Side.GERMAN, game(table).map.hex(h), brief(table, "german")) for h in ("3110", "2811")
    ]
    assert worths[0] < worths[1]


def test_a_division_with_enemies_all_around_is_caught() -> None:
    table = sickle_cut(*WALL, "French fr.di43 at 1422")
    assert is_caught(game(table), game(table).map.hex("1422"), Side.GERMAN)
    table.remove("German de.id12", "German de.id32")
    assert not is_caught(game(table), game(table).map.hex("1422"), Side.GERMAN)


@pytest.mark.parametrize("side", meuse.SIDES)
def test_each_side_has_plans_and_one_for_what_counts_in_the_end(side) -> None:
    early, late = game(sickle_cut(turn=2)), game(sickle_cut(turn=9))
    plan = ADVICE.plans(early, side)[0]
    assert len(ADVICE.plans(early, side)) >= 4
    assert len(ADVICE.plans(game(dynamo()), side)) >= 4
    assert not ADVICE.is_spent(early, side, plan)
    assert ADVICE.is_spent(late, side, plan)


def test_the_main_effort_takes_the_places_of_its_plan_in_turn() -> None:
    table = dynamo("German de.id32 at 2022")
    plan = next(plan for plan in ADVICE.plans(game(table), Side.GERMAN) if plan.name == "coast")
    assert aim(game(table), ADVICE.brief(plan)) == ("Nieuwpoort",)
    table.put("German de.id32 at Nieuwpoort")
    assert aim(game(table), ADVICE.brief(plan)) == ()


@pytest.mark.parametrize(("scenario", "turns"), [("sickle-cut", 2), ("dynamo", 2)])
def test_every_question_of_two_turns_is_answered_by_the_staff_itself(monkeypatch, scenario, turns) -> None:
    asked: list[str] = []
    monkeypatch.setattr(RandomBot, "choose", lambda self, seat: asked.append(seat.decision.question) or ("done",))
    table = meuse.new("france40", scenario, seed=3)
    bots = {side: bot("staff", f"3 {side.word}") for side in meuse.SIDES}
    while table.state.turn <= turns:
        side = table.decision.side
        table.play(bots[side].choose(table.seat(side)), side)
    assert asked == []
