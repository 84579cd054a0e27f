"""Bots against each other on common seeds with sides changed: points, Elo with intervals, and when enough is known.

A *pair* is two games on one seed, each bot once on either side; what the seed or the scenario gives to one side is
given to both bots. Games are kept in a file as they end, so an interrupted ladder goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import log, log10, sqrt
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from meuse.lab.auditing import Tally, means
from meuse.lab.play import Match, Played, play_many
from meuse.opponents import with_budget

LIKELY = log(0.95 / 0.05)
"""The evidence at which a question is decided: wrong in one case of twenty, either way."""
RESAMPLES = 400


class Met(msgspec.Struct, frozen=True, kw_only=True):
    """One game of a ladder, as it is kept."""

    game: str
    scenario: str
    german: str
    allied: str
    seed: int
    winner: str
    level: str
    seconds: float
    error: str = ""
    tallies: dict[str, Tally] = {}
    """The blunders of either side, if they were counted."""

    def points(self, bot: str) -> float:
        """A win counts one, a draw half; so does a game that could not be finished."""
        if self.winner in ("", "draw"):
            return 0.5
        return float((self.german if self.winner == "german" else self.allied) == bot)


class Pair(msgspec.Struct, frozen=True):
    """Two games on one seed with sides changed."""

    one: str
    other: str
    seed: int
    games: tuple[Met, Met]

    def share(self, bot: str) -> float:
        return sum(met.points(bot) for met in self.games) / 2


class Ladder(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be played: this many games between each pair of bots."""

    game: str
    scenario: str
    bots: tuple[str, ...]
    games: int
    seed: int = 1
    jobs: int = 1
    keep: Path | None = None
    """The file that games are kept in, a line each."""

    decide: tuple[float, float] | None = None
    """Two shares: play only until one of them is far likelier than the other (for two bots)."""

    budget: int | None = None
    """How many evaluations a turn the bots have that take a budget."""

    audit: bool = False
    """Whether the blunders of each bot are counted."""

    @property
    def players(self) -> tuple[str, ...]:
        """The bots with their budgets: as they play, and as games are kept."""
        return tuple(with_budget(bot, self.budget) for bot in self.bots)


def climb(ladder: Ladder) -> Iterator[Pair]:
    """The pairs of a ladder, as they end; those that are kept already are not played again.

    Raises ValueError for a ladder that cannot be played.
    """
    _check(ladder)
    kept = {(met.german, met.allied, met.seed): met for met in _kept(ladder)}
    for one, other in combinations(ladder.players, 2):
        shares: list[float] = []
        for seeds in _batches(ladder):
            for pair in _pairs(ladder, one, other, seeds, kept):
                yield pair
                shares.append(pair.share(one))
            if ladder.decide and verdict(shares, *ladder.decide) != "open":
                break


def verdict(shares: Sequence[float], low: float, high: float) -> str:
    """Whether the true share of points is rather `low` or `high`, after so many pairs: "low", "high" or "open".

    >>> verdict([1.0, 0.5, 1.0, 1.0] * 10, 0.5, 0.6), verdict([0.5, 1.0], 0.5, 0.6)
    ('high', 'open')
    """
    evidence = log_likelihood_ratio(shares, low, high)
    return "open" if abs(evidence) < LIKELY else "high" if evidence > 0 else "low"


def log_likelihood_ratio(shares: Sequence[float], low: float, high: float) -> float:
    """How much likelier the pairs are if the true share is `high` rather than `low`: the logarithm of the ratio."""
    if len(shares) < 2:
        return 0.0
    mean = sum(shares) / len(shares)
    variance = max(sum((share - mean) ** 2 for share in shares) / (len(shares) - 1), 0.01)
    return len(shares) * (high - low) * (2 * mean - low - high) / (2 * variance)


def summary(ladder: Ladder, pairs: Sequence[Pair]) -> dict[str, Any]:
    """A ladder in figures."""
    games = [met for pair in pairs for met in pair.games]
    players = dict(zip(ladder.bots, ladder.players, strict=True))
    shares = {
        bot: [pair.share(player) for pair in pairs if player in (pair.one, pair.other)]
        for bot, player in players.items()
    }
    ratings = elo(ladder.players, pairs)
    found: dict[str, Any] = {
        "game": ladder.game,
        "scenario": ladder.scenario,
        "games": len(games),
        "points": {bot: _mean(shares[bot]) for bot in ladder.bots},
        "between": {bot: interval(shares[bot]) for bot in ladder.bots},
        "elo": {bot: ratings[player] for bot, player in players.items()},
        "sides": {bot: _by_side(player, games) for bot, player in players.items()},
        "seconds": round(sum(met.seconds for met in games), 1),
        "errors": [f"seed {met.seed}, {met.german} against {met.allied}: {met.error}" for met in games if met.error],
    }
    if ladder.budget is not None:
        found["budget"] = ladder.budget
    if ladder.decide:
        found["verdict"] = verdict(shares[ladder.bots[0]], *ladder.decide)
    if ladder.audit:
        found["audit"] = {bot: _audit(player, games) for bot, player in players.items()}
    return found


def interval(shares: Sequence[float]) -> tuple[float, float]:
    """Between which values the true share of points lies, with 95 % confidence; a pair is one observation.

    >>> interval([0.5, 1.0, 1.0, 0.5] * 5)
    (0.638, 0.862)
    """
    if len(shares) < 2:
        return 0.0, 1.0
    mean = sum(shares) / len(shares)
    variance = sum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
    half = 1.96 * sqrt(max(variance, 1 / (4 * len(shares))) / len(shares))
    return round(max(0.0, mean - half), 3), round(min(1.0, mean + half), 3)


def elo(bots: Sequence[str], pairs: Sequence[Pair]) -> dict[str, tuple[int, int, int]]:
    """The rating of each bot, with the bounds that 19 of 20 drawings of the same pairs keep; their mean is 0."""
    rng, best = Random("elo"), _ratings(bots, pairs)
    drawn = [_ratings(bots, rng.choices(pairs, k=len(pairs))) for _ in range(RESAMPLES)] if pairs else [best]
    bounds = {bot: sorted(ratings[bot] for ratings in drawn) for bot in bots}
    first, last = round(0.025 * (len(drawn) - 1)), round(0.975 * (len(drawn) - 1))
    return {bot: (round(best[bot]), round(bounds[bot][first]), round(bounds[bot][last])) for bot in bots}


# -- helpers


def _check(ladder: Ladder) -> None:
    if len(set(ladder.bots)) < max(2, len(ladder.bots)):
        raise ValueError("a ladder needs at least two bots, each named once")
    if ladder.decide and len(ladder.bots) != 2:
        raise ValueError("a question can be decided between two bots only")


def _batches(ladder: Ladder) -> list[range]:
    """The seeds of the pairs, all at once, or in small lots where the ladder may be decided before its end."""
    last = ladder.seed + (ladder.games + 1) // 2
    size = 2 * ladder.jobs if ladder.decide else max(1, last - ladder.seed)
    return [range(first, min(first + size, last)) for first in range(ladder.seed, last, size)]


def _pairs(ladder: Ladder, one: str, other: str, seeds: range, kept: dict[tuple[str, str, int], Met]) -> Iterator[Pair]:
    there, back = (_side(ladder, german, allied, seeds, kept) for german, allied in ((one, other), (other, one)))
    for seed, first, second in zip(seeds, there, back, strict=True):
        yield Pair(one, other, seed, (first, second))


def _side(
    ladder: Ladder, german: str, allied: str, seeds: range, kept: dict[tuple[str, str, int], Met]
) -> Iterator[Met]:
    """The games of two bots on the sides that they have, in the order of the seeds."""
    match = Match(
        game=ladder.game, scenario=ladder.scenario, german=german, allied=allied, verify=False, audit=ladder.audit
    )
    missing = [seed for seed in seeds if (german, allied, seed) not in kept]
    first = missing[0] if missing else seeds.stop
    fresh = play_many(match, seeds.stop - first, first, ladder.jobs)
    for seed in seeds:
        if seed < first:
            yield kept[german, allied, seed]
        else:
            yield _keep(ladder, _met(match, next(fresh)))


def _met(match: Match, played: Played) -> Met:
    assert match.scenario is not None
    return Met(
        game=match.game,
        scenario=match.scenario,
        german=match.german,
        allied=match.allied,
        seed=played.seed,
        winner=played.winner,
        level=played.level,
        seconds=played.seconds,
        error=played.error,
        tallies=played.tallies,
    )


def _kept(ladder: Ladder) -> Iterable[Met]:
    """The games of this game and scenario that the file has; a last line that was cut off is taken out of it."""
    if ladder.keep is None or not ladder.keep.exists():
        return
    whole, _, stump = ladder.keep.read_bytes().rpartition(b"\n")
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            met = msgspec.json.decode(line, type=Met)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            raise ValueError(f"{ladder.keep}, line {number}, is not a game of a ladder: {error}") from error
        if (met.game, met.scenario) == (ladder.game, ladder.scenario):
            yield met
    if stump:
        ladder.keep.write_bytes(whole + b"\n" if whole else b"")


def _keep(ladder: Ladder, met: Met) -> Met:
    if ladder.keep is not None:
        with ladder.keep.open("ab") as file:
            file.write(msgspec.json.encode(met) + b"\n")
    return met


def _ratings(bots: Sequence[str], pairs: Sequence[Pair]) -> dict[str, float]:
    """Elo by the model of Bradley and Terry, with one drawn game of everybody against an average bot added."""
    wins = {bot: 0.5 + sum(2 * pair.share(bot) for pair in pairs if bot in (pair.one, pair.other)) for bot in bots}
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(60):
        met = {bot: 1 / (strength[bot] + 1) for bot in bots}
        for pair in pairs:
            both = 2 / (strength[pair.one] + strength[pair.other])
            met[pair.one] += both
            met[pair.other] += both
        strength = {bot: wins[bot] / met[bot] for bot in bots}
    mean = sum(log10(value) for value in strength.values()) / len(bots)
    return {bot: 400 * (log10(strength[bot]) - mean) for bot in bots}


def _by_side(player: str, games: Sequence[Met]) -> dict[str, float | None]:
    """The share of points of a bot as German and as Allied."""
    return {
        "german": _mean([met.points(player) for met in games if met.german == player]),
        "allied": _mean([met.points(player) for met in games if met.allied == player]),
    }


def _audit(player: str, games: Sequence[Met]) -> dict[str, Any]:
    """The blunders of a bot in a game, on average over those in which they were counted."""
    sides = [(met, side) for met in games for side in ("german", "allied") if getattr(met, side) == player]
    counted = [met.tallies[side] for met, side in sides if side in met.tallies]
    return {"games": len(counted), **means(counted)}


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 3) if values else None
