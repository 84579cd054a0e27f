"""13: Operation Dynamo: initiative, air, evacuation. Its declaration is in `declaration`."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side, Unit
from meuse.games.caseyellow.board import ARRIVED, CaseYellow
from meuse.games.caseyellow.ground import is_engaged
from meuse.games.caseyellow.losses import award
from meuse.games.caseyellow.markers import vacated
from meuse.games.caseyellow.rail import RailOrders
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.report import count

# -- 13.2 initiative and air


def is_dynamo_turn(g: CaseYellow) -> bool:
    """13.2c, 13.3d, R.13.2c.1: whether this is one of the three turns of Allied initiative; it ends with the port."""
    if not g.dynamo_declared or not g.dynamo_declared < g.turn <= g.dynamo_ends:
        return False
    return not g.port_fell or g.turn <= g.port_fell


def air_is_gone(g: CaseYellow) -> bool:
    """5.1a, 5.1b.dynamo, 11.3c.air-dynamo: no Allied Air Assets while Dynamo is in effect."""
    return is_dynamo_turn(g) or g.dynamo_declared == g.turn


def end_dynamo(g: CaseYellow) -> None:
    """13.3a, 2.2b.dynamo: when the third turn ends Dynamo is over."""
    if g.port >= 0 and g.turn >= g.dynamo_ends:
        g.set_marker("port", -1)
        g.emit("dynamo", "Operation Dynamo is over", "13.3a", side="allied")


# -- 13.4 evacuation


class Evacuation(RailOrders, frozen=True):
    """13.4.2, 13.4.3: in Allied movement units leave by sea."""

    @order("evacuate {unit}", rule="13.4.3", says="The unit is taken off by sea for good.")
    def evacuate(self, g: CaseYellow, unit: Unit) -> None:
        """13.4.5, 13.2a, R.13.4.3.1: each step is worth a point and never returns."""
        moving = self.finish(g, (unit,))
        steps = min(g.steps[unit], capacity(g) - g.evacuated)
        g.evacuated += steps
        told = "is evacuated" + (f" ({count(steps, 'step')})" if steps > 1 else "")
        g.emit("evacuation", f"{g.name(unit)} {told}", "13.4.3", units=(g.id(unit),), at=(g.map.labels[g.port],))
        points = steps * g.scenario.tables["victory"]["evacuated_step"]
        award(g, Side.ALLIED, points, f"{g.id(unit)} {told}", "13.4.5")
        if steps == g.steps[unit]:
            g.place(unit, g.scenario.box("evacuated"))
            vacated(g, g.port, g.nation(unit), survivors=1)
        else:
            g.set_steps(unit, g.steps[unit] - steps)
        self.go_on(g, tuple(u for u in moving if u != unit))

    @evacuate.closed_if
    def why_not_ships(self, g: CaseYellow) -> Refusal | None:
        return why_not_more_steps(g) if self.side is Side.ALLIED and g.port >= 0 else None

    @evacuate.choices("unit")
    def evacuable(self, g: CaseYellow) -> Iterator[Unit]:
        if self.side is Side.ALLIED and g.port >= 0:
            yield from (u for u in g.units_in(g.port, Side.ALLIED) if why_not_evacuate(g, u) is None)

    @evacuate.refuses("unit")
    def why_not_evacuate(self, g: CaseYellow, unit: Unit) -> Refusal | None:
        return why_not_evacuate(g, unit) if g.side(unit) is self.side else None


def capacity(g: CaseYellow) -> int:
    """13.4.2, 13.4a, R.13.4a.1, 6.3: six steps a Move Round, one less for each Disruption, never below four."""
    figures = g.scenario.tables["dynamo"]
    return int(max(figures["least"], figures["capacity"] - g.port_disruption))


def why_not_evacuate(g: CaseYellow, u: Unit) -> Refusal | None:
    """13.4.2, 13.4.2b, 13.4.3: why a unit cannot be evacuated now."""
    name = g.name(u)
    if g.port < 0 or g.hex_of[u] != g.port:
        return Refusal("13.4.3", f"{name} is not in the evacuation port")
    if g.acts[u] & ARRIVED:
        return Refusal("13.4.2b", f"{name} arrived this turn")
    if is_engaged(g, u):
        return Refusal("11.9b.mark", f"{name} is engaged")
    if g.spent[u] and g.spent[u] >= g.allowance(u):
        return Refusal("13.4.3", f"{name} has no movement points left")
    return why_not_more_steps(g)


def why_not_more_steps(g: CaseYellow) -> Refusal | None:
    """13.4.2: whether as many steps have been evacuated in this round as the port can take."""
    if g.evacuated < capacity(g):
        return None
    port, most = g.map.labels[g.port], capacity(g)
    return Refusal(
        "13.4.2", f"{port} has already evacuated {count(most, 'step')} this round, its full capacity", (port,)
    )
