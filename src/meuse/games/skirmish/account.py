"""9.1: why a skirmish ended as it did, in plain words."""

from __future__ import annotations

from meuse.accounts import Credit, begun, called
from meuse.counters import SIDES, Side
from meuse.games.skirmish.board import Skirmish
from meuse.games.skirmish.sequence import objectives


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
    germans, held = begun(called(Side.GERMAN, reader)), objectives(g, Side.GERMAN)
    return f"{germans} held {held or 'none'} of the {len(g.scenario.objectives)} objectives; two win, none loses."
