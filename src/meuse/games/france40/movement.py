"""7: the movement phase: units and stacks on the ground, voluntary Full Retreat (13.1.3c), leaving the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.france40 import arrivals, auto_ds, costs, disorder, displaced, limits, paths, retreat
from meuse.games.france40.board import DISRUPTED, DRIVEN, EXTENDED, MOVED, OUT_OF_SUPPLY, TOUCHED, USED, France40
from meuse.games.france40.bonds import why_not_past_bonds
from meuse.games.france40.dynamo_zero import Shedding
from meuse.games.france40.paths import Exits, Party, routes
from meuse.games.france40.rail import Railways
from meuse.games.france40.sickle_cut import bound, other_marker
from meuse.games.france40.stacking import overfull
from meuse.games.france40.supply import in_supply
from meuse.games.france40.terrain import by_ferry, why_not_cross
from meuse.games.france40.zones import beside, blocked, sources, zones
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases import log
from meuse.phases.ground import GroundMove
from meuse.phases.reminders import cut_off, too_many, unmoved
from meuse.report import count
from meuse.state import ALLIED_UNITS, derived
from meuse.steps import Step, Warning, overrides


class Movement(arrivals.StrategicRail, Railways, Shedding, GroundMove, frozen=True):
    """3.A2, 3.B2-5: the phasing player moves any, all or none of his units."""

    rule = "3.A2"

    def warnings(self, g: France40) -> Sequence[Warning]:
        return tuple(reminders(g, self.side, list(self.movable(g))))

    # -- one unit, with those that must go along

    move = GroundMove.move.told(rule="7.1a")

    @overrides
    def movable(self, g: France40) -> Iterator[Unit]:
        """7.1a: units that may move and can."""
        for u in g.on_map(self.side):
            if not g.status[u] & MOVED and self.can_move(g, bound(g, u)):
                yield u

    @move.describes("unit")
    def company(self, g: France40, unit: Unit) -> dict[str, Any]:
        """21.2.1d, 22.2d: the units that go along."""
        others = len(bound(g, unit)) - 1
        return {"label": f"{g.name(unit)}, with {count(others, 'other')} of its stack"} if others else {}

    @overrides
    def goals(self, g: France40, unit: Unit) -> list[Hex]:
        return self.goals_of(g, bound(g, unit))

    @overrides
    def cheapest(self, g: France40, unit: Unit, goal: Hex) -> tuple[Hex, ...]:
        return routes(g, bound(g, unit)).to(goal).path(goal)

    @overrides
    def by_hand(self, g: France40, unit: Unit, path: Sequence[Hex]) -> Refusal | None:
        return why_not_way(g, bound(g, unit), path)

    @overrides
    def price(self, g: France40, unit: Unit, goal: Hex) -> dict[str, Any]:
        return costs.describe_goal(g, bound(g, unit), goal)

    @overrides
    def beyond(self, g: France40, unit: Unit, path: Sequence[Hex]) -> dict[Hex, dict[str, Any]] | Refusal:
        return costs.onward(g, bound(g, unit), path)

    @overrides
    def why_not_move(self, g: France40, unit: Unit) -> Refusal | None:
        party = bound(g, unit)
        refusals = (limits.why_not_move(g, u) for u in party)
        return next((refusal for refusal in refusals if refusal), why_not_any(g, unit, party))

    @overrides
    def why_not_reach(self, g: France40, unit: Unit, goal: Hex) -> Refusal:
        return why_not_goal(g, bound(g, unit), goal)

    @overrides
    def go(self, g: France40, unit: Unit, path: Sequence[Hex]) -> None:
        self.set_out(g, bound(g, unit), tuple(path))

    @overrides
    def printed(self, g: France40, unit: Unit) -> int:
        return g.face(unit).movement

    @overrides
    def has_begun(self, g: France40, unit: Unit) -> bool:
        return bool(g.hexes[unit] or g.status[unit] & MOVED)

    @overrides
    def told_left(self, g: France40, unit: Unit) -> tuple[str, str]:
        """7.1a, 7.3a, 7.4a: by the widest kind of movement that is still open."""
        party = bound(g, unit)
        if (points := paths.points_left(g, party)) > 0:
            return str(points), f"movement left: {points} of {self.printed(g, unit)}"
        if (more := paths.extended_left(g, party)) > 0:
            return str(more), f"{count(more, 'movement point')} of Extended Movement left"
        hexes = max(0, paths.hexes_left(g, party))
        return str(hexes), f"{count(hexes, 'hex', 'hexes')} of Tactical Movement left"

    # -- a stack

    @order("march {hex} {units} {path}", label="Move a stack", rule="7.1b", at_least=2, rolls=False)
    def march(self, g: France40, start: Hex, units: Sequence[Unit], path: Sequence[Hex]) -> None:
        """7.1b: together, at the rate of the slowest; 7.1c: units left out of the next leg are dropped off."""
        self.set_out(g, tuple(units), tuple(path))

    @march.choices("hex")
    def stacks(self, g: France40) -> Iterator[Hex]:
        held = g.held(self.side)
        for h in sorted(h for h in g.at if h >= 0 and held[h] > 1):
            here = [u for u in g.units_in(h, self.side) if not g.status[u] & MOVED]
            firsts = ((u, here[n + 1 :]) for n, u in enumerate(here[:-1]) if self.joins(g, (), u))
            if any(self.joins(g, (u,), v) for u, later in firsts for v in later):
                yield h

    @march.choices("units")
    def members(self, g: France40, start: Hex, chosen: Sequence[Unit]) -> list[Unit]:
        return [u for u in g.units_in(start, self.side) if u not in chosen and self.joins(g, chosen, u)]

    def joins(self, g: France40, chosen: Sequence[Unit], u: Unit) -> bool:
        """7.1e: no unit joins a moving stack; 21.2.1d: units bound to others move with `move`."""
        if g.status[u] & MOVED or len(bound(g, u)) > 1:
            return False
        if chosen and bool(g.hexes[u]) != bool(g.hexes[chosen[0]]):
            return False
        return self.can_move(g, (*chosen, u))

    @march.choices("path")
    def stack_goals(self, g: France40, start: Hex, units: Sequence[Unit]) -> list[Hex]:
        return self.goals_of(g, tuple(units))

    @march.way
    def stack_way(self, g: France40, start: Hex, units: Sequence[Unit], goal: Hex) -> tuple[Hex, ...]:
        return routes(g, tuple(units)).to(goal).path(goal)

    @march.walks
    def stack_by_hand(self, g: France40, start: Hex, units: Sequence[Unit], path: Sequence[Hex]) -> Refusal | None:
        return why_not_way(g, tuple(units), path)

    @march.describes("path")
    def stack_price(self, g: France40, start: Hex, units: Sequence[Unit], goal: Hex) -> dict[str, Any]:
        return costs.describe_goal(g, tuple(units), goal)

    @march.onward
    def stack_beyond(
        self, g: France40, start: Hex, units: Sequence[Unit], path: Sequence[Hex]
    ) -> dict[Hex, dict[str, Any]] | Refusal:
        return costs.onward(g, tuple(units), path)

    @march.refuses("units")
    def why_not_member(self, g: France40, start: Hex, chosen: Sequence[Unit], unit: Unit) -> Refusal | None:
        if g.hex_of[unit] != start:
            return Refusal("7.1b", f"{g.name(unit)} is not in {g.map.labels[start]}")
        if chosen and bool(g.hexes[unit]) != bool(g.hexes[chosen[0]]):
            return Refusal("7.1e", "a stack that has begun to move cannot pick up other units")
        return limits.why_not_move(g, unit)

    @march.refuses("path")
    def why_not_stack(self, g: France40, start: Hex, units: Sequence[Unit], goal: Hex) -> Refusal:
        return why_not_goal(g, tuple(units), goal)

    # -- carrying it out

    def can_move(self, g: France40, party: Party) -> bool:
        return all(limits.why_not_move(g, u) is None for u in party) and paths.can_go(g, party)

    def goals_of(self, g: France40, party: Party) -> list[Hex]:
        """21.2.1b: a stack under a marker does not voluntarily stop with another marker."""
        found = sorted(routes(g, party).goals())
        return [h for h in found if not other_marker(g, party[0], h)] if g.under[party[0]] else found

    @overrides
    def set_out(self, g: France40, party: Party, path: tuple[Hex, ...]) -> None:
        """A leg: hex by hex, until it is over, an enemy gives way (13.3.2d, 17.1.4c), or the party leaves the map."""
        self.finish(g, party)
        self.go_on(g, party)
        if displaced.makes_room(g, self.side, party, path):
            return
        walked: list[str] = []
        replies: tuple[Step, ...] = ()
        for h in path:
            if replies or not enter(g, party, h):
                break
            walked.append(g.map.labels[h])
            if not g.scenario.playable[h]:
                self.go_on(g)
                break
            replies = retreat.disturbed(g, self.side, h)
        tell_move(g, party, walked)
        if g.hex_of[party[0]] >= 0 and g.scenario.playable[g.hex_of[party[0]]]:
            g.push(*replies, *auto_ds.after_leg(g, self.side, party))

    # -- 13.1.3c, 17.1.3, 7.2a

    @order(
        "flee {unit}",
        label="Full Retreat",
        rule="13.1.3c",
        says="Its Disrupted or GQG marker becomes a Full Retreat marker.",
    )
    def flee(self, g: France40, unit: Unit) -> None:
        """13.1.3c: a Disrupted or GQG marker is replaced by Full Retreat; a GQG marker covers its whole stack."""
        self.finish(g)
        for u in marked_with(g, unit):
            disorder.put_to_flight(g, u, "13.1.3c")
        self.go_on(g)

    @flee.closed_if
    def why_not_yet(self, g: France40) -> Refusal | None:
        """13.1.3c, 21.2.5: not on turn 1 of Sickle Cut."""
        if g.turn > 1 or g.scenario.dynamo:
            return None
        return Refusal("13.1.3c", "units cannot go into Full Retreat voluntarily on turn 1 of Sickle Cut")

    @flee.choices("unit")
    def shaken(self, g: France40) -> Iterator[Unit]:
        for u in g.on_map(self.side):
            if (g.status[u] & DISRUPTED or g.under[u]) and why_not_flee(g, u) is None:
                yield u

    @flee.refuses("unit")
    def why_not_flee(self, g: France40, unit: Unit) -> Refusal | None:
        return why_not_flee(g, unit) if g.scenario.side_of[unit] is self.side else None

    @order(
        "turn {unit}",
        label="Turn the HQ to Used",
        rule="17.1.3",
        why="only a Ready HQ that has not moved can be turned",
    )
    def turn_hq(self, g: France40, unit: Unit) -> None:
        """17.1.3: to move more than two hexes an HQ is turned to its Used side."""
        g.add(unit, USED)
        g.emit("hq", f"{g.name(unit)} is turned to its Used side", "17.1.3", units=(g.id(unit),))

    @turn_hq.choices("unit")
    def ready_hqs(self, g: France40) -> Iterator[Unit]:
        fixed = USED | DISRUPTED | MOVED
        return (u for u in hqs_of(g) if self.side is Side.ALLIED and not g.status[u] & fixed and not g.hexes[u])

    @order(
        "exit {unit}",
        label="Leave the map",
        rule="7.2a",
        says="The unit leaves the map for good; it does not count as eliminated.",
    )
    def exit(self, g: France40, unit: Unit) -> None:
        """7.2a: out of play for good, and not eliminated."""
        self.finish(g, (unit,))
        self.go_on(g)
        arrivals.leaves(g, unit, g.hex_of[unit])

    @exit.choices("unit")
    def at_the_edge(self, g: France40) -> Iterator[Unit]:
        edge = edge_hexes(g)
        return (u for u in g.on_map(self.side) if g.hex_of[u] in edge and why_not_exit(g, u) is None)

    @exit.refuses("unit")
    def why_not_exit(self, g: France40, unit: Unit) -> Refusal | None:
        return why_not_exit(g, unit) if g.scenario.side_of[unit] is self.side else None

    @order("end", label="End movement", rule="3.0")
    def end(self, g: France40) -> None:
        self.finish(g)
        g.pop()


# -- steps


def enter(g: France40, party: Party, h: Hex) -> bool:
    """7.1a, 19.4.2b: a party enters the next hex and pays; False if the board has changed and it no longer can."""
    here = g.hex_of[party[0]]
    step = Exits(g, party).step(here, h, paths.price_of(g, party, here, h))
    if step is None:
        return False
    near = beside(g, g.scenario.side_of[party[0]].enemy)[h]
    stops = step[1] or by_ferry(g, here, h)  # 22.8d
    for u in party:
        if not g.hexes[u]:
            g.origin[u] = here
        g.spent[u] += step[0]
        g.hexes[u] += 1
        g.place(u, h)
        g.drop(u, DRIVEN)
        g.add(u, marks_of_step(g, u, near, stops))
        if not g.scenario.playable[h]:
            arrivals.leaves(g, u, h)
    return True


def marks_of_step(g: France40, u: Unit, near: int, stops: bool) -> int:
    """7.3b: next to an enemy; 5.2a, 7.5.5b: stopped; 2.3.2a, R.7.3b.2: beyond its allowance it cannot attack."""
    beyond = g.spent[u] > g.face(u).movement and g.hexes[u] > g.scenario.tables["limits"]["tactical"]
    return (TOUCHED if near else 0) | (MOVED if stops else 0) | (EXTENDED if beyond else 0)


def tell_move(g: France40, party: Party, walked: Sequence[str]) -> None:
    if walked:
        rule = "7.3a" if g.status[party[0]] & EXTENDED else "7.1a"
        log.move(g, party, [g.map.index[label] for label in walked], rule)


# -- reminders


def reminders(g: France40, side: Side, movable: Sequence[Unit]) -> Iterator[Warning]:
    """What the end of the phase would mean: 4.4b units too many, 19.4.1b reinforcements sent back, 7.1a points lost."""
    yield from too_many(g, overfull(g, side), "4.4b", "the excess will be eliminated")
    outside = [u for u in movable if not g.scenario.playable[g.hex_of[u]]]
    if outside:
        text = f"{count(len(outside), 'reinforcement')} will have to wait for a later turn."
        yield Warning("loses", text, "19.4.1b", g.places(outside), "arrivals")
    playing = (u for u in g.on_map(side) if g.scenario.playable[g.hex_of[u]] and not g.status[u] & OUT_OF_SUPPLY)
    cut = [u for u in playing if not in_supply(g, u)]
    yield from cut_off(g, cut, "18.1a", "that is judged in the Supply Phase of this turn")
    yield from unmoved(g, (u for u in movable if not g.hexes[u] and u not in outside), "7.1a")


# -- reasons


def why_not_way(g: France40, party: Party, path: Sequence[Hex]) -> Refusal | None:
    if other_marker(g, party[0], path[-1]):
        return Refusal("21.2.1b", "a stack under a marker cannot stop in a hex with another marker")
    return None if paths.can_walk(g, party, path) else paths.why_not_walk(g, party, path)


def why_not_any(g: France40, unit: Unit, party: Party) -> Refusal:
    """Why a party that may move has nowhere to go."""
    spent = limits.why_not_farther(g, party) if paths.hexes_left(g, party) < 1 else None
    return spent or Refusal("7.1a", f"{g.name(unit)} cannot enter any adjacent hex")


def why_not_goal(g: France40, party: Party, goal: Hex) -> Refusal:
    """Why a party cannot get to a hex: the nearest miss first."""
    there = g.map.labels[goal]
    if other_marker(g, party[0], goal):
        return Refusal("21.2.1b", f"{there} already has a marker; a stack under a marker cannot stop there", (there,))
    found = routes(g, party).goals() | {g.hex_of[party[0]]}
    near = [h for h in g.map.adjacent[goal] if h in found]
    reasons = (why_not_step(g, party, h, goal) for h in near)
    return next((reason for reason in reasons if reason), why_not_so_far(g, party, goal))


def why_not_so_far(g: France40, party: Party, goal: Hex) -> Refusal:
    """7.1a, 7.3b: the party does not have enough points, or 13.2a, 18.4a and others: it may not spend them."""
    names, there = g.listed(party), g.map.labels[goal]
    if refusal := limits.why_not_farther(g, party):
        return refusal
    if beside(g, g.scenario.side_of[party[0]].enemy)[goal]:
        return Refusal("7.3b", f"{there} is next to an enemy and out of reach without Extended Movement", (there,))
    left = count(max(0, paths.points_left(g, party)), "movement point")
    return Refusal(
        "7.1a", f"{names} {'has' if len(party) == 1 else 'have'} {left} left; {there} is out of reach", (there,)
    )


def why_not_step(g: France40, party: Party, a: Hex, b: Hex) -> Refusal | None:
    """Why a party that has reached a hex may not enter the next one."""
    side, there, here = g.scenario.side_of[party[0]], g.map.labels[b], g.map.labels[a]
    if blocked(g, side.enemy)[b]:
        enemy = g.units_in(b, side.enemy)[0]
        nation = g.counter(enemy).nation.capitalize()
        return Refusal("7.1d", f"{nation} {g.name(enemy)} is in {there}", (there,))
    if (
        refusal := why_not_over(g, party, a, b)
        or limits.why_not_enter(g, party, a, b)
        or why_not_past_bonds(g, side, a, b)
    ):
        return refusal
    if any(g.full_retreat(u) for u in party) and (refusal := limits.why_not_flee_to(g, party, b)):
        return refusal
    if a != g.hex_of[party[0]] and zones(g, side.enemy)[a]:
        return Refusal(
            "5.2a", f"{g.listed(party)} must stop at {here}, in an enemy zone of control", sources(g, side.enemy, a)
        )
    if a != g.hex_of[party[0]] and routes(g, party).ends(a):
        return Refusal("7.5.5b", f"{g.listed(party)} must stop at {here}, a Restricted Hex", (here,))
    return None


def why_not_over(g: France40, party: Party, a: Hex, b: Hex) -> Refusal | None:
    """7.5.2b, 7.5.5a, 22.8c, 22.8d: rivers, Restricted Hexes, the sea."""
    if by_ferry(g, a, b):
        return Refusal("22.8d", "only a unit that has not moved can cross by ferry, with all its movement points")
    for u in party:
        if refusal := why_not_cross(g, u, a, b):
            return refusal
    kind = limits.kind_of(g, party)
    if any(n == b for n, _ in paths.wet_ways(g, kind)[a]) and not any(n == b for n, _ in Exits(g, party).ways[a]):
        causes = (g.map.labels[a], g.map.labels[b])
        return Refusal("7.5.2b", "only the first hex of a move can lead across a Major River without a bridge", causes)
    return None


def marked_with(g: France40, unit: Unit) -> Party:
    """21.2.5: the units that share a GQG marker with this one, or itself."""
    number = g.under[unit]
    return tuple(u for u in g.on_map(g.scenario.side_of[unit]) if g.under[u] == number) if number else (unit,)


def why_not_flee(g: France40, u: Unit) -> Refusal | None:
    """13.1.3c: which units may go into Full Retreat voluntarily."""
    if g.hex_of[u] < 0 or g.full_retreat(u):
        return Refusal("13.1.3c", f"{g.name(u)} is not on the map, or already in Full Retreat")
    if g.scenario.side_of[u] is Side.GERMAN and g.under[u]:
        return Refusal("13.1.3c", "a Halt! marker cannot be replaced by Full Retreat")
    if not g.status[u] & DISRUPTED and not g.under[u]:
        return Refusal("13.1.3c", f"{g.name(u)} has neither a Disrupted nor a GQG marker")
    if any(g.hexes[v] for v in marked_with(g, u)):
        return Refusal("13.1.3c", f"{g.name(u)} has already begun its move")
    return None


def why_not_exit(g: France40, u: Unit) -> Refusal | None:
    """7.2a, R.7.2a.1: why a unit may not leave the map from where it stands."""
    h, name = g.hex_of[u], g.name(u)
    if h < 0 or h not in edge_hexes(g):
        return Refusal("7.2a", f"{name} is not at the edge of the map")
    if refusal := limits.why_not_move(g, u):
        return refusal
    if len(bound(g, u)) > 1:
        return Refusal("21.2.1d", f"{name} must stay with its stack")
    if max(paths.points_left(g, (u,)), paths.extended_left(g, (u,)), paths.hexes_left(g, (u,))) < 1:
        return Refusal("7.2a", f"{name} has no movement left")
    return None


@derived(ALLIED_UNITS)
def hqs_of(g: France40) -> tuple[Unit, ...]:
    """The HQs on the map; only the Allies have them."""
    return tuple(u for u in g.on_map(Side.ALLIED) if g.hq(u))


@derived()
def edge_hexes(g: France40) -> frozenset[Hex]:
    """The hexes at the edge of the playing area, not counting the coast; beyond an Entry Hex there is no edge."""
    playable, near = g.scenario.playable, g.map.neighbours
    return frozenset(
        h for h in range(len(g.map)) if playable[h] and any(n < 0 or g.map.terrain[n] == "half_hex" for n in near[h])
    )
