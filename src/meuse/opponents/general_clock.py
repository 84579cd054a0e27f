"""How long `general` may search: so many evaluations, and for people so many seconds; it can be hurried."""

from __future__ import annotations

import time

from meuse.opponents.thinking import Thought, Watcher

TOLD_EVERY = 0.2
"""Seconds between two thoughts that a watcher is told, at the least."""


class Clock:
    """What is left of a budget.

    Only `seconds` look at the time of day, and only people set them: without, a game can be repeated. `reserve` is
    the share of the seconds that is kept for other clocks.
    """

    def __init__(self, budget: int, seconds: float | None, watcher: Watcher, reserve: float = 0.0) -> None:
        self.budget, self.seconds, self.watcher = budget, seconds, watcher
        self._limit = None if seconds is None else (1.0 - reserve) * seconds
        self._used = self._spent = self._longest = self._told = 0.0
        self._since: float | None = None

    def start(self) -> None:
        """The search begins."""
        self._since = time.monotonic()

    def stop(self) -> None:
        self._spent, self._since = self.spent(), None

    def spent(self) -> float:
        """The seconds it has run."""
        return self._spent + (0.0 if self._since is None else time.monotonic() - self._since)

    def charge(self, other: Clock) -> None:
        """Another clock ran on the seconds of this one."""
        self._spent += other.spent()

    def count(self, evaluations: float) -> None:
        """An evaluation has been made, or a part of one: a game played on for a shorter time."""
        before, self._used = self._spent, self._used + evaluations
        if self._since is not None:
            self.stop()
            self.start()
        self._longest = max(self._longest, self._spent - before)

    def left(self) -> float:
        """How many evaluations are left."""
        return max(0.0, self.budget - self._used)

    def seconds_left(self) -> float | None:
        return None if self.seconds is None else max(0.0, self.seconds - self.spent())

    def allows(self) -> bool:
        """Whether another evaluation may be made."""
        if self._used >= self.budget or self.watcher.is_hurried():
            return False
        return self._limit is None or self.spent() + self._longest <= self._limit

    def tell(self, weighing: str, chance: float | None) -> None:
        """Tell the watcher, but not too often."""
        if time.monotonic() - self._told >= TOLD_EVERY:
            self._told = time.monotonic()
            self.watcher.told(Thought(weighing, self._done(), chance))

    def _done(self) -> float:
        """The share of the budget that is used up, of evaluations or of seconds, whichever is the greater."""
        by_time = 0.0 if not self._limit else self.spent() / self._limit
        return min(1.0, max(self._used / max(1, self.budget), by_time))
