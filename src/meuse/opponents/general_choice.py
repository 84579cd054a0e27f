"""Which of several options: each is played on the same boards, the worse half is dropped, and so on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log2, sqrt

import msgspec

from meuse.opponents.general_clock import Clock
from meuse.opponents.general_trial import Option, Trials

FEWEST_BOARDS = 4
"""On fewer boards than this nothing is certain enough to change one's mind."""

NOISE = 1.5
"""By so many standard errors an option must be better than the first."""

LEAST = 0.005
"""... and by so much of a chance to win."""


class Weighed(msgspec.Struct, frozen=True):
    """An option, and the chances that it came to on board after board."""

    option: Option
    chances: tuple[float, ...] = ()

    @property
    def mean(self) -> float:
        return sum(self.chances) / len(self.chances) if self.chances else 0.0


def best_option(trials: Trials, options: Sequence[Option], clock: Clock, words: Callable[[Option], str]) -> Weighed:
    """The first of these options, unless another is better beyond the noise; `words` name one for whoever watches."""
    alive = [Weighed(option) for option in options]
    rounds = max(1, round(log2(len(options))))
    for number in range(rounds):
        for _ in range(int(clock.left() / (rounds - number) / (len(alive) * trials.cost))):
            for place, weighed in enumerate(alive):
                if not clock.allows():
                    return _chosen(_equally_long(alive))
                clock.tell(words(weighed.option), max(each.mean for each in alive) if weighed.chances else None)
                chance = trials.chance(len(weighed.chances), weighed.option)
                clock.count(trials.cost)
                alive[place] = msgspec.structs.replace(weighed, chances=(*weighed.chances, chance))
        if number < rounds - 1:
            alive = _better_half(alive)
    return _chosen(alive)


def is_clear(better: Sequence[float], worse: Sequence[float]) -> bool:
    """Whether chances on the same boards differ beyond the noise.

    >>> is_clear([0.6, 0.7, 0.6, 0.7], [0.5, 0.6, 0.4, 0.6]), is_clear([0.9, 0.1, 0.9, 0.1], [0.5, 0.5, 0.3, 0.3])
    (True, False)
    """
    gains = [one - other for one, other in zip(better, worse, strict=True)]
    if len(gains) < FEWEST_BOARDS:
        return False
    mean = sum(gains) / len(gains)
    error = sqrt(sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1) / len(gains))
    return mean > max(LEAST, NOISE * error)


def _better_half(alive: Sequence[Weighed]) -> list[Weighed]:
    """The first and the better half of all, in the order in which they stood."""
    count = max(2, (len(alive) + 1) // 2)
    best = sorted(range(1, len(alive)), key=lambda n: (-alive[n].mean, n))[: count - 1]
    return [alive[0], *(alive[n] for n in sorted(best))]


def _equally_long(alive: Sequence[Weighed]) -> list[Weighed]:
    """Without the last board, where not all had their turn on it."""
    boards = min(len(weighed.chances) for weighed in alive)
    return [msgspec.structs.replace(weighed, chances=weighed.chances[:boards]) for weighed in alive]


def _chosen(alive: Sequence[Weighed]) -> Weighed:
    best = max(alive[1:], key=lambda weighed: weighed.mean, default=alive[0])
    return best if is_clear(best.chances, alive[0].chances) else alive[0]
