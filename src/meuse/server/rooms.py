"""The processes that bots think in.

Bots that answer at once share a few *desks*. One that searches takes seconds for a turn, so it gets a *study*, where it
stands in nobody's way: studies share the processor, and a bot with a limit in seconds keeps it all the same.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import count
from multiprocessing import get_context
from typing import TypeVar
from zlib import crc32

from meuse.server.thinkers import Job, Slate, answer, enter

DESKS = max(1, min(4, (os.cpu_count() or 2) - 1))
STUDIES = 4
MATCHES_KNOWN = 1000
"""Matches whose last study is remembered."""

T = TypeVar("T")
R = TypeVar("R")


class Room:
    """A process, and its slate. What it is given is done in turn."""

    def __init__(self, modules: tuple[str, ...]) -> None:
        self.slate = Slate()
        self.waiting = 0
        """What it has been given and has not done yet."""
        self._pool = ProcessPoolExecutor(1, get_context("spawn"), initializer=enter, initargs=(self.slate, modules))

    def give(self, function: Callable[..., R], *args: object) -> asyncio.Future[R]:
        given = asyncio.get_running_loop().run_in_executor(self._pool, function, *args)
        self.waiting += 1
        given.add_done_callback(self._done)
        return given

    def open(self) -> None:
        """Start the process, before anybody waits for it."""
        self._pool.submit(os.getpid)

    def kill(self) -> None:
        """End the process, whatever it is doing; whoever waits for it is told that it is broken."""
        if self.slate.process.value:
            with suppress(ProcessLookupError):
                os.kill(self.slate.process.value, signal.SIGTERM)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        self.kill()

    def _done(self, given: asyncio.Future[R]) -> None:
        self.waiting -= 1


class Task:
    """A job that a bot has been given, until it is done."""

    def __init__(self, number: int, room: Room, job: Job) -> None:
        self._number, self._room = number, room
        self.given = room.give(answer, number, job)

    @property
    def begun(self) -> bool:
        """Whether the bot has come to it."""
        return bool(self._room.slate.job.value == self._number)

    @property
    def far(self) -> float | None:
        """How far the bot says it is."""
        return self._room.slate.far(self._number)

    def hurry(self) -> None:
        self._room.slate.hurried.value = self._number

    def kill(self) -> None:
        self._room.kill()


class Rooms:
    """All processes of a service; `modules` register bots beside its own."""

    def __init__(self, modules: tuple[str, ...] = ()) -> None:
        self._modules = modules
        self._rooms: dict[str, Room] = {}
        self._studied: OrderedDict[str, str] = OrderedDict()
        self._numbers = count(1)

    def open(self) -> None:
        """Start a process, before anybody waits for one."""
        if not self._rooms:
            self._room("desk 0").open()

    async def work(self, function: Callable[[T], R], job: T) -> R:
        """Let a process do something else that takes long."""
        try:
            return await self._room("desk 0").give(function, job)
        except BrokenProcessPool:
            self._rooms.pop("desk 0", None)
            return await self._room("desk 0").give(function, job)

    def start(self, job: Job) -> Task:
        """Give a bot something to think about."""
        name = self._desk_for(job.match_id) if job.seconds is None else self._study_for(job.match_id)
        try:
            return Task(next(self._numbers), self._room(name), job)
        except BrokenProcessPool:  # it died while it had nothing to do
            del self._rooms[name]
            return Task(next(self._numbers), self._room(name), job)

    def close(self) -> None:
        for room in self._rooms.values():
            room.close()

    def _room(self, name: str) -> Room:
        if name not in self._rooms:
            self._rooms[name] = Room(self._modules)
        return self._rooms[name]

    def _desk_for(self, match_id: str) -> str:
        """A match always goes to the same desk, which keeps its copy of the game."""
        return f"desk {crc32(match_id.encode()) % DESKS}"

    def _study_for(self, match_id: str) -> str:
        """The study with least to do; of several the one where the match was before."""
        names = [f"study {n}" for n in range(STUDIES)]
        before = self._studied.pop(match_id, "")
        found = min(names, key=lambda name: (self._busy(name), name != before, name not in self._rooms))
        self._studied[match_id] = found
        while len(self._studied) > MATCHES_KNOWN:
            self._studied.popitem(last=False)
        return found

    def _busy(self, name: str) -> int:
        return self._rooms[name].waiting if name in self._rooms else 0
