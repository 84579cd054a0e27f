"""Words and numbers to choose from: in all games each has words of its own, and says what it does."""

from __future__ import annotations

import random

import pytest

import meuse
from meuse.games import OWN
from meuse.steps import Choice

PLAIN = {"air"}
"""Orders whose numbers are counts: how many air points."""


@pytest.mark.parametrize("game", [game for game in OWN if game != "skirmish"])
def test_whatever_is_chosen_by_a_word_says_what_it_does(game: str) -> None:
    """Over the first orders of a game, where plans are made, and some of its middle."""
    begun, chance = meuse.new(game, seed=1), random.Random(1)
    for _ in range(160):
        if begun.over:
            return
        decision = begun.decision
        assert decision is not None
        order: tuple[str, ...] = ()
        while choices := decision.describe(order):
            assert [choice.token for choice in choices if is_bare(order, choice)] == []
            able = [choice.token for choice in choices if choice.kind != "back"] or [choices[-1].token]
            ways = [word for word in ("auto", "done", "end", "pass") if word in able]
            order = (*order, ways[0] if ways and not order and chance.random() < 0.5 else chance.choice(able))
        begun.play(order)


def is_bare(order: tuple[str, ...], choice: Choice) -> bool:
    """A word or a number inside an order, of which nothing more is told than its token."""
    if choice.kind not in ("word", "number") or not order or order[0] in PLAIN or choice.odds or choice.price:
        return False
    return not choice.says and choice.leaves is None
