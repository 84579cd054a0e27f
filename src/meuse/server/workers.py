"""Several processes of one server: they share the port and the database, and one that dies is replaced."""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing import connection, get_context, parent_process
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Any

log = logging.getLogger("meuse.server")

BREATH = 1.0
"""Seconds before one that has died is replaced: whatever keeps it from starting may be gone after that."""

LAST_BREATH = 20.0
"""Seconds in which workers that are told to stop do so."""

Work = Callable[[socket.socket, Any], None]


class Workers:
    """So many processes that each do the same `work` with a socket and what else they are given."""

    def __init__(self, number: int, work: Work, listening: socket.socket, given: Any) -> None:
        self._number = number
        self._what = (work, listening, given)
        self._context = get_context("spawn")
        self._running: list[BaseProcess] = []
        self._is_ending = False

    def run(self) -> None:
        """Until this process is told to stop."""
        for kind in (signal.SIGTERM, signal.SIGINT):
            signal.signal(kind, self._end)
        while not self._is_ending:
            self._fill()
            connection.wait([process.sentinel for process in self._running], timeout=BREATH)
            self._clear()
        self._stop()

    def _fill(self) -> None:
        while len(self._running) < self._number:
            process = self._context.Process(target=_run, args=self._what)
            process.start()
            self._running.append(process)

    def _clear(self) -> None:
        died = [process for process in self._running if not process.is_alive()]
        for process in died:
            self._running.remove(process)
            if not self._is_ending:
                log.error("a worker has ended with %s and is replaced", process.exitcode)
        if died and not self._is_ending:
            time.sleep(BREATH)

    def _end(self, _: int, __: FrameType | None) -> None:
        self._is_ending = True
        for process in self._running:
            process.terminate()

    def _stop(self) -> None:
        until = time.monotonic() + LAST_BREATH
        for process in self._running:
            process.terminate()
            process.join(max(0.0, until - time.monotonic()))
            process.kill()


def _run(work: Work, listening: socket.socket, given: Any) -> None:
    """In a new process: work, until there is nobody any more who would replace it."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    work(listening, given)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
