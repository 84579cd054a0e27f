"""1.0: what a scenario's command rules keep Allied units from. All of it is reconstructed (tables.toml, setup.toml)."""

from __future__ import annotations

from collections.abc import Iterable

from meuse.counters import Side, Unit
from meuse.games.caseyellow.board import MARKERS, CaseYellow
from meuse.games.caseyellow.hexsets import near
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.hexsets import EVERYWHERE, HexSet, bits_of, column
from meuse.mechanics.supply import distances
from meuse.report import count
from meuse.state import GERMAN_UNITS, derived


def why_not_unit(g: CaseYellow, u: Unit) -> Refusal | None:
    """R.1.0.3, 2.4d, R.2.4d.1: army groups in the east wait until Germans are near; no other formation is bound."""
    bound = g.turn in g.scenario.rules.get("eastern_turns", ())
    if not bound or g.counter(u).group not in g.scenario.tables["command"]["east"]:
        return None
    distance = g.scenario.rules["eastern_distance"]
    if near_germans(g, distance) >> g.hex_of[u] & 1:
        return None
    return Refusal(
        "R.1.0.3", f"{g.name(u)} cannot move until a German unit is within {count(distance, 'hex', 'hexes')}"
    )


@derived(GERMAN_UNITS)
def near_germans(g: CaseYellow, distance: int) -> HexSet:
    """The hexes within a distance of a German unit."""
    return near(g, (g.hex_of[u] for u in g.on_map(Side.GERMAN)), distance)


def around(g: CaseYellow, hexes: Iterable[Hex], distance: int) -> bytes:
    """Marks on the hexes within a distance of some hexes."""
    return column(near(g, hexes, distance), len(g.map))


def why_not_step(g: CaseYellow, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """R.1.0.2: on turn 1 only cavalry of the 9th and 2nd Armies crosses the Meuse eastward."""
    if g.turn not in g.scenario.rules.get("meuse_turns", ()):
        return None
    counter, chart = g.counter(u), g.scenario.tables["command"]
    if counter.army not in chart["meuse"] or counter.kind in chart["screens"] or not eastward(g, a, b):
        return None
    return Refusal("R.1.0.2", f"{g.name(u)} must stay behind the Meuse; only cavalry crosses it this turn")


def eastward(g: CaseYellow, a: Hex, b: Hex) -> bool:
    """R.1.0.2: over the Meuse to the east, or straight to the north where it flows from east to west."""
    if g.map.side_between(a, b) not in meuse(g):
        return False
    (x, y), (east, north) = g.map.centre(a), g.map.centre(b)
    return east > x or (east == x and north < y)


@derived()
def meuse(g: CaseYellow) -> frozenset[int]:
    named = ("Meuse", "Maas")
    return frozenset(side for side, s in enumerate(g.map.sides) if any(f.name in named for f in s.features))


def goes_forward(g: CaseYellow, u: Unit) -> bool:
    """R.1.0.1: whether a unit of the left wing must go to the Dyle and to Breda on this turn."""
    if g.turn not in g.scenario.rules.get("advance_turns", ()):
        return False
    return g.counter(u).army in g.scenario.tables["command"]["left_wing"]


@derived(MARKERS)
def going_forward(g: CaseYellow) -> tuple[Unit, ...]:
    """R.1.0.1: all the units that must go forward on this turn."""
    return tuple(u for u in g.scenario.units_of[Side.ALLIED] if goes_forward(g, u))


def open_ends(g: CaseYellow, u: Unit) -> HexSet:
    """12.7c, R.1.0.1: where an Allied unit may end its move, by the rules of `why_not_near_paris` and `why_not_end`."""
    found = ~near_paris(g) if g.open_city else EVERYWHERE
    return found & forward_of(g, to_line(g)[g.hex_of[u]]) if goes_forward(g, u) else found


def why_not_end(g: CaseYellow, u: Unit, start: Hex, end: Hex) -> Refusal | None:
    """R.1.0.1: each of its moves ends nearer to the line than it began."""
    if not goes_forward(g, u):
        return None
    if forward_of(g, to_line(g)[start]) >> end & 1:
        return None
    return Refusal("R.1.0.1", f"{g.name(u)} must move towards the Dyle-Breda line this turn")


def why_not_near_paris(g: CaseYellow, h: Hex) -> Refusal | None:
    """12.7c, R.12.7c.1: within two hexes of an open Paris no Allied unit ends its move."""
    if not g.open_city or not near_paris(g) >> h & 1:
        return None
    return Refusal("12.7c", f"{g.map.labels[h]} is within two hexes of the open city of Paris")


@derived()
def near_paris(g: CaseYellow) -> HexSet:
    """12.7c: the hexes within two of Paris."""
    return near(g, g.scenario.paris, 2)


@derived()
def forward_of(g: CaseYellow, distance: int) -> HexSet:
    """R.1.0.1: the hexes nearer to the line than so many hexes, and the line itself."""
    return bits_of(h for h, far in enumerate(to_line(g)) if far < distance or far == 0)


@derived()
def to_line(g: CaseYellow) -> tuple[int, ...]:
    """R.1.0.1: how far each hex is from the line."""
    return distances(g.map.adjacent, g.map.regions["dyle_breda"].hexes)
