"""5.1, 5.2: what a unit may spend, and its steps from hex to hex as the board stands."""

from __future__ import annotations

from typing import Any

from meuse.counters import Side, Unit
from meuse.games.planjaune import command
from meuse.games.planjaune.board import (
    BEGAN_IN_ZONE,
    GROUND,
    MARKERS,
    MOVED,
    PINNED,
    RAILED,
    STOPPED,
    UNSUPPLIED,
    PlanJaune,
    fights,
    is_motorized,
    kind_of,
    movement_of,
)
from meuse.games.planjaune.stacking import no_room, why_not_join
from meuse.games.planjaune.zones import causes, has_zone, held, marks_of, occupied, zone_hexes, zones
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.hexsets import bits_of
from meuse.mechanics.reach import HexByHex, Reach, swift_reach
from meuse.report import count
from meuse.state import ENEMY, derived

MOTORIZED, FOOT, EXPLOITATION = "motorized", "foot", "exploitation"
"""2b: the three movement phases of an operations phase."""


# -- what a unit may spend


def allowance(g: PlanJaune, u: Unit, phase: str) -> int:
    """5.1a, 5.2a, 8.2a, 8.2d: the movement points that a unit may still spend in this phase."""
    if g.status[u] & (MOVED | RAILED) or why_not_this_phase(g, u, phase) is not None:
        return 0
    return max(0, full_allowance(g, u, phase) - g.spent[u])


def full_allowance(g: PlanJaune, u: Unit, phase: str) -> int:
    """R.5.2a.1: halvings multiply, and a half is rounded up."""
    full, halvings = movement_of(g, u), 0
    halvings += phase == EXPLOITATION
    halvings += g.halves(u)  # R.11.11.halt.1: both moves of the turn
    halvings += bool(g.status[u] & PINNED)  # 10.2.interdict-start
    if g.status[u] & UNSUPPLIED:
        halvings += is_motorized(g, u)
        full -= not is_motorized(g, u)
    return max(1, -(-full // (1 << halvings))) if full > 0 else 0


def why_not_this_phase(g: PlanJaune, u: Unit, phase: str) -> Refusal | None:
    """Why a unit cannot move at all in this phase."""
    name, motorized = g.name(u), is_motorized(g, u)
    if g.counter(u).has("airborne"):
        return Refusal("11.5g", f"{name} has landed and cannot move")
    if phase == FOOT and motorized:
        return Refusal("5.1a", f"{name} is motorized and moves before combat")
    if phase != FOOT and not motorized:
        if phase == MOTORIZED:
            return Refusal("5.1a", f"{name} is not motorized and moves after combat")
        return Refusal("5.2a", f"{name} is not motorized and cannot exploit")
    if g.status[u] & RAILED:
        return Refusal("11.1c", f"{name} has already moved by rail")
    if phase == EXPLOITATION and (refusal := why_not_exploit(g, u)):
        return refusal
    if refusal := command.why_not_move(g, u):
        return refusal
    if g.status[u] & MOVED:
        stopped = bool(g.status[u] & STOPPED)
        return Refusal("5.1c" if stopped else "5.1b", f"{name} has finished its move")
    return None


def why_not_exploit(g: PlanJaune, u: Unit) -> Refusal | None:
    """5.2b, 5.2c, 8.2.exploit: which motorized units do not exploit."""
    name = g.name(u)
    if g.counter(u).has("hq"):
        return Refusal("5.2b", f"{name} is a headquarters and cannot exploit")
    if g.status[u] & UNSUPPLIED:
        return Refusal("8.2.exploit", f"{name} is out of supply and cannot exploit")
    if g.scenario.side_of[u] is Side.ALLIED and g.status[u] & BEGAN_IN_ZONE:
        return Refusal("5.2c", f"{name} began the phase in an enemy zone of control")
    return None


# -- steps from hex to hex


class Exits(HexByHex):
    """5.1: how one unit moves as the board stands. See reach.Mover.

    `why_not_enter` and `why_not_zones` are the rules; they are asked only at hexes that are `special`.
    """

    def __init__(self, g: PlanJaune, u: Unit, phase: str) -> None:
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

    def price(self, a: Hex, b: Hex) -> tuple[int, bool]:
        """What a step that is known to be legal costs, and whether it ends the move."""
        plain = next(price for n, price in self.ways[a] if n == b)
        answer = self.step(a, b, plain)
        assert answer is not None
        return answer

    def step(self, a: Hex, b: Hex, price: int) -> tuple[int, bool] | None:
        """5.1c to 5.1f: zones; 10.2.interdict-enter; 11.7d: refugees; 5.1g: one hex can always be moved."""
        g, u, side = self._g, self._unit, self._side
        if why_not_enter(g, u, a, b) or why_not_zones(g, u, a, b):
            return None
        price += extra_cost(g, u, a, b, starting=a == self._start)
        if a == self._start:
            price = min(price, self._left)
        return price, bool(self._zones[b]) or b in g.interdicted[side.enemy] or bares(g, side, b)


def bares(g: PlanJaune, side: Side, h: Hex) -> bool:
    """4e, 11.4j, 5.1c: whether works fall as a side enters a hex, so that enemy zones reach into it and stop it."""
    works = g.standing(h)
    if works is None or not works.first_line or works.owner is side or h in g.scenario.all_cities:
        return False
    return any(has_zone(g, n, side.enemy) for n in g.scenario.touching[h])


@derived()
def dearest(g: PlanJaune, kind: str) -> bytes:
    """What the dearest plain step out of each hex costs."""
    return bytes(max((price for _, price in near), default=0) for near in g.scenario.ways[kind])


def extra_cost(g: PlanJaune, u: Unit, a: Hex, b: Hex, *, starting: bool) -> int:
    """5.1d: leaving an enemy zone; 11.4: the enemy's works; 11.7d, R.11.7d.1: refugees at the start and on the way."""
    side = g.scenario.side_of[u]
    price = int(zones(g, side.enemy)[a])
    if is_fortified(g, side, a, b):
        price += g.scenario.tables["hexside"]["fortification"]["move"]
    if side is Side.ALLIED:
        price += b in g.refugees
        price += starting and a in g.refugees
    return price


def is_fortified(g: PlanJaune, side: Side, a: Hex, b: Hex) -> bool:
    """11.4b: whether a side comes into a hex through fortifications of the enemy that stand."""
    works = g.standing(b)
    return works is not None and works.owner is not side and a in works.faces


def why_not_zones(g: PlanJaune, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """5.1e, 5.1f, R.5.1f.1: from one enemy zone straight into another; who enters one in this phase stops."""
    enemy = g.scenario.side_of[u].enemy
    covered = zones(g, enemy)
    if covered[a] and covered[b] and not is_motorized(g, u):
        text = f"{g.map.labels[a]} and {g.map.labels[b]} are both in enemy zones of control"
        return Refusal("5.1e", text, causes(g, enemy, b))
    return None


def why_not_enter(g: PlanJaune, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """Why a unit may not step into a hex whatever it could spend: enemies, works, countries, sectors."""
    side = g.scenario.side_of[u]
    there = g.map.labels[b]
    if b in held(g, side.enemy):
        enemy = next(g.counter(v) for v in g.units_in(b, side.enemy) if fights(g, v))
        return Refusal("5.1b", f"{enemy.nation.title()} {enemy.name} is in {there}", (there,))
    if g.garrison(b, side) and is_fortified(g, side, a, b):
        return Refusal("11.4d", f"the fortifications of {there} must be attacked first", (there,))  # R.11.4d.1
    return command.why_not_enter(g, u, a, b)


def marks(g: PlanJaune, u: Unit) -> bytes:
    """Marks the hexes at which a step of a unit is anything but plain."""
    return _marks(g, g.scenario.side_of[u], g.turn <= 1, command.limits_of(g, u))


@derived(ENEMY, GROUND, MARKERS)
def _marks(g: PlanJaune, side: Side, opening: bool, limits: command.Limits) -> bytes:
    return marks_of(g, _troubled(g, side, opening) | command.closed_to(g, *limits))


@derived(ENEMY, GROUND, MARKERS)
def _troubled(g: PlanJaune, side: Side, opening: bool) -> int:
    """The hexes at which a step of a side is anything but plain."""
    works = (h for h, works in g.scenario.works.items() if works.owner is not side and h not in g.destroyed)
    crowded = (h for h in g.refugees if h >= 0 and side is Side.ALLIED)
    single = bits_of((*works, *crowded, *g.interdicted[side.enemy]))
    return zone_hexes(g, side.enemy) | occupied(g, side.enemy) | single


def reach_of(g: PlanJaune, u: Unit, phase: str) -> Reach:
    """5.1b: every hex a unit can get to with what it has left."""
    move = (g.hex_of[u], kind_of(g, u), allowance(g, u, phase), bool(g.spent[u]), g.turn, command.limits_of(g, u))
    return _reach(g, g.scenario.side_of[u], u, phase, move)


@derived(ENEMY, GROUND, MARKERS, keep=256)
def _reach(g: PlanJaune, side: Side, u: Unit, phase: str, move: tuple[Any, ...]) -> Reach:
    """`move` is all that it reads of the side's own: whatever else that side does leaves the reach of a unit alone."""
    start, _, budget, *_ = move
    return swift_reach(start, budget, Exits(g, u, phase))


def goals_of(g: PlanJaune, u: Unit, phase: str) -> tuple[Hex, ...]:
    """3g: where a unit may stop."""
    full = no_room(g, u)
    return tuple([h for h in sorted(reach_of(g, u, phase).cost) if h not in full])


def why_not_goal(g: PlanJaune, u: Unit, goal: Hex, phase: str) -> Refusal:
    """Why a unit cannot stop in a hex: the nearest miss first."""
    found, there = reach_of(g, u, phase).cost, g.map.labels[goal]
    if goal in found:
        return why_not_join(g, (u,), goal) or Refusal("3a", f"{there} is full")
    near = [h for h in (g.hex_of[u], *found) if any(n == goal for n, _ in g.scenario.ways[kind_of(g, u)][h])]
    reasons = (
        *(why_not_enter(g, u, h, goal) for h in near),
        *(why_not_go_on(g, u, h, goal) for h in near),
    )
    points = count(allowance(g, u, phase), "movement point")
    short = f"{g.name(u)} has {points}; {there} is out of reach"
    return next((reason for reason in reasons if reason), Refusal("5.1b", short))


def why_not_go_on(g: PlanJaune, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """5.1c, 5.1e, 10.2.interdict-enter: why a unit that has got to a hex may not go on to the next one."""
    enemy, here = g.scenario.side_of[u].enemy, g.map.labels[a]
    if a == g.hex_of[u]:
        return why_not_zones(g, u, a, b)
    if zones(g, enemy)[a] or bares(g, enemy.enemy, a):
        text = f"{g.name(u)} must stop in {here}, in an enemy zone of control"
        return Refusal("5.1c", text, (here, *causes(g, enemy, a)))
    if a in g.interdicted[enemy]:
        return Refusal("10.2.interdict-enter", f"{g.name(u)} must stop in {here}, which is interdicted", (here,))
    return None
