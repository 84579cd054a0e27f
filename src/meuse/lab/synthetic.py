"""A state of a given size that belongs to no game: what copying costs, whatever the rules."""

from __future__ import annotations

import timeit
from pathlib import Path

from meuse.counters import SIDES, Counter
from meuse.hexes import Grid
from meuse.hexmap import HexMap
from meuse.ledger import Ledger
from meuse.mapfile import HexLine, Kind, MapFile
from meuse.scenario import Scenario
from meuse.state import State


def synthetic_state(units: int, cols: int, rows: int) -> State:
    """A number of units, spread over a map of a given size."""
    hexmap = plain_map(cols, rows)
    counters = tuple(
        Counter(id=f"u{n}", name=f"unit {n}", side=SIDES[n % 2], nation="none", steps=2, movement=6)
        for n in range(units)
    )
    scenario = Scenario(
        game="synthetic",
        id="plain",
        title="A plain",
        map=hexmap,
        counters=counters,
        ledger=Ledger(game={}, rule=()),
        options={},
        data=Path(),
    )
    g = State(scenario, b"0")
    for u in range(units):
        g.place(u, u * 7 % len(hexmap))
    return g


def plain_map(cols: int, rows: int) -> HexMap:
    grid = Grid("flat", "col,row", "east", "south", "odd")
    labels = [grid.label(grid.at(col, row)) for row in range(1, rows + 1) for col in range(1, cols + 1)]
    return HexMap(
        MapFile(
            id="plain",
            title="A plain",
            scale_km=1.0,
            grid=grid,
            cols=(1, cols),
            rows=(1, rows),
            absent=(),
            terrain=(Kind("clear", "Clear", "clear"),),
            feature=(),
            hex=tuple(HexLine(label, "clear") for label in labels),
            place=(),
            side=(),
            region=(),
        )
    )


def copy_microseconds(units: int = 200, cols: int = 50, rows: int = 40) -> float:
    """What one copy costs: the best of several runs, since everything else only adds to it."""
    g = synthetic_state(units, cols, rows)
    return round(min(timeit.repeat(g.copy, number=500, repeat=7)) / 500 * 1e6, 2)
