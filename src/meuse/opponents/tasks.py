"""Tasks, and who does which: an assignment in which the whole is worth most, not each choice by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import linear_sum_assignment

from meuse.counters import Unit
from meuse.hexmap import Hex


class Task(NamedTuple):
    """A place where one unit is wanted, and what it is worth to have it there."""

    at: Hex
    worth: float


def give_out(
    tasks: Sequence[Task], units: Iterable[Unit], price: Callable[[Unit, Hex], float | None]
) -> dict[Unit, Task]:
    """Who does which task, so that worth less price is greatest over all; a unit does one task, a task wants one unit.

    `price` is what it costs to have a unit do it elsewhere than it would like, None if it cannot. A task that nobody
    does for less than it is worth is left.

    >>> tasks = [Task(10, 5.0), Task(11, 5.0)]
    >>> prices = {(1, 10): 1.0, (1, 11): 2.0, (2, 10): 1.0}
    >>> give_out(tasks, (1, 2), lambda u, h: prices.get((u, h)))
    {1: Task(at=11, worth=5.0), 2: Task(at=10, worth=5.0)}
    """
    able = sorted(units)
    gains = np.zeros((len(able), len(tasks)))
    for row, u in enumerate(able):
        for column, task in enumerate(tasks):
            cost = price(u, task.at)
            if cost is not None:
                gains[row, column] = max(0.0, task.worth - cost)
    rows, columns = linear_sum_assignment(gains, maximize=True)
    return {able[row]: tasks[column] for row, column in zip(rows, columns, strict=True) if gains[row, column] > 0}
