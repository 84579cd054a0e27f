"""Tuning: the weights of a game's advice moved by self-play, and what that gained, with its certainty.

The method is SPSA (simultaneous perturbation stochastic approximation). In each round all weights are moved at once, at
random to one side or the other; a staff with these weights plays one with the opposite ones, on common seeds with
sides changed, and the weights go some way towards whichever did better. Afterwards the tuned staff meets the staff on
seeds that tuning has not seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import msgspec

import meuse
from meuse.advice import Weights
from meuse.counters import SIDES, Side
from meuse.game import Game
from meuse.lab.ladder import interval
from meuse.lab.outcomes import Judge, margin, mean, points
from meuse.lab.play import play_out
from meuse.opponents.leeway import Leeway, tunable
from meuse.opponents.staff import StaffBot

REACH = 0.5
"""How far weights are moved to try them, as a share of the way to their bounds."""

STEP = 1.0
"""How far they go after the first round if one side won everything; less in later rounds."""

Shares = dict[str, float]
"""How far each weight is moved: -1 is its lower bound, 0 what it is, 1 its upper bound."""


class Tuning(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be tuned, and how long."""

    game: str
    scenario: str
    weights: tuple[str, ...] = ()
    """These only; all that may be moved, if none is named."""

    rounds: int = 10
    pairs: int = 1
    """Pairs of games in a round."""

    test: int = 10
    """Pairs of games that the tuned staff plays against the staff at the end."""

    seed: int = 1


class Tuned(msgspec.Struct, frozen=True, kw_only=True):
    """The weights that were found, and what they gained."""

    game: str
    scenario: str
    rounds: int
    games: int
    before: dict[str, float]
    after: dict[str, float]
    points: float
    """The tuned staff's share of points against the staff, in games that tuning has not seen."""
    between: tuple[float, float]
    """Between which shares the true one lies, with 95 % confidence."""
    tested: int
    """In so many games."""


class NothingToTune(ValueError):
    """A game without weights that may be moved, or without those that were named."""


def movable(tuning: Tuning) -> Mapping[str, Leeway]:
    """The weights that are to be tuned; raises NothingToTune."""
    known = tunable(meuse.rule_book(tuning.game))
    names = tuning.weights or tuple(known)
    if unknown := [name for name in names if name not in known]:
        there_are = ", ".join(known) or "none"
        raise NothingToTune(f"{tuning.game} has no weight {unknown[0]!r} with bounds; it has {there_are}")
    if not names:
        raise NothingToTune(f"{tuning.game} has no weights with bounds in its data/advice.toml")
    return {name: known[name] for name in names}


def tuned(tuning: Tuning) -> Iterator[Shares | Tuned]:
    """Where the weights are after each round, and at last what they gained."""
    known, shares = movable(tuning), dict.fromkeys(movable(tuning), 0.0)
    for number in range(tuning.rounds):
        shares = _round(tuning, known, shares, number)
        yield dict(shares)
    after = weights_at(known, shares)
    won = [_pair(tuning, after, {}, f"test {number}", points) for number in range(tuning.test)]
    yield Tuned(
        game=tuning.game,
        scenario=tuning.scenario,
        rounds=tuning.rounds,
        games=2 * tuning.pairs * tuning.rounds,
        before={name: leeway.value for name, leeway in known.items()},
        after=dict(after),
        points=round(mean(won), 3),
        between=interval(won),
        tested=2 * tuning.test,
    )


def weights_at(known: Mapping[str, Leeway], shares: Shares) -> Weights:
    return {name: round(leeway.at(shares[name]), 4) for name, leeway in known.items()}


# -- helpers


def _round(tuning: Tuning, known: Mapping[str, Leeway], shares: Shares, number: int) -> Shares:
    """Try all weights moved one way against all moved the other way, and go towards the better."""
    rng = Random(f"tuning {tuning.seed} {number}")
    ways = {name: rng.choice((-1.0, 1.0)) for name in known}
    one, other = (_clipped({name: shares[name] + sign * REACH * ways[name] for name in known}) for sign in (1, -1))
    seeds = [f"{number} {pair}" for pair in range(tuning.pairs)]
    won = mean([_pair(tuning, weights_at(known, one), weights_at(known, other), seed, margin) for seed in seeds])
    step = STEP * (2.0 * won - 1.0) / (1.0 + number / 5.0)
    return _clipped({name: shares[name] + step * ways[name] for name in known})


def _clipped(shares: Shares) -> Shares:
    return {name: max(-1.0, min(1.0, share)) for name, share in shares.items()}


def _pair(tuning: Tuning, one: Weights, other: Weights, seed: str, judged: Judge) -> float:
    """How one does against the other, in two games on one seed with sides changed."""
    return mean([judged(_played(tuning, side, one, other, seed), side) for side in SIDES])


def _played(tuning: Tuning, side: Side, one: Weights, other: Weights, seed: str) -> Game:
    game = meuse.new(tuning.game, tuning.scenario, f"tuning {tuning.seed} {seed}")
    game.quiet = True
    weights = {side: one, side.enemy: other}
    play_out(game, {each.word: StaffBot(f"{seed} {each.word}", weights=weights[each]) for each in SIDES})
    return game
