"""11.5: airborne units land, and leave the game a turn later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.counters import Side, Unit
from meuse.games.planjaune import command
from meuse.games.planjaune.board import DROPPED, GROUND, RAILS, PlanJaune
from meuse.games.planjaune.losses import lose_step
from meuse.games.planjaune.movement import enter
from meuse.games.planjaune.supply import hex_in_supply, sources
from meuse.games.planjaune.zones import around, has_zone, marks_of
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases.until_done import UntilEnd
from meuse.report import count
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived
from meuse.steps import Step


class RemoveAirborne(Step, frozen=True):
    """11.5g: airborne units used last turn leave the game for good."""

    rule = "11.5g"

    def run(self, g: PlanJaune) -> None:
        g.pop()
        g.launched = ()
        for u in g.on_map(Side.GERMAN):
            if g.status[u] & DROPPED:
                g.place(u, OFF_MAP)
                g.emit("withdrawn", f"{g.name(u)} leaves the game", "11.5g", units=(g.id(u),))


class Landings(UntilEnd, frozen=True):
    """11.5a to 11.5e: airborne units come down, among enemies at their peril."""

    @order(
        "drop {unit} {hex}",
        label="Drop",
        rule="11.5a",
        says="The unit jumps there; if enemies are in the hex it must attack them.",
    )
    def drop(self, g: PlanJaune, unit: Unit, h: Hex) -> None:
        """11.5c to 11.5e: safe where nobody is, else a die."""
        units, works = g.units_in(h, Side.ALLIED), g.garrison(h, Side.GERMAN)
        g.set_status(unit, g.status[unit] | DROPPED)
        g.launched = (*g.launched, h)
        command.invade(g, Side.GERMAN, h)
        rule = "11.5d" if units else "11.5e" if works else "11.5c"
        dice = (g.roll(),) if units or works else ()
        fatal = g.scenario.tables["airborne"]["lost_among_units" if units else "lost_among_works"]
        lost = any(die >= fatal for die in dice)
        text = f"{g.name(unit)} {'is lost landing' if lost else 'lands'} at {g.map.spot(h)}"
        g.emit("drop", text, rule, units=(g.id(unit),), at=(g.map.labels[h],), dice=dice)
        if lost:
            lose_step(g, unit, rule)
        elif works or command.fighters(g, h, Side.ALLIED):
            g.place(unit, h)
        else:
            enter(g, unit, h)  # R.11.5d.1: a headquarters alone falls

    @drop.choices("unit")
    def waiting(self, g: PlanJaune) -> list[Unit]:
        return list(g.at.get(g.scenario.box("airborne"), ())) if launching_cities(g) else []

    @drop.choices("hex")
    def landing_zones(self, g: PlanJaune, unit: Unit) -> Iterator[Hex]:
        near = (h for h, mark in enumerate(marks_of(g, in_range(g))) if mark)
        return (h for h in near if self.why_not_drop(g, unit, h) is None)

    @drop.refuses("hex")
    def why_not_drop(self, g: PlanJaune, unit: Unit, h: Hex) -> Refusal | None:
        table, there = g.scenario.tables["airborne"], g.map.labels[h]
        if not g.scenario.touching[h]:
            return Refusal("11.5a", f"{there} is not a land hex")
        if not in_range(g) >> h & 1:
            most = count(table["range"], "hex", "hexes")
            return Refusal("11.5a", f"{there} is more than {most} from the cities where airborne units start")
        if g.launched.count(h) >= table["hex"]:
            return Refusal("11.5b", f"two airborne units have already dropped on {there} this turn")
        return None


@derived(GERMAN_UNITS, ALLIED_UNITS, GROUND, CONTROL, RAILS)
def launching_cities(g: PlanJaune) -> Sequence[Hex]:
    """11.5a, R.11.5a.1, R.11.5a.2, R.11.5a.3: German-held major cities in supply with no enemy zone beside them."""
    at_home = set(sources(g, Side.GERMAN))
    return [
        h
        for h in sorted(g.scenario.all_cities)
        if g.friendly(h, Side.GERMAN)
        and (h in at_home or hex_in_supply(g, Side.GERMAN, h))
        and not any(has_zone(g, n, Side.ALLIED) for n in g.scenario.touching[h])
    ]


@derived(GERMAN_UNITS, ALLIED_UNITS, GROUND, CONTROL, RAILS)
def in_range(g: PlanJaune) -> int:
    """11.5a: the hexes that airborne units can be sent to, as a number with a bit for each."""
    most, found = g.scenario.tables["airborne"]["range"], 0
    for city in launching_cities(g):
        found |= around(g, city, most)
    return found
