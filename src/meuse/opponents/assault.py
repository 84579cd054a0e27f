"""Attacks as sets: who attacks what, so that every duty is met and the whole is worth most."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from meuse.counters import Unit
from meuse.hexmap import Hex
from meuse.state import State
from meuse.steps import Order

Assignment = dict[Unit, Hex]
"""The target of each unit that attacks."""
ALONE = 6
"""So many single attacks a set is built up from, beside nothing and everybody."""


class Strike(NamedTuple):
    """An attack of a good set: its target, who makes it, and its expected gain."""

    target: Hex
    units: tuple[Unit, ...]
    worth: float


class Declaring(Protocol):
    """A step in which a side declares attacks."""

    def able(self, g: Any, hexes: Sequence[Hex], chosen: Sequence[Unit], /) -> Iterable[Unit]:
        """The units that can attack these hexes."""


def best_strikes(
    g: State,
    step: Declaring,
    targets: Iterable[Hex],
    worth: Callable[[Hex, tuple[Unit, ...]], float],
    rng: random.Random,
    owed: Callable[[Unit], Iterable[Hex]] = lambda u: (),
    alone: int = ALONE,
) -> list[Strike]:
    """A good set of attacks, by target. `owed` are the hexes that somebody must attack if a unit attacks at all.

    It is sought from several beginnings: also from each of so many targets `alone`, the best first.
    """
    options: dict[Unit, list[Hex]] = {}
    for target in targets:
        for u in step.able(g, (target,), ()):
            options.setdefault(u, []).append(target)
    known: dict[tuple[Hex, frozenset[Unit]], float] = {}

    def known_worth(target: Hex, units: frozenset[Unit]) -> float:
        if (target, units) not in known:
            known[target, units] = worth(target, tuple(sorted(units)))
        return known[target, units]

    chosen = choose_attacks(options, {u: frozenset(owed(u)) for u in options}, known_worth, rng, alone=alone)
    crowds = {target: frozenset(u for u in chosen if chosen[u] == target) for target in sorted(set(chosen.values()))}
    return [Strike(target, tuple(sorted(units)), known_worth(target, units)) for target, units in crowds.items()]


def as_orders(g: State, strikes: Iterable[Strike]) -> Iterator[Order]:
    """The orders that declare attacks."""
    for strike in strikes:
        yield ("attack", g.map.labels[strike.target], "with", *g.ids(strike.units), "go")


def choose_attacks(
    options: Mapping[Unit, Sequence[Hex]],
    duties: Mapping[Unit, frozenset[Hex]],
    worth: Callable[[Hex, frozenset[Unit]], float],
    rng: random.Random,
    rounds: int = 3,
    alone: int = ALONE,
) -> Assignment:
    """A good set of attacks, by hill climbing from nothing and from everybody attacking.

    `options` are the targets next to each unit, `duties` the targets that must be attacked by somebody if the unit
    attacks, `worth` the expected gain of an attack. Sets that break a duty count as worthless.
    """
    units = [u for u in sorted(options) if options[u]]
    best: Assignment = {}
    best_value = 0.0
    for start in _starts(units, options, worth, alone):
        found, value = _climb(start, units, options, duties, worth, rng, rounds)
        if value > best_value:
            best, best_value = found, value
    return best


def _starts(
    units: Sequence[Unit],
    options: Mapping[Unit, Sequence[Hex]],
    worth: Callable[[Hex, frozenset[Unit]], float],
    alone: int,
) -> list[Assignment]:
    crowd: dict[Hex, set[Unit]] = {}
    for u in units:
        for target in options[u]:
            crowd.setdefault(target, set()).add(u)
    by_worth = sorted(crowd, key=lambda t: (-worth(t, frozenset(crowd[t])), t))
    everybody: Assignment = {}
    for target in by_worth:
        for u in sorted(crowd[target]):
            everybody.setdefault(u, target)
    return [{}, everybody, *(dict.fromkeys(crowd[target], target) for target in by_worth[:alone])]


def _climb(
    start: Assignment,
    units: Sequence[Unit],
    options: Mapping[Unit, Sequence[Hex]],
    duties: Mapping[Unit, frozenset[Hex]],
    worth: Callable[[Hex, frozenset[Unit]], float],
    rng: random.Random,
    rounds: int,
) -> tuple[Assignment, float]:
    found = dict(start)
    value = total_worth(found, duties, worth)
    for _ in range(rounds):
        better = False
        for u in rng.sample(list(units), len(units)):
            for target in (None, *options[u]):
                if found.get(u) == target:
                    continue
                trial = {v: t for v, t in found.items() if v != u}
                if target is not None:
                    trial[u] = target
                trial_value = total_worth(trial, duties, worth)
                if trial_value > value + 1e-9:
                    found, value, better = trial, trial_value, True
        if not better:
            break
    return found, value


def total_worth(
    found: Assignment, duties: Mapping[Unit, frozenset[Hex]], worth: Callable[[Hex, frozenset[Unit]], float]
) -> float:
    """What a set of attacks is worth; every target that is owed and not attacked costs dearly."""
    crowd: dict[Hex, set[Unit]] = {}
    for u, target in found.items():
        crowd.setdefault(target, set()).add(u)
    owed = {target for u in found for target in duties[u]} - crowd.keys()
    return sum(worth(target, frozenset(who)) for target, who in crowd.items()) - 1000.0 * len(owed)
