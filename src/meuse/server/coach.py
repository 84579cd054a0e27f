"""Advice while playing: what the staff would do, what is in danger, how the chance to win has gone.

It is given to a seat of a match in which that was agreed on. A process of its own has a copy of the game, and asks the
side's seat and nothing else, as a bot does.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import TypeVar

import msgspec

from meuse.counters import Side
from meuse.dangers import Danger, dangers
from meuse.lab.counsel import Prospect, Prospects, counsel
from meuse.lab.courses import Course
from meuse.lab.tale import Tale, moment_of
from meuse.server import errors, turnstile
from meuse.server.house import House
from meuse.server.match import Match
from meuse.server.opponents import Opponents
from meuse.server.records import Origin
from meuse.server.rooms import COACH
from meuse.state import Result
from meuse.steps import Order

MOST_OF_ONE = 4
"""Questions of one address that may wait for an answer."""

FOLLOWED = 32
"""Games whose chances a process remembers."""

R = TypeVar("R")


class Account(msgspec.Struct, frozen=True):
    """A match as far as a side (None: everybody, after the end) may follow it, to be sent to another process."""

    match_id: str
    origin: Origin
    orders: tuple[tuple[Side, Order], ...]
    result: Result | None
    eyes: Side | None

    @property
    def tale(self) -> Tale:
        return Tale(self.match_id, self.origin.game(), self.orders, self.result)

    @property
    def side(self) -> Side:
        """Whose eyes it is seen with; only of a game that goes on."""
        assert self.eyes is not None
        return self.eyes


class Coach:
    """Answers the questions of seats."""

    def __init__(self, house: House, opponents: Opponents) -> None:
        self._house, self._opponents = house, opponents
        self._asked: Counter[str] = Counter()

    async def advice(self, secret: str) -> Course:
        """What the staff would do; raises ServiceError where the side is not asked."""
        return await self._answer(advice_on, await self._house.ask(_asked, self._house, secret))

    async def dangers(self, secret: str) -> list[Danger]:
        return await self._answer(dangers_in, await self._house.ask(_advised, self._house, secret))

    async def prospects(self, secret: str) -> list[Prospect]:
        return await self._answer(prospects_of, await self._house.ask(_advised, self._house, secret))

    async def _answer(self, function: Callable[[Account], R], account: Account) -> R:
        address = turnstile.present().names[0]
        if self._asked[address] >= MOST_OF_ONE:
            raise errors.ServiceError(
                429, "too_many", "Your other questions are being answered. Try again in a moment."
            )
        self._asked[address] += 1
        try:
            return await self._opponents.work(function, account, COACH)
        finally:
            self._asked[address] -= 1
            self._asked += Counter()  # drops those at nought


# -- in a process of its own

_followed: OrderedDict[tuple[str, Side], Prospects] = OrderedDict()


def advice_on(account: Account) -> Course:
    """What the staff would do in a side's place."""
    tale = account.tale
    return counsel(moment_of(tale, tale.last).seat(account.side))


def dangers_in(account: Account) -> list[Danger]:
    """What a side leaves open."""
    tale = account.tale
    return dangers(moment_of(tale, tale.last).seat(account.side))


def prospects_of(account: Account) -> list[Prospect]:
    """How a side's chance has gone."""
    key = (account.match_id, account.side)
    known = _followed.pop(key) if key in _followed else Prospects(account.side)
    _followed[key] = known
    while len(_followed) > FOLLOWED:
        _followed.popitem(last=False)
    return known.upto(account.tale)


# -- in the engine's thread


def account_of(match: Match, eyes: Side | None) -> Account:
    """A match as far as a side may follow it; its own process gives it to nobody but the side's seat."""
    live, game = match.live, match.live.seen(eyes)
    orders = tuple((entry.side, entry.order) for entry in game.journal[live.first :])
    return Account(match.id, live.origin, orders, game.result, eyes)


def may_be_advised(match: Match) -> bool:
    """Whether those who play may ask for advice."""
    return match.info().coach


def _advised(house: House, secret: str) -> Account:
    player = house.sit(secret)
    if not may_be_advised(player.match):
        text = "Advice is off in this game. It can be switched on when a game against a bot or at one table is set up."
        raise errors.conflict("no_coach", text)
    if player.match.live.game.over:
        raise errors.conflict("over", "The game is over. Its analysis tells how it went.")
    return account_of(player.match, player.side)


def _asked(house: House, secret: str) -> Account:
    account = _advised(house, secret)
    if house.sit(secret).match.live.seen(account.eyes).seat(account.side).decision is None:
        raise errors.conflict("not_asked", "You are not asked anything now, so there is nothing to advise.")
    return account
