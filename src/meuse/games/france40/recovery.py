"""13.4: the recovery phase."""

from __future__ import annotations

from meuse.counters import Side, Unit
from meuse.games.france40.board import DISRUPTED, FULL_RETREAT, France40
from meuse.games.france40.forts import fort_in
from meuse.games.france40.zones import zones
from meuse.orders import order
from meuse.steps import Question


class Recovery(Question, frozen=True):
    """13.4.1: units recover one level; the owner may leave some in Full Retreat."""

    rule = "13.4.1"
    question = "Which units stay in Full Retreat?"
    kept: tuple[Unit, ...] = ()

    def title(self, g: France40) -> str:
        return f"{self.side.title} recovery"

    def decider(self, g: France40) -> Side | None:
        return self.side if self.fleeing(g) or self.kept else None

    def run(self, g: France40) -> None:
        self.recover(g)

    @order(
        "leave {unit}",
        label="Leave in Full Retreat",
        rule="13.4.1",
        says="The unit keeps its marker, and with it the automatic retreat.",
        why="only a unit in Full Retreat can be left in it",
        was=("keep",),
    )
    def leave(self, g: France40, unit: Unit) -> None:
        """13.4.1: it keeps its automatic retreat."""
        g.replace(Recovery(self.side, tuple(sorted((*self.kept, unit)))))

    @leave.choices("unit")
    def fleeing(self, g: France40) -> list[Unit]:
        return [u for u in g.on_map(self.side) if g.status[u] & FULL_RETREAT and u not in self.kept]

    @order("done", label="Recover the others", rule="13.4.1")
    def done(self, g: France40) -> None:
        self.recover(g)

    def recover(self, g: France40) -> None:
        g.pop()
        for u in g.on_map(self.side):
            if g.status[u] & (DISRUPTED | FULL_RETREAT) and u not in self.kept:
                rally(g, u)


def rally(g: France40, u: Unit) -> None:
    """13.4.1, R.13.4.1.1: outside enemy zones a unit recovers automatically; in one it rolls (13.4.2)."""
    name = g.name(u)
    if not zones(g, g.scenario.side_of[u].enemy)[g.hex_of[u]]:
        recover_one_level(g, u, "13.4.1", ())
        return
    table, die = g.scenario.tables["rally"], g.roll()
    if die + rally_modifier(g, u) >= table["recovers_on"]:
        recover_one_level(g, u, "13.4.2", (die,))
    else:
        g.emit("rally", f"{name} does not rally", "13.4.2", units=(g.id(u),), dice=(die,))


def rally_modifier(g: France40, u: Unit) -> int:
    """13.4.2: a City or a Fort unit helps; elite troops rally better, those of low quality worse."""
    table, h = g.scenario.tables["rally"], g.hex_of[u]
    sheltered = h in g.scenario.cities or fort_in(g, h) is not None
    return int((table["city_or_fort"] if sheltered else 0) + table.get(g.face(u).quality, 0))


def recover_one_level(g: France40, u: Unit, rule: str, dice: tuple[int, ...]) -> None:
    """13.4.1: from Full Retreat to Disrupted, from Disrupted to Good Order."""
    name = g.name(u)
    if g.status[u] & FULL_RETREAT:
        g.set_status(u, g.status[u] & ~FULL_RETREAT | DISRUPTED)
        g.emit("rally", f"{name} rallies to Disrupted", rule, units=(g.id(u),), dice=dice)
    else:
        g.drop(u, DISRUPTED)
        g.emit("rally", f"{name} rallies to Good Order", rule, units=(g.id(u),), dice=dice)
