"""Zones of control: the hexes they cover. Each purpose may have its own table of what they cross."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from meuse.hexmap import Hex, HexMap

Spread = Sequence[Sequence[Hex]]
"""For each hex the hexes that a zone reaches from it. Made once per map, with terrain taken into account."""


def spread(map: HexMap, reaches: Callable[[Hex, Hex], bool]) -> Spread:
    """The table for zones that cover a neighbour only where `reaches(from, to)` says so."""
    return tuple(tuple(n for n in near if reaches(h, n)) for h, near in enumerate(map.adjacent))


def zones(size: int, spread: Spread, holders: Iterable[Hex]) -> bytearray:
    """How many of the hexes in `holders` cover each hex with their zone."""
    covered = bytearray(size)
    for h in holders:
        for n in spread[h]:
            covered[n] += 1
    return covered


def sources_of(map: HexMap, spread: Spread, holders: Iterable[Hex], h: Hex) -> list[Hex]:
    """The hexes whose zone covers h, shown as the cause of a refusal."""
    near = set(map.adjacent[h])
    return [holder for holder in holders if holder in near and h in spread[holder]]
