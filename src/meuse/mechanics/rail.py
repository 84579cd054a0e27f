"""Rail movement: any distance over open hexes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from meuse.hexmap import Hex
from meuse.mechanics.supply import Links


def rail_reach(links: Links, start: Hex, is_open: Callable[[Hex], bool]) -> dict[Hex, Hex]:
    """Every hex that can be reached over open hexes, with the hex before it on the shortest way."""
    before: dict[Hex, Hex] = {start: start}
    queue = deque([start])
    while queue:
        h = queue.popleft()
        for n in links[h]:
            if n not in before and is_open(n):
                before[n] = h
                queue.append(n)
    del before[start]
    return before
