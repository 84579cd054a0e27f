"""What the games of a study show, in figures: balance, effects, length, losses, dates against 1940."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from statistics import median_low

import msgspec

import meuse
from meuse.counters import SIDES, Side
from meuse.game import Game
from meuse.lab.play import Played
from meuse.lab.study.plan import Plan
from meuse.lab.study.run import Balance, Studied, balance, with_level
from meuse.lab.turns import TurnRow

BOUNDS = 0.1, 0.9
"""Four games of five lie between these shares of all games; a report shows where."""


class Span(msgspec.Struct, frozen=True):
    """Where a figure lies: its median, and between what bounds it lies in four games of five."""

    low: float
    middle: float
    high: float


class Effect(msgspec.Struct, frozen=True):
    """What a level changes against the first: points of the German side, with 95 % confidence."""

    change: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether chance alone hardly explains it."""
        return not self.low <= 0.0 <= self.high


class LevelFigures(msgspec.Struct, frozen=True, kw_only=True):
    """How the games with one level of a factor went."""

    label: str
    balance: Balance
    effect: Effect | None
    """None for the first level, which the others are compared with."""
    last_turn: Span
    lost: dict[str, Span]


class FactorFigures(msgspec.Struct, frozen=True):
    """A factor, level by level."""

    title: str
    levels: tuple[LevelFigures, ...]


class Combination(msgspec.Struct, frozen=True):
    """A combination of levels."""

    labels: tuple[str, ...]
    balance: Balance


class TurnFigures(msgspec.Struct, frozen=True):
    """How the games stood at the end of a turn, those that were over before included as they ended."""

    turn: int
    title: str
    lost: dict[str, Span]
    held: dict[str, Span]


class EventFigures(msgspec.Struct, frozen=True, kw_only=True):
    """When what of 1940 happened in the games."""

    title: str
    turn: int
    """When it did in 1940."""
    turns: dict[int, int]
    """In how many games it happened on which turn."""
    games: int
    usual: Span | None
    """None where it never happened."""

    @property
    def share(self) -> float:
        return sum(self.turns.values()) / self.games if self.games else 0.0


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """All of it."""

    games: int
    errors: int
    balance: Balance
    winners: dict[str, int]
    levels: dict[str, int]
    """How many games ended with which verdict."""
    factors: tuple[FactorFigures, ...]
    combinations: tuple[Combination, ...]
    lengths: dict[int, int]
    """How many games ended on which turn."""
    turns: tuple[TurnFigures, ...]
    history: tuple[EventFigures, ...]
    seconds: float
    """What a game took on average."""


def figures(plan: Plan, found: Sequence[Studied]) -> Figures:
    """The games of a study in figures; those that went wrong are counted and left out of all else."""
    good = [one for one in found if not one.played.error]
    played = [one.played for one in good]
    game = meuse.new(plan.game, plan.scenario, plan.seed, plan.options)
    return Figures(
        games=len(good),
        errors=len(found) - len(good),
        balance=balance(good),
        winners={word: sum(p.winner == word for p in played) for word in (*(s.word for s in SIDES), "draw")},
        levels=dict(Counter(p.level for p in played).most_common()),
        factors=tuple(_factor(plan, good, at) for at in range(len(plan.factors))),
        combinations=tuple(_combinations(plan, good)) if len(plan.factors) > 1 else (),
        lengths=dict(sorted(Counter(p.turns[-1].turn for p in played if p.turns).items())),
        turns=tuple(_turns(game, played)),
        history=tuple(_history(game, played)),
        seconds=round(sum(p.seconds for p in played) / max(1, len(played)), 3),
    )


def span(values: Iterable[float]) -> Span | None:
    """
    >>> span([1, 2, 3, 4, 10])
    Span(low=1, middle=3, high=10)
    """
    found = sorted(values)
    if not found:
        return None
    low, high = (found[min(len(found) - 1, int(bound * len(found)))] for bound in BOUNDS)
    return Span(low, median_low(found), high)


def effect(first: Balance, other: Balance) -> Effect:
    """The difference of two shares, with an interval made of theirs (after Newcombe).

    >>> effect(Balance(100, 0.5, 0.4, 0.6), Balance(100, 0.7, 0.6, 0.79))
    Effect(change=0.2, low=0.059, high=0.335)
    """
    change = other.share - first.share
    down = sqrt((other.share - other.low) ** 2 + (first.high - first.share) ** 2)
    up = sqrt((other.high - other.share) ** 2 + (first.share - first.low) ** 2)
    return Effect(round(change, 3), round(change - down, 3), round(change + up, 3))


def turn_titles(game: Game) -> dict[int, str]:
    """The turns as the track of the game names them: "22-26 May"."""
    tracks = [part for part in game.rules.views.parts(game.state, None) if part.kind == "track"]
    cells = [cell for part in tracks[:1] for cell in part.cells if cell.id.isdigit()]
    return {int(cell.id): cell.label.removeprefix(f"{cell.id}: ") for cell in cells}


# -- helpers


def _factor(plan: Plan, good: Sequence[Studied], at: int) -> FactorFigures:
    factor = plan.factors[at]
    groups = [with_level(good, at, level) for level in range(len(factor.levels))]
    first = balance(groups[0])
    return FactorFigures(
        factor.title,
        tuple(
            LevelFigures(
                label=level.label,
                balance=balance(group),
                effect=effect(first, balance(group)) if number else None,
                last_turn=_last(group, lambda row: row.turn),
                lost={
                    side.word: _last(group, lambda row, word=f"{side.word}_lost": getattr(row, word))  # type: ignore[misc]
                    for side in SIDES
                },
            )
            for number, (level, group) in enumerate(zip(factor.levels, groups, strict=True))
        ),
    )


def _last(group: Iterable[Studied], figure: Callable[[TurnRow], float]) -> Span:
    """A figure at the end of games."""
    return span(figure(one.played.turns[-1]) for one in group if one.played.turns) or Span(0, 0, 0)


def _combinations(plan: Plan, good: Sequence[Studied]) -> Iterable[Combination]:
    for cell in sorted({one.cell for one in good}):
        labels = tuple(factor.levels[at].label for factor, at in zip(plan.factors, cell, strict=True))
        yield Combination(labels, balance(one for one in good if one.cell == cell))


def _turns(game: Game, played: Sequence[Played]) -> Iterable[TurnFigures]:
    titles = turn_titles(game)
    last = max((p.turns[-1].turn for p in played if p.turns), default=0)
    for turn in range(1, last + 1):
        rows = [row for p in played if (row := _as_of(p, turn)) is not None]
        yield TurnFigures(
            turn,
            titles.get(turn, ""),
            {side.word: _of(rows, side, "lost") for side in SIDES},
            {side.word: _of(rows, side, "held") for side in SIDES},
        )


def _as_of(played: Played, turn: int) -> TurnRow | None:
    """How a game stood at the end of a turn, or as it ended before."""
    return next((row for row in reversed(played.turns) if row.turn <= turn), None)


def _of(rows: Iterable[TurnRow], side: Side, figure: str) -> Span:
    return span(getattr(row, f"{side.word}_{figure}") for row in rows) or Span(0, 0, 0)


def _history(game: Game, played: Sequence[Played]) -> Iterable[EventFigures]:
    if game.rules.appreciation is None:
        return
    for event in game.rules.appreciation.historical(game.state):
        turns = sorted(p.dates[event.id] for p in played if event.id in p.dates)
        yield EventFigures(
            title=event.title,
            turn=event.turn,
            turns=dict(Counter(turns)),
            games=len(played),
            usual=span(turns),
        )
