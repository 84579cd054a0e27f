"""11.8: the evacuation of a port; 11.9: ports."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from meuse.counters import Side, Unit
from meuse.games.planjaune.air import why_not_bomber
from meuse.games.planjaune.board import PlanJaune, points_of
from meuse.games.planjaune.losses import score
from meuse.games.planjaune.zones import COUNTRY_NAMES
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases.until_done import OrPass, UntilDone
from meuse.report import count
from meuse.steps import overrides


class Evacuation(OrPass, frozen=True):
    """11.8a: the Allies may declare an evacuation, naming the port."""

    rule = "11.8a"
    title = "Evacuation"
    question = "Which port do you evacuate?"

    @order(
        "declare {hex}",
        label="Declare an evacuation",
        rule="11.8a",
        says="Units can leave by sea from this port this turn.",
        was=("evacuate",),
    )
    def declare(self, g: PlanJaune, h: Hex) -> None:
        """10.2.naval: the Germans answer before anybody goes (R.11.8b.1)."""
        g.port, g.capacity = h, g.scenario.tables["evacuation"]["points"]
        text = f"The Allies evacuate {g.map.spot(h)}"
        g.emit("evacuation", text, "11.8a", at=(g.map.labels[h],), side="allied")
        g.replace(NavalInterdiction(Side.GERMAN), Embarkation(Side.ALLIED))

    @declare.choices("hex")
    def ports(self, g: PlanJaune) -> Iterator[Hex]:
        for h in harbours(g):
            if g.units_in(h, Side.ALLIED) and why_not_port(g, h) is None:
                yield h

    @declare.refuses("hex")
    def why_not(self, g: PlanJaune, h: Hex) -> Refusal:
        return why_not_port(g, h) or Refusal("11.8a", f"none of your units are in {g.map.labels[h]}")

    decline = OrPass.decline.told(label="No evacuation", rule="11.8a", was=("done",))


class NavalInterdiction(OrPass, frozen=True):
    """10.2.naval: one bomber, and one only, halves the capacity."""

    rule = "10.2.naval"
    title = "Naval interdiction"
    question = "Does a bomber attack the ships?"

    @order(
        "naval",
        label="Naval interdiction",
        rule="10.2.naval",
        says="One bomber halves what can be evacuated.",
        was=("naval yes",),
    )
    def naval(self, g: PlanJaune) -> None:
        g.bombers[self.side] -= 1
        g.capacity //= 2
        room = count(g.capacity, "stacking point")
        text = f"A German bomber attacks the ships at {g.map.spot(g.port)}, which now have room for {room}"
        g.emit("naval", text, "10.2.naval", at=(g.map.labels[g.port],), side="german")
        g.pop()

    @naval.closed_if
    def why_not_fly(self, g: PlanJaune) -> Refusal | None:
        return why_not_bomber(g, self.side)

    decline = OrPass.decline.told(label="No naval interdiction", rule="10.2.naval", was=("naval no",))


class Embarkation(UntilDone, frozen=True):
    """11.8b, 11.8c: units that stand in the port go on board."""

    rule = "11.8b"
    title = "Embarkation"
    question = "Which units are evacuated?"

    @order("evacuate {unit}", label="Evacuate", rule="11.8b", says="The unit leaves by sea for good.", was=("embark",))
    def evacuate(self, g: PlanJaune, unit: Unit) -> None:
        """11.8d: for good."""
        g.capacity -= points_of(g, unit)
        for u in g.members(unit):
            g.place(u, g.scenario.box("evacuated"))
            score(g, u, Fraction(1, 2))  # 11.13.o4
        if g.is_corps(unit):
            g.place(unit, g.scenario.box("corps"))
        text = f"{g.name(unit)} is evacuated from {g.map.spot(g.port)}"
        g.emit("evacuation", text, "11.8d", units=(g.id(unit),))

    @evacuate.choices("unit")
    def able(self, g: PlanJaune) -> Iterator[Unit]:
        return (u for u in g.units_in(g.port, self.side) if points_of(g, u) <= g.capacity)

    @evacuate.refuses("unit")
    def why_not(self, g: PlanJaune, unit: Unit) -> Refusal | None:
        if g.hex_of[unit] != g.port:
            return Refusal("11.8c", f"{g.name(unit)} is not in the port")
        room = count(g.capacity, "more stacking point")
        return Refusal("11.8b", f"the ships have room for {room}; {g.name(unit)} has {points_of(g, unit)}")

    done = UntilDone.done.told(label="The ships sail", rule="11.8b")

    @overrides
    def close(self, g: PlanJaune) -> None:
        g.port, g.capacity = OFF_MAP, 0
        g.pop()


def harbours(g: PlanJaune) -> list[Hex]:
    """11.9a: the ports."""
    return sorted(place.hex for place in g.map.with_kind("port"))


def why_not_port(g: PlanJaune, h: Hex) -> Refusal | None:
    """11.9a, 11.9b: why the Allies cannot use a port; Rotterdam and Antwerp need the banks down to the sea."""
    if h not in harbours(g):
        return Refusal("11.9a", f"{g.map.labels[h]} is not a port")
    if not g.friendly(h, Side.ALLIED):
        return Refusal("11.9a", f"{g.map.labels[h]} is not in Allied hands")
    if g.map.country[h] in g.surrendered and not g.units_in(h, Side.ALLIED):  # R.11.9a.1
        return Refusal("11.9a", f"{COUNTRY_NAMES[g.map.country[h]]} has surrendered, and no Allied unit holds the port")
    name = next(place.name for place in g.map.places_at[h] if "port" in place.kinds)
    way = g.map.regions.get(f"{name.lower()}-to-the-sea")
    shut = [g.map.labels[n] for n in sorted(way.hexes) if not g.friendly(n, Side.ALLIED)] if way else []
    return Refusal("11.9b", f"the Germans hold {', '.join(shut)} on the way to the sea", tuple(shut)) if shut else None
