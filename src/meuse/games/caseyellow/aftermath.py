"""11.4, 11.5: retreats by the compass, advances; 7.9e.stacked: Attack Supply Units that get away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from meuse.counters import Side, Unit
from meuse.games.caseyellow.board import ADVANCED, CaseYellow
from meuse.games.caseyellow.ground import enter, is_engaged, why_not_across, why_not_into, why_not_past_enemies
from meuse.games.caseyellow.losses import eliminate
from meuse.games.caseyellow.stacking import may_stack
from meuse.games.caseyellow.zones import feared
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases import log
from meuse.phases.aftermath import Advances
from meuse.phases.retreats import Path, RetreatsByPath
from meuse.report import count
from meuse.spelling import path_token
from meuse.steps import overrides

# -- retreats


class ByCompass(RetreatsByPath, frozen=True):
    """11.4b: units retreat, each on its own, by ways that obey the Retreat Compass."""

    rule = "11.4b"

    def paths(self, g: CaseYellow, u: Unit) -> list[Path]:
        """All the ways that a unit may take."""
        raise NotImplementedError

    def fallen_back(self, g: CaseYellow) -> None:
        """Go on with the others."""
        raise NotImplementedError

    @overrides
    def ways(self, g: CaseYellow, unit: Unit) -> dict[Hex, Path]:
        return ways_by_end(g, self.paths(g, unit))

    @overrides
    def fall_back(self, g: CaseYellow, unit: Unit, path: Path) -> None:
        for h in path:
            enter(g, unit, h)
        log.retreat(g, (unit,), path[-1:], self.rule)
        self.fallen_back(g)

    @overrides
    def why_not_walk(self, g: CaseYellow, unit: Unit, path: Path) -> Refusal | None:
        if path in self.paths(g, unit):
            return None
        return Refusal("11.4b", f"{g.name(unit)} cannot retreat by {path_token(g.map, path)}")


class Retreat(ByCompass, frozen=True):
    """11.4a, 11.3h: defenders retreat; `side` is who moves them, `origin` the hex they leave."""

    units: tuple[Unit, ...]
    origin: Hex
    length: int
    saved: int = 0

    retreat = RetreatsByPath.retreat.told(rule="11.4b")

    @overrides
    def question(self, g: CaseYellow) -> str:
        return "Where does the unit retreat?" if len(self.standing(g)) == 1 else "Where do the units retreat?"

    @overrides
    def title(self, g: CaseYellow) -> str:
        return f"Retreat from {g.map.labels[self.origin]}"

    @overrides
    def help(self, g: CaseYellow) -> str:
        return f"{count(self.length, 'hex', 'hexes')}, in the directions of the Retreat Compass wherever possible."

    @overrides
    def standing(self, g: CaseYellow) -> list[Unit]:
        return [u for u in self.units if g.hex_of[u] == self.origin]

    @overrides
    def paths(self, g: CaseYellow, u: Unit) -> list[Path]:
        return retreat_paths(g, u, self.length)

    @overrides
    def lost(self, g: CaseYellow, unit: Unit) -> None:
        """11.4b, 11.4d, 9.5c, 9.5d: a unit that cannot retreat is eliminated."""
        eliminate(g, unit, "11.4b", survivors=self.saved)

    @overrides
    def fallen_back(self, g: CaseYellow) -> None:
        g.replace(msgspec.structs.replace(self, saved=self.saved + 1))

    @overrides
    def why_not_end(self, g: CaseYellow, unit: Unit, goal: Hex) -> Refusal:
        return why_not_retreat_to(g, unit, self.length, goal)


def retreat_paths(g: CaseYellow, u: Unit, length: int) -> list[Path]:
    """11.4b: the ways of a retreat."""
    return preferred(g, u, possible_paths(g, u, length))


def preferred(g: CaseYellow, u: Unit, paths: list[Path]) -> list[Path]:
    """11.4b.compass, R.11.4b.compass.1: the ways that leave the compass in the fewest hexes."""
    strays = [off_compass(g, u, path) for path in paths]
    least = min(strays, default=0)
    return [path for path, count in zip(paths, strays, strict=True) if count == least]


def off_compass(g: CaseYellow, u: Unit, path: Path) -> int:
    """11.4b.compass, 2.1b: how many hexes of a way do not lie in a direction of the side's Retreat Compass."""
    compass = g.scenario.compass[g.side(u)]
    steps = zip((g.hex_of[u], *path), path, strict=False)
    return sum(g.map.neighbours[a].index(b) not in compass for a, b in steps)


def ways_by_end(g: CaseYellow, paths: list[Path]) -> dict[Hex, Path]:
    """The way of a retreat if none is written; 13.5.2: through the Dynamo port only if no other leads there."""
    found: dict[Hex, Path] = {}
    for path in sorted(paths, key=lambda path: g.port in path[:-1]):
        found.setdefault(path[-1], path)
    return found


def possible_paths(g: CaseYellow, u: Unit, length: int) -> list[Path]:
    """11.4b, 11.4c, 11.4d: all ways that obey the conditions; 11.4b.overstack: one hex more where there is no room."""
    start = g.hex_of[u]
    found: list[Path] = []
    for path in full_paths(g, u, length):
        if may_stack(g, u, path[-1]):
            found.append(path)
        elif len(path) == length:
            found += [longer for longer in longer_by_one(g, u, start, path) if may_stack(g, u, longer[-1])]
    return found


def full_paths(g: CaseYellow, u: Unit, length: int) -> Iterator[Path]:
    """11.4b.path: no hex twice, ending as far from the start as the retreat is long; 11.4c: or stopping after one."""
    start = g.hex_of[u]
    for first in exits(g, u, start):
        if length == 1:
            yield (first,)
            continue
        if may_stop(g, u, start, first):
            yield (first,)
        for second in exits(g, u, first):
            if second != start and g.map.distance(start, second) == 2:
                yield first, second


def longer_by_one(g: CaseYellow, u: Unit, start: Hex, path: Path) -> Iterator[Path]:
    """8.4d, 11.4b.overstack, 11.4d.overstack: one additional hex."""
    for n in exits(g, u, path[-1]):
        if n != start and n not in path and g.map.distance(start, n) >= len(path):  # 11.4b.path
            yield (*path, n)


def exits(g: CaseYellow, u: Unit, h: Hex) -> list[Hex]:
    """11.4b.river, 11.4b.forest, 7.9d: over hexsides that the chart and interdiction allow the unit."""
    ways = g.scenario.ways[g.scenario.movement_kind[u]][h]
    return [n for n, _ in ways if why_not_retreat_into(g, u, n) is None and why_not_across(g, u, h, n) is None]


def why_not_retreat_into(g: CaseYellow, u: Unit, h: Hex) -> Refusal | None:
    """11.4b.enemy, 11.4b.zoc, 11.4b.friend, 11.4b.nation: why a hex is closed to a retreat."""
    there = g.map.labels[h]
    if refusal := why_not_past_enemies(g, g.side(u), h):
        return Refusal("11.4b.enemy", refusal.text, (there,))
    if refusal := why_not_into(g, u, h):
        return Refusal(refusal.rule if refusal.rule == "12.7c" else "11.4b.nation", refusal.text, (there,))
    if is_shut_by_zone(g, u, h):
        return Refusal("11.4b.zoc", f"{there} is in an enemy zone of control, and no friendly unit is there", (there,))
    return None


def is_shut_by_zone(g: CaseYellow, u: Unit, h: Hex) -> bool:
    """9.5c, 9.5d, 11.4b.zoc, R.11.4b.zoc.1, 11.4b.friend: a vacant hex in an enemy zone that the unit cannot ignore."""
    return not g.held(g.side(u))[h] and feared(g, u, h)


def may_stop(g: CaseYellow, u: Unit, a: Hex, b: Hex) -> bool:
    """11.4c: behind a river, in a town, a city or works that stand; for the Allies in Metz and Eben Emael."""
    side = g.map.side_between(a, b)
    if side is not None and g.scenario.river[side]:
        return True
    return (
        b in g.scenario.towns
        or b in g.scenario.cities
        or g.standing_works(b)
        or g.standing_fort(b) is not None
        or named_haven(g, u, b)
    )


def named_haven(g: CaseYellow, u: Unit, h: Hex) -> bool:
    """11.4c: Metz and Eben Emael are havens for the Allies, whatever became of their forts."""
    fort = g.scenario.forts.get(h)
    return fort is not None and g.side(u) is Side.ALLIED and fort.line in ("metz", "eben_emael")


def why_not_retreat_to(g: CaseYellow, u: Unit, length: int, goal: Hex) -> Refusal:
    """Why a unit cannot retreat to a hex."""
    start, there = g.hex_of[u], g.map.labels[goal]
    if refusal := why_not_retreat_into(g, u, goal):
        return refusal
    ends = {path[-1] for path in possible_paths(g, u, length)}
    if goal in ends:
        return Refusal("11.4b.compass", f"other retreats follow the Retreat Compass better than the one to {there}")
    if g.map.distance(start, goal) < length:
        return Refusal("11.4c", f"{g.name(u)} must retreat 2 hexes; {there} is only 1 away")
    if any(path[-1] == goal for path in full_paths(g, u, length)):
        return Refusal("11.4b.overstack", f"{there} has no room for {g.name(u)}")
    return Refusal("11.4b.path", f"no path of {count(length, 'hex', 'hexes')} to {there} is open to {g.name(u)}")


class DepotRetreat(ByCompass, frozen=True):
    """7.9e.stacked: before the combat an Attack Supply Unit among other units retreats two hexes, if it can."""

    rule = "7.9e.stacked"
    question = "Where does the Attack Supply Unit retreat?"
    unit: Unit
    origin: Hex

    retreat = RetreatsByPath.retreat.told(rule="7.9e.stacked")

    @overrides
    def title(self, g: CaseYellow) -> str:
        return f"{g.name(self.unit)} retreats"

    @overrides
    def standing(self, g: CaseYellow) -> list[Unit]:
        return [self.unit] if g.hex_of[self.unit] == self.origin else []

    @overrides
    def paths(self, g: CaseYellow, u: Unit) -> list[Path]:
        return retreat_paths(g, u, 2)

    @overrides
    def lost(self, g: CaseYellow, unit: Unit) -> None:
        """7.9e.stacked: one that cannot retreat stays, and is lost if the hex falls."""

    @overrides
    def fallen_back(self, g: CaseYellow) -> None:
        g.pop()

    @overrides
    def why_not_end(self, g: CaseYellow, unit: Unit, goal: Hex) -> Refusal:
        return why_not_retreat_to(g, unit, 2, goal)


# -- advances


def clear_of_enemies(g: CaseYellow, side: Side, h: Hex) -> bool:
    """11.5a, 10.9a.enter: no enemy that can fight and no garrison is in a hex; a depot does not hold it."""
    fort = g.standing_fort(h)
    return not g.fighters(h, side.enemy) and (fort is None or fort.side is side)


class Advance(Advances, frozen=True):
    """11.5a, 11.5b, 4.1c.move5: attackers may go into the vacated hex, at once; `fresh` have not yet.

    11.5f, R.11.5f.1: `taken` are the second hexes into which units of this advance have gone, vacant before.
    """

    rule = "11.5a"
    title = "Advance"
    question = "Which units advance after combat?"
    fresh: tuple[Unit, ...]
    vacated: Hex
    taken: tuple[Hex, ...] = ()

    @overrides
    def may_advance(self, g: CaseYellow, unit: Unit) -> bool:
        return g.hex_of[unit] >= 0 and not is_engaged(g, unit) and bool(self.ways(g, unit))

    @overrides
    def advancing(self, g: CaseYellow) -> list[Unit]:
        return super().advancing(g) if clear_of_enemies(g, self.side, self.vacated) else []

    @order("advance {unit} {path}", rule="11.5a", why="only units that attacked advance, each of them once")
    def advance(self, g: CaseYellow, unit: Unit, path: Sequence[Hex]) -> None:
        """11.5c, 11.5d, 9.5e: no movement points, enemy zones ignored; 7.9e.stacked: a depot left behind is lost."""
        for depot in g.units_in(self.vacated, self.side.enemy):
            eliminate(g, depot, "7.9e.stacked")
        for h in path:
            enter(g, unit, h)
        g.act(unit, ADVANCED)
        log.advance(g, (unit,), path[-1:], "11.5a")
        msgspec.structs.replace(self, taken=(*self.taken, *path[1:])).gone(g, unit)

    @advance.choices("unit")
    def to_advance(self, g: CaseYellow) -> list[Unit]:
        return self.advancing(g)

    @advance.choices("path")
    def ways(self, g: CaseYellow, unit: Unit) -> list[Hex]:
        if not can_enter(g, unit, self.vacated):
            return []
        goals = (self.vacated, *second_hexes(g, unit, self.vacated, self.taken))
        return sorted(h for h in goals if may_stack(g, unit, h))

    @advance.way
    def through(self, g: CaseYellow, unit: Unit, goal: Hex) -> Path:
        return (self.vacated,) if goal == self.vacated else (self.vacated, goal)

    @advance.refuses("path")
    def why_not_there(self, g: CaseYellow, unit: Unit, goal: Hex) -> Refusal | None:
        if goal != self.vacated and not second_hex_allowed(g, unit):
            return Refusal("11.5f", f"{g.name(unit)} can advance only into the vacated hex")
        if goal != self.vacated and (refusal := why_not_second_hex(g, unit, self.vacated, goal, self.taken)):
            return refusal
        if not may_stack(g, unit, goal):
            return Refusal("11.5e", f"{g.map.labels[goal]} has no room for {g.name(unit)}")
        return why_not_into(g, unit, goal)

    done = Advances.done.told(rule="11.5a")


def can_enter(g: CaseYellow, u: Unit, h: Hex) -> bool:
    """10.3a, 10.10a: whether the chart and its nation let a unit advance into a hex."""
    ways = g.scenario.ways[g.scenario.movement_kind[u]][g.hex_of[u]]
    return any(n == h for n, _ in ways) and why_not_into(g, u, h) is None


def second_hex_allowed(g: CaseYellow, u: Unit) -> bool:
    """11.5f, 11.1c, 11.9d, R.11.9d.1, 10.3b, R.10.3b.1: German yellow MA units in a German Combat Round."""
    german_combat = bool(g.rounds) and g.rounds[-1] == (Side.GERMAN, "combat")
    return german_combat and g.side(u) is Side.GERMAN and g.scenario.yellow[u]


def second_hexes(g: CaseYellow, u: Unit, first: Hex, taken: Sequence[Hex]) -> list[Hex]:
    if not second_hex_allowed(g, u):
        return []
    near = g.map.adjacent[first]
    return [n for n in near if n != g.hex_of[u] and why_not_second_hex(g, u, first, n, taken) is None]


def why_not_second_hex(g: CaseYellow, u: Unit, first: Hex, n: Hex, taken: Sequence[Hex] = ()) -> Refusal | None:
    """11.5f, 11.5f.terrain: a vacant hex; not Flooded, Forest off the road, or over a great river off a crossing."""
    there, side = g.map.labels[n], g.map.side_between(first, n)
    if side is None:
        return Refusal("11.5f", f"{there} is not next to the vacated hex")
    if refusal := why_not_past_enemies(g, g.side(u), n):
        return Refusal("11.5f", refusal.text, (there,))
    if n in g.at and n not in taken:
        return Refusal("11.5f", f"your units are in {there}; the second hex must be vacant", (there,))
    open_way = any(way == n for way, _ in g.scenario.ways[g.scenario.movement_kind[u]][first])
    great = g.scenario.river[side] in ("major_river", "rhein")
    bridged = side in g.scenario.crossing and side not in g.interdicted
    if not open_way or g.map.terrain[n] == "flooded" or (great and not bridged):
        return Refusal("11.5f.terrain", f"the terrain of {there} does not allow a second hex of advance")
    return None
