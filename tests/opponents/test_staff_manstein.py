"""The staff in Manstein's War: whole games on both sides, better than chance, and a few positions."""

from __future__ import annotations

from functools import cache

import meuse
from meuse.advice import Brief
from meuse.counters import Side
from meuse.games.manstein.advice import ADVICE
from meuse.games.manstein.advice_aims import aims, danger_to, deserted, lead, posts_of, step_price
from meuse.games.manstein.advice_battle import best_table, naval_order
from meuse.games.manstein.advice_moves import best_post, movement_orders
from meuse.games.manstein.advice_odds import Reckoner, committed, special_forces
from meuse.games.manstein.advice_plans import GERMAN_PLANS, next_on_axis, plans_for
from meuse.games.manstein.advice_risk import risk
from meuse.games.manstein.advice_scheme import Scheme
from meuse.games.manstein.advice_sweeps import sweeps
from meuse.games.manstein.command import ChoosePlan
from meuse.games.manstein.deployment import Deployment
from meuse.games.manstein.logistics import is_supported
from meuse.games.manstein.movement import Movement
from meuse.games.manstein.odds import columns, declared
from meuse.games.manstein.sequence import Extension
from meuse.lab.play import Match, Played, play_one
from meuse.opponents import bot
from meuse.opponents.staff import StaffBot
from meuse.testkit import Table
from rules.manstein.scene import air, bins, combat, game, give, marked, movement, number, refit, scene


@cache
def played(german: str, allied: str, seed: int) -> Played:
    """A game between two bots, replayed at its end."""
    return play_one(Match(game="manstein", scenario=None, german=german, allied=allied), seed)


def test_the_staff_plays_whole_games_by_the_rules_on_both_sides() -> None:
    whole = played("staff", "staff", 7)

    assert (whole.error, whole.verified) == ("", True)
    assert whole.level != ""


def test_the_german_staff_beats_chance() -> None:
    assert [played("staff", "random", seed).winner for seed in (1, 2)] == ["german", "german"]


def test_the_allied_staff_beats_chance() -> None:
    assert [played("random", "staff", seed).winner for seed in (1, 2)] == ["allied", "allied"]


def test_every_question_of_a_game_is_answered_by_the_staff_itself(monkeypatch) -> None:
    assert asked_by_chance(monkeypatch, {}) == []


def test_so_are_those_of_the_optional_rules(monkeypatch) -> None:
    options = ("24.1", "24.2", "24.3", "25.1", "25.2", "25.3", "25.4", "26", "27", "28.1a", "28.1c", "28.2b", "28.3")

    assert asked_by_chance(monkeypatch, dict.fromkeys(options, True)) == []


def asked_by_chance(monkeypatch, options: dict[str, bool]) -> list[str]:
    """The questions that a game's plan has left open: those where the staff looked for a way out."""
    asked: list[str] = []
    found = StaffBot._way_out

    def way_out(self, decision, seat):
        asked.append(decision.question)
        return found(self, decision, seat)

    monkeypatch.setattr(StaffBot, "_way_out", way_out)
    whole = meuse.new("manstein", seed=3, options=options)
    bots = {side: bot("staff", f"3 {side.word}") for side in meuse.SIDES}
    while not whole.over:
        side = whole.decision.side
        whole.play(bots[side].choose(whole.seat(side)), side)
    return asked


# -- positions


def brief(table: Table, side: Side = Side.GERMAN) -> Brief:
    """What the staff goes by at this moment, with its first plan."""
    return ADVICE.brief(plans_for(game(table), side)[0])


def chosen(table: Table) -> str:
    """What the staff orders now."""
    return " ".join(StaffBot(1).choose(table.game.seat(table.asked)))


def test_panzers_mass_against_what_bars_their_way() -> None:
    table = scene("German de.XIX at 1536", "German de.XXXXI at 1537", "Belgian be.GPK at 1336", marker="PGK")
    movement(table)
    moves = dict(order[1:] for order in movement_orders(game(table), Movement(Side.GERMAN), brief(table)))

    assert set(moves) == {"de.XIX", "de.XXXXI"}
    assert {"1435", "1436", "1337", "1335", "1236", "1235"} & set(moves.values())


def test_a_hopeless_attack_is_not_made() -> None:
    table = combat(scene("German de.LLK at 1536", "Belgian be.N at 1436"))

    assert chosen(table) == "end"


def test_a_good_attack_is_made_with_all_that_help() -> None:
    table = combat(scene("German de.6 at 1536", "German de.18 at 1537", "Belgian be.N at 1436"))

    assert chosen(table) == "attack 1436 with de.18 de.6 go"


def test_a_weak_enemy_is_met_on_the_mobile_table() -> None:
    table = combat(scene("German de.XVI at 1536", "Belgian be.N at 1436"))
    battle = declared(game(table), Side.GERMAN, game(table).map.hex("1436"), (number(table, "de.XVI"),))

    assert best_table(game(table), battle, brief(table)) == "mobile"


def test_steps_of_panzers_are_dear() -> None:
    table = scene("German de.XVI at 1536", "German de.18 at 1537")

    assert step_price(game(table), number(table, "de.XVI")) > step_price(game(table), number(table, "de.18"))


def test_lost_trains_are_replaced_first() -> None:
    table = refit(scene("de.l.a in eliminated", "German de.6 at 1835 with 1 step", turn=1))

    assert chosen(table) == "replace de.l.a"


def test_aircraft_go_where_the_fighting_is() -> None:
    table = air(scene("de.a.VIII in available", "German de.6 at 1536", "Belgian be.N at 1436"))

    assert chosen(table) == "fly de.a.VIII 1436"


def test_the_airborne_corps_takes_an_empty_dutch_depot() -> None:
    table = movement(scene("German de.LLK at 1933", "Dutch nl.V at 1533", "Dutch nl.f.vh at 1333"))

    assert chosen(table) == "drop de.LLK 1432"


def test_the_army_groups_have_aims_of_their_own() -> None:
    table = scene("German de.18 at 1633", "German de.12 at 1937", "German de.XIX at 1738", "German de.1 at 2039")
    countries = {name: countries_wanted(table, name) for name in ("de.18", "de.12", "de.XIX", "de.1")}

    assert countries == {
        "de.18": {"netherlands"},
        "de.12": {"belgium"},
        "de.XIX": {"belgium"},
        "de.1": {"germany"},
    }


def countries_wanted(table: Table, unit: str) -> set[str]:
    g = game(table)
    return {g.map.country[h] for h in aims(g, number(table, unit), brief(table).plan)}


def test_a_weak_stack_in_reach_is_to_be_attacked() -> None:
    table = movement(scene("German de.6 at 1536", "German de.18 at 1537", "Belgian be.Cav at 1436"))

    assert Scheme(game(table), Movement(Side.GERMAN), brief(table)).strikes == [game(table).map.hex("1436")]


def test_a_train_goes_where_an_army_needs_it() -> None:
    table = movement(scene("German de.l.b at 1834", "German de.6 at 1335", "Belgian be.GPK at 1035"))
    g = game(table)
    goal = best_post(g, number(table, "de.l.b"), Movement(Side.GERMAN).goals(g, number(table, "de.l.b")), brief(table))
    g.place(number(table, "de.l.b"), goal)

    assert is_supported(g, number(table, "de.6"))


def test_a_depot_is_bombed_without_which_the_enemy_goes_hungry() -> None:
    table = scene("de.a.VIII in available", "French fr.1 at 1036", "German de.6 at 1236", marker="luftwaffe")
    air(give(table, "german", "1035", "0936", "0836", "0835"))
    first = chosen(table)
    table.play(first)
    table.play("end")

    assert first == "fly de.a.VIII 1036"
    assert chosen(table) == "bomb de.a.VIII"


def test_aircraft_on_their_last_step_keep_clear_of_fighters() -> None:
    table = air(
        scene("de.a.II in available with 1 step", "fr.a.e at 1436", "German de.6 at 1536", "Belgian be.N at 1436")
    )

    assert chosen(table) != "fly de.a.II 1436"


def test_ships_stay_in_port_where_they_change_nothing() -> None:
    table = combat(scene("German de.LLK at 1433", "Dutch nl.V at 1333", "Dutch nl.f.vh at 1333"))
    g = game(table)
    battle = declared(g, Side.GERMAN, g.map.hex("1333"), (number(table, "de.LLK"),))

    assert naval_order(g, battle, brief(table, Side.ALLIED)) == ("pass",)


def test_ships_sail_where_a_column_counts() -> None:
    table = combat(scene("German de.6 at 1433", "Dutch nl.V at 1333"))
    g = game(table)
    battle = declared(g, Side.GERMAN, g.map.hex("1333"), (number(table, "de.6"),))

    assert naval_order(g, battle, brief(table, Side.ALLIED)) == ("naval",)


def test_with_a_draw_in_hand_the_germans_do_not_play_on() -> None:
    table = give(scene("German de.6 at 1735").step(Extension(Side.GERMAN)), "german", *PRIZES)

    assert lead(game(table)) == 20
    assert chosen(table) == "pass"


def test_with_less_they_do() -> None:
    table = give(scene("German de.6 at 1735").step(Extension(Side.GERMAN)), "german", *PRIZES[1:])

    assert chosen(table) == "extend"


PRIZES = ("1333", "1432", "1335", "1336", "1036", "1035")
"""Rotterdam, Amsterdam, Antwerp, Brussels, Lille, Oostende."""


def test_a_reserve_far_behind_comes_by_rail() -> None:
    table = movement(scene("French fr.XXI at 1444", "French fr.9 at 1238", "German de.12 at 1337", marker="1AG"))
    orders = movement_orders(game(table), Movement(Side.ALLIED), brief(table, Side.ALLIED))
    words = {order[1]: order[0] for order in orders}

    assert words["fr.XXI"] == "rail"


def test_who_is_cut_off_goes_to_a_port_with_the_evac_marker() -> None:
    table = scene("British uk.BEF at 0937", "German de.12 at 0835", "German de.XIX at 1135", marker="evac")
    give(table, "german", "0638", "0539")
    movement(marked(table, "evac", "1AG"))

    assert not is_supported(game(table), number(table, "uk.BEF"))
    assert chosen(table) == "move uk.BEF 0836"


# -- plans and what counts


def test_a_plan_is_followed_place_by_place() -> None:
    table = scene("German de.6 at 1535", "German de.XIX at 1738")
    axis = [next_on_axis(game(table), number(table, "de.6"), LIEGE)]
    give(table, "german", "1335")
    axis.append(next_on_axis(game(table), number(table, "de.6"), LIEGE))

    assert axis == [game(table).map.hex(label) for label in ("1335", "1035")]


def test_near_the_end_only_what_counts_is_planned_for() -> None:
    table = scene("German de.6 at 1535", turn=5)

    assert ADVICE.is_spent(game(table), Side.GERMAN, LIEGE)
    assert [plan.name for plan in ADVICE.plans(game(table), Side.GERMAN)] == ["finish", "finish-safe", "finish-bold"]


LIEGE = next(plan for plan in GERMAN_PLANS if plan.name == "liege")


def test_a_reserve_corps_goes_to_the_depot_that_the_french_could_enter() -> None:
    table = scene("German de.XXXVIII at 2237", "French fr.5 at 2141", "French fr.CC at 2039", marker="HGC", turn=4)
    movement(give(table, "allied", "2141", "2039"))

    assert chosen(table) == "move de.XXXVIII 2138"


def test_the_allies_walk_into_two_depots_if_they_can() -> None:
    table = scene("French fr.3 at 1938", "French fr.5 at 2041", "German de.7 at 2043", marker="2AG", turn=3)
    movement(table)
    moves = {order[1]: order[2] for order in movement_orders(game(table), Movement(Side.ALLIED), allied(table))}

    assert (moves["fr.3"], moves["fr.5"]) == ("1937", "2141")


def test_panzers_before_a_strong_enemy_gather_in_one_hex() -> None:
    table = scene(
        "German de.XIX at 1337 with 1 step", "German de.XXXXI at 1536", "German de.XIV at 1436 with 1 step",
        "German de.l.p at 1636", "French fr.1 at 1137", "French fr.CC at 1137", "British uk.BEF at 1236", marker="PGK",
    )  # fmt: skip
    movement(give(table, "german", "1337", "1436", "1536"))
    scheme = Scheme(game(table), Movement(Side.GERMAN), brief(table))

    assert len({h for h, _ in scheme.tasks.values()}) == 1


def test_a_stack_follows_into_the_city_that_it_has_cleared() -> None:
    table = combat(scene("German de.XIX at 1435", "German de.XXXXI at 1435", "Belgian be.Cav at 1336", marker="PGK"))
    table.dice(6).play("attack 1336 with de.XIX de.XXXXI go", "table assault")

    assert " ".join(StaffBot(1, plan=LIEGE).choose(table.game.seat(table.asked))) == "advance de.XIX 1336"


def test_who_lives_by_a_port_alone_goes_home_before_the_enemy_comes() -> None:
    table = scene("British uk.BEF at 0836 with 1 step", "German de.12 at 1036", "German de.XIX at 0838", marker="evac")
    movement(marked(give(table, "german", "1036", "0639", "0941"), "evac", "1AG"))
    table.play("end")

    assert chosen(table) == "evacuate uk.BEF"


def allied(table: Table) -> Brief:
    return brief(table, Side.ALLIED)


def test_the_germans_set_up_with_the_panzers_together() -> None:
    """21.2c: at Aachen, beside Eben Emael."""
    whole = meuse.new("manstein", seed=1)
    bots = {side: StaffBot(1) for side in meuse.SIDES}
    while isinstance(whole.decision.step, Deployment | ChoosePlan):
        whole.play(bots[whole.decision.side].choose(whole.seat(whole.decision.side)), whole.decision.side)
    g = whole.state
    panzers = [g.scenario.unit_named[name] for name in ("de.XIX", "de.XXXXI", "de.XIV")]

    assert {g.map.labels[g.hex_of[u]] for u in panzers} == {"1636"}


def test_whoever_would_win_now_keeps_what_he_has() -> None:
    table = give(scene("German de.6 at 1735", turn=5), "german", *PRIZES, "0941")
    ahead = [ADVICE.plans(game(table), side)[0].name for side in (Side.GERMAN, Side.ALLIED)]
    behind = [
        ADVICE.plans(game(scene("German de.6 at 1735", turn=5)), side)[0].name for side in (Side.GERMAN, Side.ALLIED)
    ]

    assert ahead == ["finish-safe", "finish"]
    assert behind == ["finish", "finish-safe"]


def test_a_panzer_corps_takes_a_port_on_its_way_to_another() -> None:
    """3.3b: control is for whoever entered last, though he went on."""
    table = movement(scene("German de.XIX at 0738", "Dutch nl.V at 1430", marker="PGK", turn=6))
    worth = {game(table).map.hex(label): 3.0 for label in ("0638", "0639")}
    taken, way = sweeps(game(table), number(table, "de.XIX"), worth)[game(table).map.hex("0539")]

    assert taken == 6.0
    assert [game(table).label(h) for h in way] == ["0638", "0639", "0539"]


def test_in_the_last_turn_only_those_are_feared_whose_marker_is_left() -> None:
    """5.4a."""
    table = bins(scene("German de.1 at 2040", "French fr.5 at 1941", turn=6), "HGC", "1AG")
    (here,) = (game(table).map.hex("2040"),)
    spent = danger_to(game(table), Side.GERMAN)[here]
    bins(table, "HGC", "2AG")

    assert spent == 0
    assert danger_to(game(table), Side.GERMAN)[here] > 0


def test_a_stack_with_enemies_behind_it_risks_more() -> None:
    """7.2e: a retreat through enemy zones costs a step a hex."""
    open_, shut = (
        scene("German de.XIX at 1337", "German de.XXXXI at 1337"),
        scene("German de.XIX at 1337", "German de.XXXXI at 1337", "French fr.XXI at 1437", "French fr.XXIII at 1436"),
    )

    assert stake(shut) > stake(open_) > 0


def stake(table: Table) -> float:
    g, units = game(table), (number(table, "de.XIX"), number(table, "de.XXXXI"))
    return risk(g, 60.0, units, g.hex_of[units[0]])


def test_no_special_forces_are_spent_twice_and_the_surest_go_first() -> None:
    table = scene("de.sf.bb in available", "de.sf.koch in available")

    assert game(table).ids(tuple(special_forces(game(table), Side.GERMAN))) == ("de.sf.koch", "de.sf.bb")


def test_special_forces_wait_for_a_fortress_that_counts() -> None:
    table = scene("de.sf.koch in available", "French fr.f.thion at 1740", "Belgian be.f.ant at 1335")
    g = game(table)
    spent = [bool(committed(g, Side.GERMAN, g.map.hex(label), brief(table))) for label in ("1740", "1335")]

    assert spent == [False, True]


def test_the_germans_heed_what_the_enemy_could_do_to_them_more_than_the_allies_until_the_end() -> None:
    first, late = scene("German de.6 at 1735"), scene("German de.6 at 1735", turn=5)

    assert brief(first)["fear"] > brief(first, Side.ALLIED)["fear"]
    assert brief(late)["fear"] == brief(first)["fear"]


# -- reckoning


def test_attacks_are_reckoned_as_the_rules_count_them() -> None:
    table = combat(scene("German de.6 at 1536", "German de.18 at 1537", "Belgian be.R at 1336", "Belgian be.N at 1436"))
    g, (army, other) = game(table), (number(table, "de.6"), number(table, "de.18"))
    target = g.map.hex("1436")
    force = frozenset((u, g.hex_of[u]) for u in (army, other))
    battle = declared(g, Side.GERMAN, target, tuple(sorted((army, other))))

    assert Reckoner(g, Side.GERMAN, brief(table)).column(target, force) == columns(g, battle)[1]


def test_the_french_are_feared_where_their_trains_go() -> None:
    table = scene("French fr.7 at 0939", "Belgian be.N at 1435")
    danger = danger_to(game(table), Side.GERMAN)
    at_home, abroad = (game(table).map.hex(label) for label in ("0935", "1831"))

    assert danger[at_home] > 0
    assert danger[abroad] == 0


# -- nothing lies open


def test_whoever_keeps_a_place_that_the_enemy_could_enter_does_not_leave_it() -> None:
    table = scene("German de.XXXX at 2041", "French fr.8 at 1942", "Belgian be.GPK at 1035", marker="HGC", turn=3)
    movement(give(table, "allied", "1942"))
    worths = Scheme(game(table), Movement(Side.GERMAN), brief(table))

    assert worths.posts[game(table).map.hex("2041")] > 0
    assert worths.tasks[number(table, "de.XXXX")][0] == game(table).map.hex("2041")


def test_only_what_lies_open_without_them_asks_for_those_who_are_there() -> None:
    table = scene("German de.7 at 2241", "German de.XXXX at 2041", "French fr.8 at 1942", "Belgian be.GPK at 1035")
    g = game(table)
    units = frozenset((number(table, "de.7"), number(table, "de.XXXX")))

    assert deserted(g, Side.GERMAN, units) == {g.map.hex("2041")}
    assert deserted(g, Side.GERMAN, frozenset()) == set()


def test_guards_spread_over_what_lies_open() -> None:
    """One stays, the other goes where nobody is; a depot behind them waits."""
    table = scene("German de.XXXX at 2041", "German de.XXXVIII at 2041", "French fr.8 at 1942", "French fr.5 at 1841")
    give(table, "allied", "1942", "1841")
    posts = posts_of(game(table), brief(table).plan)

    assert {game(table).map.labels[h] for h in posts.values()} == {"2041", "1940"}
