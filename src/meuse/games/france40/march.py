"""14.3 to 14.5: the hexes that advancing units can go to, one unit or a Breakthrough Group, and the march there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.counters import Side, Unit
from meuse.games.france40.board import France40
from meuse.games.france40.bonds import crosses, why_not_past_bonds
from meuse.games.france40.footing import abroad, dry_steps, wet_steps
from meuse.games.france40.retreat import Retreat, disturbed
from meuse.games.france40.stacking import fits
from meuse.games.france40.terrain import restricted, why_not_cross
from meuse.games.france40.zones import blocked, zones
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.reach import Exit, reach
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived

Path = tuple[Hex, ...]


def first_ways(g: France40, units: tuple[Unit, ...], left: int, vacated: Hex) -> dict[Hex, Path]:
    """14.5b: the advance of units that have not advanced yet: a Major River may be crossed with the first hex."""
    found = later_ways(g, units, left, vacated)
    start = g.hex_of[units[0]]
    wet = (n for n in wet_steps(g, units)[start] if left > 0 and n not in found)
    return found | {n: (n,) for n in wet if may_step(g, units, start, n, vacated) and fits(g, units, n)}


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL)
def later_ways(g: France40, units: tuple[Unit, ...], left: int, vacated: Hex) -> dict[Hex, Path]:
    """14.3: all hexes in any direction, with a way to each; 14.1.1c: where there is room."""
    side, steps = g.scenario.side_of[units[0]], dry_steps(g, units)

    def exits(h: Hex) -> Iterator[Exit]:
        for n in steps[h]:
            if may_step(g, units, h, n, vacated):
                yield n, 1, ends_in(g, side, n, vacated)

    found = reach(g.hex_of[units[0]], max(0, left), exits)
    return {h: found.path(h) for h in sorted(found.cost) if fits(g, units, h)}


def can_advance(g: France40, units: tuple[Unit, ...], left: int, vacated: Hex) -> bool:
    """Whether the units can advance at all: looking at the neighbours is mostly enough."""
    if left <= 0:
        return False
    start = g.hex_of[units[0]]
    near = dry_steps(g, units)[start]
    if any(may_step(g, units, start, n, vacated) and fits(g, units, n) for n in near):
        return True
    return bool(first_ways(g, units, left, vacated))


def why_not_walk(g: France40, units: tuple[Unit, ...], path: Path, left: int, vacated: Hex) -> Refusal | None:
    """Why units cannot follow a path written by hand; one over a Major River never has several hexes."""
    here, side, steps = g.hex_of[units[0]], g.scenario.side_of[units[0]], dry_steps(g, units)
    for place, h in enumerate(path, start=1):
        on_land = h in steps[here] or (len(path) == 1 and h in wet_steps(g, units)[here])
        if place > left or not on_land or not may_step(g, units, here, h, vacated):
            return Refusal(
                "14.5a", f"units cannot advance from {g.map.labels[here]} to {g.map.labels[h]}, or have no hexes left"
            )
        if place < len(path) and ends_in(g, side, h, vacated):
            return Refusal("14.4.1", f"an advance must end in {g.map.labels[h]}", (g.map.labels[h],))
        here = h
    return None


def may_step(g: France40, units: tuple[Unit, ...], a: Hex, b: Hex, vacated: Hex) -> bool:
    """14.4.2: whether enemies and their bonds let units step from hex to hex, if the ground does.

    R.17.1.4b.1: nor do HQs and Zero-Strength Remnants alone bar an advance.
    """
    side = g.scenario.side_of[units[0]]
    if blocked(g, side.enemy)[b] or abroad(g, units, b):
        return False
    return b == vacated or not crosses(g, side, a, b)


def why_not_step(g: France40, units: Sequence[Unit], a: Hex, b: Hex, vacated: Hex) -> Refusal | None:
    """Why units cannot advance from hex to hex; 14.4.2: bonds do not bar the way into the vacated hex."""
    side, there = g.scenario.side_of[units[0]], g.map.labels[b]
    if not g.scenario.playable[b] or blocked(g, side.enemy)[b]:
        return Refusal("14.5a", f"{there} is held by the enemy or outside the playing area", (there,))
    if refusal := next(filter(None, (why_not_cross(g, u, a, b) for u in units)), None):
        return Refusal("14.5a", refusal.text, refusal.causes)
    if abroad(g, units, b):
        return Refusal("22.4.2", f"Belgian units may not enter {there}", (there,))
    if b != vacated and (refusal := why_not_past_bonds(g, side, a, b)):
        return Refusal("14.4.2", refusal.text, refusal.causes)
    return None


def ends_in(g: France40, side: Side, h: Hex, vacated: Hex) -> bool:
    """14.4.1: an enemy zone ends the advance, but not in the vacated hex; 14.5c: a Restricted Hex does; 14.5d: nothing
    else does."""
    return (h != vacated and bool(zones(g, side.enemy)[h])) or restricted(g, h)


def march(g: France40, units: Sequence[Unit], path: Sequence[Hex]) -> tuple[Path, list[Retreat]]:
    """Units go along a path; 13.3.2d, 17.1.4c: they halt where others must give way, and these answer first."""
    side = g.scenario.side_of[units[0]]
    for place, h in enumerate(path, start=1):
        for u in units:
            g.place(u, h)
        if replies := disturbed(g, side, h):
            return tuple(path[:place]), list(replies)
    return tuple(path), []
