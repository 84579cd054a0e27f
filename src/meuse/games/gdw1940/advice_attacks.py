"""What attacks of 1940 would be worth, reckoned by tables: the rules are asked once for every pair of hexes.

A plan of movement weighs thousands of attacks by units that have not got there yet. So what a hexside leaves of a
factor, which results drive the defenders off, and what each column of the results table brings are remembered here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.gdw1940 import combat, odds, victory
from meuse.games.gdw1940.air import air_points
from meuse.games.gdw1940.board import UNSUPPLIED, Gdw1940, holds_out
from meuse.games.gdw1940.forecast import fewest_lost
from meuse.games.gdw1940.odds import Attack, Battle
from meuse.hexmap import Hex

MOST_AIR = 3
"""How many air points to assume for one battle."""

Joining = Sequence[tuple[Unit, Hex]]
"""Units, each with the hex from which it would attack."""


class Approach(NamedTuple):
    """From one hex into another."""

    share: float
    """What is left of a factor, once minor rivers are bridged."""
    river: bool
    wall: str


class Risk(NamedTuple):
    """What the attackers stand to lose: all of them, or an impulse."""

    lost: float
    repulsed: float


class Stake(NamedTuple):
    """What stands in a hex that could be attacked."""

    strength: float
    falls: float
    """What it is worth that the defenders are eliminated."""
    yields: float
    """What it is worth that they retreat."""


class Reckoner:
    """What attacks of one side are worth on a board as it is."""

    def __init__(self, g: Gdw1940, side: Side, brief: Brief, ground: Callable[[Hex], float]) -> None:
        self.g, self.side, self.brief, self.ground = g, side, brief, ground
        self._trial = g.copy()
        self._lowest = [float(bound) for bound in g.scenario.crt.lowest]
        self._chances = [chances(g, column) for column in range(len(self._lowest))]
        self._approaches: dict[tuple[Hex, Hex, bool, bool], Approach] = {}
        self._stakes: dict[Hex, Stake] = {}
        self._gains: dict[tuple[Hex, frozenset[str]], list[float]] = {}
        self.air = min(MOST_AIR, air_points(g, side))
        self._feared = min(2, air_points(g, side.enemy))

    # -- an attack

    def worth(self, target: Hex, joining: Joining) -> float:
        """The expected gain of an attack with as much air support as pays."""
        return self._worth(target, joining, 0.0)

    def promise(self, target: Hex, joining: Joining) -> float:
        """The same, with something for being on the way to the next column."""
        return self._worth(target, joining, 0.5)

    def with_air(self, target: Hex, joining: Joining, points: int) -> float:
        """The expected gain with this many air points, whatever they cost."""
        return self._reckoned(target, joining, 0.0, points, points)

    def _worth(self, target: Hex, joining: Joining, ahead: float) -> float:
        return self._reckoned(target, joining, ahead, 0, self.air)

    def _reckoned(self, target: Hex, joining: Joining, ahead: float, least: int, most: int) -> float:
        if not joining:
            return 0.0
        g, price = self.g, self.brief["air"] if most > least else 0.0
        full = wet = own = factors = 0.0
        walls = set()
        for u, base in joining:
            way = self.approach(u, base, target)
            factor = g.scenario.counters[u].combat * way.share
            full += factor
            wet += factor / 2 if way.river else factor
            own += self.unit_worth(u)
            factors += g.scenario.counters[u].combat
            walls.add(way.wall)
        attack = Attack((target,), tuple(u for u, _ in joining))
        shift = odds.armour_bonus(g, Battle(attack)) + g.scenario.terrain[g.map.terrain[target]].shift
        defence = self.stake(target).strength + ("maginot" in walls)
        gains = self._gain(target, frozenset(walls))
        tempo = self.brief["repulsed"] * factors
        best = max(
            self._at(full, wet, defence, gains, Risk(own, tempo), shift + points, ahead) - price * points
            for points in range(least, most + 1)
        )
        return best - (self.brief["wall"] if "maginot" in walls else 0.0)

    def _at(
        self, full: float, wet: float, defence: float, gains: list[float], risk: Risk, shift: int, ahead: float
    ) -> float:
        """The mean of bridged and unbridged rivers, and of what the enemy's air makes of either."""
        value = self._column(full / defence, gains, risk, shift, ahead)
        if wet < full:
            value = (value + self._column(wet / defence, gains, risk, shift, ahead)) / 2
        return value

    def _column(self, ratio: float, gains: list[float], risk: Risk, shift: int, ahead: float) -> float:
        start = bisect_right(self._lowest, ratio + 1e-9) - 1
        if start < 0:
            return -risk.lost
        last = len(self._lowest) - 1
        column = max(0, min(last, start + shift))
        value = self._value(column, gains, risk)
        if self._feared and column:
            value += self.brief["enemy_air"] * (self._value(max(0, column - self._feared), gains, risk) - value)
        if ahead and start < last and column < last:
            part = (ratio - self._lowest[start]) / (self._lowest[start + 1] - self._lowest[start])
            value += ahead * part * (self._value(column + 1, gains, risk) - value)
        return value

    def _value(self, column: int, gains: list[float], risk: Risk) -> float:
        found = self._chances[column]
        return gains[column] - risk.lost * found["AE"] - risk.repulsed * found["AR"]

    # -- what it is made of

    def approach(self, u: Unit, base: Hex, target: Hex) -> Approach:
        armour, hungry = self.g.counter(u).has("armour"), bool(self.g.status[u] & UNSUPPLIED)
        key = (base, target, armour, hungry)
        if key not in self._approaches:
            trial, battle = self._trial, Battle(Attack((target,), (u,)))
            trial.place(u, base)
            share = float(odds.attack_strength(trial, battle, u)) / max(1, self.g.counter(u).combat)
            river = bool(combat.minor_rivers(trial, battle.attack))
            self._approaches[key] = Approach(share, river, odds.wall_between(trial, u, target))
        return self._approaches[key]

    def stake(self, target: Hex) -> Stake:
        if target not in self._stakes:
            self._stakes[target] = self._staked(target)
        return self._stakes[target]

    def _staked(self, target: Hex) -> Stake:
        g, brief = self.g, self.brief
        units = odds.defenders(g, self.side.enemy, target)
        strength = sum(float(odds.defence_strength(g, u)) for u in units)
        if self.side is Side.GERMAN and holds_out(g, target):
            strength += g.scenario.intrinsic[target]
        worth = sum(self.unit_worth(u) for u in units)
        gone = brief["ground"] + self.ground(target)
        shaken = brief["driven_off"] * sum(g.counter(u).combat for u in units) + brief["harried"] * worth
        caught = fewest_lost(g, units, (target,), {}) / len(units) if units else 0.0
        return Stake(max(0.01, strength), worth + gone, caught * worth + (1.0 - caught) * shaken + gone)

    def unit_worth(self, u: Unit) -> float:
        """A unit in victory points, and something for what it can still do."""
        return victory.worth(self.g, u) + self.brief["factor"] * self.g.scenario.counters[u].combat

    def _gain(self, target: Hex, walls: frozenset[str]) -> list[float]:
        """What each column brings, one's own losses left out."""
        if (target, walls) not in self._gains:
            stake = self.stake(target)
            off = {code: yields(self.g, self.side, target, walls, code) for code in ("DR", "DR*")}
            self._gains[target, walls] = [
                found["DE"] * stake.falls
                + sum(found[code] * stake.yields for code in off if off[code])
                - self.brief["in_vain"] * (found["NE"] + sum(found[code] for code in off if not off[code]))
                for found in self._chances
            ]
        return self._gains[target, walls]


def chances(g: Gdw1940, column: int) -> dict[str, float]:
    """The chance of each result in a column."""
    faces = g.scenario.crt.faces(column)
    found = dict.fromkeys(("AE", "AR", "NE", "DR*", "DR", "DE"), 0.0)
    for _, code in faces:
        found[code] += 1 / len(faces)
    return found


def yields(g: Gdw1940, side: Side, target: Hex, walls: Iterable[str], code: str) -> bool:
    """7.result.dr, 7.result.dr_star: whether a result drives the defenders off, if they are attacked so."""
    if code == "DR*" and g.scenario.terrain[g.map.terrain[target]].shields:
        return False
    if "maginot" in odds.forts_of(g, target):
        return odds.leaves_the_line(g, target, set(walls), code)
    return code == "DR" or "" in walls or target in g.dropped_on
