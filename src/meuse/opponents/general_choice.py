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
    for number in range(1, rounds + 1):
        is_full = False
        while not is_full:
            played = _on_one_more(trials, alive, clock, words)
            if played is None:
                return _chosen(alive)
            alive, is_full = played, clock.done(more=len(alive) * trials.cost) > number / rounds
        alive = _better_half(alive) if number < rounds else alive
    return _chosen(alive)


def _on_one_more(
    trials: Trials, alive: Sequence[Weighed], clock: Clock, words: Callable[[Option], str]
) -> list[Weighed] | None:
    """All of them on the next board; None where the clock runs out before each had its turn."""
    best = max(weighed.mean for weighed in alive) if alive[0].chances else None
    played = []
    for weighed in alive:
        if not clock.allows():
            return None
        clock.tell(words(weighed.option), best)
        chance = trials.chance(len(weighed.chances), weighed.option)
        clock.count(trials.cost)
        played.append(msgspec.structs.replace(weighed, chances=(*weighed.chances, chance)))
    return played


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


def _chosen(alive: Sequence[Weighed]) -> Weighed:
    best = max(alive[1:], key=lambda weighed: weighed.mean, default=alive[0])
    return best if is_clear(best.chances, alive[0].chances) else alive[0]
