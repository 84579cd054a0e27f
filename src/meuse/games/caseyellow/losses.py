"""11.3e, 11.3f, 12.8: steps lost, units eliminated, and what that is worth."""

from __future__ import annotations

from meuse.counters import Side, Unit
from meuse.games.caseyellow.board import CaseYellow
from meuse.games.caseyellow.markers import vacated
from meuse.hexmap import OFF_MAP
from meuse.phases.aftermath import StepLoss
from meuse.steps import overrides


def lose_step(g: CaseYellow, u: Unit, rule: str) -> None:
    """2.2a.steps, 2.2a.onestep: a full unit is reduced; one without a reduced side is eliminated."""
    if g.steps[u] <= 1:
        eliminate(g, u, rule)
        return
    g.set_steps(u, g.steps[u] - 1)
    g.emit("loss", f"{g.name(u)} loses a step", rule, units=(g.id(u),), at=(g.scenario.place_word(g.hex_of[u]),))


def eliminate(g: CaseYellow, u: Unit, rule: str, survivors: int = 0) -> None:
    """3.1a, 12.12d: a unit leaves the map; its loss is scored in the next victory segment."""
    where = g.hex_of[u]
    g.emit("eliminated", f"{g.name(u)} is eliminated", rule, units=(g.id(u),), at=(g.scenario.place_word(where),))
    g.place(u, OFF_MAP)
    g.set_steps(u, 0)
    g.set_status(u, 0)
    award_loss(g, u)
    if where >= 0:
        vacated(g, where, g.nation(u), survivors)


def award_loss(g: CaseYellow, u: Unit) -> None:
    """3.1a, 12.8b: what the loss of a unit is worth to the other side; no corps of the small countries counts."""
    chart, counter = g.scenario.tables["victory"], g.counter(u)
    corps = g.scenario.size_of[u] == "corps" and counter.kind not in ("attack_supply", "artillery")
    if counter.kind == "panzer":
        award(g, Side.ALLIED, chart["panzer_division"], f"{counter.name} eliminated", "12.9e")
    elif counter.nation == "german" and corps:
        award(g, Side.ALLIED, chart["german_corps"], f"{counter.name} eliminated", "3.1a")
    elif counter.nation in ("french", "british") and corps:
        award(g, Side.GERMAN, chart["allied_corps"], f"{counter.name} eliminated", "3.1a")
    elif counter.kind in ("dlm", "dcr"):
        award(g, Side.GERMAN, chart["allied_armour"], f"{counter.name} eliminated", "3.1a")


def award(g: CaseYellow, side: Side, points: int, text: str, rule: str) -> None:
    """12.8b: points to be recorded in the next victory segment."""
    g.awards = (*g.awards, (side, points, text, rule))


class Lose(StepLoss, frozen=True):
    """11.3e, 11.3e.free, R.11.3e.allied.1: a side loses a step; the units that may take it come by priority."""

    rule = "11.3e"
    title = "Step loss"
    why: str = "11.3e.free"

    lose = StepLoss.lose.told(rule="11.3e", why="another unit must take this loss")

    @overrides
    def question(self, g: CaseYellow) -> str:
        """11.3f.steps: the attacker picks the first step that DE costs the defenders."""
        own = g.side(self.units[0]) is self.side
        return "Which unit loses a step?" if own else "Which enemy unit loses a step?"

    @overrides
    def take(self, g: CaseYellow, unit: Unit) -> None:
        lose_step(g, unit, self.why)
