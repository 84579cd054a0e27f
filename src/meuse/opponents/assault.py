"""Attacks as sets: who attacks what, so that every duty is met and the whole is worth most."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from meuse.counters import Unit
from meuse.hexmap import Hex

Assignment = dict[Unit, Hex]
"""The target of each unit that attacks."""


def choose_attacks(
    options: Mapping[Unit, Sequence[Hex]],
    duties: Mapping[Unit, frozenset[Hex]],
    worth: Callable[[Hex, frozenset[Unit]], float],
    rng: random.Random,
    rounds: int = 3,
) -> Assignment:
    """A good set of attacks, by hill climbing from nothing and from everybody attacking.

    `options` are the targets next to each unit, `duties` the targets that must be attacked by somebody if the unit
    attacks, `worth` the expected gain of an attack. Sets that break a duty count as worthless.
    """
    units = [u for u in sorted(options) if options[u]]
    best: Assignment = {}
    best_value = 0.0
    for start in _starts(units, options, worth):
        found, value = _climb(start, units, options, duties, worth, rng, rounds)
        if value > best_value:
            best, best_value = found, value
    return best


def _starts(
    units: Sequence[Unit], options: Mapping[Unit, Sequence[Hex]], worth: Callable[[Hex, frozenset[Unit]], float]
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
    alone = [dict.fromkeys(crowd[target], target) for target in by_worth[:6]]
    return [{}, everybody, *alone]


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
