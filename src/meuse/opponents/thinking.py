"""Thinking that a person can watch: what a searching bot weighs, how far it is, and that it may be hurried."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

import msgspec

from meuse.advice import Plan


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
    """Watches nothing, and never hurries."""

    def told(self, thought: Thought) -> None:
        pass

    def is_hurried(self) -> bool:
        return False


@runtime_checkable
class Ponders(Protocol):
    """A bot that searches; whoever runs it sets how long it may think about a turn, who watches, what it remembers."""

    seconds: float | None
    watcher: Watcher

    remembered: Mapping[int, Plan]
    """Plans that it has made, each by how many orders had been given before it, in force until the next.

    Going through a game once more it takes these instead of searching again, whatever the clock.
    """

    plan: Plan | None
    """What it means to do; whoever keeps a game keeps this with it, and gives it back as remembered."""
