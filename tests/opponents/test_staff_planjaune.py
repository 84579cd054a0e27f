"""The staff in Plan Jaune: a few positions, and that every question finds an answer."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import meuse
from meuse.advice import AS_IT_COMES, Brief
from meuse.counters import Side
from meuse.games.planjaune import advice_aims as aims
from meuse.games.planjaune.advice import ADVICE, movement_orders
from meuse.games.planjaune.advice_allies import AlliedPlan
from meuse.games.planjaune.advice_battle import (
    battle_order,
    best_lead,
    cheapest,
    lost_in_all,
    moved,
    overrun_orders,
    split_orders,
)
from meuse.games.planjaune.advice_cuts import closers
from meuse.games.planjaune.advice_germans import GermanPlan
from meuse.games.planjaune.advice_guards import german_posts
from meuse.games.planjaune.advice_operations import (
    deployment_orders,
    evacuation_orders,
    gain,
    plan_order,
    pressure,
    special_orders,
)
from meuse.games.planjaune.advice_plans import GERMAN, USUAL, WEIGHTS
from meuse.games.planjaune.advice_support import Hopes, Share, is_enough, share_out
from meuse.games.planjaune.advice_worth import battle_worth, can_run, defeat_worth
from meuse.games.planjaune.aftermath import Split
from meuse.games.planjaune.board import PlanJaune
from meuse.games.planjaune.combat import Attack, Battles
from meuse.games.planjaune.evacuation import Evacuation
from meuse.games.planjaune.exits import FOOT, MOTORIZED
from meuse.games.planjaune.movement import Movement
from meuse.games.planjaune.odds import Battle, all_dice, targets
from meuse.games.planjaune.operations import SpecialOperations
from meuse.games.planjaune.overrun import MotorizedMovement
from meuse.games.planjaune.planning import Deployment
from meuse.games.planjaune.supply import traces
from meuse.hexmap import Hex
from meuse.opponents import bot
from meuse.opponents.random import RandomBot
from meuse.testkit import Table


def table(*units: str, turn: int = 3) -> Table:
    found = Table("planjaune").clear()
    found.game.state.turn = turn
    state(found).change(invaded=frozenset({"belgium", "netherlands"}))
    return found.put(*units)


def state(found: Table) -> PlanJaune:
    assert isinstance(found.game.state, PlanJaune)
    return found.game.state


def number(found: Table, name: str) -> int:
    return state(found).scenario.unit_named[name]


def at(found: Table, label: str) -> Hex:
    return state(found).map.hex(label)


def german_moves(found: Table, phase: str = MOTORIZED) -> dict[str, str]:
    step = MotorizedMovement(Side.GERMAN, phase) if phase == MOTORIZED else Movement(Side.GERMAN, phase)
    return dict(order[1:] for order in GermanPlan(state(found), step, random.Random(1)).moves())


def allied_moves(found: Table, phase: str = FOOT) -> dict[str, str]:
    step = MotorizedMovement(Side.ALLIED, phase) if phase == MOTORIZED else Movement(Side.ALLIED, phase)
    return dict(order[1:] for order in AlliedPlan(state(found), step, random.Random(1)).moves())


# -- German moves


def test_panzers_mass_against_what_bars_the_way_to_the_sea() -> None:
    found = table("de.c16 at 1913", "de.pz3 in de.c16", "de.pz4 in de.c16", "de.m20 in de.c16", "be.dlc at 1713")
    moves, g = german_moves(found), state(found)
    assert targets(g, Side.GERMAN) & set(g.scenario.touching[g.map.hex(moves["de.c16"])])


def test_late_in_the_game_panzers_make_for_the_lines_of_communication() -> None:
    early, late = (table("de.pz1 at 0916", "de.pz2 at 1913", turn=turn) for turn in (5, aims.SECOND_ACT))
    assert aims.leavers(state(early)) == frozenset()
    assert aims.leavers(state(late)) == {number(late, "de.pz1"), number(late, "de.pz2")}
    assert aims.aim_of(state(late), number(late, "de.pz1")) == "exits"


def test_a_panzer_division_that_is_nearly_there_goes_at_once() -> None:
    found = table("de.pz1 at 0317", turn=4)
    assert aims.leavers(state(found)) == {number(found, "de.pz1")}


def test_the_eighteenth_army_goes_for_holland_until_it_falls() -> None:
    found = table("de.X at 2209")
    assert aims.aim_of(state(found), number(found, "de.X")) == "holland"
    state(found).change(surrendered=frozenset({"netherlands"}))
    assert aims.aim_of(state(found), number(found, "de.X")) == "north"


def test_a_german_city_that_the_enemy_could_walk_into_is_guarded() -> None:
    found = table("de.XXX at 2320", "fr.VI at 2121")
    assert german_moves(found, FOOT)["de.XXX"] == "2221"


def test_headquarters_follow_the_battles() -> None:
    found = table("de.hqa at 2416", "de.c19 at 1719", "de.pz1 in de.c19", "de.pz2 in de.c19", "fr.X at 1518")
    g = state(found)
    goal = german_moves(found)["de.hqa"]
    assert g.map.distance(g.map.hex(goal), at(found, "1518")) < g.map.distance(at(found, "2416"), at(found, "1518"))


def test_saarbruecken_is_held_in_strength() -> None:
    found = table("de.XXX at 2320", "de.XII at 2321", "de.XXXVII at 2622", "fr.VI at 2121", "fr.IX at 2121")
    moves = german_moves(found, FOOT)
    assert [moves["de.XXX"], moves["de.XII"]] == ["2221", "2221"]


def test_before_the_battles_panzers_leave_a_city_to_the_infantry_that_can_still_come() -> None:
    found = table("de.c41 at 2320", "de.pz6 in de.c41", "de.pz8 in de.c41", "de.XXX at 2320", "fr.VI at 2121")
    plan = GermanPlan(state(found), MotorizedMovement(Side.GERMAN, MOTORIZED), random.Random(1))
    assert at(found, "2221") in plan.now
    assert at(found, "2221") not in plan.posts(plan.now)


def test_the_corps_of_a_frontier_city_does_not_leave_it_for_an_attack() -> None:
    found = table("de.XXX at 2221", "de.XII at 2221", "fr.dlc5 at 2321", "fr.VI at 2121")
    assert not {"de.XXX", "de.XII"} & german_moves(found, FOOT).keys()


def test_who_would_open_the_way_to_a_city_is_not_sent_off() -> None:
    found = table("de.XVII at 1913", "fr.XXI at 1814")
    assert "de.XVII" not in german_moves(found, FOOT)


def test_no_train_takes_the_guard_of_a_city_away() -> None:
    guard, free = (table(f"de.IV at {label}", "fr.VI at 2624", turn=14) for label in ("2722", "2721"))
    plans = [GermanPlan(state(found), Movement(Side.GERMAN, FOOT), random.Random(1)) for found in (guard, free)]
    away = at(guard, "1411")
    assert plans[0].by_train(number(guard, "de.IV"), away) == 0.0
    assert plans[1].left_alone(number(free, "de.IV")) == 0.0


def test_a_german_city_that_was_lost_and_left_is_walked_into_again() -> None:
    found = table("de.XXIV at 2720", "fr.VI at 2121")
    state(found).set_control(at(found, "2722"), Side.ALLIED + 1)
    assert german_moves(found, FOOT)["de.XXIV"] == "2722"


def test_a_port_that_was_taken_keeps_a_garrison() -> None:
    found = table("de.IX at 0511", "de.XI at 0612", "fr.dim1 at 0716", turn=12)
    moves = german_moves(found, FOOT)
    assert "de.IX" not in moves or moves["de.XI"] == "0511"


def test_panzers_leave_the_map_in_the_move_that_takes_them_to_the_edge() -> None:
    found = table("de.pz1 at 0317", turn=10)
    brief = Brief(GERMAN[0], WEIGHTS)
    orders = list(movement_orders(state(found), MotorizedMovement(Side.GERMAN, MOTORIZED), random.Random(1), brief))
    assert [order[0] for order in orders[:2]] == ["move", "exit"]


def test_no_more_panzers_leave_the_map_than_are_needed() -> None:
    found = table("de.pz1 at 0117", "de.pz2 at 0117", "de.pz3 at 0120", turn=10)
    g = state(found)
    g.exited = aims.exits_needed(g) - 1
    for name in ("0117", "0120"):
        g.set_control(at(found, name), Side.GERMAN + 1)
    orders = list(movement_orders(g, MotorizedMovement(Side.GERMAN, MOTORIZED), random.Random(1), USUAL))
    assert [order[0] for order in orders].count("exit") == 1


def test_infantry_goes_back_to_ports_that_are_weakly_held_when_the_coast_is_taken() -> None:
    found = table("de.IX at 0913", "de.XI at 0913", "de.I at 0115", "fr.VI at 0120", turn=12)
    g = state(found)
    for h in aims.coast(g):
        g.set_control(h, Side.GERMAN + 1)
    assert at(found, "0115") in aims.weak_ports(g)
    assert at(found, "0913") not in aims.weak_ports(g)
    assert aims.aim_of(g, number(found, "de.IX")) == "garrisons"


def test_the_sixteenth_army_takes_back_what_is_lost_at_home() -> None:
    found = table("de.VII at 1918", "fr.VI at 2321", turn=5)
    g, unit = state(found), number(found, "de.VII")
    assert aims.aim_of(g, unit) == "north"
    g.set_control(at(found, "2221"), Side.ALLIED + 1)
    assert aims.aim_of(g, unit) == "lost"
    assert aims.far(g, unit)[at(found, "2221")] == 0


def test_panzers_are_dearer_than_infantry_while_they_are_wanted_off_the_map() -> None:
    found = table("fr.X at 0728", "de.pz1 at 0729")
    g, unit = state(found), number(found, "de.pz1")
    battle = Battle(Side.GERMAN, at(found, "0728"), (unit,))
    before = battle_worth(g, battle)
    g.exited = aims.exits_needed(g)
    assert battle_worth(g, battle) > before


def test_the_objective_is_one_that_cannot_be_undone() -> None:
    found = table()
    plans = [ADVICE.plans(state(found), Side.GERMAN)[0], AS_IT_COMES]
    assert [plan_order(Brief(plan, WEIGHTS)) for plan in plans] == [("plan", "2"), ("plan", "2")]


@pytest.mark.parametrize("side", Side)
def test_a_side_has_several_plans_and_the_last_turns_have_their_own(side: Side) -> None:
    g = state(table())
    assert len(ADVICE.plans(g, side)) >= 4
    first = ADVICE.plans(g, side)[0]
    g.turn = 13
    assert ADVICE.is_spent(g, side, first)
    assert ADVICE.plans(g, side)[0].name == "finish"


# -- Allied moves


def test_the_corner_of_the_maginot_line_is_not_left() -> None:
    found = table("fr.XVII at 2425", "fr.XII at 2425", "de.XXIV at 2622")
    assert not {"fr.XVII", "fr.XII"} & allied_moves(found).keys()


def test_who_is_kept_back_keeps_out_of_danger() -> None:
    found = table("uk.1db at 0614", "de.c19 at 0914", "de.pz1 in de.c19", "de.pz2 in de.c19")
    g, danger = state(found), aims.danger_to(state(found), Side.ALLIED)
    goal = g.map.hex(allied_moves(found, MOTORIZED)["uk.1db"])
    assert danger[goal] < danger[at(found, "0614")]


def test_an_open_line_of_communication_is_barred() -> None:
    found = table("fr.dli17 at 0217", "de.pz1 at 0416", turn=10)
    assert at(found, "0117") in aims.open_exits(state(found), 10)
    assert allied_moves(found)["fr.dli17"] in {"0115", "0117", "0120"}


def test_a_port_that_the_germans_left_empty_is_taken_back() -> None:
    found = table("fr.XXI at 0612", "de.XI at 1913", turn=12)
    state(found).set_control(state(found).map.place("Calais").hex, Side.GERMAN + 1)
    step = Movement(Side.ALLIED, FOOT)
    assert ("move", "fr.XXI", "0511") in AlliedPlan(state(found), step, random.Random(1)).moves()


def test_a_raider_rides_on_in_exploitation() -> None:
    found = table("fr.dlm1 at 0521", "de.IX at 1014", turn=12)
    state(found).set_control(state(found).map.place("Lille").hex, Side.GERMAN + 1)
    g = state(found)
    half_way = g.map.hex(allied_moves(found, MOTORIZED)["fr.dlm1"])
    assert g.map.distance(half_way, at(found, "0913")) <= 4


def test_a_german_city_that_was_taken_is_not_left() -> None:
    found = table("fr.VI at 2221", "de.XXX at 2419", turn=8)
    assert "fr.VI" not in allied_moves(found)


def test_the_armies_behind_the_maginot_line_go_for_german_cities_in_time() -> None:
    early, late = (table("fr.VI at 2121", turn=turn) for turn in (3, 8))
    found = [aims.attacks_for(state(t), number(t, "fr.VI"), USUAL) for t in (early, late)]
    assert found == [(), aims.SAAR]


def test_in_the_last_turn_everybody_goes_for_what_is_lost() -> None:
    found = table("fr.XXI at 0615", "fr.XVII at 2425", turn=14)
    g = state(found)
    assert "Calais" in aims.attacks_for(g, number(found, "fr.XXI"), USUAL)
    assert aims.attacks_for(g, number(found, "fr.XVII"), USUAL) == ()


# -- battles


def test_the_last_step_of_a_division_that_could_leave_the_map_is_spared() -> None:
    found = table("de.pz1 at 0728", "de.m2 at 0728 with 1 step")
    units = [number(found, name) for name in ("de.pz1", "de.m2")]
    assert state(found).id(cheapest(state(found), units)) == "de.pz1"


def test_the_lead_is_good_but_not_the_dearest() -> None:
    found = table("de.pz1 at 0728", "de.pz10 at 0728 with 1 step", "de.XXXVII at 0728")
    units = [number(found, name) for name in ("de.pz1", "de.pz10", "de.XXXVII")]
    assert state(found).id(best_lead(state(found), units)) == "de.pz1"


def test_infantry_loses_steps_before_panzers() -> None:
    found = table("de.pz1 at 0728", "de.IX at 0728")
    units = [number(found, name) for name in ("de.pz1", "de.IX")]
    assert state(found).id(cheapest(state(found), units)) == "de.IX"


def test_the_chances_of_two_dice_are_exact() -> None:
    faces = ((1, 0), (1, 0), (1, 0), (0, 1), (0, 1), (0, 1))
    assert all_dice(faces, 2) == {(0, 2): Fraction(1, 4), (1, 1): Fraction(1, 2), (2, 0): Fraction(1, 4)}


def test_what_a_defeat_is_worth_depends_on_whether_the_defender_can_run() -> None:
    runs, stands, holds = (defeat_worth(way, 4, 6, 1.0, 3.0) for way in ("runs", "stands", "holds"))
    assert (runs, stands, holds) == (5.0, 4.0, 2.0)
    assert defeat_worth("blitz", 4, 6, 1.0, 3.0) == runs
    assert defeat_worth("works", 1, 0, 1.0, 3.0) == 3.0


def test_a_surrounded_defender_cannot_run() -> None:
    free = table("fr.X at 0728", "de.IX at 0729")
    shut = table("fr.X at 0728", "de.IX at 0729", "de.XI at 0727", "de.IV at 0627", "de.I at 0828")
    fights = [
        Battle(Side.GERMAN, at(found, "0728"), (number(found, "de.IX"),), leads=(number(found, "de.IX"), -1))
        for found in (free, shut)
    ]
    assert can_run(state(free), fights[0])
    assert not can_run(state(shut), fights[1])


def test_more_attackers_are_worth_more_and_the_best_battle_is_fought_first() -> None:
    found = table("fr.X at 0728", "fr.VI at 0732", "de.IX at 0729", "de.XI at 0729", "de.XXXVII at 0731")
    g = state(found)
    two = (number(found, "de.IX"), number(found, "de.XI"))
    many, few = (Battle(Side.GERMAN, at(found, "0728"), units) for units in (two, two[:1]))
    assert battle_worth(g, many) > battle_worth(g, few)
    left = (Attack(at(found, "0732"), (number(found, "de.XXXVII"),)), Attack(at(found, "0728"), two))
    assert battle_order(g, Battles(Side.GERMAN, left))[0] == ("resolve", "0728")


def test_a_headquarters_helps_where_it_helps_most_and_only_once() -> None:
    found = table(
        "fr.X at 0728", "fr.VI at 0732", "de.IX at 0729", "de.XI at 0729", "de.XXXVII at 0731", "de.hqa at 0730"
    )
    g = state(found)
    hq, two = number(found, "de.hqa"), (number(found, "de.IX"), number(found, "de.XI"))
    strong = Hopes(g, Battle(Side.GERMAN, at(found, "0728"), two), Side.GERMAN)
    weak = Hopes(g, Battle(Side.GERMAN, at(found, "0732"), (number(found, "de.XXXVII"),)), Side.GERMAN)
    assert [hopes.able for hopes in (strong, weak)] == [[hq], [hq]]
    assert not is_enough(g, Side.GERMAN, [Share(2, (hq,)), Share(0, (hq,))])
    shares = share_out(g, Side.GERMAN, (weak, strong), 0.5)
    assert [share.helping for share in shares.values()].count((hq,)) == 1
    assert sum(share.bombers for share in shares.values()) <= g.bombers[Side.GERMAN]


def test_an_attack_that_may_be_answered_is_worth_less() -> None:
    found = table("fr.X at 0728", "de.IX at 0729", "de.XI at 0729")
    g = state(found)
    battle = Battle(Side.GERMAN, at(found, "0728"), (number(found, "de.IX"), number(found, "de.XI")))
    fearless = Brief(AS_IT_COMES, WEIGHTS | {"answer_allied": 0.0})
    g.bombers[Side.ALLIED] = 1
    assert Hopes(g, battle, Side.GERMAN).worth() < Hopes(g, battle, Side.GERMAN, fearless).worth()


def test_panzers_overrun_from_where_their_moves_have_brought_them() -> None:
    found = table("de.pz1 at 0726", "de.pz2 at 0726", "de.pz3 at 0726", "fr.X at 0729 with 2 steps")
    g, step = state(found), MotorizedMovement(Side.GERMAN, MOTORIZED)
    assert list(overrun_orders(g, step)) == []
    moves = [("move", name, "0728") for name in ("de.pz1", "de.pz2", "de.pz3")]
    after = moved(g, step, moves)
    assert list(overrun_orders(after, step)) == [("overrun", "0729", "de.pz3", "de.pz1", "de.pz2", "go")]


# -- between battles


def test_a_dutch_city_is_bombed_and_the_empty_ones_are_landed_in() -> None:
    found = Table("planjaune")
    orders = list(special_orders(state(found), SpecialOperations(Side.GERMAN)))
    dutch = {state(found).map.labels[h] for h in state(found).scenario.cities["netherlands"]}
    assert [order[1] in dutch for order in orders if order[0] == "terror"] == [True]
    assert len({order[2] for order in orders if order[0] == "drop"} & dutch) == 3


@pytest.mark.parametrize(("barrier", "ports"), [((), []), (("de.IX at 0614", "de.XI at 0516"), ["0710"])])
def test_a_port_is_evacuated_when_it_is_cut_off(barrier: tuple[str, ...], ports: list[str]) -> None:
    found = table("uk.I at 0710", *barrier)
    g = state(found)
    for h in range(len(g.map)):
        if barrier and g.map.distance(h, at(found, "0710")) > 1:
            g.set_control(h, Side.GERMAN + 1)
    assert [order[1] for order in evacuation_orders(g, Evacuation(Side.ALLIED))] == ports


def test_the_army_at_strasbourg_is_released_last() -> None:
    found = Table("planjaune")
    armies = sorted(("fr.3", "fr.4", "fr.5", "fr.8"), key=lambda army: pressure(state(found), army))
    assert armies.index("fr.5") > armies.index("fr.4")


def test_in_reaction_the_allies_step_into_the_way_of_the_panzers() -> None:
    found = table("fr.VI at 1017", "fr.IX at 1017", "de.c19 at 1316", "de.pz1 in de.c19", "de.pz2 in de.c19", turn=4)
    g, unit = state(found), number(found, "fr.VI")
    way = aims.corridor(g, g.turn)
    best = max(g.scenario.touching[g.hex_of[unit]], key=lambda h: gain(g, unit, h))
    assert way[best] >= way[g.hex_of[unit]]


def test_the_hypothetical_scenario_begins_with_two_corps_more() -> None:
    game = meuse.new("planjaune", "hypothetical", seed=3)
    for order in deployment_orders(game.state, Deployment(Side.ALLIED)):
        game.play(order, Side.ALLIED)
    game.play("done")  # the static divisions stay
    for order in deployment_orders(game.state, Deployment(Side.GERMAN)):
        game.play(order, Side.GERMAN)
    formed = {game.state.id(u) for side in Side for u in game.state.on_map(side) if game.state.is_corps(u)}
    assert {"de.c39", "fr.ckeller"} <= formed


@pytest.mark.parametrize("scenario", ["historical", "free", "hypothetical"])
def test_every_question_of_two_turns_is_answered_by_the_staff_itself(monkeypatch, scenario: str) -> None:
    asked: list[str] = []
    monkeypatch.setattr(RandomBot, "choose", lambda self, seat: asked.append(seat.decision.question) or ("end",))
    game = meuse.new("planjaune", scenario, seed=3)
    bots = {side: bot("staff", f"3 {side.word}") for side in meuse.SIDES}
    while game.state.turn < 3:
        side = game.decision.side
        game.play(bots[side].choose(game.seat(side)), side)
    assert asked == []


# -- losses and lines of supply


def test_a_defender_does_not_run_where_the_way_costs_as_much() -> None:
    found = table("fr.VI at 0823", "de.I at 0822", "de.II at 0923", "de.III at 0723")
    g, unit = state(found), number(found, "fr.VI")
    battle = Battle(Side.GERMAN, at(found, "0823"), (number(found, "de.I"),))
    step = Split(Side.ALLIED, battle, (unit,), 2, unit)
    assert lost_in_all(g, step, 1) == 2
    assert split_orders(g, step)[-1] == ("split", "2")


def test_a_defender_with_a_free_way_gives_ground_rather_than_men() -> None:
    found = table("fr.VI at 0823", "de.I at 0822")
    g, unit = state(found), number(found, "fr.VI")
    battle = Battle(Side.GERMAN, at(found, "0823"), (number(found, "de.I"),))
    step = Split(Side.ALLIED, battle, (unit,), 2, unit)
    assert lost_in_all(g, step, 1) == 1
    assert split_orders(g, step)[-1] == ("split", "1")


def test_somebody_goes_behind_panzers_that_have_run_ahead() -> None:
    found = table("de.pz1 at 1717", "fr.XI at 1920", turn=6)
    g = state(found)
    g.place(number(found, "fr.XI"), at(found, allied_moves(found)["fr.XI"]))
    assert not traces(g, number(found, "de.pz1"))


def test_nobody_leaves_a_post_to_cut_the_enemy_off() -> None:
    found = table("de.pz1 at 1717", "fr.XI at 2221", turn=6)
    state(found).set_control(at(found, "2221"), Side.ALLIED + 1)
    assert "fr.XI" not in allied_moves(found)


def test_a_gap_behind_the_panzers_is_closed() -> None:
    found = table("de.c19 at 1717", "de.pz1 in de.c19", "de.pz2 in de.c19", "de.VII at 2117", "fr.XI at 1920", turn=6)
    g = state(found)
    corps, free = number(found, "de.VII"), {number(found, "de.VII"): {at(found, "1918"): 4, at(found, "2117"): 0}}
    assert closers(g.copy(), Side.GERMAN, free) == {corps: at(found, "1918")}
    found.remove("fr.XI")
    assert closers(state(found).copy(), Side.GERMAN, free) == {}


# -- what is not left alone


def test_a_headquarters_beside_the_enemy_is_not_left_alone() -> None:
    found = table("de.hqa at 1615", "de.XVIII at 1715", "fr.X at 1515", turn=6)
    assert german_moves(found, FOOT)["de.XVIII"] == "1615"


def test_a_headquarters_that_may_still_move_needs_no_escort() -> None:
    found = table("de.hqa at 1615", "fr.X at 1515", turn=6)
    steps = MotorizedMovement(Side.GERMAN, MOTORIZED), Movement(Side.GERMAN, FOOT)
    escorts = [GermanPlan(state(found), step, random.Random(1)).now for step in steps]
    assert [at(found, "1615") in now for now in escorts] == [False, True]


def test_a_belgian_city_that_was_taken_is_guarded_until_belgium_surrenders() -> None:
    found = table("fr.X at 1214", "de.XVIII at 1512")
    g, brussels = state(found), state(found).map.place("Bruxelles").hex
    g.set_control(brussels, Side.GERMAN + 1)
    assert brussels in german_posts(g, 6.0)
    g.change(surrendered=frozenset({"belgium"}))
    assert brussels not in german_posts(g, 6.0)


def test_the_belgians_hold_their_own_cities_and_the_french_do_not_hold_them_for_them() -> None:
    found = table("be.I at 1312", "fr.X at 1212", "de.c16 at 1512", "de.pz3 in de.c16", "de.pz4 in de.c16")
    g = state(found)
    plan = AlliedPlan(g, Movement(Side.ALLIED, FOOT), random.Random(1))
    list(plan.moves())
    brussels = g.map.place("Bruxelles").hex
    assert plan.price_of_post(number(found, "be.I"), brussels) is not None
    assert plan.price_of_post(number(found, "fr.X"), brussels) is None


def test_sedan_is_worth_leaving_the_way_to_the_sea_for() -> None:
    found = table("de.c19 at 1718", "de.pz1 in de.c19", "de.pz2 in de.c19", "de.pz10 in de.c19", "fr.X at 1518")
    assert german_moves(found)["de.c19"] in {"1618", "1619"}
