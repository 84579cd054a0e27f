"""Where the front runs: which side holds which ground, for the small maps of a report. A picture, not a rule.

A game that keeps control of hexes is taken at its word. Where it keeps it of a few places only, ground belongs to
whoever stands nearest, and stays with him until the enemy comes near.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from meuse.counters import SIDES, Side
from meuse.hexmap import Hex, HexMap
from meuse.state import State

NOBODY = 0
KEPT = 0.5
"""A game that knows the owner of so much of its ground keeps control."""

NEAR = 3
"""So far the nearness of a unit takes ground from the enemy."""

SMALLEST = 4
"""A patch of fewer hexes than this, with no unit in it, lies behind the front."""

Ground = Sequence[int]
"""For each hex the side that holds it, plus one; 0 for nobody."""


def ground(g: State, units: Mapping[Side, Collection[Hex]], before: Ground | None) -> list[int]:
    """Who holds which ground, given where units are seen to stand and who held it before."""
    land = [h for h in range(len(g.map)) if is_land(g.map, h)]
    known = sum(g.control[h] != NOBODY for h in land)
    held = list(g.control) if known >= KEPT * len(land) else nearest(g.map, land, units, before)
    sea = set(range(len(g.map))) - set(land)
    for h in sea:
        held[h] = NOBODY
    return without_specks(g.map, held, units)


def is_land(board: HexMap, h: Hex) -> bool:
    return not board.terrain[h].endswith(("sea", "lake"))


def nearest(
    board: HexMap, land: Collection[Hex], units: Mapping[Side, Collection[Hex]], before: Ground | None
) -> list[int]:
    """Ground goes to the nearest unit over land; with nobody near it stays as it was."""
    dry = set(land)
    far = {side: _distances(board, dry, units[side]) for side in SIDES}
    held = list(before) if before is not None else [NOBODY] * len(board)
    for h in dry:
        german, allied = (far[side].get(h, len(board)) for side in SIDES)
        if before is not None and (german == allied or min(german, allied) > NEAR):
            continue
        held[h] = 1 + (Side.GERMAN if german < allied else Side.ALLIED)
    return held


def without_specks(board: HexMap, held: list[int], units: Mapping[Side, Collection[Hex]]) -> list[int]:
    """Small patches far behind the other side's front, with no unit in them, go over to it."""
    tidy, seen = list(held), set[Hex]()
    for h in range(len(board)):
        if held[h] == NOBODY or h in seen:
            continue
        side = Side(held[h] - 1)
        patch = _patch(board, held, h)
        seen |= patch
        if len(patch) < SMALLEST and patch.isdisjoint(units[side]):
            for one in patch:
                tidy[one] = 1 + side.enemy
    return tidy


def _patch(board: HexMap, held: Ground, start: Hex) -> set[Hex]:
    found, edge = {start}, [start]
    while edge:
        h = edge.pop()
        for n in board.adjacent[h]:
            if n not in found and held[n] == held[start]:
                found.add(n)
                edge.append(n)
    return found


def _distances(board: HexMap, land: Collection[Hex], starts: Collection[Hex]) -> dict[Hex, int]:
    far = dict.fromkeys(sorted(set(starts) & set(land)), 0)
    edge = list(far)
    while edge:
        later = []
        for h in edge:
            for n in board.adjacent[h]:
                if n in land and n not in far:
                    far[n] = far[h] + 1
                    later.append(n)
        edge = later
    return far
