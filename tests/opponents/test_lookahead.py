"""A look ahead is measured: what it costs, how noisy it is, whether it agrees with the dearest one."""

from __future__ import annotations

import meuse
from meuse.lab.lookahead import WAYS, compared, different, gains, moments
from meuse.opponents.general_trial import Trials


def test_every_way_is_measured_on_the_same_plans() -> None:
    looks = compared("skirmish", "sedan", positions=2, plans=3, boards=2, seed=1)
    assert [look.way for look in looks] == [way for way, _, _ in WAYS]
    assert all(look.seconds > 0 for look in looks)
    assert all(-1.0 <= look.agreement <= 1.0 for look in looks)
    assert looks[0].agreement in (0.0, 1.0)


def test_a_plan_gains_nothing_over_itself() -> None:
    board, side = next(moments("skirmish", "sedan", positions=1, seed=2))
    seat = board.seat(side)
    option = different(seat, board, plans=1, seed=2)[0]
    way = WAYS[1]
    _, rows = gains(Trials(seat, "twice", {}, (way[2],)), [option, option], boards=3)
    assert rows == [[0.0, 0.0, 0.0]]


def test_positions_are_taken_from_turns_of_both_sides() -> None:
    assert [side for _, side in moments("skirmish", "sedan", positions=2, seed=1)] == list(meuse.SIDES)
