"""What a unit meets on its way: enemies, zones, fortifications, borders, air zones. 7.2, 8.4, 8.5, 16.8, 17.0b."""

from __future__ import annotations

import msgspec

from meuse.counters import Side, Unit
from meuse.games.manstein.board import MARKS, Manstein, feared, held
from meuse.games.manstein.words import land
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.reach import HexByHex, union
from meuse.state import ALLIED_UNITS, GERMAN_UNITS, derived

AREAS = {"belgian": ("belgium", "france"), "dutch": ("netherlands",)}
"""8.5c, 8.5d: where these nations may go; all others go anywhere (8.5b)."""


class Ground(msgspec.Struct, frozen=True):
    """Marks by hex, for one nation."""

    enemies: bytes
    feared: bytes
    barred: bytes
    forts: bytes
    interdicted: bytes
    special: bytes


@derived(GERMAN_UNITS, ALLIED_UNITS, MARKS)
def ground_for(g: Manstein, nation: str) -> Ground:
    side = Side.GERMAN if nation == "german" else Side.ALLIED
    enemies, zones = held(g, side.enemy), feared(g, side)
    barred, forts, shadowed = barred_hexes(g, nation), enemy_forts(g, side), interdicted(g, side)
    return Ground(enemies, zones, barred, forts, shadowed, union(enemies, zones, barred, forts, shadowed))


@derived(MARKS)
def barred_hexes(g: Manstein, nation: str) -> bytes:
    return bytes(why_not_country(g, nation, h) is not None for h in range(len(g.map)))


@derived(MARKS)
def enemy_forts(g: Manstein, side: Side) -> bytes:
    """17.0b: marks the intact fortifications of the other side."""
    forts = bytearray(len(g.map))
    for h, fort in g.scenario.forts.items():
        forts[h] = fort.side is not side and h not in g.destroyed
    return bytes(forts)


def why_not_country(g: Manstein, nation: str, h: Hex) -> Refusal | None:
    """8.5c, 8.5d, 25.4b, 28.2f: countries that a nation may not enter; open cities are closed to the Allies."""
    if nation != "german" and h in g.open_cities:
        return Refusal("25.4b", f"{g.spot(h)} is an open city")
    area = AREAS.get(nation)
    if area is None or g.map.country[h] in (*area, "", "britain", "switzerland"):
        return None
    if nation == "belgian" and g.option("28.2f") and g.map.country[h] == "luxembourg":
        return None
    rule = "8.5c" if nation == "belgian" else "8.5d"
    return Refusal(rule, f"{nation.capitalize()} units cannot enter {land(g.map.country[h])}")


def interdicted(g: Manstein, side: Side) -> bytes:
    """16.8a, 16.5a, R.16.8a.1: marks the hexes in German air zones, for the Allies only; several count as one."""
    marks = bytearray(len(g.map))
    if side is Side.ALLIED:
        for h in air_zones(g, Side.GERMAN):
            marks[h] = 1
    return bytes(marks)


def air_zones(g: Manstein, side: Side) -> dict[Hex, int]:
    """16.4: the hexes in the zones of a side's air units, with the best support factor that covers each."""
    found: dict[Hex, int] = {}
    for u in air_units(g, side):
        if g.hex_of[u] >= 0:
            for h in air_zone(g, u):
                found[h] = max(found.get(h, 0), g.attack_of(u))
    return found


@derived()
def air_units(g: Manstein, side: Side) -> tuple[Unit, ...]:
    return tuple(u for u in g.scenario.units_of[side] if g.counter(u).kind == "air")


def air_zone(g: Manstein, u: Unit) -> tuple[Hex, ...]:
    """16.4, R.16.4.1, 22.3d: its hex and all around it, over the sea too; its own hex only when reduced."""
    h = g.hex_of[u]
    return (h, *g.map.adjacent[h]) if g.steps[u] == g.counter(u).steps else (h,)


class Exits(HexByHex):
    """8.0c: how one unit moves as the board stands. See reach.Mover."""

    def __init__(self, g: Manstein, u: Unit) -> None:
        counter = g.counter(u)
        self.ways = g.scenario.ways["army" if counter.is_army else "mech" if counter.mech else "foot"]
        self._g, self._column = g, "mech" if counter.mech else "foot"
        self.ground = ground = ground_for(g, counter.nation)
        self.special = ground.special

    def step(self, a: Hex, b: Hex, price: int) -> tuple[int, bool] | None:
        """7.2c, 7.2c2, 8.0e, 16.8a: what a step costs, and whether the move ends with it."""
        ground = self.ground
        if ground.enemies[b] or ground.barred[b] or (ground.feared[a] and ground.feared[b]):
            return None
        if ground.forts[b]:
            price = self.into_fort(a, b, price)
        return price + ground.interdicted[a], bool(ground.feared[b])

    def into_fort(self, a: Hex, b: Hex, price: int) -> int:
        """17.0b, 8.4a: the dearest of terrain and enemy fortification, and the river on top (8.4b)."""
        tables = self._g.scenario.tables
        river = tables["river"][self._column] if (a, b) in self._g.scenario.rivers else 0
        return int(max(price - river, tables["places"][self._g.scenario.forts[b].kind][self._column]) + river)


def why_not_step(g: Manstein, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """Why a unit cannot go from one hex to the next, costs apart."""
    ground = ground_for(g, g.counter(u).nation)
    if refusal := why_not_enter(g, u, a, b):
        return refusal
    if ground.enemies[b]:
        return why_not_shared(g, g.side(u), b)
    if ground.feared[a] and ground.feared[b]:
        text = f"{g.name(u)} cannot move from one enemy zone of control directly into another, at {g.spot(b)}"
        return Refusal("7.2c2", text)
    return None


def why_not_shared(g: Manstein, side: Side, h: Hex) -> Refusal:
    """6.0f: a hex with enemy ground units is closed to the units of a side."""
    enemies = g.ground(h, side.enemy)
    are = "is" if len(enemies) == 1 else "are"
    return Refusal("6.0f", f"{g.listed(enemies)} {are} in {g.spot(h)}", (g.label(h),))


def why_not_enter(g: Manstein, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """2.1a, 8.0e, 8.4.1, 8.5b, 12.2c, R.11.1c.1: terrain and countries that a unit may not enter, nor retreat into."""
    if g.map.terrain[b] == "switzerland":
        return Refusal("8.5b", "no unit may enter Switzerland")
    if g.map.country[b] == "netherlands" and b in g.scenario.closed:
        return Refusal("28.1e", "the Netherlands is out of play")
    if b in g.scenario.closed:
        return Refusal("8.0e", f"{g.spot(b)} is not a land hex in play")
    if b not in g.scenario.links[a]:
        return Refusal("2.1a", f"{g.spot(a)} and {g.spot(b)} are separated by the sea")
    if g.counter(u).is_army and not g.scenario.tables["terrain"][g.map.terrain[b]].get("armies", True):
        return Refusal("8.4.1", f"{g.spot(b)} is rough; armies such as {g.name(u)} cannot enter it")
    return why_not_country(g, g.counter(u).nation, b)
