"""10.1: the movement of a Move Action Round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.caseyellow import command
from meuse.games.caseyellow.board import (
    ARRIVED,
    CONDITION,
    DISRUPTED,
    MARKERS,
    MOVED,
    OOS,
    ROADSIDE,
    STARTED,
    CaseYellow,
)
from meuse.games.caseyellow.detours import detour
from meuse.games.caseyellow.dynamo import Evacuation
from meuse.games.caseyellow.ground import (
    Exits,
    able_to_leave,
    friends,
    left_to_move,
    reach_of,
    why_not_across,
    why_not_enter,
    why_not_move,
    why_not_through_zone,
)
from meuse.games.caseyellow.march import StackExits, can_march, go, goes_in_file, stack_reach, too_many_belgians
from meuse.games.caseyellow.stacking import Excess, may_stack, overstacked
from meuse.games.caseyellow.supply import is_supplied
from meuse.games.caseyellow.zones import feared
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.hexsets import HexSet
from meuse.mechanics.reach import Reach
from meuse.orders import order
from meuse.phases import log
from meuse.phases.ground import GroundMove
from meuse.phases.reminders import cut_off, too_many, unmoved
from meuse.report import count
from meuse.state import ENEMY, derived
from meuse.steps import Warning, overrides

ONE_BY_ONE = 'units move one at a time, because the option "Stacks move together" is off'


class Movement(Evacuation, GroundMove, frozen=True):
    """4.1c.move2, 10.1a: the active player moves any, all or none of his units that are not Engaged."""

    rule = "4.1c.move2"
    price_rule = "10.1b"

    @overrides
    def warnings(self, g: CaseYellow) -> Sequence[Warning]:
        """8.4a: overstacking costs units when movement ends; 7.5: supply is judged once a turn, for all."""
        idle = [u for u in self.movable(g) if not g.spent[u]]
        later = g.turn < g.scenario.rules["turns"]
        checked = (u for u in g.on_map(self.side) if not g.is_supply_unit(u) and not g.status[u] & OOS)
        cut = [u for u in checked if not is_supplied(g, u)] if later else []
        return (
            *too_many(g, overstacked(g, self.side), "8.4", "the excess will be eliminated"),
            *cut_off(g, cut, "7.5", "that is judged in the Supply Phase of the next turn"),
            *unmoved(g, idle, "4.1c.move2"),
        )

    # -- one unit

    move = GroundMove.move.told(rule="10.1a")

    @overrides
    def budget(self, g: CaseYellow, unit: Unit) -> int:
        return left_to_move(g, unit)

    @overrides
    def printed(self, g: CaseYellow, unit: Unit) -> int:
        return g.allowance(unit)

    @overrides
    def has_begun(self, g: CaseYellow, unit: Unit) -> bool:
        return bool(g.spent[unit] or g.acts[unit] & MOVED)

    @overrides
    def exits(self, g: CaseYellow, unit: Unit) -> Exits:
        return Exits(g, unit)

    @overrides
    def within(self, g: CaseYellow, unit: Unit) -> Reach:
        return reach_of(g, unit)

    @overrides
    def go(self, g: CaseYellow, unit: Unit, path: Sequence[Hex]) -> None:
        """10.1a, 10.1b: hex by hex, each hex and hexside at its cost; a stop ends the move."""
        moving = self.finish(g, (unit,))
        go(g, (unit,), path)
        log.move(g, (unit,), path, "10.1a")
        self.go_on(g, moving)

    @overrides
    def movable(self, g: CaseYellow) -> Iterator[Unit]:
        binding = self.side is Side.ALLIED and (g.open_city or g.turn in g.scenario.rules.get("advance_turns", ()))
        able = able_to_leave(g, self.side, g.on_map(self.side))
        if not binding:
            return able
        ends = Ends(g, self.side)
        return (u for u in able if not bound_end(g, u) or next(ends.of(u), None) is not None)

    @overrides
    def stops(self, g: CaseYellow, unit: Unit, reached: Iterable[Hex]) -> Iterable[Hex]:
        return (h for h in reached if why_not_end_at(g, unit, h) is None) if bound_end(g, unit) else reached

    @overrides
    def goals(self, g: CaseYellow, unit: Unit) -> list[Hex]:
        return sorted(reach_ends(g, unit) if bound_end(g, unit) else reach_of(g, unit).cost)

    @overrides
    def cheapest(self, g: CaseYellow, unit: Unit, goal: Hex) -> tuple[Hex, ...]:
        return self.way_of(g, unit, goal).path(goal)

    def way_of(self, g: CaseYellow, u: Unit, goal: Hex) -> Reach:
        return detour(g, (u,), left_to_move(g, u), reach_of(g, u), goal, lambda: Exits(g, u))

    @overrides
    def price(self, g: CaseYellow, unit: Unit, goal: Hex) -> dict[str, Any]:
        return self.described(g, unit, self.way_of(g, unit, goal), (), goal)

    @overrides
    def why_not_move(self, g: CaseYellow, unit: Unit) -> Refusal:
        if g.acts[unit] & ARRIVED and not left_to_move(g, unit) and not g.scenario.options["entry_moves"]:
            return Refusal("10.2b", f"{g.name(unit)} has arrived this turn and cannot move yet")
        return why_not_move(g, unit) or Refusal("10.1a", f"{g.name(unit)} cannot enter any adjacent hex")

    @overrides
    def why_not_reach(self, g: CaseYellow, unit: Unit, goal: Hex) -> Refusal:
        return why_not_get_to(g, unit, goal)

    # -- a stack

    @order("march {units} {path}", label="Move a stack", rule="10.1b", rolls=False)
    def march(self, g: CaseYellow, units: tuple[Unit, ...], path: Sequence[Hex]) -> None:
        """10.1b, R.10.1b.1: units that start together go at the pace of the slowest."""
        moving = self.finish(g, units)
        go(g, units, path)
        log.move(g, units, path[-1:], "10.1b")
        self.go_on(g, tuple(sorted({*moving, *units})))

    @march.closed_if
    def why_not_march(self, g: CaseYellow) -> Refusal | None:
        return None if g.scenario.options["stacks"] else Refusal("10.1b", ONE_BY_ONE)

    @march.choices("units")
    def stacked(self, g: CaseYellow, chosen: Sequence[Unit]) -> Iterator[Unit]:
        """10.1b: of one hex, not yet begun; listed only if they have somewhere to go together. 8.2: or one alone."""
        units = g.units_in(g.hex_of[chosen[0]], self.side) if chosen else g.on_map(self.side)
        beside = (u for u in units if len(g.at[g.hex_of[u]]) > 1 and u not in chosen and self.fresh(g, u))
        able = able_to_leave(g, self.side, beside)
        return (u for u in able if can_march(g, (*chosen, u))) if chosen else able

    def fresh(self, g: CaseYellow, u: Unit) -> bool:
        """10.1b: a stack starts together."""
        return g.spent[u] == 0 and not g.acts[u] & STARTED and not bound_end(g, u)

    @march.choices("path")
    def stack_goals(self, g: CaseYellow, units: Sequence[Unit]) -> list[Hex]:
        return sorted(stack_reach(g, tuple(units)).cost)

    @march.way
    def stack_way(self, g: CaseYellow, units: Sequence[Unit], goal: Hex) -> tuple[Hex, ...]:
        left, stack = min(left_to_move(g, u) for u in units), tuple(units)
        return detour(g, units, left, stack_reach(g, stack), goal, lambda: StackExits(g, stack)).path(goal)

    @march.refuses("units")
    def why_not_stacked(self, g: CaseYellow, chosen: Sequence[Unit], unit: Unit) -> Refusal | None:
        if g.side(unit) is not self.side or g.hex_of[unit] < 0:
            return None
        return why_not_move(g, unit) or Refusal(
            "10.1b", f"{g.name(unit)} cannot start its move together with another unit"
        )

    @march.refuses("path")
    def why_not_together(self, g: CaseYellow, units: Sequence[Unit], goal: Hex) -> Refusal:
        if g.map.country[goal] == "france" and too_many_belgians(g, units):
            return Refusal("10.10b", "only two Belgian units can be in France")
        if goes_in_file(g, units) and "forest" in (g.map.terrain[goal], g.map.terrain[g.hex_of[units[0]]]):
            return Refusal("10.4b.single", "motorized units move one at a time on Forest roads")
        return Refusal("10.1b", f"{g.map.spot(goal)} is out of reach of the whole stack together")

    # -- the way out

    @order("end", label="End movement", rule="4.1c.move2")
    def end(self, g: CaseYellow) -> None:
        """8.4a: stacking is checked now; 13.5.2: units in the Dynamo port recover."""
        self.finish(g)
        for u in g.units_in(g.port, Side.ALLIED) if g.port >= 0 and self.side is Side.ALLIED else ():
            if g.status[u] & DISRUPTED:
                g.set_status(u, g.status[u] & ~DISRUPTED)
        g.replace(Excess(self.side))

    @end.closed_if
    def why_not_end(self, g: CaseYellow) -> Refusal | None:
        """R.1.0.1: the left wing goes forward before movement ends."""
        if self.side is Side.GERMAN or g.turn not in g.scenario.rules.get("advance_turns", ()):
            return None
        ends = Ends(g, self.side)
        waiting = [u for u in command.going_forward(g) if g.hex_of[u] >= 0 and must_go(g, u, ends)]
        places = tuple(g.map.labels[g.hex_of[u]] for u in waiting)
        if not waiting:
            return None
        return Refusal("R.1.0.1", f"{g.listed(waiting)} must move towards the Dyle-Breda line", places)


def bound_end(g: CaseYellow, u: Unit) -> bool:
    """12.7c, R.1.0.1: whether not every hex that a unit can reach is one where it may end."""
    return g.scenario.side_of[u] is Side.ALLIED and (g.open_city or command.goes_forward(g, u))


def why_not_end_at(g: CaseYellow, u: Unit, h: Hex) -> Refusal | None:
    """12.7c, R.12.7c.1: within two hexes of an open Paris no Allied unit ends its move."""
    return command.why_not_near_paris(g, h) or command.why_not_end(g, u, g.hex_of[u], h)


def reach_ends(g: CaseYellow, u: Unit) -> Iterator[Hex]:
    """10.1a, 12.7c, R.1.0.1: the hexes in reach of a unit where it may end."""
    ends = command.open_ends(g, u)
    return (h for h in reach_of(g, u).cost if ends >> h & 1)


class Ends:
    """12.7c, R.1.0.1: where units of a side may end their moves.

    10.1c: the hexes next to a unit that has not moved come first: as they are free of cost, they stay known for long.
    """

    def __init__(self, g: CaseYellow, side: Side) -> None:
        self._g, self._free = g, bool(g.scenario.options["one_hex"])
        self._known = _first_ends(g, side, friends(g, side))

    def of(self, u: Unit) -> Iterator[Hex]:
        if self._free and not self._g.spent[u]:
            yield from self._first(u, self._g.hex_of[u])
        yield from reach_ends(self._g, u)

    def _first(self, u: Unit, here: Hex) -> tuple[Hex, ...]:
        if (u, here) not in self._known:
            ends = command.open_ends(self._g, u)
            self._known[u, here] = tuple(n for n, _, _ in Exits(self._g, u)(here) if ends >> n & 1)
        return self._known[u, here]


@derived(ENEMY, MARKERS, ROADSIDE, CONDITION)
def _first_ends(g: CaseYellow, side: Side, friends: tuple[int, HexSet]) -> dict[tuple[Unit, Hex], tuple[Hex, ...]]:
    """What is known so far, by unit and hex."""
    return {}


def must_go(g: CaseYellow, u: Unit, ends: Ends) -> bool:
    """R.1.0.1: whether a unit of the left wing has not moved, though it could get nearer to the line."""
    if g.acts[u] & (STARTED | MOVED) or not left_to_move(g, u):
        return False
    far = command.to_line(g)
    nearer = (h for h in ends.of(u) if far[h] < far[g.hex_of[u]])
    return any(may_stack(g, u, h) for h in nearer)


def why_not_get_to(g: CaseYellow, u: Unit, goal: Hex) -> Refusal:
    """Why a unit cannot get to a hex: the nearest miss first."""
    found, start = reach_of(g, u), g.hex_of[u]
    if goal in found.cost and (refusal := why_not_end_at(g, u, goal)):
        return refusal
    near = sorted((h for h in g.map.adjacent[goal] if h == start or h in found.cost), key=lambda h: h != start)
    reasons = [reason for h in near if (reason := why_not_last_step(g, u, h, goal, found))]
    short = f"{g.name(u)} has {count(left_to_move(g, u), 'movement point')}; {g.map.spot(goal)} is out of reach"
    return reasons[0] if reasons else Refusal("10.1a", short)


def why_not_last_step(g: CaseYellow, u: Unit, a: Hex, b: Hex, found: Reach) -> Refusal | None:
    """Why a unit that has got to one hex cannot go on to the next."""
    if refusal := why_not_enter(g, u, a, b):
        return refusal
    if all(n != b for n, _ in g.scenario.ways[g.scenario.movement_kind[u]][a]):
        return why_not_over_ground(g, u, a, b)
    if refusal := why_not_across(g, u, a, b):
        return refusal
    if a in found.ends and feared(g, u, a):
        return Refusal(
            "9.2a", f"{g.name(u)} must stop at {g.map.labels[a]}, in an enemy zone of control", (g.map.labels[a],)
        )
    return why_not_through_zone(g, u, a, b)


def why_not_over_ground(g: CaseYellow, u: Unit, a: Hex, b: Hex) -> Refusal:
    """10.4b.forest, 10.6c, 10.1b.closed: why the chart closes a step to a unit."""
    side = g.map.side_between(a, b)
    river = g.scenario.river[side] if side is not None else ""
    if g.scenario.closed[b] or g.scenario.movement_kind[u] == "foot":
        return Refusal("10.1b.closed", f"{g.map.labels[b]} cannot be entered from {g.map.labels[a]}")
    heavy = g.scenario.movement_kind[u] == "heavy" or river == "rhein"
    if river and heavy and side not in g.scenario.crossing:
        return Refusal("10.6c", f"{g.name(u)} can cross this river only at a River Crossing")
    return Refusal("10.4b.forest", f"{g.name(u)} can enter {g.map.labels[b]} only along a road")
