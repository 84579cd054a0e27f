"""6: the movement phase: on the ground, by rail and over the sea. What forbids a step from hex to hex is in `exits`."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.gdw1940 import command, reminders
from meuse.games.gdw1940.air import OwnTurn
from meuse.games.gdw1940.board import (
    DISRUPTED,
    DISRUPTION,
    DROPPED,
    EIGHTHS,
    MOVED,
    POLITICS,
    RAILED,
    STUCK,
    UNSUPPLIED,
    Gdw1940,
    overstacked,
)
from meuse.games.gdw1940.exits import Exits, feared, why_not_by_sea, why_not_enter, why_not_zone_to_zone
from meuse.games.gdw1940.ground import ground_of
from meuse.games.gdw1940.neutrals import invade
from meuse.games.gdw1940.rail import NOT_BY_RAIL, can_rail, rail_goals, rail_links, why_not_by_rail, why_not_rail_end
from meuse.games.gdw1940.victory import eliminate
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.reach import Reach, can_leave, swift_reach
from meuse.orders import order
from meuse.phases import log
from meuse.phases.ground import GroundMove
from meuse.phases.rail import RailMove
from meuse.phases.reminders import unmoved
from meuse.report import listed
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived
from meuse.steps import Surcharge, Warning, overrides


class Movement(OwnTurn, GroundMove, RailMove, frozen=True):
    """2.movement_phase: the phasing player moves any, all or none of his units. `moving` is the unit in motion."""

    rule = "2.movement_phase"
    price_rule, way_rule = "6.costs", "6.rail.route"
    moving: Unit = -1

    @overrides
    def warnings(self, g: Gdw1940) -> Sequence[Warning]:
        idle = [u for u in self.movable(g) if not g.spent[u]]
        return (*reminders.unsupplied(g, self.side), *unmoved(g, idle, "6.voluntary"))

    # -- 6 moving on the ground

    move = GroundMove.move.told(rule="6.costs")

    @overrides
    def budget(self, g: Gdw1940, unit: Unit) -> int:
        return allowance(g, unit)

    @overrides
    def printed(self, g: Gdw1940, unit: Unit) -> int:
        return g.counter(unit).movement * EIGHTHS

    @overrides
    def has_begun(self, g: Gdw1940, unit: Unit) -> bool:
        return bool(g.spent[unit] or g.status[unit] & MOVED)

    @overrides
    def exits(self, g: Gdw1940, unit: Unit) -> Exits:
        return Exits(g, unit)

    @overrides
    def within(self, g: Gdw1940, unit: Unit) -> Reach:
        return reach_of(g, unit)

    @overrides
    def points(self, cost: int) -> str:
        return points(cost)

    @overrides
    def go(self, g: Gdw1940, unit: Unit, path: Sequence[Hex]) -> None:
        """6.costs: priced whole, then gone hex by hex; a stop ends it; R.5.priority.1: territory changes on the way."""
        self.finish(g, unit)
        command.show_group(g, unit)
        start, exits = g.hex_of[unit], Exits(g, unit)
        for h, (price, stops) in zip(path, priced(exits, start, path), strict=True):
            g.spent[unit] += price
            enter(g, unit, h)
            if stops:
                g.set_status(unit, g.status[unit] | MOVED)
        leave_drop_hex(g, unit, start)
        log.move(g, (unit,), path, "6.costs")
        self.go_on(g, moving=unit)

    def go_on(self, g: Gdw1940, moving: Unit = -1) -> None:
        g.replace(type(self)(self.side, moving))

    def finish(self, g: Gdw1940, starting: Unit = -1) -> None:
        """The move of the unit in motion is over when another one is ordered."""
        if self.moving not in (-1, starting):
            g.set_status(self.moving, g.status[self.moving] | MOVED)

    @overrides
    def movable(self, g: Gdw1940) -> Iterator[Unit]:
        return able_to_leave(g, self.side)

    @overrides
    def described(self, g: Gdw1940, unit: Unit, found: Reach, walked: Sequence[Hex], goal: Hex) -> dict[str, Any]:
        """4.leave, 6.costs.disrupted: and where the way costs more than its hexes."""
        way = (*walked, *found.path(goal))
        return super().described(g, unit, found, walked, goal) | {"surcharges": tuple(surcharges(g, unit, way))}

    @overrides
    def why_not_move(self, g: Gdw1940, unit: Unit) -> Refusal:
        return why_not_move(g, unit) or why_not_out(g, unit)

    @overrides
    def why_not_reach(self, g: Gdw1940, unit: Unit, goal: Hex) -> Refusal:
        return why_not_reach(g, unit, goal)

    # -- 6 by rail

    rail = RailMove.rail.told(rule="6.rail.limit")

    @overrides
    def ride(self, g: Gdw1940, unit: Unit, path: Sequence[Hex]) -> None:
        """6.rail.route: any length, no movement points."""
        self.finish(g, unit)
        command.show_group(g, unit)
        for h in path:
            enter(g, unit, h)
        g.set_status(unit, g.status[unit] | RAILED | MOVED)
        g.railed = True

    @overrides
    def why_not_trains(self, g: Gdw1940) -> Refusal | None:
        """6.rail.limit: one unit a movement phase; where none can go, the first that is kept back says why."""
        if g.railed:
            return Refusal("6.rail.limit", "one unit has already moved by rail this phase")
        if next(self.by_rail(g), None) is not None:
            return None
        reasons = [reason for u in g.on_map(self.side) if (reason := self.why_not_rail(g, u))]
        near = (reason for reason in reasons if reason.rule not in ("6.rail.nation", "13.status.move"))
        return next(near, reasons[0] if reasons else None)

    @overrides
    def by_rail(self, g: Gdw1940) -> Iterator[Unit]:
        rested = (u for u in g.on_map(self.side) if not g.status[u] & NOT_BY_RAIL and not g.spent[u])
        return (u for u in rested if why_not_by_rail(g, u) is None and can_rail(g, u))

    @overrides
    def rail_lines(self, g: Gdw1940, unit: Unit) -> dict[Hex, Hex]:
        return rail_goals(g, unit)

    @overrides
    def runs(self, g: Gdw1940, unit: Unit, a: Hex, b: Hex) -> bool:
        """6.rail.route: by any route of open hexes."""
        return b in rail_links(g, unit)[a] and b in rail_goals(g, unit)

    @overrides
    def why_not_by_rail(self, g: Gdw1940, unit: Unit) -> Refusal:
        refusal = why_not_by_rail(g, unit)
        return refusal or Refusal("6.rail.route", f"no hex next to {g.name(unit)} is open to rail movement")

    @overrides
    def why_not_rail_end(self, g: Gdw1940, unit: Unit, goal: Hex) -> Refusal:
        return why_not_own_hex(g, unit) if goal == g.hex_of[unit] else why_not_rail_end(g, unit, goal)

    # -- 6 evacuation

    @order(
        "evacuate {unit}",
        rule="6.evacuation",
        says="The unit leaves the game by sea for good; it does not count as eliminated.",
    )
    def evacuate(self, g: Gdw1940, unit: Unit) -> None:
        """6.evacuation.effect: it leaves play for good, and is not eliminated; R.6.evacuation.effect.1: nor scored."""
        self.finish(g, unit)
        port = g.hex_of[unit]
        g.port_used[port] = g.port_used.get(port, 0) + g.scenario.weight[unit]
        g.place(unit, g.scenario.box("evacuated"))
        if g.counter(unit).army == command.BEF:
            g.bef_evacuated_on = min(g.bef_evacuated_on, g.turn)  # 17.british.air
            g.bef_corps_evacuated |= g.counter(unit).size == "XXX"
        g.emit(
            "evacuation",
            f"{g.name(unit)} is evacuated from {g.map.spot(port)}",
            "6.evacuation",
            units=(g.id(unit),),
        )
        self.go_on(g)

    @evacuate.choices("unit")
    def evacuable(self, g: Gdw1940) -> Iterator[Unit]:
        if self.side is Side.ALLIED:
            yield from (u for h in ports(g) for u in g.units_in(h, self.side) if why_not_evacuate(g, u) is None)

    @evacuate.closed_if
    def why_not_anyone(self, g: Gdw1940) -> Refusal | None:
        """6.evacuation.limit: where units stand in a port and none can leave, the first says why."""
        if self.side is Side.GERMAN or next(self.evacuable(g), None) is not None:
            return None
        in_port = (u for h in ports(g) for u in g.units_in(h, self.side))
        return next((why_not_evacuate(g, u) for u in in_port), None)

    @evacuate.refuses("unit")
    def why_not_evacuate(self, g: Gdw1940, unit: Unit) -> Refusal | None:
        return why_not_evacuate(g, unit) if g.scenario.side_of[unit] is self.side else None

    # -- the way out

    @order("end", label="End movement", rule="2.order")
    def end(self, g: Gdw1940) -> None:
        self.finish(g)
        g.pop()

    @end.closed_if
    def why_not_end(self, g: Gdw1940) -> Refusal | None:
        """R.3.when.1: the phase cannot be ended while a hex is over the limit."""
        places = tuple(g.map.labels[h] for h in overstacked(g, self.side))
        if not places:
            return None
        return Refusal(
            "3.when", f"{listed(places)} {'is' if len(places) == 1 else 'are'} over the stacking limit", places
        )


# -- what a unit may spend


def allowance(g: Gdw1940, u: Unit) -> int:
    """Eighths of movement points that a unit may still spend."""
    return next((left for _, left in allowances(g, (u,))), 0)


def allowances(g: Gdw1940, units: Sequence[Unit]) -> Iterator[tuple[Unit, int]]:
    """6.first_impulse, 6.second_impulse, 8.effect.halved: what units may still spend; those with nothing are left out.

    R.6.second_impulse.1: exact fractions, never rounded.
    """
    full, status, spent = _full_allowances(g, g.impulse), g.status, g.spent
    at_rest = MOVED | (STUCK if drop_ends_move(g) else STUCK & ~DROPPED)
    for u in units:
        if status[u] & at_rest:
            continue
        left = (full[u] // 2 if status[u] & UNSUPPLIED else full[u]) - spent[u]
        if left and g.hex_of[u] >= 0 and not (g.turn == 0 and command.why_not_on_turn_0(g, u)):
            yield u, left


def drop_ends_move(g: Gdw1940) -> bool:
    """R.11.drop.when.1: an option makes the drop the whole movement of the air landing division."""
    return bool(g.scenario.options.get("11.drop_ends_move"))


@derived(POLITICS)
def _full_allowances(g: Gdw1940, impulse: int) -> tuple[int, ...]:
    """13.status.move: units of a neutral have none."""
    factor = EIGHTHS if impulse == 1 else EIGHTHS // 2
    at_war = [not home or home in g.joined for home in g.scenario.neutral_home]
    return tuple(c.movement * factor if able else 0 for c, able in zip(g.scenario.counters, at_war, strict=True))


def movement_points(eighths: int) -> str:
    """Movement points with their noun: "1 movement point", "2½ movement points"."""
    return f"{points(eighths)} movement point{'' if eighths == EIGHTHS else 's'}"


def points(eighths: int) -> str:
    """Movement points as players write them."""
    whole, rest = divmod(eighths, EIGHTHS)
    return f"{whole or ''}{'⅛¼⅜½⅝¾⅞'[rest - 1]}" if rest else str(whole)


def why_not_move(g: Gdw1940, u: Unit) -> Refusal | None:
    """Why a unit cannot move on the ground at all."""
    name = g.name(u)
    if not g.in_play(u):
        return Refusal("13.status.move", f"{name} belongs to a neutral country")
    if g.status[u] & DISRUPTED:
        return Refusal("7.disruption.effects", f"{name} is disrupted")
    if g.counter(u).has("parachute"):
        return Refusal("11.para.nothing", f"{name} has no movement factor")
    if g.status[u] & DROPPED and drop_ends_move(g):
        return Refusal("11.drop.when", f"{name} has dropped this phase")
    if g.status[u] & RAILED:
        return Refusal("6.rail.exclusive", f"{name} has already moved by rail this phase")
    if refusal := command.why_not_on_turn_0(g, u):
        return refusal
    if g.status[u] & MOVED:
        if feared(g, g.scenario.side_of[u], g.hex_of[u]):
            return Refusal("4.stop", f"{name} must stop at {g.map.labels[g.hex_of[u]]}, in an enemy zone of control")
        return Refusal("6.costs", f"{name} has already moved this phase")
    return None


def enter(g: Gdw1940, u: Unit, h: Hex) -> None:
    """A unit comes into a hex: 13.invade; 11.para.overrun."""
    side = g.scenario.side_of[u]
    if side is Side.GERMAN:
        invade(g, g.map.country[h])
    elif g.held_german[h]:
        for v in g.units_in(h, Side.GERMAN):
            eliminate(g, v, "11.para.overrun")
    g.place(u, h)


def priced(exits: Exits, start: Hex, path: Sequence[Hex]) -> list[tuple[int, bool]]:
    """6.costs: what each step of a way costs and whether it ends the move, before the first one is taken."""
    steps = itertools.pairwise((start, *path))
    return [next((price, stops) for n, price, stops in exits(a) if n == b) for a, b in steps]


def leave_drop_hex(g: Gdw1940, u: Unit, start: Hex) -> None:
    """R.11.effect.hexsides.2: with the last airborne unit the effect of a drop leaves the hex (11.effect.hexsides)."""
    if g.status[u] & DROPPED and not any(g.status[v] & DROPPED for v in g.units_in(start, Side.GERMAN)):
        g.dropped_on -= {start}


def able_to_leave(g: Gdw1940, side: Side) -> Iterator[Unit]:
    """The units of a side that can move at all.

    What friends do matters to that by territory only, and by the sea, so most answers stay true for long.
    """
    known, control, hex_of = _able_to_leave(g, g.impulses_done, g.stamps[side.enemy]), g.stamps[CONTROL], g.hex_of
    shores = g.scenario.sea_shores if side is Side.ALLIED else ()
    for u, left in allowances(g, g.on_map(side)):
        h = hex_of[u]
        key = (u, h, left, control if h in shores else 0)
        if key not in known:
            known[key] = can_leave(h, left, Exits(g, u))
        if known[key]:
            yield u


@derived(POLITICS, DISRUPTION)
def _able_to_leave(g: Gdw1940, impulse: int, enemy_stamp: int) -> dict[tuple[Unit, Hex, int, int], bool]:
    """The answers so far, by unit, hex, points left and territory."""
    return {}


def reach_of(g: Gdw1940, u: Unit) -> Reach:
    """6.costs: every hex a unit can get to with what it has left."""
    return _reach(g, u, allowance(g, u))


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, POLITICS)
def _reach(g: Gdw1940, u: Unit, budget: int) -> Reach:
    return swift_reach(g.hex_of[u], budget, Exits(g, u))


def surcharges(g: Gdw1940, u: Unit, way: Sequence[Hex]) -> Iterator[Surcharge]:
    """4.leave, 6.costs.disrupted: what a way costs beyond its hexes."""
    side, ground, labels = g.scenario.side_of[u], ground_of(g, u), g.map.labels
    for a, b in itertools.pairwise((g.hex_of[u], *way)):
        here = f"{labels[a]}/{labels[b]}"
        if feared(g, side, a):
            yield Surcharge(here, f"+{points(g.scenario.leave_zone)}", "leaves an enemy zone", "4.leave")
        if b in ground.shaken:
            extra = points(g.scenario.disrupted_friend)
            yield Surcharge(here, f"+{extra}", "enters a hex with disrupted friends", "6.costs.disrupted")


def why_not_reach(g: Gdw1940, u: Unit, goal: Hex) -> Refusal:
    """Why a unit cannot get to a hex: the nearest miss first."""
    if goal == g.hex_of[u]:
        return why_not_own_hex(g, u)
    if g.map.terrain[goal] == "all_sea":
        return Refusal("6.sea.allied", f"{g.map.labels[goal]} is all sea")
    by_land, by_sea = last_steps(g, u, goal)
    reasons = (
        *(why_not_enter(g, u, h, goal) for h in (*by_land, *by_sea)),
        *(why_not_onward(g, u, h, goal) for h in (*by_land, *by_sea)),
        *(why_not_by_sea(g, u, goal) for _ in by_sea),
    )
    short = f"{g.name(u)} has {movement_points(allowance(g, u))}; {g.map.labels[goal]} is out of reach"
    return next((reason for reason in reasons if reason), Refusal("6.costs", short))


def why_not_own_hex(g: Gdw1940, u: Unit) -> Refusal:
    """6.costs: a way leads somewhere else."""
    return Refusal("6.costs", f"{g.name(u)} is already in {g.map.labels[g.hex_of[u]]}")


def last_steps(g: Gdw1940, u: Unit, goal: Hex) -> tuple[list[Hex], list[Hex]]:
    """The hexes in a unit's reach, its own among them, from which a way leads into a goal: by land, and by sea."""
    kind, found, ways = g.movement_kind(u), reach_of(g, u).cost, g.scenario.ways
    near = [h for h in (g.hex_of[u], *found) if goal in g.map.adjacent[h]]
    by_land = [h for h in near if any(n == goal for n, _ in ways[kind][h])]
    by_sea = [h for h in near if any(n == goal for n, _ in ways[f"{kind} by sea"][h])]
    return by_land, by_sea


def why_not_onward(g: Gdw1940, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """4.stop, 4.nonmotorized: why a unit that has got to a hex may not go on to the next one."""
    side = g.scenario.side_of[u]
    if not feared(g, side, a):
        return None
    if a != g.hex_of[u]:
        here = g.map.labels[a]
        return Refusal("4.stop", f"{g.name(u)} must stop at {here}, in an enemy zone of control", (here,))
    return why_not_zone_to_zone(g, u, a, b) if feared(g, side, b) else None


def why_not_out(g: Gdw1940, u: Unit) -> Refusal:
    """Why a unit that may move has no way out: all hexes around it are closed, or what is open is too dear."""
    here = g.hex_of[u]
    near = [n for n, _ in g.scenario.ways[g.movement_kind(u)][here]]
    closed = [why_not_enter(g, u, here, n) for n in near]
    barred = [why_not_onward(g, u, here, n) for n in near]
    if all(a or b for a, b in zip(closed, barred, strict=True)):
        reason = next((why for why in (*barred, *closed) if why), None)
        return reason or Refusal("6.costs", f"{g.name(u)} has no way out of {g.map.labels[here]}")
    left = movement_points(allowance(g, u))
    return Refusal("6.costs", f"{g.name(u)} has {left}; every open hex around it costs more")


# -- 6 evacuation


@derived()
def ports(g: Gdw1940) -> tuple[Hex, ...]:
    return tuple(place.hex for place in g.map.with_kind("port"))


def why_not_evacuate(g: Gdw1940, u: Unit) -> Refusal | None:
    """6.evacuation, R.6.evacuation.1: why a unit cannot be evacuated; R.6.evacuation.2: its nation does not matter.

    R.6.evacuation.limit.1: nothing is asked of the port but that the unit stands there.
    """
    name, h = g.name(u), g.hex_of[u]
    if h not in ports(g):
        return Refusal("6.evacuation", f"{name} is not in a port")
    if refusal := why_not_move(g, u):
        return refusal
    if g.turn == 0:  # R.18.directions.1
        return Refusal("18.directions", "on turn 0 Allied units move only east and northeast, not out to sea")
    if allowance(g, u) < EIGHTHS * g.scenario.tables["movement"]["evacuate"]:
        return Refusal("6.evacuation", f"{name} has no movement points left")
    if g.port_used.get(h, 0) + g.scenario.weight[u] > g.scenario.tables["movement"]["port"]:
        return Refusal("6.evacuation.limit", "the port evacuates one corps or three divisions per phase")
    return None
