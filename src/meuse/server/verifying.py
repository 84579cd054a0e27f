"""Plays matches from their beginning, once for every change of the program, while nobody waits for it.

A match is opened from its newest snapshot, which the present program may not have taken. So changed rules whose
revision nobody has raised are noticed here: the match is then opened again as one whose orders no longer fit.
"""

from __future__ import annotations

import asyncio
import logging
from contextvars import Context

import msgspec

from meuse.server.errors import ServiceError, where
from meuse.server.house import House
from meuse.server.opponents import Opponents
from meuse.server.program import program
from meuse.server.rooms import REPORTS
from meuse.server.upgrade import Files, unfold

log = logging.getLogger("meuse.server")


class Finding(msgspec.Struct, frozen=True):
    """The program that has played a match from its beginning, and what did not agree; "" if all did."""

    program: str
    fault: str = ""


class Verifying:
    """One match after another, in the process that reports are made in."""

    def __init__(self, house: House, opponents: Opponents) -> None:
        self._house, self._opponents = house, opponents
        self._waiting: dict[str, None] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        house.on_doubt = self.call

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()

    def call(self, match_id: str) -> None:
        """Have a match verified, soon. May be called from any thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._take, match_id)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _take(self, match_id: str) -> None:
        self._waiting[match_id] = None
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._work(), context=Context())

    async def _work(self) -> None:
        while self._waiting:
            match_id = next(iter(self._waiting))
            try:
                await self._verify(match_id)
            except ServiceError:
                pass  # it was deleted meanwhile
            except Exception as error:
                log.error("match %s could not be verified: %s", match_id, where(error))
            self._waiting.pop(match_id, None)

    async def _verify(self, match_id: str) -> None:
        stored = await self._house.ask(self._house.storage.match, match_id)
        if stored is None:
            return
        files = Files(stored.setup, stored.records, stored.snapshots)
        finding = await self._opponents.work(verify, files, REPORTS)
        if finding.fault:
            log.warning("match %s does not agree with its snapshots any more: %s", match_id, finding.fault)
        await self._house.ask(self._house.judge, match_id, "" if finding.fault else finding.program)


def verify(files: Files) -> Finding:
    """In a process of its own: play a match again."""
    rules = files.setup.rules
    try:
        unfold(files)
    except Exception as error:  # whatever the program makes of old orders
        return Finding(program(rules), where(error))
    return Finding(program(rules))
