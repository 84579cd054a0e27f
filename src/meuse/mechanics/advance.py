"""Advances after combat: the hexes that victorious units may advance to."""

from __future__ import annotations

from collections.abc import Callable

from meuse.hexmap import Hex, HexMap


def advances(
    map: HexMap, start: Hex, vacated: Hex, depth: int, may_enter: Callable[[Hex, Hex], bool]
) -> dict[Hex, tuple[Hex, ...]]:
    """The hexes within `depth` of the start that are reached through the vacated hex, with a path to each.

    The start is one of them: an advance may come back.
    """
    if not may_enter(start, vacated):
        return {}
    found: dict[Hex, tuple[Hex, ...]] = {vacated: (vacated,)}
    edge = [vacated]
    for _ in range(depth - 1):
        following: list[Hex] = []
        for h in edge:
            for n in map.adjacent[h]:
                if n not in found and may_enter(h, n):
                    found[n] = (*found[h], n)
                    following.append(n)
        edge = following
    return found
