"""Supply lines: paths from units to sources, over hexes that a game says are open."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from meuse.hexmap import Hex

Links = Sequence[Sequence[Hex]]
"""For each hex the hexes that a line may continue to. Made once per map, with terrain taken into account."""

IsOpen = Callable[[Hex], int]
"""Whether a line may pass a hex; a column of marks serves as well (`marks.__getitem__`)."""


def supplied(size: int, links: Links, sources: Iterable[Hex], is_open: IsOpen) -> bytearray:
    """Marks every hex from which a line of any length over open hexes leads to a source.

    Lines are followed outward from the sources. A hex that is not open itself is also marked if the next one on its way
    is: a unit may stand where a line may not pass.
    """
    marked = bytearray(size)
    waiting: list[Hex] = []
    for source in sources:
        if not marked[source] and is_open(source):
            marked[source] = 1
            waiting.append(source)
    while waiting:
        for n in links[waiting.pop()]:  # order does not matter here, only whether a line reaches the hex
            if not marked[n]:
                marked[n] = 1
                if is_open(n):
                    waiting.append(n)
    return marked


def supply_line(links: Links, start: Hex, is_source: Callable[[Hex], bool], is_open: IsOpen) -> list[Hex]:
    """The shortest line from a hex to a source, both included, to show on the map; empty if there is none."""
    before: dict[Hex, Hex] = {start: start}
    queue = deque([start])
    while queue:
        h = queue.popleft()
        if is_source(h) and (h == start or is_open(h)):
            line = [h]
            while before[line[-1]] != line[-1]:
                line.append(before[line[-1]])
            return line[::-1]
        for n in links[h]:
            if n not in before and is_open(n):
                before[n] = h
                queue.append(n)
    return []


def within(links: Links, start: Hex, length: int, is_open: IsOpen) -> dict[Hex, int]:
    """The hexes that a line of at most this many hexes can end in, with its length; the start is at 0."""
    distance = {start: 0}
    queue = deque([start])
    while queue:
        h = queue.popleft()
        if distance[h] == length:
            continue
        for n in links[h]:
            if n not in distance and is_open(n):
                distance[n] = distance[h] + 1
                queue.append(n)
    return distance


FAR = 99
"""Farther than any line."""


def distances(links: Links, goals: Iterable[Hex]) -> tuple[int, ...]:
    """The distance in hexes from each hex to the nearest goal; FAR where none can be reached."""
    found = dict.fromkeys(sorted(goals), 0)
    queue = deque(found)
    while queue:
        h = queue.popleft()
        for n in links[h]:
            if n not in found:
                found[n] = found[h] + 1
                queue.append(n)
    return tuple(found.get(h, FAR) for h in range(len(links)))
