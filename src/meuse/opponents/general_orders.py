"""Decisions with few answers (who is lost, stand or retreat, how much air support): all their orders."""

from __future__ import annotations

from meuse.decision import Decision
from meuse.steps import Order

MOST_ORDERS = 6
"""A decision with more answers than this is left to the plan."""

MOST_LOOKS = 40


def few_orders(decision: Decision) -> list[Order]:
    """All orders that can be given, those that take something back aside; none where there are many."""
    backs = decision.backs()
    found: list[Order] = []
    open_ends: list[Order] = [(word,) for word in decision.choices() if word not in backs]
    for _ in range(MOST_LOOKS):
        if not open_ends:
            return found
        prefix = open_ends.pop()
        following = decision.choices(prefix)
        if not following:
            found.append(prefix)
        if len(found) + len(open_ends) + len(following) > MOST_ORDERS:
            return []
        open_ends += [(*prefix, token) for token in reversed(following)]
    return []
