"""2.B1, 2.C1: the supply and replacement phase: 8.1a supply, 9.2 replacements, 11.2 corps, 11.12.allied-t3 release."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from meuse.counters import Side, Unit, army_words
from meuse.games.planjaune import command
from meuse.games.planjaune.board import REPLACED, UNSUPPLIED, PlanJaune, fights, points_of
from meuse.games.planjaune.forming import MakesCorps
from meuse.games.planjaune.stacking import stack_fault
from meuse.games.planjaune.supply import judge_supply
from meuse.games.planjaune.zones import zones
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases.until_done import UntilEnd
from meuse.report import count
from meuse.steps import Step, Warning, overrides


class SupplyCheck(Step, frozen=True):
    """8.1a: supply is judged; 9.2e: replacements of the last turn are forgotten."""

    rule = "8.1a"
    side: Side

    def title(self, g: PlanJaune) -> str:
        return f"{self.side.title} supply"

    def run(self, g: PlanJaune) -> None:
        g.pop()
        for u in g.scenario.units_of[self.side]:
            if g.status[u] & REPLACED:
                g.set_status(u, g.status[u] & ~REPLACED)
        judge_supply(g, self.side)


class SupplyPhase(MakesCorps, UntilEnd, frozen=True):
    """9.2.when: what is done in the supply and replacement phase."""

    rule = "9.2.when"
    question = "Which units get replacements, and which corps form or disband?"

    def title(self, g: PlanJaune) -> str:
        return f"{self.side.title} supply and replacements"

    @overrides
    def warnings(self, g: PlanJaune) -> list[Warning]:
        """9.2c, 11.12.allied-t3: infantry points do not keep; an army can be released once a turn."""
        able = [u for u in self.reduced(g) if pool_for(g, u) is g.infantry_points]
        found = []
        if able:
            text = f"{count(g.infantry_points[self.side], 'infantry replacement point')} will be lost."
            found.append(Warning("loses", text, "9.2c", g.places([u for u in able if g.hex_of[u] >= 0]), "support"))
        if self.armies(g):
            found.append(Warning("loses", "No army has been released this turn.", "11.12.allied-t3", topic="support"))
        return found

    # -- 9.2 replacements

    @order(
        "replace {unit}",
        label="Replace losses",
        rule="9.2d",
        says="Gives the unit a step back for a replacement point.",
    )
    def replace(self, g: PlanJaune, unit: Unit) -> None:
        """9.2d, R.9.2b.1: a point restores a step."""
        pool = pool_for(g, unit)
        pool[self.side] -= 1
        g.set_steps(unit, g.steps[unit] + 1)
        g.set_status(unit, g.status[unit] | REPLACED)
        g.emit("replacement", f"{g.name(unit)} regains a step", "9.2d", units=(g.id(unit),))

    @replace.choices("unit")
    def reduced(self, g: PlanJaune) -> Iterator[Unit]:
        for u in g.scenario.units_of[self.side]:
            if g.steps[u] < g.counter(u).steps and why_not_replacement(g, u) is None:
                yield u

    @replace.refuses("unit")
    def why_not(self, g: PlanJaune, unit: Unit) -> Refusal | None:
        return why_not_replacement(g, unit) if g.scenario.side_of[unit] is self.side else None

    form = MakesCorps.form.told(rule="11.2b")
    disband = MakesCorps.disband.told(rule="11.2f")

    # -- 11.12 release

    @order(
        "release {army:word}",
        label="Release an army",
        rule="11.12.allied-t3",
        says="From now on its units may leave the sector of their army group.",
        why="only an army outside the main effort can be released",
    )
    def release(self, g: PlanJaune, army: str) -> None:
        g.released_on = g.turn
        g.change(released=g.released | {army})
        g.emit("release", f"{army_words(army)} is released", "11.12.allied-t3", side="allied")

    @release.closed_if
    def why_not_release(self, g: PlanJaune) -> Refusal | None:
        if self.side is Side.GERMAN or g.turn < 3:
            return Refusal("11.12.allied-t3", "the Allies release armies from turn 3 on")
        return Refusal("11.12.allied-t3", "only one army is released each turn") if g.released_on == g.turn else None

    @release.describes("army")
    def named_army(self, g: PlanJaune, army: str) -> dict[str, Any]:
        units = [u for u in g.on_map(Side.ALLIED) if command.army_of(g, u) == army]
        return {"label": army_words(army), "says": self.release.says, "places": g.places(units)}

    @release.choices("army")
    def armies(self, g: PlanJaune) -> list[str]:
        return [] if self.why_not_release(g) else command.releasable(g)

    @order("end", label="End the supply phase", rule="9.2.when")
    def end(self, g: PlanJaune) -> None:
        """9.2c: infantry points that are not used are lost."""
        g.infantry_points[self.side] = 0
        g.pop()


def pool_for(g: PlanJaune, u: Unit) -> list[int]:
    """R.9.2b.1: motorized points for armoured, motorized and cavalry units, infantry points for the others."""
    counter = g.counter(u)
    return g.motorized_points if counter.has("motorized") or counter.has("cavalry") else g.infantry_points


def why_not_replacement(g: PlanJaune, u: Unit) -> Refusal | None:
    """9.2: why a unit gets no replacement."""
    counter, h, side, name = g.counter(u), g.place_of(u), g.scenario.side_of[u], g.name(u)
    holder = u if g.hex_of[u] >= 0 else g.scenario.unit_named.get(g.scenario.place_word(g.hex_of[u]), u)
    if h < 0 or not fights(g, u) or not counter.strengths or counter.has("airborne"):
        return Refusal("9.2g", f"{name} is not on the map")
    if g.steps[u] >= counter.steps:
        return Refusal("9.2g", f"{name} has lost no steps")
    if counter.nation in ("dutch", "belgian", "british"):
        return Refusal("9.2f", "Dutch, Belgian and British units receive no replacements")
    if side is Side.ALLIED and g.event == "snafu-late":
        return Refusal("11.11.snafu-late", "there are no French replacements this turn")
    if g.status[u] & REPLACED:
        return Refusal("9.2e", f"{name} has already received a replacement this turn")
    if not pool_for(g, u)[side]:
        kind = "motorized" if pool_for(g, u) is g.motorized_points else "infantry"
        return Refusal("9.2a" if kind == "motorized" else "9.2b", f"no {kind} replacement points are left")
    if g.status[holder] & UNSUPPLIED or not command.commanders(g, side, (h,)):
        return Refusal("9.2d", f"{name} is out of supply or out of command")
    if zones(g, side.enemy)[h]:
        return Refusal("9.2d", f"{name} is in an enemy zone of control")
    grown = g.scenario.faces[u][g.steps[u] + 1].points - points_of(g, u)  # 3g: a cadre becomes a corps again
    rule = stack_fault(g, g.units_in(h, side), h, grown)
    return Refusal(rule, f"{g.map.labels[h]} has no room for {name} at full size") if rule else None


def receive_points(g: PlanJaune) -> None:
    """9.2b: an infantry point for each side every second turn; 11.11.snafu-late: a French one may be late."""
    table = g.scenario.tables["replacements"]
    due = g.turn >= table["first"] and (g.turn - table["first"]) % table["every"] == 0
    g.infantry_points[Side.GERMAN] = int(due)
    g.infantry_points[Side.ALLIED] = int(due) + int(g.delayed_point)
    g.delayed_point = False
