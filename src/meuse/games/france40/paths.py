"""7.1 to 7.5, R.7.4a.1: where units can go, by normal, Tactical or Extended Movement; which one follows from the path.

A path is legal if one of the three allows the whole of it. Points are counted for every step, also where Tactical
Movement does not ask for them (7.4a), so that a move in several legs remains legal as one kind of movement.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from copy import copy
from functools import cached_property
from typing import Any

import msgspec

from meuse.counters import SIDES, Side, Unit
from meuse.games.france40 import footing, limits
from meuse.games.france40.board import MARKERS, TOUCHED, France40
from meuse.games.france40.bonds import bonds, why_not_past_bonds
from meuse.games.france40.supply import overland_steps
from meuse.games.france40.terrain import by_ferry, ground
from meuse.games.france40.zones import beside, blocked, zones
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.reach import BadPath, HexByHex, Reach, Ways, reach_beyond, swift_reach, union, walk
from meuse.state import ALLIED_UNITS, CONTROL, ENEMY, GERMAN_UNITS, OWN, derived

Party = tuple[Unit, ...]
"""7.1b: units of one hex that move together, at the rate of the slowest."""


class Routes(msgspec.Struct, frozen=True):
    """What a party can reach: `normal` for at most `points`, by Tactical and by Extended Movement."""

    normal: Reach | None
    points: int
    tactical: Reach | None
    extended: Reach | None

    def goals(self) -> set[Hex]:
        return {h for found in (self.normal, self.tactical, self.extended) if found is not None for h in found.cost}

    def before_an_attack(self) -> set[Hex]:
        """2.3.2a: the hexes that can be got to without Extended Movement, so that the party may still attack."""
        found = set(self.tactical.cost) if self.tactical is not None else set()
        if self.normal is not None:
            found |= {h for h, price in self.normal.cost.items() if price <= self.points}
        return found

    def to(self, goal: Hex) -> Reach:
        """The kind of movement that leaves the party most free."""
        if self.normal is not None and self.normal.cost.get(goal, self.points + 1) <= self.points:
            return self.normal
        if self.tactical is not None and goal in self.tactical.cost:
            return self.tactical
        assert self.extended is not None
        return self.extended

    def ends(self, h: Hex) -> bool:
        """Whether a move of any kind ends in a hex."""
        return any(h in found.ends for found in (self.normal, self.tactical, self.extended) if found is not None)


def routes(g: France40, party: Party) -> Routes:
    """Every hex a party can get to, if nothing intervenes."""
    return _routes(g, party, tuple((g.spent[u], g.hexes[u], g.origin[u]) for u in party))


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKERS)
def _routes(g: France40, party: Party, walked: tuple[tuple[int, int, Hex], ...]) -> Routes:
    here, exits = g.hex_of[party[0]], Exits(g, party)
    points, more, hexes = points_left(g, party), extended_left(g, party), hexes_left(g, party)
    wide, boarding = Extended(exits), exits.over_ferries(points)
    extended = swift_reach(here, more, wide) if more > 0 else None
    normal = extended
    # Where no enemy was near any way, Extended Movement has found all that normal movement could, at the same cost.
    if points > 0 and (extended is None or wide.turned_back or boarding is not exits):
        normal = swift_reach(here, points, boarding)
    tactical = swift_reach(here, hexes, Tactical(exits)) if hexes > 0 else None
    return Routes(normal, points, tactical, extended)


def routes_beyond(g: France40, party: Party, path: Sequence[Hex]) -> Routes | None:
    """Every hex a party can reach by a path that begins this way; None if it cannot even begin."""
    exits, points = Exits(g, party), points_left(g, party)
    found = Routes(
        _beyond(g, party, points, exits.over_ferries(points), path),
        points,
        _beyond(g, party, hexes_left(g, party), Tactical(exits), path),
        _beyond(g, party, extended_left(g, party), Extended(exits), path),
    )
    return found if can_walk(g, party, path) else None


def _beyond(
    g: France40, party: Party, budget: int, exits: Exits | Tactical | Extended, path: Sequence[Hex]
) -> Reach | None:
    here = g.hex_of[party[0]]
    return reach_beyond(here, budget, exits, path) if budget > 0 and _walks(here, budget, exits, path) else None


def can_go(g: France40, party: Party) -> bool:
    """Whether a party can move at all: looks at the neighbours only."""
    here = g.hex_of[party[0]]
    if hexes_left(g, party) > 0:
        return has_quiet_exit(g, party) or Exits(g, party).has_exit(here)
    exits, points, more = Exits(g, party), points_left(g, party), extended_left(g, party)
    if any(price <= points for _, price, _ in exits(here)):
        return True
    return any(price <= more for _, price, _ in Extended(exits)(here))


def has_quiet_exit(g: France40, party: Party) -> bool:
    """Whether some step out of a hex is free without a check: no enemy or limit is near its end."""
    here = g.hex_of[party[0]]
    ways, special, bonded = _quiet_ground(g, g.scenario.side_of[party[0]], limits.bounds_of(g, party))
    return any(not special[n] and (here, n) not in bonded for n, _ in ways[here])


@derived(ENEMY, CONTROL)
def _quiet_ground(g: France40, side: Side, bounds: limits.Bounds) -> tuple[Ways, bytes, Container[tuple[Hex, Hex]]]:
    """The plain ways of a party; the hexes and the steps on them that must be asked about, whatever friends do."""
    special = _special(g, side, limits.closed_marks(g, side, bounds))
    return _dry_ways(g, bounds.kind), special, bonds(g, side.enemy).steps


def can_walk(g: France40, party: Party, path: Sequence[Hex]) -> bool:
    """Whether a path written by hand is legal by one of the three kinds."""
    exits = Exits(g, party)
    points = points_left(g, party)
    kinds = (
        (points, exits.over_ferries(points)),
        (hexes_left(g, party), Tactical(exits)),
        (extended_left(g, party), Extended(exits)),
    )
    return any(_walks(g.hex_of[party[0]], budget, exits, path) for budget, exits in kinds)


def why_not_walk(g: France40, party: Party, path: Sequence[Hex]) -> Refusal:
    """Why a path written by hand is illegal: it is too long for units held to two hexes, or not a path at all."""
    held = limits.why_not_farther(g, party) if len(path) > hexes_left(g, party) else None
    return held or Refusal("7.1a", "the units cannot follow this path hex by hex")


def _walks(start: Hex, budget: int, exits: Exits | Tactical | Extended, path: Sequence[Hex]) -> bool:
    try:
        walk(start, budget, exits, path)
    except BadPath:
        return False
    return True


# -- what a party may spend


def points_left(g: France40, party: Party) -> int:
    """7.1a, 7.1b, R.7.1b.1: movement points that the slowest has left; -1 if only Tactical Movement is open."""
    if any(limits.tactical_only(g, u) for u in party):
        return -1
    return min(g.face(u).movement - g.spent[u] for u in party)


def extended_left(g: France40, party: Party) -> int:
    """7.3a: points left with Extended Movement; 7.3b: none for units that have come next to an enemy."""
    if any(g.status[u] & TOUCHED or limits.tactical_only(g, u) for u in party):
        return -1
    return min(g.face(u).movement + bonus(g, u) - g.spent[u] for u in party)


def hexes_left(g: France40, party: Party) -> int:
    """7.4a: hexes of Tactical Movement left."""
    most: int = g.scenario.tables["limits"]["tactical"]
    return most - max([g.hexes[u] for u in party])


def bonus(g: France40, u: Unit) -> int:
    """7.3a: what Extended Movement adds; 22.9d: to a Zero-Strength Remnant two."""
    face, table = g.face(u), g.scenario.tables["extended"]
    if face.kind == "cavalry":
        return int(table["cavalry"])
    return int(table["mechanized"] if face.mech and not face.heavy else table["other"])


# -- a step


class Exits(HexByHex):
    """How a party moves by points as the board stands; see `reach.Mover`."""

    def __init__(self, g: France40, party: Party) -> None:
        self.g, self.party = g, party
        self.side = side = g.scenario.side_of[party[0]]
        bounds = limits.bounds_of(g, party)
        self.kind, self._fleeing = bounds.kind, bounds.fleeing
        self._slips_away = bounds.fleeing and all(g.full_retreat(u) for u in party)
        self._zones, self._blocked, self._bonds = zones(g, side.enemy), blocked(g, side.enemy), bonds(g, side.enemy)
        self._ground, self._limited = ground(g), limits.closed_marks(g, side, bounds)

    @cached_property
    def special(self) -> bytes:
        return _special(self.g, self.side, self._limited)

    @cached_property
    def ways(self) -> Ways:
        """7.5.2b: the open steps, pontoons, and unbridged Major Rivers crossed from or to where the party began."""
        g, kind = self.g, self.kind
        ways = _ways_with_pontoons(g, self.side, kind)
        starts = {origin(g, u) for u in self.party}
        start = starts.pop()
        if starts or not wet_ways(g, kind)[start]:
            return ways
        found = _replaced(ways, start, (*_dry_ways(g, kind)[start], *wet_ways(g, kind)[start]))
        for n, back in _pontoons(g, kind).get(start, ()):  # it began next to that hexside, and may come back over it
            if back not in found[n]:
                found[n] = (*found[n], back)
        return found

    def has_exit(self, h: Hex) -> bool:
        """Whether any step out of a hex is open, whatever it costs."""
        if all(self.g.hexes[u] == 0 for u in self.party):
            ways = (*_dry_ways(self.g, self.kind)[h], *wet_ways(self.g, self.kind)[h])
        else:
            ways = tuple(self.ways[h])
        return any(self.step(h, n, 0) is not None for n, _ in ways)

    def over_ferries(self, points: int) -> Exits:
        """22.8d: a unit that has not moved may cross by ferry, at the cost of all its points."""
        here = self.g.hex_of[self.party[0]]
        if not self.g.scenario.dynamo or any(self.g.hexes[u] for u in self.party):
            return self
        ferries = tuple((n, points) for n in self.g.map.adjacent[here] if by_ferry(self.g, here, n))
        if not ferries:
            return self
        boarding = copy(self)
        boarding.ways = _replaced(self.ways, here, (*self.ways[here], *ferries))
        return boarding

    def step(self, a: Hex, b: Hex, price: int) -> tuple[int, bool] | None:
        """5.2a, 5.2b, 6.2a, 7.1d, 7.5.5b: what a step costs and whether the move ends there; None: it is forbidden.

        5.2c: from one zone straight into another, if no bond is in the way. R.5.2a.1: a friend there changes nothing.
        17.1.4b, 22.9c: a hex with only HQs and Zero-Strength Remnants is as good as vacant. 19.1b: nor does it
        matter where a unit comes from, so that a reinforcement stops too.
        """
        g, zone = self.g, self._zones
        if self._blocked[b] or (self._limited[b] and limits.why_not_enter(g, self.party, a, b)):
            return None
        if self._fleeing and limits.why_not_flee_to(g, self.party, b):
            return None
        stops = bool(zone[b]) or not g.scenario.playable[b]
        if zone[a] or zone[b]:
            if (b in self._bonds.hexes or (a, b) in self._bonds.steps) and why_not_past_bonds(g, self.side, a, b):
                return None
            if zone[a] and not self._slips_away:  # 13.3.1; 7.1b: a stack is as slow as the units that must pay
                price += g.scenario.leave_zone
        if self._ground.restricted[b] and self.kind != "mech" and b not in self._ground.roads[a]:
            stops = True
        return price, stops


class Extended(HexByHex):
    """7.3b: as a `Exits`, but never next to an enemy. `turned_back` says whether one was met."""

    def __init__(self, exits: Exits) -> None:
        self._exits = exits
        self._near = beside(exits.g, exits.side.enemy)
        self.turned_back = False

    @property
    def ways(self) -> Ways:
        return self._exits.ways

    @cached_property
    def special(self) -> bytes:
        return _special_or_near(self._exits.g, self._exits.side, self._exits.special)

    def step(self, a: Hex, b: Hex, price: int) -> tuple[int, bool] | None:
        if self._near[b]:
            self.turned_back = True
            return None
        return self._exits.step(a, b, price)


class Tactical(HexByHex):
    """7.4a, 7.4b: hexes are counted instead of points; all prohibitions and stops hold."""

    def __init__(self, exits: Exits) -> None:
        self._exits = exits
        self.ways, self.special = _Counted(exits.ways), exits.special

    def step(self, a: Hex, b: Hex, price: int) -> tuple[int, bool] | None:
        answer = self._exits.step(a, b, price)
        return None if answer is None else (1, answer[1])


class _Counted(Sequence[Sequence[tuple[Hex, int]]]):
    """Steps that each cost one, worked out only where a party gets to."""

    def __init__(self, ways: Ways) -> None:
        self._ways = ways

    def __getitem__(self, h: Any) -> Any:
        return [(n, 1) for n, _ in self._ways[h]]

    def __len__(self) -> int:
        return len(self._ways)


def origin(g: France40, u: Unit) -> Hex:
    """7.5.2b: where a unit began its move."""
    return g.origin[u] if g.hexes[u] else g.hex_of[u]


# -- tables of steps


def make_tables(g: France40) -> None:
    """Work out what depends on the map alone, so that the first move does not wait for it."""
    overland_steps(g)
    for kind in ("foot", "mech"):
        footing.steps(g, kind)
    for side in SIDES:
        bonds(g, side)
        for kind in ("foot", "mech", "mixed"):
            _ways_with_pontoons(g, side, kind)


@derived()
def _dry_ways(g: France40, kind: str) -> Ways:
    tables = ground(g)
    if kind == "mixed":
        return _slower(tables.foot, tables.mech)
    return tables.foot if kind == "foot" else tables.mech


@derived()
def wet_ways(g: France40, kind: str) -> Ways:
    """7.5.2a: the steps over unbridged Major Rivers."""
    tables = ground(g)
    if kind == "mixed":
        return _slower(tables.wet_foot, tables.wet_mech)
    return tables.wet_foot if kind == "foot" else tables.wet_mech


def _slower(one: Ways, other: Ways) -> Ways:
    """The steps that both can make, at the higher price."""
    found = []
    for near, others in zip(one, other, strict=True):
        prices = dict(others)
        found.append(tuple((n, max(price, prices[n])) for n, price in near if n in prices))
    return tuple(found)


def _replaced(ways: Ways, h: Hex, exits: tuple[tuple[Hex, int], ...]) -> list[Sequence[tuple[Hex, int]]]:
    changed = list(ways)
    changed[h] = exits
    return changed


@derived(OWN)
def _ways_with_pontoons(g: France40, side: Side, kind: str) -> Ways:
    """7.5.4a, 7.5.4b: a Pontoon Bridge to every friend on the far bank; the crossing unit is its other end.

    7.5.4c: nothing happens to that friend. R.7.5.4a.1: only the wording of the rule survives.
    """
    ways, pontoons = list(_dry_ways(g, kind)), _pontoons(g, kind)
    for h in sorted({g.hex_of[u] for u in g.on_map(side)} & pontoons.keys()):
        for n, exit in pontoons[h]:
            ways[n] = (*ways[n], exit)
    return ways


@derived()
def _pontoons(g: France40, kind: str) -> dict[Hex, list[tuple[Hex, tuple[Hex, int]]]]:
    """For each hex on an unbridged Major River the hexes across, with the step from there.

    7.5.5: it does not matter that there may be no way back, into a Restricted Hex.
    """
    found: dict[Hex, list[tuple[Hex, tuple[Hex, int]]]] = {}
    for n, near in enumerate(wet_ways(g, kind)):
        for h, price in near:
            found.setdefault(h, []).append((n, (h, price)))
    return found


def price_of(g: France40, party: Party, a: Hex, b: Hex) -> int:
    """7.1a: what the ground asks for a step; 22.8d: a ferry takes everything."""
    kind = limits.kind_of(g, party)
    prices = (price for table in (_dry_ways(g, kind), wet_ways(g, kind)) for n, price in table[a] if n == b)
    return next(prices, max(g.face(u).movement for u in party))


@derived(ENEMY)
def _special(g: France40, side: Side, closed: bytes) -> bytes:
    """The hexes where a step must be asked about: enemies and their zones, and what is closed besides."""
    return union(zones(g, side.enemy), g.held(side.enemy), closed)


@derived(ENEMY)
def _special_or_near(g: France40, side: Side, special: bytes) -> bytes:
    """The same, with the hexes next to enemies."""
    return union(special, beside(g, side.enemy))
