"""What `staff` thinks things are worth in 1940: units, places, attacks; and where the enemy is to be feared."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side, Unit
from meuse.games.gdw1940 import combat, odds, victory
from meuse.games.gdw1940.air import air_points
from meuse.games.gdw1940.board import Gdw1940
from meuse.games.gdw1940.forecast import FORECAST
from meuse.games.gdw1940.neutrals import major_cities
from meuse.games.gdw1940.odds import Attack, Battle
from meuse.hexmap import Hex
from staff1.fields import influence


def unit_worth(g: Gdw1940, u: Unit) -> float:
    """A unit in victory points, and something for what it can still do."""
    return victory.worth(g, u) + g.counter(u).combat


def goals(g: Gdw1940, side: Side) -> dict[Hex, float]:
    """The hexes a side wants: objectives not yet German; for the Allies the same, to be held."""
    wanted: dict[Hex, float] = {}
    for plan, value in ((victory.NORTH, 3.0), (victory.PARIS, 2.5)):
        wanted |= dict.fromkeys(victory.objective_hexes(g, plan), value)
    if "holland" in g.joined and "holland" not in g.surrendered:
        wanted |= dict.fromkeys(major_cities(g, "holland"), 2.5)
    if side is Side.GERMAN:
        wanted = {h: value for h, value in wanted.items() if not g.friendly(h, Side.GERMAN)}
        return wanted or dict.fromkeys(victory.objective_hexes(g, victory.MAGINOT), 1.0)
    return wanted


def attack_worth(g: Gdw1940, battle: Battle) -> float:
    """The expected gain of a battle, over the exact chances of its results."""
    own = sum(unit_worth(g, u) for u in battle.attack.units)
    side = odds.attacker(g, battle)
    theirs = sum(unit_worth(g, u) for h in battle.attack.hexes for u in odds.defenders(g, side.enemy, h))
    return FORECAST.value(g, battle, lambda code: result_worth(g, battle, code, own, theirs))


AIR_PRICE = 0.8
"""What an air point is worth if it is kept for another battle."""


def supported_worth(g: Gdw1940, attack: Attack) -> float:
    """The worth of an attack with as much air support as pays, at most two points; rivers are bridged half the time."""
    side = g.scenario.side_of[attack.units[0]]
    unbridged = frozenset(combat.minor_rivers(g, attack))
    best = -1000.0
    for points in range(min(2, air_points(g, side)) + 1):
        allied, german = (0, points) if side is Side.GERMAN else (points, 0)
        value = attack_worth(g, Battle(attack, allied, german))
        if unbridged:
            value = (value + attack_worth(g, Battle(attack, allied, german, unbridged))) / 2
        best = max(best, value - AIR_PRICE * points)
    return best


def result_worth(g: Gdw1940, battle: Battle, code: str, own: float, theirs: float) -> float:
    if code == "AE":
        return -own
    if code == "AR":
        return -0.35 * own
    if code == "DE":
        return theirs + 4.0
    if any(odds.gives_way(g, battle, h, code) for h in battle.attack.hexes):
        return 0.4 * theirs + 3.0
    return -0.2


def enemies(g: Gdw1940, side: Side) -> Iterator[tuple[Hex, float, int]]:
    """The enemy units that could attack: where they are, how strong, how many hexes they reach."""
    for u in g.on_map(side.enemy):
        if g.in_play(u) and not g.disrupted(u):
            yield g.hex_of[u], float(g.counter(u).combat), g.counter(u).movement // 3


def threat_field(g: Gdw1940, side: Side) -> list[float]:
    """The strength that the enemy could bring to bear on each hex."""
    return influence(g.map, enemies(g, side))
