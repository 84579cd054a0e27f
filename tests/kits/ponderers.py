"""Bots that take their time, for tests of the service; `kits.thinkers` registers them."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping
from typing import cast

from meuse.advice import Plan
from meuse.opponents.staff import StaffBot
from meuse.opponents.thinking import Nobody, Thought, Watcher
from meuse.seat import Seat
from meuse.steps import Order

SECRET = "Over the Semois by night"
"""The title of the plan that a ponderer weighs and then has."""


class Ponderer:
    """Thinks for as long as it may before its first order, then plays as the staff does."""

    name = "ponderer"

    def __init__(self, seed: int | str = 0) -> None:
        self._staff = StaffBot(seed)
        self.seconds: float | None = None
        self.watcher: Watcher = Nobody()
        self.remembered: Mapping[int, Plan] = {}
        self.plan: Plan | None = None

    def choose(self, seat: Seat) -> Order:
        self.plan = self.plan or next(iter(self.remembered.values()), None) or self._pondered()
        return self._staff.choose(seat)

    def _pondered(self) -> Plan:
        begun, limit = time.monotonic(), self.seconds or 0.0
        while (spent := time.monotonic() - begun) < limit and not self.watcher.is_hurried():
            self.watcher.told(Thought(SECRET, spent / limit))
            time.sleep(0.005)
        return Plan("night", SECRET)


class Sleeper(Ponderer):
    """Hears nothing, and never wakes up."""

    name = "sleeper"

    def choose(self, seat: Seat) -> Order:
        time.sleep(3600)
        return ()


class Clumsy(Ponderer):
    """Breaks whenever it is asked."""

    name = "clumsy"

    def choose(self, seat: Seat) -> Order:
        raise ZeroDivisionError


class Cheat(Ponderer):
    """Gives orders that no rule allows."""

    name = "cheat"

    def choose(self, seat: Seat) -> Order:
        return ("move", "everybody", "Berlin")


class Mute(Ponderer):
    """Says nothing that is an order at all."""

    name = "mute"

    def choose(self, seat: Seat) -> Order:
        return cast(Order, None)


class Suicide(Ponderer):
    """Takes its process along whenever it is asked."""

    name = "suicide"

    def choose(self, seat: Seat) -> Order:
        os.kill(os.getpid(), signal.SIGKILL)
        return ()


class Waverer(Ponderer):
    """Takes back what cannot be taken back."""

    name = "waverer"

    def choose(self, seat: Seat) -> Order:
        return ("undo",)
