"""9.1, 12.4 to 12.7: reinforcements. R.12.7.1: the DIA of chapter 1 and the IA of 12.7 are the same counters."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side, Unit
from meuse.games.planjaune.board import PlanJaune
from meuse.games.planjaune.evacuation import harbours, why_not_port
from meuse.games.planjaune.stacking import why_not_join
from meuse.games.planjaune.zones import COUNTRY_NAMES, LOW_COUNTRIES
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.phases import log
from meuse.phases.placing import Arrivals
from meuse.steps import overrides

ENTRIES = {"city": "9.1a", "sea": "9.1b", "port": "12.4", "edge": "12.7", "alps": "12.6", "geb": "12.5"}
COMPULSORY = ("city", "sea")
"""9.1: whoever comes this way is deployed; 12.4 to 12.7 say of the others that they may come (R.9.1a.2)."""
CEFS_BY_RAIL = 8
"""12.4: the turn from which the Scandinavian corps may come over the west edge."""

PRICE = "de.XVIII"
"""12.5: the corps that pays a step for the mountain corps."""


class Reinforcements(Arrivals, frozen=True):
    """9.1a: units due are placed, at most one in a city; only those that find no place wait (R.9.1a.1)."""

    rule = "9.1a"

    enter = Arrivals.enter.told(rule="9.1a")

    @overrides
    def due(self, g: PlanJaune) -> Iterator[Unit]:
        there = g.units_in(g.scenario.box("arrivals"), self.side)
        return (u for u in there if why_not_due(g, u) is None)

    @overrides
    def grounds(self, g: PlanJaune, unit: Unit) -> list[Hex]:
        return entry_hexes(g, unit)

    @overrides
    def bring_in(self, g: PlanJaune, unit: Unit, h: Hex) -> None:
        """9.1c: it moves normally in the operations phase that follows."""
        counter = g.counter(unit)
        if counter.entry == "geb":
            give_step(g, g.scenario.unit_named[PRICE], unit)
        g.place(unit, h)
        if h in g.scenario.all_cities and counter.entry in ("city", "geb"):
            g.brought_in |= {h}
        log.arrival(g, unit, h, ENTRIES[counter.entry])

    @overrides
    def why_not_place(self, g: PlanJaune, unit: Unit) -> Refusal | None:
        if g.hex_of[unit] != g.scenario.box("arrivals"):
            return None
        return why_not_due(g, unit) or Refusal("9.1a", f"{g.name(unit)} has no hex to arrive in and waits")

    @overrides
    def why_not_at(self, g: PlanJaune, unit: Unit, h: Hex) -> Refusal | None:
        return why_not_arrive(g, unit, h)

    done = Arrivals.done.told(rule="9.1a")

    @overrides
    def overdue(self, g: PlanJaune) -> list[Unit]:
        """9.1a, 9.1b: who is due is deployed while a place is free; R.9.1a.2: who "may" come need not."""
        return [u for u in self.arriving(g) if g.counter(u).entry in COMPULSORY]

    @overrides
    def why_not_done(self, g: PlanJaune) -> Refusal | None:
        overdue = self.overdue(g)
        if not overdue:
            return None
        rule = ENTRIES[g.counter(overdue[0]).entry]
        return Refusal(rule, f"{g.listed(overdue)} must arrive while a place is free")

    @overrides
    def close(self, g: PlanJaune) -> None:
        g.brought_in = frozenset()
        g.pop()


def give_step(g: PlanJaune, u: Unit, receiver: Unit) -> None:
    """12.5, R.12.5.1: a corps gives up a step, even its last; the men fight elsewhere, so it is not a loss."""
    there = g.map.labels[g.hex_of[u]]
    if g.steps[u] > 1:
        g.set_steps(u, g.steps[u] - 1)
    else:
        g.place(u, OFF_MAP)
    text = f"{g.name(u)} gives up a step for {g.name(receiver)}"
    g.emit("transfer", text, "12.5", units=(g.id(u),), at=(there,))


def why_not_due(g: PlanJaune, u: Unit) -> Refusal | None:
    """9.1a, 9.1d, R.12.6.1: on the turn of arrival or later; 11.11.colonials: North Africans earlier; 12.8b."""
    counter = g.counter(u)
    if counter.entry == "edge" and "colonials" in g.events_done:
        return None
    if g.turn < counter.turn:
        return Refusal(ENTRIES[counter.entry], f"{g.name(u)} arrives on turn {counter.turn}")
    if counter.entry == "geb" and g.hex_of[g.scenario.unit_named[PRICE]] < 0:
        return Refusal("12.5", "the XVIII Korps, which would give up a step for it, is gone")
    return None


def entry_hexes(g: PlanJaune, u: Unit) -> list[Hex]:
    """Where a unit may arrive: 9.1a cities at home; 9.1b, 12.4, 12.6, 12.7."""
    regions, entry = g.map.regions, g.counter(u).entry
    rail = regions["west-rail-entry"].hexes
    if entry in ("city", "geb"):
        return sorted(g.scenario.cities["germany" if g.counter(u).side is Side.GERMAN else "france"])
    if entry == "alps":
        return sorted(regions["alpine-corps-entry"].hexes)
    if entry == "edge":
        return sorted(h for h in regions["west-edge"].hexes | regions["south-edge"].hexes if g.scenario.touching[h])
    if entry == "port" and g.turn < CEFS_BY_RAIL:
        return harbours(g)
    return sorted({*harbours(g), *rail} if entry == "sea" else rail)


def why_not_arrive(g: PlanJaune, u: Unit, h: Hex) -> Refusal | None:
    """R.9.1a.1, R.12.2b.1: why a unit cannot arrive in a hex: control, enemies, neutrals, stacking, one to a city."""
    counter, side, there = g.counter(u), g.scenario.side_of[u], g.map.labels[h]
    rule = ENTRIES[counter.entry]
    if h not in entry_hexes(g, u):
        return Refusal(rule, f"{g.name(u)} does not arrive in {there}")
    if not g.friendly(h, side) or g.units_in(h, side.enemy):
        return Refusal(rule, f"you do not control {there}")
    country = g.map.country[h]
    if country in LOW_COUNTRIES and country not in g.invaded:
        return Refusal("12.2b", f"{there} is in {COUNTRY_NAMES[country]}, which is still neutral")
    by_sea = counter.entry in ("sea", "port") and h not in g.map.regions["west-rail-entry"].hexes
    if by_sea and (refusal := why_not_port(g, h)):
        return refusal
    if h in g.brought_in:
        return Refusal("9.1a", f"a unit has already arrived in {there} this turn")
    return why_not_join(g, (u,), h)
