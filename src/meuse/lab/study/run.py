"""A study: the games of a plan, until its intervals are narrow enough or its budget is spent; resumed where it stopped.

Levels are compared on common seeds, and all combinations always have equally many games. What has been played when
the study is asked whether it is over depends on the plan alone, not on who plays how fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from pathlib import Path

import msgspec

from meuse.lab.keeping import Keeper
from meuse.lab.play import Played, fingerprint, given_up, interval, name_of, play_one
from meuse.lab.study.plan import Plan
from meuse.lab.workers import Workers

GAMES = "games.jsonl"
"""The file of a study in which its games are kept as they end."""

BATCH = 10
"""Between two looks at the intervals, so many games of each combination; so many in all where levels are drawn."""


class Seat(msgspec.Struct, frozen=True):
    """A game of a study that is to be played: with which level of each factor, and its seed."""

    cell: tuple[int, ...]
    seed: int


class Studied(msgspec.Struct, frozen=True):
    """A game of a study that has been played."""

    cell: tuple[int, ...]
    played: Played

    @property
    def points(self) -> float:
        """What it counts for the German side."""
        return {"german": 1.0, "allied": 0.0}.get(self.played.winner, 0.5)


class Balance(msgspec.Struct, frozen=True):
    """The German share of points in some games, and between what bounds the true one lies, with 95 % confidence."""

    games: int
    share: float
    low: float
    high: float

    @property
    def reach(self) -> float:
        """How far the interval reaches to either side."""
        return (self.high - self.low) / 2


def run(plan: Plan, players: Workers, folder: Path) -> Iterator[Studied]:
    """The games of a study as they end; those that the folder has already are not played again."""
    keeper = Keeper(players, folder / GAMES, Played, partial(_name, plan))
    found: list[Studied] = []
    for seats in batches(plan):
        lost = partial(_lost, plan)
        for seat, played in zip(seats, keeper.each(partial(play_seat, plan), seats, lost), strict=True):
            found.append(Studied(seat.cell, played))
            yield found[-1]
        if is_settled(plan, found):
            return


def play_seat(plan: Plan, seat: Seat) -> Played:
    """A game of a study."""
    return play_one(plan.match(seat.cell), seat.seed)


def batches(plan: Plan) -> Iterator[list[Seat]]:
    """The games of a plan up to its budget, in lots; all at once where nothing can end it before."""
    if plan.design == "sampled":
        seats = [Seat(plan.drawn(number), plan.seed + number) for number in range(plan.most)]
        size = BATCH
    else:
        cells = plan.cells
        seats = [Seat(cell, plan.seed + n) for n in range(plan.most // len(cells)) for cell in cells]
        size = BATCH * len(cells)
    if plan.width is None:
        size = max(1, len(seats))
    for first in range(0, len(seats), size):
        yield seats[first : first + size]


def is_settled(plan: Plan, found: Sequence[Studied]) -> bool:
    """Whether every interval that the plan asks for is narrow enough."""
    if plan.width is None:
        return False
    groups = [balance(group) for group in _groups(plan, found)]
    return all(one.games >= plan.least and one.reach <= plan.width for one in groups)


def balance(games: Iterable[Studied]) -> Balance:
    """How two sides did: a draw counts half, a game that went wrong not at all."""
    points = [one.points for one in games if not one.played.error]
    share = sum(points) / len(points) if points else 0.5
    return Balance(len(points), round(share, 4), *interval(sum(points), len(points)))


def with_level(found: Iterable[Studied], factor: int, level: int) -> list[Studied]:
    """The games with this level of a factor."""
    return [one for one in found if one.cell[factor] == level]


# -- helpers


def _groups(plan: Plan, found: Sequence[Studied]) -> Iterator[list[Studied]]:
    """The games whose intervals must be narrow: of each combination, or of each level where levels are drawn."""
    if plan.design == "crossed":
        for cell in plan.cells:
            yield [one for one in found if one.cell == cell]
        return
    for at, factor in enumerate(plan.factors):
        for level in range(len(factor.levels)):
            yield with_level(found, at, level)


@lru_cache(maxsize=4096)
def _fingerprint(plan: str, cell: tuple[int, ...]) -> str:
    return fingerprint(msgspec.json.decode(plan, type=Plan).match(cell))


def _name(plan: Plan, seat: Seat) -> str:
    return name_of(_fingerprint(msgspec.json.encode(plan).decode(), seat.cell), seat.seed)


def _lost(plan: Plan, seat: Seat) -> Played:
    return given_up(plan.match(seat.cell), seat.seed)
