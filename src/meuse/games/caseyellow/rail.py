"""10.5: Allied rail movement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.counters import Side, Unit
from meuse.games.caseyellow import command
from meuse.games.caseyellow.board import MARKERS, MOVED, CaseYellow
from meuse.games.caseyellow.bridgeheads import BridgeheadOrders
from meuse.games.caseyellow.ground import belgians_in_france, enter, is_engaged, place_refuses
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.rail import rail_reach
from meuse.mechanics.reach import path_token
from meuse.orders import order
from meuse.state import CONTROL, GERMAN_UNITS, derived


class RailOrders(BridgeheadOrders, frozen=True):
    """10.5a, 10.5b: some units a round go by rail instead of marching."""

    @order("rail {unit} {path}", label="By rail", rule="10.5b")
    def rail(self, g: CaseYellow, unit: Unit, path: Sequence[Hex]) -> None:
        """10.5b: they do not move further in this round."""
        self.finish(g)
        enter(g, unit, path[-1])
        g.act(unit, MOVED)
        g.railed += 1
        there = g.map.labels[path[-1]]
        g.emit("rail", f"{g.name(unit)} goes by rail to {there}", "10.5b", units=(g.name(unit),), at=(there,))
        self.go_on(g)

    @rail.closed_if
    def no_trains(self, g: CaseYellow) -> Refusal | None:
        """10.5a, 10.5c: Allied only, from the scenario's turn on, so many units a round."""
        limits = g.scenario.rules.get("rail")
        if self.side is Side.GERMAN or limits is None or g.turn < limits["first"]:
            return Refusal("10.5a", "there is no rail movement now")
        if g.railed >= limits["units"]:
            return Refusal("10.5c", f"{limits['units']} units have gone by rail in this round")
        return None

    @rail.choices("unit")
    def by_rail(self, g: CaseYellow) -> Iterator[Unit]:
        return (u for u in g.on_map(self.side) if rail_refuses(g, u) is None and can_rail(g, u))

    @rail.choices("path")
    def rail_ends(self, g: CaseYellow, unit: Unit) -> list[Hex]:
        return sorted(h for h in rail_goals(g, unit) if end_refuses(g, unit, h) is None)

    @rail.way
    def rail_way(self, g: CaseYellow, unit: Unit, goal: Hex) -> tuple[Hex, ...]:
        before, way = rail_goals(g, unit), [goal]
        while before[way[-1]] != g.hex_of[unit]:
            way.append(before[way[-1]])
        return tuple(reversed(way))

    @rail.walks
    def rail_by_hand(self, g: CaseYellow, unit: Unit, path: Sequence[Hex]) -> Refusal | None:
        steps = zip((g.hex_of[unit], *path), path, strict=False)
        net = rail_net(g)
        if all(b in g.map.adjacent[a] and net[b] for a, b in steps):
            return None
        return Refusal("10.5c", f"{path_token(g.map, path)} leaves the hexes that are open to rail movement")

    @rail.refuses("unit")
    def why_not_rail(self, g: CaseYellow, unit: Unit) -> Refusal | None:
        if g.side(unit) is not self.side or g.hex_of[unit] < 0:
            return None
        return rail_refuses(g, unit) or Refusal("10.5c", "no open hex lies next to it")

    @rail.refuses("path")
    def why_not_rail_there(self, g: CaseYellow, unit: Unit, goal: Hex) -> Refusal:
        return end_refuses(g, unit, goal) or Refusal("10.5c", f"{g.map.labels[goal]} is closed to rail movement")


def rail_refuses(g: CaseYellow, u: Unit) -> Refusal | None:
    """10.5b, 10.5c: why a unit cannot go by rail."""
    if is_engaged(g, u):
        return Refusal("11.9b.mark", f"{g.name(u)} is engaged")
    if g.acts[u] & MOVED or g.spent[u] or g.is_supply_unit(u):
        return Refusal("10.5b", f"{g.name(u)} has moved, or is no unit for a train")
    if not rail_net(g)[g.hex_of[u]]:
        return Refusal("10.5c", f"{g.name(u)} is too near to German units")
    return command.unit_refuses(g, u)


def end_refuses(g: CaseYellow, u: Unit, h: Hex) -> Refusal | None:
    """10.10a, 10.10b, 12.7c: why a train may not bring a unit to a hex."""
    refusal = place_refuses(g, u, h) or command.paris_refuses(g, h)
    return refusal or command.end_refuses(g, u, g.hex_of[u], h)


def can_rail(g: CaseYellow, u: Unit) -> bool:
    """10.5c: whether a train can take a unit anywhere: to an end in its part of the network, other than where it is."""
    if command.goes_forward(g, u):
        return any(end_refuses(g, u, h) is None for h in rail_goals(g, u))
    part, ends = rail_parts(g)
    here, countries = g.hex_of[u], COUNTRIES[g.nation(u)]
    if g.nation(u) == "belgian" and g.map.country[here] != "france" and belgians_in_france(g) >= 2:
        countries -= {"france"}
    total = sum(ends.get((part[here], country), 0) for country in countries)
    return total > (g.map.country[here] in countries and command.paris_refuses(g, here) is None)


COUNTRIES = {
    "dutch": frozenset({"netherlands"}),
    "belgian": frozenset({"belgium", "luxembourg", "france", "germany"}),
    "french": frozenset({"belgium", "luxembourg", "france", "germany", "netherlands"}),
    "british": frozenset({"belgium", "luxembourg", "france", "germany", "netherlands"}),
}
"""10.10a, 10.10b: where units of a nation may be."""


def rail_goals(g: CaseYellow, u: Unit) -> dict[Hex, Hex]:
    return _goals(g, g.hex_of[u])


@derived(GERMAN_UNITS, CONTROL, MARKERS)
def _goals(g: CaseYellow, start: Hex) -> dict[Hex, Hex]:
    net = rail_net(g)
    return rail_reach(g.map.adjacent, start, lambda h: bool(net[h]))


@derived(GERMAN_UNITS, CONTROL, MARKERS)
def rail_parts(g: CaseYellow) -> tuple[list[int], dict[tuple[int, str], int]]:
    """10.5c: the connected part of the open network of each hex, and how many ends each part has in each country."""
    net, part, ends = rail_net(g), [-1] * len(g.map), dict[tuple[int, str], int]()
    for start in range(len(g.map)):
        if not net[start] or part[start] >= 0:
            continue
        for h in (start, *_goals(g, start)):
            part[h] = start
            if command.paris_refuses(g, h) is None:
                key = (start, g.map.country[h])
                ends[key] = ends.get(key, 0) + 1
    return part, ends


@derived(GERMAN_UNITS, CONTROL, MARKERS)
def rail_net(g: CaseYellow) -> bytes:
    """10.5c, R.10.5c.1: Allied hexes far enough from Germans; no railways are printed. 12.7c: no open Paris."""
    near = command.near_germans(g, g.scenario.rules["rail"]["distance"] - 1)
    shut = g.scenario.paris if g.open_city else frozenset()
    return bytes(
        g.controls(Side.ALLIED, h) and not g.scenario.closed[h] and not near[h] and h not in shut
        for h in range(len(g.map))
    )
