"""Saved games are replayed by a process of their own, one at a time, with limits on time and memory.

Whatever is in a file, it keeps neither players nor bots waiting. A page that has sent one may ask how far it is.
"""

from __future__ import annotations

import asyncio
import os
import pickle
from collections import Counter
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

import msgspec

from meuse import BadPosition
from meuse.journal import BadJournal
from meuse.server.copies import Made, OtherTables, Wanted, made_of
from meuse.server.errors import ServiceError

MOST_SECONDS = 60
"""Processor time for a file; the longest games need a tenth of it."""

MOST_WAIT = 600.0
"""Seconds by the clock, on a machine with much else to do."""

MOST_MEMORY = 2_000_000_000
"""Bytes of address space; most of it is the program's own."""

MOST_WAITING, MOST_OF_ONE = 16, 3
"""Files that wait, in all and from one address."""

PATIENCE = 5
"""How far the process stands back behind the service."""


class Refused(msgspec.Struct, frozen=True):
    """What is wrong with a file; no line where it is too much."""

    line: int
    reason: str


class Uploads:
    """The files that are being replayed, and those that wait for it."""

    def __init__(self, seconds: int = MOST_SECONDS, memory: int = MOST_MEMORY) -> None:
        self._limits = seconds, memory
        self._context = get_context("spawn")
        self._turn = asyncio.Lock()
        self._waiting: list[tuple[str, str, Any]] = []
        """By address and ticket, with what has been done of how much."""
        self._process: BaseProcess | None = None

    async def replayed(self, wanted: Wanted, ticket: str, address: str) -> bytes | Refused:
        """The match as `pickle` carries it, to be opened in the engine's thread, or what is wrong with the file."""
        self._must_have_room(address)
        mine = (address, ticket, self._context.RawArray("q", 2))
        self._waiting.append(mine)
        try:
            async with self._turn:
                return await asyncio.to_thread(self._run, wanted, mine[2])
        finally:
            self._waiting.remove(mine)

    def progress(self, ticket: str) -> tuple[int, int, int] | None:
        """How many files come first, how many orders have been replayed and of how many; None if there is no such."""
        for place, (_, own, done) in enumerate(self._waiting):
            if own == ticket:
                return place, done[0], done[1]
        return None

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()

    def _must_have_room(self, address: str) -> None:
        by_address = Counter(whose for whose, _, _ in self._waiting)
        if len(self._waiting) >= MOST_WAITING or by_address[address] >= MOST_OF_ONE:
            raise ServiceError(429, "too_many", "Other files are being replayed. Try again in a minute.")

    def _run(self, wanted: Wanted, done: Any) -> bytes | Refused:
        """In a thread that does nothing else."""
        ours, theirs = self._context.Pipe(duplex=False)
        self._process = self._context.Process(target=_work, args=(wanted, done, theirs, self._limits), daemon=True)
        self._process.start()
        theirs.close()
        try:
            return _answer(ours)
        finally:
            self._process.kill()
            self._process.join()
            ours.close()


def opened(sent: bytes) -> Made:
    """The match; in the engine's thread, because its scenario is shared with other games."""
    made: Made = pickle.loads(sent)
    return made


def _answer(ours: Connection) -> bytes | Refused:
    try:
        if ours.poll(MOST_WAIT):
            sent = ours.recv_bytes()
            return msgspec.json.decode(sent[1:], type=Refused) if sent[:1] == b"-" else sent[1:]
    except (EOFError, OSError):
        pass  # it has been ended, for time or memory
    return Refused(0, "it takes too long or too much memory to replay")


# -- in the process


def _work(wanted: Wanted, done: Any, theirs: Connection, limits: tuple[int, int]) -> None:
    _limit(*limits)

    def told(number: int, every: int) -> None:
        done[0], done[1] = number, every

    try:
        sent = b"+" + pickle.dumps(made_of(wanted, told))
    except BadJournal as error:
        sent = b"-" + msgspec.json.encode(Refused(error.line, error.reason))
    except BadPosition as error:
        sent = b"-" + msgspec.json.encode(Refused(error.line, error.reason))
    except OtherTables:
        sent = b"-" + msgspec.json.encode(Refused(0, OTHER_TABLES))
    except ValueError as error:  # a scenario, an option or a table that is none
        sent = b"-" + msgspec.json.encode(Refused(1, str(error)))
    except MemoryError:
        raise
    except Exception as error:
        sent = b"-" + msgspec.json.encode(Refused(1, f"it cannot be replayed ({type(error).__name__})"))
    theirs.send_bytes(sent)


OTHER_TABLES = "This game uses other tables than this server."


def _limit(seconds: int, memory: int) -> None:
    """Where the system knows such limits; elsewhere only the clock counts."""
    if hasattr(os, "nice"):
        os.nice(PATIENCE)
    with suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
