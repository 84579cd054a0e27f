"""Where the Allies stand in Case Yellow: the cheapest line that keeps the Germans from what is worth more.

The line is a minimum cut. Germans are the source, what must be kept the sink; a hex is a vertex that costs as much as
it takes to man it (less on good ground, more where nobody can get to in time); a place given up costs its worth.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from meuse.advice import Brief
from meuse.counters import Side
from meuse.games.caseyellow.advice_aims import wanted_by
from meuse.games.caseyellow.board import CaseYellow
from meuse.games.caseyellow.command import around
from meuse.hexmap import Hex

HORIZON = 9
"""So many hexes from the Germans everything must be kept."""
HINTERLAND = 30
"""What a hex beyond the horizon is worth, or one of the edge from which supply comes."""
NEVER = 10_000


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
    return minimum_cut(field, g.map.adjacent, costs, sorted(germans.intersection(field) | border(g, field)), exits)


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


# -- the cut


def minimum_cut(
    field: Sequence[Hex],
    links: Sequence[Sequence[Hex]],
    costs: Mapping[Hex, int],
    sources: Iterable[Hex],
    exits: Mapping[Hex, int],
) -> list[Hex]:
    """The vertices of least cost that separate the sources from the exits; an exit may be given up at its price."""
    net = Net(field, links, costs, exits)
    starts = [2 * net.place[h] for h in sources]
    while net.sink in (layers := net.layers(starts)):
        for start in starts:
            while net.push(start, layers):
                pass
    return [h for h in field if 2 * net.place[h] in layers and 2 * net.place[h] + 1 not in layers]


class Net:
    """A flow over hexes: each is an arc from its inner side (even) to its outer side (odd)."""

    def __init__(
        self,
        field: Sequence[Hex],
        links: Sequence[Sequence[Hex]],
        costs: Mapping[Hex, int],
        exits: Mapping[Hex, int],
    ) -> None:
        self.place = {h: number for number, h in enumerate(field)}
        self.sink = 2 * len(field)
        self.room: list[dict[int, int]] = [{} for _ in range(self.sink + 1)]
        for h, number in self.place.items():
            inner, outer = 2 * number, 2 * number + 1
            self._arc(inner, outer, costs[h])
            for n in links[h]:
                if n in self.place:
                    self._arc(outer, 2 * self.place[n], NEVER)
            if exits[h]:
                self._arc(outer, self.sink, exits[h])

    def _arc(self, a: int, b: int, room: int) -> None:
        self.room[a][b] = room
        self.room[b].setdefault(a, 0)

    def layers(self, starts: Iterable[int]) -> dict[int, int]:
        """How many arcs with room each end of an arc is away; only what can be got to."""
        found = dict.fromkeys(starts, 0)
        queue = deque(found)
        while queue:
            a = queue.popleft()
            for b, room in self.room[a].items():
                if room > 0 and b not in found:
                    found[b] = found[a] + 1
                    queue.append(b)
        return found

    def push(self, start: int, layers: dict[int, int]) -> bool:
        """Sends as much as one way takes that goes on by a layer with every arc; dead ends lose their layer."""
        way = [start]
        while way and way[-1] != self.sink:
            a = way[-1]
            onward = next((b for b, room in self.room[a].items() if room > 0 and layers.get(b) == layers[a] + 1), None)
            if onward is None:
                layers[way.pop()] = -2
            else:
                way.append(onward)
        if not way:
            return False
        steps = list(pairwise(way))
        least = min(self.room[a][b] for a, b in steps)
        for a, b in steps:
            self.room[a][b] -= least
            self.room[b][a] += least
        return True
