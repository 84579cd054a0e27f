"""7.1a: moves as a player sees them: what they cost, what they cost beyond the hexes, where they could continue."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from meuse.games.france40.board import France40
from meuse.games.france40.limits import kind_of, why_not_farther
from meuse.games.france40.paths import Party, Routes, routes, routes_beyond, why_not_walk
from meuse.games.france40.sickle_cut import other_marker
from meuse.games.france40.terrain import RIVERS, by_ferry
from meuse.games.france40.zones import zones
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.report import count
from meuse.steps import Surcharge


def describe_goal(g: France40, party: Party, goal: Hex) -> dict[str, Any]:
    """A goal of a party, as fields of `Choice`."""
    return _described(g, party, routes(g, party), (), goal)


def onward(g: France40, party: Party, path: Sequence[Hex]) -> dict[Hex, dict[str, Any]] | Refusal:
    """Where a path that begins this way can end, each goal with its whole path."""
    found = routes_beyond(g, party, path)
    if found is None:
        return why_not_walk(g, party, path)
    goals = sorted(h for h in found.goals() if not other_marker(g, party[0], h))  # 21.2.1b
    return {h: _described(g, party, found, path, h) for h in goals}


def _described(g: France40, party: Party, ways: Routes, before: Sequence[Hex], goal: Hex) -> dict[str, Any]:
    found = ways.to(goal)
    way, price = (*before, *found.path(goal)), found.cost[goal]
    facts: dict[str, Any] = {"stop": goal in found.ends, "path": tuple(g.map.labels[h] for h in way)}
    if found is ways.tactical:
        held = why_not_farther(g, party)
        rules = ("7.4a", held.rule) if held else ("7.4a",)
        return facts | {"cost": f"{count(price, 'hex', 'hexes')}", "rules": rules}
    rules = ("7.1a",) if price <= ways.points else ("7.3a", "7.3b")
    return facts | {"cost": str(price), "surcharges": tuple(surcharges(g, party, way)), "rules": rules}


def surcharges(g: France40, party: Party, way: Sequence[Hex]) -> Iterator[Surcharge]:
    """5.2b, 7.5.2a, 7.5.3c, 22.8d, 22.8f: zones left behind, rivers, ferries and tidal bridges."""
    enemy = g.scenario.side_of[party[0]].enemy
    sides, feared = g.scenario.tables["hexside"], zones(g, enemy)
    fleeing = all(g.full_retreat(u) for u in party)  # 13.3.1
    for a, b in itertools.pairwise((g.hex_of[party[0]], *way)):
        at = f"{g.map.labels[a]}/{g.map.labels[b]}"
        features = {feature.kind for feature in g.map.features_between(a, b)}
        if feared[a] and not fleeing:
            yield Surcharge(at, f"+{g.scenario.leave_zone}", "leaves an enemy zone", "5.2b")
        if by_ferry(g, a, b):
            yield Surcharge(at, "all", "crosses by ferry", "22.8d")
        elif "tidal_bridge" in features:
            yield Surcharge(at, f"+{sides['tidal_bridge']}", "crosses a Tidal River bridge", "22.8f")
        elif features & RIVERS and "road" not in features:
            bridged = "rail" in features
            price = sides["river"]["foot" if kind_of(g, party) == "foot" else "mech"]
            extra = price + (sides["rail_bridge"] if bridged else 0)
            if extra:
                words = "crosses by a railway bridge" if bridged else "crosses a river without a bridge"
                yield Surcharge(at, f"+{extra}", words, "7.5.3c" if bridged else "7.5.2a")
