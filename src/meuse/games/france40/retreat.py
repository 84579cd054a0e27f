"""12: retreats. Hexes that the priorities of 12.1.3 leave open are listed; those where 12.2 eliminates are not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from meuse.counters import Side, Unit
from meuse.games.france40.board import DRIVEN, MARKERS, France40
from meuse.games.france40.bonds import crosses, why_not_past_bonds
from meuse.games.france40.disorder import disrupt, loose_near, put_to_flight
from meuse.games.france40.footing import abroad, dry_steps
from meuse.games.france40.forts import fortified
from meuse.games.france40.halt import why_not_apart
from meuse.games.france40.losses import eliminate
from meuse.games.france40.results import Lose
from meuse.games.france40.sickle_cut import other_marker, remove_dyle
from meuse.games.france40.supply import in_supply, supplied_at
from meuse.games.france40.terrain import ground, major, why_not_cross
from meuse.games.france40.zones import has_zone, zones
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases import log
from meuse.report import count
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived
from meuse.steps import Question

Path = tuple[Hex, ...]
Kind = tuple[bool, bool, bool, bool]


class Retreat(Question, frozen=True):
    """12.1.1: the owner retreats his units; 12.1.2a: they may go different ways, one group per order.

    `units` are all that retreat from `origin`, including those that have already gone. `how` says what becomes of them:
    "disrupted" (13.1.2), "routed" (13.1.3a), or "again" for the automatic retreats of 13.3.2d and 17.1.4c. Stacking
    limits do not matter until the owner's next movement phase (12.1.4a).
    """

    after_die = True
    rule = "12.1.1"
    question = "Where do the units retreat?"
    units: tuple[Unit, ...]
    origin: Hex
    length: int
    how: str
    marks: int = 0

    def title(self, g: France40) -> str:
        return f"Retreat from {g.map.spot(self.origin)}"

    def about(self, g: France40) -> tuple[str, ...]:
        return (g.map.labels[self.origin],)

    def left(self, g: France40) -> list[Unit]:
        return [u for u in self.units if g.hex_of[u] == self.origin]

    def escapes(self, g: France40, units: Sequence[Unit]) -> Escapes:
        return _escapes(g, self.side, self.origin, self.length, _kinds(g, units), self.units, self.how)

    def doomed(self, g: France40, u: Unit) -> bool:
        """12.2a, 16.1a: no way out; 17.1.4c, R.17.1.4c.2: an HQ that is displaced cannot pay for hexes with steps."""
        if g.fort(u):
            return True
        found = self.escapes(g, (u,))
        return not found.paths or (self.how == "again" and g.hq(u) and found.short > 0)

    def decider(self, g: France40) -> Side | None:
        left = self.left(g)
        return self.side if left and not any(self.doomed(g, u) for u in left) else None

    def run(self, g: France40) -> None:
        """12.2: units that cannot retreat are eliminated. 21.4c: after a battle `Vacated` looks to the Dyle Line."""
        doomed = [u for u in self.left(g) if self.doomed(g, u)]
        if not doomed:
            g.pop()
            if self.how == "again" and not g.held(Side.ALLIED)[self.origin]:
                remove_dyle(g, self.origin)
        for u in doomed:
            eliminate(g, u, "16.1a" if g.fort(u) else "12.2a")

    @order("retreat {units} {path}", rule="12.1.1")
    def retreat(self, g: France40, units: tuple[Unit, ...], path: Path) -> None:
        """12.1.3c, R.12.1.3c.2: a group that falls short loses a step for each hex.

        R.13.3.2d.3: enemies in Full Retreat that it passed give way once it has arrived.
        """
        short = self.escapes(g, units).short
        log.retreat(g, units, path[-1:], "12.1.1")
        for u in units:
            for h in path:
                g.place(u, h)
            shake(g, u, self.how)
            g.add(u, self.marks | DRIVEN)
        bearers = tuple(u for u in units if not g.hq(u)) or units  # 17.1.4a
        losses = (Lose(self.side, bearers, "12.1.3c"),) * short
        g.push(*losses, *(step for h in path for step in passed_by(g, self.side, h)))

    @retreat.choices("units")
    def joining(self, g: France40, chosen: Sequence[Unit]) -> Iterator[Unit]:
        """12.1.2a, R.21.2.1d.1: units that can go together, without any of them faring worse than by itself."""
        for u in self.left(g):
            if u not in chosen and self.together(g, (*chosen, u)):
                yield u

    @retreat.enough("units")
    def why_not_apart(self, g: France40, chosen: Sequence[Unit]) -> Refusal | None:
        return why_not_apart(g, chosen)

    def together(self, g: France40, units: Sequence[Unit]) -> bool:
        found = self.escapes(g, units)
        return bool(found.paths) and found.short <= max(self.escapes(g, (u,)).short for u in units)

    @retreat.choices("path")
    def goals(self, g: France40, units: Sequence[Unit]) -> list[Hex]:
        """21.2.1b: a unit under a marker goes to a hex with another one only if it has no choice."""
        found = sorted(self.escapes(g, units).paths)
        return [h for h in found if not any(other_marker(g, u, h) for u in units)] or found

    @retreat.way
    def path(self, g: France40, units: Sequence[Unit], goal: Hex) -> Path:
        return self.escapes(g, units).paths[goal]

    @retreat.walks
    def walks(self, g: France40, units: Sequence[Unit], path: Path) -> Refusal | None:
        """12.1.3a: any other path to the same hex will do if it is as good."""
        search, found = (
            _Search(g, self.side, self.origin, self.length, _kinds(g, units), self.units),
            self.escapes(g, units),
        )
        longest = max(self.length, len(found.paths.get(path[-1], ())))  # R.12.2f.1
        same = len(path) <= longest and search.shortfall(path) == found.short
        return (
            None if same else Refusal("12.1.3a", "the path doubles back, costs more steps than need be, or is too long")
        )

    @retreat.describes("path")
    def price(self, g: France40, units: Sequence[Unit], goal: Hex) -> dict[str, Any]:
        found = self.escapes(g, units)
        words = tuple(g.map.labels[h] for h in found.paths[goal])
        return {"path": words, "price": count(found.short, "step") if found.short else "", "rules": ("12.1.3c",)}

    @retreat.refuses("path")
    def why_not_there(self, g: France40, units: Sequence[Unit], goal: Hex) -> Refusal:
        found = self.escapes(g, units)
        if goal in found.paths:
            there = g.map.labels[goal]
            return Refusal("21.2.1b", f"{there} has another marker, and the units can retreat elsewhere", (there,))
        search = _Search(g, self.side, self.origin, self.length, _kinds(g, units), self.units)
        return search.refusal(goal, found)


def shake(g: France40, u: Unit, how: str) -> None:
    """13.1.2, 13.1.3a; R.12.1.3c.1: by the result, not by the hexes retreated; 13.3.2d: no more than Full Retreat."""
    if how == "routed":
        put_to_flight(g, u, "13.1.3a")
    elif how == "disrupted":
        disrupt(g, u, "13.1.2")
    elif g.hq(u):
        disrupt(g, u, "17.1.4c")


def disturbed(g: France40, side: Side, h: Hex) -> tuple[Retreat, ...]:
    """13.3.2d, 17.1.4c: the retreats that a unit of a side causes by entering a hex.

    R.13.3.2d.2: no defence, desperate or not, comes before them.
    """
    enemy = side.enemy
    return tuple(Retreat(enemy, g.units_in(n, enemy), n, 2, "again") for n in loose_near(g, side, h))


def passed_by(g: France40, side: Side, h: Hex) -> Iterator[Retreat]:
    """13.3.2d: what a retreat through a hex causes: units in Full Retreat give way; R.17.1.4c.3: HQs stay."""
    for n in loose_near(g, side, h):
        if fleeing := tuple(u for u in g.units_in(n, side.enemy) if g.full_retreat(u)):
            yield Retreat(side.enemy, fleeing, n, 2, "again")


def safe_ways(g: France40, side: Side, origin: Hex, length: int, units: Sequence[Unit]) -> dict[Hex, Path]:
    """20.3.1: where undefeated units could retreat without loss, in any direction."""
    return _Search(g, side, origin, length, _kinds(g, units), tuple(units)).whole()[1]


class Escapes(msgspec.Struct, frozen=True):
    """12.1.3: the best a retreat can do: hexes with a path to each, all of them `short` by the same number."""

    short: int
    paths: dict[Hex, Path]


def kind_of(g: France40, u: Unit) -> Kind:
    """How a unit moves and its state: the retreat rules treat all units of a kind alike."""
    return g.mech(u), g.counter(u).nation == "belgian", g.full_retreat(u), g.good_order(u)


def _kinds(g: France40, units: Sequence[Unit]) -> tuple[Unit, ...]:
    """One unit of each kind among these."""
    found: dict[Kind, Unit] = {}
    for u in units:
        found.setdefault(kind_of(g, u), u)
    return tuple(sorted(found.values()))


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKERS)
def _escapes(
    g: France40, side: Side, origin: Hex, length: int, kinds: tuple[Unit, ...], gone: tuple[Unit, ...], how: str
) -> Escapes:
    """12.1.3b, 12.1.3c: first the paths without loss, else those that fall least short; 12.1.3d: then supply."""
    search = _Search(g, side, origin, length, kinds, gone)
    short, paths = search.whole()
    if not paths:
        short, paths = search.partial()
    if len(paths) < 2:
        return Escapes(short, paths)
    after = g.copy()
    for u in gone:
        if g.hex_of[u] == origin:
            after.place(u, OFF_MAP)
    supplied = {h: path for h, path in paths.items() if _in_supply(after, kinds, how, h)}
    return Escapes(short, supplied or paths)


def _in_supply(g: France40, kinds: tuple[Unit, ...], how: str, h: Hex) -> bool:
    """12.1.3d, R.12.1.3d.1: whether units would be in supply in a hex, in the state they would then be in.

    Their presence can only help: they negate bonds, and those with a zone contest enemy zones.
    """
    if supplied_at(g, kinds[0], h):
        return True
    enemy_zones = zones(g, g.scenario.side_of[kinds[0]].enemy)
    if not any(enemy_zones[n] for n in g.map.adjacent[h]):
        return False
    there = g.copy()
    for u in kinds:
        there.place(u, h)
        shake(there, u, how)
    return in_supply(there, kinds[0])


class _Search:
    """The paths of a retreat on the board as it stands."""

    def __init__(
        self, g: France40, side: Side, origin: Hex, length: int, kinds: tuple[Unit, ...], gone: tuple[Unit, ...]
    ) -> None:
        self.g, self.side, self.origin, self.length, self.kinds = g, side, origin, length, kinds
        self.gone = frozenset(gone)
        self.enemy_zones, self.enemies = zones(g, side.enemy), g.held(side.enemy)
        self.steps, self.known = dry_steps(g, kinds), dict[Hex, bool]()
        self.shuns_cities = any(g.full_retreat(u) for u in kinds)

    # -- one step

    def open(self, a: Hex) -> Iterator[Hex]:
        """12.2: the hexes next to one that can be entered and survived; 12.1.2b: friends do not bar them."""
        for b in self.steps[a]:
            shut = self.enemies[b] or (self.shuns_cities and self.hostile(b)) or abroad(self.g, self.kinds, b)
            if not shut and not crosses(self.g, self.side, a, b):
                yield b

    def hostile(self, h: Hex) -> bool:
        """13.3.2b, R.12.2a.1: an enemy City, which units already in Full Retreat may not enter."""
        return h in self.g.scenario.cities and not self.g.controls(self.side, h)

    def closed(self, a: Hex, b: Hex) -> Refusal | None:
        """12.2: why a step eliminates the unit, whatever came before; 7.2b, R.19.4.3.1: so does one off the map."""
        g, there = self.g, self.g.map.labels[b]
        if not g.scenario.playable[b]:
            rule = "19.4.3" if g.map.terrain[b] in ("entry", "half_hex") else "12.2a"
            return Refusal(rule, f"{there} is outside the playing area", (there,))
        if self.enemies[b]:
            return Refusal("12.2b", f"enemy units are in {there}", (there,))
        if major(g, a, b):
            return Refusal("12.2g", f"a Major River lies between {g.map.labels[a]} and {there}", (there,))
        if refusal := next(filter(None, (why_not_cross(g, u, a, b) for u in self.kinds)), None):
            return Refusal("12.2a", refusal.text, refusal.causes)
        if self.shuns_cities and self.hostile(b):
            return Refusal("13.3.2b", f"{there} is an enemy City", (there,))
        if abroad(g, self.kinds, b):
            return Refusal("22.4.2", f"Belgian units may not enter {there}", (there,))
        if refusal := why_not_past_bonds(g, self.side, a, b):
            return Refusal("12.2c", refusal.text, refusal.causes)
        return None

    def feared(self, h: Hex) -> bool:
        """12.2d, 12.3b: an enemy zone counts unless a friend is there that has not retreated in this combat."""
        if not self.enemy_zones[h]:
            return False
        if h not in self.known:
            self.known[h] = all(u in self.gone for u in self.g.units_in(h, self.side))
        return self.known[h]

    def contested(self, h: Hex) -> bool:
        """12.3a, 12.3b: a friend's zone reaches the hex; those that retreat do not count."""
        g = self.g
        return any(
            u not in self.gone and has_zone(g, u)
            for n in ground(g).spread[h]
            if g.held(self.side)[n]
            for u in g.units_in(n, self.side)
        )

    def survives(self, a: Hex, b: Hex) -> bool:
        """12.2d: not two feared hexes in a row; 12.2e: after the first hex none that only the enemy covers.

        R.12.2d.1: the hex that the units leave does not count.
        """
        return not self.feared(b) or a == self.origin or (not self.feared(a) and self.contested(b))

    # -- whole retreats

    def whole(self) -> tuple[int, dict[Hex, Path]]:
        """12.1.3c: the ways that end the whole distance away, and 12.4.1: those that may stop early. No loss."""
        map, found = self.g.map, dict[Hex, Path]()
        layer: dict[Hex, Path] = {self.origin: ()}
        for place in range(1, self.length + 1):
            following: dict[Hex, Path] = {}
            for a, path in layer.items():
                for b in self.open(a):
                    if b not in following and map.distance(self.origin, b) == place and self.survives(a, b):
                        following[b] = (*path, b)
            layer = following
            if place < self.length:
                found |= {h: path for h, path in layer.items() if self.may_stop(h)}
        whole = {h: path for h, path in layer.items() if not self.feared(h)}
        return 0, found | (whole or self.one_farther(layer))

    def one_farther(self, layer: dict[Hex, Path]) -> dict[Hex, Path]:
        """12.2f, R.12.2f.1: one extra hex, where every retreat of the right length would end in an enemy zone."""
        more: dict[Hex, Path] = {}
        for a, path in layer.items():
            for b in self.open(a):
                far = self.g.map.distance(self.origin, b) >= self.length
                if far and b not in path and not self.feared(b):
                    more.setdefault(b, (*path, b))
        return more

    def may_stop(self, h: Hex) -> bool:
        """12.4.1, R.12.4.1.1: a friendly City or, for the Allies, a Fortified Hex, safe from enemy zones.

        12.4.2: neither `how` nor the enemy's advance depends on it.
        """
        g = self.g
        city = h in g.scenario.cities and g.controls(self.side, h)
        if not city and not fortified(g, self.side, h):
            return False
        friends = (u for u in g.units_in(h, self.side) if u not in self.gone)
        return not self.enemy_zones[h] or any(g.good_order(u) for u in friends)

    def partial(self) -> tuple[int, dict[Hex, Path]]:
        """12.1.3c: as far as it can, if it cannot go the full distance; 12.4.1: or where it may stop without loss."""
        best, found = self.length, dict[Hex, Path]()
        for path in self.walks((), self.origin):
            short = self.missing(path[-1])
            if self.feared(path[-1]) or short > best or short == self.length:
                continue
            if short < best:
                best, found = short, {}
            found[path[-1]] = min(found.get(path[-1], path), path, key=len)
        return best, found

    def walks(self, path: Path, here: Hex) -> Iterator[Path]:
        """12.1.3a: every path that enters no hex twice and that the units survive; 12.2f: at most one extra hex."""
        if len(path) > self.length or (len(path) == self.length and not self.feared(here)):
            return
        for b in self.open(here):
            if b == self.origin or b in path or not self.survives(here, b):
                continue
            way = (*path, b)
            yield way
            yield from self.walks(way, b)

    # -- a path written by hand, and why not

    def shortfall(self, path: Path) -> int:
        """By how many hexes a path falls short; more than its length if it is impossible."""
        never = self.length + 1
        before = self.origin
        for place, h in enumerate(path):
            fine = h in self.g.map.adjacent[before] and h not in path[:place] and h != self.origin
            farther = place < self.length or (place == self.length and self.feared(before))
            if not (fine and farther and self.survives(before, h)) or h not in self.open(before):
                return never
            before = h
        return never if self.feared(before) else self.missing(before)

    def missing(self, end: Hex) -> int:
        """12.1.3c: by how many hexes a retreat that ends here falls short; 12.4.1: none where it may stop."""
        return 0 if self.may_stop(end) else self.length - min(self.length, self.g.map.distance(self.origin, end))

    def refusal(self, goal: Hex, best: Escapes) -> Refusal:
        """Why a retreat may not end in a hex."""
        g, there = self.g, self.g.map.labels[goal]
        far = g.map.distance(self.origin, goal)
        before = [n for n in g.map.adjacent[goal] if g.map.distance(self.origin, n) == far - 1]
        reasons = [self.closed(n, goal) for n in before]
        if reasons and all(reasons) and reasons[0]:
            return reasons[0]
        if self.feared(goal):
            return Refusal("12.2f", f"{there} is in an enemy zone, and a retreat cannot end in one", (there,))
        if far < self.length - best.short:
            return Refusal(
                "12.1.3c", f"{there} is too near: the retreat is {count(self.length, 'hex', 'hexes')} long", (there,)
            )
        if goal in self.whole()[1]:
            return Refusal(
                "12.1.3d",
                f"the units would be out of supply in {there}, and another retreat leaves them in supply",
                (there,),
            )
        return Refusal(
            "12.1.3b",
            f"the units cannot reach {there} by a safe path of {count(self.length, 'hex', 'hexes')}",
            (there,),
        )
