"""Appreciation: fields over the map, from which plans are made. Numbers by hex, computed from the game's own tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from meuse.hexmap import Hex, HexMap
from meuse.mechanics.reach import Ways

FAR = 10_000
"""The distance of what cannot be reached."""


def distances(ways: Ways, goals: Iterable[Hex], surcharge: Mapping[Hex, int] | None = None) -> list[int]:
    """How far each hex is from the nearest goal, in costs of movement; `surcharge` makes hexes dear to pass.

    Costs are taken as if a unit moved from the goal outward; on a map they hardly depend on the direction.
    """
    starts = list(goals)
    if not starts:
        return [FAR] * len(ways)
    far = dijkstra(_dearer(_net(ways), surcharge or {}), indices=starts, min_only=True)
    far[~(far < FAR)] = FAR
    found: list[int] = far.astype(int).tolist()
    return found


def influence(map: HexMap, holders: Iterable[tuple[Hex, float, int]]) -> list[float]:
    """The strength that could be brought to bear on each hex: of units (hex, strength, reach in hexes), fading away."""
    field = [0.0] * len(map)
    for start, strength, far in holders:
        seen = {start}
        layer = [start]
        for distance in range(far + 1):
            weight = strength * (1.0 if distance <= 1 else 1.0 - (distance - 1) / (far + 1))
            for h in layer:
                field[h] += weight
            layer = [n for h in layer for n in map.adjacent[h] if n not in seen and not seen.add(n)]  # type: ignore[func-returns-value]
    return field


# -- helpers

_nets: dict[int, tuple[Ways, Any]] = {}
"""The tables of ways as the library wants them, with the table itself, so that its number stays its own."""


def _net(ways: Ways) -> Any:
    if id(ways) not in _nets:
        ends = np.array([n for row in ways for n, _ in row], dtype=np.int32)
        costs = np.array([cost for row in ways for _, cost in row], dtype=float)
        rows = np.cumsum([0, *map(len, ways)])
        _nets[id(ways)] = ways, csr_array((costs, ends, rows), shape=(len(ways), len(ways)))
    return _nets[id(ways)][1]


def _dearer(net: Any, surcharge: Mapping[Hex, int]) -> Any:
    """The same ways, with what it costs more to enter some hexes."""
    if not surcharge:
        return net
    extra = np.zeros(net.shape[0])
    extra[list(surcharge)] = list(surcharge.values())
    return csr_array((net.data + extra[net.indices], net.indices, net.indptr), shape=net.shape)
