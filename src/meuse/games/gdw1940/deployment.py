"""16: deployment: the neutrals as listed, then the Allies, then the Germans. 20: the march into Belgium."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from meuse.counters import Side, Unit
from meuse.games.gdw1940 import command, neutrals
from meuse.games.gdw1940.board import EIGHTHS, MOVED, Gdw1940, may_stack
from meuse.games.gdw1940.exits import Exits
from meuse.games.gdw1940.movement import movement_points, points
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.reach import Reach, swift_reach
from meuse.orders import order
from meuse.phases import log
from meuse.phases.ground import GroundMove
from meuse.phases.placing import HistoricalSetUp
from meuse.state import derived
from meuse.steps import Step, overrides


class SetUpNeutrals(Step, frozen=True):
    """16.neutral.fixed: the neutrals stand as listed; 14.markings: what comes later waits off the map."""

    rule = "16.neutral.fixed"

    def run(self, g: Gdw1940) -> None:
        g.pop()
        g.groups[command.BEF] = 1  # 16.allied.bef
        for u, c in enumerate(g.scenario.counters):
            if c.pool == "fixed" and not (c.nation == "belgian" and alliance(g)):
                g.place(u, g.map.find(c.start))
            elif c.pool in ("reserve", "swiss_border", "swiss_reserve", "reinforcement"):
                g.place(u, g.scenario.box("reserve"))
            elif c.pool == "airborne":
                g.place(u, g.scenario.box("pool"))  # 16.german.airborne
        if alliance(g):
            neutrals.join(g, "belgium")
            g.joined["belgium"] = -1  # 13.status.zoc: before all impulses, because it is not an invaded neutral


def alliance(g: Gdw1940) -> bool:
    """20.belgian_alliance: whether Belgium is allied from the start."""
    return bool(g.scenario.options.get("20.belgian_alliance"))


class Deployment(HistoricalSetUp, frozen=True):
    """16.deploy.allied: the Allies deploy first."""

    rule = "16.deploy.allied"

    @overrides
    def title(self, g: Gdw1940) -> str:
        return f"{self.side.title} deployment"

    @overrides
    def starters(self, g: Gdw1940) -> list[Unit]:
        return to_deploy(g, self.side)

    @overrides
    def grounds(self, g: Gdw1940, unit: Unit) -> list[Hex]:
        return area_of(g, unit)

    @overrides
    def open_to(self, g: Gdw1940, unit: Unit) -> Iterator[Hex]:
        """16.deploy.stacking: no hex may exceed the limits."""
        return (h for h in area_of(g, unit) if may_stack(g, unit, h))

    @overrides
    def why_not_place(self, g: Gdw1940, unit: Unit) -> Refusal:
        c, name = g.counter(unit), g.name(unit)
        if unit in to_deploy(g, self.side):
            return Refusal("16.deploy.stacking", f"the area where {name} deploys is full")
        if c.has("airborne"):
            return Refusal("16.german.airborne", f"{name} waits in the airborne pool")
        if self.side is Side.GERMAN:
            return Refusal("16.german.available", f"{name} is not deployed at the start")
        if c.pool == "fixed":
            return Refusal("16.neutral.fixed", f"{name} is set up by the book")
        return Refusal("16.allied.available", f"{name} is not deployed at the start")

    @overrides
    def why_not_at(self, g: Gdw1940, unit: Unit, h: Hex) -> Refusal | None:
        name, there = g.name(unit), g.map.labels[h]
        if h not in area_of(g, unit):
            return Refusal(area_rule(g, unit), f"{there} is outside the area where {name} deploys")
        return None if may_stack(g, unit, h) else Refusal("16.deploy.stacking", f"{there} has no room for {name}")

    @overrides
    def turn(self, g: Gdw1940, unit: Unit) -> tuple[int, bool, Unit]:
        """Large units go first, and before those of their size that could stand anywhere, so that none is left over."""
        return -g.scenario.weight[unit], area_rule(g, unit) == "16.free", unit

    @overrides
    def distance(self, g: Gdw1940, unit: Unit, h: Hex) -> tuple[int, int, Hex]:
        """As near to where it stood on 10 May 1940 as its area allows."""
        wanted = g.map.hex(g.scenario.historical[g.id(unit)])
        return g.map.distance(h, wanted), len(g.at.get(h, ())), h

    def take_position(self, g: Gdw1940) -> None:
        """5.start: where units stood while they were being deployed leaves no trace."""
        g.begin_territory()
        g.pop()

    done = HistoricalSetUp.done.overridden(take_position)


class GermanDeployment(Deployment, frozen=True):
    """16.deploy.german: the Germans deploy second, and see where the Allies stand."""

    rule = "16.deploy.german"


def to_deploy(g: Gdw1940, side: Side) -> list[Unit]:
    """16.allied.available, 16.german.available; 15.units: no optional ones; 15.geb: but Geb for another."""
    found = []
    for u, c in enumerate(g.scenario.counters):
        if c.side is not side or c.id == g.geb_for:
            continue
        if c.pool == "deploy" or (c.id == "de.Geb" and g.geb_for) or (c.nation == "belgian" and alliance(g)):
            found.append(u)
    return found


def area_of(g: Gdw1940, u: Unit) -> list[Hex]:
    """Where a unit deploys: 16.german.panzer, 16.deploy.allied, 16.deploy.german, 20.belgian_alliance.

    16.free, R.16.free.1: every unit without an army anywhere in its country.
    """
    c = g.counter(u)
    if c.nation == "belgian":
        return country_hexes(g, "belgium")
    if c.has("panzer_corps"):
        return room(g, Side.GERMAN, g.plans["effort"])
    if army := army_of(g, u):
        return room(g, c.side, g.groups[army])
    return country_hexes(g, "germany" if c.side is Side.GERMAN else "france")


def army_of(g: Gdw1940, u: Unit) -> str:
    """The army of a unit, "" if it has none; R.15.geb.1: Geb takes that of the corps it replaces."""
    c = g.counter(u)
    return g.counter(g.scenario.unit_named[g.geb_for]).army if c.id == "de.Geb" and g.geb_for else c.army


def area_rule(g: Gdw1940, u: Unit) -> str:
    c = g.counter(u)
    if c.has("panzer_corps"):
        return "16.german.panzer"
    if c.nation == "belgian":
        return "20.belgian_alliance"
    if not army_of(g, u):
        return "16.free"
    return "16.deploy.german" if c.side is Side.GERMAN else "16.deploy.allied"


@derived()
def room(g: Gdw1940, side: Side, group: int) -> list[Hex]:
    """16.deploy.allied: in the army group's area, within two hexes of the border; R.16.deploy.german.1: in Germany."""
    if side is Side.GERMAN:
        area = g.map.regions[f"german-{'bac'[group - 1]}"].hexes
        return [h for h in country_hexes(g, "germany") if h in area]
    area = g.map.regions[f"allied-{group}"].hexes
    return [h for h in country_hexes(g, "france") if h in area and h in g.scenario.border]


@derived()
def country_hexes(g: Gdw1940, country: str) -> list[Hex]:
    terrain = g.map.terrain
    return [h for h, c in enumerate(g.map.country) if c == country and terrain[h] not in ("all_sea", "off_map")]


# -- 20.belgian_alliance


class March(GroundMove, frozen=True):
    """20.belgian_alliance: before turn 0 the 1st and 2nd Army Groups may march into Belgium."""

    rule = price_rule = "20.belgian_alliance"
    question = "Which units march into Belgium?"

    @overrides
    def title(self, g: Gdw1940) -> str:
        return "March into Belgium"

    move = GroundMove.move.told(
        rule="20.belgian_alliance",
        label="March",
        why="only units of the 1st and 2nd Army Groups march into Belgium, with half their movement factor",
        was=("march",),
    )

    @overrides
    def budget(self, g: Gdw1940, unit: Unit) -> int:
        """20.belgian_alliance: at most half of the movement factor."""
        return g.counter(unit).movement * EIGHTHS // 2

    @overrides
    def printed(self, g: Gdw1940, unit: Unit) -> int:
        return self.budget(g, unit)

    @overrides
    def has_begun(self, g: Gdw1940, unit: Unit) -> bool:
        return bool(g.status[unit] & MOVED)

    @overrides
    def exits(self, g: Gdw1940, unit: Unit) -> Exits:
        return Exits(g, unit)

    @overrides
    def within(self, g: Gdw1940, unit: Unit) -> Reach:
        return swift_reach(g.hex_of[unit], self.budget(g, unit), self.exits(g, unit))

    @overrides
    def stops(self, g: Gdw1940, unit: Unit, reached: Iterable[Hex]) -> Iterator[Hex]:
        """R.20.belgian_alliance.1: the move must take the unit into Belgium."""
        return (h for h in reached if g.map.country[h] == "belgium" and may_stack(g, unit, h))

    @overrides
    def points(self, cost: int) -> str:
        return points(cost)

    @overrides
    def go(self, g: Gdw1940, unit: Unit, path: Sequence[Hex]) -> None:
        for h in path:
            g.place(unit, h)
        g.set_status(unit, g.status[unit] | MOVED)
        log.move(g, (unit,), path, "20.belgian_alliance")

    @overrides
    def movable(self, g: Gdw1940) -> Iterator[Unit]:
        """20.belgian_alliance: French and British units of the 1st and 2nd Army Groups."""
        for u in g.on_map(self.side):
            if self.is_bound(g, u) and not g.status[u] & MOVED and self.goals(g, u):
                yield u

    def is_bound(self, g: Gdw1940, unit: Unit) -> bool:
        return g.groups.get(g.counter(unit).army, 0) in (1, 2)

    @overrides
    def why_not_move(self, g: Gdw1940, unit: Unit) -> Refusal:
        name = g.name(unit)
        if not self.is_bound(g, unit):
            return Refusal(self.rule, f"{name} does not belong to the 1st or 2nd Army Group")
        if g.status[unit] & MOVED:
            return Refusal(self.rule, f"{name} has already marched")
        return Refusal(self.rule, f"no hex in Belgium with room for {name} is within half its movement factor")

    @overrides
    def why_not_reach(self, g: Gdw1940, unit: Unit, goal: Hex) -> Refusal:
        name, there = g.name(unit), g.map.labels[goal]
        if g.map.country[goal] != "belgium":
            return Refusal(self.rule, f"{there} is not in Belgium, where the march must end")
        if goal in self.within(g, unit).cost:
            return Refusal(self.rule, f"{there} has no room for {name}")
        half = movement_points(self.budget(g, unit))
        return Refusal(self.rule, f"{name} has {half} for the march; {there} is out of reach")

    @order("end", label="End the march", rule="20.belgian_alliance")
    def end(self, g: Gdw1940) -> None:
        g.pop()
