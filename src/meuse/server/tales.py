"""The report of a match: how it went under the present rules. Playing it again takes long, and delays nobody else."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter, OrderedDict

import msgspec

from meuse.counters import Side
from meuse.history import History, retell, standing
from meuse.server import turnstile
from meuse.server.errors import ServiceError
from meuse.server.house import House
from meuse.server.match import Match
from meuse.server.opponents import Opponents
from meuse.server.records import Origin
from meuse.server.rooms import REPORTS
from meuse.state import Result
from meuse.steps import Order

KEPT = 50
"""Reports that are kept."""

MOST_WAITING, MOST_OF_ONE = 20, 2
"""Reports that may be made or wait for that, in all and for one address."""


class Job(msgspec.Struct, frozen=True):
    """A match to be told, as far as one side (None: a spectator) may follow it."""

    match_id: str
    origin: Origin
    orders: tuple[tuple[Side, Order], ...]
    result: Result | None
    eyes: Side | None
    digest: str
    """Of the state that the orders must lead to."""


class Tales:
    """Reports: each is made once, in a process of its own, and kept while others ask for it."""

    def __init__(self, house: House, opponents: Opponents) -> None:
        self._house, self._opponents = house, opponents
        self._kept: OrderedDict[str, History] = OrderedDict()
        self._making: dict[str, asyncio.Task[History]] = {}
        self._asked: Counter[str] = Counter()

    async def seat_report(self, secret: str) -> History:
        return await self._report(await self._house.ask(_seat_job, self._house, secret))

    async def public_report(self, match_id: str) -> History:
        return await self._report(await self._house.ask(_public_job, self._house, match_id))

    async def _report(self, job: Job) -> History:
        key = hashlib.sha256(msgspec.json.encode(job)).hexdigest()
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._making:
            self._making[key] = self._begin(key, job)
        return await asyncio.shield(self._making[key])

    def _begin(self, key: str, job: Job) -> asyncio.Task[History]:
        address = turnstile.present().names[0]
        if len(self._making) >= MOST_WAITING or self._asked[address] >= MOST_OF_ONE:
            raise ServiceError(429, "too_many", "Other reports are being made. Try again in a minute.")
        self._asked[address] += 1
        task = asyncio.get_running_loop().create_task(self._opponents.work(tell, job, REPORTS))
        task.add_done_callback(lambda done: self._end(key, address, done))
        return task

    def _end(self, key: str, address: str, done: asyncio.Task[History]) -> None:
        del self._making[key]
        self._asked[address] -= 1
        self._asked += Counter()  # drops those at nought
        if not done.cancelled() and done.exception() is None:
            self._kept[key] = done.result()
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)


def tell(job: Job) -> History:
    """In a process of its own: play the match again, and take notes."""
    return retell(job.origin.game(), job.orders, job.result, job.eyes, job.digest)


# -- in the engine's thread


def _seat_job(house: House, secret: str) -> Job:
    player = house.sit(secret)
    return _job(player.match, player.side)


def _public_job(house: House, match_id: str) -> Job:
    return _job(house.open(match_id), None)


def _job(match: Match, eyes: Side | None) -> Job:
    live, game = match.live, match.live.seen(eyes)
    orders = tuple((entry.side, entry.order) for entry in game.journal[live.first :])
    result = game.result if live.is_open else None  # without it, nothing is told that would open a secret
    return Job(match.id, live.origin, orders, result, eyes, standing(game))
