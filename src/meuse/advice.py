"""Advice: what a game knows of playing well. A rule book offers it, an opponent such as `staff` asks for it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Protocol

from meuse.counters import Side
from meuse.decision import Decision
from meuse.steps import Order


class Advice(Protocol):
    """What a game knows of playing well."""

    def orders(self, g: Any, side: Side, decision: Decision, rng: random.Random) -> Iterable[Order]:
        """The orders to give at this step, best first; those that turn out to be illegal are left out.

        They are asked for once a phase; when they are used up, a step that has changed since (another retreat, another
        loss) is asked again. The last one should be the way out of the step.
        """
        ...
