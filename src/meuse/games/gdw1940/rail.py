"""6: movement by rail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.gdw1940 import command
from meuse.games.gdw1940.board import DISRUPTED, MOVED, POLITICS, STUCK, UNSUPPLIED, Gdw1940
from meuse.games.gdw1940.exits import why_not_enter
from meuse.games.gdw1940.ground import ground_of
from meuse.games.gdw1940.supply import friendly_hexes
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.hexsets import bits, bits_of
from meuse.mechanics.rail import rail_reach
from meuse.mechanics.supply import Links
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived

NOT_BY_RAIL = STUCK | MOVED | UNSUPPLIED
"""8.effect.rail, 6.rail.exclusive: who does not go by rail."""


def rail_country(side: Side) -> str:
    """6.rail.nation: Allied units in France, German units in Germany."""
    return "france" if side is Side.ALLIED else "germany"


def why_not_by_rail(g: Gdw1940, u: Unit) -> Refusal | None:
    """6.rail: why a unit cannot go by rail; R.6.rail.route.1: an enemy zone does not hold it where it stands.

    R.6.rail.exclusive.1: a unit that has paid to enter at the map edge has moved already. R.11.para.nothing.1: who has
    no movement factor may go by rail, which costs none.
    """
    side, h, name = g.scenario.side_of[u], g.hex_of[u], g.name(u)
    if not g.in_play(u):
        return Refusal("13.status.move", f"{name} belongs to a neutral country")
    if g.map.country[h] != rail_country(side) or not g.friendly(h, side):
        return Refusal("6.rail.nation", f"{name} is not in friendly territory in {rail_country(side).capitalize()}")
    if g.status[u] & UNSUPPLIED:
        return Refusal("8.effect.rail", f"{name} is out of supply")
    if g.status[u] & NOT_BY_RAIL or g.spent[u]:
        rule = "7.disruption.effects" if g.status[u] & DISRUPTED else "6.rail.exclusive"
        return Refusal(rule, f"{name} cannot move by rail this phase")
    return command.why_not_on_turn_0(g, u)


def why_not_rail_end(g: Gdw1940, u: Unit, goal: Hex) -> Refusal:
    """6.rail.nation, 6.rail.route: why no train takes a unit to another hex."""
    side, there = g.scenario.side_of[u], g.map.labels[goal]
    if rail_net(g, side) >> goal & 1:
        return Refusal("6.rail.route", f"no unbroken route of open hexes reaches {there}")
    if g.map.country[goal] != rail_country(side):
        return Refusal("6.rail.nation", f"{side.title} units move by rail only in {rail_country(side).capitalize()}")
    if not g.friendly(goal, side):
        return Refusal("6.rail.nation", f"{there} is not friendly territory")
    return Refusal("6.rail.route", f"{there} is closed by an enemy zone of control or a boundary")


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, POLITICS)
def rail_goals(g: Gdw1940, u: Unit) -> dict[Hex, Hex]:
    """6.rail.route: every hex that a route of open hexes leads to, with the hex before it."""
    net = rail_net(g, g.scenario.side_of[u])
    return rail_reach(rail_links(g, u), g.hex_of[u], lambda h: bool(net >> h & 1))


def can_rail(g: Gdw1940, u: Unit) -> bool:
    """6.rail.route: whether any hex next to a unit is open to it."""
    net = rail_net(g, g.scenario.side_of[u])
    return any(net >> n & 1 for n in rail_links(g, u)[g.hex_of[u]])


def rail_net(g: Gdw1940, side: Side) -> int:
    """6.rail.nation, 6.rail.route: friendly territory of the nation, without enemies or their zones; a bit for a hex.

    What the side itself does changes nothing here but by territory, so only the enemy's stamp is looked at.
    """
    return _rail_net(g, side, g.stamps[side.enemy])


@derived(CONTROL, POLITICS)
def _rail_net(g: Gdw1940, side: Side, enemy_stamp: int) -> int:
    enemies, feared = bits(g.held(side.enemy)), bits(g.zones(side.enemy)) | bits_of(g.interdicted[side.enemy])
    return _home(g, rail_country(side)) & friendly_hexes(g, side) & ~enemies & ~feared


@derived()
def _home(g: Gdw1940, country: str) -> int:
    return bits_of(h for h, of in enumerate(g.map.country) if of == country)


def rail_links(g: Gdw1940, u: Unit) -> Links:
    """R.6.rail.route.2: not through what is closed to the unit; boundaries bind, and on turn 0 the directions."""
    by_land = land_links(g, g.movement_kind(u))
    if g.scenario.side_of[u] is Side.GERMAN or (g.turn > 0 and not command.bound_to(g, g.counter(u).army)):
        return by_land
    return _Bound(g, u, by_land)


@derived()
def land_links(g: Gdw1940, kind: str) -> Links:
    return tuple(tuple(n for n, _ in exits) for exits in g.scenario.ways[kind])


class _Bound(Sequence[Sequence[Hex]]):
    """Links for a unit that command limits bind, worked out only where a route gets to."""

    def __init__(self, g: Gdw1940, u: Unit, links: Links) -> None:
        self._g, self._unit, self._links = g, u, links
        self._limits = ground_of(g, u).limits

    def __getitem__(self, h: Any) -> Any:
        limits = self._limits
        return [n for n in self._links[h] if not limits[n] or not why_not_enter(self._g, self._unit, h, n)]

    def __len__(self) -> int:
        return len(self._links)
