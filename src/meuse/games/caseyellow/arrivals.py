"""10.2: reinforcements, and rebuilt units on their way back (12.10e)."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side, Unit
from meuse.games.caseyellow.board import ARRIVED, CaseYellow
from meuse.games.caseyellow.ground import enter
from meuse.games.caseyellow.stacking import may_stack
from meuse.games.caseyellow.zones import zones
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.phases import log
from meuse.phases.placing import Arrivals
from meuse.phases.reminders import who
from meuse.steps import Warning, overrides


class Reinforcements(Arrivals, frozen=True):
    """4.1c.move1, 10.2a, R.10.2a.1: before movement in a side's first Move Round of the turn."""

    rule = "10.2a"

    enter = Arrivals.enter.told(rule="10.2a", was=("deploy",))
    done = Arrivals.done.told(rule="10.2c")

    @overrides
    def due(self, g: CaseYellow) -> Iterator[Unit]:
        """10.2c, R.10.2c.1: those of earlier turns too, as whoever is not brought in stays available."""
        pool = g.units_in(g.scenario.box("reserve"), self.side)
        return (u for u in pool if g.arrives[u] <= g.turn)

    @overrides
    def warnings(self, g: CaseYellow) -> list[Warning]:
        """10.2a: units arrive once a turn."""
        left = list(self.arriving(g))
        verb = "waits" if len(left) == 1 else "wait"
        text = f"{who(g, left)} {verb} for your first Move Round of the next turn."
        later = g.turn < g.scenario.rules["turns"]
        return [Warning("loses", text, "10.2a", topic="arrivals")] if left and later else []

    @overrides
    def bring_in(self, g: CaseYellow, unit: Unit, h: Hex) -> None:
        """10.2b, R.10.2b.1: it may move at once, unless the option bars it; 13.4.2b: but not leave by sea."""
        enter(g, unit, h)
        g.act(unit, ARRIVED)
        if not g.scenario.options["entry_moves"]:
            g.spent[unit] = g.allowance(unit)
        log.arrival(g, unit, h, "10.2a")

    @overrides
    def grounds(self, g: CaseYellow, unit: Unit) -> tuple[Hex, ...]:
        return entry_hexes(g, unit)

    @overrides
    def open_to(self, g: CaseYellow, unit: Unit) -> Iterator[Hex]:
        return (h for h in entry_hexes(g, unit) if why_not_entry(g, unit, h) is None)

    @overrides
    def why_not_place(self, g: CaseYellow, unit: Unit) -> Refusal | None:
        if g.hex_of[unit] != g.scenario.box("reserve"):
            return None
        if g.arrives[unit] > g.turn:
            return Refusal("10.2a", f"{g.name(unit)} arrives on turn {g.arrives[unit]}")
        return Refusal("10.2c", f"every entry hex of {g.name(unit)} is blocked")

    @overrides
    def why_not_at(self, g: CaseYellow, unit: Unit, h: Hex) -> Refusal | None:
        if h not in entry_hexes(g, unit):
            return Refusal("10.2a", f"{g.name(unit)} does not enter at {g.map.labels[h]}")
        return why_not_entry(g, unit, h)


def entry_hexes(g: CaseYellow, u: Unit) -> tuple[Hex, ...]:
    """10.2a, 12.10e, R.12.10e.1: the entry hexes of a unit, or where it comes back that began on the map."""
    words = g.counter(u).entry or g.scenario.tables["rebuilt"][g.nation(u)]
    sources = g.scenario.sources
    return tuple(sorted({h for word in words for h in g.scenario.entries.get(word, sources.get(word, ()))}))


def why_not_entry(g: CaseYellow, u: Unit, h: Hex) -> Refusal | None:
    """10.2a, 8.4b: not in enemy hexes, by option not in their zones, and within stacking limits."""
    there = g.map.labels[h]
    if g.scenario.closed[h] or not g.controls(g.side(u), h):
        return Refusal("10.2a", f"your side does not control {there}")
    if not g.scenario.options["entry_in_zones"] and zones(g, g.side(u).enemy).ratings[h]:
        return Refusal("10.2a", f"{there} is in an enemy zone of control")
    if not may_stack(g, u, h):
        return Refusal("8.4b", f"{there} has no room for {g.name(u)}")
    if g.open_city and h in g.scenario.paris and g.side(u) is Side.ALLIED:
        return Refusal("12.7c", "Paris is an open city")
    return None
