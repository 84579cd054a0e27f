"""Who carries out many tasks: this process, several processes, or the machines of a Ray cluster.

All of them give the results in the order of the tasks, so nothing depends on how many work, or how fast. Work and tasks
travel to other processes, so both must be such that they can be pickled; bots registered here are made known there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Protocol, TypeVar

from meuse.opponents import adopt, registered

Task = TypeVar("Task")
Done = TypeVar("Done")

LOCAL = "local"
"""The address of a Ray cluster on this machine alone, started for the occasion."""

AHEAD = 4
"""For each worker so many tasks are handed out ahead: nobody waits, and a million of them need no room."""


class Workers(Protocol):
    """Whoever carries out tasks."""

    def each(self, work: Callable[[Task], Done], tasks: Iterable[Task], lost: Callable[[Task], Done]) -> Iterator[Done]:
        """What came of each task, in their order. `lost` stands in for a task on which process after process died."""
        ...


def workers(jobs: int = 1, ray: str | None = None) -> Workers:
    """So many processes of this machine, or the Ray cluster at an address: `local` starts one here.

    >>> list(workers(1).each(abs, [-1, 2], abs))
    [1, 2]
    """
    if jobs < 1:
        raise ValueError(f"at least one job is needed, not {jobs}")
    if ray is None:
        return Here() if jobs == 1 else Processes(jobs)
    if jobs != 1:
        raise ValueError("jobs are processes of this machine, and a Ray cluster has its own: give one or the other")
    from meuse.lab.cluster import Cluster  # it needs a library that all else can do without

    return Cluster(ray)


class Here:
    """This process, one task after the other."""

    def each(self, work: Callable[[Task], Done], tasks: Iterable[Task], lost: Callable[[Task], Done]) -> Iterator[Done]:
        return map(work, tasks)


class Processes:
    """Processes of this machine. Where one is killed, new ones go on, and no task is left out."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def each(self, work: Callable[[Task], Done], tasks: Iterable[Task], lost: Callable[[Task], Done]) -> Iterator[Done]:
        left, taken = iter(tasks), deque[Task]()
        while True:
            try:
                yield from self._side_by_side(work, left, taken)
            except BrokenProcessPool:
                while taken:
                    yield self._alone(work, taken.popleft(), lost)
            else:
                return

    def _side_by_side(self, work: Callable[[Task], Done], left: Iterator[Task], taken: deque[Task]) -> Iterator[Done]:
        """What came of tasks until all are done or a process died; `taken` are those that were begun and not done."""
        pool, promised = self._pool(self.jobs), deque[Future[Done]]()
        try:
            while True:
                for task in islice(left, AHEAD * self.jobs - len(taken)):
                    taken.append(task)
                    promised.append(pool.submit(work, task))
                if not promised:
                    return
                done = promised.popleft().result()
                taken.popleft()
                yield done
        finally:
            pool.shutdown(cancel_futures=True)

    def _alone(self, work: Callable[[Task], Done], task: Task, lost: Callable[[Task], Done]) -> Done:
        """A task that was under way when a process died, once more with nobody beside it: so its own fault shows."""
        with self._pool(1) as pool:
            try:
                return pool.submit(work, task).result()
            except BrokenProcessPool:
                return lost(task)

    def _pool(self, jobs: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(jobs, initializer=adopt, initargs=(registered(),))
