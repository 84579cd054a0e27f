"""Strength that a side had in supply when its turn began, and has not when its next one begins.

Where a book judges supply less often than a side moves, from one such judgement to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.appreciation import AnyAppreciation
from meuse.audit_found import Blunder, blunder, lives, named
from meuse.audit_walk import Turn


def starved(app: AnyAppreciation, turn: Turn, earlier: Sequence[Turn], later: Sequence[Turn]) -> Iterator[Blunder]:
    """One blunder a turn, with all who were cut off in it."""
    side, period = turn.side, app.supply_period(turn.start)
    if any(other.side is side and app.supply_period(other.start) == period for other in earlier):
        return
    at = next((n for n, o in enumerate(later) if o.side is side and app.supply_period(o.start) != period), None)
    if at is None:
        return
    now, hungry = later[at].start, app.starving(later[at].start, side)
    before = app.starving(turn.start, side)
    cut = [u for u in hungry if u not in before and turn.start.hex_of[u] >= 0]
    if not cut:
        return
    reply = next((other.after for other in later[at + 1 :] if other.side is not side), None)
    lost = reply is not None and any(not lives(reply, u) for u in cut)
    strength = sum(hungry[u] for u in cut)
    fed, are = ("was", "is") if len(cut) == 1 else ("were", "are")
    words = f"{named(now, cut)} {fed} in supply, and {are} cut off when the next turn begins (strength {strength:g})."
    yield blunder(now, "starved", side, turn.number, turn.end, words, units=cut, weight=strength, punished=lost,
                  h=now.hex_of[cut[0]])  # fmt: skip
