"""The older part of a match: its snapshots, and what is told of the orders between them, packed as it is stored.

A game in memory holds what has happened since its newest snapshot. Whoever looks farther back reads it from here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import overload

from meuse.entries import Entry
from meuse.server.records import OrderText, Snapshot, Told, unpacked


class Shelf(Sequence[Told]):
    """The snapshots on the way to where a match stands; as a sequence, what is told of each order up to the last."""

    def __init__(self, snapshots: Sequence[Snapshot] = (), orders: Sequence[OrderText] = ()) -> None:
        self._snapshots = tuple(snapshots)
        self._ends = tuple(snapshot.mark.orders for snapshot in snapshots)
        starts = (0, *self._ends[:-1])
        self._orders = tuple(_joined(orders[a:b]) for a, b in zip(starts, self._ends, strict=False))

    @property
    def snapshots(self) -> tuple[Snapshot, ...]:
        return self._snapshots

    @property
    def orders(self) -> tuple[OrderText, ...]:
        """The orders by side and text, in the order in which they came in."""
        return tuple(chain.from_iterable(map(_parted, self._orders)))

    @property
    def entries(self) -> Sequence[Entry]:
        """The lines of the journal."""
        return _Entries(self)

    @cached_property
    def size(self) -> int:
        """How much memory it takes, in bytes."""
        texts = sum(len(s.state) + len(s.told) + len(s.memo or "") for s in self._snapshots)
        return texts + sum(map(len, self._orders)) + PIECE * len(self._snapshots)

    def newest(self, orders: int) -> Snapshot | None:
        """The last snapshot taken when at most this many orders stood."""
        at = bisect_right(self._ends, orders)
        return self._snapshots[at - 1] if at else None

    def upto(self, orders: int) -> Shelf:
        """What was on it when this many orders stood."""
        return self._part(bisect_right(self._ends, orders))

    def with_one(self, snapshot: Snapshot, orders: Sequence[OrderText]) -> Shelf:
        """The same with one more snapshot, and the orders that led to it."""
        more = Shelf()
        more._snapshots, more._ends = (*self._snapshots, snapshot), (*self._ends, snapshot.mark.orders)
        more._orders = (*self._orders, _joined(orders))
        return more

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, at: int) -> Told: ...

    @overload
    def __getitem__(self, at: slice) -> list[Told]: ...

    def __getitem__(self, at: int | slice) -> Told | list[Told]:
        if isinstance(at, slice):
            return [self[n] for n in range(*at.indices(len(self)))]
        if not 0 <= at < len(self):
            raise IndexError(at)
        return self._last if at == len(self) - 1 else self._read(at)

    @cached_property
    def _last(self) -> Told:
        """Every look at a game asks whether its last order can be taken back."""
        return self._read(len(self) - 1)

    def _read(self, at: int) -> Told:
        piece = bisect_right(self._ends, at)
        start = self._ends[piece - 1] if piece else 0
        return unpacked(self._snapshots[piece].told)[at - start]

    def _part(self, pieces: int) -> Shelf:
        less = Shelf()
        less._snapshots, less._ends = self._snapshots[:pieces], self._ends[:pieces]
        less._orders = self._orders[:pieces]
        return less


PIECE = 1500
"""What a snapshot takes in memory beside its texts."""


class _Entries(Sequence[Entry]):
    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def __len__(self) -> int:
        return len(self._shelf)

    @overload
    def __getitem__(self, at: int) -> Entry: ...

    @overload
    def __getitem__(self, at: slice) -> list[Entry]: ...

    def __getitem__(self, at: int | slice) -> Entry | list[Entry]:
        return [told.entry for told in self._shelf[at]] if isinstance(at, slice) else self._shelf[at].entry


def _joined(orders: Sequence[OrderText]) -> str:
    return "\n".join(f"{side} {text}" for side, text in orders)


def _parted(text: str) -> list[OrderText]:
    rows = (row.partition(" ") for row in text.split("\n") if row)
    return [(side, order) for side, _, order in rows]
