"""A bot after a restart, or after orders were taken back: it continues as if nothing had happened."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import meuse
from meuse.opponents.staff import StaffBot


def staffs() -> dict[meuse.Side, StaffBot]:
    return {side: StaffBot(f"memory {side.word}") for side in meuse.SIDES}


def played(game: meuse.Game, bots: dict[meuse.Side, StaffBot], orders: int) -> Iterator[meuse.Order]:
    """The next orders of a game between bots."""
    for _ in range(orders):
        side = game.decision.side
        order = bots[side].choose(game.seat(side))
        game.play(order, side)
        yield order


@pytest.mark.parametrize("game_id", meuse.GAMES)
def test_a_new_staff_continues_in_the_middle_of_a_phase(game_id: str) -> None:
    game, bots = meuse.new(game_id, seed=5), staffs()
    list(played(game, bots, 100))
    twin = game.copy()
    assert list(played(twin, staffs(), 9)) == list(played(game, bots, 9))


def test_what_was_taken_back_is_forgotten() -> None:
    game, bots = meuse.new("gdw1940", seed=5), staffs()
    list(played(game, bots, 190))
    before = game.at(150)
    assert list(played(before, bots, 12)) == list(played(game.at(150), staffs(), 12))


def test_a_seat_tells_whether_the_game_has_continued() -> None:
    game = meuse.new("gdw1940", seed=5)
    list(played(game, staffs(), 40))
    seat, mark = game.seat("german"), game.seat("german").mark()
    list(played(game, staffs(), 3))
    assert seat.follows(mark)
    assert not game.at(30).seat("german").follows(mark)


def test_a_seat_lives_through_its_own_orders_again() -> None:
    game = meuse.new("gdw1940", seed=5)
    list(played(game, staffs(), 40))
    given = [entry.order for entry in game.journal if entry.side is meuse.Side.GERMAN]
    assert [order for _, order in game.seat("german").again()] == given


def test_an_imagined_game_has_no_past() -> None:
    game = meuse.new("gdw1940", seed=5)
    list(played(game, staffs(), 40))
    assert list(game.imagine(meuse.Side.GERMAN, 1).seat("german").again()) == []
