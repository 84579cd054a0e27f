"""Who masses for which attack in a movement phase of 1940: the best first, with an eye to the duty of chapter 7."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.gdw1940 import combat, odds
from meuse.games.gdw1940.advice_attacks import Joining, Reckoner
from meuse.games.gdw1940.board import EIGHTHS, Gdw1940
from meuse.hexmap import Hex

MOST_TAKERS = 14
"""How many units to consider for one attack, the strongest first."""


MOST_SINGLE = 24
MOST_DUTIES = 40


class Venture(NamedTuple):
    """An attack that could be made, and what it gains when all is counted."""

    target: Hex
    joining: tuple[tuple[Unit, Hex], ...]
    gain: float


class Massing:
    """Finds attacks for the free units, one at a time."""

    def __init__(
        self,
        reckoner: Reckoner,
        brief: Brief,
        options: Mapping[Unit, Mapping[Hex, int]],
        may_attack: Callable[[Unit, Hex], bool],
        room: Callable[[Unit, Hex, Collection[tuple[Unit, Hex]]], bool],
        detour: Callable[[Unit, Hex], float],
    ) -> None:
        self.reckoner, self.brief, self.options = reckoner, brief, options
        self.g: Gdw1940 = reckoner.g
        self.side: Side = reckoner.side
        self.may_attack, self.room, self.detour = may_attack, room, detour
        self.aimed: set[Hex] = set()
        self.paying: dict[Hex, bool] = {}
        self.sent: dict[Unit, Hex] = {}
        """Who is meant to attack, and from where."""

    def ventures(self, targets: Collection[Hex], free: Collection[Unit], least: float) -> list[Venture]:
        """The attacks to make: the best first, then what the duty of chapter 7 asks for besides."""
        left, chosen = set(free), dict[Hex, Venture]()
        known = {t: self.best(t, sorted(left)) for t in targets}
        self.paying = {t: found is not None and found.gain > 0 for t, found in known.items()}
        while found := [v for v in known.values() if v is not None and v.gain > least]:
            best = max(found, key=lambda v: (v.gain, -v.target))
            if not self.is_open(best, left):
                known[best.target] = self.best(best.target, sorted(left))
                continue
            self.take(best, chosen, left)
            del known[best.target]
        self.settle(chosen, left)
        return list(chosen.values())

    def take(self, venture: Venture, chosen: dict[Hex, Venture], left: set[Unit]) -> None:
        chosen[venture.target] = venture
        self.aimed.add(venture.target)
        self.sent |= dict(venture.joining)
        left -= {u for u, _ in venture.joining}

    def settle(self, chosen: dict[Hex, Venture], left: set[Unit]) -> None:
        """7.all_adjacent: for each hex that must be attacked as well the cheapest way out: attack it too, or leave."""
        for _ in range(MOST_DUTIES):
            unmet = self.unmet(chosen)
            if not unmet:
                return
            h = unmet[0]
            blamed = [v for v in chosen.values() if any(h in owed(self.g, self.side, b) for _, b in v.joining)]
            ways = [*self.diversions(h, left), *self.splits(h, blamed), self.withdrawal(h, blamed)]
            self.change(max(ways, key=lambda way: sum(v.gain for v in way) - self.paid(way, chosen)), chosen, left)

    def paid(self, way: Collection[Venture], chosen: Mapping[Hex, Venture]) -> float:
        """What the attacks gain now that a way out would change."""
        return sum(chosen[v.target].gain for v in way if v.target in chosen)

    def change(self, way: Collection[Venture], chosen: dict[Hex, Venture], left: set[Unit]) -> None:
        for v in way:
            gone = chosen.pop(v.target, None)
            self.aimed.discard(v.target)
            for u, _ in gone.joining if gone is not None else ():
                del self.sent[u]
                left.add(u)
        for v in way:
            if v.joining:
                self.take(v, chosen, left)

    def diversions(self, h: Hex, left: Collection[Unit]) -> Iterator[list[Venture]]:
        """Somebody who is free attacks it too."""
        extra = self.diversion(h, sorted(left))
        if extra is not None:
            yield [extra]

    def splits(self, h: Hex, blamed: Collection[Venture]) -> Iterator[list[Venture]]:
        """One of those who attack beside it attacks it instead."""
        for v in blamed:
            for u, b in v.joining:
                rest = tuple(pair for pair in v.joining if pair[0] != u)
                if rest and h in self.g.scenario.spread[b] and self.may_attack(u, h):
                    extra = Venture(h, ((u, b),), self.gain(h, [(u, b)]))
                    yield [Venture(v.target, rest, self.gain(v.target, rest)), extra]

    def withdrawal(self, h: Hex, blamed: Collection[Venture]) -> list[Venture]:
        """Nobody attacks from beside it."""
        found = []
        for v in blamed:
            rest = tuple((u, b) for u, b in v.joining if h not in self.g.scenario.spread[b])
            gain = self.gain(v.target, rest) if rest else 0.0
            found.append(Venture(v.target, rest, gain) if gain > 0 else Venture(v.target, (), 0.0))
        return found

    def unmet(self, chosen: Mapping[Hex, Venture]) -> list[Hex]:
        """The hexes beside attackers that nobody attacks."""
        bases = sorted({b for v in chosen.values() for _, b in v.joining})
        return sorted({h for b in bases for h in owed(self.g, self.side, b)} - chosen.keys())

    def diversion(self, target: Hex, free: Collection[Unit]) -> Venture | None:
        """The attack that costs least, or gains most: by a single unit, or as any other."""
        single = [
            Venture(target, ((u, b),), self.gain(target, [(u, b)]))
            for u, ways in self.takers(target, free, MOST_SINGLE)
            for b in ways
            if self.fits(u, b, ())
        ]
        grown = self.best(target, free)
        found = [*single, *([grown] if grown is not None else [])]
        return max(found, key=lambda v: (v.gain, v.joining), default=None)

    def is_open(self, venture: Venture, free: Collection[Unit]) -> bool:
        """Whether all units that an attack needs are still free and find room."""
        joining = venture.joining
        return all(u in free and self.fits(u, h, joining[:n]) for n, (u, h) in enumerate(joining))

    def fits(self, u: Unit, h: Hex, joining: Collection[tuple[Unit, Hex]]) -> bool:
        return self.room(u, h, (*self.sent.items(), *joining))

    def best(self, target: Hex, free: Collection[Unit]) -> Venture | None:
        """The best attack on a hex by free units: by anybody, or by those only who keep the bonus of armour."""
        takers = list(self.takers(target, free))
        wheels = [taker for taker in takers if self.g.scenario.motorized[taker[0]]]
        crowds = [takers, wheels] if wheels and len(wheels) < len(takers) else [takers]
        found = [v for v in (self.grown(target, crowd) for crowd in crowds) if v is not None]
        return max(found, key=lambda v: v.gain, default=None)

    def takers(self, target: Hex, free: Collection[Unit], most: int = MOST_TAKERS) -> Iterator[tuple[Unit, list[Hex]]]:
        """The units that could attack a hex, the strongest first, with the hexes from which they could."""
        g = self.g
        bases = [n for n in g.map.adjacent[target] if target in g.scenario.spread[n]]
        able = []
        for u in free:
            ways = [b for b in bases if b in self.options[u]]
            if ways and self.may_attack(u, target):
                able.append((u, ways))
        able.sort(key=lambda item: (-g.counter(item[0]).combat, item[0]))
        return iter(able[:most])

    def grown(self, target: Hex, takers: Collection[tuple[Unit, list[Hex]]]) -> Venture | None:
        """Unit after unit joins, as long as each brings more than it costs."""
        joining: list[tuple[Unit, Hex]] = []
        bases: set[Hex] = set()
        best_yet, cost = -1000.0, 0.0
        for u, ways in takers:
            found: list[tuple[float, float, Hex]] = []
            for b in ways:
                if self.fits(u, b, joining):
                    price = self.price(u, b) + (0.0 if b in bases else self.burden(b, target))
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

    def gain(self, target: Hex, joining: Joining) -> float:
        bases: set[Hex] = set()
        cost = 0.0
        for u, b in joining:
            cost += self.price(u, b) + (0.0 if b in bases else self.burden(b, target))
            bases.add(b)
        return self.reckoner.worth(target, joining) - cost

    def price(self, u: Unit, base: Hex) -> float:
        """What it costs to send a unit."""
        march = self.brief["march"] * self.options[u][base] / EIGHTHS
        return self.brief["upkeep"] * self.g.counter(u).combat + march + self.detour(u, base)

    def burden(self, base: Hex, target: Hex) -> float:
        """7.all_adjacent: what the other enemies beside a hex cost, who must be attacked too; once for all in it."""
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
