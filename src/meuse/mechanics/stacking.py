"""Stacking: how much a hex holds against how much it may hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from meuse.counters import Unit


def weight(units: Iterable[Unit], points: Callable[[Unit], int]) -> int:
    """What a stack weighs."""
    return sum(points(u) for u in units)


def fits(units: Iterable[Unit], joining: Iterable[Unit], points: Callable[[Unit], int], limit: int) -> bool:
    """Whether units may join a stack."""
    return weight(units, points) + weight(joining, points) <= limit
