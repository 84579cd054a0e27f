"""Appreciation: fields over the map, from which plans are made. Numbers by hex, computed from the game's own tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import heappop, heappush

from meuse.hexmap import Hex, HexMap
from meuse.mechanics.reach import Ways

FAR = 10_000
"""The distance of what cannot be reached."""


def distances(ways: Ways, goals: Iterable[Hex], surcharge: Mapping[Hex, int] | None = None) -> list[int]:
    """How far each hex is from the nearest goal, in costs of movement; `surcharge` makes hexes dear to pass.

    Costs are taken as if a unit moved from the goal outward; on a map they hardly depend on the direction.
    """
    extra = surcharge or {}
    found = [FAR] * len(ways)
    queue: list[tuple[int, Hex]] = []
    for goal in goals:
        found[goal] = 0
        heappush(queue, (0, goal))
    while queue:
        spent, h = heappop(queue)
        if spent > found[h]:
            continue
        for n, cost in ways[h]:
            total = spent + cost + extra.get(n, 0)
            if total < found[n]:
                found[n] = total
                heappush(queue, (total, n))
    return found


def influence(map: HexMap, holders: Iterable[tuple[Hex, float, int]]) -> list[float]:
    """The strength that could be brought to bear on each hex: of units (hex, strength, reach in hexes), fading away."""
    field = [0.0] * len(map)
    for start, strength, far in holders:
        seen = {start}
        layer = [start]
        for distance in range(far + 1):
            weight = strength * (1.0 if distance <= 1 else 1.0 - (distance - 1) / (far + 1))
            for h in layer:
                field[h] += weight
            layer = [n for h in layer for n in map.adjacent[h] if n not in seen and not seen.add(n)]  # type: ignore[func-returns-value]
    return field
