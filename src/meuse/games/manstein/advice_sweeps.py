"""What a unit takes on its way in Manstein's War: whoever enters a hex controls it, though he goes on (3.3b)."""

from __future__ import annotations

from collections.abc import Mapping

from meuse.counters import Unit
from meuse.games.manstein.activation import allowance
from meuse.games.manstein.board import Manstein
from meuse.games.manstein.ground import Exits
from meuse.hexmap import Hex

Sweep = tuple[float, tuple[Hex, ...]]
"""What is taken on a way, and the way."""


def sweeps(g: Manstein, u: Unit, worth: Mapping[Hex, float]) -> dict[Hex, Sweep]:
    """For each hex where a unit could end its move, the way that takes most before it; without those that take nothing.

    `worth` are the hexes that are there for the taking.
    """
    start, budget, exits = g.hex_of[u], allowance(g, u), Exits(g, u)
    layers: list[dict[Hex, Sweep]] = [{} for _ in range(budget + 1)]
    layers[0][start] = (0.0, ())
    found: dict[Hex, Sweep] = {}
    for spent, layer in enumerate(layers):
        for h, (value, way) in layer.items():
            taken = value + (worth.get(h, 0.0) if way else 0.0)
            for n, price, stops in exits(h):
                after = spent + price
                if after > budget or n in way or n == start:
                    continue
                sweep = (taken, (*way, n))
                if taken > found.get(n, (0.0, ()))[0]:
                    found[n] = sweep
                if not stops and taken >= layers[after].get(n, (-1.0, ()))[0]:
                    layers[after][n] = sweep
    return found
