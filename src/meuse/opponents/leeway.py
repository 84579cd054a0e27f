"""How far the weights of a game may be moved: to play otherwise than the staff, and to look for better ones."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from meuse.advice import Weights, read_weights
from meuse.rulebook import RuleBook


class Leeway(msgspec.Struct, frozen=True):
    """A weight that may be moved, and between which bounds."""

    value: float
    low: float
    high: float

    def at(self, share: float) -> float:
        """From its value (0) as far as its bounds (-1 and 1)."""
        return self.value + share * (self.high - self.value if share > 0 else self.value - self.low)


def tunable(rules: RuleBook) -> Mapping[str, Leeway]:
    """The weights of a game's advice that may be moved: those with bounds, by name."""
    return _tunable(rules.data / "advice.toml")


def perturbed(known: Mapping[str, Leeway], rng: random.Random, share: float = 0.3, far: float = 1.0) -> Weights:
    """Some of these weights moved, at most so far towards their bounds."""
    return {name: leeway.at(rng.uniform(-far, far)) for name, leeway in known.items() if rng.random() < share}


@cache
def _tunable(path: Path) -> Mapping[str, Leeway]:
    known = read_weights(path) if path.exists() else {}
    return {
        name: Leeway(weight.value, weight.low, weight.high)
        for name, weight in known.items()
        if weight.low is not None and weight.high is not None
    }
