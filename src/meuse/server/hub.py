"""Who is listening to which match, and how they are told that something changed."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable

from meuse.server.messages import Update

BACKLOG = 100
"""Messages that may wait for a slow listener; a slower one is dropped and has to connect again."""


class Listener:
    """One open connection: a seat's, or a spectator's (side "")."""

    def __init__(self, side: str) -> None:
        self.side = side
        self.queue: asyncio.Queue[Update | None] = asyncio.Queue(BACKLOG)

    def offer(self, message: Update) -> None:
        """Hand over a message; None in the queue ends the connection."""
        if self.queue.qsize() >= BACKLOG - 1:
            self.close()
        else:
            self.queue.put_nowait(message)

    def close(self) -> None:
        if not self.queue.full():
            self.queue.put_nowait(None)


class Hub:
    """All listeners by match. `tell` may be called from any thread."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = defaultdict(list)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.elsewhere: Callable[[str, Update, str | None], None] = _nowhere
        """Called with what is told: pages may listen at another server."""

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()

    def join(self, match_id: str, side: str) -> Listener:
        listener = Listener(side)
        self._listeners[match_id].append(listener)
        self._tell_presence(match_id)
        return listener

    def leave(self, match_id: str, listener: Listener) -> None:
        self._listeners[match_id].remove(listener)
        if not self._listeners[match_id]:
            del self._listeners[match_id]
        self._tell_presence(match_id)

    def present(self, match_id: str) -> list[str]:
        """The sides that have a page open."""
        return sorted({listener.side for listener in self._listeners.get(match_id, ()) if listener.side}, reverse=True)

    @property
    def listening(self) -> int:
        """How many connections are open."""
        return sum(map(len, self._listeners.values()))

    def tell(self, match_id: str, message: Update, only: str | None = None) -> None:
        """Send a message to all listeners of a match, or only to those of one side."""
        self.elsewhere(match_id, message, only)
        self.tell_here(match_id, message, only)

    def tell_here(self, match_id: str, message: Update, only: str | None) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._deliver, match_id, message, only)

    def end(self, match_id: str, side: str | None = None) -> None:
        """End the connections of a match, or of one of its sides. May be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end, match_id, side)

    def listened(self) -> list[str]:
        """The matches that somebody listens to."""
        return list(self._listeners)

    def _end(self, match_id: str, side: str | None) -> None:
        for listener in list(self._listeners.get(match_id, ())):
            if side is None or listener.side == side:
                listener.close()

    def _deliver(self, match_id: str, message: Update, only: str | None) -> None:
        for listener in list(self._listeners.get(match_id, ())):
            if only is None or listener.side == only:
                listener.offer(message)

    def _tell_presence(self, match_id: str) -> None:
        self._deliver(match_id, {"type": "present", "sides": self.present(match_id)}, None)


def _nowhere(_match_id: str, _message: Update, _only: str | None) -> None:
    """Without other servers."""
