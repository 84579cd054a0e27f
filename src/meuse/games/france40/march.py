"""14.3 to 14.5: the hexes that advancing units can go to, one unit or a Breakthrough Group, and the march there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.counters import Side, Unit
from meuse.games.france40.board import Game40
from meuse.games.france40.bonds import forbids
from meuse.games.france40.dynamo import closed_to
from meuse.games.france40.retreat import Retreat, disturbed
from meuse.games.france40.stacking import fits
from meuse.games.france40.terrain import barred, major, restricted
from meuse.games.france40.zones import zones
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.reach import Exit, reach

Path = tuple[Hex, ...]


def first_ways(g: Game40, units: Sequence[Unit], left: int, vacated: Hex) -> dict[Hex, Path]:
    """14.5b: the advance of units that have not advanced yet: a Major River may be crossed with the first hex."""
    start = g.hex_of[units[0]]
    found = later_ways(g, units, left, vacated)
    if left:
        for n in g.map.adjacent[start]:
            wet = n not in found and major(g, start, n)
            if wet and step_refuses(g, units, start, n, vacated) is None and fits(g, tuple(units), n):
                found[n] = (n,)
    return found


def later_ways(g: Game40, units: Sequence[Unit], left: int, vacated: Hex) -> dict[Hex, Path]:
    """14.3: all hexes in any direction, with a way to each; 14.1.1c: where there is room."""
    if left <= 0:
        return {}
    side, start = g.scenario.side_of[units[0]], g.hex_of[units[0]]

    def exits(h: Hex) -> Iterator[Exit]:
        for n in g.map.adjacent[h]:
            if not major(g, h, n) and step_refuses(g, units, h, n, vacated) is None:
                yield n, 1, ends_in(g, side, n, vacated)

    found = reach(start, left, exits)
    return {h: found.path(h) for h in sorted(found.cost) if fits(g, tuple(units), h)}


def step_refuses(g: Game40, units: Sequence[Unit], a: Hex, b: Hex, vacated: Hex) -> Refusal | None:
    """Why units cannot advance from hex to hex; 14.4.2: bonds do not bar the way into the vacated hex."""
    side, there = g.scenario.side_of[units[0]], g.map.labels[b]
    if not g.scenario.playable[b] or g.held(side.enemy)[b]:
        return Refusal("14.5a", f"{there} holds enemies or is no part of the playing area", (there,))
    if refusal := next(filter(None, (barred(g, u, a, b) for u in units)), None):
        return Refusal("14.5a", refusal.text, refusal.causes)
    if any(closed_to(g, u, b) for u in units):
        return Refusal("22.4.2", f"Belgian units may not enter {there}", (there,))
    if b != vacated and (refusal := forbids(g, side, a, b)):
        return Refusal("14.4.2", refusal.text, refusal.causes)
    return None


def ends_in(g: Game40, side: Side, h: Hex, vacated: Hex) -> bool:
    """14.4.1: an enemy zone ends the advance, but not in the vacated hex; 14.5c: a Restricted Hex does."""
    return (h != vacated and bool(zones(g, side.enemy)[h])) or restricted(g, h)


def march(g: Game40, units: Sequence[Unit], path: Sequence[Hex]) -> tuple[Path, list[Retreat]]:
    """Units go along a path; 13.3.2d, 17.1.4c: they halt where others must give way, and these answer first."""
    side = g.scenario.side_of[units[0]]
    for place, h in enumerate(path, start=1):
        for u in units:
            g.place(u, h)
        if replies := disturbed(g, side, h):
            return tuple(path[:place]), list(replies)
    return tuple(path), []
