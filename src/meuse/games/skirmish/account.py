"""9.1: why a skirmish ended as it did, in plain words."""

from __future__ import annotations

from meuse.accounts import Credit, begun, called
from meuse.counters import SIDES, Side
from meuse.games.skirmish.board import Skirmish
from meuse.games.skirmish.sequence import objectives
from meuse.report import count


def credits(g: Skirmish) -> tuple[Credit, ...]:
    """9.1: the objectives, and who holds each."""
    return tuple(
        Credit(side, 1, "Objectives held", "9.1", (g.map.places_at[h][0].name,))
        for side in SIDES
        for h in g.scenario.objectives
        if g.control[h] == 1 + side
    )


def why(g: Skirmish, reader: Side | None) -> str:
    """9.1: two objectives win for the Germans, none for the Allies."""
    held, of = objectives(g, Side.GERMAN), count(len(g.scenario.objectives), "objective")
    return f"{begun(called(Side.GERMAN, reader))} held {held or 'none'} of the {of}; two win, none loses."
