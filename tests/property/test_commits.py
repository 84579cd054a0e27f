"""What commits says so, at the choice that completes the order and nowhere before; and what says so commits."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import meuse
from meuse.game import UNDO, Entry
from meuse.steps import Choice, Order

from .walk import eager_order

ORDERS = 150
SCENARIOS = [(game, info.id) for game in meuse.GAMES for info in meuse.rule_book(game).scenarios]
scenarios = pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)


def given(game_id: str, scenario: str) -> Iterator[tuple[list[Choice], Entry, Order]]:
    """Orders by chance: how each of their words was offered, and what stands in the journal then."""
    game, rng = meuse.new(game_id, scenario=scenario, seed=7), Random(7)
    for _ in range(ORDERS):
        decision = game.decision
        order = eager_order(decision, rng)
        if order == UNDO:
            game.undo()
            continue
        offered = [
            next(choice for choice in decision.describe(order[:n]) if choice.token == token)
            for n, token in enumerate(order)
        ]
        game.play(order, decision.side)
        if game.over:
            return
        yield offered, next(entry for entry in game.journal[:-3:-1] if entry.side is decision.side), order


@scenarios
def test_whatever_rolls_or_is_sealed_says_so_at_the_last_click_and_only_there(game_id: str, scenario: str) -> None:
    for offered, entry, order in given(game_id, scenario):
        *before, last = offered
        assert [choice.token for choice in before if choice.completes or choice.commits != "none"] == [], order
        expected = "secret" if entry.secret else "die" if entry.dice else "none"
        assert (last.completes, last.commits) == (True, expected), order
        assert entry.committed or last.commits == "none", order
