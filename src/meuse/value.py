"""Value: the chance to win from a position, by named features, learnt from games of opponents against each other.

What is looked at stands here, and is the same in all games; it comes from their appreciations. How much each feature
weighs stands in a game's `data/value.toml`, a table for each scenario, which `meuse value` writes. `value_of` knows
everything on the board it is given, so a side asks it of a board that it imagines.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from math import exp
from pathlib import Path
from typing import Any

import msgspec

from meuse.appreciation import AnyAppreciation
from meuse.counters import SIDES, Side
from meuse.game import Game
from meuse.hexmap import Hex, HexMap
from meuse.rulebook import RuleBook

FEATURES = {
    "verdict": "who would win if the game ended now",
    "score": "points, as the book counts them",
    "prizes": "what counts and is held, as a share of all that counts",
    "pressure": "strength near what counts and the enemy holds",
    "strength": "strength in supply, as a share of all of it",
    "open": "what counts and lies open to the side whose turn it is",
    "hungry": "strength out of supply, as a share of one's own: the enemy's less one's own",
    "late_verdict": "who would win now, the more the later it is",
    "late_score": "points, the more the later it is",
    "late_prizes": "what is held, the more the later it is",
    "early_strength": "strength in supply, the more the earlier it is",
    "progress": "how much of the game is over",
    "turn": "whose turn it is",
}
"""What is looked at, each as the German side's less the Allied side's."""

NEAR = 3
"""Within how many hexes strength presses on a place."""


class Feature(msgspec.Struct, frozen=True):
    """How a feature is scaled, and what it weighs."""

    mean: float
    deviation: float
    weight: float


class Bin(msgspec.Struct, frozen=True):
    """Positions that were given about the same chance, and how they ended."""

    told: float
    came: float
    positions: int


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """What the positions of a scenario are worth, and how well that is known."""

    features: dict[str, Feature]
    intercept: float
    games: int = 0
    """How many games it was learnt from."""
    positions: int = 0
    log_loss: float = 0.0
    """On games it was not learnt from."""
    base_loss: float = 0.0
    """The same, of one who only knows how often each side wins."""
    calibration: tuple[Bin, ...] = ()
    """On games it was not learnt from, too."""

    def german(self, found: Mapping[str, float]) -> float:
        """The German side's chance to win, by what the features of a position are."""
        total = self.intercept
        for name, feature in self.features.items():
            total += feature.weight * (found[name] - feature.mean) / feature.deviation
        return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, total))))


UNTAUGHT = Value(
    intercept=0.0,
    features={
        name: Feature(0.0, 1.0, weight)
        for name, weight in {"late_verdict": 2.0, "late_prizes": 2.0, "prizes": 4.0, "pressure": 1.0,
                             "strength": 4.0, "open": 2.0, "hungry": 1.0}.items()
    },
)  # fmt: skip
"""A rule of thumb, for scenarios of which nothing was learnt."""


class NoAppreciation(ValueError):
    """A game that does not say what counts in it: its positions cannot be valued."""


def value_of(game: Game, side: Side) -> float:
    """A side's chance to win; of a game that is over, how it ended. Raises NoAppreciation."""
    if game.state.result is not None:
        return ended(game, side)
    german = taught(game.rules, game.state.scenario.id).german(features(game.rules, game.state))
    return german if side is Side.GERMAN else 1.0 - german


def ended(game: Game, side: Side) -> float:
    """1 for a win, 0.5 for a draw, 0 for a loss."""
    assert game.state.result is not None
    winner = game.state.result.winner
    return 0.5 if winner is None else float(winner is side)


def taught(rules: RuleBook, scenario: str) -> Value:
    """What was learnt of a scenario."""
    return _values(rules.data / "value.toml").get(scenario, UNTAUGHT)


def is_certain(rules: RuleBook, scenario: str) -> bool:
    """Whether enough was learnt of a scenario to go by its value: it knows more than how often each side wins."""
    learnt = taught(rules, scenario)
    return learnt.games > 0 and learnt.log_loss < learnt.base_loss


@cache
def _values(path: Path) -> dict[str, Value]:
    return read_values(path) if path.exists() else {}


def read_values(path: Path) -> dict[str, Value]:
    """The values of a game's scenarios; raises ValueError for a file that has another form."""
    try:
        found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), dict[str, Value])
    except msgspec.ValidationError as error:
        raise ValueError(f"{path}: {error}") from error
    for scenario, value in found.items():
        if unknown := value.features.keys() - FEATURES.keys():
            raise ValueError(f"{path}: {scenario} has unknown features: {', '.join(sorted(unknown))}")
    return found


# -- what is looked at


def features(rules: RuleBook, g: Any) -> dict[str, float]:
    """What a position shows, each feature as the German side's less the Allied side's."""
    app = appreciation_of(rules)
    late = app.progress(g)
    verdict, score = _standing(rules, g)
    prizes = _difference(_share_held(app, g, side) for side in SIDES)
    fed, hungry = zip(*(app.strengths(g, side) for side in SIDES), strict=True)
    strength = (fed[0] - fed[1]) / max(1.0, sum(fed) + sum(hungry))
    asked = app.turn_of(g)
    return {
        "verdict": verdict,
        "score": score,
        "prizes": prizes,
        "pressure": _difference(_pressure(app, g, side) for side in SIDES),
        "strength": strength,
        "open": _lying_open(app, g),
        "hungry": -_difference(hungry[side] / max(1.0, fed[side] + hungry[side]) for side in SIDES),
        "late_verdict": verdict * late,
        "late_score": score * late,
        "late_prizes": prizes * late,
        "early_strength": strength * (1.0 - late),
        "progress": late,
        "turn": 0.0 if asked is None else 1.0 - 2.0 * asked[0],
    }


def appreciation_of(rules: RuleBook) -> AnyAppreciation:
    """What a game says of its positions; raises NoAppreciation."""
    if rules.appreciation is None:
        raise NoAppreciation(f"{rules.title} does not say what counts in it")
    return rules.appreciation


def _difference(values: Iterable[float]) -> float:
    german, allied = values
    return german - allied


def _standing(rules: RuleBook, g: Any) -> tuple[float, float]:
    """Who would win now, and by how many points."""
    standing = rules.standing(g)
    if standing is None:
        return 0.0, 0.0
    winner = 0.0 if standing.winner is None else 1.0 - 2.0 * standing.winner
    return winner, _difference(standing.score.get(side.word, 0.0) for side in SIDES)


def _share_held(app: AnyAppreciation, g: Any, side: Side) -> float:
    total = sum(app.prizes(g, side).values())
    return app.held(g, side) / total if total else 0.0


def _lying_open(app: AnyAppreciation, g: Any) -> float:
    """What the side whose turn it is could walk into, as a share of all that counts for the other."""
    asked = app.turn_of(g)
    if asked is None:
        return 0.0
    prizes = app.prizes(g, asked[0].enemy)
    lying = sum(prizes[h] for h in app.open_prizes(g, asked[0].enemy))
    return (1.0 - 2.0 * asked[0]) * lying / max(1.0, sum(prizes.values()))


def _pressure(app: AnyAppreciation, g: Any, side: Side) -> float:
    """How much of what counts is pressed on: by the strength near a place, as a share of all strength near it."""
    prizes, around = app.prizes(g, side), _around(g.map)
    total = pressed = 0.0
    for h, value in prizes.items():
        total += value
        if not app.holds(g, side, h):
            near = [(g.side(u), app.strength(g, u)) for n in around[h] for u in g.at.get(n, ())]
            own = sum(strength for whose, strength in near if whose is side)
            pressed += value * own / (1.0 + sum(strength for _, strength in near))
    return pressed / total if total else 0.0


@cache
def _around(map: HexMap) -> tuple[tuple[Hex, ...], ...]:
    """For each hex those within NEAR of it, itself too."""
    return tuple(_within(map, h) for h in range(len(map)))


def _within(map: HexMap, h: Hex) -> tuple[Hex, ...]:
    seen, layer = {h}, [h]
    for _ in range(NEAR):
        layer = sorted({n for m in layer for n in map.adjacent[m]} - seen)
        seen.update(layer)
    return tuple(sorted(seen))
