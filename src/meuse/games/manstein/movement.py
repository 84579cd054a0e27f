"""8: ground movement; the orders for rail (9), landings (18), air transfer (26) and the western edge (25.3) as well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from meuse.counters import Side, Unit
from meuse.games.manstein import airborne, evacuation, rail, victory
from meuse.games.manstein.activation import allowance, inactive, is_active, put_to_use
from meuse.games.manstein.board import FLOWN, LANDED, MOVED, RAILED, READY, Manstein, contestable, feared
from meuse.games.manstein.ground import Exits, step_refuses
from meuse.games.manstein.logistics import is_sustained
from meuse.games.manstein.stacking import overstacked
from meuse.games.manstein.territory import enter
from meuse.games.manstein.words import several
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.reach import BadPath, Reach, can_leave, reach_beyond, swift_reach, walk
from meuse.orders import order
from meuse.steps import Question, Step, Warning

ANY = 99
"""8.1a: what a first hex may cost."""


class OpenMovement(Step, frozen=True):
    """8.0f, R.2.2.1b.1: every movement segment begins with full movement factors; 9.1: and full rail capacity.

    18.0c: now is the moment that tells whether an airborne unit may land.
    """

    rule = "8.0f"
    side: Side

    def run(self, g: Manstein) -> None:
        g.pop()
        g.rail_left = int(g.scenario.tables["rail"][self.side.word])
        for u in g.on_map(self.side):
            g.budget[u] = -1
            g.unflag(u, MOVED | RAILED | READY)
            if airborne.is_ready(g, u):
                g.flag(u, READY)


class Movement(Question, frozen=True):
    """8.0a: the operating player moves any of his active units. `moving` is the unit in motion."""

    rule = "8.0a"
    question = "Move your units."
    moving: Unit = -1

    def title(self, g: Manstein) -> str:
        return f"{self.side.title} movement"

    def decider(self, g: Manstein) -> Side | None:
        return self.side if any(is_active(g, u) and g.counter(u).movement for u in g.on_map(self.side)) else None

    def remaining(self, g: Manstein) -> str:
        return f"{several(len(list(self.movable(g))), 'unit')} can still move"

    def warnings(self, g: Manstein) -> Sequence[Warning]:
        found = []
        if places := tuple(g.label(h) for h in overstacked(g, self.side)):
            text = f"Units in {', '.join(places)} are too many and will lose steps."
            found.append(Warning("loses", text, "6.5", places))
        if idle := [u for u in self.movable(g) if g.budget[u] < 0]:
            where = tuple(sorted({g.label(g.hex_of[u]) for u in idle}))
            found.append(Warning("note", f"Not moved yet: {several(len(idle), 'active unit')}.", "8.0a", where))
        return found

    # -- 8 on the ground

    @order("move {unit} {path}", rule="8.0c")
    def move(self, g: Manstein, unit: Unit, path: Sequence[Hex]) -> None:
        """8.0c, 8.0d, 6.0b: hex by hex, through friends too; a stop ends the move; 15.1g: out of support at will."""
        self.begin(g, unit)
        left, exits, here = allowance(g, unit), Exits(g, unit), g.hex_of[unit]
        prices = []
        for h in path:
            price = next(price for n, price in exits.ways[here] if n == h)
            prices.append(exits.step(here, h, price) or (0, True))
            here = h
        way = tuple(g.label(h) for h in path)
        g.emit("move", f"{g.name(unit)} moves to {way[-1]}", "8.0c", units=(g.name(unit),), at=way)
        for h, (price, stops) in zip(path, prices, strict=True):
            left = 0 if stops else max(0, left - price)
            enter(g, unit, h)
            if contestable(g, h):
                victory.judge(g)
            if g.hex_of[unit] != h:
                break  # its country has laid down its arms
        g.budget[unit] = left
        self.go_on(g, moving=unit)

    def begin(self, g: Manstein, unit: Unit) -> None:
        """The move of the unit in motion is over when another one is ordered; 5.8d: a reserve is put to use."""
        self.finish(g, unit)
        put_to_use(g, unit)

    def finish(self, g: Manstein, starting: Unit = -1) -> None:
        if self.moving not in (-1, starting):
            g.flag(self.moving, MOVED)

    def go_on(self, g: Manstein, moving: Unit = -1) -> None:
        g.replace(Movement(self.side, moving))
        victory.watch(g)

    @move.choices("unit")
    def movable(self, g: Manstein) -> Iterator[Unit]:
        for u in g.on_map(self.side):
            if may_move(g, u) and g.budget[u] and may_leave(g, u):
                yield u

    @move.choices("path")
    def goals(self, g: Manstein, unit: Unit) -> list[Hex]:
        return sorted(reach_of(g, unit).cost)

    @move.way
    def cheapest(self, g: Manstein, unit: Unit, goal: Hex) -> tuple[Hex, ...]:
        return reach_of(g, unit).path(goal)

    @move.walks
    def by_hand(self, g: Manstein, unit: Unit, path: Sequence[Hex]) -> Refusal | None:
        budget = ANY if len(path) == 1 and g.budget[unit] < 0 else allowance(g, unit)
        try:
            walk(g.hex_of[unit], budget, Exits(g, unit), path)
        except BadPath as error:
            return Refusal("8.0c", str(error))
        return None

    @move.describes("path")
    def price(self, g: Manstein, unit: Unit, goal: Hex) -> dict[str, Any]:
        return described(g, reach_of(g, unit), (), goal)

    @move.onward
    def beyond(self, g: Manstein, unit: Unit, path: Sequence[Hex]) -> dict[Hex, dict[str, Any]] | Refusal:
        if refusal := self.by_hand(g, unit, path):
            return refusal
        if reach_of(g, unit).cost.get(path[0], 0) > allowance(g, unit):
            return {path[0]: self.price(g, unit, path[0])}  # 8.1a: one hex, and no farther
        found = reach_beyond(g.hex_of[unit], allowance(g, unit), Exits(g, unit), path)
        return {h: described(g, found, path, h) for h in sorted(found.cost)}

    @move.refuses("unit")
    def why_not_unit(self, g: Manstein, unit: Unit) -> Refusal | None:
        if g.side(unit) is not self.side or g.hex_of[unit] < 0:
            return None
        return unit_refuses(g, unit) or stuck(g, unit)

    @move.refuses("path")
    def why_not_there(self, g: Manstein, unit: Unit, goal: Hex) -> Refusal:
        return goal_refuses(g, unit, goal)

    # -- 9 by rail

    @order("rail {unit} {path}", label="By rail", rule="9.0a")
    def by_rail(self, g: Manstein, unit: Unit, path: Sequence[Hex]) -> None:
        """9.0d: any distance, terrain costs nothing; 9.0g: and nothing else in this segment."""
        self.begin(g, unit)
        for h in path:
            enter(g, unit, h)
        g.flag(unit, RAILED | MOVED)
        g.rail_left -= rail.weight(g, unit)
        there = g.label(path[-1])
        g.emit("rail", f"{g.name(unit)} goes by rail to {there}", "9.0d", units=(g.name(unit),), at=(there,))
        self.go_on(g)

    @by_rail.closed_if
    def capacity_used(self, g: Manstein) -> Refusal | None:
        return None if g.rail_left else Refusal("9.1", "the rail capacity of this segment is used up")

    @by_rail.choices("unit")
    def rail_units(self, g: Manstein) -> Iterator[Unit]:
        able = (u for u in g.on_map(self.side) if may_move(g, u))
        return (u for u in able if rail.refuses(g, u) is None and rail.can_go(g, u))

    @by_rail.choices("path")
    def rail_ends(self, g: Manstein, unit: Unit) -> list[Hex]:
        return sorted(rail.goals(g, unit))

    @by_rail.way
    def rail_way(self, g: Manstein, unit: Unit, goal: Hex) -> tuple[Hex, ...]:
        return rail.way(g, unit, goal)

    @by_rail.refuses("unit")
    def why_not_rail(self, g: Manstein, unit: Unit) -> Refusal | None:
        if g.side(unit) is not self.side or g.hex_of[unit] < 0:
            return None
        no_way = Refusal("9.0c", f"no other city or town can be reached by rail from {g.label(g.hex_of[unit])}")
        return unit_refuses(g, unit) or rail.refuses(g, unit) or no_way

    @by_rail.refuses("path")
    def why_not_rail_there(self, g: Manstein, unit: Unit, goal: Hex) -> Refusal:
        return rail.goal_refuses(g, unit, goal)

    # -- 18 and 26 by air

    @order("land {unit} {hex}", label="Airborne landing", rule="18.0a")
    def land(self, g: Manstein, unit: Unit, h: Hex) -> None:
        self.begin(g, unit)
        airborne.land(g, unit, h)
        self.go_on(g)

    @land.closed_if
    def no_landing(self, g: Manstein) -> Refusal | None:
        """18.0a: there is one airborne corps, so what keeps it from landing keeps all."""
        corps = [u for u in g.on_map(self.side) if g.counter(u).kind == "airborne"]
        none = Refusal("18.0a", "you have no airborne corps on the map")
        return airborne.landing_refuses(g, corps[0]) if corps else none

    @land.choices("unit")
    def airborne_units(self, g: Manstein) -> Iterator[Unit]:
        return (u for u in g.on_map(self.side) if g.counter(u).kind == "airborne")

    @land.choices("hex")
    def landing_grounds(self, g: Manstein, unit: Unit) -> list[Hex]:
        return [h for h in range(len(g.map)) if airborne.ground_refuses(g, unit, h) is None]

    @land.refuses("unit")
    def why_not_airborne(self, g: Manstein, unit: Unit) -> Refusal | None:
        return airborne.landing_refuses(g, unit) if g.side(unit) is self.side else None

    @land.refuses("hex")
    def why_not_land_there(self, g: Manstein, unit: Unit, h: Hex) -> Refusal | None:
        return airborne.ground_refuses(g, unit, h)

    @order("airlift {unit} {hex}", label="Air transfer", rule="26.3a")
    def airlift(self, g: Manstein, unit: Unit, h: Hex) -> None:
        self.begin(g, unit)
        airborne.transfer(g, unit, h)
        self.go_on(g)

    @airlift.closed_if
    def no_airlift(self, g: Manstein) -> Refusal | None:
        if self.side is Side.GERMAN and (g.option("26") or g.option("28.1d")):
            return None
        return Refusal("26.3a", "there is no airlift")

    @airlift.choices("unit")
    def liftable(self, g: Manstein) -> Iterator[Unit]:
        return (u for u in g.on_map(self.side) if airborne.transfer_refuses(g, u) is None)

    @airlift.choices("hex")
    def airfields(self, g: Manstein, unit: Unit) -> list[Hex]:
        return [h for h in sorted(g.scenario.cities) if airborne.airfield_refuses(g, unit, h) is None]

    @airlift.refuses("unit")
    def why_not_lift(self, g: Manstein, unit: Unit) -> Refusal | None:
        return airborne.transfer_refuses(g, unit) if g.side(unit) is self.side else None

    @airlift.refuses("hex")
    def why_not_fly_there(self, g: Manstein, unit: Unit, h: Hex) -> Refusal | None:
        return airborne.airfield_refuses(g, unit, h)

    # -- 25.3 over the western edge

    @order("leave {unit}", label="Leave the map", rule="25.3")
    def leave(self, g: Manstein, unit: Unit) -> None:
        self.begin(g, unit)
        evacuation.carry_off(g, unit, "25.3")
        self.go_on(g)

    @leave.closed_if
    def no_evacuation(self, g: Manstein) -> Refusal | None:
        return evacuation.evacuation_refuses(g)

    @leave.choices("unit")
    def leaving(self, g: Manstein) -> Iterator[Unit]:
        return (u for u in g.on_map(self.side) if evacuation.edge_refuses(g, u) is None)

    @leave.refuses("unit")
    def why_not_leave(self, g: Manstein, unit: Unit) -> Refusal | None:
        if g.side(unit) is not self.side or g.hex_of[unit] < 0:
            return None
        return evacuation.edge_refuses(g, unit)

    # -- the way out

    @order("end", label="End movement", rule="4.1d")
    def end(self, g: Manstein) -> None:
        """6.5: whatever is overstacked now pays for it."""
        self.finish(g)
        g.pop()


# -- who may move, and where to


def unit_refuses(g: Manstein, u: Unit) -> Refusal | None:
    """8.0a, 8.0b: why a unit cannot move at all."""
    name = g.name(u)
    if g.counter(u).movement == 0:
        return Refusal("8.0b", f"{name} is static and never moves")
    if not is_active(g, u):
        return inactive(g, u)
    if g.status[u] & RAILED:
        return Refusal("9.0g", f"{name} has moved by rail in this segment")
    if g.status[u] & FLOWN:
        return Refusal("26.3a", f"{name} was flown in and moves no further in this impulse")
    if g.status[u] & LANDED:
        return Refusal("18.0b", f"{name} has landed in this segment and moves no further")
    if g.budget[u] == 0 and feared(g, g.side(u))[g.hex_of[u]]:
        there = g.label(g.hex_of[u])
        return Refusal("7.2c", f"{name} entered an enemy zone at {there} and moves no further", (there,))
    if g.status[u] & MOVED:
        return Refusal("8.0d", f"the move of {name} is over")
    return None


def stuck(g: Manstein, u: Unit) -> Refusal:
    """7.2c2, 8.0d: why a unit that may move cannot leave its hex."""
    name, here = g.name(u), g.hex_of[u]
    if g.budget[u] == 0:
        return Refusal("8.0d", f"{name} has no movement factor left")
    reasons = [step_refuses(g, u, here, n) for n in g.map.adjacent[here]]
    if all(reasons) and any(refusal is not None and refusal.rule == "7.2c2" for refusal in reasons):
        return Refusal("7.2c2", f"{name} could leave {g.label(here)} only straight into another enemy zone")
    return Refusal("8.0d", f"{name} has no way to go on")


def may_move(g: Manstein, u: Unit) -> bool:
    """8.0a, 8.0b: whether nothing in `unit_refuses` keeps a unit from moving; asked of every unit, so without words."""
    return not g.status[u] & (MOVED | RAILED) and g.counter(u).movement > 0 and is_active(g, u)


def may_leave(g: Manstein, u: Unit) -> bool:
    """8.1a: a unit can always move one hex, if it is not forbidden; after that it needs the factors."""
    return can_leave(g.hex_of[u], ANY if g.budget[u] < 0 else g.budget[u], Exits(g, u))


def reach_of(g: Manstein, u: Unit) -> Reach:
    """8.0d, 8.1a, 8.1b: where a unit can get to; at its first step one hex at any price."""
    exits, start = Exits(g, u), g.hex_of[u]
    found = swift_reach(start, allowance(g, u), exits)
    if g.budget[u] >= 0:
        return found
    dear = {n: price for n, price, _ in exits(start) if n not in found.cost}
    if not dear:
        return found
    return Reach(start, found.cost | dear, found.before | dict.fromkeys(dear, start), found.ends | set(dear))


def described(g: Manstein, found: Reach, walked: Sequence[Hex], goal: Hex) -> dict[str, Any]:
    return {
        "cost": str(found.cost[goal]),
        "stop": goal in found.ends,
        "path": tuple(g.label(h) for h in (*walked, *found.path(goal))),
        "rules": ("8.0c",),
    }


def goal_refuses(g: Manstein, u: Unit, goal: Hex) -> Refusal:
    """Why a unit does not get to a hex: the step into it, else the price."""
    start = g.hex_of[u]
    if start == goal:
        return Refusal("8.0c", f"{g.name(u)} is already there")
    found = reach_of(g, u).cost
    around = g.map.adjacent[goal]
    near = [n for n in found if n in around] or list(around)
    reasons = [step_refuses(g, u, n, goal) for n in ([start] if start in around else near)]
    if reasons[0] is not None and all(reasons):
        return reasons[0]
    if goal in past_zones(g, u):
        return Refusal("7.2c", f"an enemy zone on the way to {g.label(goal)} stops {g.name(u)}")
    budget = several(allowance(g, u), "movement factor")
    if not is_sustained(g, u) and g.budget[u] < 0:
        return Refusal("8.2", f"{g.name(u)} is unsupported and has {budget}; too few")
    return Refusal("8.0d", f"{g.name(u)} has {budget}, and {g.label(goal)} is farther")


def past_zones(g: Manstein, u: Unit) -> dict[Hex, int]:
    """7.2c, 7.2c2: where a unit could get to if no enemy zone stopped it, with the price."""
    exits = Exits(g, u)
    exits.ground = msgspec.structs.replace(exits.ground, feared=bytes(len(g.map)))
    return swift_reach(g.hex_of[u], allowance(g, u), exits).cost
