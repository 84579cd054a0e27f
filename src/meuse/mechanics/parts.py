"""What all games show beside the map in the same way: the track of turns, and boxes with units in them."""

from __future__ import annotations

from collections.abc import Sequence

from meuse.report import Cell, Part
from meuse.state import State


def turn_track(g: State, dates: Sequence[str], rule: str, note: str = "") -> Part:
    """The turns with their dates, from turn 1; the present one is lit."""
    cells = tuple(Cell(id=str(n), label=f"{n}: {date}", on=n == g.turn) for n, date in enumerate(dates, 1))
    return Part(id="turns", kind="track", title="Game turns", rule=rule, cells=cells, note=note)


def box_part(g: State, box: str, title: str, rule: str, note: str = "") -> Part:
    """A box and the units in it."""
    pieces = g.ids(g.at.get(g.scenario.box(box), ()))
    return Part(
        id=box, kind="box", title=title, rule=rule, cells=(Cell(id=box, label=title, pieces=pieces, note=note),)
    )
