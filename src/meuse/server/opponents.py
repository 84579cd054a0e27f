"""The service's bots: they think in processes of their own, one order at a time, and are given a seat and nothing else.

A match always goes to the same process, which keeps its copy of the game and the bot's plan. After a restart the copy
is made again from the orders, and the bot continues from there.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Literal, TypeVar
from zlib import crc32

import msgspec

import meuse
from meuse.counters import SIDES, SideWord
from meuse.game import Game
from meuse.opponents import Bot, bot
from meuse.server.errors import ServiceError, where
from meuse.server.house import House
from meuse.server.match import Match
from meuse.server.records import Origin
from meuse.steps import Order

log = logging.getLogger("meuse.server")

PROCESSES = max(1, min(4, (os.cpu_count() or 2) - 1))
T = TypeVar("T")
R = TypeVar("R")

GAMES_KEPT = 32
"""Games that a process keeps its copies of."""


class Job(msgspec.Struct, frozen=True):
    """A question to a bot: the whole game so far, from where it begins, and whose move it is."""

    match_id: str
    origin: Origin
    orders: tuple[tuple[str, str], ...]
    side: str
    bot: str
    stamp: int


class Opponents:
    """Lets bots play wherever one is asked."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._pools: dict[int, ProcessPoolExecutor] = {}
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._called_again: set[str] = set()

    async def resume(self) -> None:
        """Take up every bot's turn that was unfinished when the service stopped."""
        for match_id in await self._house.ask(self._house.storage.bots_due):
            self.call(match_id)

    def get_ready(self) -> None:
        """Start a process for bots, before anybody waits for one."""
        if not self._pools:
            self._pool(0).submit(os.getpid)

    def call(self, match_id: str) -> None:
        """See to it that the bots of a match answer if they are asked."""
        if match_id in self._busy:
            self._called_again.add(match_id)  # it may just have looked, and be on its way out
            return
        task = asyncio.get_running_loop().create_task(self._attend(match_id))
        self._busy[match_id] = task
        task.add_done_callback(lambda done: self._leave(match_id, done))

    async def work(self, function: Callable[[T], R], job: T) -> R:
        """Let a bot's process do something else that takes long."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._pool(0), function, job)
        except BrokenProcessPool:
            self._pools.pop(0, None)
            return await loop.run_in_executor(self._pool(0), function, job)

    async def close(self) -> None:
        tasks = list(self._busy.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)

    def _leave(self, match_id: str, done: asyncio.Task[None]) -> None:
        self._busy.pop(match_id, None)
        called_again = match_id in self._called_again
        self._called_again.discard(match_id)
        if called_again and not done.cancelled():
            self.call(match_id)

    async def _attend(self, match_id: str) -> None:
        """Let the bots of a match play until no bot is asked any more."""
        try:
            while (job := await self._house.ask(self._job, match_id)) is not None:
                order = await self._answer(job)
                await self._house.ask(self._play, job, order)
        except ServiceError:
            return  # the match was deleted meanwhile
        except Exception as error:
            log.error("the bot of match %s gave up: %s", match_id, where(error))
            await self._house.ask(self._give_up, match_id)

    async def _answer(self, job: Job) -> Order:
        """The bot's order; where it fails, the order of the simplest bot, so that the game goes on."""
        try:
            return await self._think(job)
        except BrokenProcessPool:
            return await self._think(job)  # its process was killed; a new one starts from the orders
        except Exception as error:
            log.error("bot %s failed in match %s: %s", job.bot, job.match_id, where(error))
            return await self._think(msgspec.structs.replace(job, bot="random"))

    async def _think(self, job: Job) -> Order:
        number = crc32(job.match_id.encode()) % PROCESSES
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool(number), choose, job)
        except BrokenProcessPool:
            self._pools.pop(number, None)
            raise

    def _pool(self, number: int) -> ProcessPoolExecutor:
        if number not in self._pools:
            context = multiprocessing.get_context("spawn")
            self._pools[number] = ProcessPoolExecutor(1, context, initializer=_end_with_parent)
        return self._pools[number]

    # -- in the engine's thread

    def _job(self, match_id: str) -> Job | None:
        match = self._house.open(match_id)
        live = match.live
        for side in SIDES:
            name = match.bot_of(side)
            if name and live.asked(side):
                self._tell(match, side.word)
                return Job(match.id, live.origin, live.orders[live.first :], side.word, name, live.stamp)
        self._tell(match, "")
        return None

    def _play(self, job: Job, order: Order) -> None:
        """Play a bot's order, unless something else has happened while it thought."""
        match = self._house.open(job.match_id)
        if match.live.stamp != job.stamp:
            return
        side = meuse.Side.of(job.side)
        if order == ("undo",):
            self._house.record(match, "undo", side)
            return
        self._house.record(match, "order", side, " ".join(order))
        if match.live.moving is None:
            self._house.tell_change(match, side)

    def _give_up(self, match_id: str) -> None:
        """Tell the pages that nobody thinks, though a bot is asked."""
        match = self._house.open(match_id)
        match.thinking, match.stalled = "", True
        self._announce(match)

    def _tell(self, match: Match, side: SideWord | Literal[""]) -> None:
        """Tell the pages whose bot thinks."""
        if match.thinking != side or match.stalled:
            match.thinking, match.stalled = side, False
            self._announce(match)

    def _announce(self, match: Match) -> None:
        self._house.hub.tell(match.id, {"type": "thinking", "side": match.thinking, "stalled": match.stalled})


# -- in the bots' processes


class Copy:
    """A bot's process' own copy of a game, with the bots that play in it."""

    def __init__(self, origin: Origin) -> None:
        self.origin = origin
        self.game: Game = origin.game()
        self.played: list[tuple[str, str]] = []
        self.bots: dict[tuple[str, str], Bot] = {}

    def follows(self, job: Job) -> bool:
        return self.origin == job.origin and tuple(self.played) == job.orders[: len(self.played)]

    def catch_up(self, job: Job) -> None:
        for side, order in job.orders[len(self.played) :]:
            self.game.play(order, side)
            self.played.append((side, order))

    def choose(self, job: Job) -> Order:
        key = (job.side, job.bot)
        if key not in self.bots:
            self.bots[key] = bot(job.bot, f"{job.match_id} {job.side}")
        return self.bots[key].choose(self.game.seat(job.side))


_copies: OrderedDict[str, Copy] = OrderedDict()


def choose(job: Job) -> Order:
    """The order a bot gives now."""
    copy = _copies.pop(job.match_id, None)
    if copy is None or not copy.follows(job):
        bots = {} if copy is None else copy.bots
        copy = Copy(job.origin)
        copy.bots = bots
    copy.catch_up(job)
    _copies[job.match_id] = copy
    while len(_copies) > GAMES_KEPT:
        _copies.popitem(last=False)
    return copy.choose(job)


def _end_with_parent() -> None:
    """A killed service must not leave its bots behind."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
