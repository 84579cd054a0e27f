"""How long `general` may search: a number of evaluations, and against people a number of seconds. It can be hurried."""

from __future__ import annotations

import time

from meuse.opponents.thinking import Thought, Watcher

AT_FIRST = 60.0
"""So many evaluations are taken to be left as long as nobody knows how long one takes."""

TOLD_EVERY = 0.2
"""Seconds between two thoughts that a watcher is told, at the least."""


class Clock:
    """What is left of a budget.

    Only `seconds` look at the time of day, and only people set them: without, a game can be repeated.
    """

    def __init__(self, budget: float, seconds: float | None, watcher: Watcher) -> None:
        self.budget, self.seconds, self.watcher = budget, seconds, watcher
        self._used = self._spent = self._counted = self._longest = self._told = 0.0
        self._since: float | None = None
        self._whole: Clock | None = None

    def start(self) -> None:
        """Whoever is measured begins to think."""
        self._since = time.monotonic()

    def stop(self) -> None:
        self._spent, self._since = self.spent(), None

    def spent(self) -> float:
        """The seconds it has run."""
        return self._spent + (0.0 if self._since is None else time.monotonic() - self._since)

    def part(self, budget: float, share: float = 1.0) -> Clock:
        """A clock for a part of what this one measures, with a share of what is left of its seconds; it is running."""
        left = None if self.seconds is None else max(0.0, share * (self.seconds - self.spent()))
        part = Clock(budget, left, self.watcher)
        part._longest, part._whole = self._longest, self
        part.start()
        return part

    def count(self, evaluations: float) -> None:
        """An evaluation has been made, or a part of one: a game played on for a shorter time."""
        self._used += evaluations
        self._longest = max(self._longest, self.spent() - self._counted)
        self._counted = self.spent()
        if self._whole is not None:
            self._whole._longest = self._longest

    def allows(self) -> bool:
        """Whether another evaluation may be made."""
        if self._used >= self.budget or self.watcher.is_hurried():
            return False
        return self.seconds is None or self.spent() + self._longest <= self.seconds

    def tell(self, weighing: str, chance: float | None) -> None:
        """Tell the watcher, but not too often."""
        if time.monotonic() - self._told >= TOLD_EVERY:
            self._told = time.monotonic()
            self.watcher.told(Thought(weighing, min(1.0, self.done()), chance))

    def done(self, more: float = 0.0) -> float:
        """The share that is used up of evaluations or of seconds, whichever is the greater; after so many more."""
        by_count = (self._used + more) / max(1, self.budget)
        if not self.seconds or not self._used:
            return by_count
        return max(by_count, self.spent() * (1.0 + more / self._used) / self.seconds)
