"""5.1, 5.2: movement and exploitation; 11.1: by rail; 11.13.o2: off the map. Overruns (7) are in `overrun`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.planjaune import command
from meuse.games.planjaune.board import (
    BEGAN_IN_ZONE,
    GROUND,
    IN_BELGIUM,
    MARKERS,
    MOVED,
    PINNED,
    RAILED,
    RAILS,
    STOPPED,
    UNSUPPLIED,
    GamePJ,
    is_motorized,
    joins,
    kind_of,
    may_stack,
    movement_of,
    movers,
    points_of,
)
from meuse.games.planjaune.losses import clear_headquarters
from meuse.games.planjaune.supply import closed
from meuse.games.planjaune.zones import causes, held, zones
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.rail import rail_reach
from meuse.mechanics.reach import BadPath, Exit, Reach, swift_reach, union, walk
from meuse.orders import order
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived
from meuse.steps import Question, Warning

MOTORIZED, FOOT, EXPLOITATION = "motorized", "foot", "exploitation"
"""2b: the three movement phases of an operations phase."""

PHASES = {
    MOTORIZED: ("motorized movement", "5.1a"),
    FOOT: ("non-motorized movement", "5.1a"),
    EXPLOITATION: ("exploitation", "5.2a"),
}


class Movement(Question, frozen=True):
    """5.1a, 5.2a: the units of one phase move, one after the other; `moving` is the unit in motion."""

    rule = "5.1a"
    ask = "Move your units."
    phase: str
    moving: Unit = -1

    def words(self, g: GamePJ) -> str:
        return f"{self.side.title} {PHASES[self.phase][0]}"

    def remaining(self, g: GamePJ) -> str:
        return f"{len(list(self.movable(g)))} units can still move"

    def warnings(self, g: GamePJ) -> Sequence[Warning]:
        left = [u for u in self.movable(g) if not g.spent[u]]
        if not left:
            return ()
        places = tuple(sorted({g.map.labels[g.hex_of[u]] for u in left}))
        return (Warning("note", f"{len(left)} units have not moved.", PHASES[self.phase][1], places),)

    def go_on(self, g: GamePJ, moving: Unit = -1) -> None:
        g.replace(type(self)(self.side, self.phase, moving))

    def finish(self, g: GamePJ, starting: Unit = -1) -> None:
        """The move of the unit in motion is over when another one is ordered."""
        if self.moving not in (-1, starting) and g.hex_of[self.moving] >= 0:
            g.set_status(self.moving, g.status[self.moving] | MOVED)

    # -- 5.1 on the ground

    @order("move {unit} {path}", rule="5.1b")
    def move(self, g: GamePJ, unit: Unit, path: Sequence[Hex]) -> None:
        """5.1b: hex by hex; 5.1c: a zone ends the move."""
        self.finish(g, unit)
        exits = Exits(g, unit, self.phase)
        for h in path:
            here = g.hex_of[unit]
            price, stops = exits.price(here, h)
            g.spent[unit] += price
            enter(g, unit, h)
            if stops:
                g.set_status(unit, g.status[unit] | MOVED | STOPPED)
        g.marched = True
        name, walked = g.name(unit), tuple(g.map.labels[h] for h in path)
        g.emit("move", f"{name} moves to {walked[-1]}", PHASES[self.phase][1], units=(name,), at=walked)
        self.go_on(g, unit)

    @move.choices("unit")
    def movable(self, g: GamePJ) -> Iterator[Unit]:
        return (u for u in movers(g, self.side, self.kind) if self.can_go(g, u))

    @property
    def kind(self) -> str:
        return "foot" if self.phase == FOOT else "motorized"

    def can_go(self, g: GamePJ, unit: Unit) -> bool:
        """Looks at the neighbours first: most units can stop in one of them."""
        left = allowance(g, unit, self.phase)
        if not left:
            return False
        if self.is_drawn(g, unit):
            return bool(self.goals(g, unit))
        here, special = g.hex_of[unit], marks(g, unit)
        if not special[here]:
            for n, price in g.scenario.ways[self.kind][here]:
                if price <= left and not special[n] and n not in g.at and n != g.scenario.dyke:
                    return True
        near = (n for n, price, _ in Exits(g, unit, self.phase)(here) if price <= left)
        return any(may_stack(g, unit, n) for n in near) or bool(self.goals(g, unit))

    @move.choices("path")
    def goals(self, g: GamePJ, unit: Unit) -> list[Hex]:
        """3g: a unit may pass a full hex but not stop in it; 12.1c, 11.12.belgium-return: some must go to Belgium."""
        found = goals_of(g, unit, self.phase)
        return command.drawn_goals(g, unit, found) if self.is_drawn(g, unit) else list(found)

    def is_drawn(self, g: GamePJ, unit: Unit) -> bool:
        return self.phase != EXPLOITATION and command.is_drawn(g, unit)

    @move.way
    def cheapest(self, g: GamePJ, unit: Unit, goal: Hex) -> tuple[Hex, ...]:
        return reach_of(g, unit, self.phase).path(goal)

    @move.walks
    def by_hand(self, g: GamePJ, unit: Unit, path: Sequence[Hex]) -> Refusal | None:
        try:
            walk(g.hex_of[unit], allowance(g, unit, self.phase), Exits(g, unit, self.phase), path)
        except BadPath as error:
            return Refusal("5.1b", str(error))
        return None

    @move.describes("path")
    def price(self, g: GamePJ, unit: Unit, goal: Hex) -> dict[str, Any]:
        found = reach_of(g, unit, self.phase)
        path = tuple(g.map.labels[h] for h in found.path(goal))
        return {"cost": str(found.cost[goal]), "stop": goal in found.ends, "path": path, "rules": ("5.1b",)}

    @move.refuses("unit")
    def why_not_unit(self, g: GamePJ, unit: Unit) -> Refusal | None:
        if g.scenario.side_of[unit] is not self.side or g.hex_of[unit] < 0:
            return None
        return unit_refuses(g, unit, self.phase) or Refusal("5.1b", f"{g.name(unit)} can go nowhere from where it is")

    @move.refuses("path")
    def why_not_there(self, g: GamePJ, unit: Unit, goal: Hex) -> Refusal:
        if self.is_drawn(g, unit) and goal in goals_of(g, unit, self.phase):
            rule = "11.12.belgium-return" if g.counter(unit).nation == "belgian" else "12.1c"
            return Refusal(rule, f"{g.name(unit)} has to go to Belgium as fast as it can")
        return goal_refuses(g, unit, goal, self.phase)

    # -- 11.1 by rail

    @order("rail {unit} {path}", label="By rail", rule="11.1a")
    def rail(self, g: GamePJ, unit: Unit, path: Sequence[Hex]) -> None:
        """11.1c, 11.1e: any distance, instead of marching."""
        for h in path:
            enter(g, unit, h)
        g.railed += points_of(g, unit)
        g.set_status(unit, g.status[unit] | RAILED | MOVED)
        there = g.map.labels[path[-1]]
        g.emit("rail", f"{g.name(unit)} goes by rail to {there}", "11.1e", units=(g.name(unit),), at=(there,))
        self.go_on(g)

    @rail.closed_if
    def no_rail(self, g: GamePJ) -> Refusal | None:
        """11.1a, 11.1b: not in exploitation, and before anything marches."""
        if self.phase == EXPLOITATION:
            return Refusal("11.1a", "there is no rail movement in the exploitation phase")
        return Refusal("11.1b", "rail movement comes before other movement") if g.marched else None

    @rail.choices("unit")
    def by_rail(self, g: GamePJ) -> Iterator[Unit]:
        able = (u for u in movers(g, self.side, self.kind) if g.hex_of[u] in g.scenario.rail_hexes)
        return (u for u in able if rail_refuses(g, u, self.phase) is None and can_rail(g, u))

    @rail.choices("path")
    def rail_ends(self, g: GamePJ, unit: Unit) -> list[Hex]:
        return [h for h in sorted(rail_goals(g, unit)) if rail_end_refuses(g, unit, h) is None]

    @rail.way
    def rail_way(self, g: GamePJ, unit: Unit, goal: Hex) -> tuple[Hex, ...]:
        before, way = rail_goals(g, unit), [goal]
        while before[way[-1]] != g.hex_of[unit]:
            way.append(before[way[-1]])
        return tuple(reversed(way))

    @rail.refuses("unit")
    def why_not_rail(self, g: GamePJ, unit: Unit) -> Refusal | None:
        if g.scenario.side_of[unit] is not self.side or g.hex_of[unit] < 0:
            return None
        return rail_refuses(g, unit, self.phase) or Refusal("11.1e", "no railway hex it could go to is open")

    @rail.refuses("path")
    def why_not_rail_there(self, g: GamePJ, unit: Unit, goal: Hex) -> Refusal:
        if goal in rail_goals(g, unit) and (refusal := rail_end_refuses(g, unit, goal)):
            return refusal
        return Refusal("11.1e", f"no open railway of your net leads to {g.map.labels[goal]}")

    # -- 11.13.o2 off the map

    @order("exit {unit}", label="Leave the map", rule="11.13.o2")
    def leave(self, g: GamePJ, unit: Unit) -> None:
        """11.13.o2, R.11.13.o2.1, R.11.13.o2.2: over one of eight lines of communication, for good; no loss."""
        self.finish(g, unit)
        there = g.map.labels[g.hex_of[unit]]
        for u in g.members(unit):
            g.place(u, g.scenario.box("exited"))
            g.exited += 1
        if g.is_corps(unit):
            g.place(unit, g.scenario.box("corps"))
        g.emit("exit", f"{g.name(unit)} leaves the map over {there}", "11.13.o2", units=(g.name(unit),), at=(there,))
        self.go_on(g)

    @leave.choices("unit")
    def leaving(self, g: GamePJ) -> Iterator[Unit]:
        if self.side is Side.GERMAN:
            for h in sorted(g.map.regions["communication-lines"].hexes):
                yield from (u for u in g.units_in(h, self.side) if exit_refuses(g, u, self.phase) is None)

    @leave.refuses("unit")
    def why_not_leave(self, g: GamePJ, unit: Unit) -> Refusal | None:
        return exit_refuses(g, unit, self.phase) if g.hex_of[unit] >= 0 else None

    # -- the way out

    @order("end", label="End movement", rule="5.1a")
    def end(self, g: GamePJ) -> None:
        self.finish(g)
        g.pop()

    @end.closed_if
    def drawn(self, g: GamePJ) -> Refusal | None:
        """12.1c, 11.12.belgium-return: not while a unit that has to go to Belgium can get nearer to it."""
        if self.phase == EXPLOITATION or self.side is Side.GERMAN:
            return None
        drawn = (u for u in movers(g, self.side, self.kind) if self.is_drawn(g, u) and allowance(g, u, self.phase))
        held = next((u for u in drawn if self.goals(g, u)), None)
        if held is None:
            return None
        rule = "11.12.belgium-return" if g.counter(held).nation == "belgian" else "12.1c"
        return Refusal(rule, f"{g.name(held)} has still to go to Belgium", (g.map.labels[g.hex_of[held]],))


# -- what a unit may spend


def allowance(g: GamePJ, u: Unit, phase: str) -> int:
    """5.1a, 5.2a, 8.2a, 8.2d: the movement points that a unit may still spend in this phase."""
    if unit_refuses(g, u, phase) is not None:
        return 0
    return max(0, full_allowance(g, u, phase) - g.spent[u])


def full_allowance(g: GamePJ, u: Unit, phase: str) -> int:
    """R.5.2a.1: halvings multiply, and a half is rounded up."""
    full, halvings = movement_of(g, u), 0
    halvings += phase == EXPLOITATION
    halvings += g.halves(u)  # R.11.11.halt.1: both moves of the turn
    halvings += bool(g.status[u] & PINNED)  # 10.2.interdict-start
    if g.status[u] & UNSUPPLIED:
        halvings += is_motorized(g, u)
        full -= not is_motorized(g, u)
    return max(1, -(-full // (1 << halvings))) if full > 0 else 0


def unit_refuses(g: GamePJ, u: Unit, phase: str) -> Refusal | None:
    """Why a unit cannot move at all in this phase."""
    name = g.name(u)
    if g.counter(u).has("airborne"):
        return Refusal("11.5g", f"{name} has landed and does not move")
    if phase == FOOT and is_motorized(g, u):
        return Refusal("5.1a", f"{name} is motorized and moves before combat")
    if phase != FOOT and not is_motorized(g, u):
        return Refusal("5.1a" if phase == MOTORIZED else "5.2a", f"{name} is not motorized")
    if g.status[u] & RAILED:
        return Refusal("11.1c", f"{name} has moved by rail")
    if phase == EXPLOITATION and (refusal := exploitation_refuses(g, u)):
        return refusal
    if refusal := command.move_refuses(g, u):
        return refusal
    if g.status[u] & MOVED:
        stopped = bool(g.status[u] & STOPPED)
        return Refusal("5.1c" if stopped else "5.1b", f"the move of {name} is over")
    return None


def exploitation_refuses(g: GamePJ, u: Unit) -> Refusal | None:
    """5.2b, 5.2c, 8.2.exploit: which motorized units do not exploit."""
    name = g.name(u)
    if g.counter(u).has("hq"):
        return Refusal("5.2b", f"{name} is a headquarters")
    if g.status[u] & UNSUPPLIED:
        return Refusal("8.2.exploit", f"{name} is out of supply")
    if g.scenario.side_of[u] is Side.ALLIED and g.status[u] & BEGAN_IN_ZONE:
        return Refusal("5.2c", f"{name} began the phase in an enemy zone")
    return None


def open_phase(g: GamePJ, side: Side) -> None:
    """Fresh moves for a side; who begins in an enemy zone is noted (5.2c, 7a)."""
    covered = zones(g, side.enemy)
    g.railed, g.marched = 0, False
    for u in g.on_map(side):
        g.spent[u] = 0
        status = g.status[u] & ~(MOVED | STOPPED | BEGAN_IN_ZONE | PINNED)
        if covered[g.hex_of[u]]:
            status |= BEGAN_IN_ZONE
        if g.hex_of[u] in g.interdicted[side.enemy]:
            status |= PINNED
        if status != g.status[u]:
            g.set_status(u, status)


# -- steps from hex to hex


class Exits:
    """5.1: how one unit moves as the board stands. See reach.Mover.

    `entry_refuses` and `zone_refuses` are the rules; they are asked only at hexes that are `special`.
    """

    def __init__(self, g: GamePJ, u: Unit, phase: str) -> None:
        side = g.scenario.side_of[u]
        self._g, self._unit, self._side = g, u, side
        self.ways = g.scenario.ways[kind_of(g, u)]
        self._zones = zones(g, side.enemy)
        self._left = allowance(g, u, phase)
        self._start = g.hex_of[u] if not g.spent[u] else -1
        self.special = marks(g, u)
        if self._start >= 0 and dearest(g, kind_of(g, u))[self._start] > self._left:  # 5.1g
            special = bytearray(self.special)
            special[self._start] = 1
            self.special = bytes(special)

    def __call__(self, h: Hex) -> Iterator[Exit]:
        special = self.special
        for n, price in self.ways[h]:
            if not (special[h] or special[n]):
                yield n, price, False
            elif (answer := self.step(h, n, price)) is not None:
                yield n, *answer

    def price(self, a: Hex, b: Hex) -> tuple[int, bool]:
        """What a step that is known to be legal costs, and whether it ends the move."""
        plain = next(price for n, price in self.ways[a] if n == b)
        answer = self.step(a, b, plain)
        assert answer is not None
        return answer

    def step(self, a: Hex, b: Hex, price: int) -> tuple[int, bool] | None:
        """5.1c to 5.1f: zones; 10.2.interdict-enter; 11.7d: refugees; 5.1g: one hex can always be moved."""
        g, u, side = self._g, self._unit, self._side
        if entry_refuses(g, u, a, b) or zone_refuses(g, u, a, b):
            return None
        price += extra_cost(g, u, a, b, starting=a == self._start)
        if a == self._start:
            price = min(price, self._left)
        return price, bool(self._zones[b]) or b in g.interdicted[side.enemy]


@derived()
def dearest(g: GamePJ, kind: str) -> bytes:
    """What the dearest plain step out of each hex costs."""
    return bytes(max((price for _, price in near), default=0) for near in g.scenario.ways[kind])


def extra_cost(g: GamePJ, u: Unit, a: Hex, b: Hex, *, starting: bool) -> int:
    """5.1d: leaving an enemy zone; 11.4: the enemy's works; 11.7d, R.11.7d.1: refugees at the start and on the way."""
    side = g.scenario.side_of[u]
    price = int(zones(g, side.enemy)[a])
    if is_fortified(g, side, a, b):
        price += g.scenario.tables["hexside"]["fortification"]["move"]
    if side is Side.ALLIED:
        price += b in g.refugees
        price += starting and a in g.refugees
    return price


def is_fortified(g: GamePJ, side: Side, a: Hex, b: Hex) -> bool:
    """11.4b: whether a side comes into a hex through fortifications of the enemy that stand."""
    works = g.standing(b)
    return works is not None and works.owner is not side and a in works.faces


def zone_refuses(g: GamePJ, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """5.1e, 5.1f, R.5.1f.1: from one enemy zone straight into another; who enters one in this phase stops."""
    enemy = g.scenario.side_of[u].enemy
    covered = zones(g, enemy)
    if covered[a] and covered[b] and not is_motorized(g, u):
        return Refusal("5.1e", f"{g.map.labels[a]} and {g.map.labels[b]} are both in enemy zones", causes(g, enemy, b))
    return None


def entry_refuses(g: GamePJ, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """Why a unit may not step into a hex whatever it could spend: enemies, works, countries, sectors."""
    side = g.scenario.side_of[u]
    there = g.map.labels[b]
    if b in held(g, side.enemy):
        return Refusal("5.1b", f"{there} holds an enemy unit", (there,))
    if g.garrison(b, side) and is_fortified(g, side, a, b):
        return Refusal("11.4d", f"the works of {there} must be attacked first", (there,))  # R.11.4d.1
    return command.entry_refuses(g, u, b)


def marks(g: GamePJ, u: Unit) -> bytes:
    """Marks the hexes at which a step of a unit is anything but plain."""
    if g.scenario.side_of[u] is Side.GERMAN:
        return _troubled(g, Side.GERMAN, g.turn <= 1)
    return _with_limits(g, g.turn <= 1, *command.limits_of(g, u))


@derived(GERMAN_UNITS, ALLIED_UNITS, GROUND, MARKERS)
def _with_limits(g: GamePJ, opening: bool, nation: str, bound: str, homebound: bool) -> bytes:
    """The hexes that are troubled for the Allies, and those that are closed to some of them."""
    return union(_troubled(g, Side.ALLIED, opening), command.closed_to(g, nation, bound, homebound))


@derived(GERMAN_UNITS, ALLIED_UNITS, GROUND, MARKERS)
def _troubled(g: GamePJ, side: Side, opening: bool) -> bytes:
    """Marks the hexes at which a step of a side is anything but plain."""
    marked = bytearray(zones(g, side.enemy))
    for u in g.on_map(side.enemy):
        marked[g.hex_of[u]] = 1
    for h, works in g.scenario.works.items():
        if works.owner is not side and h not in g.destroyed:
            marked[h] = 1
    for h in g.interdicted[side.enemy]:
        marked[h] = 1
    if side is Side.ALLIED:
        for h in g.refugees:
            if h >= 0:
                marked[h] = 1
    return bytes(marked)


def enter(g: GamePJ, u: Unit, h: Hex) -> None:
    """A unit comes into a hex: 1k: enemy headquarters; 11.4j: works; 12.2b: a neutral; 12.1c: Belgium."""
    side = g.scenario.side_of[u]
    clear_headquarters(g, h, side.enemy, "1k")
    works = g.standing(h)
    if works is not None and works.owner is not side and not g.units_in(h, side.enemy):
        g.fell(h)
        g.emit("works", f"the fortifications of {g.map.labels[h]} are lost", "11.4j", at=(g.map.labels[h],))
    command.invade(g, side, h)
    g.place(u, h)
    if side is Side.ALLIED and g.map.country[h] == "belgium":
        for m in {u, *g.members(u)}:
            g.set_status(m, g.status[m] | IN_BELGIUM)


def reach_of(g: GamePJ, u: Unit, phase: str) -> Reach:
    """5.1b: every hex a unit can get to with what it has left."""
    return _reach(g, u, phase, allowance(g, u, phase), bool(g.spent[u]), g.turn)


@derived(GERMAN_UNITS, ALLIED_UNITS, GROUND, MARKERS, CONTROL)
def _reach(g: GamePJ, u: Unit, phase: str, budget: int, begun: bool, turn: int) -> Reach:
    return swift_reach(g.hex_of[u], budget, Exits(g, u, phase))


def goals_of(g: GamePJ, u: Unit, phase: str) -> tuple[Hex, ...]:
    """3g: where a unit may stop."""
    return tuple(h for h in sorted(reach_of(g, u, phase).cost) if may_stack(g, u, h))


def goal_refuses(g: GamePJ, u: Unit, goal: Hex, phase: str) -> Refusal:
    """Why a unit cannot stop in a hex: the nearest miss first."""
    found, there = reach_of(g, u, phase).cost, g.map.labels[goal]
    if goal in found:
        rule = joins(g, (u,), goal) or "3a"
        return Refusal(rule, f"{there} has no room for {g.name(u)}")
    near = [h for h in (g.hex_of[u], *found) if any(n == goal for n, _ in g.scenario.ways[kind_of(g, u)][h])]
    reasons = (
        *(entry_refuses(g, u, h, goal) for h in near),
        *(stop_refuses(g, u, h, goal) for h in near),
    )
    short = f"{g.name(u)} has {allowance(g, u, phase)} movement points, too few to get to {there}"
    return next((reason for reason in reasons if reason), Refusal("5.1b", short))


def stop_refuses(g: GamePJ, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """5.1c, 5.1e, 10.2.interdict-enter: why a unit that has got to a hex may not go on to the next one."""
    enemy, here = g.scenario.side_of[u].enemy, g.map.labels[a]
    if a == g.hex_of[u]:
        return zone_refuses(g, u, a, b)
    if zones(g, enemy)[a]:
        return Refusal("5.1c", f"{g.name(u)} must stop in {here}, in an enemy zone", (here, *causes(g, enemy, a)))
    if a in g.interdicted[enemy]:
        return Refusal("10.2.interdict-enter", f"{g.name(u)} must stop in {here}, which is interdicted", (here,))
    return None


# -- 11.1 by rail


def rail_refuses(g: GamePJ, u: Unit, phase: str) -> Refusal | None:
    """11.1a, R.11.1a.1, 11.1d, 11.1.supply: why a unit cannot go by rail."""
    h, side, name = g.hex_of[u], g.scenario.side_of[u], g.name(u)
    if refusal := unit_refuses(g, u, phase):
        return refusal
    if g.status[u] & UNSUPPLIED:
        return Refusal("11.1.supply", f"{name} is out of supply")
    if g.railed + points_of(g, u) > g.scenario.tables["rail"]["points"]:
        return Refusal("11.1a", "two stacking points a phase go by rail")
    if h not in g.scenario.rail_hexes or g.rail_owner[h] != side + 1:
        return Refusal("11.1e", f"{name} is not on a railway of your net")
    return zone_at_end(g, u, h)


def zone_at_end(g: GamePJ, u: Unit, h: Hex) -> Refusal | None:
    """11.1d: no start or end in an enemy zone, unless another friend is there."""
    side = g.scenario.side_of[u]
    friends = [v for v in command.fighters(g, h, side) if v != u and not g.counter(v).has("airborne")]
    if zones(g, side.enemy)[h] and not friends:
        return Refusal("11.1d", f"{g.map.labels[h]} is in an enemy zone", causes(g, side.enemy, h))
    return None


def rail_end_refuses(g: GamePJ, u: Unit, h: Hex) -> Refusal | None:
    if rule := joins(g, (u,), h):
        return Refusal(rule, f"{g.map.labels[h]} has no room for {g.name(u)}")
    return zone_at_end(g, u, h)


def can_rail(g: GamePJ, u: Unit) -> bool:
    """Whether a unit can go anywhere by rail; most can go to the next hex."""
    is_open = rail_opener(g, u)
    near = (n for n in g.scenario.rails[g.hex_of[u]] if is_open(n))
    return any(rail_end_refuses(g, u, n) is None for n in near) or any(
        rail_end_refuses(g, u, h) is None for h in rail_goals(g, u)
    )


def rail_goals(g: GamePJ, u: Unit) -> dict[Hex, Hex]:
    """11.1e: every hex that open railway hexes of the own net lead to, with the hex before it."""
    return _rail_goals(g, u, g.turn)


@derived(GERMAN_UNITS, ALLIED_UNITS, GROUND, CONTROL, RAILS)
def _rail_goals(g: GamePJ, u: Unit, turn: int) -> dict[Hex, Hex]:
    return rail_reach(g.scenario.rails, g.hex_of[u], rail_opener(g, u))


def rail_opener(g: GamePJ, u: Unit) -> Callable[[Hex], bool]:
    """11.1e: whether a train may pass a hex: the own net, no enemies, nothing that is closed to the unit."""
    side = g.scenario.side_of[u]
    shut, owner, mine, bound = closed(g, side), g.rail_owner, side + 1, command.limits(g, u)
    return lambda h: owner[h] == mine and not shut[h] and not (bound[h] and command.entry_refuses(g, u, h))


# -- 11.13.o2 off the map


def exit_refuses(g: GamePJ, u: Unit, phase: str) -> Refusal | None:
    """11.13.o2: why a unit cannot leave the map."""
    if g.scenario.side_of[u] is not Side.GERMAN or g.counter(u).has("hq") or not is_motorized(g, u):
        return Refusal("11.13.o2", "only German motorized units leave the map")
    if g.hex_of[u] not in g.map.regions["communication-lines"].hexes:
        return Refusal("11.13.o2", f"{g.name(u)} is on no line of communication")
    if refusal := unit_refuses(g, u, phase):
        return refusal
    return None if allowance(g, u, phase) else Refusal("11.13.o2", f"{g.name(u)} has no movement point left")
