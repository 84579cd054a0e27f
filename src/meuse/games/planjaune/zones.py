"""4: zones of control, for movement and, where friends negate them, for supply, command and retreat."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.planjaune.board import GROUND, PlanJaune, fights, points_of
from meuse.hexmap import Hex
from meuse.mechanics.hexsets import bits_of
from meuse.mechanics.zoc import sources_of
from meuse.state import ENEMY, OWN, derived

LOW_COUNTRIES = ("belgium", "netherlands", "luxembourg")
HOME = {"belgian": "belgium", "dutch": "netherlands"}
"""The countries that have armies and are neutral until they are invaded or go to war, by nation."""
STANDS_ASIDE = frozenset({"hq", "airborne"})
"""4d: who negates no zone."""

COUNTRY_NAMES = {"belgium": "Belgium", "netherlands": "Holland", "luxembourg": "Luxembourg", "britain": "England"}


def zones(g: PlanJaune, side: Side) -> bytes:
    """4a, 4c: marks the hexes that the zones of a side cover, whoever is in them."""
    return _marked_zones(g, side, g.turn <= 1)


@derived(OWN, GROUND)
def _marked_zones(g: PlanJaune, side: Side, opening: bool) -> bytes:
    return marks_of(g, _zones(g, side, opening))


def zone_hexes(g: PlanJaune, side: Side) -> int:
    """The same hexes as a number with a bit for each."""
    return _zones(g, side, g.turn <= 1)


@derived(OWN, GROUND)
def _zones(g: PlanJaune, side: Side, opening: bool) -> int:
    """4f: in the `opening`, turn 1, French and British zones stop at the borders of the Low Countries."""
    around = touched(g)
    covered = held_up = 0
    for h in holders(g, side):
        if opening and g.counter(g.units_in(h, side)[0]).nation in ("french", "british"):
            held_up |= around[h]
        else:
            covered |= around[h]
    return (covered | held_up & ~_low_countries(g)) & _open_to_zones(g)


@derived()
def touched(g: PlanJaune) -> tuple[int, ...]:
    """For each hex those that can be acted on from it, as a number with a bit for each."""
    return tuple(bits_of(near) for near in g.scenario.touching)


@derived()
def _low_countries(g: PlanJaune) -> int:
    return bits_of(h for h, country in enumerate(g.map.country) if country in LOW_COUNTRIES)


@derived(GROUND)
def _open_to_zones(g: PlanJaune) -> int:
    barred = (h for h in (*g.scenario.all_cities, *g.scenario.works) if not reaches_into(g, h))
    return ~bits_of(barred)


def marks_of(g: PlanJaune, hexes: int) -> bytes:
    """Hexes given as a number with a bit for each, as a column of marks."""
    return f"{hexes:0{len(g.map)}b}"[::-1].encode().translate(_MARKS)


_MARKS = bytes(digit == ord("1") for digit in range(256))


def reaches_into(g: PlanJaune, h: Hex) -> bool:
    """4e: no zone reaches into a major city or a first-line fortification."""
    works = g.standing(h)
    return h not in g.scenario.all_cities and not (works is not None and works.first_line)


@derived(OWN)
def holders(g: PlanJaune, side: Side) -> tuple[Hex, ...]:
    """4a, 4b: the hexes of a side that have a zone: two stacking points, or a corps that began with two steps."""
    weight: dict[Hex, int] = {}
    for u in g.on_map(side):
        h = g.hex_of[u]
        weight[h] = weight.get(h, 0) + (2 if g.counter(u).has("two_step_corps") else points_of(g, u))
    return tuple(h for h in sorted(weight) if weight[h] >= 2)


def has_zone(g: PlanJaune, h: Hex, side: Side) -> bool:
    return h in holders(g, side)


def feared(g: PlanJaune, side: Side) -> bytes:
    """4d: marks enemy zones that no friend negates: what bars supply, command and retreat of a side."""
    return _marked_feared(g, side, g.turn <= 1)


@derived(OWN, ENEMY, GROUND)
def _marked_feared(g: PlanJaune, side: Side, opening: bool) -> bytes:
    return marks_of(g, feared_hexes(g, side))


def feared_hexes(g: PlanJaune, side: Side) -> int:
    """The same hexes as a number with a bit for each."""
    return zone_hexes(g, side.enemy) & ~negated(g, side)


@derived(OWN)
def negated(g: PlanJaune, side: Side) -> int:
    """4d: the hexes with a unit that negates zones: any but headquarters and paratroopers."""
    return bits_of([g.hex_of[u] for u in g.on_map(side) if STANDS_ASIDE.isdisjoint(g.counter(u).traits)])


@derived(OWN)
def occupied(g: PlanJaune, side: Side) -> int:
    """The hexes with units of a side, as a number with a bit for each."""
    return bits_of([g.hex_of[u] for u in g.on_map(side)])


@derived(OWN)
def held(g: PlanJaune, side: Side) -> frozenset[Hex]:
    """The hexes with units of a side that fight."""
    return frozenset([g.hex_of[u] for u in g.on_map(side) if fights(g, u)])


def causes(g: PlanJaune, side: Side, h: Hex) -> tuple[str, ...]:
    """The hexes whose zones cover a hex, to be named in a refusal."""
    return tuple(g.map.labels[n] for n in sources_of(g.map, g.scenario.touching, holders(g, side), h))


@derived(keep=512)
def around(g: PlanJaune, h: Hex, most: int) -> int:
    """The hexes no farther than this from a hex."""
    return bits_of(n for n in range(len(g.map)) if g.map.distance(h, n) <= most)
