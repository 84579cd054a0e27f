"""14: advance after combat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.france40.board import ADVANCED, ATTACKED, AUTO_DS, OUT_OF_SUPPLY, TRAIN, France40
from meuse.games.france40.breakthrough import FREE, STOPPED, Breakthrough
from meuse.games.france40.displaced import Marching, makes_room
from meuse.games.france40.dynamo import why_not_move
from meuse.games.france40.halt import comrades, why_not_apart
from meuse.games.france40.march import can_advance, ends_in, first_ways, later_ways, march, why_not_step, why_not_walk
from meuse.games.france40.odds import Battle
from meuse.games.france40.results import Pursuit
from meuse.games.france40.stacking import fits
from meuse.games.france40.terrain import major
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases import log
from meuse.phases.aftermath import Advances
from meuse.report import count
from meuse.steps import overrides

PENDING = -1
"""The battle is undecided, or lost."""

Path = tuple[Hex, ...]


class Advance(Marching, Pursuit, Advances, frozen=True):
    """14.1.1a: the victors of a battle advance; 15.2.1: first, if they wish, a Breakthrough Group.

    `hexes` is the length of the advance, 0 for a Limited Advance (14.2.2). `fresh` have not advanced; `moving` is under
    way with `left` hexes to go. `grouping` says that a Breakthrough Group may still form.
    """

    rule = "14.1.1a"
    question = "Which units advance after combat?"
    battle: Battle
    hexes: int = PENDING
    fresh: tuple[Unit, ...] = ()
    moving: Unit = -1
    left: int = 0
    grouping: bool = True

    def title(self, g: France40) -> str:
        return f"Advance from {g.map.spot(self.battle.target)}" if self.hexes != PENDING else ""

    def about(self, g: France40) -> tuple[str, ...]:
        return (g.map.labels[self.battle.target],)

    def won(self, g: France40, b: Battle, hexes: int) -> Advance:
        """14.1.1a: from now on they may advance; by now the battle has its support."""
        return Advance(self.side, b, hexes, victors(g, b))

    @overrides
    def decider(self, g: France40) -> Side | None:
        return None if self.hexes == PENDING else super().decider(g)

    # -- one unit

    @order("advance {unit} {path}", rule="14.1.1b")
    def advance(self, g: France40, unit: Unit, path: Path) -> None:
        self.set_out(g, (unit,), path)

    @overrides
    def set_out(self, g: France40, units: tuple[Unit, ...], path: Path) -> None:
        """14.1.1b: hexes are counted; 13.3.2d: where others must give way, it continues once they have."""
        (unit,) = units
        if makes_room(g, self.side, units, path):
            return
        start, budget, party = g.hex_of[unit], self.budget(g, unit), comrades(g, unit)
        walked, replies = march(g, party, path)
        for u in party:
            g.add(u, ADVANCED)
        log.advance(g, party, walked[-1:], "14.1.1b")
        over = major(g, start, walked[0]) or ends_in(g, self.side, walked[-1], self.battle.target)
        left = 0 if over else budget - len(walked)
        fresh = tuple(u for u in self.fresh if u not in party)
        g.replace(*replies, Advance(self.side, self.battle, self.hexes, fresh, unit, left, grouping=False))

    @advance.choices("unit")
    @overrides
    def advancing(self, g: France40) -> list[Unit]:
        return [u for u in self.able(g) if self.may_advance(g, u)]

    @overrides
    def may_advance(self, g: France40, unit: Unit) -> bool:
        if unit == self.moving or not self.hexes:
            return bool(self.ways(g, unit))
        return can_advance(g, comrades(g, unit), self.budget(g, unit), self.battle.target)

    def able(self, g: France40) -> list[Unit]:
        """22.2d: in Dynamo a Panzer division advances as a whole or not at all."""
        mobile = [u for u in (*self.fresh, self.moving) if u >= 0 and g.hex_of[u] >= 0]
        free = {*mobile, *(comrades(g, self.moving) if self.moving in mobile else ())}
        return [u for u in mobile if free.issuperset(comrades(g, u))]

    @advance.choices("path")
    def goals(self, g: France40, unit: Unit) -> list[Hex]:
        return sorted(self.ways(g, unit))

    @advance.way
    def path(self, g: France40, unit: Unit, goal: Hex) -> Path:
        return self.ways(g, unit)[goal]

    @advance.walks
    def walks(self, g: France40, unit: Unit, path: Path) -> Refusal | None:
        return why_not_walk(g, comrades(g, unit), path, self.budget(g, unit), self.battle.target)

    def ways(self, g: France40, unit: Unit) -> dict[Hex, Path]:
        """14.3: in any direction; 14.2.2: a Limited Advance only into the hex that was vacated."""
        vacated = self.battle.target
        ways = later_ways if unit == self.moving else first_ways
        found = ways(g, comrades(g, unit), self.budget(g, unit), vacated)
        return found if self.hexes else {h: path for h, path in found.items() if h == vacated}

    def budget(self, g: France40, unit: Unit) -> int:
        slowest = min(pace(g, u) for u in comrades(g, unit))
        return self.left if unit == self.moving else min(max(1, self.hexes), slowest)

    @advance.describes("path")
    def price(self, g: France40, unit: Unit, goal: Hex) -> dict[str, Any]:
        path = self.ways(g, unit)[goal]
        return {"cost": str(len(path)), "path": tuple(g.map.labels[h] for h in path), "rules": ("14.1.1b",)}

    @advance.refuses("unit")
    def why_not_unit(self, g: France40, unit: Unit) -> Refusal | None:
        if g.scenario.side_of[unit] is not self.side or g.hex_of[unit] < 0:
            return None
        if unit == self.battle.hq:
            return Refusal("14.1.1a", f"{g.name(unit)} supported the attack and cannot advance")
        comrades_here = [u for u in self.fresh if u in comrades(g, unit)]
        if refusal := why_not_apart(g, comrades_here):
            return refusal
        if unit not in self.able(g):
            return Refusal("14.1.2a", f"{g.name(unit)} took no part in the attack, or has already advanced")
        return Refusal("14.4.1", f"{g.name(unit)} cannot enter any adjacent hex")

    @advance.refuses("path")
    def why_not_there(self, g: France40, unit: Unit, goal: Hex) -> Refusal:
        there, vacated = g.map.labels[goal], self.battle.target
        if not self.hexes and goal != vacated:
            return Refusal("14.2.2", f"a Limited Advance goes only into {g.map.labels[vacated]}", (there,))
        if not fits(g, comrades(g, unit), goal):
            return Refusal("14.1.1c", f"{there} has no room for {g.name(unit)}", (there,))
        if goal in g.map.adjacent[g.hex_of[unit]]:
            refusal = why_not_step(g, (unit,), g.hex_of[unit], goal, vacated)
            return refusal or Refusal("14.5b", "an advance can cross a Major River only with its first hex", (there,))
        if g.map.distance(g.hex_of[unit], goal) > self.budget(g, unit):
            rule = "14.2.1b" if self.budget(g, unit) < self.hexes else "14.2.1a"
            most = count(self.budget(g, unit), "hex", "hexes")
            return Refusal(rule, f"{g.name(unit)} can advance {most} at most", (there,))
        return Refusal("14.4.1", f"enemy zones, bonds, rivers or rough ground stop {g.name(unit)} short of {there}")

    # -- the Breakthrough Group

    @order(
        "group {units}",
        label="Breakthrough Group",
        rule="15.2.2",
        says="This stack advances first, and may fight again on its way.",
    )
    def group(self, g: France40, units: tuple[Unit, ...]) -> None:
        """15.2.1: it makes its whole advance before the others; 15.2.4: units of several hexes gather first."""
        gathering = len({g.hex_of[u] for u in units}) > 1
        replies = []
        for u in units:
            g.add(u, ADVANCED)
            if gathering:
                replies += march(g, (u,), (self.battle.target,))[1]
        used = 1 if gathering else 0
        left = tuple(self.budget(g, u) - used for u in units)
        text = f"{g.listed(units)} form{'s' if len(units) == 1 else ''} the Breakthrough Group"
        g.emit("group", text, "15.2.2", units=g.ids(units))
        rest = tuple(u for u in self.fresh if u not in units)
        others = Advance(self.side, self.battle, self.hexes, rest, grouping=False)
        state = STOPPED if gathering and ends_in(g, self.side, self.battle.target, self.battle.target) else FREE
        g.replace(*replies, Breakthrough(self.side, self.battle, units, left, self.battle.target, used, state), others)

    @group.choices("units")
    def members(self, g: France40, chosen: Sequence[Unit]) -> Iterator[Unit]:
        """15.2.3a, 15.2.3b, 15.2.3c: one stack of one nation, or units that can gather in the vacated hex."""
        for u in self.fresh:
            if u not in chosen and g.hex_of[u] >= 0 and why_not_group(g, self.battle, (*chosen, u)) is None:
                yield u

    @group.enough("units")
    def why_not_apart(self, g: France40, chosen: Sequence[Unit]) -> Refusal | None:
        return why_not_apart(g, chosen)

    @group.refuses("units")
    def why_not_member(self, g: France40, chosen: Sequence[Unit], unit: Unit) -> Refusal | None:
        if unit not in self.fresh:
            return Refusal("15.2.3c", f"{g.name(unit)} took no part in this attack")
        return why_not_group(g, self.battle, (*chosen, unit))

    @group.closed_if
    def why_not_group_now(self, g: France40) -> Refusal | None:
        if not self.hexes:
            return Refusal("14.2.2", "a Limited Advance does not allow Breakthrough Combat")
        return (
            None
            if self.grouping
            else Refusal("15.2.2", "only one stack can break through, before any other unit advances")
        )

    done = Advances.done.told(rule="14.1.1a")


def pace(g: France40, u: Unit) -> int:
    """14.2.1b: the most hexes that a unit advances; 18.4c: two if it is marked Out of Supply."""
    table, face = g.scenario.tables["advance"], g.face(u)
    if face.heavy or g.status[u] & OUT_OF_SUPPLY:
        return int(table["other"])
    if face.mech:
        return int(table["mechanized"])
    return int(table["cavalry"] if face.kind == "cavalry" else table["other"])


def victors(g: France40, b: Battle) -> tuple[Unit, ...]:
    """14.1.1a, 14.1.2a: the attackers, and Good Order units stacked with them that have not acted yet.

    14.1.2b: these have the same rights; 14.1.2c: and may be of another Ally.
    R.14.1.2a.2: units under GQG, Halt!, Train and May Not Move markers stay.
    """
    hexes = {g.hex_of[u] for u in b.units if g.hex_of[u] >= 0}
    side = g.scenario.side_of[b.units[0]]
    along = (u for h in hexes for u in g.units_in(h, side) if u not in b.units and tags_along(g, b, u))
    return tuple(sorted((*b.units, *along)))


def tags_along(g: France40, b: Battle, u: Unit) -> bool:
    """14.1.2a; 22.7d: nor may 1st Panzer leave its hex in this way before Calais is cleared."""
    busy = g.status[u] & (ATTACKED | ADVANCED | AUTO_DS | TRAIN) or g.under[u] or u in g.frozen
    return g.good_order(u) and not busy and not g.fort(u) and u != b.hq and why_not_move(g, u) is None


def why_not_group(g: France40, b: Battle, units: Sequence[Unit]) -> Refusal | None:
    """15.2.3a, 15.2.3b, 15.2.4: why units cannot be the Breakthrough Group."""
    if len({g.counter(u).nation for u in units}) > 1:
        return Refusal("15.2.3b", "units of different nations cannot attack together")
    if len({g.hex_of[u] for u in units}) == 1:
        return None
    for u in units:
        here = g.hex_of[u]
        if why_not_step(g, (u,), here, b.target, b.target) or major(g, here, b.target):
            return Refusal("15.2.4", f"{g.name(u)} cannot gather in {g.map.labels[b.target]} and advance further")
    if not fits(g, tuple(units), b.target):
        return Refusal("15.2.3a", f"{g.map.labels[b.target]} does not have room for all of them")
    return None
