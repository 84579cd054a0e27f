"""The processes that bots think in, and those for other things that take long.

Bots that answer at once share a few *desks*. One that searches takes seconds for a turn, so it gets a *study*, where it
stands in nobody's way: studies share the processor, and a bot with a limit in seconds keeps it all the same. Reports,
maps and pictures have places of their own.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from itertools import count
from typing import Any, TypeVar
from zlib import crc32

from meuse.server.desk import Desk, Task
from meuse.server.process import Process
from meuse.server.thinkers import PATIENCE, Job, answer

DESKS = max(1, min(4, (os.cpu_count() or 2) - 1))
STUDIES = 4
MATCHES_KNOWN = 1000
"""Matches whose last study is remembered."""

HANGS = 120.0
"""Seconds after which whoever has not answered is taken for hanging, beside those that a bot may think."""

OVERTIME = 15.0
"""Seconds for which others wait behind something that takes long, before they get another process."""

MAPS, REPORTS, PICTURES, COACH = "maps", "reports", "pictures", "coach"
STUDY_DESKS = ("study desk 1", "study desk 2")
"""Places for other things than bots; studies (analyses, games played to their end) share two."""

BESIDES = (MAPS, REPORTS, PICTURES, COACH, *STUDY_DESKS)

PATIENCES = {REPORTS: 2 * PATIENCE, **dict.fromkeys(STUDY_DESKS, 3 * PATIENCE)}
"""How far places stand back that are in nobody's way."""

WAITS = dict.fromkeys(STUDY_DESKS, 1800.0)
"""Seconds that something may take in a place that has to wait for all others."""

T = TypeVar("T")
R = TypeVar("R")


class Rooms:
    """All processes of a service; `modules` register bots beside its own. Matches that are watched come first.

    So many services `share` the machine.
    """

    def __init__(self, modules: tuple[str, ...], is_watched: Callable[[str], bool], share: int = 1) -> None:
        self._modules, self._is_watched = modules, is_watched
        self._share, self._for_all = share, max(1, DESKS // share)
        self._desks: dict[str, Desk] = {}
        self._studied: OrderedDict[str, str] = OrderedDict()
        self._numbers = count(1)

    @property
    def for_bots(self) -> list[Desk]:
        return [desk for name, desk in self._desks.items() if name not in BESIDES]

    def open(self) -> None:
        """Start a process, before anybody waits for one."""
        self._desk("desk 0").open()

    async def work(self, name: str, function: Callable[[T], R], job: T) -> R:
        """Let a process do something else that takes long; once more if it ends meanwhile."""
        try:
            done: R = await self._start(name, function, job).given
        except BrokenProcessPool:
            done = await self._start(name, function, job).given
        return done

    def start(self, job: Job) -> Task:
        """Give a bot something to think about."""
        name = self._desk_for(job.match_id) if job.seconds is None else self._study_for(job.match_id)
        number = next(self._numbers)
        task = Task(job.match_id, number, (answer, number, job), HANGS + (job.seconds or 0.0))
        self._desk(name).add(task, OVERTIME + (job.seconds or 0.0))
        return task

    def close(self) -> None:
        for desk in self._desks.values():
            desk.close()

    def _start(self, name: str, function: Callable[..., Any], job: object) -> Task:
        limit = WAITS.get(name, HANGS)
        task = Task("", next(self._numbers), (function, job), limit)
        self._desk(name).add(task, limit)
        return task

    def _desk(self, name: str) -> Desk:
        if name not in self._desks:
            patience = PATIENCES.get(name, PATIENCE)
            self._desks[name] = Desk(lambda: Process(self._modules, patience), self._is_watched)
        return self._desks[name]

    def _desk_for(self, match_id: str) -> str:
        """A match always goes to the same desk, which keeps its copy of the game."""
        return f"desk {crc32(match_id.encode()) % self._for_all}"

    def _study_for(self, match_id: str) -> str:
        """The study with least to do; of several the one where the match was before."""
        names = [f"study {n}" for n in range(max(1, STUDIES // self._share))]
        before = self._studied.pop(match_id, "")
        found = min(names, key=lambda name: (self._busy(name), name != before, name not in self._desks))
        self._studied[match_id] = found
        while len(self._studied) > MATCHES_KNOWN:
            self._studied.popitem(last=False)
        return found

    def _busy(self, name: str) -> int:
        return self._desks[name].busy if name in self._desks else 0
