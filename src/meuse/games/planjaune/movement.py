"""5.1, 5.2: movement and exploitation; 11.1: by rail; 11.13.o2: off the map. Overruns (7) are in `overrun`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from meuse.counters import Side, Unit
from meuse.games.planjaune import command
from meuse.games.planjaune.board import (
    BEGAN_IN_ZONE,
    IN_BELGIUM,
    MOVED,
    OVERRAN,
    PINNED,
    RAILED,
    STOPPED,
    UNSUPPLIED,
    PlanJaune,
    is_motorized,
    movement_of,
    movers,
    points_of,
)
from meuse.games.planjaune.exits import (
    EXPLOITATION,
    FOOT,
    MOTORIZED,
    Exits,
    allowance,
    goals_of,
    marks,
    reach_of,
    why_not_goal,
    why_not_this_phase,
)
from meuse.games.planjaune.losses import clear_headquarters
from meuse.games.planjaune.rail import can_rail, rail_ends, rail_goals, why_not_by_rail, why_not_rail_end
from meuse.games.planjaune.stacking import may_stack
from meuse.games.planjaune.supply import traces
from meuse.games.planjaune.zones import zones
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.reach import Reach
from meuse.orders import order
from meuse.phases import log
from meuse.phases.ground import GroundMove
from meuse.phases.rail import RailMove
from meuse.phases.reminders import cut_off, unmoved
from meuse.steps import Warning, overrides

PHASES = {
    MOTORIZED: ("motorized movement", "5.1a"),
    FOOT: ("non-motorized movement", "5.1a"),
    EXPLOITATION: ("exploitation", "5.2a"),
}


class Movement(GroundMove, RailMove, frozen=True):
    """5.1a, 5.2a: the units of one phase move in turn; `moving` is the unit in motion."""

    rule = "5.1a"
    price_rule = "5.1b"
    way_rule = "11.1e"
    phase: str
    moving: Unit = -1

    @overrides
    def title(self, g: PlanJaune) -> str:
        return f"{self.side.title} {PHASES[self.phase][0]}"

    @overrides
    def warnings(self, g: PlanJaune) -> Sequence[Warning]:
        """5.1a, 8.2g, 8.1a: units that stayed; in the last phase those who are isolated, or will be out of supply."""
        idle = [u for u in self.movable(g) if not g.spent[u]]
        cut = [u for u in g.on_map(self.side) if not traces(g, u)] if self.phase == EXPLOITATION else []
        isolated = [u for u in cut if g.status[u] & UNSUPPLIED]
        later = g.turn < len(g.scenario.tables["turns"]["dates"])
        fresh = [u for u in cut if not g.status[u] & UNSUPPLIED] if later else []
        return (
            *cut_off(g, isolated, "8.2g", "each stack of them loses a step now"),
            *cut_off(g, fresh, "8.1a", "that is judged as your next operations begin"),
            *unmoved(g, idle, PHASES[self.phase][1]),
        )

    def go_on(self, g: PlanJaune, moving: Unit = -1) -> None:
        g.replace(type(self)(self.side, self.phase, moving))

    def finish(self, g: PlanJaune, starting: Unit = -1) -> None:
        """The move of the unit in motion is over when another one is ordered."""
        if self.moving not in (-1, starting) and g.hex_of[self.moving] >= 0:
            g.set_status(self.moving, g.status[self.moving] | MOVED)

    # -- 5.1 on the ground

    move = GroundMove.move.told(rule="5.1b")

    @property
    def kind(self) -> str:
        return "foot" if self.phase == FOOT else "motorized"

    @overrides
    def budget(self, g: PlanJaune, unit: Unit) -> int:
        return allowance(g, unit, self.phase)

    @overrides
    def printed(self, g: PlanJaune, unit: Unit) -> int:
        return movement_of(g, unit)

    @overrides
    def has_begun(self, g: PlanJaune, unit: Unit) -> bool:
        return bool(g.spent[unit] or g.status[unit] & (MOVED | RAILED))

    @overrides
    def exits(self, g: PlanJaune, unit: Unit) -> Exits:
        return Exits(g, unit, self.phase)

    @overrides
    def within(self, g: PlanJaune, unit: Unit) -> Reach:
        return reach_of(g, unit, self.phase)

    @overrides
    def stops(self, g: PlanJaune, unit: Unit, reached: Iterable[Hex]) -> Iterator[Hex]:
        """3g: a unit may pass a full hex but not stop in it."""
        return (h for h in reached if may_stack(g, unit, h))

    @overrides
    def go(self, g: PlanJaune, unit: Unit, path: Sequence[Hex]) -> None:
        """5.1b: hex by hex; 5.1c: a zone ends the move."""
        self.finish(g, unit)
        exits = self.exits(g, unit)
        prices = [exits.price(here, h) for here, h in pairwise((g.hex_of[unit], *path))]
        for h, (price, stops) in zip(path, prices, strict=True):
            g.spent[unit] += price
            enter(g, unit, h)
            if stops:
                g.set_status(unit, g.status[unit] | MOVED | STOPPED)
        g.marched = True
        log.move(g, (unit,), path, PHASES[self.phase][1])
        self.go_on(g, unit)

    @overrides
    def movable(self, g: PlanJaune) -> Iterator[Unit]:
        return (u for u in movers(g, self.side, self.kind) if self.can_go(g, u))

    def can_go(self, g: PlanJaune, unit: Unit) -> bool:
        """Looks at the neighbours first: most units can stop in one of them."""
        left = self.budget(g, unit)
        if not left:
            return False
        if self.is_drawn(g, unit):
            return bool(self.goals(g, unit))
        here, special = g.hex_of[unit], marks(g, unit)
        if not special[here]:
            for n, price in g.scenario.ways[self.kind][here]:
                if price <= left and not special[n] and n not in g.at and n != g.scenario.dyke:
                    return True
        near = (n for n, price, _ in self.exits(g, unit)(here) if price <= left)
        return any(may_stack(g, unit, n) for n in near) or bool(self.goals(g, unit))

    @overrides
    def goals(self, g: PlanJaune, unit: Unit) -> list[Hex]:
        """12.1c, 11.12.belgium-return: some must go to Belgium."""
        found = goals_of(g, unit, self.phase)
        return command.drawn_goals(g, unit, found) if self.is_drawn(g, unit) else list(found)

    def is_drawn(self, g: PlanJaune, unit: Unit) -> bool:
        return self.phase != EXPLOITATION and command.is_drawn(g, unit)

    @overrides
    def why_not_move(self, g: PlanJaune, unit: Unit) -> Refusal:
        return why_not_this_phase(g, unit, self.phase) or Refusal("5.1b", f"{g.name(unit)} has no hex to move to")

    @overrides
    def why_not_reach(self, g: PlanJaune, unit: Unit, goal: Hex) -> Refusal:
        if self.is_drawn(g, unit) and goal in goals_of(g, unit, self.phase):
            return why_not_elsewhere(g, unit)
        return why_not_goal(g, unit, goal, self.phase)

    # -- 11.1 by rail

    rail = RailMove.rail.told(rule="11.1a")

    @overrides
    def ride(self, g: PlanJaune, unit: Unit, path: Sequence[Hex]) -> None:
        """11.1c, 11.1e: any distance, instead of marching."""
        for h in path:
            enter(g, unit, h)
        g.railed += points_of(g, unit)
        g.set_status(unit, g.status[unit] | RAILED | MOVED)

    @overrides
    def rail_lines(self, g: PlanJaune, unit: Unit) -> Mapping[Hex, Hex]:
        return rail_goals(g, unit)

    @overrides
    def why_not_trains(self, g: PlanJaune) -> Refusal | None:
        """11.1a, 11.1b: not in exploitation, and before anything marches."""
        if self.phase == EXPLOITATION:
            return Refusal("11.1a", "there is no rail movement in the exploitation phase")
        return Refusal("11.1b", "units move by rail before any other movement") if g.marched else None

    @overrides
    def by_rail(self, g: PlanJaune) -> Iterator[Unit]:
        able = (u for u in movers(g, self.side, self.kind) if g.hex_of[u] in g.scenario.rail_hexes)
        free = (u for u in able if why_not_by_rail(g, u, self.phase) is None)
        return (u for u in free if (self.rail_ends(g, u) if self.is_drawn(g, u) else can_rail(g, u)))

    @overrides
    def rail_ends(self, g: PlanJaune, unit: Unit) -> list[Hex]:
        """R.12.1c.1: nor does a unit that has to go to Belgium take a train away from it."""
        found = rail_ends(g, unit)
        return command.drawn_goals(g, unit, found) if self.is_drawn(g, unit) else found

    @overrides
    def why_not_by_rail(self, g: PlanJaune, unit: Unit) -> Refusal:
        nowhere = f"no open railway hex is in reach of {g.name(unit)}"
        return why_not_by_rail(g, unit, self.phase) or Refusal("11.1e", nowhere)

    @overrides
    def why_not_rail_end(self, g: PlanJaune, unit: Unit, goal: Hex) -> Refusal:
        if goal not in rail_goals(g, unit):
            return Refusal("11.1e", f"{g.map.labels[goal]} is not on an open stretch of your railways")
        return why_not_rail_end(g, unit, goal) or why_not_elsewhere(g, unit)

    # -- 11.13.o2 off the map

    @order(
        "exit {unit}",
        label="Leave the map",
        rule="11.13.o2",
        says="The unit leaves the map for good, and counts for the objective Invasion.",
    )
    def leave(self, g: PlanJaune, unit: Unit) -> None:
        """11.13.o2, R.11.13.o2.1, R.11.13.o2.2: over one of eight lines of communication, for good; no loss."""
        self.finish(g, unit)
        text, there = f"{g.name(unit)} leaves the map at {g.map.spot(g.hex_of[unit])}", g.map.labels[g.hex_of[unit]]
        for u in g.members(unit):
            g.place(u, g.scenario.box("exited"))
            g.exited += 1
        if g.is_corps(unit):
            g.place(unit, g.scenario.box("corps"))
        g.emit("exit", text, "11.13.o2", units=(g.id(unit),), at=(there,))
        self.go_on(g)

    @leave.choices("unit")
    def leaving(self, g: PlanJaune) -> Iterator[Unit]:
        if self.side is Side.GERMAN:
            for h in sorted(g.map.regions["communication-lines"].hexes):
                yield from (u for u in g.units_in(h, self.side) if why_not_exit(g, u, self.phase) is None)

    @leave.refuses("unit")
    def why_not_leave(self, g: PlanJaune, unit: Unit) -> Refusal | None:
        return why_not_exit(g, unit, self.phase) if g.hex_of[unit] >= 0 else None

    # -- the way out

    @order("end", label="End movement", rule="5.1a")
    def end(self, g: PlanJaune) -> None:
        self.finish(g)
        g.pop()

    @end.closed_if
    def why_not_end(self, g: PlanJaune) -> Refusal | None:
        """12.1c, 11.12.belgium-return: not while a unit that has to go to Belgium can get nearer to it."""
        if self.phase == EXPLOITATION or self.side is Side.GERMAN:
            return None
        drawn = (u for u in movers(g, self.side, self.kind) if self.is_drawn(g, u) and allowance(g, u, self.phase))
        held = next((u for u in drawn if self.goals(g, u)), None)
        if held is None:
            return None
        rule = "11.12.belgium-return" if g.counter(held).nation == "belgian" else "12.1c"
        return Refusal(rule, f"{g.name(held)} must move towards Belgium first", (g.map.labels[g.hex_of[held]],))


def why_not_elsewhere(g: PlanJaune, u: Unit) -> Refusal:
    """12.1c, 11.12.belgium-return: a unit that has to go to Belgium goes nowhere else."""
    rule = "11.12.belgium-return" if g.counter(u).nation == "belgian" else "12.1c"
    return Refusal(rule, f"{g.name(u)} must go to Belgium by the fastest way")


# -- 11.13.o2 off the map


def why_not_exit(g: PlanJaune, u: Unit, phase: str) -> Refusal | None:
    """11.13.o2: why a unit cannot leave the map."""
    if g.scenario.side_of[u] is not Side.GERMAN or g.counter(u).has("hq") or not is_motorized(g, u):
        return Refusal("11.13.o2", "only German motorized units leave the map")
    if g.hex_of[u] not in g.map.regions["communication-lines"].hexes:
        return Refusal("11.13.o2", f"{g.name(u)} is not on a line of communication")
    if refusal := why_not_this_phase(g, u, phase):
        return refusal
    return None if allowance(g, u, phase) else Refusal("11.13.o2", f"{g.name(u)} has no movement points left")


# -- opening a phase, and coming into a hex


def open_phase(g: PlanJaune, side: Side) -> None:
    """Fresh moves for a side; who begins in an enemy zone is noted (5.2c, 7a).

    R.1m.2: who moved with the motorized units and has become a cadre since then does not move again on foot.
    """
    covered = zones(g, side.enemy)
    g.railed, g.marched = 0, False
    command.note_brussels(g)
    for u in g.on_map(side):
        status = g.status[u] & ~(MOVED | STOPPED | BEGAN_IN_ZONE | PINNED | OVERRAN)
        if g.spent[u] and g.counter(u).has("motorized") and not is_motorized(g, u):
            status |= MOVED
        g.spent[u] = 0
        if covered[g.hex_of[u]]:
            status |= BEGAN_IN_ZONE
        if g.hex_of[u] in g.interdicted[side.enemy]:
            status |= PINNED
        if status != g.status[u]:
            g.set_status(u, status)


def enter(g: PlanJaune, u: Unit, h: Hex) -> None:
    """A unit comes into a hex: 1k: enemy headquarters; 11.4j: works; 12.2b: a neutral; 12.1c: Belgium, Brussels."""
    side = g.scenario.side_of[u]
    clear_headquarters(g, h, side.enemy, "1k")
    if not g.units_in(h, side.enemy):
        take_works(g, h, side)
    command.invade(g, side, h)
    if side is Side.ALLIED and g.map.country[h] == "germany":
        command.take_arms(g, (u,))
    g.place(u, h)
    command.note_brussels(g)
    if side is Side.ALLIED and g.map.country[h] == "belgium":
        for m in {u, *g.members(u)}:
            if not g.status[m] & IN_BELGIUM:
                g.set_status(m, g.status[m] | IN_BELGIUM)


def take_works(g: PlanJaune, h: Hex, side: Side) -> None:
    """11.4j: the enemy's works in a hex that a side has come into."""
    works = g.standing(h)
    if works is not None and works.owner is not side:
        g.fell(h)
        text = f"The fortifications at {g.map.spot(h)} fall"
        g.emit("works", text, "11.4j", at=(g.map.labels[h],), side=side.word)
