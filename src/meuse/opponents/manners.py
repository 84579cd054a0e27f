"""Manners: when a bot gives up a lost game, and when it takes or offers a draw.

It judges by what was learnt of the scenario's positions, and by several turns, so that one bad day ends no game. Of a
scenario of which too little was learnt it says nothing: such a game is played to its end.
"""

from __future__ import annotations

from itertools import pairwise

from meuse.opponents.staff import StaffBot, turn_of
from meuse.seat import Seat
from meuse.value import NoAppreciation, appreciation_of, is_certain, value_of

LOST = 0.04
"""A chance below this is as good as none."""

EVEN = (0.42, 0.58)
"""Between these chances a game is even."""

TURNS = 3
"""How many of its own turns in a row must look alike."""

MIDDLE, LATE = 0.4, 0.7
"""Nobody gives up before so much of the game is over, or calls it a draw before so much of it is."""

BOARDS = 4
"""How many imagined boards a position is judged on."""


def resigns(bot: object, seat: Seat) -> bool:
    """Whether the bot gives up: the game is lost, and has been for some turns."""
    return _judges(bot, seat, MIDDLE) and _all_between(seat, 0.0, LOST)


def accepts_draw(bot: object, seat: Seat) -> bool:
    """Whether the bot takes a draw that is offered: it stands no better than even, late in the game."""
    return _judges(bot, seat, LATE) and _all_between(seat, 0.0, EVEN[1])


def offers_draw(bot: object, seat: Seat) -> bool:
    """Whether the bot would offer a draw: late in the game, nobody has been ahead for some turns."""
    return _judges(bot, seat, LATE) and _all_between(seat, *EVEN)


def chance(seat: Seat) -> float:
    """A side's chance to win, as far as it can know."""
    boards = (seat.imagine(f"manners {number}") for number in range(BOARDS))
    return sum(value_of(board, seat.side) for board in boards) / BOARDS


def _judges(bot: object, seat: Seat, progress: float) -> bool:
    """Whether a bot has any judgement, and so much of the game is over that it may use it."""
    if seat.over or not isinstance(bot, StaffBot):
        return False
    board = seat.imagine("manners")
    try:
        late = appreciation_of(board.rules).progress(board.state)
    except NoAppreciation:
        return False
    return late >= progress and is_certain(board.rules, board.state.scenario.id)


def _all_between(seat: Seat, low: float, high: float) -> bool:
    """Whether the chance is between these now, and was at the start of each of the last turns of one's own."""
    if not low <= chance(seat) <= high:
        return False
    begun = _own_turns(seat)[-TURNS:]
    return len(begun) == TURNS and all(low <= chance(then) <= high for then in begun)


def _own_turns(seat: Seat) -> list[Seat]:
    """The seat at the beginning of each of its turns."""
    past = [(then, turn_of(then.imagine("manners"), seat.side)) for then, _ in seat.again()]
    borders = [(after[0], after[1] is not None and after[1] != before[1]) for before, after in pairwise(past)]
    return [then for then, is_new in borders if is_new]
