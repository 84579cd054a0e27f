"""Air power of 1940 as `staff` spends it: points where they tell most, and interdiction with those left over."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from meuse.advice import Brief
from meuse.counters import Side
from meuse.games.gdw1940 import combat, odds
from meuse.games.gdw1940.air import air_points
from meuse.games.gdw1940.appraisal import attack_worth, goals
from meuse.games.gdw1940.board import Gdw1940
from meuse.games.gdw1940.odds import Attack, Battle
from meuse.hexmap import Hex
from meuse.opponents.fields import distances
from meuse.steps import Order

STEPS_AHEAD = 3
"""How far the enemy's next moves are looked at."""


def best_air(g: Gdw1940, step: combat.AirSupport, brief: Brief) -> int:
    """9.shift: so many points that each tells more here than in any other battle still to come."""
    left = air_points(g, step.side)
    others = sorted((first_point(g, step.side, attack, brief) for attack in still_to_come(g)), reverse=True)
    here = [gain(g, step.side, step.battle, points, brief) for points in range(left + 1)]
    floor = brief["air"] if is_early(g) else brief["last_air"]

    def worth(points: int) -> float:
        """9.once: what is spent here, another battle goes without, the best of them first."""
        missed = sum(max(floor, other) for other in others[: max(0, points - max(0, left - len(others)))])
        spare = min(points, max(0, left - len(others)))
        return here[points] - here[0] - missed - floor * spare

    return max(range(left + 1), key=lambda points: (worth(points), -points))


def gain(g: Gdw1940, side: Side, battle: Battle, points: int, brief: Brief) -> float:
    """What a battle is worth to a side if it adds this many points."""
    added = battle.german_air if side is Side.GERMAN else battle.allied_air
    name = "german_air" if side is Side.GERMAN else "allied_air"
    trial = msgspec.structs.replace(battle, **{name: added + points})
    value = attack_worth(g, trial, brief)
    return value if odds.attacker(g, battle) is side else -value


def first_point(g: Gdw1940, side: Side, attack: Attack, brief: Brief) -> float:
    """What one point adds to a battle that is not yet fought."""
    battle = Battle(attack)
    return gain(g, side, battle, 1, brief) - gain(g, side, battle, 0, brief)


def still_to_come(g: Gdw1940) -> list[Attack]:
    """The attacks of this phase that are named and not yet fought."""
    return [attack for step in g.stack if isinstance(step, combat.Battles) for attack in step.standing(g)]


def is_early(g: Gdw1940) -> bool:
    """Whether another impulse of the player turn is to come."""
    return g.impulse < combat.last_impulse(g.turn)


# -- interdiction


def last_interdictions(g: Gdw1940, side: Side) -> Iterator[Order]:
    """9: points that no battle of this player turn will use any more close the ways of most of the enemy."""
    if is_early(g):
        return
    crowded = enemy_ways(g, side)
    count = air_points(g, side) // int(g.scenario.tables["air"]["interdict"])
    for h in sorted(crowded, key=lambda h: (-crowded[h], h))[:count]:
        yield ("interdict", g.map.labels[h])


def enemy_ways(g: Gdw1940, side: Side) -> dict[Hex, float]:
    """The strength that would come through each hex if the enemy went straight for what he wants.

    Hexes in a zone of the side are left out: he must stop there anyway.
    """
    ways, zones = g.scenario.ways["foot"], g.zones(side)
    want = distances(ways, goals(g, side.enemy))
    found: dict[Hex, float] = {}
    for u in (u for u in g.on_map(side.enemy) if g.in_play(u) and not g.disrupted(u)):
        here, strength = g.hex_of[u], g.counter(u).combat
        for ahead in range(1, STEPS_AHEAD + 1):
            there = min((n for n, _ in ways[here]), key=lambda n: (want[n], n), default=here)
            if want[there] >= want[here]:
                break
            if not zones[there]:
                found[there] = found.get(there, 0.0) + strength / ahead
            here = there
    return found
