"""14: the refit phase: points received, and spent on steps, air units and logistics units; only here (14.0a)."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side, Unit
from meuse.games.manstein.board import NATIONS, Manstein, controls, feared
from meuse.games.manstein.logistics import is_supported
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.report import count
from meuse.steps import Question, Step


class RefitPhase(Step, frozen=True):
    """4.1c: first the points of the turn and arrivals by air, then both sides spend, the initiative first (5.3c)."""

    rule = "4.1c"

    def run(self, g: Manstein) -> None:
        receive(g)
        bring_air_units(g)
        g.replace(Refit(g.first), Refit(g.first.enemy))


def receive(g: Manstein) -> None:
    """14.1, 14.0b: the income of the turn, up to the ceiling of the track; R.14.1.1: each nation its own."""
    table = g.scenario.tables["refit"]
    income = table["income"][g.turn - 1]
    for nation in NATIONS:
        if may_receive(g, nation):
            g.rp[nation] = min(table["ceiling"], g.rp[nation] + income[nation])


def may_receive(g: Manstein, nation: str) -> bool:
    """14.2a, 14.2b, 3.7d: not the Germans without the Ruhr, nor the French without Paris, nor who has surrendered."""
    places = {"german": (Side.GERMAN, "Ruhr"), "french": (Side.ALLIED, "Paris")}
    if nation in g.surrendered:
        return False
    if nation not in places:
        return True
    side, place = places[nation]
    return controls(g, side, g.map.place(place).hex)


def bring_air_units(g: Manstein) -> None:
    """13.5: air, naval and special forces units that are due come to the Available Display."""
    for u in g.at.get(g.box("track"), ()):
        if not g.counter(u).is_ground and g.arrival[u] <= g.turn:
            g.place(u, g.box("available"))
            g.emit("arrival", f"{g.name(u)} is available", "13.5", units=(g.id(u),), only=g.side(u))  # 6.0h


class Refit(Question, frozen=True):
    """14.3a: spend any number of points, one refit after another."""

    rule = "14.3a"
    question = "Which units do you refit?"

    def title(self, g: Manstein) -> str:
        return f"{self.side.title} refit"

    def remaining(self, g: Manstein) -> str:
        nations = [n for n in NATIONS if (n == "german") is (self.side is Side.GERMAN)]
        return ", ".join(f"{n.capitalize()} {g.rp[n]}" for n in nations)

    def decider(self, g: Manstein) -> Side | None:
        some = next(self.restorable(g), None) is not None or next(self.replaceable(g), None) is not None
        return self.side if some else None

    @order("refit {unit}", rule="14.3b", says="Gives the unit a step back; in an enemy zone it costs more.")
    def refit(self, g: Manstein, unit: Unit) -> None:
        """14.3b, 14.3d, R.14.3b.1: each payment gives back one step."""
        pay(g, unit)
        g.set_steps(unit, g.steps[unit] + 1)
        text = f"{g.name(unit)} is refitted to {count(g.steps[unit], 'step')}"
        rule = "14.3d" if g.counter(unit).kind == "air" else "14.3b"
        g.emit("refit", text, rule, units=(g.id(unit),))

    @refit.choices("unit")
    def restorable(self, g: Manstein) -> Iterator[Unit]:
        return (u for u in g.scenario.units_of[self.side] if why_not_refit(g, u) is None)

    @refit.refuses("unit")
    def why_not(self, g: Manstein, unit: Unit) -> Refusal | None:
        return why_not_refit(g, unit) if g.side(unit) is self.side else None

    @order("replace {unit}", label="Replace", rule="14.3c", says="The logistics unit comes back as a reinforcement.")
    def replace(self, g: Manstein, unit: Unit) -> None:
        """14.3c: it arrives as a reinforcement."""
        pay(g, unit)
        g.set_steps(unit, g.counter(unit).steps)
        g.place(unit, g.box("replaced"))
        g.emit("refit", f"{g.name(unit)} is replaced", "14.3c", units=(g.id(unit),))

    @replace.choices("unit")
    def replaceable(self, g: Manstein) -> Iterator[Unit]:
        return (u for u in g.units_in(g.box("eliminated"), self.side) if why_not_replace(g, u) is None)

    @replace.refuses("unit")
    def why_not_replace(self, g: Manstein, unit: Unit) -> Refusal | None:
        return why_not_replace(g, unit) if g.side(unit) is self.side else None

    @order("end", label="End refit", rule="14.3a")
    def end(self, g: Manstein) -> None:
        g.pop()


def price(g: Manstein, u: Unit) -> int:
    """14.3b, 14.3c, 14.3d: what a refit costs; double in an enemy zone."""
    costs, counter = g.scenario.tables["refit"], g.counter(u)
    if counter.kind == "air":
        return int(costs["air"])
    if g.hex_of[u] < 0:
        return int(costs["logistics"])
    return int(costs["step_in_zone" if feared(g, g.side(u))[g.hex_of[u]] else "step"])


def pay(g: Manstein, u: Unit) -> None:
    g.rp[g.counter(u).nation] -= price(g, u)


def why_not_refit(g: Manstein, u: Unit) -> Refusal | None:
    """14.3b, 14.3d, 14.3e, 15.5e, R.14.3e.1: why a unit cannot be refitted."""
    name, counter, here = g.name(u), g.counter(u), g.hex_of[u]
    if here == g.box("eliminated"):
        return Refusal("14.3e", f"{name} is eliminated and cannot be rebuilt")
    in_play = here >= 0 or (counter.kind == "air" and here in (g.box("available"), g.box("utilized")))
    if not in_play:
        return Refusal("14.3b", f"{name} is not in play")
    if g.steps[u] == counter.steps:
        return Refusal("14.3b", f"{name} is at full strength")
    if price(g, u) > g.rp[counter.nation]:
        rule = "14.3d" if counter.kind == "air" else "14.3b"
        return Refusal(rule, f"{name} costs {count(price(g, u), 'refit point')}; {g.rp[counter.nation]} left")
    if not is_supported(g, u):
        return Refusal("15.5e", f"{name} is unsupported")
    return None


def why_not_replace(g: Manstein, u: Unit) -> Refusal | None:
    """14.3c, 14.3e: only logistics units come back."""
    counter = g.counter(u)
    if counter.kind != "logistics" or g.hex_of[u] != g.box("eliminated"):
        return Refusal("14.3e", f"{g.name(u)} is not an eliminated logistics unit")
    if counter.nation in g.surrendered:
        return Refusal("3.7c", f"the country of {g.name(u)} has surrendered")
    if price(g, u) > g.rp[counter.nation]:
        return Refusal("14.3c", f"{g.name(u)} costs {count(price(g, u), 'refit point')}; none is left")
    return None
