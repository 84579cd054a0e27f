"""The tokens of a game's orders, numbered for learners."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from meuse.game import UNDO, Game
from meuse.steps import Order

MOST = 64
"""Numbers in orders are smaller than this."""


class Vocabulary:
    """All tokens that an order can have: words, numbers, hexes, units, in this order.

    The numbering is the same for all games of a scenario with the same options.
    """

    def __init__(self, game: Game) -> None:
        scenario = game.state.scenario
        numbers = map(str, range(MOST))
        words = (*game.rules.words, *game.rules.names(scenario), *UNDO)
        every = (*words, *numbers, *scenario.map.labels, *scenario.unit_ids)
        self.tokens: tuple[str, ...] = tuple(dict.fromkeys(every))
        self.index: dict[str, int] = {token: number for number, token in enumerate(self.tokens)}

    def __len__(self) -> int:
        return len(self.tokens)

    def mask(self, tokens: Iterable[str]) -> NDArray[np.int8]:
        """1 for each of these tokens, 0 for the others."""
        found = np.zeros(len(self.tokens), dtype=np.int8)
        found[self.numbers(tokens)] = 1
        return found

    def numbers(self, tokens: Iterable[str]) -> list[int]:
        return [self.index[token] for token in tokens]

    def order(self, numbers: Iterable[int]) -> Order:
        """The tokens with these numbers."""
        return tuple(self.tokens[number] for number in numbers)
