"""3, 5 and 7: movement, screens that fall back, corps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.skirmish.board import MOVED, Skirmish, enemy_in, holders, may_stack, zones
from meuse.games.skirmish.combat import Attacks
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.mechanics.reach import BadPath, Exit, Reach, can_move, reach, walk
from meuse.mechanics.zoc import sources_of
from meuse.orders import order
from meuse.steps import Question, Step


class Operation(Question, frozen=True):
    """1.2: one side moves. `moving` is the unit in motion, with `left` points to go."""

    rule = "1.2"
    ask = "Move your units, then end the movement."
    moving: Unit = -1
    left: int = 0

    def words(self, g: Skirmish) -> str:
        return f"{self.side.title} movement"

    # -- 5 movement

    @order("move {unit} {path}", rule="5.1")
    def move(self, g: Skirmish, unit: Unit, path: Sequence[Hex]) -> None:
        """5.4: the leg ends early where an enemy screen may fall back; 5.3: another unit's move is over."""
        left, name = self.allowance(g, unit), g.name(unit)
        screens: tuple[Unit, ...] = ()
        g.set_status(unit, MOVED)
        for h in path:
            left -= next(cost for n, cost, _ in exits(g, unit, g.hex_of[unit]) if n == h)
            g.enter(unit, h)
            if screens := screens_that_may_go(g, self.side.enemy, h):
                break
        g.emit("move", f"{name} moves to {g.map.labels[h]}", "5.1", units=(name,), at=(g.map.labels[h],))
        g.replace(*(Approached(g.scenario.side_of[s], s) for s in screens), GoOn(self.side, unit, left))

    @move.choices("unit")
    def movable(self, g: Skirmish) -> list[Unit]:
        return [u for u in g.on_map(self.side) if can_move(g.hex_of[u], self.allowance(g, u), partial(exits, g, u))]

    @move.choices("path")
    def goals(self, g: Skirmish, unit: Unit) -> list[Hex]:
        return sorted(self.reach(g, unit).cost)

    @move.way
    def cheapest(self, g: Skirmish, unit: Unit, goal: Hex) -> tuple[Hex, ...]:
        return self.reach(g, unit).path(goal)

    @move.walks
    def walk(self, g: Skirmish, unit: Unit, path: Sequence[Hex]) -> Refusal | None:
        try:
            walk(g.hex_of[unit], self.allowance(g, unit), partial(exits, g, unit), path)
        except BadPath as error:
            return Refusal("5.1", str(error))
        return None

    @move.describes("path")
    def price(self, g: Skirmish, unit: Unit, goal: Hex) -> dict[str, Any]:
        found = self.reach(g, unit)
        path = tuple(g.map.labels[h] for h in found.path(goal))
        return {"cost": str(found.cost[goal]), "stop": goal in found.ends, "path": path, "rules": ("5.1",)}

    @move.refuses("unit")
    def why_not_unit(self, g: Skirmish, unit: Unit) -> Refusal | None:
        if g.scenario.side_of[unit] is not self.side or g.hex_of[unit] < 0:
            return None
        if g.status[unit] & MOVED:
            return Refusal("5.3", f"{g.name(unit)} has moved in this operation")
        return Refusal("5.1", f"{g.name(unit)} has no movement points for any hex around it")

    @move.refuses("path")
    def why_not_there(self, g: Skirmish, unit: Unit, goal: Hex) -> Refusal:
        name, there = g.name(unit), g.map.labels[goal]
        if enemy_in(g, goal, self.side):
            return Refusal("5.2", f"{there} holds {' and '.join(g.names(g.at[goal]))}", (there,))
        if not may_stack(g, unit, goal):
            return Refusal("3.1", f"{there} holds {' and '.join(g.names(g.at[goal]))}; only three fit", (there,))
        if stops := [h for h in g.map.adjacent[goal] if h in self.reach(g, unit).ends]:
            enemies = sources_of(g.map, g.scenario.spread, holders(g, self.side.enemy), stops[0])
            causes = tuple(g.map.labels[h] for h in enemies)
            return Refusal("4.2", f"{name} must stop before {there}, in the zone of {', '.join(causes)}", causes)
        return Refusal("5.1", f"{name} has {self.allowance(g, unit)} movement points, too few to get to {there}")

    def allowance(self, g: Skirmish, u: Unit) -> int:
        """5.1, 5.3: what a unit may still spend; 7.1: a corps has the pace of the slowest."""
        if u == self.moving:
            return self.left
        return 0 if g.status[u] & MOVED else min(g.scenario.counters[d].movement for d in g.parts_of(u))

    def reach(self, g: Skirmish, u: Unit) -> Reach:
        return reach(g.hex_of[u], self.allowance(g, u), partial(exits, g, u))

    # -- 7 corps

    @order(
        "form {corps:unit} {units}", rule="7.1", at_least=2, why="two or three fresh divisions in one hex form a corps"
    )
    def form(self, g: Skirmish, corps: Unit, units: Sequence[Unit]) -> None:
        """7.1: the divisions leave the map, and the corps stands for them."""
        where = g.hex_of[units[0]]
        for d in units:
            g.place(d, g.scenario.box(g.name(corps)))
        g.place(corps, where)
        g.replace(Operation(self.side))

    @form.choices("corps")
    def corps_at_hand(self, g: Skirmish) -> list[Unit]:
        able = {g.hex_of[u] for u in self.fresh(g)}
        pairs = any(len([u for u in self.fresh(g) if g.hex_of[u] == h]) > 1 for h in able)
        return [u for u in g.corps(self.side) if g.hex_of[u] == OFF_MAP and pairs]

    @form.choices("units")
    def joining(self, g: Skirmish, corps: Unit, chosen: Sequence[Unit]) -> list[Unit]:
        """7.1: fresh divisions in one hex."""
        return [u for u in self.fresh(g) if not chosen or g.hex_of[u] == g.hex_of[chosen[0]]]

    @order("break {corps:unit}", rule="7.2", why="only a corps on the map that has not moved can be broken up")
    def break_up(self, g: Skirmish, corps: Unit) -> None:
        """7.2: the divisions return to its hex."""
        for d in g.inside(corps):
            g.place(d, g.hex_of[corps])
        g.place(corps, OFF_MAP)
        g.replace(Operation(self.side))

    @break_up.choices("corps")
    def unmoved_corps(self, g: Skirmish) -> list[Unit]:
        """7.2: a corps that has not moved."""
        return [u for u in g.corps(self.side) if g.hex_of[u] >= 0 and not g.status[u] & MOVED]

    def fresh(self, g: Skirmish) -> list[Unit]:
        """7.1: divisions that have not moved."""
        return [u for u in g.on_map(self.side) if g.scenario.counters[u].has("division") and not g.status[u] & MOVED]

    @order("end", label="End movement", rule="1.2")
    def end(self, g: Skirmish) -> None:
        """1.2: then it attacks."""
        for u in range(len(g.status)):
            g.set_status(u, 0)
        g.replace(Attacks(self.side))


def exits(g: Skirmish, u: Unit, h: Hex) -> list[Exit]:
    """The ways out of a hex. 5.2: not to enemies; 3.1: where there is room; 4.2: an enemy zone ends the move."""
    side = g.scenario.side_of[u]
    feared = zones(g, side.enemy)
    return [
        (n, cost, bool(feared[n]))
        for n, cost in g.scenario.ways[g.armoured(u)][h]
        if n not in g.at or (not enemy_in(g, n, side) and may_stack(g, u, n))
    ]


class GoOn(Step, frozen=True):
    rule = "5.4"
    side: Side
    unit: Unit
    left: int

    def run(self, g: Skirmish) -> None:
        """4.2, 5.4: in an enemy zone the move is over; without one it may go on."""
        stopped = zones(g, self.side.enemy)[g.hex_of[self.unit]]
        g.replace(Operation(self.side, self.unit, 0 if stopped else self.left))


# -- 5.4 screens


def screens_that_may_go(g: Skirmish, side: Side, near: Hex) -> tuple[Unit, ...]:
    """5.4: the screens in whose zone a hex lies and that have somewhere to go."""
    reached = (u for u in g.on_map(side) if near in g.scenario.spread[g.hex_of[u]])
    return tuple(u for u in reached if g.scenario.counters[u].has("screen") and ways_back(g, u))


def ways_back(g: Skirmish, u: Unit) -> list[Hex]:
    """5.4: one hex, out of all enemy zones."""
    feared = zones(g, g.scenario.side_of[u].enemy)
    return [n for n, _, _ in exits(g, u, g.hex_of[u]) if not feared[n]]


class Approached(Question, frozen=True):
    """5.4: a screen stands or falls back."""

    rule = "5.4"
    unit: Unit

    def words(self, g: Skirmish) -> str:
        return f"{g.name(self.unit)} is approached"

    @order("stand", rule="5.4")
    def stand(self, g: Skirmish) -> None:
        g.pop()

    @order("fall-back {hex}", label="Fall back", rule="5.4", why="a screen falls back one hex, out of all enemy zones")
    def fall_back(self, g: Skirmish, h: Hex) -> None:
        g.enter(self.unit, h)
        g.emit("fall-back", f"{g.name(self.unit)} falls back to {g.map.labels[h]}", "5.4", units=(g.name(self.unit),))
        g.pop()

    @fall_back.choices("hex")
    def ways(self, g: Skirmish) -> list[Hex]:
        return ways_back(g, self.unit)
