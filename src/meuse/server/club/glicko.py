"""Glicko-2, as Mark Glickman describes it in "Example of the Glicko-2 system" (2013).

>>> player = Rating(1500, 200, 0.06)
>>> games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
>>> after = updated(player, games)
>>> round(after.rating, 2), round(after.deviation, 2), round(after.volatility, 5)
(1464.05, 151.52, 0.06)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log, pi, sqrt

import msgspec

SCALE = 173.7178
TAU = 0.5
"""How much a volatility may change; the paper advises 0.3 to 1.2."""
CLOSE = 1e-6


class Rating(msgspec.Struct, frozen=True):
    """How well somebody plays, how uncertain that is, and how steadily he does."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06

    @property
    def mu(self) -> float:
        return (self.rating - 1500.0) / SCALE

    @property
    def phi(self) -> float:
        return self.deviation / SCALE


def updated(player: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """After a rating period with these games: against whoever, and what came of it from 0 to 1. Steps 2 to 8."""
    if not games:
        return rested(player, 1)
    weights = [(_g(other), _expected(player, other), score) for other, score in games]
    v = 1 / sum(g * g * e * (1 - e) for g, e, _ in weights)
    gain = sum(g * (score - e) for g, e, score in weights)
    volatility = _volatility(player, v, v * gain)
    before = sqrt(player.phi**2 + volatility**2)
    phi = 1 / sqrt(1 / before**2 + 1 / v)
    return Rating(1500.0 + SCALE * (player.mu + phi**2 * gain), SCALE * phi, volatility)


def rested(player: Rating, periods: int) -> Rating:
    """After periods without a game: as good as before, but less certainly so; never less than at the beginning."""
    deviation = SCALE * sqrt(player.phi**2 + periods * player.volatility**2)
    return msgspec.structs.replace(player, deviation=min(Rating().deviation, deviation))


# -- helpers


def _g(other: Rating) -> float:
    return 1 / sqrt(1 + 3 * other.phi**2 / pi**2)


def _expected(player: Rating, other: Rating) -> float:
    return 1 / (1 + exp(-_g(other) * (player.mu - other.mu)))


def _volatility(player: Rating, v: float, delta: float) -> float:
    """Step 5: the root of a function, by the Illinois method."""
    a, phi2 = log(player.volatility**2), player.phi**2

    def f(x: float) -> float:
        rest = phi2 + v + exp(x)
        return exp(x) * (delta**2 - rest) / (2 * rest**2) - (x - a) / TAU**2

    low, high = a, _other_end(f, a, delta**2 - phi2 - v)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


def _other_end(f: Callable[[float], float], a: float, surplus: float) -> float:
    if surplus > 0:
        return log(surplus)
    k = 1
    while f(a - k * TAU) < 0:
        k += 1
    return a - k * TAU
