"""22.2d to 22.4, 22.7: replacements, withdrawals, Belgium, and units that may not move or attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.counters import Side, Unit
from meuse.games.france40 import halt
from meuse.games.france40.board import DISRUPTED, FULL_RETREAT, OUT_OF_SUPPLY, PINNED, France40
from meuse.games.france40.losses import leave_map
from meuse.games.france40.supply import in_supply
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases.until_done import UntilDone
from meuse.steps import Step, Warning

SURRENDER_TURN = 5
"""22.4.1."""


def initial_pages(side: Side, turn: int) -> Iterator[Step]:
    """3.dynamo: what the Initial Phases of Dynamo add, apart from evacuation and reinforcements."""
    if side is Side.ALLIED:
        yield BelgianSurrender(turn)
        return
    yield Withdrawals(turn)
    if turn <= halt.LAST_DYNAMO_TURN:
        yield Replacements(Side.GERMAN)


class Withdrawals(Step, frozen=True):
    """22.7f: listed units leave the game, wherever they are."""

    rule = "22.7f"
    turn: int

    def run(self, g: France40) -> None:
        g.pop()
        listed = g.scenario.setup["withdrawals"].get(str(self.turn), [])
        for u in g.scenario.units_of[Side.GERMAN]:
            counter = g.counter(u)
            gone = g.hex_of[u] == g.scenario.box("eliminated")
            if not gone and (counter.id in listed or counter.division in listed):
                leave_map(g, u, "withdrawn")
                g.emit("withdrawn", f"{g.name(u)} is withdrawn", "22.7f", units=(counter.id,))


class Replacements(UntilDone, frozen=True):
    """22.3: a Panzer division under a Halt! marker restores one unit in its hex."""

    rule = "22.3"
    title = "Replacements"
    question = "Which units receive replacements?"
    served: tuple[str, ...] = ()

    def warnings(self, g: France40) -> Sequence[Warning]:
        divisions = sorted({self.giver(g, g.hex_of[u]) for u in self.reduced(g)})
        return (
            (Warning("loses", f"Unused replacements are lost: {', '.join(divisions)}.", "22.3", topic="support"),)
            if divisions
            else ()
        )

    @order(
        "replace {unit}",
        label="Replace losses",
        rule="22.3",
        says="The unit returns to full strength. Each division can do this once per turn.",
    )
    def restore(self, g: France40, unit: Unit) -> None:
        """22.3: one unit for each division."""
        served = (*self.served, self.giver(g, g.hex_of[unit]))
        g.set_steps(unit, g.counter(unit).steps)
        g.emit(
            "replacement",
            f"{g.name(unit)} receives replacements and is at full strength",
            "22.3",
            units=(g.id(unit),),
        )
        g.replace(Replacements(self.side, served))

    @restore.choices("unit")
    def reduced(self, g: France40) -> Iterator[Unit]:
        return (u for u in g.on_map(Side.GERMAN) if self.why_not(g, u) is None)

    @restore.refuses("unit")
    def why_not(self, g: France40, u: Unit) -> Refusal | None:
        """22.3, R.22.3.1: any reduced unit in the hex of the division, 10.3b: except a Remnant."""
        if g.scenario.side_of[u] is not Side.GERMAN or g.hex_of[u] < 0:
            return None
        name, h = g.name(u), g.hex_of[u]
        if g.steps[u] == g.counter(u).steps:
            return Refusal("22.3", f"{name} is at full strength")
        if g.face(u).remnant:
            return Refusal("10.3b", f"{name} is a Remnant and does not receive replacements")
        if g.status[u] & (DISRUPTED | FULL_RETREAT):
            return Refusal("22.3", f"{name} is Disrupted")
        if g.status[u] & OUT_OF_SUPPLY or not in_supply(g, u):
            return Refusal("18.4d", f"{name} is out of supply")
        if not self.giver(g, h):
            there = g.map.labels[h]
            return Refusal("22.3", f"no halted Panzer division in {there} has a replacement left", (there,))
        return None

    def giver(self, g: France40, h: Hex) -> str:
        """22.3: a Panzer division in a hex, under a Halt! marker, in supply, its replacement unused; or ""."""
        halted = (u for u in g.units_in(h, Side.GERMAN) if g.under[u] and in_supply(g, u))
        divisions = (g.counter(u).division for u in halted)
        return next((d for d in divisions if halt.is_panzer_division(d) and d not in self.served), "")

    done = UntilDone.done.told(label="No more replacements", rule="22.3")


class BelgianSurrender(Step, frozen=True):
    """22.4.1, R.22.4.1.1: if Brugge is German-controlled, and on turn 5 in any case."""

    rule = "22.4.1"
    turn: int

    def run(self, g: France40) -> None:
        g.pop()
        fallen = g.controls(Side.GERMAN, g.map.place("Brugge").hex)
        if g.belgium_out or not (fallen or self.turn >= SURRENDER_TURN):
            return
        g.belgium_out = True
        for u in g.on_map(Side.ALLIED):
            if g.counter(u).nation == "belgian":
                leave_map(g, u, "withdrawn")
        g.emit("surrender", "Belgium surrenders; its units leave the map", "22.4.1")


# -- restrictions


def why_not_move(g: France40, u: Unit) -> Refusal | None:
    """22.7d: 2nd and 10th Panzer stay; 1st Panzer stays until Calais is cleared."""
    if g.status[u] & PINNED:
        return Refusal("22.7d", f"{g.name(u)} takes no part in the battle and cannot move")
    if _waits(g, u):
        return Refusal("22.7d", f"{g.name(u)} cannot move until Calais is cleared", (_calais(g),))
    return None


def why_not_attack(g: France40, u: Unit, target: Hex) -> Refusal | None:
    """Why markers keep a unit from attacking a hex: 21.2.1c, 21.3.3b; 22.5.3; 22.7d."""
    name = g.name(u)
    if g.under[u]:
        german = g.scenario.side_of[u] is Side.GERMAN
        return Refusal(
            "21.3.3b" if german else "21.2.1c",
            f"{name} is under a {'Halt!' if german else 'GQG'} marker and cannot attack",
        )
    if u == g.evac_unit:
        return Refusal("22.5.3", f"{name} is waiting for ships and cannot attack")
    if g.status[u] & PINNED:
        return Refusal("22.7d", f"{name} takes no part in the battle and cannot attack")
    if _waits(g, u) and target != halt.calais(g):
        return Refusal("22.7d", f"{name} can attack only Calais", (_calais(g),))
    return None


def _waits(g: France40, u: Unit) -> bool:
    if not g.scenario.dynamo:
        return False
    until_calais_falls = g.scenario.setup["immobile"]["until_calais_falls"]
    return g.scenario.counters[u].division == until_calais_falls and halt.calais_held(g)


def _calais(g: France40) -> str:
    return g.map.labels[halt.calais(g)]


def closed_to(g: France40, u: Unit, h: Hex) -> bool:
    """22.4.2, R.22.4.2.1: Belgian units stay out of France, except for hexes with land of both countries."""
    if g.counter(u).nation != "belgian" or not g.scenario.dynamo:
        return False
    return g.map.country[h] == "france" and h not in g.map.regions["border"].hexes
