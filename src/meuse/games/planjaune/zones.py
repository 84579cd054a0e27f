"""4: zones of control, for movement and, where friends negate them, for supply, command and retreat."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.planjaune.board import GROUND, GamePJ, fights, points_of
from meuse.hexmap import Hex
from meuse.mechanics.zoc import sources_of
from meuse.state import ENEMY, OWN, derived

LOW_COUNTRIES = ("belgium", "netherlands", "luxembourg")
COUNTRY_NAMES = {"belgium": "Belgium", "netherlands": "Holland", "luxembourg": "Luxembourg", "britain": "England"}


def zones(g: GamePJ, side: Side) -> bytearray:
    """4a, 4c: the hexes that the zones of a side cover, whoever is in them."""
    return _zones(g, side, g.turn <= 1)


@derived(OWN, GROUND)
def _zones(g: GamePJ, side: Side, opening: bool) -> bytearray:
    """4f: in the `opening`, turn 1, French and British zones stop at the borders of the Low Countries."""
    covered = bytearray(len(g.map))
    country = g.map.country
    for h in holders(g, side):
        bound = opening and g.counter(g.units_in(h, side)[0]).nation in ("french", "british")
        for n in g.scenario.touching[h]:
            if reaches_into(g, n) and not (bound and country[n] in LOW_COUNTRIES):
                covered[n] = 1
    return covered


def reaches_into(g: GamePJ, h: Hex) -> bool:
    """4e: no zone reaches into a major city or a first-line fortification."""
    works = g.standing(h)
    return h not in g.scenario.all_cities and not (works is not None and works.first_line)


@derived(OWN)
def holders(g: GamePJ, side: Side) -> tuple[Hex, ...]:
    """The hexes of a side that have a zone."""
    return tuple(h for h in sorted({g.hex_of[u] for u in g.on_map(side)}) if has_zone(g, h, side))


def has_zone(g: GamePJ, h: Hex, side: Side) -> bool:
    """4a, 4b: two stacking points, or a corps that began with two steps."""
    units = g.units_in(h, side)
    return sum(points_of(g, u) for u in units) >= 2 or any(g.counter(u).has("two_step_corps") for u in units)


def feared(g: GamePJ, side: Side) -> bytearray:
    """4d: enemy zones that no friend negates: what bars supply, command and retreat of a side."""
    return _feared(g, side, g.turn <= 1)


@derived(OWN, ENEMY, GROUND)
def _feared(g: GamePJ, side: Side, opening: bool) -> bytearray:
    left = zones(g, side.enemy).copy()
    for u in g.on_map(side):
        if negates(g, u):
            left[g.hex_of[u]] = 0
    return left


@derived(OWN)
def held(g: GamePJ, side: Side) -> frozenset[Hex]:
    """The hexes with units of a side that fight."""
    return frozenset(g.hex_of[u] for u in g.on_map(side) if fights(g, u))


def negates(g: GamePJ, u: int) -> bool:
    """4d: any unit but headquarters and paratroopers."""
    return not (g.counter(u).has("hq") or g.counter(u).has("airborne"))


def causes(g: GamePJ, side: Side, h: Hex) -> tuple[str, ...]:
    """The hexes whose zones cover a hex, to be named in a refusal."""
    return tuple(g.map.labels[n] for n in sources_of(g.map, g.scenario.touching, holders(g, side), h))
