"""1.0: what a scenario's command rules keep Allied units from. All of it is reconstructed (setup.toml)."""

from __future__ import annotations

from meuse.counters import Side, Unit
from meuse.games.caseyellow.board import CaseYellow
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.state import GERMAN_UNITS, derived

LEFT_WING = ("fr.1", "fr.7", "uk.bef")
"""R.1.0.1: the armies that go forward to the Dyle and to Breda."""
MEUSE_ARMIES = ("fr.9", "fr.2")
SCREENS = ("dlc", "cavalry")
EAST = ("fr.ga2", "fr.ga3")


def unit_refuses(g: CaseYellow, u: Unit) -> Refusal | None:
    """R.1.0.3, 2.4d, R.2.4d.1: army groups in the east wait until Germans are near; no other formation is bound."""
    if g.turn not in g.scenario.rules.get("eastern_turns", ()) or g.counter(u).group not in EAST:
        return None
    near = g.scenario.rules["eastern_distance"]
    if near_germans(g, near)[g.hex_of[u]]:
        return None
    return Refusal("R.1.0.3", f"{g.name(u)} waits until a German unit is within {near} hexes")


@derived(GERMAN_UNITS)
def near_germans(g: CaseYellow, distance: int) -> bytes:
    """Marks on the hexes within so many of a German unit."""
    return around(g, frozenset(g.hex_of[u] for u in g.on_map(Side.GERMAN)), distance)


def around(g: CaseYellow, hexes: frozenset[Hex], distance: int) -> bytes:
    """Marks on the hexes within so many of some hexes."""
    found = bytearray(len(g.map))
    layer, seen = set(hexes), set(hexes)
    for _ in range(distance):
        layer = {n for h in layer for n in g.map.adjacent[h]} - seen
        seen |= layer
    for h in seen:
        found[h] = 1
    return bytes(found)


def step_refuses(g: CaseYellow, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """R.1.0.2: on turn 1 only cavalry of the 9th and 2nd Armies crosses the Meuse eastward."""
    if g.turn not in g.scenario.rules.get("meuse_turns", ()):
        return None
    counter = g.counter(u)
    if counter.army not in MEUSE_ARMIES or counter.kind in SCREENS or not eastward(g, a, b):
        return None
    return Refusal("R.1.0.2", f"{g.name(u)} stays behind the Meuse; only cavalry crosses it on this turn")


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
    return g.turn in g.scenario.rules.get("advance_turns", ()) and g.counter(u).army in LEFT_WING


def end_refuses(g: CaseYellow, u: Unit, start: Hex, end: Hex) -> Refusal | None:
    """R.1.0.1: each of its moves ends nearer to the line than it began."""
    if not goes_forward(g, u):
        return None
    far = to_line(g)
    if far[end] < far[start] or far[end] == 0:
        return None
    return Refusal("R.1.0.1", f"{g.name(u)} goes forward to the Dyle and to Breda on this turn")


def paris_refuses(g: CaseYellow, h: Hex) -> Refusal | None:
    """12.7c, R.12.7c.1: within two hexes of an open Paris no Allied unit ends its move."""
    if not g.open_city or not near_paris(g)[h]:
        return None
    return Refusal("12.7c", f"{g.map.labels[h]} is within two hexes of the open city of Paris")


@derived()
def near_paris(g: CaseYellow) -> bytes:
    """12.7c: the hexes within two of Paris."""
    return around(g, g.scenario.paris, 2)


@derived()
def to_line(g: CaseYellow) -> bytes:
    """R.1.0.1: how far each hex is from the line."""
    line = sorted(g.map.regions["dyle_breda"].hexes)
    return bytes(min(g.map.distance(h, goal) for goal in line) for h in range(len(g.map)))
