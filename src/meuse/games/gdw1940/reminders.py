"""What the end of a phase would leave undone, for a player who is about to end it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.counters import Side, Unit
from meuse.games.gdw1940.board import UNSUPPLIED, Gdw1940
from meuse.games.gdw1940.supply import is_supplied
from meuse.report import count
from meuse.steps import Warning


def unsupplied(g: Gdw1940, side: Side) -> Iterator[Warning]:
    """8.judged: units that would be found without supply where they stand now."""
    cut = [u for u in g.on_map(side) if g.in_play(u) and not g.status[u] & UNSUPPLIED and not is_supplied(g, u)]
    if cut:
        yield Warning("loses", f"{g.listed(cut)} will be out of supply.", "8.judged", g.places(cut))


def unmoved(g: Gdw1940, idle: Sequence[Unit], moving: Unit) -> Iterator[Warning]:
    """6.voluntary: units that have not moved; if no unit has, the player is asked."""
    if idle:
        none_moved = moving < 0 and not any(g.spent)
        has = "has" if len(idle) == 1 else "have"
        text = f"{count(len(idle), 'unit')} {'can still move' if none_moved else f'{has} not moved'}."
        yield Warning("loses" if none_moved else "note", text, "6.voluntary", g.places(idle))


def unused_air(points: int) -> Iterator[Warning]:
    """9.once: air points that would be lost."""
    if points:
        text = f"{count(points, 'air point')} {'is' if points == 1 else 'are'} left and will be lost."
        yield Warning("loses", text, "9.once")
