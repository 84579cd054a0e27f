"""Supply lines: paths from units to sources, over hexes that a game says are open."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

import msgspec

from meuse.hexmap import Hex

Links = Sequence[Sequence[Hex]]
"""For each hex the hexes a line may go on to; terrain is in this table, made once a map."""

IsOpen = Callable[[Hex], int]
"""Whether a line may pass a hex; a column of marks serves as well (`marks.__getitem__`)."""


def supplied(size: int, links: Links, sources: Iterable[Hex], is_open: IsOpen) -> bytearray:
    """Marks every hex from which a line of any length over open hexes leads to a source.

    Lines are followed from the sources outward. A hex that is not open itself is marked too if the next one on its way
    is: a unit may stand where a line may not pass.
    """
    marked = bytearray(size)
    waiting: list[Hex] = []
    for source in sources:
        if not marked[source] and is_open(source):
            marked[source] = 1
            waiting.append(source)
    while waiting:
        for n in links[waiting.pop()]:  # in which order does not matter: only whether a line gets there
            if not marked[n]:
                marked[n] = 1
                if is_open(n):
                    waiting.append(n)
    return marked


class Net(msgspec.Struct, frozen=True):
    """Links for `flood`: sets of hexes are whole numbers with a bit for each hex, and a step is a shift of all at once.

    `up` and `down` say for each distance between the numbers of linked hexes which hexes have a link that goes so far.
    On a map whose hexes are numbered row by row there are few such distances.
    """

    up: tuple[tuple[int, int], ...]
    down: tuple[tuple[int, int], ...]


def net(links: Links) -> Net:
    """The same links for `flood`; made once a map."""
    far: dict[int, int] = {}
    for h, near in enumerate(links):
        for n in near:
            far[n - h] = far.get(n - h, 0) | 1 << h
    return Net(
        tuple((step, hexes) for step, hexes in sorted(far.items()) if step > 0),
        tuple((-step, hexes) for step, hexes in sorted(far.items()) if step < 0),
    )


def flood(net: Net, sources: int, is_open: int) -> int:
    """As `supplied`, with sets of hexes as numbers: many times faster where lines may spread over half the map."""
    marked = edge = sources & is_open
    while edge:
        found = 0
        for step, hexes in net.up:
            found |= (edge & hexes) << step
        for step, hexes in net.down:
            found |= (edge & hexes) >> step
        found &= ~marked
        marked |= found
        edge = found & is_open
    return marked


def bits(marks: bytes | bytearray) -> int:
    """The marked hexes of a column as a number with a bit for each."""
    return int(marks[::-1].translate(_DIGITS), 2)


def bits_of(hexes: Iterable[Hex]) -> int:
    """These hexes as a number with a bit for each."""
    return sum(1 << h for h in set(hexes))


_DIGITS = b"0" + b"1" * 255


def supply_line(links: Links, start: Hex, is_source: Callable[[Hex], bool], is_open: IsOpen) -> list[Hex]:
    """The shortest line from a hex to a source, both included; empty if there is none. To be shown on the map."""
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
    """How many hexes it is from each hex to the nearest goal; FAR where none can be reached."""
    found = dict.fromkeys(sorted(goals), 0)
    queue = deque(found)
    while queue:
        h = queue.popleft()
        for n in links[h]:
            if n not in found:
                found[n] = found[h] + 1
                queue.append(n)
    return tuple(found.get(h, FAR) for h in range(len(links)))
