"""12.9, 12.10, 12.12: armor attrition, replacements, the Panzer Refit."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import SIDES, Side, Unit
from meuse.games.caseyellow.board import MARKERS, OOS, CaseYellow
from meuse.games.caseyellow.hexsets import owned
from meuse.games.caseyellow.losses import award_loss, eliminate
from meuse.games.caseyellow.stacking import may_stack
from meuse.games.caseyellow.supply import is_supplied, supplied_hexes
from meuse.games.caseyellow.victory import record
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.mechanics.hexsets import bits, members
from meuse.orders import order
from meuse.phases import log
from meuse.phases.placing import Arrivals
from meuse.phases.until_done import OrPass, UntilDone
from meuse.report import count
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived
from meuse.steps import Step, Warning, overrides

# -- 12.9 attrition


class Attrition(Step, frozen=True):
    """12.9a, 12.9b: both sides draw attrition chits from their cups in every End Phase."""

    rule = "12.9b"
    title = "Armor attrition"

    def run(self, g: CaseYellow) -> None:
        g.pop()
        if not g.scenario.rules.get("attrition"):
            return
        refill(g)
        for side in SIDES:
            if side is Side.ALLIED or g.attrition_on:
                draw(g, side)


def refill(g: CaseYellow) -> None:
    """12.9j: on the turn after the Refit German attrition begins again with all chits."""
    if g.fall_rot and g.turn == g.fall_rot:
        g.attrition_on = True
        g.cups = (tuple(g.scenario.tables["attrition"]["german"]), g.cups[1])


def draw(g: CaseYellow, side: Side) -> None:
    """12.9g, 12.9h, 12.9i, R.12.9c.1: until two steps are lost or the cup is empty; drawn chits stay out."""
    lost, cup = 0, list(g.cups[side])
    while cup and lost < g.scenario.tables["attrition"]["steps"]:
        u = g.scenario.unit_named[cup.pop(g.roll(len(cup)) - 1)]
        if g.hex_of[u] >= 0:
            wear(g, u)
            lost += 1
    g.cups = (tuple(cup), g.cups[1]) if side is Side.GERMAN else (g.cups[0], tuple(cup))


def wear(g: CaseYellow, u: Unit) -> None:
    """12.9c, 12.9d, 12.9f: a step is lost; a supplied panzer division is set aside for the Refit."""
    if g.steps[u] > 1:
        g.set_steps(u, g.steps[u] - 1)
        g.emit("attrition", f"{g.name(u)} loses a step to attrition", "12.9c", units=(g.id(u),))
    elif g.counter(u).kind == "panzer":
        wear_out(g, u)
    else:
        eliminate(g, u, "12.9d")


def wear_out(g: CaseYellow, u: Unit) -> None:
    """12.9e, 12.9f, 12.12d, R.12.9e.1: a supplied panzer division costs no points; one out of supply is scored now."""
    g.emit("attrition", f"{g.name(u)} is lost to attrition", "12.9d", units=(g.id(u),))
    unsupplied = bool(g.status[u] & OOS)
    g.place(u, OFF_MAP if unsupplied else g.scenario.box("refit"))
    g.set_steps(u, 0)
    g.set_status(u, 0)
    if unsupplied and g.scenario.rules.get("victory_points"):
        award_loss(g, u)
        record(g)


# -- 12.10 replacements


class StartReplacements(Step, frozen=True):
    """12.10a, 12.10b: the markers are laid on the tracks once, on the first turn of replacements.

    R.12.10a.1: by option new steps come each turn instead, and unused ones are lost.
    """

    rule = "12.10a"

    def run(self, g: CaseYellow) -> None:
        g.pop()
        table = g.scenario.rules.get("replacements", {})
        if not table or g.turn < table["first"]:
            return
        if g.scenario.options["replacements"] == "turn":
            g.replacements = on_tracks(table["each_turn"])
        elif g.turn == table["first"]:
            g.replacements = on_tracks(table["stock"])
            words = ", ".join(f"{number} {word}" for number, word in zip(g.replacements, TRACKS, strict=True))
            g.emit("replacement", f"Replacement steps for the rest of the game: {words}", "12.10b")


def on_tracks(steps: dict[str, int]) -> tuple[int, int, int]:
    """12.10b: the Germans have infantry steps only."""
    return steps["german_infantry"], steps["allied_infantry"], steps["allied_armour"]


TRACKS = ("German infantry", "Allied infantry", "Allied armour")
GERMAN, INFANTRY, ARMOUR = range(3)
"""12.10b: the places of the replacement tracks."""


class Replacements(UntilDone, frozen=True):
    """12.10c, 12.10d: steps are given back one by one."""

    rule = "12.10c"
    question = "Which units receive replacements?"

    def title(self, g: CaseYellow) -> str:
        return f"{self.side.title} replacements"

    @order(
        "replace {unit}",
        label="Replace losses",
        rule="12.10c",
        says="Gives the unit a step back; an eliminated one returns on the next turn.",
    )
    def replace(self, g: CaseYellow, unit: Unit) -> None:
        """12.10e: a reduced unit is turned over; an eliminated one comes back reduced on the next turn."""
        steps = list(g.replacements)
        steps[track(g, unit)] -= 1
        g.replacements = (steps[0], steps[1], steps[2])
        if g.hex_of[unit] >= 0:
            g.set_steps(unit, g.steps[unit] + 1)
        else:
            g.set_steps(unit, 1)
            g.place(unit, g.scenario.box("reserve"))
            g.arrives[unit] = g.turn + 1
        g.emit("replacement", f"{g.name(unit)} regains a step", "12.10c", units=(g.id(unit),))

    @replace.choices("unit")
    def worn(self, g: CaseYellow) -> Iterator[Unit]:
        """12.10e: of those on the map the reduced ones, and those that are eliminated."""
        full, steps, hex_of = g.scenario.counters, g.steps, g.hex_of
        units = g.scenario.units_of[self.side] if any(g.replacements) else ()
        worn = (u for u in units if (steps[u] < full[u].steps if hex_of[u] >= 0 else hex_of[u] == OFF_MAP))
        return (u for u in worn if why_not_replace(g, u) is None)

    @replace.refuses("unit")
    def why_not_unit(self, g: CaseYellow, unit: Unit) -> Refusal | None:
        return why_not_replace(g, unit) if g.side(unit) is self.side else None

    done = UntilDone.done.told(label="No more replacements", rule="12.10a")


def track(g: CaseYellow, u: Unit) -> int:
    """12.10b, 12.10d: whose steps and of which kind a unit needs."""
    if g.side(u) is Side.GERMAN:
        return GERMAN
    return ARMOUR if g.scenario.armoured[u] else INFANTRY


def why_not_replace(g: CaseYellow, u: Unit) -> Refusal | None:
    """12.10c, 12.10c.mot, 12.10d, 12.10e, 12.10f, 12.10g: why a unit receives no step."""
    name, where = g.name(u), g.hex_of[u]
    if not can_be_rebuilt(g, u):
        return Refusal("12.10c", f"{name} cannot receive replacements")
    if g.replacements[track(g, u)] <= 0:
        return Refusal("12.10b", "no replacement step of this kind is left")
    if where >= 0:
        if g.steps[u] >= g.counter(u).steps:
            return Refusal("12.10e", f"{name} is at full strength")
        return None if is_supplied(g, u) else Refusal("12.10g", f"{name} does not have a Line of Supply")
    if where != OFF_MAP:
        return Refusal("12.10e", f"{name} has not been eliminated")
    if not g.counter(u).entry and not g.scenario.tables["rebuilt"][g.nation(u)]:
        return Refusal("R.12.10e.1", f"{name} cannot be rebuilt")
    return None


def can_be_rebuilt(g: CaseYellow, u: Unit) -> bool:
    """12.10c, 12.10c.mot, 12.10d, 12.10b: corps, divisions, German motorized regiments, Allied armour; no panzers."""
    counter, size = g.counter(u), g.scenario.size_of[u]
    home = {"dutch": "netherlands", "belgian": "belgium"}.get(counter.nation)
    if counter.kind in ("attack_supply", "artillery", "panzer") or home in g.surrendered:
        return False
    if size != "small":
        return True
    return counter.kind == "tank" or (counter.nation == "german" and counter.kind == "motorized")


# -- 12.12 the Panzer Refit


class DeclareRefit(OrPass, frozen=True):
    """12.12a, 12.12b: once, in the End Phase of turn 4, 5 or 6; on turn 6 it must be."""

    rule = "12.12b"
    title = "Panzer Refit"
    question = "Do you declare the Panzer Refit?"

    @overrides
    def decider(self, g: CaseYellow) -> Side | None:
        return self.side if may_refit(g) else None

    @order(
        "declare",
        label="Declare the Panzer Refit",
        rule="12.12a",
        says="The panzer divisions in supply leave the map to refit, and come back later.",
        was=("refit",),
    )
    def declare(self, g: CaseYellow) -> None:
        """12.12c, 12.12e, 12.9h: supplied panzer divisions leave, Engaged ones too; the chits left go too."""
        g.pop()
        for u in g.on_map(Side.GERMAN):
            if g.counter(u).kind == "panzer" and is_supplied(g, u):
                g.place(u, g.scenario.box("refit"))
                g.set_status(u, 0)
        g.refit_ends = g.turn + g.scenario.rules["replacements"]["refit_turns"]
        g.attrition_on = False
        g.cups = ((), g.cups[1])
        g.emit("refit", f"The Panzer Refit begins; it ends on turn {g.refit_ends}", "12.12a", side="german")

    decline = OrPass.decline.told(label="Not yet", rule="12.12b", was=("wait",))

    @decline.closed_if
    def why_not_pass(self, g: CaseYellow) -> Refusal | None:
        last = g.scenario.tables["refit"]["last"]
        return Refusal("12.12b", f"the Panzer Refit must be declared by turn {last}") if g.turn >= last else None


def may_refit(g: CaseYellow) -> bool:
    """12.12b: turns 4 to 6 of Scenarios 1, 2 and 3, once."""
    chart, used = g.scenario.tables["refit"], "replacements" in g.scenario.rules
    return used and not g.refit_ends and chart["first"] <= g.turn <= chart["last"]


class SpendRefit(UntilDone, frozen=True):
    """12.12f, R.12.12f.1: in the End Phase of the turn in which the Refit ends."""

    rule = "12.12f"
    title = "Refit Points"
    question = "Which panzer divisions receive Refit Points?"
    left: int = -1

    def points(self, g: CaseYellow) -> int:
        return self.left if self.left >= 0 else int(g.scenario.rules["replacements"]["refit"])

    @overrides
    def decider(self, g: CaseYellow) -> Side | None:
        due = g.refit_ends and g.turn == g.refit_ends
        return self.side if due and self.points(g) and self.worn(g) else None

    @overrides
    def remaining(self, g: CaseYellow) -> str:
        return f"{count(self.points(g), 'Refit Point')} left"

    @overrides
    def warnings(self, g: CaseYellow) -> list[Warning]:
        """12.12f: the points are for this segment."""
        text = f"{count(self.points(g), 'Refit Point')} will be lost."
        return [Warning("loses", text, "12.12f", topic="support")] if self.worn(g) and self.points(g) else []

    @order(
        "refit {unit}",
        label="Refit",
        rule="12.12f",
        says="One point gives the division a step back.",
        why="only reduced divisions in refit receive Refit Points",
        was=("restore",),
    )
    def restore(self, g: CaseYellow, unit: Unit) -> None:
        """12.12f: one point gives one step."""
        g.set_steps(unit, g.steps[unit] + 1)
        g.replace(SpendRefit(self.side, self.points(g) - 1))

    @restore.choices("unit")
    def worn(self, g: CaseYellow) -> list[Unit]:
        pool = g.units_in(g.scenario.box("refit"), Side.GERMAN)
        return [u for u in pool if g.steps[u] < g.counter(u).steps]

    done = UntilDone.done.told(label="No more Refit Points", rule="12.12f")


class ReturnPanzers(Arrivals, frozen=True):
    """12.12g, 12.12h: every division with steps comes back in supplied German hexes; then Fall Rot begins."""

    rule = "12.12g"
    question = "Where do the panzer divisions return?"

    @overrides
    def title(self, g: CaseYellow) -> str:
        return "Return of the panzers"

    @overrides
    def decider(self, g: CaseYellow) -> Side | None:
        due = g.refit_ends and g.turn == g.refit_ends
        return super().decider(g) if due else None

    @overrides
    def run(self, g: CaseYellow) -> None:
        g.pop()
        if g.refit_ends and g.turn == g.refit_ends:
            g.fall_rot = g.turn + 1  # 2.2d.fallrot
            g.emit("refit", f"Fall Rot begins on turn {g.fall_rot}", "12.12h", side="german")

    enter = Arrivals.enter.told(rule="12.12g", was=("deploy",), why="only panzer divisions in refit return")
    done = Arrivals.done.told(rule="12.12g")

    @overrides
    def due(self, g: CaseYellow) -> Iterator[Unit]:
        pool = g.units_in(g.scenario.box("refit"), Side.GERMAN)
        return (u for u in pool if g.steps[u] > 0)

    @overrides
    def overdue(self, g: CaseYellow) -> list[Unit]:
        """12.12g: none of them may stay away."""
        return list(self.arriving(g))

    @overrides
    def bring_in(self, g: CaseYellow, unit: Unit, h: Hex) -> None:
        g.place(unit, h)
        log.went(g, "arrival", (unit,), "return", "at", (h,), "12.12g")

    @overrides
    def grounds(self, g: CaseYellow, unit: Unit) -> list[Hex]:
        return assembly_areas(g)

    @overrides
    def open_to(self, g: CaseYellow, unit: Unit) -> Iterator[Hex]:
        return (h for h in assembly_areas(g) if may_stack(g, unit, h))

    @overrides
    def why_not_place(self, g: CaseYellow, unit: Unit) -> Refusal | None:
        if g.hex_of[unit] != g.scenario.box("refit"):
            return Refusal("12.12g", f"{g.name(unit)} is not in refit")
        lacks = f"no supplied German hex has room for {g.name(unit)}"
        return Refusal("12.12g", lacks if g.steps[unit] else f"{g.name(unit)} has no steps left")

    @overrides
    def why_not_at(self, g: CaseYellow, unit: Unit, h: Hex) -> Refusal | None:
        there = g.map.labels[h]
        if h not in assembly_areas(g):
            return Refusal("12.12g", f"{there} is not a German hex in supply")
        return None if may_stack(g, unit, h) else Refusal("12.12g", f"{there} has no room for {g.name(unit)}")


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKERS)
def assembly_areas(g: CaseYellow) -> list[Hex]:
    """12.12g: German hexes in supply; Allied zones do not matter."""
    return members(bits(supplied_hexes(g, "german", "motorized")) & owned(g, Side.GERMAN))
