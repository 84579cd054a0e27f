"""5 and 7: movement, screens that fall back, corps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from meuse.counters import Side, Unit
from meuse.games.skirmish import views
from meuse.games.skirmish.board import MOVED, Skirmish, zones
from meuse.games.skirmish.combat import Attacks
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.mechanics.corps import merge, split
from meuse.mechanics.reach import Exit, Exits, walk
from meuse.orders import order
from meuse.phases import log
from meuse.phases.ground import GroundMove
from meuse.report import count
from meuse.steps import Question, Warning, overrides


class Operation(GroundMove, frozen=True):
    """1.2: one side forms its corps and moves. The unit in motion, `moving`, has `left` points to go."""

    rule = "1.2"
    price_rule = "5.1"
    moving: Unit = -1
    left: int = 0

    move = GroundMove.move.told(rule="5.1")

    @overrides
    def warnings(self, g: Skirmish) -> list[Warning]:
        return list(views.warnings(g, self.side, list(self.movable(g))))

    @overrides
    def go(self, g: Skirmish, unit: Unit, path: Sequence[Hex]) -> None:
        """5.4: where it comes near a screen, the screen answers before the move goes on."""
        left = self.budget(g, unit) - walk(g.hex_of[unit], self.budget(g, unit), self.exits(g, unit), path)
        for h in path:
            g.enter(unit, h)
        g.set_status(unit, MOVED)
        log.move(g, (unit,), path, "5.1")
        screens = screens_near(g, self.side.enemy, h)
        g.replace(*(Approached(self.side.enemy, screen) for screen in screens), Operation(self.side, unit, left))

    @overrides
    def exits(self, g: Skirmish, unit: Unit) -> Exits:
        return partial(exits, g, unit)

    @overrides
    def why_not_move(self, g: Skirmish, unit: Unit) -> Refusal:
        if unit == self.moving and zones(g, self.side.enemy)[g.hex_of[unit]]:
            return Refusal("4.2", f"{g.name(unit)} has entered an enemy zone", (g.map.labels[g.hex_of[unit]],))
        if g.status[unit] & MOVED:
            return Refusal("5.3", f"{g.name(unit)} has already moved this operation")
        return Refusal("5.1", f"{g.name(unit)} has no adjacent hex to move to")

    @overrides
    def why_not_reach(self, g: Skirmish, unit: Unit, goal: Hex) -> Refusal:
        name, there = g.name(unit), g.map.labels[goal]
        if g.enemy_in(goal, self.side):
            return Refusal("5.2", f"{there} is held by {g.listed(g.at[goal])}", (there,))
        if not g.may_stack(unit, goal):
            return Refusal("3.1", f"{there} is full: {count(g.scenario.stacking, 'division')}", (there,))
        if stops := [g.map.labels[h] for h in g.map.adjacent[goal] if h in self.within(g, unit).ends]:
            return Refusal("4.2", f"{name} must stop at {stops[0]}, in an enemy zone of control", tuple(stops))
        return Refusal("5.1", f"{name} has {count(self.budget(g, unit), 'movement point')}; {there} is out of reach")

    @overrides
    def budget(self, g: Skirmish, u: Unit) -> int:
        """5.3: what a unit may still spend; 4.2: nothing once it has come into a zone; 7.1: the pace of the slowest."""
        if u == self.moving:
            return 0 if zones(g, self.side.enemy)[g.hex_of[u]] else self.left
        return 0 if g.status[u] & MOVED else min(g.scenario.counters[d].movement for d in g.parts_of(u))

    @overrides
    def printed(self, g: Skirmish, u: Unit) -> int:
        return min(g.scenario.counters[d].movement for d in g.parts_of(u))

    @overrides
    def has_begun(self, g: Skirmish, u: Unit) -> bool:
        return bool(g.status[u] & MOVED)

    @order("form {units}", rule="7.1", at_least=2, why="two or three unmoved divisions of one hex form the corps")
    def form(self, g: Skirmish, units: Sequence[Unit]) -> None:
        """7.1: the divisions leave the map, and the corps stands for them."""
        corps = g.corps(self.side)
        merge(g, corps, units, g.scenario.box(g.id(corps)))
        g.replace(Operation(self.side))

    @form.choices("units")
    def unmoved(self, g: Skirmish, chosen: Sequence[Unit]) -> list[Unit]:
        """7.1: divisions of one hex that have not moved, if the corps is not on the map."""
        able = [u for u in g.on_map(self.side) if not g.status[u] & MOVED and g.hex_of[g.corps(self.side)] == OFF_MAP]
        return [u for u in able if not chosen or g.hex_of[u] == g.hex_of[chosen[0]]]

    @order("disband", label="Disband the corps", rule="7.2", was=("break",))
    def disband(self, g: Skirmish) -> None:
        """7.2: the divisions return to its hex."""
        corps = g.corps(self.side)
        split(g, corps, g.parts_of(corps), OFF_MAP)
        g.replace(Operation(self.side))

    @disband.closed_if
    def why_not_disband(self, g: Skirmish) -> Refusal | None:
        corps = g.corps(self.side)
        unable = g.hex_of[corps] == OFF_MAP or g.status[corps] & MOVED
        return Refusal("7.2", "only a corps on the map that has not moved can be disbanded") if unable else None

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
    free = ((n, cost) for n, cost in g.scenario.ways[h] if not g.enemy_in(n, side) and g.may_stack(u, n))
    return [(n, cost, feared[n] > 0) for n, cost in free]


def screens_near(g: Skirmish, side: Side, h: Hex) -> list[Unit]:
    """5.4: the screens in whose zone a hex lies and that have somewhere to go."""
    near = (u for u in g.on_map(side) if h in g.scenario.spread[g.hex_of[u]])
    return [u for u in near if g.scenario.counters[u].has("screen") and Approached(side, u).ways(g)]


class Approached(Question, frozen=True):
    rule = "5.4"
    unit: Unit

    def title(self, g: Skirmish) -> str:
        return f"{g.name(self.unit)} is approached"

    @order("stand", rule="5.4")
    def stand(self, g: Skirmish) -> None:
        g.pop()

    @order("fall-back {hex}", label="Fall back", rule="5.4", why="a screen falls back one hex, out of all enemy zones")
    def fall_back(self, g: Skirmish, h: Hex) -> None:
        g.enter(self.unit, h)
        log.went(g, "fall-back", (self.unit,), "fall", "back to", (h,), "5.4")
        g.pop()

    @fall_back.choices("hex")
    def ways(self, g: Skirmish) -> list[Hex]:
        """5.4: one hex, out of all enemy zones."""
        return [n for n, _, stops in exits(g, self.unit, g.hex_of[self.unit]) if not stops]
