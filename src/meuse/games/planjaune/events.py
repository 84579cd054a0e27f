"""11.11: random events; 12.8: the early Italian attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.counters import Side, Unit
from meuse.games.planjaune.board import HALVED, PlanJaune, is_motorized, strength_of
from meuse.games.planjaune.replacements import receive_points
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.steps import Question, Step

WORDS = {
    "": "No event",
    "colonials": "Colonials: the North African divisions may arrive",
    "halt": "Halt order: two panzer stacks move at half speed",
    "snafu-early": "SNAFU: two French motorized units move at half speed",
    "brandenburg": "Brandenburgers: one coup de main succeeds automatically",
    "raf": "RAF squadrons: one bomber fewer for the Germans, one more for the Allies",
    "weather": "Bad weather: air support is limited",
    "snafu-late": "SNAFU: no French replacements",
    "honor": "Save honour: a bonus in one French battle",
}

ITALY_FROM = 12
"""12.8a."""


class Events(Step, frozen=True):
    """11.11a: two dice on the table for the turn; 11.11.once, R.11.11.once.1: each event happens once."""

    rule = "11.11a"
    title = "Events"

    def run(self, g: PlanJaune) -> None:
        g.pop()
        dice = (g.roll(), g.roll())
        found = event_for(g, sum(dice))
        g.event = "" if found in g.events_done else found
        if g.event:
            g.events_done |= {g.event}
        g.emit("event", WORDS[g.event], f"11.11.{g.event}" if g.event else "11.11.none", dice=dice)
        receive_bombers(g)
        receive_points(g)
        apply_event(g)
        if g.scenario.options.get("12.8"):
            italian_attack(g)


def event_for(g: PlanJaune, total: int) -> str:
    """11.11a, 11.11.none, R.11.11.raf.1: what a roll means this turn; "" stands for no event."""
    table = g.scenario.tables["events"]
    return str(table["late" if g.turn >= table["late_from"] else "early"].get(str(total), ""))


def receive_bombers(g: PlanJaune) -> None:
    """10.1b, 11.11.raf, R.10.1b.1: the bombers of this turn."""
    air = g.scenario.tables["air"]
    raf = g.event == "raf"
    g.bombers[Side.GERMAN] = air["german"] - raf
    g.bombers[Side.ALLIED] = air["allied"] + raf


def apply_event(g: PlanJaune) -> None:
    """11.11: what an event does at once, or which side it asks."""
    g.honour = g.event == "honor"
    g.brandenburgers = g.event == "brandenburg"
    if g.event == "halt":
        g.push(HaltOrder(Side.GERMAN))
    if g.event == "snafu-early":
        g.push(Snafu(Side.GERMAN))
    if g.event == "snafu-late" and g.infantry_points[Side.ALLIED]:
        g.infantry_points[Side.ALLIED] = 0
        g.delayed_point = True


class HaltOrder(Question, frozen=True):
    """11.11.halt, R.11.11.halt.1: the two stacks with most panzer strength; the Germans choose between equals."""

    rule = "11.11.halt"
    title = "Halt order"
    question = "Which panzer stack obeys the halt order?"
    halted: tuple[Hex, ...] = ()

    def strongest(self, g: PlanJaune) -> list[Hex]:
        strengths = {h: total for h, total in panzer_stacks(g).items() if h not in self.halted}
        most = max(strengths.values(), default=0)
        return sorted(h for h, total in strengths.items() if total == most)

    def decider(self, g: PlanJaune) -> Side | None:
        return self.side if len(self.halted) < 2 and len(self.strongest(g)) > 1 else None

    def run(self, g: PlanJaune) -> None:
        found = self.strongest(g)
        if len(self.halted) < 2 and found:
            self.stop(g, found[0])
        else:
            g.pop()

    @order(
        "halt {hex}",
        label="Halt",
        rule="11.11.halt",
        says="The panzers of the stack move at half speed this turn.",
        why="only the strongest panzer stack can be halted",
    )
    def halt(self, g: PlanJaune, h: Hex) -> None:
        self.stop(g, h)

    @halt.choices("hex")
    def equals(self, g: PlanJaune) -> list[Hex]:
        return self.strongest(g)

    def stop(self, g: PlanJaune, h: Hex) -> None:
        for u in g.units_in(h, Side.GERMAN):
            if panzer_strength(g, u):
                g.set_status(u, g.status[u] | HALVED)
        text = f"The panzers at {g.map.spot(h)} move at half speed"
        g.emit("halt", text, "11.11.halt", at=(g.map.labels[h],), side="german")
        g.replace(HaltOrder(self.side, (*self.halted, h)))


def panzer_strength(g: PlanJaune, u: Unit) -> int:
    return sum(strength_of(g, m) for m in g.members(u) if g.counter(m).has("panzer"))


def panzer_stacks(g: PlanJaune) -> dict[Hex, int]:
    found: dict[Hex, int] = {}
    for u in g.on_map(Side.GERMAN):
        if strength := panzer_strength(g, u):
            found[g.hex_of[u]] = found.get(g.hex_of[u], 0) + strength
    return found


class Snafu(Question, frozen=True):
    """11.11.snafu-early: the Germans choose two French motorized units; R.11.11.snafu-early.1: a corps is one."""

    rule = "11.11.snafu-early"
    title = "SNAFU"
    question = "Which French motorized unit moves at half speed?"
    left: int = 2

    def decider(self, g: PlanJaune) -> Side | None:
        return self.side if self.left and next(iter(self.french(g)), None) is not None else None

    @order("snafu {unit}", label="Slow down", rule="11.11.snafu-early", says="The unit moves at half speed this turn.")
    def snafu(self, g: PlanJaune, unit: Unit) -> None:
        g.set_status(unit, g.status[unit] | HALVED)
        g.emit("snafu", f"{g.name(unit)} moves at half speed", "11.11.snafu-early", units=(g.id(unit),))
        g.replace(Snafu(self.side, self.left - 1))

    @snafu.choices("unit")
    def french(self, g: PlanJaune) -> Iterator[Unit]:
        for u in g.on_map(Side.ALLIED):
            if g.counter(u).nation == "french" and is_motorized(g, u) and not g.status[u] & HALVED:
                yield u

    @snafu.refuses("unit")
    def why_not(self, g: PlanJaune, unit: Unit) -> Refusal:
        if g.status[unit] & HALVED:
            return Refusal("11.11.snafu-early", f"{g.name(unit)} already moves at half speed")
        return Refusal("11.11.snafu-early", f"{g.name(unit)} is not a French motorized unit on the map")


def italian_attack(g: PlanJaune) -> None:
    """12.8a, R.12.8a.1: from turn 12 a die each turn until the first 6; 12.8b: the 14th Corps leaves."""
    if g.turn < ITALY_FROM or g.italy:
        return
    die = g.roll()
    if die < 6:
        g.emit("italy", "Italy stays out of the war", "12.8a", dice=(die,))
        return
    g.italy = True
    alpine = g.scenario.unit_named["fr.XIV"]
    g.italian_bonus = g.hex_of[alpine] == OFF_MAP
    text = "Italy attacks in the Alps" + ("" if g.italian_bonus else f", and {g.name(alpine)} leaves the game")
    if not g.italian_bonus:
        g.place(alpine, OFF_MAP)
    g.emit("italy", text, "12.8b", units=("fr.XIV",), dice=(die,), side="german")


def end_of_turn(g: PlanJaune, units: Sequence[Unit]) -> None:
    """R.11.11.halt.1: what an event halves, it halves for one turn."""
    for u in units:
        if g.status[u] & HALVED:
            g.set_status(u, g.status[u] & ~HALVED)
