"""20.2: Allied evacuation, from the ports (and, by 25.3, over the western edge)."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side, Unit
from meuse.games.manstein import victory
from meuse.games.manstein.activation import is_active, why_not_active
from meuse.games.manstein.board import MOVED, RAILED, Manstein, controls
from meuse.games.manstein.ground import interdicted
from meuse.games.manstein.moving import Moving
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases.until_done import UntilDone


class Evacuation(UntilDone, frozen=True):
    """20.2c: at the end of the movement segment of the Evac marker units in ports may leave for England."""

    rule = "20.2c"
    title = "Evacuation"
    question = "Which units do you evacuate to England?"

    @order("evacuate {unit}", rule="20.2c", says="The unit leaves for England for good.")
    def evacuate(self, g: Manstein, unit: Unit) -> None:
        carry_off(g, unit, "20.2c")
        victory.watch(g)

    @evacuate.choices("unit")
    def leaving(self, g: Manstein) -> list[Unit]:
        units = g.on_map(self.side) if g.now.marker == "evac" else ()
        return [u for u in units if why_not_from_port(g, u) is None]

    @evacuate.refuses("unit")
    def why_not(self, g: Manstein, unit: Unit) -> Refusal | None:
        if g.side(unit) is not self.side or g.hex_of[unit] < 0:
            return None
        return why_not_from_port(g, unit)

    done = UntilDone.done.told(label="No more evacuations", rule="20.2c")


class OverTheEdge(Moving, frozen=True):
    """25.3: in a movement segment, over the western edge."""

    @order(
        "exit {unit}",
        label="Leave the map",
        rule="25.3",
        says="The unit leaves over the west edge, like an evacuated one.",
        was=("leave",),
    )
    def leave(self, g: Manstein, unit: Unit) -> None:
        self.begin(g, unit)
        carry_off(g, unit, "25.3")
        self.go_on(g)

    @leave.closed_if
    def why_not_exit_now(self, g: Manstein) -> Refusal | None:
        return why_not_evacuation(g)

    @leave.choices("unit")
    def leaving_the_map(self, g: Manstein) -> Iterator[Unit]:
        return (u for u in g.on_map(self.side) if why_not_exit(g, u) is None)

    @leave.refuses("unit")
    def why_not_leave(self, g: Manstein, unit: Unit) -> Refusal | None:
        if g.side(unit) is not self.side or g.hex_of[unit] < 0:
            return None
        return why_not_exit(g, unit)


def why_not_from_port(g: Manstein, u: Unit) -> Refusal | None:
    """20.2c, R.20.2c.1, R.20.2c.2: units of the activated army group in an Allied port that is not bombed."""
    h, counter = g.hex_of[u], g.counter(u)
    if g.now.marker != "evac" or counter.command not in g.now.commands:
        return Refusal("20.2c", f"{g.name(u)} does not belong to the command being evacuated")
    if h not in g.scenario.ports or h in g.bombed or not controls(g, Side.ALLIED, h):
        return Refusal("20.2c", f"{g.spot(h)} is not a working port under Allied control")
    if counter.is_static:
        return Refusal("8.0b", f"{g.name(u)} is static and cannot move")
    return None


def why_not_evacuation(g: Manstein) -> Refusal | None:
    """8.5a, 25.3, R.25.3.1: why no unit can leave the map: only once Evac has been drawn, until the turn is over.

    20.2d: Evac is offered in one turn of the game; if it was played, and was offered in this turn, it was in this turn.
    """
    if not g.option("25.3"):
        return Refusal("8.5a", "units cannot leave the map")
    this_turn = "evac" in g.played and "evac" in g.offered[Side.ALLIED]
    if g.now.marker == "evac" or (this_turn and g.now.side is Side.ALLIED):
        return None
    return Refusal("25.3", "Allied units leave the map only on the turn the Evac marker is drawn, and after the draw")


def why_not_exit(g: Manstein, u: Unit) -> Refusal | None:
    """25.3, R.25.3.1, 5.5: any active Allied unit, over the western edge, for one further movement factor."""
    name = g.name(u)
    if refusal := why_not_evacuation(g):
        return refusal
    if not g.counter(u).movement:
        return Refusal("8.0b", f"{name} is static and cannot move")
    if not is_active(g, u):
        return why_not_active(g, u)
    if g.hex_of[u] not in g.map.regions["british-west-edge"].hexes:
        return Refusal("25.3", f"{name} is not on the western map edge")
    if g.status[u] & (RAILED | MOVED) or 0 <= g.budget[u] < price_of_leaving(g, u):
        return Refusal("25.3", f"{name} does not have the movement factors left to leave the map")
    return None


def price_of_leaving(g: Manstein, u: Unit) -> int:
    """R.25.3.1: one movement factor; 16.8a: two out of a German air zone; 8.1a: a unit that has not moved can go."""
    return 1 + interdicted(g, Side.ALLIED)[g.hex_of[u]]


def carry_off(g: Manstein, u: Unit, rule: str) -> None:
    """20.2e: it never returns, and is not eliminated."""
    start = g.hex_of[u]
    g.set_status(u, 0)
    g.place(u, g.box("evacuated"))
    text = f"{g.name(u)} is evacuated from {g.spot(start)}"
    g.emit("evacuation", text, rule, units=(g.id(u),), at=(g.label(start),))


def germans_at_the_coast(g: Manstein) -> bool:
    """20.2a, 21.1h5: whether a German unit is in, or next to, a port or coastal hex in France."""
    coast = {h for h in g.scenario.shores if g.map.country[h] == "france"}
    return any(touches(g, g.hex_of[u], coast) for u in g.on_map(Side.GERMAN))


def touches(g: Manstein, h: Hex, coast: set[Hex]) -> bool:
    return h in coast or any(n in coast for n in g.map.adjacent[h])
