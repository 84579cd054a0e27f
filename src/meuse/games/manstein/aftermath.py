"""11 and 12: what follows a result: steps lost (10.6), retreats and pursuit; and overstacked units (6.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from meuse.counters import Side, Unit
from meuse.games.manstein import victory
from meuse.games.manstein.board import FLOWN, Manstein, feared, held
from meuse.games.manstein.ground import why_not_enter
from meuse.games.manstein.logistics import is_cut_off, is_sustained
from meuse.games.manstein.retreats import (
    Path,
    Paths,
    has_a_first_hex,
    push_paths,
    retreat_paths,
    why_not_retreat,
    why_not_walk,
)
from meuse.games.manstein.stacking import any_overstacked, excess
from meuse.games.manstein.territory import eliminate, enter, lose_step
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.advance import advances
from meuse.mechanics.losses import takers
from meuse.orders import order
from meuse.phases import log
from meuse.phases.aftermath import Advances, StepLoss
from meuse.phases.retreats import RetreatsByPath
from meuse.report import count
from meuse.steps import Question, Step, overrides

# -- 10.6 losses


class Lose(StepLoss, frozen=True):
    """10.6b: the owner chooses who loses each step; 22.1a: on the mobile table a Mech unit loses the first."""

    rule = "10.6b"
    question = "Which unit loses a step?"
    left: int
    mech_first: bool

    lose = StepLoss.lose.told(rule="10.6b", why="only units that fought in this combat lose its steps")

    @overrides
    def title(self, g: Manstein) -> str:
        return f"{self.side.title} losses"

    @overrides
    def remaining(self, g: Manstein) -> str:
        return f"{count(self.left, 'step')} to lose"

    @overrides
    def bearers(self, g: Manstein) -> tuple[Unit, ...]:
        standing = self.standing(g)
        return takers(standing, lambda u: in_mech_class(g, u)) if self.mech_first else tuple(standing)

    @overrides
    def decider(self, g: Manstein) -> Side | None:
        """R.10.6b.1: where all steps are lost no one is asked either, and the surplus is ignored."""
        enough = sum(g.steps[u] for u in self.standing(g)) > self.left
        return super().decider(g) if enough else None

    @overrides
    def run(self, g: Manstein) -> None:
        g.pop()
        for u in self.bearers(g)[:1]:
            self.take(g, u)

    @overrides
    def take(self, g: Manstein, unit: Unit) -> None:
        if self.left > 1:
            g.push(Lose(self.side, self.units, self.left - 1, mech_first=False))
        lose_step(g, unit, "10.6b")

    @lose.refuses("unit")
    def why_not(self, g: Manstein, unit: Unit) -> Refusal | None:
        if self.mech_first and unit in self.standing(g):
            return Refusal("22.1a", "in mobile combat a mechanized unit loses the first step")
        return None


def in_mech_class(g: Manstein, u: Unit) -> bool:
    """22.1a, R.22.1a.1: a mechanized unit that fights; logistics units only move like one."""
    return g.counter(u).mech and g.counter(u).kind != "logistics"


# -- 11 retreats


class Retreat(RetreatsByPath, frozen=True):
    """11.0, 11.1a: each unit on its own, by its owner. `left` are those that have not retreated yet."""

    rule = "11.0"
    lost_rule = "11.1c"
    question = "Where do your units retreat?"
    left: tuple[Unit, ...]
    length: int

    retreat = RetreatsByPath.retreat.told(rule="11.0")

    @overrides
    def title(self, g: Manstein) -> str:
        return f"{self.side.title} retreat"

    @overrides
    def about(self, g: Manstein) -> tuple[str, ...]:
        return tuple(sorted({g.label(g.hex_of[u]) for u in self.standing(g)}))

    @overrides
    def standing(self, g: Manstein) -> list[Unit]:
        return [u for u in self.left if g.hex_of[u] >= 0]

    @overrides
    def decider(self, g: Manstein) -> Side | None:
        """11.1g: static units come first. 11.1a, 17.0e: after them, while a unit has a path or a fortress."""
        if any(g.counter(u).is_static for u in self.standing(g)):
            return None
        return self.side if self.holding(g) or self.going(g) else None

    @overrides
    def run(self, g: Manstein) -> None:
        """11.1g, 17.0e: static units hold their own fortress or are lost; 11.1f3: so are units without a path.

        One by one, since each that is lost may leave room for the next.
        """
        settled = min(self.standing(g), key=lambda u: not g.counter(u).is_static, default=None)
        if settled is None:
            g.pop()
            return
        self.go_on(g, settled)
        if not in_own_fort(g, settled):
            self.lost(g, settled)

    def go_on(self, g: Manstein, gone: Unit) -> None:
        g.replace(Retreat(self.side, tuple(u for u in self.left if u != gone), self.length))

    @overrides
    def lost(self, g: Manstein, unit: Unit) -> None:
        lose_on_retreat(g, unit, self.length)

    @overrides
    def ways(self, g: Manstein, unit: Unit) -> Paths:
        return retreat_paths(g, unit, self.length)

    @overrides
    def fall_back(self, g: Manstein, unit: Unit, path: Path) -> None:
        self.go_on(g, unit)
        fall_back(g, unit, path)

    @overrides
    def why_not_walk(self, g: Manstein, unit: Unit, path: Path) -> Refusal | None:
        return why_not_walk(g, unit, path, self.length)

    @overrides
    def why_not_end(self, g: Manstein, unit: Unit, goal: Hex) -> Refusal:
        return why_not_retreat(g, unit, goal, self.length)

    @overrides
    def price(self, g: Manstein, unit: Unit, goal: Hex) -> dict[str, Any]:
        """7.2e: the steps that a path through enemy zones costs."""
        steps = sum(feared(g, self.side)[h] for h in self.ways(g, unit)[goal])
        return super().price(g, unit, goal) | {"price": count(steps, "step") if steps else ""}

    @order(
        "hold {unit}",
        label="Hold the fortress",
        rule="17.0e",
        why="only units in their own intact fortress hold it",
    )
    def hold(self, g: Manstein, unit: Unit) -> None:
        """17.0e: units in their own fortress may ignore a retreat."""
        self.go_on(g, unit)
        g.emit("hold", f"{g.name(unit)} holds {g.spot(g.hex_of[unit])}", "17.0e", units=(g.id(unit),))

    @hold.choices("unit")
    def holding(self, g: Manstein) -> list[Unit]:
        return [u for u in self.standing(g) if in_own_fort(g, u)]


def in_own_fort(g: Manstein, u: Unit) -> bool:
    """17.0e: whether a unit is in an intact fortress of its side."""
    return g.own_fort(g.hex_of[u], g.side(u)) is not None


def lose_on_retreat(g: Manstein, u: Unit, length: int) -> None:
    """11.1c, 11.1f3, 11.1g: why a unit that cannot retreat is lost."""
    if g.counter(u).is_static:
        eliminate(g, u, "11.1g", "cannot retreat")
    elif has_a_first_hex(g, u):
        eliminate(g, u, "11.1f3", f"cannot retreat {count(length, 'hex', 'hexes')}")
    else:
        eliminate(g, u, "11.1c", "has nowhere to retreat")


def fall_back(g: Manstein, u: Unit, path: Sequence[Hex]) -> None:
    """7.2e, 11.1h: every hex in an enemy zone costs a step, friends there or not; 8.3: no movement factors."""
    for h in path:
        enter(g, u, h)
        if feared(g, g.side(u))[h]:
            lose_step(g, u, "11.1h")
        if g.hex_of[u] != h:
            return
    log.retreat(g, (u,), path, "11.0")


# -- 12 pursuit


class Advance(Advances, frozen=True):
    """12.0: the attackers may go after the enemy, one by one. `overrun` is a further hex for Mech units (12.1b)."""

    rule = "12.0"
    question = "Which units pursue?"
    vacated: Hex
    left: tuple[Unit, ...]
    overrun: int

    @overrides
    def title(self, g: Manstein) -> str:
        return f"{self.side.title} pursuit"

    @overrides
    def about(self, g: Manstein) -> tuple[str, ...]:
        return (g.label(self.vacated),)

    @property
    @overrides
    def fresh(self) -> tuple[Unit, ...]:
        return self.left

    @overrides
    def gone(self, g: Manstein, unit: Unit) -> None:
        g.replace(msgspec.structs.replace(self, left=tuple(u for u in self.left if u != unit)))

    @overrides
    def may_advance(self, g: Manstein, unit: Unit) -> bool:
        return g.hex_of[unit] >= 0 and bool(self.ways(g, unit))

    @order("advance {unit} {path}", label="Pursue", rule="12.1a")
    def advance(self, g: Manstein, unit: Unit, path: Sequence[Hex]) -> None:
        """12.2b, R.12.2a.1: no movement factors; every hex entered changes hands."""
        self.gone(g, unit)
        log.went(g, "advance", (unit,), "pursue", "to", path, "12.1a")
        for h in path:
            enter(g, unit, h)
            victory.judge(g)
            if g.hex_of[unit] != h:
                break  # its country has laid down its arms

    @advance.choices("unit")
    def pursuing(self, g: Manstein) -> list[Unit]:
        return self.advancing(g)

    @advance.choices("path")
    def goals(self, g: Manstein, unit: Unit) -> list[Hex]:
        return sorted(self.ways(g, unit))

    @advance.way
    def way(self, g: Manstein, unit: Unit, goal: Hex) -> tuple[Hex, ...]:
        return self.ways(g, unit)[goal]

    @advance.walks
    def by_hand(self, g: Manstein, unit: Unit, path: Sequence[Hex]) -> Refusal | None:
        steps = zip((g.hex_of[unit], *path), path, strict=False)
        good = path[0] == self.vacated and len(path) <= pursuit_limit(g, unit, self.overrun)
        if good and all(may_pursue(g, unit, a, b) for a, b in steps):
            return None
        return Refusal("12.2a", "a pursuit starts with the hex the enemy left, then enters only hexes open to the unit")

    @advance.refuses("unit")
    def why_not(self, g: Manstein, unit: Unit) -> Refusal | None:
        if g.side(unit) is not self.side or g.hex_of[unit] < 0:
            return None
        if unit in self.left:
            return why_not_pursue(g, unit) or why_not_enter(g, unit, g.hex_of[unit], self.vacated)
        return Refusal("12.1a", f"{g.name(unit)} has already pursued, or took no part in the attack")

    @advance.refuses("path")
    def why_not_there(self, g: Manstein, unit: Unit, goal: Hex) -> Refusal:
        limit = pursuit_limit(g, unit, self.overrun)
        if g.map.distance(self.vacated, goal) >= limit:
            rule = "15.5d" if not is_sustained(g, unit) and g.counter(unit).mech else "12.1a"
            far = count(limit, "hex", "hexes")
            return Refusal(rule, f"{g.name(unit)} pursues at most {far}, the first into the hex the enemy left")
        return Refusal("12.2c", f"{g.name(unit)} cannot reach {g.spot(goal)}")

    def ways(self, g: Manstein, u: Unit) -> dict[Hex, tuple[Hex, ...]]:
        """12.2a, 12.2d, 12.2e: through the hex the enemy has left, whatever the zones; R.12.2a.2: and back again."""
        limit = pursuit_limit(g, u, self.overrun)
        if held(g, self.side.enemy)[self.vacated] or not limit:
            return {}
        return advances(g.map, g.hex_of[u], self.vacated, limit, lambda a, b: may_pursue(g, u, a, b))

    done = Advances.done.told(label="No further pursuit", rule="12.0")


def pursuit_limit(g: Manstein, u: Unit, overrun: int) -> int:
    """12.1a, 12.1b, 15.5d, 15.6: German Mech two hexes, others one; R.22.1.OR.1: an overrun adds one for Mech."""
    rows, counter = g.scenario.tables["pursuit"], g.counter(u)
    if why_not_pursue(g, u):
        return 0
    limit = rows["german_mech" if counter.mech and counter.side is Side.GERMAN else "others"]
    limit += overrun if counter.mech else 0
    return int(limit if is_sustained(g, u) else min(limit, rows["unsupported"]))


def why_not_pursue(g: Manstein, u: Unit) -> Refusal | None:
    """15.6, 26.3a, R.26.3a.1: why a unit does not pursue at all."""
    if is_cut_off(g, u):
        return Refusal("15.6", f"{g.name(u)} is cut off and cannot pursue")
    if g.status[u] & FLOWN:
        return Refusal("26.3a", f"{g.name(u)} was flown in and cannot move again this impulse")
    return None


def may_pursue(g: Manstein, u: Unit, a: Hex, b: Hex) -> bool:
    """12.2c, 7.2f: where a unit could go in normal movement; zones do not matter."""
    return b in g.map.adjacent[a] and not held(g, g.side(u).enemy)[b] and why_not_enter(g, u, a, b) is None


# -- 6.5 overstacking


class StackCheck(Step, frozen=True):
    """6.0a, 6.5: at the end of every movement and combat segment, for both sides."""

    rule = "6.5"
    title = ""

    def run(self, g: Manstein) -> None:
        crowded = any_overstacked(g)
        if crowded:
            side, h = crowded[0]
            g.push(Excess(side, h))
        else:
            g.pop()
            victory.watch(g)


class Excess(Question, frozen=True):
    """6.5, R.6.5.1: the owner names an excess unit; it loses a step, and the enemy pushes it back."""

    rule = "6.5"
    question = "Which excess unit loses a step and is pushed back?"
    hex: Hex

    def title(self, g: Manstein) -> str:
        return f"Overstacking in {g.spot(self.hex)}"

    def about(self, g: Manstein) -> tuple[str, ...]:
        return (g.label(self.hex),)

    @order(
        "eliminate {unit}",
        label="Push back",
        rule="6.5",
        why="only an excess unit of this hex is pushed back",
        was=("excess",),
    )
    def eliminate(self, g: Manstein, unit: Unit) -> None:
        g.pop()
        lose_step(g, unit, "6.5")
        if g.hex_of[unit] >= 0:
            g.push(PushBack(self.side.enemy, unit))

    @eliminate.choices("unit")
    def too_many(self, g: Manstein) -> list[Unit]:
        return excess(g, self.side, self.hex)


class PushBack(Question, frozen=True):
    """6.5, R.6.5.2: the opponent retreats an excess unit one hex, to where there is room."""

    after_die = True
    rule = "6.5"
    question = "Where is the enemy unit pushed back?"
    unit: Unit

    def title(self, g: Manstein) -> str:
        return f"{g.name(self.unit)} is pushed back"

    def about(self, g: Manstein) -> tuple[str, ...]:
        return (g.label(g.hex_of[self.unit]),)

    def decider(self, g: Manstein) -> Side | None:
        return self.side if push_paths(g, self.unit) else None

    def run(self, g: Manstein) -> None:
        g.pop()
        lose_on_retreat(g, self.unit, 1)

    @order("push {hex}", label="Push back", rule="6.5", says="The excess unit goes to this hex.")
    def push(self, g: Manstein, h: Hex) -> None:
        path = push_paths(g, self.unit)[h]
        g.pop()
        fall_back(g, self.unit, path)

    @push.choices("hex")
    def ends(self, g: Manstein) -> list[Hex]:
        return sorted(push_paths(g, self.unit))

    @push.refuses("hex")
    def why_not(self, g: Manstein, h: Hex) -> Refusal:
        if h in retreat_paths(g, self.unit, 1):
            return Refusal("6.5", f"{g.name(self.unit)} is pushed back only one hex while an adjacent hex has room")
        return why_not_retreat(g, self.unit, h, 1)
