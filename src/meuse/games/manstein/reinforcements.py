"""13: reinforcements come onto the map in the impulse of their command."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side, Unit
from meuse.games.manstein import victory
from meuse.games.manstein.board import HOME, Manstein, controls, feared
from meuse.games.manstein.territory import enter
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.state import ALLIED_UNITS, derived
from meuse.steps import Question


class Reinforcements(Question, frozen=True):
    """13.2a: units of the activated commands that are due."""

    rule = "13.2a"
    question = "Where do your reinforcements arrive?"

    def title(self, g: Manstein) -> str:
        return f"{self.side.title} reinforcements"

    def decider(self, g: Manstein) -> Side | None:
        """28.3: arrivals kept secret must not show by who is asked; then he is asked whenever units are to come."""
        if g.option("28.3"):
            return self.side if any(g.side(u) is self.side for u in g.at.get(g.box("track"), ())) else None
        return self.side if any(True for _ in self.arriving(g)) else None

    @order("enter {unit} {hex}", label="Arrive", rule="13.2a")
    def arrive(self, g: Manstein, unit: Unit, h: Hex) -> None:
        """13.3, R.13.3.1: placing is not movement; 13.4c, 6.0c: the hex may be overstacked for now."""
        enter(g, unit, h)
        if h in g.scenario.ports and g.counter(unit).nation == "british":
            g.naval_barred = g.turn  # 25.2
        there = g.label(h)
        g.emit("arrival", f"{g.name(unit)} arrives in {there}", "13.2a", units=(g.name(unit),), at=(there,))
        victory.watch(g)

    @arrive.choices("unit")
    def arriving(self, g: Manstein) -> Iterator[Unit]:
        due = (u for u in waiting(g, self.side) if arrival_refuses(g, u) is None)
        return (u for u in due if next(arrival_hexes(g, u), None) is not None)

    @arrive.choices("hex")
    def entries(self, g: Manstein, unit: Unit) -> Iterator[Hex]:
        return arrival_hexes(g, unit)

    @arrive.refuses("unit")
    def why_not(self, g: Manstein, unit: Unit) -> Refusal | None:
        if unit not in waiting(g, self.side):
            return None
        return arrival_refuses(g, unit) or Refusal("13.4a", f"no hex where {g.name(unit)} could arrive is free")

    @arrive.refuses("hex")
    def why_not_there(self, g: Manstein, unit: Unit, h: Hex) -> Refusal | None:
        return entry_refuses(g, unit, h)

    @order("end", label="End arrivals", rule="13.2b")
    def end(self, g: Manstein) -> None:
        g.pop()

    @end.closed_if
    def overdue(self, g: Manstein) -> Refusal | None:
        """13.2b: what is due comes in this turn, if it can; at its last sure chance it must.

        R.13.2b.1: what found no room in its turn comes at the first chance.
        """
        expected = [u for u in self.arriving(g) if g.hex_of[u] == g.box("track")]
        due = [u for u in expected if g.arrival[u] < g.turn or is_last_chance(g, u)]
        return Refusal("13.2b", f"{g.name(due[0])} must arrive now") if due else None


def waiting(g: Manstein, side: Side) -> list[Unit]:
    """Units on the turn track, and logistics units paid for (14.3c)."""
    boxes = (g.box("track"), g.box("replaced"))
    return [u for box in boxes for u in g.units_in(box, side) if g.counter(u).is_ground]


def arrival_refuses(g: Manstein, u: Unit) -> Refusal | None:
    """13.1, 13.2a, 13.2c, R.14.3c.1: why a unit cannot arrive in this impulse."""
    name, counter = g.name(u), g.counter(u)
    if g.arrival[u] > g.turn and g.hex_of[u] == g.box("track"):
        return Refusal("13.1", f"{name} arrives on a later turn")
    if counter.command != "Res" and counter.command not in g.now.commands:
        return Refusal("13.2a", f"{name} arrives with {counter.command}, which is not activated")
    return None


def is_last_chance(g: Manstein, u: Unit) -> bool:
    """13.2b, R.13.2b.2: whether no marker is left in the bin that is sure to bring this unit in later in the turn."""
    side, command = g.side(u), g.counter(u).command
    left = g.regular[side]
    if command == "Res":
        return not left and not g.special[side]
    return command not in {name for marker in left for name in g.scenario.markers[marker].commands}


def arrival_hexes(g: Manstein, u: Unit) -> Iterator[Hex]:
    """13.3a, 13.3b, 13.3c, 25.2: depots and map edges, as far as they are open."""
    return (h for h in entries_of(g, g.counter(u).nation) if entry_refuses(g, u, h) is None)


@derived(ALLIED_UNITS)
def entries_of(g: Manstein, nation: str) -> list[Hex]:
    """13.3a: German depots and the east edge; 13.3b: own depots, for the French edges too; 13.3c: the west edge."""
    regions, depots = g.map.regions, g.scenario.depots.get(HOME[nation], ())
    if nation == "german":
        return sorted({*depots, *regions["german-east-edge"].hexes})
    if nation == "french":
        return sorted({*depots, *regions["french-south-edge"].hexes, *regions["french-east-edge"].hexes})
    if nation == "british":
        ports = g.scenario.ports if may_land_in_ports(g) else frozenset()
        return sorted({*regions["british-west-edge"].hexes, *ports})
    return sorted(depots)


def may_land_in_ports(g: Manstein) -> bool:
    """25.2: in a turn in which the naval unit has not been used, and will not be."""
    naval = next(u for u in g.scenario.units_of[Side.ALLIED] if g.counter(u).kind == "naval")
    return g.option("25.2") and g.hex_of[naval] == g.box("available")


def entry_refuses(g: Manstein, u: Unit, h: Hex) -> Refusal | None:
    """13.4a, 13.4b, 7.2b, 22.4c: why a unit cannot arrive in a hex; none of them is rough, so that armies may too."""
    side, counter, there = g.side(u), g.counter(u), g.label(h)
    if h not in entries_of(g, counter.nation):
        rules = {"german": "13.3a", "british": "13.3c"}
        return Refusal(rules.get(counter.nation, "13.3b"), f"{g.name(u)} does not arrive in {there}")
    if feared(g, side)[h]:
        return Refusal("13.4b", f"{there} is in an enemy zone", (there,))
    if not controls(g, side, h) or g.ground(h, side.enemy):
        return Refusal("13.4a", f"{there} is not friendly", (there,))
    if h in g.scenario.closed or h in g.open_cities:
        return Refusal("13.4a", f"{there} is closed to {g.name(u)}")
    return bombed_refuses(g, counter.nation, h)


def bombed_refuses(g: Manstein, nation: str, h: Hex) -> Refusal | None:
    """22.4c: a bombed city is neither depot nor port; an edge hex stays open."""
    edges = {"german": ("german-east-edge",), "french": ("french-south-edge", "french-east-edge")}
    open_edges = (g.map.regions[edge].hexes for edge in edges.get(nation, ("british-west-edge",)))
    if h in g.bombed and not any(h in hexes for hexes in open_edges):
        return Refusal("22.4c", f"{g.label(h)} has been bombed")
    return None
