"""A place where one process at a time does one thing at a time; whoever waits there waits outside the process.

A process that ends is replaced when there is something to do again, and only what it was doing is lost with it. Behind
something that takes long others do not wait for ever: it is left alone with its process, and they get another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from meuse.server.process import Process

ASIDE = 4
"""Processes of a desk that may be left alone with what takes them long."""

LOOK = 1.0
"""Seconds between two looks at whether anybody waits behind something that takes long."""


class Hangs(RuntimeError):
    """Something that was to be done has taken too long."""


class Task:
    """Something to be done, perhaps for a match; `given` is what comes of it. It may take so many seconds."""

    def __init__(self, match_id: str, number: int, what: tuple[Any, ...], limit: float) -> None:
        self.match_id = match_id
        self.given: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._number, self._what, self._limit = number, what, limit
        self._process: Process | None = None

    @property
    def begun(self) -> bool:
        return self._process is not None

    @property
    def far(self) -> float | None:
        """How far a bot says it is."""
        return self._process.slate.far(self._number) if self._process is not None else None

    def hurry(self) -> None:
        """Have a bot decide with what it has."""
        if self._process is not None:
            self._process.slate.hurried.value = self._number

    def drop(self) -> None:
        """Nobody wants to know any more."""
        if not self.given.done():
            self.hurry()
            self.given.cancel()

    def begin(self, process: Process) -> asyncio.Future[Any]:
        """Have it done; raises BrokenProcessPool if the process has ended."""
        doing = process.give(*self._what)
        self._process = process
        late = asyncio.get_running_loop().call_later(self._limit, self._give_up, process, doing)
        doing.add_done_callback(lambda done: self._settle(done, late))
        return doing

    def _give_up(self, process: Process, doing: asyncio.Future[Any]) -> None:
        """A process that ends as it is given something may never say so: nobody waits for that."""
        self.fail(Hangs(f"no answer after {self._limit:.0f} seconds"))
        process.kill()
        doing.cancel()

    def _settle(self, done: asyncio.Future[Any], late: asyncio.TimerHandle) -> None:
        late.cancel()
        error = None if done.cancelled() else done.exception()
        if error is not None:
            self.fail(error)
        elif done.cancelled():
            self.given.cancel()
        elif not self.given.done():
            self.given.set_result(done.result())

    def fail(self, error: BaseException) -> None:
        """Tell whoever waits for it, if anybody still does."""
        if not self.given.done():
            self.given.set_exception(error)
            self.given.exception()  # nobody has to hear of it


class Desk:
    """`is_watched` says of a match whether people look at it: it comes before the others."""

    def __init__(self, new_process: Callable[[], Process], is_watched: Callable[[str], bool]) -> None:
        self._new_process, self._is_watched = new_process, is_watched
        self._process: Process | None = None
        self._task: Task | None = None
        self._waiting: list[tuple[Task, float]] = []
        self._aside: list[Process] = []

    @property
    def busy(self) -> int:
        """How much there is to do."""
        return len(self._waiting) + (self._task is not None)

    @property
    def waiting(self) -> int:
        """How much waits for a process."""
        return sum(not task.given.done() for task, _ in self._waiting)

    @property
    def at_work(self) -> int:
        """How much is being done now."""
        return (self._task is not None) + len(self._aside)

    def open(self) -> None:
        """Start the process, before anybody waits for it."""
        if self._process is None:
            self._process = self._new_process()
            self._process.open()

    def add(self, task: Task, overtime: float) -> None:
        """Have something done in its turn. After so many seconds it takes others no more time."""
        self._waiting.append((task, overtime))
        self._go_on()

    def close(self) -> None:
        self._waiting.clear()
        for process in (*self._aside, self._process):
            if process is not None:
                process.close()

    def _go_on(self) -> None:
        self._waiting = [(task, overtime) for task, overtime in self._waiting if not task.given.done()]
        if self._task is not None or not self._waiting:
            return
        chosen = next((one for one in self._waiting if self._is_watched(one[0].match_id)), self._waiting[0])
        self._waiting.remove(chosen)
        try:
            self._begin(*chosen)
        except (OSError, BrokenProcessPool) as error:  # the machine has no room for another process
            chosen[0].fail(error)
            asyncio.get_running_loop().call_later(LOOK, self._go_on)

    def _begin(self, task: Task, overtime: float) -> None:
        doing = self._given_to_process(task)
        self._task, process = task, self._process
        doing.add_done_callback(lambda done: self._done(task, process, done))
        asyncio.get_running_loop().call_later(overtime, self._look, task)

    def _given_to_process(self, task: Task) -> asyncio.Future[Any]:
        """One that has ended while it had nothing to do is replaced."""
        self._process = self._process or self._new_process()
        try:
            return task.begin(self._process)
        except BrokenProcessPool:
            self._process.close()
            self._process = self._new_process()
            return task.begin(self._process)

    def _done(self, task: Task, process: Process | None, done: asyncio.Future[Any]) -> None:
        is_over = process in self._aside or done.cancelled() or isinstance(done.exception(), BrokenProcessPool)
        if process in self._aside:
            self._aside.remove(process)
        if is_over and process is not None:
            process.close()
            self._process = None if self._process is process else self._process
        if self._task is task:
            self._task = None
            self._go_on()

    def _look(self, task: Task) -> None:
        """Leave something that takes long alone, if others wait behind it."""
        if self._task is not task:
            return
        if self._waiting and self._process is not None and len(self._aside) < ASIDE:
            self._aside.append(self._process)
            self._process, self._task = None, None
            self._go_on()
        else:
            asyncio.get_running_loop().call_later(LOOK, self._look, task)
