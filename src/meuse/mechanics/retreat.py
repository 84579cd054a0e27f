"""Retreats of fixed length: a layered search over (hex, steps), so that every legal end is found with one path."""

from __future__ import annotations

from collections.abc import Callable

from meuse.hexmap import Hex, HexMap

MayEnter = Callable[[Hex, Hex], bool]
"""Whether the retreating unit may go from one hex to the next."""

MayEnd = Callable[[Hex], bool]


def retreats(map: HexMap, start: Hex, length: int, may_enter: MayEnter, may_end: MayEnd) -> dict[Hex, tuple[Hex, ...]]:
    """Every hex where a retreat of exactly this length may end, with a path to it.

    A retreat of n hexes ends n hexes from its start, so every hex on the way must be one farther than the one before.
    """
    layer: dict[Hex, tuple[Hex, ...]] = {start: ()}
    for step in range(1, length + 1):
        layer = {
            n: (*path, n)
            for h, path in layer.items()
            for n in map.adjacent[h]
            if map.distance(start, n) == step and may_enter(h, n)
        }
    return {h: path for h, path in layer.items() if may_end(h)}
