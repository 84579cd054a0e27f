"""The engine's thread: one thing at a time, and on whose behalf."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

from meuse.server.turns import Turns

P = ParamSpec("P")
T = TypeVar("T")


class Visit:
    """On whose behalf something is done: an address and a seat. `spent` are the seconds that it has taken so far."""

    def __init__(self, address: str = "", seat: str = "") -> None:
        self.names = (address, seat)
        self.spent = 0.0


_visit: ContextVar[Visit | None] = ContextVar("visit", default=None)


@contextmanager
def visit(address: str = "", seat: str = "") -> Iterator[Visit]:
    """What is asked of the engine meanwhile is asked for this visitor; without a name, for the service itself."""
    begun = Visit(address, seat)
    token = _visit.set(begun)
    try:
        yield begun
    finally:
        _visit.reset(token)


def present() -> Visit:
    """The visitor who is being served now."""
    return _visit.get() or Visit()


class Job:
    """Something to be done, and who waits for it."""

    def __init__(self, whose: Visit, work: Callable[[], Any]) -> None:
        self.whose, self.result = whose, Future[Any]()
        self._work = work

    def do(self) -> float:
        """Do it; returns the seconds of processor time that it took."""
        if not self.result.set_running_or_notify_cancel():
            return 0.0
        begun = time.thread_time()
        try:
            given = self._work()
        except BaseException as error:
            spent = self._count(begun)
            self.result.set_exception(error)
        else:
            spent = self._count(begun)
            self.result.set_result(given)
        return spent

    def _count(self, begun: float) -> float:
        """Before anybody is told of the result: who is told looks at what was spent."""
        spent = time.thread_time() - begun
        self.whose.spent += spent
        return spent


class Turnstile(Executor):
    """One thread; whoever has used it least goes next."""

    def __init__(self, name: str) -> None:
        self._turns: Turns[Job] = Turns()
        self._changed = threading.Condition()
        self._closing = False
        self.spent = 0.0
        """Seconds of processor time that all has taken so far."""
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        job = Job(present(), lambda: function(*args, **kwargs))
        with self._changed:
            if self._closing:
                raise RuntimeError("the engine's thread has ended")
            self._turns.add(job.whose.names, job)
            self._changed.notify()
        return job.result

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the thread once all has been done that waits; nothing more is taken."""
        with self._changed:
            self._closing = True
            while cancel_futures and self._turns:
                self._turns.take().result.cancel()
            self._changed.notify()
        if wait:
            self._thread.join()

    def _run(self) -> None:
        while (job := self._next()) is not None:
            spent = job.do()
            with self._changed:
                self._turns.charge(job.whose.names, spent)
                self.spent += spent

    def _next(self) -> Job | None:
        with self._changed:
            self._changed.wait_for(lambda: self._turns or self._closing)
            return self._turns.take() if self._turns else None
