"""8: supply."""

from __future__ import annotations

from meuse.counters import Side, Unit
from meuse.games.skirmish.board import Skirmish, enemy_in, lose_step, zones
from meuse.hexmap import Hex
from meuse.mechanics.supply import supplied
from meuse.state import ALLIED_UNITS, GERMAN_UNITS, derived
from meuse.steps import Step


@derived(GERMAN_UNITS, ALLIED_UNITS)
def supplied_hexes(g: Skirmish, side: Side) -> bytearray:
    """8.1: the hexes that a path of open hexes joins to the side's map edge."""
    feared = zones(g, side.enemy)

    def is_open(h: Hex) -> bool:
        return not enemy_in(g, h, side) and (not feared[h] or h in g.at)

    edge = g.map.grid.direction("SE" if side is Side.GERMAN else "S")
    sources = [h for h in range(len(g.map)) if g.map.neighbours[h][edge] < 0]
    return supplied(len(g.map), g.map.adjacent, sources, is_open)


def is_supplied(g: Skirmish, u: Unit) -> bool:
    """8.1: a unit on the map with a path to its edge."""
    return bool(supplied_hexes(g, g.scenario.side_of[u])[g.hex_of[u]])


class SupplyCheck(Step, frozen=True):
    """8.2: when the turn ends an unsupplied unit loses a step, but never its last one."""

    rule = "8.2"

    def run(self, g: Skirmish) -> None:
        g.pop()
        starving = [u for u, h in enumerate(g.hex_of) if h >= 0 and not is_supplied(g, u)]
        for u in starving:
            part = g.parts_of(u)[0]
            if g.steps[part] > 1:
                g.emit("supply", f"{g.name(u)} is out of supply", "8.2", units=(g.name(u),))
                lose_step(g, part)
