"""Who masses for which attack in a movement phase of 1940: the best first, with an eye to the duty of chapter 7."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.gdw1940 import combat, odds
from meuse.games.gdw1940.advice_attacks import Reckoner
from meuse.games.gdw1940.board import EIGHTHS, Gdw1940
from meuse.hexmap import Hex

MOST_TAKERS = 14
"""So many units are considered for one attack, the strongest first."""


class Venture(NamedTuple):
    """An attack that could be made, and what it gains when all is counted."""

    target: Hex
    joining: tuple[tuple[Unit, Hex], ...]
    gain: float


class Massing:
    """Finds attacks for the units that are free, one after the other."""

    def __init__(
        self,
        reckoner: Reckoner,
        brief: Brief,
        options: Mapping[Unit, Mapping[Hex, int]],
        may_attack: Callable[[Unit, Hex], bool],
        fits: Callable[[Unit, Hex, Collection[tuple[Unit, Hex]]], bool],
    ) -> None:
        self.reckoner, self.brief, self.options = reckoner, brief, options
        self.g: Gdw1940 = reckoner.g
        self.side: Side = reckoner.side
        self.may_attack, self.fits = may_attack, fits
        self.aimed: set[Hex] = set()
        self.paying: dict[Hex, bool] = {}

    def ventures(
        self, targets: Collection[Hex], free: Callable[[], Collection[Unit]], least: float
    ) -> Iterator[Venture]:
        """The attacks to make, the best first; whoever takes one must mark its units as no longer free."""
        known = {t: self.best(t, free()) for t in targets}
        self.paying = {t: found is not None and found.gain > 0 for t, found in known.items()}
        while known:
            found = [v for v in known.values() if v is not None and v.gain > least]
            if not found:
                return
            best = max(found, key=lambda v: (v.gain, -v.target))
            yield best
            self.aimed.add(best.target)
            del known[best.target]
            taken, left = {u for u, _ in best.joining}, free()
            near = {h for _, h in best.joining}
            for t, v in known.items():
                if v is not None and any(u in taken or h in near for u, h in v.joining):
                    known[t] = self.best(t, left)

    def best(self, target: Hex, free: Collection[Unit]) -> Venture | None:
        """The best attack on a hex by free units: by anybody, or by those only who keep the bonus of armour."""
        takers = list(self.takers(target, free))
        wheels = [taker for taker in takers if self.g.scenario.motorized[taker[0]]]
        crowds = [takers, wheels] if wheels and len(wheels) < len(takers) else [takers]
        found = [v for v in (self.grown(target, crowd) for crowd in crowds) if v is not None]
        return max(found, key=lambda v: v.gain, default=None)

    def takers(self, target: Hex, free: Collection[Unit]) -> Iterator[tuple[Unit, list[Hex]]]:
        """The units that could attack a hex, the strongest first, with the hexes from which they could."""
        g = self.g
        bases = [n for n in g.map.adjacent[target] if target in g.scenario.spread[n]]
        able = []
        for u in free:
            ways = [b for b in bases if b in self.options[u]]
            if ways and self.may_attack(u, target):
                able.append((u, ways))
        able.sort(key=lambda item: (-g.counter(item[0]).combat, item[0]))
        return iter(able[:MOST_TAKERS])

    def grown(self, target: Hex, takers: Collection[tuple[Unit, list[Hex]]]) -> Venture | None:
        """Unit after unit joins, as long as each brings more than it costs."""
        joining: list[tuple[Unit, Hex]] = []
        bases: set[Hex] = set()
        best_yet, cost = -1000.0, 0.0
        for u, ways in takers:
            found: list[tuple[float, float, Hex]] = []
            for b in ways:
                if self.fits(u, b, joining):
                    price = self.price(u, b, target, b not in bases)
                    found.append((self.reckoner.promise(target, [*joining, (u, b)]) - cost - price, price, b))
            best = max(found, default=None)
            if best is not None and (best[0] > best_yet or best_yet < 0):
                joining.append((u, best[2]))
                bases.add(best[2])
                best_yet, cost = best[0], cost + best[1]
        return self.pruned(target, joining)

    def pruned(self, target: Hex, joining: list[tuple[Unit, Hex]]) -> Venture | None:
        """Without those who do not change enough; None if nobody is left."""
        if not joining:
            return None
        gain = self.gain(target, joining)
        for pair in sorted(joining, key=lambda item: (self.g.counter(item[0]).combat, item[0])):
            rest = [other for other in joining if other != pair]
            if rest and (without := self.gain(target, rest)) >= gain:
                joining, gain = rest, without
        return Venture(target, tuple(joining), gain)

    def gain(self, target: Hex, joining: list[tuple[Unit, Hex]]) -> float:
        bases: set[Hex] = set()
        cost = 0.0
        for u, b in joining:
            cost += self.price(u, b, target, b not in bases)
            bases.add(b)
        return self.reckoner.worth(target, joining) - cost

    def price(self, u: Unit, base: Hex, target: Hex, first: bool) -> float:
        """What it costs to send a unit; the first one in a hex also brings the duty of chapter 7 upon the side."""
        cost = self.brief["upkeep"] * self.g.counter(u).combat
        cost += self.brief["march"] * self.options[u][base] / EIGHTHS
        return cost + (self.burden(base, target) if first else 0.0)

    def burden(self, base: Hex, target: Hex) -> float:
        """7.all_adjacent: what the other enemies beside a hex cost, who must be attacked by somebody."""
        found = 0.0
        for h in owed(self.g, self.side, base):
            if h != target and h not in self.aimed:
                found += self.brief["exposed" if self.paying.get(h, False) else "burdened"]
        return found


def owed(g: Gdw1940, side: Side, base: Hex) -> Iterator[Hex]:
    """7.all_adjacent: the hexes that somebody must attack if a unit attacks from a hex."""
    held = g.held(side.enemy)
    for h in g.scenario.spread[base]:
        if held[h] and any(combat.counts_as_enemy(g, v, set()) for v in odds.defenders(g, side.enemy, h)):
            yield h
