"""Cutting the enemy off in Case Yellow: where one unit would put most of his strength out of supply."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.caseyellow.advice_aims import is_last_turn
from meuse.games.caseyellow.appreciation import APPRECIATION, chits_left
from meuse.games.caseyellow.board import CaseYellow
from meuse.games.caseyellow.command import around
from meuse.games.caseyellow.zones import exerts_zone
from meuse.hexmap import Hex

BEHIND, MOST_CUTS = 3, 16
"""So near to fast enemies, and in so many hexes, it is looked for a hex that would cut them off."""


def best_cut(
    g: CaseYellow,
    side: Side,
    free: Mapping[Unit, Sequence[Hex]],
    price: Callable[[Unit, Hex], float],
    brief: Brief,
) -> tuple[Unit, Hex] | None:
    """7.5: who should go where, if it pays; every round that the enemy may still have makes it worth half as much.

    Nobody asks for supply after the last turn, nor in Scenario 4.
    """
    if is_last_turn(g):
        return None
    lasting = brief["cut"] * 0.5 ** chits_left(g, side.enemy)
    by = cutters(g, side, free)
    cut = APPRECIATION.cuts(g, side.enemy, sorted(by, key=lambda h: (to_fast(g, side.enemy, h), h))[:MOST_CUTS], by)
    gain = {h: lasting * cut[h] - price(by[h][0], h) for h in cut}
    best = max(gain, key=lambda h: (gain[h], -h), default=None)
    return (by[best][0], best) if best is not None and gain[best] > 0 else None


def cutters(g: CaseYellow, side: Side, free: Mapping[Unit, Sequence[Hex]]) -> dict[Hex, list[Unit]]:
    """9.1: who could bring a zone into a hex near fast enemies, the weakest first."""
    near = around(g, fast(g, side.enemy), BEHIND)
    able = [u for u in free if g.strength(u) and not APPRECIATION.is_frail(g, u) and exerts_zone(g, u)]
    found: dict[Hex, list[Unit]] = {}
    for u in sorted(able, key=lambda u: (g.strength(u), u)):
        for h in free[u]:
            if near[h]:
                found.setdefault(h, []).append(u)
    return found


def to_fast(g: CaseYellow, side: Side, h: Hex) -> int:
    return sum(g.map.distance(h, at) for at in fast(g, side))


def fast(g: CaseYellow, side: Side) -> list[Hex]:
    return sorted({g.hex_of[u] for u in g.on_map(side) if g.scenario.motorized[u] and g.strength(u)})
