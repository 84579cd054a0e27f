"""One process beside the service, with a slate that both can see."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from typing import TypeVar

from meuse.server.thinkers import Slate, enter

R = TypeVar("R")


class Process:
    """A process that does what it is given. `modules` register bots; `patience` is how far it stands back."""

    def __init__(self, modules: tuple[str, ...], patience: int) -> None:
        self.slate = Slate()
        context = get_context("spawn")
        self._pool = ProcessPoolExecutor(1, context, initializer=enter, initargs=(self.slate, modules, patience))

    def give(self, function: Callable[..., R], *args: object) -> asyncio.Future[R]:
        """Raises BrokenProcessPool if it has ended."""
        return asyncio.get_running_loop().run_in_executor(self._pool, function, *args)

    def open(self) -> None:
        """Start it, before anybody waits for it."""
        self._pool.submit(os.getpid)

    def kill(self) -> None:
        """End it, whatever it is doing; whoever waits for it is told that it is broken."""
        self.slate.ended.value = 1
        if self.slate.process.value:
            with suppress(ProcessLookupError):
                os.kill(self.slate.process.value, signal.SIGKILL)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        self.kill()
