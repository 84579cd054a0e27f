"""9: movement by rail, over any distance within one's own country."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from meuse.counters import Unit
from meuse.games.manstein.board import HOME, MARKS, MOVED, RAILED, Manstein
from meuse.games.manstein.ground import ground_for, why_not_shared
from meuse.games.manstein.logistics import is_supported
from meuse.games.manstein.moving import Moving, may_move, why_not_move
from meuse.games.manstein.territory import enter
from meuse.games.manstein.words import land
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.reach import union
from meuse.mechanics.supply import Links
from meuse.phases.rail import RailMove
from meuse.report import count
from meuse.state import ALLIED_UNITS, GERMAN_UNITS, derived
from meuse.steps import overrides


class ByRail(Moving, RailMove, frozen=True):
    """9.0a: instead of moving on the ground."""

    way_rule = "9.0d"

    rail = RailMove.rail.told(rule="9.0a")

    @overrides
    def ride(self, g: Manstein, unit: Unit, path: Sequence[Hex]) -> None:
        """9.0d: any distance, terrain costs nothing; 9.0g: and nothing else in this segment."""
        self.begin(g, unit)
        for h in path:
            enter(g, unit, h)
        g.flag(unit, RAILED | MOVED)
        g.rail_left -= weight(g, unit)

    @overrides
    def why_not_trains(self, g: Manstein) -> Refusal | None:
        return None if g.rail_left else Refusal("9.1", "no rail capacity is left this segment")

    @overrides
    def by_rail(self, g: Manstein) -> Iterator[Unit]:
        able = (u for u in g.on_map(self.side) if may_move(g, u))
        return (u for u in able if why_not_entrain(g, u) is None and can_go(g, u))

    @overrides
    def rail_lines(self, g: Manstein, unit: Unit) -> dict[Hex, Hex]:
        return network(g, g.counter(unit).nation, g.hex_of[unit])

    @overrides
    def rail_ends(self, g: Manstein, unit: Unit) -> list[Hex]:
        return goals(g, unit)

    @overrides
    def why_not_by_rail(self, g: Manstein, unit: Unit) -> Refusal:
        no_way = Refusal("9.0c", f"no other city or town can be reached by rail from {g.spot(g.hex_of[unit])}")
        return why_not_move(g, unit) or why_not_entrain(g, unit) or no_way

    @overrides
    def why_not_rail_end(self, g: Manstein, unit: Unit, goal: Hex) -> Refusal:
        return why_not_goal(g, unit, goal)


def weight(g: Manstein, u: Unit) -> int:
    """9.1: what a unit takes of the rail capacity, in thirds of an army; R.2.2.4.1: a brigade as much as a corps."""
    rows = g.scenario.tables["rail"]
    counter = g.counter(u)
    return int(rows["army" if counter.is_army else "logistics" if counter.kind == "logistics" else "corps"])


def why_not_entrain(g: Manstein, u: Unit) -> Refusal | None:
    """9.0a, 9.0b, 9.0c, 9.1: why a unit cannot move by rail at all."""
    name, here = g.name(u), g.hex_of[u]
    if g.budget[u] >= 0:
        return Refusal("9.0g", f"{name} has already moved on the ground this segment")
    if here not in g.scenario.stations:
        return Refusal("9.0c", f"{g.spot(here)} is not a city or town; {name} cannot board a train there")
    if g.map.country[here] != HOME[g.counter(u).nation]:
        return Refusal("9.0b", f"{name} moves by rail only in {land(HOME[g.counter(u).nation])}")
    if weight(g, u) > g.rail_left:
        left = count(g.rail_left, "third")
        return Refusal("9.1", f"rail capacity left: {left} of an army; {name} needs {weight(g, u)}")
    if ground_for(g, g.counter(u).nation).interdicted[here]:
        return Refusal("16.8b", f"{g.spot(here)} is in a German air zone", (g.label(here),))
    if not is_supported(g, u):
        return Refusal("15.5a", f"{name} is unsupported")
    return None


def goals(g: Manstein, u: Unit) -> list[Hex]:
    """9.0c, 9.0d, 9.0e: the cities and towns that a unit can get to by rail."""
    return sorted(h for h in network(g, g.counter(u).nation, g.hex_of[u]) if is_end(g, u, h))


def can_go(g: Manstein, u: Unit) -> bool:
    """9.0c: whether any city or town can be reached; looks no farther than the first."""
    return any(is_end(g, u, h) for h, _ in railway(g, g.counter(u).nation, g.hex_of[u]))


def is_end(g: Manstein, u: Unit, h: Hex) -> bool:
    """9.0c, 9.0e: a city or town, for an army none in rough."""
    return h in g.scenario.stations and not (g.map.terrain[h] == "rough" and g.counter(u).is_army)


@derived(GERMAN_UNITS, ALLIED_UNITS, MARKS)
def network(g: Manstein, nation: str, start: Hex) -> dict[Hex, Hex]:
    return dict(railway(g, nation, start))


def railway(g: Manstein, nation: str, start: Hex) -> Iterator[tuple[Hex, Hex]]:
    """9.0d, 9.0f, R.9.0b.1, 16.8b: every hex that can be reached by rail, with the hex before it, nearest first.

    It stays in its country, also on ground the enemy controls, stops in enemy zones, never goes from one to another,
    and does not pass hexes in German air zones.
    """
    ground, links = ground_for(g, nation), home_links(g, HOME[nation])
    feared, shut = ground.feared, union(ground.enemies, ground.barred, ground.interdicted)
    seen = bytearray(shut)
    seen[start] = 1
    queue = deque([start])
    while queue:
        h = queue.popleft()
        if feared[h] and h != start:
            continue
        for n in links[h]:
            if not seen[n] and not (feared[h] and feared[n]):
                seen[n] = 1
                queue.append(n)
                yield n, h


@derived()
def home_links(g: Manstein, country: str) -> Links:
    """9.0b: from hex to hex within one country."""
    inside = [land == country for land in g.map.country]
    return tuple(tuple(n for n in near if inside[h] and inside[n]) for h, near in enumerate(g.scenario.links))


def why_not_goal(g: Manstein, u: Unit, goal: Hex) -> Refusal:
    there, name, nation = g.spot(goal), g.name(u), g.counter(u).nation
    ground = ground_for(g, nation)
    if goal not in g.scenario.stations:
        return Refusal("9.0c", f"{there} is not a city or town")
    if g.map.country[goal] != HOME[nation]:
        return Refusal("9.0b", f"{name} moves by rail only in {land(HOME[nation])}")
    if g.counter(u).is_army and g.map.terrain[goal] == "rough":
        return Refusal("9.0e", f"{there} is rough; armies such as {name} cannot end a rail move there")
    if ground.interdicted[goal]:
        return Refusal("16.8b", f"{there} is in a German air zone", (g.label(goal),))
    if ground.enemies[goal]:
        return why_not_shared(g, g.side(u), goal)
    return Refusal("9.0f", f"enemy zones, units or aircraft block every railway to {there}")
