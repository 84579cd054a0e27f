"""The enemy's reply: the best attack that his units could make on a hex in his next turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from meuse.counters import Side, Unit
from meuse.games.france40 import limits, odds
from meuse.games.france40.attackers import why_not_by_state, why_not_over_ground
from meuse.games.france40.board import AUTO_DS, EXTENDED, MOVED, TOUCHED, France40
from meuse.games.france40.dynamo import why_not_attack
from meuse.games.france40.forecast import report, with_support
from meuse.games.france40.odds import Battle
from meuse.games.france40.paths import routes
from meuse.games.france40.retreat import Retreat
from meuse.games.france40.stacking import fits
from meuse.games.france40.terrain import ground
from meuse.hexmap import OFF_MAP, Hex
from meuse.report import Approach, OddsReport

LENGTH = 3
"""12.1.1: the retreat by which the aftermath is judged, that of a D1."""


def threat(
    g: France40, side: Side, at: str, left_out: frozenset[Unit], support: Mapping[str, int]
) -> OddsReport | None:
    """8.1a: all that can come next to the hex by plain movement and attack it, in the best hexes that have room."""
    target = g.map.index.get(at)
    if target is None or not g.units_in(target, side):
        return None
    board = before_their_move(g, side.enemy)
    every = {u: approaches(board, u, target) for u in board.on_map(side.enemy)}
    able = {u: ways for u, ways in every.items() if ways}
    units = placed(board, target, {u: sorted(ways) for u, ways in able.items() if u not in left_out})
    if not units:
        return None
    found = report(board, with_support(board, Battle(target, units), support), f"attack on {at}")
    taken = ((u, able[u][board.hex_of[u]]) for u in units)
    return msgspec.structs.replace(
        found,
        approaches=tuple(Approach(g.name(u), tuple(g.map.labels[h] for h in way)) for u, way in taken),
        left_out=tuple(g.name(u) for u in sorted(able) if u in left_out),
        after=tuple(aftermath(g, side, target)),
        assumptions=(*found.assumptions, "no reinforcements come in; your units stand as they stand"),
    )


def before_their_move(g: France40, enemy: Side) -> France40:
    """The board as it would be at the start of the enemy's movement phase, if nothing else changed."""
    board = g.copy()
    for u in board.on_map(enemy):
        board.spent[u] = board.hexes[u] = 0
        board.origin[u] = OFF_MAP
        board.drop(u, MOVED | EXTENDED | TOUCHED | AUTO_DS)
    return board


def approaches(g: France40, u: Unit, target: Hex) -> dict[Hex, tuple[Hex, ...]]:
    """The hexes from which a unit could attack, with its way to each: its own, or those it can move to."""
    if why_not_by_state(g, u) or why_not_attack(g, u, target) or not g.scenario.playable[g.hex_of[u]]:
        return {}
    here, near = g.hex_of[u], ground(g).spread[target]
    found: dict[Hex, tuple[Hex, ...]] = {here: (here,)} if here in near else {}
    if g.map.distance(here, target) > g.face(u).movement + 1 or limits.why_not_move(g, u):
        return found
    ways = routes(g, (u,))
    goals = ways.before_an_attack()
    return found | {h: (here, *ways.to(h).path(h)) for h in near if h in goals}


def placed(g: France40, target: Hex, able: Mapping[Unit, list[Hex]]) -> tuple[Unit, ...]:
    """8.5: the strongest nation, its units put one by one where they count most and find room."""
    nations = sorted({g.counter(u).nation for u in able})
    best: tuple[Unit, ...] = ()
    for nation in nations:
        units = [u for u in able if g.counter(u).nation == nation]
        if sum(g.face(u).attack for u in units) > sum(g.face(u).attack for u in best):
            best = tuple(units)
    strongest_first = sorted(best, key=lambda u: (-g.face(u).attack, u))
    return tuple(sorted(u for u in strongest_first if put_near(g, u, target, able[u])))


def put_near(g: France40, u: Unit, target: Hex, goals: list[Hex]) -> bool:
    here = g.hex_of[u]
    for h in sorted(goals, key=lambda h: (odds.hampered_from(g, h, target), h != here, h)):
        if h == here or fits(g, (u,), h):
            g.place(u, h)
            if why_not_over_ground(g, u, target) is None:
                return True
    g.place(u, here)
    return False


def aftermath(g: France40, side: Side, target: Hex) -> Iterator[str]:
    """12.1.3c: where the defenders could go."""
    units = g.units_in(target, side)
    way = Retreat(side, units, target, LENGTH, "disrupted")
    for u in units:
        if way.doomed(g, u):
            yield f"{g.name(u)} has nowhere to retreat to and would be lost"
        else:
            ends = sorted(way.escapes(g, (u,)).paths)
            goals = ", ".join(g.map.labels[h] for h in ends[:4]) + (" and others" if len(ends) > 4 else "")
            yield f"{g.name(u)} could retreat to {goals}"
