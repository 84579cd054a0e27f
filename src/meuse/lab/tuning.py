"""Tuning: the weights of a game's advice moved by self-play, and what that gained, with its certainty.

The method is SPSA (simultaneous perturbation stochastic approximation). In each round all weights are moved at once, at
random to one side or the other; a staff with these weights plays one with the opposite ones, on common seeds with
sides changed, and the weights go some way towards whichever did better. Afterwards the tuned staff meets the staff on
seeds that tuning has not seen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random

import msgspec

import meuse
from meuse.advice import Weights
from meuse.counters import SIDES, Side
from meuse.lab.keeping import Keeper, keeping
from meuse.lab.ladder import interval
from meuse.lab.outcomes import margin, mean, points
from meuse.lab.play import play_out
from meuse.lab.workers import Here, Workers
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


class Duel(msgspec.Struct, frozen=True, kw_only=True):
    """A game of two staffs with different weights, as it travels to other processes."""

    game: str
    scenario: str
    seed: str
    side: Side
    """The side of the first."""
    one: dict[str, float]
    other: dict[str, float]


class Fought(msgspec.Struct, frozen=True):
    """How a duel ended for the first: from 0 to 1."""

    points: float
    margin: float
    """The same, and as much again by what is held of all that counts: single games say more so."""
    error: str = ""


Team = Workers | Keeper[Duel, Fought]
"""Who plays the duels."""


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


def tuned(tuning: Tuning, players: Workers | None = None, keep: Path | None = None) -> Iterator[Shares | Tuned]:
    """Where the weights are after each round, and at last what they gained.

    The games of a round are played by these workers, and kept in a file if one is named.
    """
    team = keeping(players or Here(), keep, Fought, _name)
    known, shares = movable(tuning), dict.fromkeys(movable(tuning), 0.0)
    for number in range(tuning.rounds):
        shares = _round(tuning, team, known, shares, number)
        yield dict(shares)
    after = weights_at(known, shares)
    pairs = _pairs(tuning, team, after, {}, [f"test {number}" for number in range(tuning.test)])
    won = [mean([fought.points for fought in pair]) for pair in pairs]
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


def _round(tuning: Tuning, players: Team, known: Mapping[str, Leeway], shares: Shares, number: int) -> Shares:
    """Try all weights moved one way against all moved the other way, and go towards the better."""
    rng = Random(f"tuning {tuning.seed} {number}")
    ways = {name: rng.choice((-1.0, 1.0)) for name in known}
    one, other = (_clipped({name: shares[name] + sign * REACH * ways[name] for name in known}) for sign in (1, -1))
    seeds = [f"{number} {pair}" for pair in range(tuning.pairs)]
    pairs = _pairs(tuning, players, weights_at(known, one), weights_at(known, other), seeds)
    won = mean([mean([fought.margin for fought in pair]) for pair in pairs])
    step = STEP * (2.0 * won - 1.0) / (1.0 + number / 5.0)
    return _clipped({name: shares[name] + step * ways[name] for name in known})


def _clipped(shares: Shares) -> Shares:
    return {name: max(-1.0, min(1.0, share)) for name, share in shares.items()}


def _pairs(
    tuning: Tuning, players: Team, one: Weights, other: Weights, seeds: Iterable[str]
) -> list[tuple[Fought, ...]]:
    """How one does against the other: on each seed two games with sides changed."""
    duels = [
        Duel(
            game=tuning.game,
            scenario=tuning.scenario,
            seed=f"{tuning.seed} {seed}",
            side=side,
            one=dict(one),
            other=dict(other),
        )
        for seed in seeds
        for side in SIDES
    ]
    fought = list(players.each(_fight, duels, _lost))
    return [tuple(fought[at : at + len(SIDES)]) for at in range(0, len(fought), len(SIDES))]


def _fight(duel: Duel) -> Fought:
    game = meuse.new(duel.game, duel.scenario, f"tuning {duel.seed}")
    game.quiet = True
    weights = {duel.side: duel.one, duel.side.enemy: duel.other}
    play_out(game, {each.word: StaffBot(f"{duel.seed} {each.word}", weights=weights[each]) for each in SIDES})
    return Fought(points(game, duel.side), margin(game, duel.side))


def _lost(duel: Duel) -> Fought:
    """A game on which process after process died tells for nobody."""
    return Fought(0.5, 0.5, "process after process that played it was killed")


def _name(duel: Duel) -> str:
    """A duel as it is kept: by all that it depends on."""
    rules = meuse.rule_book(duel.game)
    facts = msgspec.json.encode([duel, rules.revision, rules.data_hash], order="sorted")
    return hashlib.sha256(facts).hexdigest()[:16]
