"""6: how many units a hex holds, and which of them are in excess."""

from __future__ import annotations

from meuse.counters import SIDES, Side, Unit
from meuse.games.manstein.board import MARKS, Manstein, held
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.state import ALLIED_UNITS, GERMAN_UNITS, derived

FRIENDS_OF_BELGIUM = frozenset({"french", "british"})


def why_not_stack(g: Manstein, units: tuple[Unit, ...], h: Hex) -> Refusal | None:
    """Why units of one side may not be together (6.0a) when it is checked; 6.0d: commands may mix; 6.4: air units."""
    counters = [g.counter(u) for u in units]
    side, there = counters[0].side, g.spot(h)
    corps = sum(c.is_corps for c in counters)
    if refusal := why_not_together(g, frozenset(c.nation for c in counters), h):
        return refusal
    if any(sum(c.kind == kind for c in counters) > 1 for kind in ("logistics", "fortress")):
        return Refusal(limit_rule(side), f"{there} can hold one logistics unit and one static unit")
    armies = sum(c.is_army for c in counters)
    if g.map.terrain[h] == "rough" and (armies or corps > rough_limit(g, side)):
        return Refusal("6.3a", f"{there} is rough: it can hold {rough_limit(g, side)} corps and no army")
    if armies > 1 or corps > corps_limit(g, side, armies):
        return Refusal(
            limit_rule(side), f"{there} is full: it can hold an army and a corps, or {corps_limit(g, side, 0)} corps"
        )
    return None


def limit_rule(side: Side) -> str:
    return "6.1" if side is Side.GERMAN else "6.2"


def corps_limit(g: Manstein, side: Side, armies: int) -> int:
    """6.1, 6.2: a corps beside an army, else three German or two Allied corps."""
    limits = g.scenario.tables["stacking"]
    return int(limits["with_army"] if armies else limits[side.word])


def rough_limit(g: Manstein, side: Side) -> int:
    """6.3a, R.6.3a.1: one corps besides logistics and static units; 6.3b: three German ones after the Manstein Plan."""
    limits = g.scenario.tables["stacking"]
    return int(limits["rough_manstein" if g.manstein_rough and side is Side.GERMAN else "rough"])


def why_not_together(g: Manstein, nations: frozenset[str], h: Hex) -> Refusal | None:
    """6.0e, R.6.0e.1: Allied nations do not mix; 28.2f: but French or British with Belgians, in an alliance."""
    if len(nations) == 1:
        return None
    if g.option("28.2f") and len(nations) == 2 and "belgian" in nations and nations & FRIENDS_OF_BELGIUM:
        return None
    return Refusal(
        "6.0e", f"{' and '.join(sorted(map(str.capitalize, nations)))} units cannot stack together in {g.spot(h)}"
    )


def may_stack(g: Manstein, u: Unit, h: Hex) -> bool:
    """11.1e, 6.0a: whether a unit may stay in a hex with its friends there."""
    return why_not_stack(g, (*(v for v in g.ground(h, g.side(u)) if v != u), u), h) is None


@derived(GERMAN_UNITS, ALLIED_UNITS, MARKS)
def overstacked(g: Manstein, side: Side) -> list[Hex]:
    """6.5: the hexes over a limit, in the order of the map."""
    count = held(g, side)
    crowded = sorted({g.hex_of[u] for u in g.on_map(side) if count[g.hex_of[u]] > 1})
    rough = {h for u in armies(g, side) if (h := g.hex_of[u]) >= 0 and g.map.terrain[h] == "rough"}
    return sorted(rough | {h for h in crowded if why_not_stack(g, g.ground(h, side), h)})


@derived()
def armies(g: Manstein, side: Side) -> tuple[Unit, ...]:
    """The armies of a side."""
    return tuple(u for u in g.scenario.units_of[side] if g.counter(u).is_army)


def any_overstacked(g: Manstein) -> list[tuple[Side, Hex]]:
    """6.0a: the limits bind both sides, activated or not."""
    return [(side, h) for side in SIDES for h in overstacked(g, side)]


def excess(g: Manstein, side: Side, h: Hex) -> list[Unit]:
    """R.6.5.1: the units that the owner may name as excess: never static units, nor their countrymen in their place."""
    mobile = [u for u in g.ground(h, side) if not g.counter(u).is_static]
    if why_not_together(g, frozenset(g.counter(u).nation for u in g.ground(h, side)), h):
        at_home = {g.counter(u).nation for u in g.ground(h, side) if g.counter(u).is_static}
        return [u for u in mobile if g.counter(u).nation not in at_home]
    supply = [u for u in mobile if g.counter(u).kind == "logistics"]
    armies = [u for u in mobile if g.counter(u).is_army]
    if len(supply) > 1:
        return supply
    if len(armies) > 1 or (armies and g.map.terrain[h] == "rough"):
        return armies
    return [u for u in mobile if u not in supply]
