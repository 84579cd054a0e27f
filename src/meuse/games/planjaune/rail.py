"""11.1: rail movement."""

from __future__ import annotations

from collections.abc import Callable

from meuse.counters import Unit
from meuse.games.planjaune import command
from meuse.games.planjaune.board import GROUND, MARKERS, RAILS, UNSUPPLIED, PlanJaune, points_of
from meuse.games.planjaune.exits import why_not_this_phase
from meuse.games.planjaune.stacking import no_room, why_not_join
from meuse.games.planjaune.supply import own_rails
from meuse.games.planjaune.zones import causes, occupied, zone_hexes, zones
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.rail import rail_reach
from meuse.report import count
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived


def why_not_by_rail(g: PlanJaune, u: Unit, phase: str) -> Refusal | None:
    """11.1a, R.11.1a.1, 11.1d, 11.1.supply, R.10.2.interdict-start.1: why a unit cannot go by rail."""
    h, side, name = g.hex_of[u], g.scenario.side_of[u], g.name(u)
    if refusal := why_not_this_phase(g, u, phase):
        return refusal
    if g.status[u] & UNSUPPLIED:
        return Refusal("11.1.supply", f"{name} is out of supply")
    most = g.scenario.tables["rail"]["points"]
    if g.railed + points_of(g, u) > most:
        return Refusal("11.1a", f"only {count(most, 'stacking point')} can move by rail each phase")
    if h in g.interdicted[side.enemy]:
        return Refusal("10.2.interdict-start", f"trains cannot leave {g.map.labels[h]}, which is interdicted")
    if h not in g.scenario.rail_hexes or g.rail_owner[h] != side + 1:
        return Refusal("11.1e", f"{name} is not on one of your railways")
    return why_not_train_here(g, u, h)


def why_not_train_here(g: PlanJaune, u: Unit, h: Hex) -> Refusal | None:
    """11.1d, R.11.1d.1: no start or end in an enemy zone, unless another friend is there, whatever it is."""
    side = g.scenario.side_of[u]
    friends = [v for v in g.units_in(h, side) if v != u]
    if zones(g, side.enemy)[h] and not friends:
        return Refusal("11.1d", f"{g.map.labels[h]} is in an enemy zone of control", causes(g, side.enemy, h))
    return None


def why_not_rail_end(g: PlanJaune, u: Unit, h: Hex) -> Refusal | None:
    """3g; 11.1d needs no word here: a train does not pass what the enemy's zones cover, unless a friend is there."""
    return why_not_join(g, (u,), h)


def can_rail(g: PlanJaune, u: Unit) -> bool:
    """Whether a unit can go anywhere by rail; most can go to the next hex."""
    is_open, full = rail_opener(g, u), no_room(g, u)
    near = (n for n in g.scenario.rails[g.hex_of[u]] if n not in full)
    return any(is_open(n) for n in near) or bool(rail_ends(g, u))


def rail_ends(g: PlanJaune, u: Unit) -> list[Hex]:
    """3g: where a unit may leave the train."""
    full = no_room(g, u)
    return [h for h in sorted(rail_goals(g, u)) if h not in full]


def rail_goals(g: PlanJaune, u: Unit) -> dict[Hex, Hex]:
    """11.1e: every hex that open railway hexes of the own net lead to, with the hex before it.

    10.2.interdict-enter: a train stops in an interdicted hex.
    """
    return _rail_goals(g, u, g.turn)


@derived(GERMAN_UNITS, ALLIED_UNITS, GROUND, CONTROL, RAILS, MARKERS)
def _rail_goals(g: PlanJaune, u: Unit, turn: int) -> dict[Hex, Hex]:
    rails, start, is_open = g.scenario.rails, g.hex_of[u], rail_opener(g, u)
    stops = g.interdicted[g.scenario.side_of[u].enemy]
    found = rail_reach(rails, start, lambda h: h not in stops and is_open(h))
    last = {h: [n for n in rails[h] if n == start or n in found] for h in sorted(stops - {start}) if is_open(h)}
    return found | {h: near[0] for h, near in last.items() if near}


def rail_opener(g: PlanJaune, u: Unit) -> Callable[[Hex], bool]:
    """11.1e: whether a train may pass a hex: the own net, no enemies, nothing that is closed to the unit."""
    side, start = g.scenario.side_of[u], g.hex_of[u]
    covered = zone_hexes(g, side.enemy) & ~occupied(g, side)  # R.11.1d.1
    is_open = own_rails(g, side) & ~covered & ~occupied(g, side.enemy)
    limits = command.closed_to(g, *command.limits_of(g, u))
    return lambda h: bool(is_open >> h & 1) and not (limits >> h & 1 and command.why_not_enter(g, u, start, h))
