"""13: reinforcements come onto the map in the impulse of their command."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side, Unit
from meuse.games.manstein import victory
from meuse.games.manstein.board import HOME, Manstein, controls, feared
from meuse.games.manstein.territory import enter
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.phases import log
from meuse.phases.placing import Arrivals
from meuse.state import ALLIED_UNITS, derived
from meuse.steps import overrides


class Reinforcements(Arrivals, frozen=True):
    """13.2a: units of the activated commands that are due."""

    rule = "13.2a"

    enter = Arrivals.enter.told(rule="13.2a")
    done = Arrivals.done.told(rule="13.2b", was=("end",))

    @overrides
    def decider(self, g: Manstein) -> Side | None:
        """28.3: arrivals kept secret must not show by who is asked; then he is asked whenever units are to come."""
        if g.option("28.3"):
            return self.side if any(g.side(u) is self.side for u in g.at.get(g.box("track"), ())) else None
        return super().decider(g)

    @overrides
    def due(self, g: Manstein) -> Iterator[Unit]:
        return (u for u in waiting(g, self.side) if why_not_due(g, u) is None)

    @overrides
    def grounds(self, g: Manstein, unit: Unit) -> list[Hex]:
        return entries_of(g, g.counter(unit).nation)

    @overrides
    def why_not_place(self, g: Manstein, unit: Unit) -> Refusal | None:
        if unit not in waiting(g, self.side):
            return None
        closed = f"every arrival hex of {g.name(unit)} is closed to it"
        return why_not_due(g, unit) or Refusal("13.4a", closed)

    @overrides
    def why_not_at(self, g: Manstein, unit: Unit, h: Hex) -> Refusal | None:
        return why_not_arrive(g, unit, h)

    @overrides
    def bring_in(self, g: Manstein, unit: Unit, h: Hex) -> None:
        """13.3, R.13.3.1: placing is not movement; 13.4c, 6.0c: the hex may be overstacked for now."""
        enter(g, unit, h)
        if h in g.scenario.ports and g.counter(unit).nation == "british":
            g.naval_barred = g.turn  # 25.2
        log.arrival(g, unit, h, "13.2a")
        victory.watch(g)

    @overrides
    def overdue(self, g: Manstein) -> list[Unit]:
        """13.2b: what is due comes in this turn, if it can; at its last sure chance it must.

        R.13.2b.1: what found no room in its turn comes at the first chance.
        """
        expected = [u for u in self.arriving(g) if g.hex_of[u] == g.box("track")]
        return [u for u in expected if g.arrival[u] < g.turn or is_last_chance(g, u)]


def waiting(g: Manstein, side: Side) -> list[Unit]:
    """Units on the turn track, and logistics units paid for (14.3c)."""
    boxes = (g.box("track"), g.box("replaced"))
    return [u for box in boxes for u in g.units_in(box, side) if g.counter(u).is_ground]


def why_not_due(g: Manstein, u: Unit) -> Refusal | None:
    """13.1, 13.2a, 13.2c, R.14.3c.1: why a unit cannot arrive in this impulse."""
    counter = g.counter(u)
    if g.arrival[u] > g.turn and g.hex_of[u] == g.box("track"):
        return Refusal("13.1", f"{g.name(u)} arrives on turn {g.arrival[u]}")
    if counter.command != "Res" and counter.command not in g.now.commands:
        return Refusal("13.2a", f"{g.name(u)} arrives when {counter.command} is activated")
    return None


def is_last_chance(g: Manstein, u: Unit) -> bool:
    """13.2b, R.13.2b.2: whether no marker is left in the bin that is sure to bring this unit in later in the turn."""
    side, command = g.side(u), g.counter(u).command
    left = g.regular[side]
    if command == "Res":
        return not left and not g.special[side]
    return command not in {name for marker in left for name in g.scenario.markers[marker].commands}


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


def why_not_arrive(g: Manstein, u: Unit, h: Hex) -> Refusal | None:
    """13.4a, 13.4b, 7.2b, 22.4c: why a unit cannot arrive in a hex; none of them is rough, so armies may too."""
    side, counter, there = g.side(u), g.counter(u), g.spot(h)
    if h not in entries_of(g, counter.nation):
        rules = {"german": "13.3a", "british": "13.3c"}
        return Refusal(rules.get(counter.nation, "13.3b"), f"{there} is not an arrival hex of {g.name(u)}")
    if feared(g, side)[h]:
        return Refusal("13.4b", f"{there} is in an enemy zone of control", (g.label(h),))
    if not controls(g, side, h) or g.ground(h, side.enemy):
        return Refusal("13.4a", f"you do not control {there}", (g.label(h),))
    if h in g.scenario.closed or h in g.open_cities:
        return Refusal("13.4a", f"{g.name(u)} cannot enter {there}")
    return why_not_bombed(g, counter.nation, h)


def why_not_bombed(g: Manstein, nation: str, h: Hex) -> Refusal | None:
    """22.4c: a bombed city is neither depot nor port; an edge hex stays open."""
    edges = {"german": ("german-east-edge",), "french": ("french-south-edge", "french-east-edge")}
    open_edges = (g.map.regions[edge].hexes for edge in edges.get(nation, ("british-west-edge",)))
    if h in g.bombed and not any(h in hexes for hexes in open_edges):
        return Refusal("22.4c", f"{g.spot(h)} has been bombed; no unit can arrive there")
    return None
