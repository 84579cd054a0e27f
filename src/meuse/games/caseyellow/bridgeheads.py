"""10.8: bridgeheads: who may try where, the roll, and the attempts before and after combat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meuse.counters import Side, Unit
from meuse.dice import chance_from
from meuse.games.caseyellow.board import ADVANCED, STARTED, CaseYellow
from meuse.games.caseyellow.lifting import Lifting
from meuse.games.caseyellow.overrun import Overruns
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order


def can_attempt(g: CaseYellow, u: Unit, h: Hex) -> bool:
    """10.8c.1, R.10.8c.1.2: whether a unit is next to a hex, across a river of any kind, that allows an attempt."""
    side = g.map.side_between(g.hex_of[u], h)
    return side is not None and bool(g.scenario.river[side]) and why_not_attempt(g, h) is None


def why_not_attempt(g: CaseYellow, h: Hex) -> Refusal | None:
    """10.8e: why there can be no attempt at a Bridgehead in a hex now."""
    if refusal := why_not_bridge(g, h):
        return refusal
    return why_not_marker(g)


def why_not_marker(g: CaseYellow) -> Refusal | None:
    """10.8e: the number of markers is a limit."""
    used_up = len(g.bridgeheads) >= g.scenario.tables["markers"]["bridgehead"]
    return Refusal("10.8e", "all Bridgehead markers are in use; remove one first") if used_up else None


def why_not_bridge(g: CaseYellow, h: Hex) -> Refusal | None:
    """10.8b, 10.8f.move, 10.8f.combat: why a hex itself bars an attempt."""
    there = g.map.labels[h]
    if g.standing_fort(h) is not None:
        return Refusal("10.8b", f"{there} is a Fortified Line", (there,))
    if h in g.tried:
        return Refusal("10.8f.move", f"you have already tried for a bridgehead at {there} this round", (there,))
    if h in g.bridgeheads:
        return Refusal("10.8f.move", f"{there} already has a Bridgehead marker", (there,))
    return None


def attempt(g: CaseYellow, h: Hex, units: Sequence[Unit]) -> None:
    """10.8c.1, 12.11a.bridge: one die on the Bridgehead Creation Table, over the easiest river before the panzers."""
    least, die = least_die(g, h, units), g.roll()
    g.tried |= {h}
    if die >= least:
        g.bridgeheads |= {h}
    what = "A bridgehead is won" if die >= least else "The bridgehead attempt fails"
    text = f"{what} at {g.map.spot(h)}"
    g.emit("bridgehead", text, "10.8c.1", at=(g.map.labels[h],), dice=(die,), side="german")


def least_die(g: CaseYellow, h: Hex, units: Sequence[Unit]) -> int:
    """10.8c.1: from which die on an attempt by these units succeeds."""
    chart = g.scenario.tables["bridgehead"]
    sides = (g.map.side_between(g.hex_of[u], h) for u in units if g.scenario.yellow[u])
    needed = min(chart[river] for side in sides if side is not None and (river := g.scenario.river[side]))
    return int(needed - modifier(g, h, units))


def modifier(g: CaseYellow, h: Hex, units: Sequence[Unit]) -> int:
    """12.11a.bridge: one less against a Better Defense marker; works and picked troops are reconstructed."""
    chart = g.scenario.tables["bridgehead"]
    elite = any(g.id(u) in chart["elite_units"] for u in units)
    return int(
        chart["better_defence"] * (h in g.better) + chart["works"] * g.standing_works(h) + chart["elite"] * elite
    )


class BridgeheadOrders(Overruns, frozen=True):
    """10.8c.2: in a Move Round, before combat, for one unused movement point."""

    @order(
        "bridgehead {hex}",
        label="Try for a bridgehead",
        rule="10.8c.2",
        says="One die. If it succeeds, the river no longer holds up your units there.",
    )
    def bridgehead(self, g: CaseYellow, h: Hex) -> None:
        units = engineers(g, h)
        g.spent[units[0]] += 1
        attempt(g, h, units)

    @bridgehead.closed_if
    def why_not_bridgehead(self, g: CaseYellow) -> Refusal | None:
        return why_not_marker(g) if self.side is Side.GERMAN else None

    @bridgehead.choices("hex")
    def banks(self, g: CaseYellow) -> list[Hex]:
        """10.8a, 10.8c.2: enemy occupied hexes over a river from a German yellow MA unit with a point left."""
        if self.side is Side.ALLIED:
            return []
        yellow, enemies, banks = g.scenario.yellow, g.held(Side.ALLIED), g.scenario.far_banks
        able = (u for u in g.on_map(Side.GERMAN) if yellow[u])
        near = {n for u in able for n in banks[g.hex_of[u]] if enemies[n]}
        return sorted(h for h in near if engineers(g, h))

    @bridgehead.describes("hex")
    def chance(self, g: CaseYellow, h: Hex) -> dict[str, Any]:
        return {"succeeds": chance_from(least_die(g, h, engineers(g, h)))}

    @bridgehead.refuses("hex")
    def why_not_there_bridged(self, g: CaseYellow, h: Hex) -> Refusal:
        if self.side is Side.ALLIED:
            return Refusal("10.8a", "only the Germans form bridgeheads")
        why = "no yellow MA unit with a movement point left is across a river from enemies there"
        return why_not_attempt(g, h) or Refusal("10.8c.2", why)


def engineers(g: CaseYellow, h: Hex) -> list[Unit]:
    """10.8c.2: the yellow MA units before a hex that have an unused movement point, those with most first."""
    able = [u for n in g.map.adjacent[h] for u in g.units_in(n, Side.GERMAN) if g.scenario.yellow[u]]
    found = [u for u in able if g.allowance(u) > g.spent[u] and can_attempt(g, u, h)]
    return sorted(found, key=lambda u: (g.spent[u] - g.allowance(u), u))


class Bridgeheads(Lifting, frozen=True):
    """4.1c.move6, 10.8c.1, R.10.8c.1.3: at the end of a German round, against vacant hexes."""

    rule = "10.8c.1"
    title = "Bridgeheads"
    question = "Where do you try for a bridgehead?"

    def decider(self, g: CaseYellow) -> Side | None:
        """10.8d: a marker may be taken off, to be used for an attempt elsewhere."""
        return self.side if self.open_banks(g) else None

    @order(
        "bridgehead {hex}",
        label="Try for a bridgehead",
        rule="10.8c.1",
        says="One die. If it succeeds, the river no longer holds up your units there.",
    )
    def bridgehead(self, g: CaseYellow, h: Hex) -> None:
        attempt(g, h, self.before(g, h))

    @bridgehead.closed_if
    def why_not_bridgehead(self, g: CaseYellow) -> Refusal | None:
        return why_not_marker(g)

    @bridgehead.choices("hex")
    def banks(self, g: CaseYellow) -> list[Hex]:
        return [h for h in self.open_banks(g) if why_not_attempt(g, h) is None]

    @bridgehead.describes("hex")
    def chance(self, g: CaseYellow, h: Hex) -> dict[str, Any]:
        return {"succeeds": chance_from(least_die(g, h, self.before(g, h)))}

    def before(self, g: CaseYellow, h: Hex) -> list[Unit]:
        """Who tries it: those of them that stand before the hex."""
        return [u for u in self.ready(g) if h in g.map.adjacent[g.hex_of[u]]]

    def open_banks(self, g: CaseYellow) -> list[Hex]:
        """10.8c.1: the hexes that allow an attempt while there are markers."""
        near = {n for u in self.ready(g) for n in g.scenario.far_banks[g.hex_of[u]]}
        return sorted(h for h in near if is_vacant(g, h) and why_not_bridge(g, h) is None)

    def ready(self, g: CaseYellow) -> list[Unit]:
        """10.8c.1, 4.1c.move6: yellow MA units that have moved or advanced in this round."""
        return [u for u in g.on_map(Side.GERMAN) if g.scenario.yellow[u] and g.acts[u] & (STARTED | ADVANCED)]

    @bridgehead.refuses("hex")
    def why_not_there(self, g: CaseYellow, h: Hex) -> Refusal:
        if not is_vacant(g, h):
            return Refusal("10.8c.1", f"{g.map.labels[h]} is not a vacant enemy hex")
        return why_not_attempt(g, h) or Refusal(
            "10.8c.1", "no yellow MA unit that moved or advanced this round is across a river from it"
        )

    @order("done", label="No more bridgeheads", rule="10.8c.1")
    def done(self, g: CaseYellow) -> None:
        g.pop()


def is_vacant(g: CaseYellow, h: Hex) -> bool:
    """10.8c.1, 12.3a: a hex without units that the Allies control."""
    return h not in g.at and g.controls(Side.ALLIED, h) and not g.scenario.closed[h]
