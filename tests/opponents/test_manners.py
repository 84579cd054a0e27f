"""Manners: a lost game is given up after some turns, a draw is a draw late in the game, nobody else is judged."""

from __future__ import annotations

import pytest

import meuse
from meuse.opponents import manners
from meuse.opponents.random import RandomBot
from meuse.opponents.staff import StaffBot


@pytest.fixture(scope="module")
def late() -> meuse.Game:
    """A game between two staffs, half over and more."""
    game = meuse.new("manstein", seed=5)
    game.quiet = True
    bots = {side: StaffBot(side.word) for side in meuse.SIDES}
    last = game.rules.appreciation.last_turn(game.state)
    while game.state.turn < 0.75 * last:
        game.play(bots[game.decision.side].choose(game.seat(game.decision.side)))
    return game


def judged(monkeypatch: pytest.MonkeyPatch, chance: float) -> None:
    """Whatever the board, every position has this chance."""
    monkeypatch.setattr(manners, "value_of", lambda board, side: chance)


def test_a_lost_game_is_given_up(late: meuse.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = late.seat("german")
    judged(monkeypatch, 0.01)
    assert manners.resigns(StaffBot(1), seat)
    assert manners.accepts_draw(StaffBot(1), seat)
    assert not manners.offers_draw(StaffBot(1), seat)


def test_an_even_game_is_a_draw_late_in_the_day(late: meuse.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = late.seat("german")
    judged(monkeypatch, 0.5)
    assert not manners.resigns(StaffBot(1), seat)
    assert manners.accepts_draw(StaffBot(1), seat)
    assert manners.offers_draw(StaffBot(1), seat)


def test_whoever_wins_takes_no_draw(late: meuse.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    judged(monkeypatch, 0.9)
    assert not manners.accepts_draw(StaffBot(1), late.seat("german"))
    assert not manners.offers_draw(StaffBot(1), late.seat("german"))


def test_nothing_is_given_up_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    judged(monkeypatch, 0.01)
    game = meuse.new("manstein", seed=5)
    assert not manners.resigns(StaffBot(1), game.seat("german"))
    assert not manners.accepts_draw(StaffBot(1), game.seat("german"))


def test_one_bad_turn_is_not_enough(late: meuse.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    now = late.state.turn
    monkeypatch.setattr(manners, "value_of", lambda board, side: 0.01 if board.state.turn == now else 0.3)
    assert not manners.resigns(StaffBot(1), late.seat("german"))


def test_whoever_plays_by_chance_has_no_manners(late: meuse.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    judged(monkeypatch, 0.01)
    assert not manners.resigns(RandomBot(1), late.seat("german"))
