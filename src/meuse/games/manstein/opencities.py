"""25.4: open cities. An optional rule."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.manstein import victory
from meuse.games.manstein.board import Manstein, controls
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases.until_done import UntilDone
from meuse.steps import overrides


class OpenCities(UntilDone, frozen=True):
    """25.4a: when an Allied impulse ends the Allied player may declare cities open, for good."""

    rule = "25.4a"
    title = "Open cities"
    question = "Which cities do you declare open?"

    @overrides
    def decider(self, g: Manstein) -> Side | None:
        return super().decider(g) if g.option("25.4") and self.side is g.now.side else None

    @order(
        "declare {hex}",
        label="Declare open",
        rule="25.4a",
        says="No Allied unit may enter the city for the rest of the game, nor do zones reach it.",
        was=("open",),
    )
    def declare(self, g: Manstein, h: Hex) -> None:
        g.mark(g.open_cities, h)
        g.emit("open-city", f"{g.spot(h)} is declared an open city", "25.4a", at=(g.label(h),), side="allied")
        victory.watch(g)

    @declare.choices("hex")
    def cities(self, g: Manstein) -> list[Hex]:
        return [h for h in range(len(g.map)) if why_not_open(g, h) is None]

    @declare.refuses("hex")
    def why_not(self, g: Manstein, h: Hex) -> Refusal | None:
        return why_not_open(g, h)

    done = UntilDone.done.told(label="No more open cities", rule="25.4a")


def why_not_open(g: Manstein, h: Hex) -> Refusal | None:
    """25.4a: Rotterdam, Antwerp, Brussels or Paris, in Allied hands, empty of Allied units, and not bombed."""
    there = g.spot(h)
    if not any("open_city" in place.kinds for place in g.map.places_at.get(h, ())) or h in g.scenario.closed:
        return Refusal("25.4a", f"{there} is not one of the four cities that can be declared open")
    if h in g.open_cities or h in g.bombed:
        return Refusal("25.4a", f"{there} is already open, or has been bombed")
    if g.ground(h, Side.ALLIED) or not controls(g, Side.ALLIED, h):
        return Refusal("25.4a", f"{there} must be empty and under Allied control")
    return None
