"""Events: what an order brought about, for the log, for animation, for the comment behind a line of a journal.

They are derived from orders and never stored as truth. A state without a listener builds none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

import msgspec

from meuse.counters import Side, SideWord

Category = Literal["turn", "moves", "battles", "losses", "supply", "events"]
"""What kinds are sorted by in the log: the beginning of a turn, and what one may want to read alone."""

CATEGORIES: tuple[Category, ...] = get_args(Category)

_SORTED: dict[Category, str] = {
    "turn": "turn",
    "moves": """
        move rail retreat advance arrival transfer shift exit drop landing airlift air evacuation withdrawn
        fall-back disengage reaction overrun waits
    """,
    "battles": """
        attack battle result air-battle bombing bridgehead coup special-forces support defence reroll hold engaged
        lapsed interdiction naval fortress works
    """,
    "losses": "loss eliminated disrupted full-retreat attrition rally recovery ready refit replacement",
    "supply": "supply railhead",
    "events": """
        activation better-defence bid break chit corps deployment draw drawn dyle dynamo effort end event extension form
        gqg group halt hq invasion italy join marker morale motorized open-city plan points refugees release resignation
        round rules setup snafu surrender terror
    """,
}

KINDS: Mapping[str, Category] = {kind: category for category, kinds in _SORTED.items() for kind in kinds.split()}
"""Every kind of event in all games, with its category. The pages have the same list."""


class UnknownKind(ValueError):
    """A game tells of a kind of event that nobody knows."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened, in a sentence; `only` is the side that may know of it (None: both).

    `side` is the side that did it or that it befell, whoever gave the order; "" where it is nobody's.
    """

    kind: str
    text: str
    rule: str = ""
    side: SideWord | Literal[""] = ""
    units: tuple[str, ...] = ()
    at: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    brief: str = ""
    """What came of a fight in a few signs, to be marked on the map: "5-1 D1"."""
    only: Side | None = None


def must_be_known(kind: str) -> None:
    """Raises UnknownKind for a kind that the list does not have."""
    if kind not in KINDS:
        raise UnknownKind(f"{kind!r} is not a kind of event; meuse/events.py lists them all")


def visible(events: list[Event], side: Side | None) -> list[Event]:
    """The events that this side may see; None is a spectator."""
    return [event for event in events if event.only is None or event.only is side]
