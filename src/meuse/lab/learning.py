"""Learning what positions are worth: a logistic regression on self-played games, judged on games it has not seen.

What is good for a side may not weigh against it, however the games of a sample fell: whoever searches by such a value
would throw it away. Only how late it is, and whose turn, may weigh either way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from meuse.lab.selfplay import Sample
from meuse.report import count
from meuse.value import FEATURES, Bin, Feature, Value, read_values

FOLDS = 5
BINS = 5
RIDGE = 0.1
"""How strongly weights are kept small, in units of one game: positions of one game tell about the same."""
EITHER_WAY = ("progress", "turn")
"""Features that may weigh for either side."""

Array = Any
"""An array of numbers; scipy ships no types."""


class TooFewGames(ValueError):
    """Games from which nothing can be learnt."""


def learn(samples: Sequence[Sample]) -> Value:
    """What features weigh; log loss and calibration are those of fits to four fifths of the games, on the others.

    Raises TooFewGames where there are not enough, or all of them ended alike.
    """
    games = sorted({sample.seed for sample in samples})
    ends = {sample.ended for sample in samples}
    if len(games) < 2 * FOLDS or len(ends) < 2:
        played = f"{count(len(games), 'game')} with {count(len(ends), 'different end')}"
        raise TooFewGames(f"{played} cannot teach it; at least {2 * FOLDS} games are needed")
    table = np.array([[sample.features[name] for name in FEATURES] for sample in samples])
    ended, weighed = np.array([sample.ended for sample in samples]), _by_game(samples)
    fold = np.array([games.index(sample.seed) % FOLDS for sample in samples])
    told, base = np.zeros(len(samples)), np.zeros(len(samples))
    for number in range(FOLDS):
        rest, held = fold != number, fold == number
        told[held] = _fitted(table[rest], ended[rest], weighed[rest]).chances(table[held])
        base[held] = np.average(ended[rest], weights=weighed[rest])
    fit = _fitted(table, ended, weighed)
    return Value(
        features={name: Feature(*map(_rounded, row)) for name, row in zip(FEATURES, fit.rows(), strict=True)},
        intercept=_rounded(fit.intercept),
        games=len(games),
        positions=len(samples),
        log_loss=_rounded(_log_loss(told, ended, weighed)),
        base_loss=_rounded(_log_loss(base, ended, weighed)),
        calibration=tuple(_calibration(told, ended)),
    )


def write(path: Path, values: Mapping[str, Value], words: str) -> None:
    """Write the values of a game's scenarios; those of others stay as they are. `words` says how they came about."""
    kept = read_values(path) if path.exists() else {}
    lines = [f"# {words}", ""]
    for scenario, value in sorted({**kept, **values}.items()):
        lines += _as_toml(scenario, value)
    path.write_text("\n".join(lines), encoding="utf-8")


def _as_toml(scenario: str, value: Value) -> Iterable[str]:
    yield f"[{scenario}]"
    for name in ("intercept", "games", "positions", "log_loss", "base_loss"):
        yield f"{name} = {getattr(value, name)}"
    yield "calibration = ["
    for bin in value.calibration:
        yield f"  {{ told = {bin.told}, came = {bin.came}, positions = {bin.positions} }},"
    yield "]"
    yield ""
    yield f"[{scenario}.features]"
    for name, row in value.features.items():
        yield f"# {FEATURES[name]}"
        yield f"{name} = {{ mean = {row.mean}, deviation = {row.deviation}, weight = {row.weight} }}"
    yield ""


# -- the regression


class _Fit:
    """Scaled features, their weights, and an intercept."""

    def __init__(self, table: Array, weights: Array, intercept: float) -> None:
        self.mean, spread = table.mean(axis=0), table.std(axis=0)
        self.deviation = np.where(spread > 1e-6, spread, 1.0)
        self.weights, self.intercept = weights, intercept

    def chances(self, table: Array) -> Array:
        return _logistic((table - self.mean) / self.deviation @ self.weights + self.intercept)

    def rows(self) -> Iterable[tuple[float, float, float]]:
        return zip(self.mean, self.deviation, self.weights, strict=True)


def _fitted(table: Array, ended: Array, weighed: Array) -> _Fit:
    """The weights that make what came likeliest, kept small."""
    fit = _Fit(table, np.zeros(table.shape[1]), 0.0)
    scaled = (table - fit.mean) / fit.deviation

    def loss(x: Array) -> tuple[float, Array]:
        told = _logistic(scaled @ x[1:] + x[0])
        wrong = (told - ended) * weighed
        total = _log_loss(told, ended, weighed) * weighed.sum() + RIDGE * (x[1:] ** 2).sum() / 2
        return float(total), np.concatenate(([wrong.sum()], scaled.T @ wrong + RIDGE * x[1:]))

    bounds = [(None, None), *((None if name in EITHER_WAY else 0.0, None) for name in FEATURES)]
    found = minimize(loss, np.zeros(len(bounds)), jac=True, method="L-BFGS-B", bounds=bounds).x
    fit.weights, fit.intercept = found[1:], float(found[0])
    return fit


def _by_game(samples: Sequence[Sample]) -> Array:
    """What each position counts: those of one game together as much as those of another."""
    count: dict[int, int] = {}
    for sample in samples:
        count[sample.seed] = count.get(sample.seed, 0) + 1
    return np.array([1.0 / count[sample.seed] for sample in samples])


def _logistic(x: Array) -> Array:
    return 1.0 / (1.0 + np.exp(-np.clip(x, -30.0, 30.0)))


def _log_loss(told: Array, ended: Array, weighed: Array) -> float:
    safe = np.clip(told, 1e-6, 1.0 - 1e-6)
    each = -(ended * np.log(safe) + (1.0 - ended) * np.log(1.0 - safe))
    return float(np.average(each, weights=weighed))


def _calibration(told: Array, ended: Array) -> Iterable[Bin]:
    """Positions in bins by the chance they were given."""
    for number in range(BINS):
        here = np.minimum((told * BINS).astype(int), BINS - 1) == number
        if here.any():
            yield Bin(_rounded(told[here].mean()), _rounded(ended[here].mean()), int(here.sum()))


def _rounded(x: float) -> float:
    return round(float(x), 4)
