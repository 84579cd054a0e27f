"""A quick staff: it plays as the staff does, but plans nothing twice."""

from __future__ import annotations

import pytest

import meuse
from meuse.opponents.quick import Habits, QuickStaff
from meuse.opponents.staff import StaffBot


def opened(game_id: str, orders: int) -> meuse.Game:
    """A game between two staffs, after so many orders."""
    game, bots = meuse.new(game_id, seed=4), {side: StaffBot(side.word) for side in meuse.SIDES}
    game.quiet = True
    for _ in range(orders):
        game.play(bots[game.decision.side].choose(game.seat(game.decision.side)))
    return game


def played(game: meuse.Game, habits: Habits, orders: int) -> list[meuse.Order]:
    """The next orders of a game between two quick staffs who share their habits."""
    board, given = game.copy(), []
    bots = {side: QuickStaff(side.word, habits=habits) for side in meuse.SIDES}
    for _ in range(orders):
        given.append(bots[board.decision.side].choose(board.seat(board.decision.side)))
        board.play(given[-1])
    return given


@pytest.mark.parametrize("game_id", meuse.GAMES)
def test_what_was_planned_in_a_position_is_not_planned_again(game_id: str) -> None:
    game, habits = opened(game_id, 30), Habits()
    first = played(game, habits, 40)
    planned = len(habits)
    assert played(game, habits, 40) == first
    assert len(habits) == planned > 0


def test_it_orders_what_the_staff_orders() -> None:
    game = opened("gdw1940", 90)
    quick, staff = (kind("q") for kind in (QuickStaff, StaffBot))
    side = game.decision.side
    assert quick.choose(game.seat(side)) == staff.choose(game.seat(side))
