"""4: stacking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meuse.counters import Side, Unit
from meuse.games.france40.board import DRIVEN, France40
from meuse.games.france40.losses import eliminate
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.phases.stacking import Overstacking
from meuse.steps import overrides


def weight(g: France40, units: Iterable[Unit]) -> int:
    """4.2a, 4.2b: the Stacking Points of units; 4.3.1: those of one division count three at most."""
    total = 0
    divisions: dict[str, int] = {}
    faces, steps, counters = g.scenario.faces, g.steps, g.scenario.counters
    for u in units:
        points, division = faces[u][steps[u]].stacking, counters[u].division
        if division:
            divisions[division] = divisions.get(division, 0) + points
        else:
            total += points
    most: int = g.scenario.tables["limits"]["division"]
    return total + sum(min(points, most) for points in divisions.values())


def why_not_stack(g: France40, units: tuple[Unit, ...]) -> Refusal | None:
    """4.1: at most seven points; 4.3.2: a tank unit of two points or less may exceed that, if it is the only one."""
    limits = g.scenario.tables["limits"]
    total = weight(g, units)
    if total <= limits["stacking"]:
        return None
    tanks = [u for u in units if g.face(u).tank]
    if len(tanks) != 1:
        rule = "4.3.2" if tanks else "4.1"
        return Refusal(rule, f"the stack has {total} Stacking Points, and a hex holds {limits['stacking']}")
    supports = g.face(tanks[0]).stacking <= limits["tank_support"]
    if supports and weight(g, (u for u in units if u != tanks[0])) <= limits["stacking"]:
        return None
    return Refusal("4.1", f"the stack has {total} Stacking Points, and a hex holds {limits['stacking']}")


def fits(g: France40, joining: tuple[Unit, ...], h: Hex) -> bool:
    """Whether units may stack with their friends in a hex."""
    if h not in g.at:
        return why_not_stack(g, joining) is None
    side = g.scenario.side_of[joining[0]]
    friends = tuple(u for u in g.units_in(h, side) if u not in joining)
    return why_not_stack(g, (*friends, *joining)) is None


def overstacked(g: France40, side: Side) -> list[Hex]:
    """4.4a: the hexes over the limit. Entry Hexes are not played in (19.4.1a)."""
    held, playable = g.held(side), g.scenario.playable
    return sorted(h for h in g.at if h >= 0 and held[h] > 2 and playable[h] and why_not_stack(g, g.units_in(h, side)))


def overfull(g: France40, side: Side) -> list[Hex]:
    """4.4a: the hexes that must be put right as a phase of their owner ends.

    R.12.1.4a.1: those overstacked by a retreat wait until the end of his next movement phase.
    """
    return [h for h in overstacked(g, side) if not any(g.status[u] & DRIVEN for u in g.units_in(h, side))]


class CorrectStacking(Overstacking, frozen=True):
    """4.4b: the owner eliminates units until every hex keeps to the limit. `hexes` are those that must."""

    rule = "4.4b"
    hexes: tuple[Hex, ...]

    eliminate = Overstacking.eliminate.told(rule="4.4b")

    @overrides
    def crowded(self, g: France40) -> list[Hex]:
        return [h for h in self.hexes if why_not_stack(g, g.units_in(h, self.side))]

    @overrides
    def counted(self, g: France40, h: Hex) -> Iterator[Unit]:
        """4.2b: HQs and Fort units have no Stacking Points."""
        return (u for u in g.units_in(h, self.side) if g.face(u).stacking)

    @overrides
    def remove(self, g: France40, unit: Unit) -> None:
        eliminate(g, unit, "4.4b")


def correct_stacking(g: France40, side: Side) -> tuple[CorrectStacking, ...]:
    """4.4a: the question at the end of a phase, if there is one."""
    hexes = tuple(overfull(g, side))
    return (CorrectStacking(side, hexes),) if hexes else ()
