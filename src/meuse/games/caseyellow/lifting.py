"""10.8d: Bridgehead markers come off the map when the German player wishes, in any of his rounds."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.caseyellow.board import CaseYellow
from meuse.hexmap import Hex
from meuse.orders import order
from meuse.steps import Question


class Lifting(Question, frozen=True):
    """10.8d, 10.8e: a question in which the German player may take markers off, to have them for other hexes."""

    @order(
        "lift {hex}",
        label="Remove a bridgehead",
        rule="10.8d",
        says="Takes the marker off, so that it can be used elsewhere.",
        why="there is no Bridgehead marker there",
    )
    def lift(self, g: CaseYellow, h: Hex) -> None:
        """10.8d: whenever the German player wishes."""
        g.bridgeheads -= {h}
        text = f"The Bridgehead marker at {g.map.spot(h)} is removed"
        g.emit("bridgehead", text, "10.8d", at=(g.map.labels[h],), side="german")

    @lift.choices("hex")
    def markers(self, g: CaseYellow) -> list[Hex]:
        return sorted(g.bridgeheads) if self.side is Side.GERMAN else []
