"""Who comes next of those who wait: whoever has used least, first by one name (an address), then by another (a seat).

Nobody waits for all that somebody else has asked for: only for what is being done, and for one thing of each of the
others. The empty name is the service itself, and gives way to people who have used as much.
"""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")
Names = tuple[str, ...]

REMEMBERED = 1000
"""Names whose use is remembered, though they wait for nothing."""


class Line(Generic[T]):
    """What one name has used, and what it waits for."""

    def __init__(self) -> None:
        self.used = 0.0
        self.items: deque[T] = deque()
        self.below: Turns[T] = Turns()

    def __bool__(self) -> bool:
        return bool(self.items or self.below)


class Turns(Generic[T]):
    """All who wait. Things of one name are done in the order in which they came."""

    def __init__(self) -> None:
        self._lines: dict[str, Line[T]] = {}
        self._waiting: dict[str, Line[T]] = {}
        self._now = 0.0
        """What the name that came last had used: nobody saves time up by asking for nothing."""

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, names: Names, item: T) -> None:
        name, below = names[0], names[1:]
        line = self._lines.setdefault(name, Line())
        if name not in self._waiting:
            line.used = max(line.used, self._now)
            self._waiting[name] = line
        if below:
            line.below.add(below, item)
        else:
            line.items.append(item)

    def take(self) -> T:
        """What is to be done next."""
        name = min(self._waiting, key=lambda one: (self._waiting[one].used, one == ""))
        line = self._waiting[name]
        self._now = max(self._now, line.used)
        item = line.items.popleft() if line.items else line.below.take()
        if not line:
            del self._waiting[name]
        return item

    def charge(self, names: Names, seconds: float) -> None:
        """Say how long something took that was done for somebody."""
        line = self._lines.get(names[0])
        if line is None:
            return
        line.used += seconds
        if names[1:]:
            line.below.charge(names[1:], seconds)
        if len(self._lines) > REMEMBERED:
            self._forget()

    def _forget(self) -> None:
        """Drop those that wait for nothing and would begin where the others are."""
        self._lines = {
            name: line for name, line in self._lines.items() if name in self._waiting or line.used > self._now
        }
