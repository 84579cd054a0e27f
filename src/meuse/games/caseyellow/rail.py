"""10.5: Allied rail movement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.counters import Side, Unit
from meuse.games.caseyellow import command
from meuse.games.caseyellow.board import MARKERS, MOVED, STARTED, CaseYellow
from meuse.games.caseyellow.bridgeheads import BridgeheadOrders
from meuse.games.caseyellow.ground import BELGIANS_ABROAD, belgians_in_france, enter, is_engaged, why_not_into
from meuse.games.caseyellow.hexsets import country, land, owned
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.hexsets import EVERYWHERE, HexSet, Net, bits_of, flood, members, net, shortest_way
from meuse.phases.rail import RailMove
from meuse.report import count
from meuse.state import CONTROL, GERMAN_UNITS, derived
from meuse.steps import overrides


class RailOrders(BridgeheadOrders, RailMove, frozen=True):
    """10.5a, 10.5b: some units a round go by rail instead of marching."""

    way_rule = "10.5c"

    rail = RailMove.rail.told(rule="10.5b")

    @overrides
    def ride(self, g: CaseYellow, unit: Unit, path: Sequence[Hex]) -> None:
        """10.5b: they do not move further in this round; R.13.4.3.2: nor leave by sea."""
        self.finish(g)
        enter(g, unit, path[-1])
        g.act(unit, MOVED)
        g.spent[unit] = g.allowance(unit)
        g.railed += 1

    @overrides
    def why_not_trains(self, g: CaseYellow) -> Refusal | None:
        """10.5a, 10.5c: Allied only, from the scenario's turn on, so many units a round."""
        limits = g.scenario.rules.get("rail")
        if self.side is Side.GERMAN or limits is None or g.turn < limits["first"]:
            return Refusal("10.5a", "your side cannot move units by rail now")
        if g.railed >= limits["units"]:
            return Refusal("10.5c", f"{count(limits['units'], 'unit')} moved by rail this round, which is the limit")
        return None

    @overrides
    def by_rail(self, g: CaseYellow) -> Iterator[Unit]:
        net, hex_of = rail_net(g), g.hex_of
        near = (u for u in g.on_map(self.side) if net >> hex_of[u] & 1)
        return (u for u in near if why_not_by_train(g, u) is None and can_rail(g, u))

    @overrides
    def rail_ends(self, g: CaseYellow, unit: Unit) -> list[Hex]:
        return members(ends_of(g, unit))

    @overrides
    def rail_way(self, g: CaseYellow, unit: Unit, goal: Hex) -> tuple[Hex, ...]:
        return shortest_way(tracks(g), g.hex_of[unit], goal, rail_net(g))

    @overrides
    def runs(self, g: CaseYellow, unit: Unit, a: Hex, b: Hex) -> bool:
        return b in g.scenario.front[a] and bool(rail_net(g) >> b & 1)

    @overrides
    def why_not_by_rail(self, g: CaseYellow, unit: Unit) -> Refusal:
        shut_in = f"no hex next to {g.name(unit)} is open to rail movement"
        return why_not_by_train(g, unit) or Refusal("10.5c", shut_in)

    @overrides
    def why_not_rail_end(self, g: CaseYellow, unit: Unit, goal: Hex) -> Refusal:
        return why_not_train_to(g, unit, goal) or Refusal("10.5c", f"{g.map.labels[goal]} is closed to rail movement")


def why_not_by_train(g: CaseYellow, u: Unit) -> Refusal | None:
    """10.5b, 10.5c: why a unit cannot go by rail."""
    if is_engaged(g, u):
        return Refusal("11.9b.mark", f"{g.name(u)} is engaged")
    if g.is_supply_unit(u):
        return Refusal("10.5b", f"{g.name(u)} cannot move by rail")
    if g.acts[u] & (MOVED | STARTED):
        return Refusal("10.5b", f"{g.name(u)} has already moved this round")
    if not rail_net(g) >> g.hex_of[u] & 1:
        return Refusal("10.5c", f"{g.name(u)} is too close to German units to move by rail")
    return command.why_not_unit(g, u)


def why_not_train_to(g: CaseYellow, u: Unit, h: Hex) -> Refusal | None:
    """10.10a, 10.10b, 12.7c: why a train may not bring a unit to a hex."""
    refusal = why_not_into(g, u, h) or command.why_not_near_paris(g, h)
    return refusal or command.why_not_end(g, u, g.hex_of[u], h)


def can_rail(g: CaseYellow, u: Unit) -> bool:
    """10.5c: whether a train can take a unit anywhere."""
    return bool(ends_of(g, u))


def ends_of(g: CaseYellow, u: Unit) -> HexSet:
    """10.5c: the hexes of its part of the network where a train may take a unit; see `why_not_train_to`."""
    return rail_goals(g, u) & ground_of(g, u) & command.open_ends(g, u)


def ground_of(g: CaseYellow, u: Unit) -> HexSet:
    """10.10a, 10.10b: where a unit may be by its nation."""
    nation = g.nation(u)
    if nation == "dutch":
        return country(g, "netherlands")
    if nation != "belgian":
        return EVERYWHERE
    crowded = g.map.country[g.hex_of[u]] != "france" and belgians_in_france(g) >= BELGIANS_ABROAD
    return ~country(g, "netherlands") & (~country(g, "france") if crowded else EVERYWHERE)


def rail_goals(g: CaseYellow, u: Unit) -> HexSet:
    """10.5c: the hexes that are joined to that of a unit over hexes open to rail movement."""
    here = 1 << g.hex_of[u]
    return next((part for part in rail_parts(g) if part & here), 0) & ~here


@derived(GERMAN_UNITS, CONTROL, MARKERS)
def rail_parts(g: CaseYellow) -> list[HexSet]:
    """10.5c: the connected parts of the open network."""
    left, parts = rail_net(g), []
    while left:
        parts.append(flood(tracks(g), left & -left, left) & left)
        left &= ~parts[-1]
    return parts


@derived()
def tracks(g: CaseYellow) -> Net:
    """R.10.5c.1: from hex to hex over land: no train crosses the sea."""
    return net(g.scenario.front)


@derived(GERMAN_UNITS, CONTROL, MARKERS)
def rail_net(g: CaseYellow) -> HexSet:
    """10.5c, R.10.5c.1: Allied hexes far enough from Germans; no railways are printed. 12.7c: no open Paris."""
    near = command.near_germans(g, g.scenario.rules["rail"]["distance"] - 1)
    shut = bits_of(g.scenario.paris) if g.open_city else 0
    return owned(g, Side.ALLIED) & land(g) & ~near & ~shut
