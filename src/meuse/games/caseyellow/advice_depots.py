"""Where the staff sends Attack Supply Units in Case Yellow: behind those who attack, among friends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from meuse.counters import Side, Unit
from meuse.games.caseyellow.board import CaseYellow
from meuse.games.caseyellow.movement import Movement
from meuse.games.caseyellow.stacking import stack_fault
from meuse.games.caseyellow.supply import to_edge, to_ruhr
from meuse.hexmap import Hex
from meuse.steps import Order

EXPOSED = 0.25
"""How much of the danger around a depot speaks against a hex."""


def depot_orders(
    g: CaseYellow, step: Movement, planned: Mapping[Unit, Hex], danger: Sequence[float]
) -> Iterator[Order]:
    """7.8a, 7.9c: depots keep up with those who attack, when the others stand where they are meant to."""
    trial = g.copy()
    for u, h in planned.items():
        trial.place(u, h)
    for u in [u for u in step.movable(g) if g.is_supply_unit(u)]:
        able = [h for h in step.goals(g, u) if stack_fault(trial, (*trial.units_in(h, step.side), u), h) is None]
        here = g.hex_of[u]
        best = max([here, *able], key=lambda h: (post_worth(trial, u, h, danger) + 0.5 * (h == here), -h))
        if best != here:
            trial.place(u, best)
            yield ("move", g.id(u), g.map.labels[best])


def post_worth(g: CaseYellow, u: Unit, h: Hex, danger: Sequence[float]) -> float:
    """How much strength a depot would feed from a hex, panzers most; in supply, and behind or among friends."""
    side, near = g.side(u), g.counter(u).movement - 1
    eaters = [v for v in g.on_map(side) if g.nation(v) == g.nation(u) and g.strength(v) and danger[g.hex_of[v]]]
    fed = sum(g.strength(v) * (2 if g.scenario.yellow[v] else 1) for v in eaters if distance(g, h, v) <= near)
    lag = min((distance(g, h, v) for v in eaters if g.scenario.yellow[v]), default=0)
    joined = (to_ruhr(g) if side is Side.GERMAN else to_edge(g))[h]
    friends = sum(g.strength(v) for v in g.units_in(h, side))
    alone = EXPOSED * max(0.0, danger[h] - 2.0 * friends)
    return 0.3 * fed - 0.5 * lag - alone - (0.0 if joined else 10.0)


def distance(g: CaseYellow, h: Hex, v: Unit) -> int:
    return g.map.distance(h, g.hex_of[v])
