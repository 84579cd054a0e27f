"""A seat: one side's door. The other side's secrets do not come through it."""

from __future__ import annotations

import pytest

import meuse
from meuse.events import Event, visible
from meuse.testkit import Table

from .toy import ALLIED, GERMAN, Whisper, toy


def test_a_seat_is_asked_only_when_its_side_is() -> None:
    game = meuse.new("skirmish")
    game.play("bid 1", "german")
    german, allied = game.seat("german"), game.seat("allied")
    assert german.decision is None
    assert allied.decision is not None
    assert allied.choices() == ["bid"]
    assert [choice.token for choice in allied.describe(("bid",))] == ["0", "1", "2"]


def test_a_seat_that_is_not_asked_says_so() -> None:
    game = meuse.new("skirmish")
    game.play("bid 1", "german")
    seat = game.seat("german")
    with pytest.raises(meuse.IllegalOrder, match="it is not the German side's decision"):
        seat.choices()
    with pytest.raises(meuse.IllegalOrder, match="it is not the German side's decision"):
        seat.play("bid 0")
    refusal = seat.why_not((), "bid")
    assert refusal is not None
    assert refusal.text == "it is not the German side's decision"


def test_a_seat_after_the_end() -> None:
    seat = Table("skirmish").phase("Verdict").game.seat("german")
    assert seat.over
    assert seat.decision is None
    refusal = seat.why_not((), "end")
    assert refusal is not None
    assert refusal.text == "the game is over"


def test_a_secret_order_is_sealed_until_the_game_is_over() -> None:
    game = toy(Whisper(GERMAN), Whisper(ALLIED))
    game.play("whisper left")
    assert game.seat("german").journal == game.journal
    assert [entry.order for entry in game.seat("allied").journal] == [("sealed",)]

    game.play("whisper right")
    assert game.over
    assert game.seat("allied").journal == game.seat("german").journal == game.journal


def test_events_for_one_side_only_are_not_told_to_others() -> None:
    events = [Event("seen", "by all"), Event("plan", "secret", only=GERMAN)]
    assert visible(events, GERMAN) == events
    assert visible(events, ALLIED) == events[:1]
    assert visible(events, None) == events[:1]


def test_a_seat_plays_for_its_side() -> None:
    game = meuse.new("skirmish")
    game.seat("allied").play("bid 2")
    events = game.seat("german").play("bid 0")
    assert "The Allied side bids 2" in [event.text for event in events]
    assert game.decision.side is ALLIED


def test_odds_and_threats_through_a_seat() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4119", "French 55DI at 4320").phase("German movement")
    german, allied = table.game.seat("german"), table.game.seat("allied")

    threat = allied.threat("4320")
    assert threat is not None
    assert (threat.ratio, threat.final) == ("6 : 2", "3:1")
    assert german.threat("4320") is None  # they do not threaten themselves
    assert allied.threat("4319") is None  # nobody is there
    assert allied.threat("9999") is None

    odds = german.odds("attack 4320 with 1Pz")
    assert odds is not None
    assert sum(face.chance for face in odds.faces) == pytest.approx(1)
    assert [outcome.text for outcome in odds.outcomes[:2]] == ["4320 falls", "4320 is held"]
    assert sum(outcome.chance for outcome in odds.outcomes[2:]) == pytest.approx(1)
    assert table.game.odds("attack 4320 with 1Pz") == odds


@pytest.mark.parametrize(
    "text", ["", "attack", "attack 4320", "attack 4319 with 1Pz", "attack 4320 with 55DI", "attack x y", "move 1Pz"]
)
def test_there_are_no_odds_of_what_is_no_attack(text: str) -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4119", "French 55DI at 4320").phase("German movement")
    assert table.game.seat("german").odds(text) is None


def test_a_spectator_sees_what_both_may_know() -> None:
    game = meuse.new("skirmish")
    assert game.view().seat == ""
    assert game.view("german").seat == "german"
    assert game.view().units == game.view("german").units


# -- imagining


def test_an_imagined_game_looks_the_same_and_can_be_played() -> None:
    game = meuse.new("skirmish", seed=7)
    game.play("bid 2", "german")
    seat = game.seat("allied")
    imagined = seat.imagine(1)

    assert imagined.view("allied") == seat.view
    assert imagined.journal == []
    imagined.play("bid 1", "allied")
    assert game.decision.side is ALLIED
    assert len(game.journal) == 1


def test_the_imagined_secret_is_not_the_real_one() -> None:
    game = meuse.new("skirmish", seed=7)
    game.play("bid 2", "german")
    imagined = [game.seat("allied").imagine(seed).state.sealed[GERMAN] for seed in range(12)]
    assert set(imagined) == {("bid", "0"), ("bid", "1"), ("bid", "2")}


def test_an_own_secret_stays_as_it_is() -> None:
    game = meuse.new("skirmish", seed=7)
    game.play("bid 2", "german")
    assert {game.seat("german").imagine(seed).state.sealed[GERMAN] for seed in range(6)} == {("bid", "2")}


def test_an_imagined_game_does_not_know_the_future_dice() -> None:
    game = meuse.new("skirmish", seed=7)
    imagined = [game.seat("allied").imagine(seed) for seed in range(6)]
    futures = {tuple(one.state.roll(1000) for _ in range(3)) for one in [game.copy(), *imagined]}
    assert len(futures) == 7


def test_the_same_imagination_is_the_same() -> None:
    game = meuse.new("skirmish", seed=7)
    game.play("bid 2", "german")
    assert game.seat("allied").imagine(3).state.digest() == game.seat("allied").imagine(3).state.digest()


def test_an_imagined_game_has_no_past_and_cannot_be_saved(tmp_path: object) -> None:
    game = meuse.new("skirmish", seed=7)
    game.play("bid 2", "german")
    game.play("bid 0", "allied")
    imagined = game.seat("german").imagine(1)
    with pytest.raises(meuse.CannotUndo, match="there is nothing to take back"):
        imagined.undo()
    with pytest.raises(ValueError, match="an imagined game has no past"):
        imagined.at(1)
    with pytest.raises(ValueError, match="an imagined game cannot be saved"):
        imagined.save(f"{tmp_path}/g.meuse")

    imagined.play("move 1Pz 4914")
    imagined.undo()
    with pytest.raises(meuse.CannotUndo, match="there is nothing to take back"):
        imagined.undo()


def test_what_can_be_taken_back_can_be_taken_back_in_an_imagined_game_too() -> None:
    game = meuse.new("skirmish", seed=7)
    game.play("bid 2", "german")
    game.play("bid 0", "allied")
    before = game.view("german")
    game.play("move 24ID 5114")
    imagined = game.seat("german").imagine(1)

    assert [entry.order[:2] for entry in imagined.journal] == [("move", "24ID")]
    imagined.undo()
    assert imagined.view("german") == before
    assert imagined.copy().state.roll(10**6) != game.copy().state.roll(10**6)
    with pytest.raises(meuse.CannotUndo, match="there is nothing to take back"):
        imagined.undo()
