"""4: zones of control, for movement and, where friends negate them, for supply, command and retreat."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.planjaune.board import GROUND, GamePJ, fights, points_of
from meuse.hexmap import Hex
from meuse.mechanics.zoc import sources_of
from meuse.state import ALLIED_UNITS, GERMAN_UNITS, derived

LOW_COUNTRIES = ("belgium", "netherlands", "luxembourg")
COUNTRY_NAMES = {"belgium": "Belgium", "netherlands": "Holland", "luxembourg": "Luxembourg", "britain": "England"}


def zones(g: GamePJ, side: Side) -> bytearray:
    """4a, 4c: the hexes that the zones of a side cover, whoever is in them."""
    opening = g.turn <= 1
    return _german_zones(g) if side is Side.GERMAN else _allied_zones(g, opening)


@derived(GERMAN_UNITS, GROUND)
def _german_zones(g: GamePJ) -> bytearray:
    return _covered(g, Side.GERMAN, opening=False)


@derived(ALLIED_UNITS, GROUND)
def _allied_zones(g: GamePJ, opening: bool) -> bytearray:
    return _covered(g, Side.ALLIED, opening=opening)


def _covered(g: GamePJ, side: Side, *, opening: bool) -> bytearray:
    covered = bytearray(len(g.map))
    country = g.map.country
    for h in holders(g, side):
        bound = opening and g.counter(g.units_in(h, side)[0]).nation in ("french", "british")
        for n in g.scenario.touching[h]:
            if reaches_into(g, n) and not (bound and country[n] in LOW_COUNTRIES):  # 4f
                covered[n] = 1
    return covered


def reaches_into(g: GamePJ, h: Hex) -> bool:
    """4e: no zone reaches into a major city or a first-line fortification."""
    works = g.standing(h)
    return h not in g.scenario.all_cities and not (works is not None and works.first_line)


def holders(g: GamePJ, side: Side) -> tuple[Hex, ...]:
    """The hexes of a side that have a zone."""
    return _german_holders(g) if side is Side.GERMAN else _allied_holders(g)


@derived(GERMAN_UNITS)
def _german_holders(g: GamePJ) -> tuple[Hex, ...]:
    return tuple(h for h in sorted({g.hex_of[u] for u in g.on_map(Side.GERMAN)}) if has_zone(g, h, Side.GERMAN))


@derived(ALLIED_UNITS)
def _allied_holders(g: GamePJ) -> tuple[Hex, ...]:
    return tuple(h for h in sorted({g.hex_of[u] for u in g.on_map(Side.ALLIED)}) if has_zone(g, h, Side.ALLIED))


def has_zone(g: GamePJ, h: Hex, side: Side) -> bool:
    """4a, 4b: two stacking points, or a corps that began with two steps."""
    units = g.units_in(h, side)
    return sum(points_of(g, u) for u in units) >= 2 or any(g.counter(u).has("two_step_corps") for u in units)


def feared(g: GamePJ, side: Side) -> bytearray:
    """4d: enemy zones that no friend negates: what bars supply, command and retreat of a side."""
    return _feared_by_germans(g, g.turn <= 1) if side is Side.GERMAN else _feared_by_allies(g)


@derived(GERMAN_UNITS, ALLIED_UNITS, GROUND)
def _feared_by_germans(g: GamePJ, opening: bool) -> bytearray:
    return _not_negated(g, Side.GERMAN)


@derived(GERMAN_UNITS, ALLIED_UNITS, GROUND)
def _feared_by_allies(g: GamePJ) -> bytearray:
    return _not_negated(g, Side.ALLIED)


def _not_negated(g: GamePJ, side: Side) -> bytearray:
    left = zones(g, side.enemy).copy()
    for u in g.on_map(side):
        if negates(g, u):
            left[g.hex_of[u]] = 0
    return left


def held(g: GamePJ, side: Side) -> frozenset[Hex]:
    """The hexes with units of a side that fight."""
    return _german_held(g) if side is Side.GERMAN else _allied_held(g)


@derived(GERMAN_UNITS)
def _german_held(g: GamePJ) -> frozenset[Hex]:
    return frozenset(g.hex_of[u] for u in g.on_map(Side.GERMAN) if fights(g, u))


@derived(ALLIED_UNITS)
def _allied_held(g: GamePJ) -> frozenset[Hex]:
    return frozenset(g.hex_of[u] for u in g.on_map(Side.ALLIED) if fights(g, u))


def negates(g: GamePJ, u: int) -> bool:
    """4d: any unit but headquarters and paratroopers."""
    return not (g.counter(u).has("hq") or g.counter(u).has("airborne"))


def causes(g: GamePJ, side: Side, h: Hex) -> tuple[str, ...]:
    """The hexes whose zones cover a hex, to be named in a refusal."""
    return tuple(g.map.labels[n] for n in sources_of(g.map, g.scenario.touching, holders(g, side), h))
