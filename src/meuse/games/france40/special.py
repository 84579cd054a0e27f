"""20.1, 20.3: reconnaissance units and Disengagement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.counters import Side, Unit
from meuse.games.france40.attrition import hexes_beside
from meuse.games.france40.board import ATTACKED, AUTO_DS, MARKERS, RETREATED, TRAIN, TRIED, France40
from meuse.games.france40.dynamo import why_not_move
from meuse.games.france40.results import Lose
from meuse.games.france40.retreat import Escapes, Retreat, safe_ways
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived
from meuse.steps import Question

OUTCOMES = {"no": "cannot disengage", "step": "can disengage at the cost of a step", "yes": "can disengage"}


def ignores_loss(g: France40, stack: Sequence[Unit], code: str) -> bool:
    """20.1: a reconnaissance unit alone in its hex ignores the step loss of a D1 or DS."""
    return code in ("D1", "DS") and len(stack) == 1 and g.face(stack[0]).kind == "reconnaissance"


class Disengaging(Question, frozen=True):
    """20.3.1: an order of the Combat Phase."""

    @order(
        "disengage {units}",
        label="Try to disengage",
        rule="20.3.2b",
        says="One die decides whether the units get away from the enemies next to them.",
    )
    def disengage(self, g: France40, units: tuple[Unit, ...]) -> None:
        """20.3.2b, 20.3.3a: one die for the unit or group."""
        die = g.roll()
        result = disengagement(g, units, die)
        for u in units:
            g.add(u, TRIED | ATTACKED)
        at = g.map.labels[g.hex_of[units[0]]]
        names = g.ids(units)
        text = f"{g.listed(units)} {OUTCOMES[result]}"
        g.emit("disengage", text, "20.3.3a", units=names, at=(at,), dice=(die,))
        if result == "no":
            return
        bearers = tuple(u for u in units if not g.hq(u)) or units
        losses = (Lose(self.side, bearers, "20.3.3a"),) if result == "step" else ()
        g.push(*losses, Disengage(self.side, units, g.hex_of[units[0]], 2, "disrupted", RETREATED))

    @disengage.choices("units")
    def leaving(self, g: France40, chosen: tuple[Unit, ...]) -> Iterator[Unit]:
        """20.3.2a: units of one stack."""
        near = hexes_beside(g, self.side.enemy)
        units = g.units_in(g.hex_of[chosen[0]], self.side) if chosen else g.on_map(self.side)
        touching = (u for u in units if near[g.hex_of[u]] and u not in chosen)
        return (u for u in touching if why_not_disengage(g, u) is None)

    @disengage.refuses("units")
    def why_not_leave(self, g: France40, chosen: tuple[Unit, ...], unit: Unit) -> Refusal | None:
        if chosen and g.hex_of[unit] != g.hex_of[chosen[0]]:
            return Refusal("20.3.2a", f"{g.name(unit)} is in another hex")
        return why_not_disengage(g, unit)


def why_not_disengage(g: France40, u: Unit) -> Refusal | None:
    """20.3.2a: why a unit may not try a Disengagement."""
    name, side = g.name(u), g.scenario.side_of[u]
    if g.hex_of[u] < 0 or g.fort(u) or not hexes_beside(g, side.enemy)[g.hex_of[u]]:
        return Refusal("R.20.3.2a.1", f"{name} is not in contact with the enemy")
    if g.status[u] & (TRIED | ATTACKED | AUTO_DS | TRAIN):
        return Refusal("20.3.2a", f"{name} has already attacked or tried to disengage, or is on a train")
    if not g.good_order(u):
        return Refusal("20.3.2a", f"{name} is Disrupted")
    if g.under[u]:
        return Refusal("21.2.1c", f"{name} is under a GQG or Halt! marker")
    return why_not_move(g, u)


def disengagement(g: France40, units: Sequence[Unit], die: int) -> str:
    """20.3.3a: the result of a die, as modified."""
    result: str = g.scenario.tables["disengagement"]["results"][min(max(die + modifier(g, units), 1), 6) - 1]
    return result


def modifier(g: France40, units: Sequence[Unit]) -> int:
    """20.3.3b: a bonus needs every unit of a group to qualify, a penalty only one."""
    chart, faces = g.scenario.tables["disengagement"]["modifiers"], [g.face(u) for u in units]
    mechanized, elite = all(f.mech for f in faces), all(f.quality == "elite" for f in faces)
    low = any(f.quality == "low" for f in faces)
    return int(chart["mechanized"] * mechanized + chart["elite"] * elite + chart["low"] * low)


class Disengage(Retreat, frozen=True):
    """20.3.4, R.20.3.4.1: one or two hexes in any direction, by the rules of retreat; or not at all."""

    after_die = False
    rule = "20.3.4"
    question = "Where do the units disengage to?"

    def title(self, g: France40) -> str:
        return f"Disengagement from {g.map.spot(self.origin)}"

    def escapes(self, g: France40, units: Sequence[Unit]) -> Escapes:
        return _free_ways(g, self.side, self.origin, tuple(units))

    def decider(self, g: France40) -> Side | None:
        return self.side if any(self.escapes(g, (u,)).paths for u in self.left(g)) else None

    def run(self, g: France40) -> None:
        """R.20.3.4.1: units without a safe path stay where they are."""
        g.pop()

    @order("pass", label="Stay here", rule="20.3.4", says="The units stay where they are.", was=("stay",))
    def pass_on(self, g: France40) -> None:
        g.pop()


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKERS)
def _free_ways(g: France40, side: Side, origin: Hex, units: tuple[Unit, ...]) -> Escapes:
    """20.3.1: one hex is enough, and the direction is free, so nothing falls short."""
    far, near = safe_ways(g, side, origin, 2, units), safe_ways(g, side, origin, 1, units)
    return Escapes(0, far | {h: path for h, path in near.items() if len(path) == 1})
