"""Fates: the dice of imagined boards fall by where and when they are rolled, so that two plans meet the same luck."""

from __future__ import annotations

import meuse
from meuse.opponents.fates import Fates
from meuse.testkit import Table


def two_attacks() -> meuse.Game:
    """German combat in the skirmish, with two enemies who can be attacked."""
    table = Table("skirmish").clear().put("German 1Pz at 4319", "German GD at 4319")
    return table.put("French 55DI at 4320", "French 71DI at 4420").phase("German combat").game


def rolled(number: int, *orders: str) -> tuple[int, ...]:
    """The dice of the last of these orders on an imagined board."""
    board, fates = two_attacks(), Fates("seed", number)
    for order in orders:
        fates.play(board, tuple(order.split()))
    return board.state.rolled


BOTH = ("attack 4320 with 1Pz go", "attack 4420 with GD go", "done")


def test_one_order_more_does_not_change_the_dice() -> None:
    straight = rolled(0, *BOTH)
    roundabout = rolled(0, "attack 4420 with 1Pz go", "withdraw 4420", *BOTH)
    assert straight == roundabout != ()


def test_boards_come_in_pairs_one_with_the_luck_that_the_other_lacks() -> None:
    one, other = (rolled(number, *BOTH) for number in (0, 1))
    assert [a + b for a, b in zip(one, other, strict=True)] == [7] * len(one)


def test_other_boards_have_other_dice() -> None:
    assert len({rolled(2 * number, *BOTH) for number in range(12)}) > 2
