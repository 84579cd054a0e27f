"""Movement: every hex a unit can get to with what it has, the cheapest way to each, and paths as orders write them.

Costs are whole numbers; a game whose costs or allowances have fractions counts in the smallest one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from meuse.hexmap import Hex, HexMap

Exit = tuple[Hex, int, bool]
"""A way out of a hex: the next hex, its whole cost, and whether the move ends there."""

Exits = Callable[[Hex], Iterable[Exit]]
"""The ways out of a hex for the unit that moves, as the board stands."""


Ways = Sequence[Sequence[tuple[Hex, int]]]
"""For each hex the neighbours that can be entered from it, with the cost; made once a map and kind of movement."""


def ways(map: HexMap, cost: Callable[[Hex, Hex], int | None]) -> Ways:
    """The table of costs from hex to hex; `cost` is None where the way is closed."""
    return tuple(
        tuple((n, price) for n in near if (price := cost(h, n)) is not None) for h, near in enumerate(map.adjacent)
    )


class Reach(msgspec.Struct, frozen=True):
    """The hexes in reach: cost of each, the hex before it on the cheapest way, and those where the move ends."""

    start: Hex
    cost: dict[Hex, int]
    before: dict[Hex, Hex]
    ends: frozenset[Hex]

    def path(self, goal: Hex) -> tuple[Hex, ...]:
        """The cheapest way to a goal, without the start."""
        way: list[Hex] = []
        while goal != self.start:
            way.append(goal)
            goal = self.before[goal]
        return tuple(reversed(way))


def reach(start: Hex, budget: int, exits: Exits) -> Reach:
    """All hexes that can be entered for at most `budget`; the start itself is not among the costs.

    A bucket queue by cost: exact, and faster than a heap because allowances are small whole numbers. Of two ways of
    equal cost the one found first stays, so the result does not depend on anything but the board.
    """
    cost: dict[Hex, int] = {start: 0}
    before: dict[Hex, Hex] = {}
    ends: set[Hex] = set()
    buckets: list[list[Hex]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    for spent, bucket in enumerate(buckets):
        for h in bucket:
            if cost[h] != spent or h in ends:
                continue
            for there, price, stops in exits(h):
                total = spent + price
                if total <= budget and total < cost.get(there, budget + 1):
                    cost[there] = total
                    before[there] = h
                    if stops:
                        ends.add(there)
                    else:
                        ends.discard(there)
                    buckets[total].append(there)
    del cost[start]
    return Reach(start, cost, before, frozenset(ends))


class Mover(Protocol):
    """How one unit moves, for `swift_reach`: plain costs, and the hexes where something else is to be asked.

    A step between two hexes that are not `special` costs what `ways` says and does not end the move; any other step is
    put to `step`, which answers its cost and whether the move ends there, or None if it is forbidden.
    """

    @property
    def ways(self) -> Ways: ...

    @property
    def special(self) -> bytes: ...

    def step(self, a: Hex, b: Hex, price: int) -> tuple[int, bool] | None: ...


class HexByHex:
    """Makes the exits of a hex (see `Exits`) out of a `Mover`."""

    def __call__(self: Mover, h: Hex) -> Iterator[Exit]:
        special = self.special
        for n, price in self.ways[h]:
            if not (special[h] or special[n]):
                yield n, price, False
            elif (answer := self.step(h, n, price)) is not None:
                yield n, *answer


def swift_reach(start: Hex, budget: int, mover: Mover) -> Reach:
    """As `reach`, for maps where most hexes are quiet: only steps at special hexes cost a call."""
    ways, special, step = mover.ways, mover.special, mover.step
    cost: dict[Hex, int] = {}
    before: dict[Hex, Hex] = {}
    ends: set[Hex] = set()
    least = [budget + 1] * len(ways)  # as `cost`, in a form that is quicker to look into
    least[start] = 0
    buckets: list[list[Hex] | None] = [None] * (budget + 1)
    buckets[0] = [start]
    for spent, bucket in enumerate(buckets):
        for h in bucket or ():
            if least[h] != spent or h in ends:
                continue
            asked = special[h]
            for n, price in ways[h]:
                stops = False
                if asked or special[n]:
                    answer = step(h, n, price)
                    if answer is None:
                        continue
                    price, stops = answer
                total = spent + price
                if total < least[n]:
                    cost[n] = least[n] = total
                    before[n] = h
                    if stops:
                        ends.add(n)
                    elif n in ends:
                        ends.remove(n)
                    if (later := buckets[total]) is None:
                        buckets[total] = [n]
                    else:
                        later.append(n)
    return Reach(start, cost, before, frozenset(ends))


def can_leave(start: Hex, budget: int, mover: Mover) -> bool:
    """Whether a unit can move at all: looks at the neighbours only."""
    special, asked = mover.special, mover.special[start]
    for n, price in mover.ways[start]:
        if asked or special[n]:
            answer = mover.step(start, n, price)
            if answer is not None and answer[0] <= budget:
                return True
        elif price <= budget:
            return True
    return False


def union(*marks: bytes | bytearray) -> bytes:
    """Marks every hex that is marked in any of several columns of the same size."""
    found = 0
    for mark in marks:
        found |= int.from_bytes(mark, "little")
    return found.to_bytes(len(marks[0]), "little")


def can_move(start: Hex, budget: int, exits: Exits) -> bool:
    """Whether a unit can move at all: looks at the neighbours only."""
    return any(price <= budget for _, price, _ in exits(start))


class BadPath(ValueError):
    """A path that cannot be walked."""


def walk(start: Hex, budget: int, exits: Exits, path: Sequence[Hex]) -> int:
    """The cost of a path given hex by hex; raises BadPath if it cannot be walked."""
    spent, here, ended = 0, start, False
    for there in path:
        way = next((exit for exit in exits(here) if exit[0] == there), None)
        if ended or way is None or spent + way[1] > budget:
            raise BadPath("the path cannot be walked hex by hex")
        spent, here, ended = spent + way[1], there, way[2]
    return spent


def reach_beyond(start: Hex, budget: int, exits: Exits, path: Sequence[Hex]) -> Reach:
    """All ends of a way that begins with a path given hex by hex; raises BadPath if that cannot be walked.

    Costs are those of the whole way; the path's own end is among them.
    """
    spent = walk(start, budget, exits, path)
    stopped = bool(path) and any(n == path[-1] and stops for n, _, stops in exits((start, *path)[-2]))
    found = reach(path[-1], 0 if stopped else budget - spent, exits)
    cost = {path[-1]: spent} | {h: spent + price for h, price in found.cost.items()}
    return Reach(path[-1], cost, found.before, found.ends | ({path[-1]} if stopped else set()))


def path_token(map: HexMap, path: Sequence[Hex]) -> str:
    """A path as one token of an order: "1512.1513.1514"."""
    return ".".join(map.labels[h] for h in path)


def goal_of(token: str) -> str:
    """The last hex of a path token."""
    return token.rpartition(".")[2]


def path_of(map: HexMap, token: str) -> tuple[Hex, ...]:
    """The hexes of a path token; raises UnknownHex."""
    return tuple(map.hex(label) for label in token.split("."))
