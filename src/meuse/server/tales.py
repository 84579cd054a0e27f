"""The report of a match: how it went under the present rules. Playing it again takes long: it is done by the bots."""

from __future__ import annotations

import msgspec

from meuse.counters import Side
from meuse.history import History, retell
from meuse.server.house import House
from meuse.server.match import Match
from meuse.server.opponents import Opponents
from meuse.server.records import Origin
from meuse.state import Result
from meuse.steps import Order


class Job(msgspec.Struct, frozen=True):
    """A match to be told, as far as one side (None: a spectator) may follow it."""

    match_id: str
    origin: Origin
    orders: tuple[tuple[Side, Order], ...]
    result: Result | None
    eyes: Side | None


async def seat_report(house: House, opponents: Opponents, secret: str) -> History:
    return await opponents.work(tell, await house.ask(_seat_job, house, secret))


async def public_report(house: House, opponents: Opponents, match_id: str) -> History:
    return await opponents.work(tell, await house.ask(_public_job, house, match_id))


def tell(job: Job) -> History:
    """In a bot's process: play the match again, and take notes."""
    return retell(job.origin.game(), job.orders, job.result, job.eyes)


# -- in the engine's thread


def _seat_job(house: House, secret: str) -> Job:
    player = house.sit(secret)
    return _job(player.match, player.side)


def _public_job(house: House, match_id: str) -> Job:
    return _job(house.open(match_id), None)


def _job(match: Match, eyes: Side | None) -> Job:
    live, game = match.live, match.live.seen(eyes)
    orders = tuple((entry.side, entry.order) for entry in game.journal[live.first :])
    return Job(match.id, live.origin, orders, game.result, eyes)
