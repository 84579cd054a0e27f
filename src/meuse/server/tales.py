"""The report of a match: how it went. Playing it again takes a second, so it is done where the bots think."""

from __future__ import annotations

import msgspec

import meuse
from meuse.counters import Side
from meuse.history import History, retell
from meuse.server.house import House
from meuse.server.match import Match
from meuse.server.opponents import Opponents
from meuse.server.table import Setup
from meuse.state import Result
from meuse.steps import Order


class Job(msgspec.Struct, frozen=True):
    """A match to be told, as far as one side (None: a spectator) may follow it."""

    match_id: str
    setup: Setup
    orders: tuple[tuple[Side, Order], ...]
    result: Result | None
    eyes: Side | None


async def seat_report(house: House, opponents: Opponents, secret: str) -> History:
    return await opponents.work(tell, await house.ask(_seat_job, house, secret))


async def public_report(house: House, opponents: Opponents, match_id: str) -> History:
    return await opponents.work(tell, await house.ask(_public_job, house, match_id))


def tell(job: Job) -> History:
    """In a bot's process: play the match again, and take notes."""
    setup = job.setup
    start = meuse.new(setup.game, setup.scenario, setup.seed, setup.options)
    return retell(start, job.orders, job.result, job.eyes)


# -- in the engine's thread


def _seat_job(house: House, secret: str) -> Job:
    place = house.sit(secret)
    return _job(place.match, place.side)


def _public_job(house: House, match_id: str) -> Job:
    return _job(house.open(match_id), None)


def _job(match: Match, eyes: Side | None) -> Job:
    game = match.table.seen(eyes)
    orders = tuple((entry.side, entry.order) for entry in game.journal)
    return Job(match.id, match.table.setup, orders, game.result, eyes)
