"""22.9: Zero-Strength Remnants."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side, Unit
from meuse.games.france40.board import France40
from meuse.games.france40.losses import shed_steps
from meuse.games.france40.moving import Moving
from meuse.ledger import Refusal
from meuse.orders import order


class Shedding(Moving, frozen=True):
    """22.9b: an order of the Allied Movement Phase of Dynamo."""

    @order(
        "shed {unit}",
        label="Give up steps to become a 0-0-3",
        rule="22.9b",
        says="The unit gives up its steps for good, so that more units fit into a hex.",
    )
    def shed(self, g: France40, unit: Unit) -> None:
        """22.9b: steps are given up and never regained."""
        self.finish(g)
        shed_steps(g, unit)
        self.go_on(g)

    @shed.choices("unit")
    def able(self, g: France40) -> Iterator[Unit]:
        if self.side is Side.ALLIED and g.scenario.dynamo:
            yield from (u for u in g.on_map(Side.ALLIED) if why_not_shed(g, u) is None)

    @shed.refuses("unit")
    def why_not(self, g: France40, unit: Unit) -> Refusal | None:
        return why_not_shed(g, unit)


def why_not_shed(g: France40, u: Unit) -> Refusal | None:
    """22.9a: only British units with a last step of three or more defence have a 0-0-3 step."""
    if not g.scenario.faces[u][1].zero:
        return Refusal("22.9a", f"{g.name(u)} has no 0-0-3 step")
    return Refusal("22.9b", f"{g.name(u)} is already a 0-0-3") if g.zero(u) else None
