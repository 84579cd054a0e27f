"""11: airborne units: where they drop, and how they are withdrawn."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side, Unit
from meuse.games.gdw1940.board import DISRUPTED, DROPPED, GROUNDED, Gdw1940, holds_out
from meuse.games.gdw1940.neutrals import invade
from meuse.games.gdw1940.supply import is_supplied
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases.until_done import UntilDone
from meuse.state import CONTROL, derived
from meuse.steps import Question


class Drops(Question, frozen=True):
    """11.drop.when: airborne units drop before any other movement."""

    @order("drop {unit} {hex}", rule="11.drop.when", says="The unit lands before any unit moves.")
    def drop(self, g: Gdw1940, unit: Unit, h: Hex) -> None:
        """11.drop.where: even on the enemy. R.13.invade.1: on a neutral it is an invasion.

        R.8.judged.1: a unit from the pool was not judged, and is supplied.
        """
        name = g.name(unit)
        g.set_status(unit, g.status[unit] | DROPPED)
        invade(g, g.map.country[h])
        g.place(unit, h)
        if g.held_allied[h] or holds_out(g, h):
            g.dropped_on |= {h}  # 11.effect.hexsides
        g.emit("drop", f"{name} drops on {g.map.spot(h)}", "11.drop.where", units=(g.id(unit),), at=(g.map.labels[h],))

    @drop.choices("unit")
    def droppable(self, g: Gdw1940) -> Iterator[Unit]:
        """11.units, 11.pool, R.11.drop.range.1: from the pool, or from a city where it begins the phase."""
        able = airborne(g) if self.side is Side.GERMAN else ()
        fresh = (u for u in able if not g.status[u] & (DISRUPTED | DROPPED | GROUNDED))
        return (u for u in fresh if takes_off(g, g.hex_of[u]))

    @drop.choices("hex")
    def drop_zone(self, g: Gdw1940, unit: Unit) -> list[Hex]:
        """11.drop.where: any land hex in range but its own."""
        at = g.hex_of[unit]
        cities = (at,) if at >= 0 else german_cities(g)
        near = set().union(*(in_drop_range(g, city) for city in cities))
        return [h for h in g.scenario.land if h != at and h in near]

    @drop.refuses("hex")
    def why_not_drop(self, g: Gdw1940, unit: Unit, h: Hex) -> Refusal:
        if h == g.hex_of[unit]:
            return Refusal("11.drop.where", f"{g.name(unit)} is already in {g.map.labels[h]}")
        if h not in g.scenario.land:
            return Refusal("11.drop.where", f"{g.map.labels[h]} is not a land hex")
        return Refusal("11.drop.range", f"{g.map.labels[h]} is more than ten hexes from the city of departure")

    @drop.refuses("unit")
    def why_not_airborne(self, g: Gdw1940, unit: Unit) -> Refusal:
        if not g.counter(unit).has("airborne"):
            return Refusal("6.air", f"{g.name(unit)} is not airborne; only German airborne units move by air")
        if g.status[unit] & GROUNDED:
            return Refusal("11.airlanding.choice", f"{g.name(unit)} arrived as a reserve and cannot drop")
        if g.hex_of[unit] == g.scenario.box("withdrawn"):
            return Refusal("11.withdraw", f"{g.name(unit)} has been withdrawn and cannot drop again")
        return Refusal("11.drop.range", f"{g.name(unit)} drops only from the airborne pool or a German city")


class Withdrawal(UntilDone, frozen=True):
    """11.withdraw: at the start of any impulse a supplied airborne unit may be taken off the map for good."""

    rule = "11.withdraw"
    title = "Airborne units"
    question = "Which airborne units do you withdraw?"

    @order(
        "recall {unit}",
        label="Withdraw",
        rule="11.withdraw",
        says="The unit leaves the map for good and can no longer be lost.",
        why="only airborne units in supply can be withdrawn",
        was=("withdraw",),
    )
    def recall(self, g: Gdw1940, unit: Unit) -> None:
        g.place(unit, g.scenario.box("withdrawn"))
        g.emit("withdrawn", f"{g.name(unit)} is withdrawn", "11.withdraw", units=(g.id(unit),))

    @recall.choices("unit")
    def able(self, g: Gdw1940) -> list[Unit]:
        """11.withdraw: it can trace a working supply line."""
        return [u for u in airborne(g) if g.hex_of[u] >= 0 and is_supplied(g, u)]

    done = UntilDone.done.told(label="No more withdrawals", rule="11.withdraw")


# -- where


@derived()
def airborne(g: Gdw1940) -> tuple[Unit, ...]:
    """11.units: the airborne units, all of them German."""
    return tuple(u for u, counter in enumerate(g.scenario.counters) if counter.has("airborne"))


@derived()
def in_drop_range(g: Gdw1940, city: Hex) -> frozenset[Hex]:
    """11.drop.range: the land at most ten hexes from the city a unit flies from, whatever lies between."""
    far = g.scenario.tables["reserves"]["drop_range"]
    return frozenset(h for h in g.scenario.land if g.map.distance(h, city) <= far)


def takes_off(g: Gdw1940, at: Hex) -> bool:
    """11.pool, R.11.drop.range.1: in a German city, or in the pool while there is one."""
    if at == g.scenario.box("pool"):
        return bool(german_cities(g))
    return at in german_cities(g)


@derived(CONTROL)
def german_cities(g: Gdw1940) -> tuple[Hex, ...]:
    """11.drop.range: cities that the Germans control."""
    return tuple(h for h in cities(g) if g.friendly(h, Side.GERMAN))


@derived()
def cities(g: Gdw1940) -> tuple[Hex, ...]:
    return tuple(sorted({place.hex for place in g.map.places if place.kinds & {"city", "major_city"}}))
