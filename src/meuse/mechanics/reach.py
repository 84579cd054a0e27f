"""Movement: every hex a unit can get to with what it has, and the cheapest way to each.

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
    """The hexes in reach: cost of each, the hex before it on the cheapest way, and those where the move ends.

    `last` is only for hexes where the cheapest way ends and a dearer one goes on: there `before` belongs to the dearer.
    """

    start: Hex
    cost: dict[Hex, int]
    before: dict[Hex, Hex]
    ends: frozenset[Hex]
    last: dict[Hex, Hex] = {}

    def path(self, goal: Hex) -> tuple[Hex, ...]:
        """The cheapest way to a goal, without the start."""
        way: list[Hex] = []
        before = self.last.get(goal)
        while goal != self.start:
            way.append(goal)
            goal, before = self.before[goal] if before is None else before, None
        return tuple(reversed(way))


def reach(start: Hex, budget: int, exits: Exits) -> Reach:
    """All hexes that can be entered for at most `budget`; the start itself is not among the costs.

    A bucket queue by cost: exact, and faster than a heap because allowances are small whole numbers. Of two ways of
    equal cost the one that goes on stays, else the one found first, so the result depends on nothing but the board.
    Whether a move ends in a hex may depend on the side from which it comes, so ways that end there are kept apart.
    """
    cost: dict[Hex, int] = {start: 0}
    before: dict[Hex, Hex] = {}
    last: dict[Hex, Hex] = {}
    least: dict[Hex, int] = {start: 0}
    buckets: list[list[Hex]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    for spent, bucket in enumerate(buckets):
        for h in bucket:
            if least[h] != spent:
                continue
            for there, price, stops in exits(h):
                total = spent + price
                if stops:
                    if total <= budget and total < cost.get(there, budget + 1):
                        cost[there] = total
                        last[there] = h
                elif total <= budget and total < least.get(there, budget + 1):
                    least[there] = total
                    before[there] = h
                    buckets[total].append(there)
                    if total <= cost.get(there, budget + 1):
                        cost[there] = total
                        last.pop(there, None)
    del cost[start]
    return _found(start, cost, before, last)


def _found(start: Hex, cost: dict[Hex, int], before: dict[Hex, Hex], last: dict[Hex, Hex]) -> Reach:
    """What was found, with the ways that end kept apart only where another way goes on."""
    ends = frozenset(last)
    for h in ends:
        if h not in before:
            before[h] = last.pop(h)
    return Reach(start, cost, before, ends, last)


class Mover(Protocol):
    """How one unit moves, for `swift_reach`: plain costs, and the hexes where the game must be asked.

    A step between two hexes that are not `special` costs what `ways` says and does not end the move. For any other step
    `step` returns the cost and whether the move ends there, or None if it is forbidden.
    """

    @property
    def ways(self) -> Ways: ...

    @property
    def special(self) -> bytes: ...

    def step(self, a: Hex, b: Hex, price: int) -> tuple[int, bool] | None: ...


class HexByHex:
    """Turns a `Mover` into the exits of a hex (see `Exits`)."""

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
    cost: dict[Hex, int] = {start: 0}
    before: dict[Hex, Hex] = {}
    last: dict[Hex, Hex] = {}
    over = budget + 1
    least = [over] * len(ways)  # of the ways that go on
    least[start] = 0
    buckets: list[list[Hex] | None] = [None] * over
    buckets[0] = [start]
    for spent, bucket in enumerate(buckets):
        for h in bucket or ():
            if least[h] != spent:
                continue
            asked = special[h]
            for n, price in ways[h]:
                if asked or special[n]:
                    answer = step(h, n, price)
                    if answer is None:
                        continue
                    price, stops = answer
                    if stops:
                        if spent + price < cost.get(n, over):
                            cost[n] = spent + price
                            last[n] = h
                        continue
                total = spent + price
                if total < least[n]:
                    least[n] = total
                    before[n] = h
                    if n not in last:
                        cost[n] = total
                    elif total <= cost[n]:
                        cost[n] = total
                        del last[n]
                    if (later := buckets[total]) is None:
                        buckets[total] = [n]
                    else:
                        later.append(n)
    del cost[start]
    return _found(start, cost, before, last)


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
    return Reach(path[-1], cost, found.before, found.ends | ({path[-1]} if stopped else set()), found.last)
