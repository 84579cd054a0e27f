"""Corps whose counter stands for the divisions in its box."""

from __future__ import annotations

from collections.abc import Sequence

from meuse.counters import Unit
from meuse.hexmap import Hex
from meuse.state import State


def merge(g: State, corps: Unit, divisions: Sequence[Unit], box: Hex) -> None:
    """The divisions of a hex go into a box, and the corps takes their place on the map."""
    where = g.hex_of[divisions[0]]
    for u in divisions:
        g.place(u, box)
    g.place(corps, where)


def split(g: State, corps: Unit, divisions: Sequence[Unit], away: Hex) -> None:
    """The corps leaves the map, and its divisions take its place."""
    where = g.hex_of[corps]
    g.place(corps, away)
    for u in divisions:
        g.place(u, where)
