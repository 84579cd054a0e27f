"""Events: what an order brought about, for the log, for animation, for the comment behind a line of a journal.

They are derived from orders and never stored as truth. A state without a listener builds none.
"""

from __future__ import annotations

import msgspec

from meuse.counters import Side


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened, in a sentence; `only` is the side that may know of it (None: both)."""

    kind: str
    text: str
    rule: str = ""
    side: str = ""
    units: tuple[str, ...] = ()
    at: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    only: Side | None = None


def visible(events: list[Event], side: Side | None) -> list[Event]:
    """The events that this side may see; None is a spectator."""
    return [event for event in events if event.only is None or event.only is side]
