"""Which of several options: all are played on the same boards, the worse are dropped, the rest is played on farther."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

import msgspec

from meuse.opponents.general_clock import Clock
from meuse.opponents.general_trial import Option, Stage, Trials, Tried

FEWEST_BOARDS = 2
"""On fewer boards than this nothing is certain enough to change one's mind."""

CAUTION = 1.0
"""By how many standard errors an option must beat the first."""

LEAST = 0.005
"""... and by so much of a chance to win."""

KNOWN_BEFORE = 3
"""What gains usually differ by counts as much as so many boards: a few that agree by chance prove little."""

SAME = 1e-9
"""Chances that differ by less are the same."""

ROUND = 2
"""How many boards to play before the worse half is dropped."""

FINALISTS = 3
"""How many options to play further at most."""

FIRST_SHARE = 0.5
"""So much of a budget goes to finding them."""


class Weighed(msgspec.Struct, frozen=True):
    """An option, and the chances that it came to on board after board, for each stage."""

    option: Option
    chances: tuple[tuple[float, ...], ...]

    @property
    def mean(self) -> float:
        """The mean of the stages, as far as it has come."""
        return _mean([_mean(chances) for chances in self.chances if chances])

    def with_one_more(self, stage: int, chance: float) -> Weighed:
        chances = list(self.chances)
        chances[stage] = (*chances[stage], chance)
        return msgspec.structs.replace(self, chances=tuple(chances))


def best_option(trials: Trials, options: Sequence[Option], clock: Clock, words: Callable[[Option], str]) -> Weighed:
    """The first of these options, unless another is better beyond the noise; `words` name one for whoever watches."""
    search = Search(trials, clock, words)
    alive = search.different(options)
    for stage in range(len(trials.stages)):
        if stage:
            alive = _best(alive, FINALISTS)
        alive = search.compared(alive, stage)
    best = max(alive[1:], key=lambda weighed: weighed.mean, default=alive[0])
    return best if is_clear(best, alive[0], trials.stages) else alive[0]


class Search:
    """Options compared on the boards of a moment, as long as a clock allows."""

    def __init__(self, trials: Trials, clock: Clock, words: Callable[[Option], str]) -> None:
        self._trials, self._clock, self._words = trials, clock, words
        self._best: float | None = None

    def different(self, options: Sequence[Option]) -> list[Weighed]:
        """Without those that give the same orders as one before them."""
        seen, found = set(), []
        nothing: tuple[tuple[float, ...], ...] = ((),) * len(self._trials.stages)
        for option in options:
            tried = self._tried(0, option, 0)
            if tried is None:
                break
            if (option.first, *tried.orders) not in seen:
                seen.add((option.first, *tried.orders))
                found.append(Weighed(option, nothing).with_one_more(0, tried.chance))
        return found or [Weighed(options[0], nothing)]

    def compared(self, alive: Sequence[Weighed], stage: int) -> list[Weighed]:
        """All of them on board after board, until the stage's share of the budget is used up; the worse are dropped.

        Where not all can have another board, half of them have one: one board alone proves nothing. Where no die
        matters, further boards prove nothing either.
        """
        found, is_last = list(alive), stage == len(self._trials.stages) - 1
        share, fewest = (1.0, 2) if is_last else (FIRST_SHARE, FINALISTS)
        while len(found) > 1 and not _is_settled(found, stage):
            if not self._is_left(len(found), stage, share):
                if len(found) <= fewest:
                    break
                found = _best(found, max(fewest, (len(found) + 1) // 2))
                continue
            played = self._on_one_more(found, stage)
            if played is None:
                break
            found = played
            if len(found) > FINALISTS and len(found[0].chances[stage]) % ROUND == 0:
                found = _best(found, (len(found) + 1) // 2)
        return found

    def _is_left(self, boards: int, stage: int, share: float) -> bool:
        """Whether a number of further boards may be played in a stage."""
        return self._clock.done(more=boards * self._trials.stages[stage].cost) <= share

    def _on_one_more(self, alive: Sequence[Weighed], stage: int) -> list[Weighed] | None:
        """All of them on the next board; None where the clock runs out before each had its turn."""
        played = []
        for weighed in alive:
            tried = self._tried(len(weighed.chances[stage]), weighed.option, stage)
            if tried is None:
                return None
            played.append(weighed.with_one_more(stage, tried.chance))
        self._best = max(weighed.mean for weighed in played)
        return played

    def _tried(self, number: int, option: Option, stage: int) -> Tried | None:
        """An option on a board; None where the clock has run out."""
        if not self._clock.allows():
            return None
        self._clock.tell(self._words(option), self._best)
        horizon = self._trials.stages[stage]
        tried = self._trials.tried(number, option, horizon)
        self._clock.count(horizon.cost)
        return tried


def is_clear(better: Weighed, worse: Weighed, stages: Sequence[Stage]) -> bool:
    """Whether options differ beyond the noise on the boards that both were played on."""
    played = zip(better.chances, worse.chances, stages, strict=True)
    found = [gain(one, other, stage.noise) for one, other, stage in played if one]
    if sum(map(len, better.chances)) < FEWEST_BOARDS:
        return False
    error = sqrt(sum(error**2 for _, error in found)) / len(found)
    return _mean([mean for mean, _ in found]) > max(LEAST, CAUTION * error)


def gain(better: Sequence[float], worse: Sequence[float], noise: float) -> tuple[float, float]:
    """By how much chances on the same boards differ, and the error of that, if they usually differ by so much.

    >>> gain([0.6, 0.7, 0.6, 0.7], [0.5, 0.6, 0.5, 0.6], noise=0.05)
    (0.1, 0.017678)
    """
    gains = [one - other for one, other in zip(better, worse, strict=True)]
    mean = _mean(gains)
    squares = sum((gain - mean) ** 2 for gain in gains) + KNOWN_BEFORE * noise**2
    return round(mean, 6), round(sqrt(squares / (len(gains) - 1 + KNOWN_BEFORE) / len(gains)), 6)


def _is_settled(alive: Sequence[Weighed], stage: int) -> bool:
    """Whether no die matters in a stage: on all boards so far each option came to the same."""
    rows = [weighed.chances[stage] for weighed in alive]
    return len(rows[0]) >= FEWEST_BOARDS and all(max(row) - min(row) < SAME for row in rows)


def _best(alive: Sequence[Weighed], count: int) -> list[Weighed]:
    """The first and the best others, so many in all, in the order in which they stood."""
    best = sorted(range(1, len(alive)), key=lambda n: (-alive[n].mean, n))[: count - 1]
    return [alive[0], *(alive[n] for n in sorted(best))]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
