"""11.12c, 11.13a, 12: the plan, the main efforts, and how the scenarios are set up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.planjaune import command, corps
from meuse.games.planjaune.board import PlanJaune
from meuse.games.planjaune.forming import MakesCorps
from meuse.games.planjaune.stacking import joins, why_not_join
from meuse.games.planjaune.victory import ARMIES, INVASION, MAGINOT, OBJECTIVES, SEA, objective_places
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases import placing
from meuse.phases.until_done import OrPass
from meuse.state import derived
from meuse.steps import Question, Step, Together, overrides

HISTORICAL, FREE, HYPOTHETICAL = "historical", "free", "hypothetical"
STATIC = ("de.id554", "de.id555", "de.id556", "de.id557")
STAND_INS = ("de.XXV", "de.XXXIII")
KELLER, KELLER_DIVISIONS = "fr.ckeller", ("fr.dcr2", "fr.dcr3")
HOME = {"german": "germany", "french": "france", "british": "france", "belgian": "belgium", "dutch": "netherlands"}

ASKED = {
    SEA: "Holland must have surrendered; Lille and the Channel ports, Antwerp among them, must be taken.",
    INVASION: "Motorized units must leave the map over the lines of communication at its south and west edges.",
    MAGINOT: "Every hex of the line must be taken, or cut off by units and zones.",
    ARMIES: "Most of the British and of the French armour must be destroyed; who is evacuated counts half.",
}
"""11.13.o1 to 11.13.o4: what each objective asks for."""
EFFORTS_DO = {
    Side.GERMAN: "On turn 1 only its units and Panzergruppe Kleist attack in the combat phase.",
    Side.ALLIED: "On turn 1 only its units move; the other army groups stay bound to their sectors.",
}
"""11.12.axis-t1, 11.12.allied-t1-move, 11.12.allied-t2: what a main effort means."""


def pages(scenario: str) -> Iterator[Step]:
    """12.1 to 12.3: set-up, then the plan and the main efforts; R.12.10.1: who deploys freely forms Keller or not."""
    yield SetUp()
    if scenario == FREE:
        yield StaticDivisions(Side.GERMAN)
        yield GroupKeller(Side.ALLIED)
    if scenario == HYPOTHETICAL:
        yield Deployment(Side.ALLIED)
        yield StaticDivisions(Side.GERMAN)  # R.12.9.1
        yield Deployment(Side.GERMAN)
    yield Plan(Side.GERMAN)
    if scenario != HISTORICAL:
        yield Together(Effort(Side.GERMAN), Effort(Side.ALLIED))


class SetUp(Step, frozen=True):
    """12.1a, 12.2a: units start where they stood. 12.1b, 12.1d."""

    rule = "12.1a"

    def run(self, g: PlanJaune) -> None:
        g.pop()
        scenario = g.scenario
        boxes = {"arrival": "arrivals", "airborne": "airborne", "corps": "corps"}
        for u, counter in enumerate(scenario.counters):
            if counter.id in scenario.setup:
                g.place(u, g.map.hex(scenario.setup[counter.id]))
            elif counter.pool in boxes:
                g.place(u, scenario.box(boxes[counter.pool]))
        for name, divisions in scenario.setup_corps.items():
            self.make_up(g, scenario.unit_named[name], tuple(scenario.unit_named[d] for d in divisions))
        if scenario.id == HISTORICAL:
            g.effort.update({Side.GERMAN: "de.hgb", Side.ALLIED: "fr.ga1"})
            g.change(invaded=frozenset({"belgium", "netherlands"}))  # 12.1d

    def make_up(self, g: PlanJaune, unit: Unit, divisions: tuple[Unit, ...]) -> None:
        """11.2h: a corps may be under strength; 12.3b: but not in the hypothetical scenario."""
        if g.scenario.id == HYPOTHETICAL and not corps.fits(g, unit, divisions, whole=True):
            for u in divisions:
                g.place(u, g.hex_of[unit])
            g.place(unit, g.scenario.box("corps"))
        else:
            for u in divisions:
                g.place(u, g.scenario.corps_box[unit])


class Plan(Question, frozen=True):
    """11.13a: the Axis secretly picks one of four objectives."""

    rule = "11.13a"
    title = "German plan"
    question = "Which secret objective do you choose?"

    @order("plan {number}", label="Choose", rule="11.13a", secret=True, why="the objectives are 1, 2, 3 and 4")
    def plan(self, g: PlanJaune, number: int) -> None:
        g.plans["objective"] = number
        g.pop()

    @plan.choices("number")
    def objectives(self, g: PlanJaune) -> list[int]:
        return list(OBJECTIVES)

    @plan.describes("number")
    def objective_words(self, g: PlanJaune, number: int) -> dict[str, Any]:
        """11.13.o1 to 11.13.o4."""
        places = objective_places(g, number)
        rules = (f"11.13.o{number}",)
        return {"label": OBJECTIVES[number], "says": ASKED[number], "places": places, "rules": rules}


class Effort(Question, frozen=True):
    """11.12c, R.11.12c.1: each side names its main effort, both at once; then they are known."""

    rule = "11.12c"
    title = "Main efforts"
    question = "Which army group makes the main effort?"

    @order("effort {number}", label="Main effort", rule="11.12c", secret=True, why="the army groups are 1, 2 and 3")
    def effort(self, g: PlanJaune, number: int) -> None:
        group = command.EFFORTS[self.side][number - 1]
        g.effort[self.side] = group
        text = f"{command.NAMES[group]} makes the {self.side.title} main effort"
        g.emit("effort", text, "11.12c", side=self.side.word)
        g.pop()

    @effort.choices("number")
    def groups(self, g: PlanJaune) -> range:
        return range(1, 4)

    @effort.describes("number")
    def group_words(self, g: PlanJaune, number: int) -> dict[str, Any]:
        group = command.EFFORTS[self.side][number - 1]
        units = [u for u in g.on_map(self.side) if command.group_of(g, u) == group]
        return {"label": command.NAMES[group], "says": EFFORTS_DO[self.side], "places": g.places(units)}


# -- 12.9, 12.10: the free scenario; R.12.9.1: the first also in the hypothetical one


class StaticDivisions(OrPass, frozen=True):
    """12.9: the Germans may replace the four static divisions by two corps."""

    rule = "12.9"
    title = "Static divisions"
    question = "Where do two corps replace the static divisions?"
    placed: int = 0

    @order(
        "place {hex}",
        label="Place a corps",
        rule="12.9",
        says="The corps stands here instead of the static divisions.",
        was=("stand_in",),
    )
    def stand_in(self, g: PlanJaune, h: Hex) -> None:
        """The XXV Korps first, then the XXXIII Korps."""
        unit = g.scenario.unit_named[STAND_INS[self.placed]]
        g.place(unit, h)
        text = f"{g.name(unit)} sets up in {g.map.spot(h)} in place of static divisions"
        g.emit("setup", text, "12.9", units=(g.id(unit),), at=(g.map.labels[h],))
        if self.placed:
            for name in STATIC:
                g.place(g.scenario.unit_named[name], OFF_MAP)
            g.pop()
        else:
            g.replace(StaticDivisions(self.side, 1))

    @stand_in.choices("hex")
    def static_hexes(self, g: PlanJaune) -> list[Hex]:
        taken = {g.hex_of[g.scenario.unit_named[name]] for name in STAND_INS}
        found = {g.hex_of[g.scenario.unit_named[name]] for name in STATIC}
        return sorted(h for h in found - taken if h >= 0)

    @stand_in.refuses("hex")
    def why_not(self, g: PlanJaune, h: Hex) -> Refusal:
        return Refusal("12.9", "the two corps are placed in hexes of the static divisions")

    decline = OrPass.decline.told(
        label="Keep the static divisions", rule="12.9", says="The four divisions stay where they are.", was=("done",)
    )

    @decline.closed_if
    def why_not_decline(self, g: PlanJaune) -> Refusal | None:
        return Refusal("12.9", "the second corps must be placed too") if self.placed else None


class GroupKeller(Question, frozen=True):
    """12.10: Group Keller begins with the 2nd and 3rd DCR, in the hex of one of them."""

    rule = "12.10"
    title = "Group Keller"
    question = "Where does Group Keller set up?"

    @order(
        "place {hex}",
        label="Place Group Keller",
        rule="12.10",
        says="The two divisions stand here, under the counter of the group.",
        was=("keller",),
    )
    def keller(self, g: PlanJaune, h: Hex) -> None:
        divisions = tuple(g.scenario.unit_named[name] for name in KELLER_DIVISIONS)
        for u in divisions:
            g.place(u, h)
        corps.form(g, g.scenario.unit_named[KELLER], divisions, "12.10")
        g.pop()

    @keller.choices("hex")
    def hexes(self, g: PlanJaune) -> list[Hex]:
        """3a: the stack must fit."""
        divisions = tuple(g.scenario.unit_named[name] for name in KELLER_DIVISIONS)
        found = {g.hex_of[u] for u in divisions}
        return sorted(h for h in found if joins(g, divisions, h) is None)

    @keller.refuses("hex")
    def why_not(self, g: PlanJaune, h: Hex) -> Refusal:
        return Refusal("12.10", "Group Keller sets up in the hex of the 2nd or the 3rd DCR")


# -- 12.3: the hypothetical scenario


class Deployment(placing.SetUp, MakesCorps, frozen=True):
    """12.3a, R.12.3a.1: from the historical places every unit may be put elsewhere in the sector of its army group."""

    rule = "12.3a"
    forming_rule = "12.3b"

    place = placing.SetUp.place.told(rule="12.3a")
    form = MakesCorps.form.told(rule="12.3b")
    disband = MakesCorps.disband.told(rule="12.3b")
    done = placing.SetUp.done.told(rule="12.3a")

    @overrides
    def starters(self, g: PlanJaune) -> Sequence[Unit]:
        return g.on_map(self.side)

    @overrides
    def grounds(self, g: PlanJaune, unit: Unit) -> Sequence[Hex]:
        return deployment_hexes(g, unit)

    @overrides
    def why_not_place(self, g: PlanJaune, unit: Unit) -> None:
        return None

    @overrides
    def why_not_at(self, g: PlanJaune, unit: Unit, h: Hex) -> Refusal | None:
        if h not in deployment_hexes(g, unit):
            return Refusal("12.3a", f"{g.name(unit)} sets up in its own country, in the sector of its army group")
        return why_not_join(g, (unit,), h)

    @overrides
    def joining(self, g: PlanJaune, unit: Unit, chosen: Sequence[Unit]) -> Iterator[Unit]:
        """12.3c: Group Keller begins with two DCR only."""
        for u in super().joining(g, unit, chosen):
            if g.id(unit) != KELLER or corps.kind(g, u) == "dcr":
                yield u

    @overrides
    def why_not_join(self, g: PlanJaune, unit: Unit, chosen: Sequence[Unit], division: Unit) -> Refusal | None:
        if g.id(unit) == KELLER and corps.kind(g, division) == "dlm":
            return Refusal("12.3c", "Group Keller starts with two DCR")
        return super().why_not_join(g, unit, chosen, division)


def deployment_hexes(g: PlanJaune, u: Unit) -> Sequence[Hex]:
    """12.3a, R.12.3a.1: land of its own country, in the sector of its group; the reserve anywhere at home."""
    return _deployment_hexes(g, HOME[g.counter(u).nation], command.group_of(g, u))


@derived()
def _deployment_hexes(g: PlanJaune, home: str, group: str) -> Sequence[Hex]:
    country, sector = g.map.country, g.scenario.sectors.get(group)
    at_home = (h for h in range(len(country)) if country[h] == home and g.scenario.touching[h])
    return tuple(h for h in at_home if sector is None or h in sector)
