"""3: stacking: what may stand together in a hex, and why not."""

from __future__ import annotations

from collections.abc import Iterable

from meuse.counters import Side, Unit
from meuse.games.planjaune.board import PlanJaune, points_of
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.report import count
from meuse.state import ALLIED_UNITS, GERMAN_UNITS, OWN, derived


def stack_fault(g: PlanJaune, units: Iterable[Unit], h: Hex, more: int = 0) -> str | None:
    """The rule that a stack of one side would break in a hex: 3a, 11.10a, 3e or 3f.

    `more` are points that its units are about to gain, or to lose.
    """
    units = tuple(units)
    limits = g.scenario.tables["stacking"]
    dyke = h == g.scenario.dyke
    if sum(points_of(g, u) for u in units) + more > (limits["dyke"] if dyke else limits["points"]):
        return "11.10a" if dyke else "3a"
    nations = {g.counter(u).nation for u in units}
    if len(nations) > 1:
        return "3e" if nations == {"french", "british"} else "3f"  # R.3e.1: CEFS and the Poles count as French
    return None


def may_stack(g: PlanJaune, u: Unit, h: Hex) -> bool:
    """3g: whether a unit may end its move in a hex, together with its friends there."""
    return joins(g, (u,), h) is None if h == g.hex_of[u] else h not in no_room(g, u)


def overstacked(g: PlanJaune, side: Side) -> list[Hex]:
    """3g: the hexes over a limit, or with units that may not share one."""
    return sorted(h for h in {g.hex_of[u] for u in g.on_map(side)} if stack_fault(g, g.units_in(h, side), h))


def no_room(g: PlanJaune, u: Unit) -> frozenset[Hex]:
    """3g: the hexes other than its own where friends leave no room for a unit."""
    return _no_room(g, g.scenario.side_of[u], points_of(g, u), g.counter(u).nation)


@derived(OWN)
def _no_room(g: PlanJaune, side: Side, points: int, nation: str) -> frozenset[Hex]:
    limits, dyke = g.scenario.tables["stacking"], g.scenario.dyke
    most, held, others = limits["points"] - points, _points_held(g, side), _foreigners(g, side, nation)
    found = others | {h for h, there in held.items() if there > most}
    return found | {dyke} if held.get(dyke, 0) + points > limits["dyke"] else found


@derived(OWN)
def _points_held(g: PlanJaune, side: Side) -> dict[Hex, int]:
    """The stacking points in each hex of a side."""
    found: dict[Hex, int] = {}
    for u in g.on_map(side):
        found[g.hex_of[u]] = found.get(g.hex_of[u], 0) + points_of(g, u)
    return found


@derived(OWN)
def _foreigners(g: PlanJaune, side: Side, nation: str) -> frozenset[Hex]:
    """3e, 3f: the hexes of a side with units of another nation."""
    counters = g.scenario.counters
    return frozenset([g.hex_of[u] for u in g.on_map(side) if counters[u].nation != nation])


def joins(g: PlanJaune, units: tuple[Unit, ...], h: Hex, more: int = 0) -> str | None:
    """The rule that keeps units from stopping in a hex with their friends there."""
    if h not in g.at:
        return stack_fault(g, units, h, more) if h == g.scenario.dyke else None
    return _joins(g, units, h, more)


@derived(GERMAN_UNITS, ALLIED_UNITS, keep=2048)
def _joins(g: PlanJaune, units: tuple[Unit, ...], h: Hex, more: int) -> str | None:
    friends = g.units_in(h, g.scenario.side_of[units[0]])
    return stack_fault(g, (*(v for v in friends if v not in units), *units), h, more)


def why_not_join(g: PlanJaune, units: tuple[Unit, ...], h: Hex, more: int = 0) -> Refusal | None:
    """The same rule as a reason: 3a, 11.10a, 3e, 3f."""
    rule = joins(g, units, h, more)
    return Refusal(rule, why_crowded(g, units, h, more, rule)) if rule else None


def why_crowded(g: PlanJaune, units: tuple[Unit, ...], h: Hex, more: int, rule: str) -> str:
    there, limits = g.map.labels[h], g.scenario.tables["stacking"]
    if rule == "3e":
        return f"French and British units may not share a hex, and {there} has both"
    if rule == "3f":
        return f"units of different nations may not share a hex, as they would in {there}"
    most = limits["dyke"] if h == g.scenario.dyke else limits["points"]
    friends = g.units_in(h, g.scenario.side_of[units[0]])
    held = sum(points_of(g, u) for u in friends if u not in units)
    if held >= most:
        return f"{there} is full: {held} of {count(most, 'stacking point')}"
    size = sum(points_of(g, u) for u in units) + more
    verb = "has" if len(units) == 1 else "have"
    return f"{there} holds {held} of {count(most, 'stacking point')}; {g.listed(units)} {verb} {size}"
