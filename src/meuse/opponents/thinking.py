"""Thinking that a person can watch: what a searching bot weighs, how far it is, and that it may be hurried."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import msgspec


class Thought(msgspec.Struct, frozen=True):
    """What a bot weighs at the moment."""

    weighing: str
    """In words: "Through the Ardennes to the Channel"."""

    done: float
    """The share of its budget that is used up, from 0 to 1."""

    chance: float | None = None
    """The chance to win that it gives the best it has found, where it knows one."""


class Watcher(Protocol):
    """Whoever is told what a bot thinks."""

    def told(self, thought: Thought) -> None:
        """A new thought; called some times a second at the most."""
        ...

    def is_hurried(self) -> bool:
        """Whether the bot should decide now with what it has."""
        ...


class Nobody:
    """Watches nothing, and is in no hurry."""

    def told(self, thought: Thought) -> None:
        pass

    def is_hurried(self) -> bool:
        return False


@runtime_checkable
class Ponders(Protocol):
    """A bot that searches: how long it may think about a turn, and who watches it; whoever runs it sets both."""

    seconds: float | None
    watcher: Watcher
