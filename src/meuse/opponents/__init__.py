"""Opponents. A bot gets a seat, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from meuse.seat import Seat
from meuse.steps import Order


class Bot(Protocol):
    """Whoever answers decisions through a seat."""

    name: str

    def choose(self, seat: Seat) -> Order:
        """The order to give now; the seat must be asked."""
        ...


class UnknownBot(ValueError):
    """A name that no bot has."""


def _random(seed: int | str) -> Bot:
    from meuse.opponents.random import RandomBot

    return RandomBot(seed)


def _staff(seed: int | str) -> Bot:
    from meuse.opponents.staff import StaffBot

    return StaffBot(seed)


BOTS: dict[str, Callable[[int | str], Bot]] = {"random": _random, "staff": _staff}
"""Every bot by name; a seed makes its choices repeatable."""


def bot(name: str, seed: int | str = 0) -> Bot:
    """The bot with this name; raises UnknownBot."""
    if name not in BOTS:
        raise UnknownBot(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name](seed)
