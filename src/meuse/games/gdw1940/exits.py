"""4 and 6: steps from hex to hex: what they cost, what forbids them, and where a move must stop."""

from __future__ import annotations

from meuse.counters import Side, Unit
from meuse.games.gdw1940 import command
from meuse.games.gdw1940.board import Gdw1940, holds_out
from meuse.games.gdw1940.ground import ground_of
from meuse.games.gdw1940.neutrals import closed_countries, why_not_country
from meuse.games.gdw1940.terrain import FORTIFICATIONS
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.reach import HexByHex


def feared(g: Gdw1940, side: Side, h: Hex) -> bool:
    """4.extent, 9.interdict.effect, R.9.interdict.effect.1: whether a hex is in an enemy zone for movement."""
    return bool(g.zones(side.enemy)[h]) or h in g.interdicted[side.enemy]


class Exits(HexByHex):
    """6.costs: how one unit moves as the board stands: costs, and whether it must stop (4.stop). See reach.Mover.

    `why_not_enter`, `why_not_zone_to_zone` and `why_not_by_sea` are the rules; they are asked only at hexes where the
    `Ground` says that they could have something to say.
    """

    def __init__(self, g: Gdw1940, u: Unit) -> None:
        s, side = g.scenario, g.scenario.side_of[u]
        kind = s.kind[u]
        self.ways = s.ways[kind] if side is Side.GERMAN else s.ways[f"{kind} and by sea"]
        self._g, self._unit, self._motorized = g, u, s.motorized[u]
        self._ground = ground = ground_of(g, u)
        self.special = ground.special

    def step(self, a: Hex, b: Hex, price: int) -> tuple[int, bool] | None:
        """4.leave, 6.costs.zoc: the first hex out of an enemy zone costs more; 6.costs.disrupted."""
        ground, g = self._ground, self._g
        if (ground.enemies[b] or ground.limits[b]) and why_not_enter(g, self._unit, a, b):
            return None
        if (a, b) in g.scenario.crossings and why_not_by_sea(g, self._unit, b):
            return None
        stops = bool(ground.feared[b])
        if ground.feared[a]:
            if stops and (not self._motorized or why_not_zone_to_zone(g, self._unit, a, b)):
                return None
            price += g.scenario.leave_zone
        if b in ground.shaken:
            price += g.scenario.disrupted_friend
        return price, stops


def why_not_zone_to_zone(g: Gdw1940, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """4.nonmotorized, 4.motorized, 10.motorized_zoc: from one enemy zone straight into another."""
    if not g.scenario.motorized[u]:
        return Refusal("4.nonmotorized", f"{g.name(u)} cannot move from one enemy zone directly into another")
    if fortified_against(g, g.scenario.side_of[u], a, b):
        return Refusal("10.motorized_zoc", "an enemy fortification lies between the two enemy zones")
    return None


def fortified_against(g: Gdw1940, side: Side, a: Hex, b: Hex) -> bool:
    """10.motorized_zoc: whether an enemy fortification lies on a hexside; 10.eben.destroyed: a ruin is none."""
    hostile = ("german",) if side is Side.ALLIED else ("french", "belgian", "dutch", "swiss", "allied")
    found = (f for f in g.map.features_between(a, b) if f.kind in FORTIFICATIONS and f.owner in hostile)
    return any(f.of not in g.destroyed for f in found)


def why_not_by_sea(g: Gdw1940, u: Unit, h: Hex) -> Refusal | None:
    """6.sea.german, 6.sea.restrict: why a unit may not come into a hex over an all-sea hexside without a causeway."""
    if g.scenario.side_of[u] is Side.GERMAN:
        return Refusal("6.sea.german", "German units cross the sea only by a causeway")
    if not g.friendly(h, Side.ALLIED):
        return Refusal("6.sea.restrict", f"{g.map.labels[h]} is not friendly territory")
    if feared(g, Side.ALLIED, h):
        return Refusal("6.sea.restrict", f"{g.map.labels[h]} is in an enemy zone of control")
    return None


def why_not_enter(g: Gdw1940, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """Why a unit may not step from one hex into the next whatever it could spend: enemies, countries, commands."""
    side = g.scenario.side_of[u]
    if g.held(side.enemy)[b] and not only_parachutists(g, side, b):
        return Refusal("6.enemy_hex", f"an enemy unit is in {g.map.labels[b]}", (g.map.labels[b],))
    if side is Side.GERMAN:
        if holds_out(g, b):
            return Refusal(
                "10.eben.strength", f"the garrison of {g.map.labels[b]} must be beaten first", (g.map.labels[b],)
            )
        if g.map.country[b] != "germany" and (refusal := command.why_not_mountain_corps(g, u, g.map.country[b])):
            return refusal
        return None
    if g.map.country[b] in closed_countries(g, g.counter(u).nation) and (refusal := why_not_country(g, u, a, b)):
        return refusal
    return command.why_not_over_boundary(g, u, a, b) or command.why_not_this_way(g, u, a, b)


def only_parachutists(g: Gdw1940, side: Side, h: Hex) -> bool:
    """6.enemy_hex, 11.para.overrun: a hex with nothing but parachute regiments is open to the Allies."""
    return side is Side.ALLIED and all(g.counter(v).has("parachute") for v in g.units_in(h, side.enemy))
