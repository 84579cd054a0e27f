"""The staff in Case Yellow: positions that show its aims, and that every question finds an answer."""

from __future__ import annotations

import random

import pytest

import meuse
from meuse.advice import Brief
from meuse.audit import audit
from meuse.audit_supply import starved as starved_units
from meuse.audit_walk import Turn
from meuse.counters import Side
from meuse.games.caseyellow import endphase, refit
from meuse.games.caseyellow.advice import ADVICE
from meuse.games.caseyellow.advice_aims import far, points_for, prizes, wanted_by
from meuse.games.caseyellow.advice_air import starved
from meuse.games.caseyellow.advice_battle import attack_worth, by_price, retreat_order, risked, tolls, willing
from meuse.games.caseyellow.advice_cuts import best_cut, best_relief
from meuse.games.caseyellow.advice_dynamo import defenders, goes_to_port, harbour, port_worth
from meuse.games.caseyellow.advice_endphase import is_worth_a_step, need
from meuse.games.caseyellow.advice_line import line_hexes
from meuse.games.caseyellow.advice_moves import RoundPlan
from meuse.games.caseyellow.advice_plans import GERMAN_PLANS
from meuse.games.caseyellow.aftermath import retreat_paths
from meuse.games.caseyellow.air import DiveBombing, Paratroops
from meuse.games.caseyellow.appreciation import APPRECIATION
from meuse.games.caseyellow.board import GERMAN_CHIT, CaseYellow
from meuse.games.caseyellow.declaration import Declaration
from meuse.games.caseyellow.movement import Movement
from meuse.games.caseyellow.odds import Attack, Battle
from meuse.lab.play import play_out
from meuse.lab.solving import Script
from meuse.opponents import bot
from meuse.opponents.random import RandomBot
from meuse.problems import Problem, position
from meuse.testkit import Table


def table(*units: str, turn: int = 3, scenario: str = "unrestricted") -> Table:
    found = Table("caseyellow", scenario).clear()
    state(found).air[:] = [0, 0]
    state(found).set_marker("turn", turn)
    return found.put(*units)


def state(found: Table) -> CaseYellow:
    assert isinstance(found.game.state, CaseYellow)
    return found.game.state


def advised(found: Table) -> list[tuple[str, ...]]:
    decision = found.game.decision
    g, side = state(found), decision.side
    return list(ADVICE.orders(g, side, decision, random.Random(1), brief(g, side)))


def brief(g: CaseYellow, side: Side) -> Brief:
    return ADVICE.brief(ADVICE.plans(g, side)[0])


# -- movement


def test_panzers_mass_against_what_bars_their_way() -> None:
    found = table("German de.pz1 at 1720", "German de.pz2 at 1820", "French fr.di10 at 1718")
    g = state(found)
    plan = RoundPlan(g, Movement(Side.GERMAN), random.Random(1), brief(g, Side.GERMAN))
    ends = [g.map.hex(order[2]) for order in plan.moves() if order[0] == "move"]
    assert any(g.map.distance(h, g.map.hex("1718")) == 1 for h in ends)


def test_panzers_go_to_the_sea_and_the_sixth_army_to_belgium() -> None:
    g = state(table("German de.pz1 at 2122", "German de.IV at 2926", scenario="historical"))
    panzers, corps = (g.scenario.unit_named[name] for name in ("de.pz1", "de.IV"))
    assert far(g, panzers, brief(g, Side.GERMAN))[g.map.place("Abbeville").hex] == 0
    assert far(g, corps, brief(g, Side.GERMAN))[g.map.place("Bruxelles").hex] == 0
    assert far(g, corps, brief(g, Side.GERMAN))[g.map.place("Abbeville").hex] > 0


def test_armies_on_the_rhine_stay_where_they_are() -> None:
    found = table("German de.XXV at 1141", "French fr.XIII at 0938").step(Movement(Side.GERMAN))
    assert [order for order in advised(found) if order[0] == "move"] == []


def test_a_depot_follows_the_spearhead() -> None:
    found = table("German de.asa at 2232", "German de.pz1 at 2126", "French fr.X at 2124").step(Movement(Side.GERMAN))
    g = state(found)
    goals = [order[2] for order in advised(found) if order[:2] == ("move", "de.asa")]
    assert len(goals) == 1
    assert g.map.distance(g.map.hex(goals[0]), g.map.hex("2126")) < g.map.distance(g.map.hex("2232"), g.map.hex("2126"))


def test_who_can_be_swept_away_is() -> None:
    found = table("German de.pz1 at 4540", "German de.pz2 at 4540", "disrupted French fr.sp1 at 4541")
    assert advised(found.step(Movement(Side.GERMAN)))[0][:2] == ("overrun", "4541")


def test_what_lies_open_is_taken_before_anybody_masses() -> None:
    found = table("German de.pz9 at 3830", "Dutch nl.B at 3727", turn=1, scenario="holland").step(Movement(Side.GERMAN))
    g = state(found)
    goals = [order[2] for order in advised(found) if order[:2] == ("move", "de.pz9")]
    assert [g.map.hex(goal) in g.scenario.cities for goal in goals] == [True]


def test_the_dutch_take_back_a_city_that_was_left_empty() -> None:
    found = table("Dutch nl.I at 3921", turn=1, scenario="holland")
    found.put("German de.pz9 at 3834")
    hague = state(found).map.place("Den Haag").hex
    state(found).set_control(hague, 1)
    moves = [order for order in advised(found.step(Movement(Side.ALLIED))) if order[0] == "move"]
    assert [order[2] for order in moves] == [state(found).map.labels[hague]]


def test_paratroops_land_near_cities_that_nobody_holds() -> None:
    found = table("German de.fj1 in airborne", turn=1, scenario="holland").step(Paratroops(Side.GERMAN))
    g = state(found)
    _, _, field = advised(found)[0]
    assert sum(g.map.distance(g.map.hex(field), h) <= 2 for h in g.scenario.cities) >= 2


def test_trains_bring_those_who_are_not_needed_to_a_gap() -> None:
    found = table("French fr.VII at 0535", "German de.pz1 at 1720", "German de.pz2 at 2016").step(Movement(Side.ALLIED))
    assert [order[1] for order in advised(found) if order[0] == "rail"] == ["fr.VII"]


# -- the line


def test_the_line_lies_between_the_germans_and_paris() -> None:
    g = state(table("German de.pz1 at 1720", "French fr.X at 1715"))
    line = line_hexes(g, range(len(g.map)), brief(g, Side.ALLIED))
    assert line
    assert g.map.hex("1720") not in line
    assert all(h not in line for h in g.scenario.paris)


# -- battles


def test_a_good_attack_is_worth_more_than_a_bad_one() -> None:
    g = state(table("German de.pz1 at 4540", "German de.lah at 4540", "French fr.VI at 4640", "French fr.sp1 at 4541"))
    strong, weak = (g.scenario.unit_named[name] for name in ("de.pz1", "de.lah"))
    easy = attack_worth(g, Battle(Attack(g.map.hex("4541"), (strong,))), brief(g, Side.GERMAN))
    assert easy > attack_worth(g, Battle(Attack(g.map.hex("4640"), (weak,))), brief(g, Side.GERMAN))
    assert easy > 0


def test_the_staff_attacks_what_it_can_beat_and_leaves_the_rest() -> None:
    found = table("German de.I at 4540", "French fr.sp1 at 4640", turn=1).phase("German combat round")
    assert advised(found)[0] == ("attack", "4640", "de.I", "go")
    hard = table("German de.lah at 4540", "French fr.VI at 4640", turn=1).phase("German combat round")
    assert advised(hard) == [("end",)]


def test_an_attack_from_two_hexes_is_made_with_what_it_owes() -> None:
    found = table("German de.I at 4540", "German de.IV at 4641", "German de.XI at 4742", turn=1)
    found.put("French fr.XVII at 4541", "French fr.XLIV at 4642").phase("German combat round")
    assert advised(found)[:2] == [("attack", "4541", "de.IV", "de.I", "go"), ("attack", "4642", "de.XI", "go")]


def test_a_worn_panzer_division_is_dearer_than_a_fresh_corps() -> None:
    g = state(table("German de.pz1 at 4540 with 1 step", "German de.I at 4641"))
    panzers, corps = (g.scenario.unit_named[name] for name in ("de.pz1", "de.I"))
    assert by_price(g, (panzers, corps)) == [corps, panzers]


def test_beaten_units_get_away_from_the_enemy() -> None:
    g = state(table("French fr.VI at 4540", "German de.X at 4640"))
    corps = g.scenario.unit_named["fr.VI"]
    _, _, end = retreat_order(g, corps, retreat_paths(g, corps, 2))
    assert g.map.distance(g.map.hex(end), g.map.hex("4640")) == 3


# -- what is wanted


def test_what_is_taken_is_wanted_no_more() -> None:
    g = state(table())
    lille = g.map.place("Lille").hex
    assert lille in wanted_by(g, Side.GERMAN)
    g.set_control(lille, 1)
    assert lille not in wanted_by(g, Side.GERMAN)


def test_the_dynamo_port_is_worth_most_of_all() -> None:
    g = state(table(scenario="historical"))
    dunkerque = g.map.place("Dunkerque").hex
    before = prizes(g)[dunkerque]
    g.set_marker("port", dunkerque)
    assert prizes(g)[dunkerque] == max(prizes(g).values()) > before


# -- the air


def test_stukas_dive_on_whom_the_others_attack() -> None:
    found = table("German de.I at 1720", "German de.id208 at 1720", "French fr.VI at 1719", "French fr.III at 1002")
    state(found).air[:] = [3, 0]
    assert advised(found.step(DiveBombing(Side.GERMAN)))[0] == ("bomb", "1719")


def test_a_crossing_that_feeds_nobody_is_not_worth_bombing() -> None:
    g = state(table("German de.pz1 at 2132"))
    fed = [g.scenario.unit_named["de.pz1"]]
    assert starved(g, fed, g.map.place("Sedan").hex) == 0


# -- Dynamo, Paris, the Refit


CUT_OFF = ("British uk.I at 2908", "British uk.II at 2808", "British uk.III at 2909", "British uk.5 at 2907")
POCKET = ("German de.pz1 at 2506", "German de.pz2 at 2406", "German de.m2 at 2405")


def test_dynamo_is_declared_as_soon_as_enough_units_are_near_a_port() -> None:
    found = table(*CUT_OFF, "British uk.50 at 2807", *POCKET, turn=3, scenario="historical")
    assert advised(found.step(Declaration(Side.ALLIED)))[0][0] == "declare"
    few = table(*CUT_OFF[:2], *POCKET, turn=3, scenario="historical")
    assert advised(few.step(Declaration(Side.ALLIED))) == [("pass",)]


def test_dynamo_is_never_declared_at_a_price() -> None:
    found = table(*CUT_OFF, "British uk.50 at 2807", *POCKET, turn=3, scenario="historical")
    state(found).rounds = ((Side.GERMAN, "move"),)
    assert advised(found.step(Declaration(Side.ALLIED, early=True))) == [("pass",)]


def test_germans_close_by_spoil_a_port() -> None:
    g = state(table(*CUT_OFF, "German de.pz1 at 3010", turn=4, scenario="historical"))
    dunkerque, calais = (g.map.place(name).hex for name in ("Dunkerque", "Calais"))
    assert port_worth(g, dunkerque, brief(g, Side.ALLIED)) < port_worth(g, calais, brief(g, Side.ALLIED))


def test_a_port_is_worth_more_to_those_who_stand_near_it() -> None:
    near, far_off = (
        state(table(*(f"French {u} at {h}" for u in ("fr.di10", "fr.di14", "fr.di23")), turn=3, scenario="historical"))
        for h in ("3010", "2814")
    )
    dunkerque = near.map.place("Dunkerque").hex
    worth = [port_worth(g, dunkerque, brief(g, Side.ALLIED)) for g in (near, far_off)]
    assert worth[0] > worth[1] > 0


@pytest.mark.parametrize(("turn", "port"), [(1, False), (2, True), (5, False)])
def test_the_left_wing_turns_back_to_a_port_before_dynamo_may_be_declared(turn: int, port: bool) -> None:
    g = state(table(*CUT_OFF, turn=turn, scenario="historical"))
    assert (harbour(g, brief(g, Side.ALLIED)) >= 0) is port
    assert goes_to_port(g, g.scenario.unit_named["uk.I"], brief(g, Side.ALLIED)) is port


def test_one_unit_holds_the_port_only_if_enough_come_after_it() -> None:
    alone = ("British uk.III at 3110", "German de.pz1 at 2810")
    others = (f"British uk.{u} at {h}" for u, h in (("5", 3009), ("50", 3009), ("I", 3009), ("II", 3008), ("12", 3008)))
    late = (f"French fr.{u} at {h}" for u, h in (("di10", 3006), ("di14", 3006), ("di23", 2907), ("di28", 2907)))
    few, many = (state(table(*units, turn=4, scenario="historical")) for units in (alone, (*alone, *others, *late)))
    for g in (few, many):
        g.set_marker("port", g.map.place("Dunkerque").hex)
    assert not defenders(few, brief(few, Side.ALLIED))
    assert defenders(many, brief(many, Side.ALLIED))


def test_whoever_goes_home_attacks_nobody() -> None:
    found = table(
        "British uk.I at 3009", "British uk.5 at 3009", "German de.id208 at 3008", turn=4, scenario="historical"
    ).phase("Allied Combat Round")
    units = [state(found).scenario.unit_named[name] for name in ("uk.I", "uk.5")]
    state(found).dynamo_declared = 3
    assert willing(state(found), units, brief(state(found), Side.ALLIED)) == tuple(units)
    state(found).set_marker("port", state(found).map.place("Dunkerque").hex)
    assert willing(state(found), units, brief(state(found), Side.ALLIED)) == ()


def test_units_in_the_port_leave_first() -> None:
    found = table("British uk.5 at 3110", *POCKET, turn=4, scenario="historical")
    state(found).set_marker("port", state(found).map.place("Dunkerque").hex)
    assert advised(found.step(Movement(Side.ALLIED)))[0] == ("evacuate", "uk.5")


def test_paris_is_kept_while_nobody_is_lost_in_it() -> None:
    found = table("French fr.VI at 1508", turn=6, scenario="historical")
    assert advised(found.step(endphase.OpenCity(Side.ALLIED)))[0] == ("pass",)


def test_panzers_refit_as_soon_as_they_may() -> None:
    found = table(*(f"German de.pz{number} at 2537" for number in range(1, 11)), turn=4)
    assert advised(found.step(refit.DeclareRefit(Side.GERMAN)))[0] == ("declare",)


def test_every_panzer_division_comes_back_where_the_staff_wants_it() -> None:
    found = table("French fr.X at 1810", turn=7, scenario="historical")
    g = state(found)
    refitted = [g.scenario.unit_named[f"de.pz{number}"] for number in range(1, 5)]
    for u in refitted:
        g.place(u, g.scenario.box("refit"))
        g.set_steps(u, 2)
    g.refit_ends = 7
    orders = advised(found.step(refit.ReturnPanzers(Side.GERMAN)))
    assert {order[1] for order in orders} == {g.id(u) for u in refitted}


def test_of_those_who_are_gone_the_ones_that_cost_no_points_are_rebuilt_first() -> None:
    g = state(table(scenario="historical"))
    corps, division = (g.scenario.unit_named[name] for name in ("fr.VI", "fr.di10"))
    assert sorted((corps, division), key=lambda u: need(g, u)) == [division, corps]


def test_a_corps_that_is_gone_is_rebuilt_only_where_its_next_loss_gives_no_point() -> None:
    g, free = (state(table("French fr.III at 1002", scenario=word)) for word in ("historical", "unrestricted"))
    gone, here, division = (g.scenario.unit_named[name] for name in ("fr.VI", "fr.III", "fr.di10"))
    assert [is_worth_a_step(g, u) for u in (gone, here, division)] == [False, True, True]
    assert is_worth_a_step(free, gone)


# -- steps that count


def test_a_panzer_division_that_may_lose_both_steps_risks_its_points() -> None:
    g = state(table("German de.pz1 at 4540", "French fr.VI at 4640", scenario="historical"))
    fight = Battle(Attack(g.map.hex("4640"), (g.scenario.unit_named["de.pz1"],)))
    none, one, two = tolls(g, fight, Side.GERMAN)
    assert none == 0.0
    assert two - one > 3.0 > one


def test_whoever_has_no_way_out_is_worth_all_his_steps() -> None:
    around = ("German de.I at 2614", "German de.IV at 2512", "German de.II at 2612", "French fr.VI at 2513")
    open_ground = ("German de.I at 2614", "French fr.VI at 2513")
    worths = []
    for units in (around, open_ground):
        g = state(table(*units, turn=5, scenario="historical"))
        attack = Attack(g.map.hex("2513"), (g.scenario.unit_named["de.I"],))
        worths.append(attack_worth(g, Battle(attack, german_air=2), brief(g, Side.GERMAN)))
    assert worths[0] > worths[1]


def test_who_guards_a_city_alone_risks_it_in_an_attack() -> None:
    g = state(table("German de.fj1 at 3825", "German de.fj2 at 3823", turn=1, scenario="holland"))
    guard, free = (g.scenario.unit_named[name] for name in ("de.fj1", "de.fj2"))
    assert risked(g, guard, 1) > risked(g, free, 1) + 1


def test_where_no_points_are_counted_no_loss_costs_any() -> None:
    g = state(table("German de.pz1 at 4540", scenario="unrestricted"))
    assert points_for(g, g.scenario.unit_named["de.pz1"]) == 0


def test_a_worn_corps_is_the_last_to_be_put_in_the_line() -> None:
    found = table(
        "French fr.VI at 1714 with 1 step",
        "French fr.di10 at 1714",
        "German de.I at 1718",
        turn=7,
        scenario="historical",
    )
    g = state(found)
    plan = RoundPlan(g, Movement(Side.ALLIED), random.Random(1), brief(g, Side.ALLIED))
    worn, fresh = (g.scenario.unit_named[name] for name in ("fr.VI", "fr.di10"))
    plan.options = {u: plan.reach(u) for u in (worn, fresh)}
    post = g.map.hex("1715")
    assert (plan.post_price(worn, post) or 0) > (plan.post_price(fresh, post) or 0) + 3


def test_a_worn_panzer_division_keeps_out_of_reach() -> None:
    fresh, worn = (
        table(f"German de.pz1 at 2330 with {steps} steps", "French fr.dlm2 at 2325", scenario="historical")
        for steps in (2, 1)
    )
    far_off, near = (state(fresh).map.hex(label) for label in ("2332", "2326"))
    shy = [shyness(found, near) - shyness(found, far_off) for found in (fresh, worn)]
    assert shy[1] > shy[0] + 2


def shyness(found: Table, h: int) -> float:
    g = state(found)
    plan = RoundPlan(g, Movement(Side.GERMAN), random.Random(1), brief(g, Side.GERMAN))
    return plan.shyness(g.scenario.unit_named["de.pz1"], h)


# -- guards and cuts


def test_a_german_city_that_the_enemy_could_enter_is_guarded() -> None:
    found = table("German de.XXX at 3334", "French fr.XXI at 3230", scenario="historical").step(Movement(Side.GERMAN))
    assert ("move", "de.XXX", "3232") in advised(found)


def test_a_unit_goes_where_it_puts_most_panzers_out_of_supply() -> None:
    found = table("German de.pz1 at 2125", "German de.pz2 at 2125", "French fr.XI at 2024", scenario="historical")
    found.step(Movement(Side.ALLIED))
    g = state(found)
    end = next(g.map.hex(order[2]) for order in advised(found) if order[:2] == ("move", "fr.XI"))
    g.place(g.scenario.unit_named["fr.XI"], end)
    assert APPRECIATION.starving(g, Side.GERMAN)


def test_a_unit_opens_the_way_for_those_who_cannot_get_back_by_themselves() -> None:
    g = state(table("German de.pz1 at 2125", "French fr.XI at 2026", "German de.VII at 2029", scenario="historical"))
    panzers, corps = (g.scenario.unit_named[name] for name in ("de.pz1", "de.VII"))
    assert APPRECIATION.starving(g, Side.GERMAN) == {panzers: 5.0}
    free = {corps: [g.map.hex(label) for label in ("2126", "2027", "2325")]}
    best = best_relief(g, Side.GERMAN, free, [panzers], lambda u, h: 0.0, brief(g, Side.GERMAN))
    assert best is not None
    g.place(corps, best[1])
    assert best[2] == (panzers,)
    assert not APPRECIATION.starving(g, Side.GERMAN)


def test_spearheads_stay_near_the_infantry_when_the_turn_is_nearly_over() -> None:
    g = state(table("German de.pz1 at 2326", "German de.VII at 2329", "French fr.X at 1810", scenario="historical"))
    near, far_off = (g.map.hex(label) for label in ("2326", "2318"))
    late, early = (
        RoundPlan(with_cup(g, cup), Movement(Side.GERMAN), random.Random(1), brief(g, Side.GERMAN))
        for cup in ([0, 1, 1], [3, 1, 1])
    )
    panzers = g.scenario.unit_named["de.pz1"]
    shy = [plan.shyness(panzers, far_off) - plan.shyness(panzers, near) for plan in (late, early)]
    assert shy[0] > shy[1] + 3


def with_cup(g: CaseYellow, cup: list[int]) -> CaseYellow:
    other = g.copy()
    other.cup[:] = cup
    return other


# -- plans


@pytest.mark.parametrize("side", meuse.SIDES)
def test_a_side_has_several_plans_and_keeps_one_until_the_last_turns(side: Side) -> None:
    g = state(table(turn=3, scenario="historical"))
    plans = ADVICE.plans(g, side)
    assert len({plan.name for plan in plans}) >= 5
    assert not any(ADVICE.is_spent(g, side, plan) for plan in plans)
    g.set_marker("turn", 9)
    assert ADVICE.plans(g, side)[0].name == "finish"
    assert ADVICE.is_spent(g, side, plans[0])


def test_the_panzers_go_where_the_plan_sends_them() -> None:
    g = state(table("German de.pz1 at 2122", scenario="historical"))
    panzers, belgium = g.scenario.unit_named["de.pz1"], next(p for p in GERMAN_PLANS if p.name == "belgium")
    bruxelles = g.map.place("Bruxelles").hex
    assert far(g, panzers, ADVICE.brief(belgium))[bruxelles] == 0 < far(g, panzers, brief(g, Side.GERMAN))[bruxelles]


# -- a whole game


def test_every_question_of_a_whole_game_is_answered_by_the_staff_itself(monkeypatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(RandomBot, "choose", lambda self, seat: asked.append(seat.decision.question) or ("end",))
    game = meuse.new("caseyellow", "holland", seed=3)
    bots = {side: bot("staff", f"3 {side.word}") for side in meuse.SIDES}
    while not game.over:
        side = game.decision.side
        game.play(bots[side].choose(game.seat(side)), side)
    assert asked == []


def test_the_same_seed_gives_the_same_game() -> None:
    assert played(5) == played(5) != played(6)


def played(seed: int) -> str:
    game = meuse.new("caseyellow", "holland", seed=seed)
    bots = {side: bot("staff", f"{seed} {side.word}") for side in meuse.SIDES}
    while not game.over:
        game.play(bots[game.decision.side].choose(game.seat(game.decision.side)))
    return game.fingerprint


# -- what the audit asks of Case Yellow


def test_nobody_moves_in_a_combat_round_so_nobody_could_have_guarded_anything() -> None:
    put = ("French fr.di10 at 2008", "French fr.VI at 2110", "German de.pz1 at 2210")
    told = []
    for phase in ("Allied Move Round", "Allied Combat Round"):
        facts = {"id": "audit", "title": "", "task": "", "why": "", "goals": ("german wins",)}
        problem = Problem(
            game="caseyellow", phase=phase, put=put, turn=10, side="allied", values=("value cup [1, 0, 0]",), **facts
        )
        game = position(problem).play(1)
        play_out(game, {"german": Script(()), "allied": Script(())})
        told.append([found.at for found in audit(game) if (found.kind, found.side) == ("gift", "allied")])
    assert told == [["2209"], []]


def test_whoever_is_cut_off_between_two_rounds_of_a_turn_has_not_starved() -> None:
    fed, cut = (
        state(table("German de.pz1 at 2125", f"French fr.XI at {h}", turn=3, scenario="historical"))
        for h in ("2024", "2026")
    )
    later = cut.copy()
    later.set_marker("turn", 4)
    rounds = [Turn(side=Side.GERMAN, key=n, number=3, eve=None, start=g, last=g) for n, g in enumerate((fed, cut, fed))]
    next_turn = Turn(side=Side.GERMAN, key=3, number=4, eve=None, start=later, last=later)
    told = [
        [one for n, turn in enumerate(turns) for one in starved_units(APPRECIATION, turn, turns[:n], turns[n + 1 :])]
        for turns in (rounds, [*rounds, next_turn])
    ]
    assert [len(found) for found in told] == [0, 1]


def test_whoever_guards_a_place_stays_if_an_enemy_could_walk_in_behind_him() -> None:
    found = table("French fr.VI at 2209", "German de.pz1 at 2212", turn=6, scenario="historical")
    plan = RoundPlan(state(found), Movement(Side.ALLIED), random.Random(1), brief(state(found), Side.ALLIED))
    plan.options = {u: {plan.g.hex_of[u]: 0} | dict(plan.reach(u)) for u in plan.movable()}
    assert plan.g.map.place("Amiens").hex in plan.to_guard(APPRECIATION)


# -- the frontier, and the enemy's lines of supply


def frontier(*units: str) -> tuple[Table, RoundPlan]:
    found = table("German de.XII at 1738", *units, scenario="historical")
    return found, RoundPlan(state(found), Movement(Side.GERMAN), random.Random(1), brief(state(found), Side.GERMAN))


def test_a_german_city_that_the_french_are_near_is_held_from_within() -> None:
    _, plan = frontier("French fr.VI at 1536")
    assert ("move", "de.XII", "1736") in plan.moves()


def test_nobody_leaves_his_post_on_the_frontier_for_a_city_that_is_safe() -> None:
    _, plan = frontier("French fr.VI at 1510")
    assert not any(order[0] == "move" and order[1] == "de.XII" for order in plan.moves())


def test_to_cut_the_enemy_off_is_worth_less_while_he_has_rounds_left() -> None:
    found = table("German de.pz1 at 2125", "German de.pz2 at 2125", "French fr.XI at 2024", scenario="historical")
    g = state(found)
    free = {g.scenario.unit_named["fr.XI"]: (g.map.hex("2026"),)}
    sent = []
    for chits in (0, 8):
        g.cup[GERMAN_CHIT] = chits
        sent.append(best_cut(g, Side.ALLIED, free, lambda u, h: 0.5, brief(g, Side.ALLIED)))
    assert sent == [(g.scenario.unit_named["fr.XI"], g.map.hex("2026")), None]
