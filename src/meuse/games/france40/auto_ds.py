"""7.7: Automatic DS: a hex that is hopelessly outnumbered falls during movement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.counters import Side, Unit
from meuse.games.france40 import odds
from meuse.games.france40.attackers import cooperates, why_not_attack
from meuse.games.france40.battle import apply_result, tell, without_surplus
from meuse.games.france40.board import AUTO_DS, France40
from meuse.games.france40.odds import AUTOMATIC, AUTOMATIC_DS, Battle
from meuse.games.france40.terrain import ground
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.steps import Question, Step

MOST_SHIFTS = 3
"""9.2.1, 9.5.1, 9.5.2a: the Tank Shift and both shifts of quality are all that can help without Air units and HQs."""


def after_leg(g: France40, side: Side, units: Sequence[Unit]) -> tuple[Step, ...]:
    """7.7a: the hexes next to units that have just moved, if they can be shattered now."""
    near = {h for u in units if g.hex_of[u] >= 0 for h in ground(g).spread[g.hex_of[u]]}
    return tuple(AutomaticDS(side, h) for h in sorted(near) if g.held(side.enemy)[h] and can_shatter(g, side, h))


def can_shatter(g: France40, side: Side, h: Hex) -> bool:
    """7.7a: whether the units of one nation around a hex reach 10-1; R.17.1.4c.4: not against HQs alone."""
    if odds.hqs_alone(g, h):
        return False
    around = _around(g, side, h)
    nations = sorted({g.counter(u).nation for u in around})
    return any(shatters(g, h, [u for u in around if g.counter(u).nation == nation]) for nation in nations)


def _around(g: France40, side: Side, h: Hex) -> list[Unit]:
    near = (n for n in ground(g).spread[h] if g.held(side)[n])
    return sorted(u for n in near for u in g.units_in(n, side) if why_not_attack(g, u, h) is None)


def shatters(g: France40, h: Hex, units: Sequence[Unit]) -> bool:
    """7.7a: 10-1 after Tank and TQ Shifts. A rough count first: shifts make up for three at most."""
    if not units:
        return False
    b = Battle(h, tuple(units), paid=AUTOMATIC_DS)
    least = odds.half(sum(odds.printed_defence(g, u) for u in odds.fighters(g, b)))
    if sum(g.face(u).attack for u in units) < (10 - MOST_SHIFTS) * least:
        return False
    return odds.final_column(g, without_surplus(g, b)) >= AUTOMATIC


class AutomaticDS(Question, frozen=True):
    """7.7a: asked as soon as units have moved next to a hex and the odds are 10-1. R.7.7a.1: it may be declined.

    7.7d: the movement phase lies below on the stack, so other units can pass through the hole and do it again.
    """

    rule = "7.7a"
    hex: Hex

    def question(self, g: France40) -> str:
        return f"Which units make an Automatic DS attack on {g.map.spot(self.hex)}?"

    def title(self, g: France40) -> str:
        return f"Automatic DS against {g.map.spot(self.hex)}"

    def about(self, g: France40) -> tuple[str, ...]:
        return (g.map.labels[self.hex],)

    def decider(self, g: France40) -> Side | None:
        return self.side if g.held(self.side.enemy)[self.hex] and can_shatter(g, self.side, self.hex) else None

    @order(
        "shatter {units}",
        label="Automatic DS",
        rule="7.7a",
        says="The defenders suffer a DS result at once, before the combat phase.",
    )
    def shatter(self, g: France40, units: tuple[Unit, ...]) -> None:
        """7.7b: the result is that of a DS; 7.7c: the units are held for this phase; 7.7e: they are owed an advance."""
        g.pop()
        b = without_surplus(g, Battle(self.hex, units, paid=AUTOMATIC_DS))
        for u in units:
            g.add(u, AUTO_DS)
        g.owed[self.hex] = tuple(sorted((*g.owed.get(self.hex, ()), *units)))
        tell(g, b, (), "DS")
        apply_result(g, b, "DS")

    @shatter.choices("units")
    def able(self, g: France40, chosen: Sequence[Unit]) -> Iterator[Unit]:
        return (u for u in _around(g, self.side, self.hex) if u not in chosen and cooperates(g, u, chosen))

    @shatter.enough("units")
    def why_not_enough(self, g: France40, chosen: Sequence[Unit]) -> Refusal | None:
        return None if shatters(g, self.hex, chosen) else Refusal("7.7a", "the odds are below 10-1")

    @shatter.refuses("units")
    def why_not_unit(self, g: France40, chosen: Sequence[Unit], unit: Unit) -> Refusal | None:
        if g.scenario.side_of[unit] is not self.side or g.hex_of[unit] < 0:
            return None
        refusal = why_not_attack(g, unit, self.hex)
        return refusal or Refusal("7.7a", f"{g.name(unit)} cannot bring the odds to 10-1")

    @order(
        "pass",
        label="No Automatic DS",
        rule="7.7a",
        says="The defenders hold for now; you may attack them in the combat phase.",
        was=("decline",),
    )
    def pass_on(self, g: France40) -> None:
        """R.7.7a.1: the units stay free to move, and may attack in the combat phase."""
        g.pop()
