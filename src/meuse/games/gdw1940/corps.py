"""15: corps that are formed of divisions, and disbanded."""

from __future__ import annotations

from collections.abc import Sequence

from meuse.counters import Side, Unit
from meuse.games.gdw1940.board import UNSUPPLIED, Gdw1940, stacks
from meuse.hexmap import OFF_MAP, Hex
from meuse.mechanics.corps import merge, split
from meuse.orders import order
from meuse.phases.until_done import UntilDone
from meuse.steps import Question

CORPS_OF = {Side.GERMAN: "de.XXXIX", Side.ALLIED: "fr.AC"}
"""15: the corps that each side may form of its divisions."""

FORMING = {Side.GERMAN: "15.panzer.form", Side.ALLIED: "15.french_corps"}
DISBANDING = {Side.GERMAN: "15.panzer.break", Side.ALLIED: "15.french_corps"}


def inside(g: Gdw1940, side: Side) -> tuple[Unit, ...]:
    """15.panzer.form: the divisions that a side's corps stands for."""
    return g.units_in(g.scenario.box("inside"), side)


class Formation(UntilDone, frozen=True):
    """15.panzer.form, 15.french_corps: at the end of a movement phase three divisions may become a corps."""

    rule = "15.panzer.form"
    title = "Forming a corps"
    question = "Do you form a corps?"

    @order(
        "form {corps:unit} {units}",
        label="Form a corps",
        rule="15.panzer.form",
        says="The three divisions leave the map, and the corps takes their place.",
        at_least=3,
        why="two armoured divisions and a motorized division in one hex, all undisrupted, form the corps",
    )
    def form(self, g: Gdw1940, corps: Unit, units: Sequence[Unit]) -> None:
        """15.panzer.form: the divisions leave the map, and the corps takes their place; 8.judged: supplied as they."""
        where = g.hex_of[units[0]]
        g.set_status(corps, UNSUPPLIED * any(g.status[u] & UNSUPPLIED for u in units))
        merge(g, corps, units, g.scenario.box("inside"))
        text = f"{g.name(corps)} is formed at {g.map.spot(where)}"
        g.emit("form", text, FORMING[self.side], units=(g.id(corps),), at=(g.map.labels[where],))

    @form.choices("corps")
    def corps(self, g: Gdw1940) -> list[Unit]:
        u = g.scenario.unit_named[CORPS_OF[self.side]]
        free = g.hex_of[u] == OFF_MAP and u not in g.spent_corps
        return [u] if free and any(self.complete(g, h) for h in stacks(g, self.side)) else []

    @form.choices("units")
    def joining(self, g: Gdw1940, corps: Unit, chosen: Sequence[Unit]) -> list[Unit]:
        """15.panzer.form: two armoured divisions and one motorized division, stacked."""
        wheels = sum(not g.counter(u).has("armour") for u in chosen)
        tanks = len(chosen) - wheels
        hexes = [g.hex_of[chosen[0]]] if chosen else [h for h in stacks(g, self.side) if self.complete(g, h)]
        able = (u for h in hexes for u in self.divisions(g, h))
        return [u for u in able if u not in chosen and (tanks < 2 if g.counter(u).has("armour") else wheels < 1)]

    def divisions(self, g: Gdw1940, h: Hex) -> list[Unit]:
        """R.15.panzer.form.1: undisrupted; R.15.panzer.form.3: armoured or motorized by their symbol."""
        nation = g.counter(g.scenario.unit_named[CORPS_OF[self.side]]).nation
        return [
            u for u in g.units_in(h, self.side)
            if g.counter(u).symbol in ("armor", "motorized") and not g.disrupted(u)
            and (g.counter(u).size, g.counter(u).nation) == ("XX", nation)
        ]  # fmt: skip

    def complete(self, g: Gdw1940, h: Hex) -> bool:
        """15.panzer.form: whether a hex holds what a corps needs; 3.armour: no armour may be left beside the corps."""
        found = self.divisions(g, h)
        tanks = sum(g.counter(u).has("armour") for u in found)
        armour = sum(g.scenario.armour_weight[u] for u in g.units_in(h, self.side))
        return tanks == armour == 2 and len(found) > tanks

    done = UntilDone.done.told(label="No corps", rule="15.panzer.form")


class Disbanding(Question, frozen=True):
    """15.panzer.break, 15.french_corps: a corps is disbanded before any other movement."""

    @order(
        "disband {corps:unit}",
        label="Disband the corps",
        rule="15.panzer.break",
        says="Its three divisions come back in its hex; the corps can be formed again later.",
        was=("break",),
    )
    def disband(self, g: Gdw1940, corps: Unit) -> None:
        """15.panzer.break, 15.french_corps: the same three divisions are put back in its hex.

        8.judged: they are as well or as badly supplied as the corps was.
        """
        divisions = inside(g, self.side)
        for u in divisions:
            g.set_status(u, g.status[corps] & UNSUPPLIED)
        split(g, corps, divisions, OFF_MAP)
        g.emit("break", f"{g.name(corps)} is disbanded", DISBANDING[self.side], units=(g.id(corps),))

    @disband.choices("corps")
    def disbandable(self, g: Gdw1940) -> list[Unit]:
        """R.15.panzer.form.1: the corps must be undisrupted."""
        u = g.scenario.unit_named[CORPS_OF[self.side]]
        return [u] if g.hex_of[u] >= 0 and not g.disrupted(u) else []
