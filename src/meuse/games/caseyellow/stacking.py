"""8: stacking."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from meuse.counters import Side, Unit
from meuse.games.caseyellow.board import CONDITION, MARKERS, ROADSIDE, CaseYellow
from meuse.games.caseyellow.hexsets import held
from meuse.games.caseyellow.losses import eliminate
from meuse.hexmap import Hex
from meuse.mechanics.hexsets import HexSet, bits_of, members
from meuse.orders import order
from meuse.state import ALLIED_UNITS, derived
from meuse.steps import Question

SMALL_ROOM = (3, 2, 1)
"""8.3c, R.8.3c.1: how many regiments or brigades fit beside no, one or two larger units."""
MOST = 3
"""8.3: how many units may stack."""


def stack_fault(g: CaseYellow, units: Sequence[Unit], h: Hex) -> str | None:
    """The rule that units of one side in a hex break; 8.1, 8.2, 7.9b: units only, 8.5: no markers."""
    if is_open_port(g, h):
        return None
    s = g.scenario
    large = [u for u in units if s.size_of[u] != "small"]
    corps = sum(s.size_of[u] == "corps" for u in large)
    if len(large) > 2 or corps > 1:
        return "8.3a"
    if corps and any(s.size_of[u] == "division" and s.motorized[u] for u in large):
        return "8.3b"
    if len(units) - len(large) > SMALL_ROOM[len(large)]:
        return "8.3c"
    return nations_fault(g, {g.nation(u) for u in units}, h)


def nations_fault(g: CaseYellow, nations: set[str], h: Hex) -> str | None:
    """8.6a, 8.6b, 8.6c, R.8.6a.1: who may not share a hex."""
    if {"dutch", "belgian"} <= nations:
        return "8.6a"
    if {"french", "british"} <= nations and not together(g, h):
        return "8.6c"
    return None


def together(g: CaseYellow, h: Hex) -> bool:
    """8.6c, 13.5.1: French and British may stack from the scenario's turn on, and in and next to the Dynamo port."""
    near_port = g.port >= 0 and (h == g.port or h in g.map.adjacent[g.port])
    return g.turn >= g.scenario.rules["anglo_french_from"] or near_port


def is_open_port(g: CaseYellow, h: Hex) -> bool:
    """13.5.3, 8.4: overstacking is allowed in the Dynamo port; 13.5.4: not in the hexes next to it."""
    return g.port >= 0 and h == g.port


def port_fault(g: CaseYellow, units: Sequence[Unit]) -> str | None:
    """13.5.3, 13.5.1: the fault of a stack by the normal limits, French and British together."""
    return stack_fault(g, units, g.map.adjacent[g.port][0])


@derived(ALLIED_UNITS, MARKERS, ROADSIDE, CONDITION)
def port_defenders(g: CaseYellow) -> tuple[Unit, ...]:
    """13.5.3: of the units in the Dynamo port the strongest stack that the normal limits allow."""
    units = g.fighters(g.port, Side.ALLIED)
    if port_fault(g, units) is None:
        return units
    stacks = (stack for size in range(1, MOST + 1) for stack in combinations(units, size))
    return max((stack for stack in stacks if port_fault(g, stack) is None), key=lambda s: sum(map(g.strength, s)))


def may_stack(g: CaseYellow, u: Unit, h: Hex) -> bool:
    """8.4, 8.4b, 8.4c: whether a unit may be in a hex with its friends there."""
    friends = g.at.get(h)
    if friends is None:
        return True
    side = g.side(u)
    return stack_fault(g, (*(v for v in g.units_in(h, side) if v != u), u), h) is None


def with_room(g: CaseYellow, u: Unit, hexes: HexSet) -> HexSet:
    """8.4b: the hexes of a set, none of them with enemies, in which a unit may be with its friends there."""
    shared = hexes & held(g, g.side(u))
    return hexes & ~shared | bits_of(h for h in members(shared) if may_stack(g, u, h))


def overstacked(g: CaseYellow, side: Side) -> list[Hex]:
    """8.4: the hexes over a limit."""
    crowded = (h for h, units in g.at.items() if h >= 0 and len(units) > 1 and g.side(units[0]) is side)
    return sorted(h for h in crowded if stack_fault(g, g.units_in(h, side), h))


class Excess(Question, frozen=True):
    """8.4, 8.4a: the owner of an overstacked hex eliminates units of his choice until it is legal."""

    rule = "8.4"
    title = "Overstacking"
    question = "Which excess unit is eliminated?"

    def decider(self, g: CaseYellow) -> Side | None:
        return self.side if overstacked(g, self.side) else None

    @order(
        "eliminate {unit}",
        rule="8.4",
        says="The unit is removed to bring the hex within the stacking limit.",
        why="only units in an overstacked hex can be eliminated",
    )
    def give_up(self, g: CaseYellow, unit: Unit) -> None:
        eliminate(g, unit, "8.4")

    @give_up.choices("unit")
    def crowded(self, g: CaseYellow) -> list[Unit]:
        return [u for h in overstacked(g, self.side) for u in g.units_in(h, self.side)]
