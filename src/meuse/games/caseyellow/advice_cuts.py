"""Cutting the enemy off in Case Yellow, and getting one's own out: where one unit does most to lines of supply."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.caseyellow.advice_aims import is_last_turn, points_for
from meuse.games.caseyellow.appreciation import APPRECIATION, chits_left
from meuse.games.caseyellow.board import OOS, CaseYellow
from meuse.games.caseyellow.command import around
from meuse.games.caseyellow.stacking import may_stack
from meuse.games.caseyellow.supply import is_supplied
from meuse.games.caseyellow.zones import exerts_zone
from meuse.hexmap import Hex
from meuse.opponents.guards import open_cuts

BEHIND, MOST_CUTS, MOST_RELIEFS = 3, 16, 32
"""So near to fast enemies, and in so many hexes, it is looked for a hex that would cut them off, or open a way."""
MOST_CLOSED = 3
"""How many gaps behind its spearheads a side closes in a round."""


def best_cut(
    g: CaseYellow,
    side: Side,
    free: Mapping[Unit, Sequence[Hex]],
    price: Callable[[Unit, Hex], float],
    brief: Brief,
) -> tuple[Unit, Hex] | None:
    """7.5: who should go where, if it pays; every round that the enemy may still have makes it worth less.

    Nobody asks for supply after the last turn, nor in Scenario 4.
    """
    if is_last_turn(g):
        return None
    lasting = brief["cut"] * brief["cut_lasts"] ** chits_left(g, side.enemy)
    by = cutters(g, side, free)
    cut = APPRECIATION.cuts(g, side.enemy, sorted(by, key=lambda h: (to_fast(g, side.enemy, h), h))[:MOST_CUTS], by)
    gain = {h: lasting * cut[h] - price(by[h][0], h) for h in cut}
    best = max(gain, key=lambda h: (gain[h], -h), default=None)
    return (by[best][0], best) if best is not None and gain[best] > 0 else None


def best_relief(
    g: CaseYellow,
    side: Side,
    free: Mapping[Unit, Sequence[Hex]],
    stuck: Sequence[Unit],
    price: Callable[[Unit, Hex], float],
    brief: Brief,
) -> tuple[Unit, Hex, tuple[Unit, ...]] | None:
    """7.2, 9.7: who should go where to open the way for most of those who cannot get back by themselves."""
    near = around(g, {g.hex_of[u] for u in stuck}, BEHIND)
    able = [u for u in free if g.strength(u) and u not in stuck and is_supplied(g, u)]
    comers = {h: [u for u in able if h in free[u]] for h in sorted({h for u in able for h in free[u] if near[h]})}
    best: tuple[float, tuple[Unit, Hex, tuple[Unit, ...]] | None] = (0.0, None)
    for h in sorted(comers, key=lambda h: (sum(g.map.distance(h, g.hex_of[u]) for u in stuck), h))[:MOST_RELIEFS]:
        comer = min(comers[h], key=lambda u: (price(u, h), u))
        trial = g.copy()
        trial.place(comer, h)
        trial.set_control(h, side)
        saved = tuple(u for u in stuck if is_supplied(trial, u))
        gain = sum(hunger_price(g, u, brief) for u in saved) - price(comer, h)
        if gain > best[0]:
            best = (gain, (comer, h, saved))
    return best[1]


def closers(
    g: CaseYellow, side: Side, ends: Mapping[Unit, Hex], free: Mapping[Unit, Sequence[Hex]], brief: Brief
) -> dict[Unit, Hex]:
    """9.7: who of the infantry goes where the enemy could cut off spearheads, once all stand at `ends`."""
    trial = g.copy()
    for u, h in ends.items():
        trial.place(u, h)
    come = APPRECIATION.comers(trial, side.enemy)
    found: dict[Unit, Hex] = {}
    for _ in range(MOST_CLOSED):
        near = sorted(around_fast(trial, side), key=lambda h: (to_fast(trial, side, h), h))
        cuts = open_cuts(APPRECIATION, trial, side, near, come)
        able = [(u, h) for h in cuts for u in free if u not in found and h in free[u] and may_stack(trial, u, h)]
        if not able or brief["cut"] * max(cuts.values()) < 1.0:
            break
        u, h = max(able, key=lambda task: (cuts[task[1]], -g.strength(task[0]), task))
        found[u] = h
        trial.place(u, h)
    return found


def around_fast(g: CaseYellow, side: Side) -> list[Hex]:
    near = around(g, fast(g, side), BEHIND)
    return [h for h in range(len(g.map)) if near[h] and h not in g.at]


def hunger_price(g: CaseYellow, u: Unit, brief: Brief) -> float:
    """7.5a: what it costs to leave a unit without supply: more if it loses its last step by it, and with it points."""
    dies = bool(g.status[u] & OOS) and g.steps[u] == 1
    return brief["relief"] * (g.strength(u) + 2.0 * points_for(g, u) * (1 + dies))


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
