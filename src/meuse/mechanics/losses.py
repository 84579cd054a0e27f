"""Losses: which units take them, and how they can be split."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from meuse.counters import Unit


def takers(units: Iterable[Unit], *priorities: Callable[[Unit], bool]) -> tuple[Unit, ...]:
    """The units that may take the next step loss: those that meet the first priority that any unit meets, else all."""
    all_units = tuple(units)
    for meets in priorities:
        if first := tuple(u for u in all_units if meets(u)):
            return first
    return all_units


def splits(points: int, most_hexes: int, steps: int) -> Sequence[int]:
    """The numbers of points that may be taken as steps when the rest are hexes of retreat."""
    return [k for k in range(points + 1) if points - k <= most_hexes and k <= steps]
