"""How a game went, told from its orders."""

from __future__ import annotations

from pathlib import Path

import meuse
from meuse.counters import SIDES, Side
from meuse.history import history, retell, standing
from meuse.state import Result

FINISHED = Path(__file__).parent.parent / "replay" / "skirmish.meuse"


def test_a_finished_game_is_told_turn_by_turn_with_its_score() -> None:
    game = meuse.load(FINISHED)
    tale = history(game, None)

    assert game.result is not None
    assert (tale.over, tale.orders) == (True, len(game.journal))
    assert tale.why == "The Germans held none of the 3 objectives; two win, none loses."
    assert [turn.turn for turn in tale.turns] == [1, 2, 3, 4]
    assert tale.turns[-1].number == len(game.journal)
    assert all(sum(turn.score.values()) == 3 for turn in tale.turns)
    assert (tale.measure, tale.swung) == ("objectives", "steps lost")


def test_the_front_of_a_turn_divides_the_land() -> None:
    game = meuse.load(FINISHED)
    last = history(game, None).turns[-1]
    german, allied = (set(last.ground[side.word]) for side in SIDES)

    assert german.isdisjoint(allied)
    assert {u.at for u in game.view().units if u.side == "german" and u.at in game.state.map.index} <= german
    assert {u.at for u in game.view().units if u.side == "allied" and u.at in game.state.map.index} <= allied


def test_a_game_given_up_keeps_the_reason_it_was_given() -> None:
    game = meuse.load(FINISHED).at(60)
    game.end(Result(Side.ALLIED, "Allied victory", "The German side has resigned."))

    assert history(game, Side.GERMAN).why == "The German side has resigned."


def test_losses_are_the_steps_that_events_took_away() -> None:
    game = meuse.load(FINISHED)
    taken = sum(entry.note.count("loses a step") for entry in game.journal)
    tale = history(game, None)

    assert taken > 0
    assert sum(turn.losses[side.word] for side in SIDES for turn in tale.turns) >= taken


def test_dice_are_held_against_what_their_faces_promise() -> None:
    game = meuse.load(FINISHED)
    tale = history(game, None)

    assert tale.dice == sum(len(entry.dice) for entry in game.journal)
    assert all(luck.expected == 3.5 for luck in tale.luck)
    assert sum(luck.dice for luck in tale.luck) == tale.battles


def test_before_the_end_no_score_is_told() -> None:
    game = meuse.load(FINISHED).at(60)
    tale = history(game, Side.GERMAN)

    assert (tale.over, tale.why) == (False, "")
    assert all(turn.score == {} and turn.level == "" for turn in tale.turns)
    assert tale.measure == "steps lost"


def test_blunders_are_told_after_the_end_only() -> None:
    game = meuse.load(FINISHED)
    tale = history(game, None)

    assert tale.slips[0].text == "The attack on Sedan (4619) loses Grossdeutschland with a chance of 83 %."
    assert (tale.slips[0].turn, tale.slips[0].side, tale.slips[0].punished) == (1, "german", True)
    assert history(game.at(60), Side.GERMAN).slips == []


def test_a_tale_says_whether_the_orders_lead_to_the_state_that_they_must_lead_to() -> None:
    game = meuse.load(FINISHED)
    orders = [(entry.side, entry.order) for entry in game.journal]

    assert retell(game.beginning(), orders, game.result, None, standing(game)).replayed == "agrees"
    assert retell(game.beginning(), orders[:-2], game.result, None, standing(game)).replayed == "differs"
    assert history(game, None).replayed == ""
