"""The service's bots: they think in processes of their own, one order at a time, and are given a seat and nothing else.

A match goes to a process that keeps its copy of the game and the bot with its plan. After a restart the copy is made
again from the orders, and the bot continues from there with the plan that is stored. While a bot thinks, the pages
are told how far it is, and no more: what it weighs is a secret of its side.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from contextvars import Context
from typing import TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from meuse.server import turnstile
from meuse.server.errors import ServiceError, where
from meuse.server.house import House
from meuse.server.moves import Failed, Moves
from meuse.server.peers.peers import Peers
from meuse.server.rooms import MAPS, Rooms
from meuse.server.thinkers import Answer, Job

log = logging.getLogger("meuse.server")

GLANCE = 0.3
"""Seconds between two looks at how far a bot is; the pages are told no more often."""

STAND_INS = ("staff", "random")
"""Who gives an order where the bot that is asked has failed."""

T = TypeVar("T")
R = TypeVar("R")

AGAIN = 60.0
"""Seconds after which a bot that has given up tries again, if nobody looks before: the database may be back."""


class Opponents:
    """Lets bots play wherever one is asked, in matches that this server keeps; `modules` register bots beside our own.

    It is one of so many servers that `share` this machine.
    """

    def __init__(self, house: House, modules: tuple[str, ...] = (), peers: Peers | None = None, share: int = 1) -> None:
        self._house, self._peers = house, peers or Peers(house.storage)
        self._moves = Moves(house)
        self._rooms = Rooms(modules, self._is_watched, share)
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._called_again: set[str] = set()
        self._wanted: set[str] = set()
        """Matches that somebody has called for, beside those that are taken up after a restart."""
        self._resuming: asyncio.Task[None] | None = None
        self._closed = False

    async def resume(self) -> None:
        """Take up every bot's turn that was unfinished when the service stopped, or when another server did."""
        due = await self._house.ask(self._house.storage.bots_due)
        if self._resuming is not None:
            self._resuming.cancel()  # what it has not come to yet is still due
        self._resuming = asyncio.get_running_loop().create_task(self._take_up(due), context=Context())

    async def _take_up(self, due: list[str]) -> None:
        """One match after the other is opened, so that people who come back do not wait for all of them."""
        for match_id in due:
            if match_id in self._busy or not self._peers.is_home(match_id):
                continue
            try:
                await self._house.ask(self._house.open, match_id)
            except Exception as error:
                log.error("match %s cannot be opened: %s", match_id, where(error))
            else:
                self._begin(match_id)

    @property
    def waiting(self) -> int:
        """How many bots wait for a process."""
        return sum(desk.waiting for desk in self._rooms.for_bots)

    @property
    def at_work(self) -> int:
        """How many bots are thinking."""
        return sum(desk.at_work for desk in self._rooms.for_bots)

    def get_ready(self) -> None:
        """Start a process for bots, before anybody waits for one."""
        self._rooms.open()

    def call(self, match_id: str) -> None:
        """See to it that the bots of a match answer if they are asked."""
        if self._peers.call(match_id):
            return
        self._wanted.add(match_id)
        if match_id in self._busy:
            self._called_again.add(match_id)  # it may just have looked, and be on its way out
        else:
            self._begin(match_id)

    def _begin(self, match_id: str) -> None:
        task = asyncio.get_running_loop().create_task(self._attend(match_id), context=Context())  # nobody pays for it
        self._busy[match_id] = task
        task.add_done_callback(lambda done: self._leave(match_id, done))

    async def work(self, function: Callable[[T], R], job: T, room: str = MAPS) -> R:
        """Let another process do something else that takes long."""
        return await self._rooms.work(room, function, job)

    async def close(self) -> None:
        self._closed = True
        tasks = [*self._busy.values(), *([self._resuming] if self._resuming else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._rooms.close()

    def _leave(self, match_id: str, done: asyncio.Task[None]) -> None:
        self._busy.pop(match_id, None)
        self._wanted.discard(match_id)
        called_again = match_id in self._called_again
        self._called_again.discard(match_id)
        if called_again and not done.cancelled():
            self.call(match_id)

    async def _attend(self, match_id: str) -> None:
        """Let the bots of a match play until no bot is asked any more."""
        with turnstile.visit(seat=match_id):
            try:
                while self._peers.is_home(match_id):
                    job = await self._house.ask(self._moves.job, match_id)
                    if job is None:
                        return
                    await self._move(job)
            except ServiceError:
                return  # the match was deleted meanwhile
            except Exception as error:
                log.error("the bot of match %s gave up: %s", match_id, where(error))
                asyncio.get_running_loop().call_later(AGAIN, self._try_again, match_id)
                with suppress(ServiceError, SQLAlchemyError):
                    await self._house.ask(self._moves.give_up, match_id)

    async def _move(self, job: Job) -> None:
        """Have a bot do what it is asked; where it cannot, simpler ones do it, so that the game goes on."""
        for stand_in in (*_stand_ins(job), ""):
            try:
                await self._house.ask(self._moves.play, job, await self._answer(job))
                return
            except Failed as error:
                log.error("bot %s failed in match %s: %s", job.bot, job.match_id, where(error.__cause__ or error))
                if not stand_in:
                    raise
            job = msgspec.structs.replace(job, bot=stand_in, manners=False, seconds=None)
            await self._house.ask(self._moves.relieve, job)

    async def _answer(self, job: Job) -> Answer:
        """No answer to an offer is an answer too."""
        try:
            return await self._think(job)
        except Failed as error:
            if job.about == "order":
                raise
            log.error("bot %s has no answer in match %s: %s", job.bot, job.match_id, where(error.__cause__ or error))
            return Answer()

    async def _think(self, job: Job) -> Answer:
        """Have a bot think; one whose process has ended is asked once more."""
        try:
            return await self._thought(job)
        except BrokenProcessPool:
            log.error("the process of bot %s has ended in match %s", job.bot, job.match_id)
        try:
            return await self._thought(job)
        except BrokenProcessPool as error:
            raise Failed from error

    async def _thought(self, job: Job) -> Answer:
        """Look now and then how far a bot is."""
        task = self._rooms.start(job)
        try:
            while not (await asyncio.wait([task.given], timeout=GLANCE))[0]:
                if task.begun and await self._house.ask(self._moves.show, job, task.far):
                    task.hurry()
        finally:
            task.drop()
        try:
            answer: Answer = task.given.result()
        except BrokenProcessPool:
            raise
        except Exception as error:
            raise Failed from error
        return answer

    def _try_again(self, match_id: str) -> None:
        if match_id not in self._busy and not self._closed:
            self._begin(match_id)

    def _is_watched(self, match_id: str) -> bool:
        """Whether people wait for the bots of a match."""
        return match_id in self._wanted or bool(self._house.hub.present(match_id))


def _stand_ins(job: Job) -> tuple[str, ...]:
    """Who may play where this bot fails, the best first."""
    return STAND_INS[STAND_INS.index(job.bot) + 1 :] if job.bot in STAND_INS else STAND_INS
