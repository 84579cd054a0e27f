"""Both sides at once, in secret: whoever is quicker, the game is the same."""

from __future__ import annotations

import pytest

import meuse
from meuse.steps import Together

from .toy import ALLIED, GERMAN, Roll, Vote, Whisper, toy


def test_either_side_may_answer_first() -> None:
    german_first, allied_first = meuse.new("skirmish", seed=7), meuse.new("skirmish", seed=7)
    german_first.play("bid 1", "german")
    german_first.play("bid 2", "allied")
    allied_first.play("bid 2", "allied")
    allied_first.play("bid 1", "german")

    assert allied_first.journal == german_first.journal
    assert [entry.side for entry in allied_first.journal] == [GERMAN, ALLIED]
    assert allied_first.state.digest() == german_first.state.digest()


def test_dice_behind_sealed_orders_stand_with_the_second_line() -> None:
    question = Together(Vote(GERMAN), Vote(ALLIED))
    german_first, allied_first = toy(question, Roll()), toy(question, Roll())
    german_first.play("vote 1", "german")
    german_first.play("vote 2", "allied")
    allied_first.play("vote 2", "allied")
    allied_first.play("vote 1", "german")

    assert allied_first.journal == german_first.journal
    assert allied_first.state.digest() == german_first.state.digest()
    assert [len(entry.dice) for entry in allied_first.journal] == [0, 1]


def test_one_question_behind_another_stays_in_its_place() -> None:
    question = Together(Vote(GERMAN), Vote(ALLIED))
    game = toy(question, question)
    game.play("vote 1", "allied")
    game.play("vote 0", "german")
    game.play("vote 2", "german")
    game.play("vote 2", "allied")
    assert [(entry.side, entry.order[1]) for entry in game.journal] == [
        (GERMAN, "0"), (ALLIED, "1"), (GERMAN, "2"), (ALLIED, "2"),
    ]  # fmt: skip
    assert game.at(4).state.digest() == game.state.digest()


def test_secret_orders_one_behind_the_other_stay_in_their_place() -> None:
    game = toy(Whisper(ALLIED), Whisper(GERMAN))
    game.play("whisper left")
    game.play("whisper right")
    assert [entry.side for entry in game.journal] == [ALLIED, GERMAN]
    assert game.at(2).state.digest() == game.state.digest()


def test_a_sealed_order_is_secret_whatever_its_verb_says() -> None:
    game = toy(Together(Vote(GERMAN), Vote(ALLIED)), Whisper(GERMAN))
    game.play("vote 2", "german")
    assert game.seat("allied").journal[0].order == ("sealed",)
    assert game.seat("german").journal[0].order == ("vote", "2")
    with pytest.raises(meuse.CannotUndo, match="the choice has been sealed"):
        game.undo()


def test_nobody_answers_twice() -> None:
    game = meuse.new("skirmish")
    game.play("bid 1", "german")
    with pytest.raises(meuse.IllegalOrder, match="it is not the German side's decision"):
        game.play("bid 2", "german")


def test_both_are_asked_until_they_have_answered() -> None:
    game = meuse.new("skirmish")
    assert game.view().asked == ("german", "allied")
    game.play("bid 1", "german")
    assert game.view().asked == ("allied",)
    assert game.seat("german").decision is None


def test_orders_are_carried_out_together() -> None:
    game = meuse.new("skirmish")
    assert game.play("bid 1", "german") == []
    events = game.play("bid 2", "allied")
    assert [event.text for event in events][:2] == ["The German side bids 1", "The Allied side bids 2"]
