"""The staff in Manstein's War: whole games on both sides, better than chance, and a few positions."""

from __future__ import annotations

import random
from functools import cache

import meuse
from meuse.bots import bot
from meuse.bots.random import RandomBot
from meuse.bots.staff import StaffBot
from meuse.counters import Side
from meuse.games.manstein.advice_battle import best_table, step_price
from meuse.games.manstein.advice_moves import PhasePlan
from meuse.games.manstein.movement import Movement
from meuse.games.manstein.odds import declared
from meuse.lab.play import Match, Played, play_one
from meuse.testkit import Table
from rules.manstein.scene import air, combat, game, movement, number, refit, scene


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


def test_every_question_of_two_turns_is_answered_by_the_staff_itself(monkeypatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(RandomBot, "choose", lambda self, seat: asked.append(seat.decision.title) or ("end",))
    whole = meuse.new("manstein", seed=3)
    bots = {side: bot("staff", f"3 {side.word}") for side in meuse.SIDES}
    while whole.state.turn < 3:
        side = whole.decision.side
        whole.play(bots[side].choose(whole.seat(side)), side)
    assert asked == []


# -- positions


def chosen(table: Table) -> str:
    """What the staff orders now."""
    return " ".join(StaffBot(1).choose(table.game.seat(table.asked)))


def test_panzers_mass_against_what_bars_their_way() -> None:
    table = scene("German de.XIX at 1536", "German de.XXXXI at 1537", "Belgian be.GPK at 1336", marker="PGK")
    movement(table)
    moves = dict(order[1:] for order in PhasePlan(game(table), Movement(Side.GERMAN), random.Random(1)).moves())

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

    assert best_table(game(table), battle) == "mobile"


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

    assert chosen(table) == "land de.LLK 1432"
