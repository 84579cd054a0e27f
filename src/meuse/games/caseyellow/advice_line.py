"""Where the Allies stand in Case Yellow: the cheapest line that keeps the Germans from what is worth more.

The line is a minimum cut. Germans are the source, what must be kept the sink; a hex is a vertex that costs as much as
it takes to man it (less on good ground, more where nobody can get to in time); a place given up costs its worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meuse.advice import Brief
from meuse.counters import Side
from meuse.games.caseyellow.advice_aims import wanted_by
from meuse.games.caseyellow.board import CaseYellow
from meuse.games.caseyellow.command import around
from meuse.hexmap import Hex
from meuse.opponents.lines import NEVER, cheapest_line

HORIZON = 9
"""This close to the Germans everything must be kept."""
HINTERLAND = 30
"""What a hex beyond the horizon is worth, or one of the edge from which supply comes."""


def line_hexes(g: CaseYellow, reached: Iterable[Hex], brief: Brief) -> list[Hex]:
    """The hexes to be manned; `reached` are those that some unit can get to."""
    germans = frozenset(g.hex_of[u] for u in g.on_map(Side.GERMAN) if g.strength(u))
    near = around(g, germans, HORIZON)
    field = [h for h in range(len(g.map)) if near[h] and not g.scenario.closed[h] and g.map.country[h] != "germany"]
    keep = {h: int(brief["a_point"] * value) for h, value in wanted_by(g, Side.ALLIED).items()}
    edge = {n for h in field for n in g.map.adjacent[h] if not near[n] and g.controls(Side.ALLIED, n)}
    edge |= {h for word in ("west_edge", "south_edge") for h in g.scenario.sources.get(word, ()) if h not in germans}
    able = frozenset(reached)
    costs = {h: NEVER if h in germans else cost_of(g, h, able, brief) for h in field}
    exits = {h: HINTERLAND if edge.intersection(g.map.adjacent[h]) or h in edge else keep.get(h, 0) for h in field}
    return cheapest_line(field, g.map.adjacent, costs, germans.intersection(field) | border(g, field), exits)


def border(g: CaseYellow, field: Sequence[Hex]) -> set[Hex]:
    """Hexes next to Germany in which nobody stands: the Germans come over the frontier, too."""
    country, walls = g.map.country, g.scenario.forts
    return {
        h for h in field if h not in g.at and h not in walls and any(country[n] == "germany" for n in g.map.adjacent[h])
    }


def cost_of(g: CaseYellow, h: Hex, able: frozenset[Hex], brief: Brief) -> int:
    """What it takes to hold a hex: a garrison does it alone; ground, works and rivers help."""
    if g.map.country[h] == "netherlands":
        return NEVER
    fort = g.standing_fort(h)
    if fort is not None and fort.side is Side.ALLIED:
        return 1
    great = any(g.scenario.river[side] in ("major_river", "rhein") for side in g.map.side_of[h])
    cost = (
        int(brief["manned"])
        + g.scenario.terrain[g.map.terrain[h]].shift
        - g.standing_works(h)
        - great
        - (h in g.better)
    )
    return max(2, cost) + (0 if h in able else int(brief["too_far"]))
