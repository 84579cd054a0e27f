"""`cadet`: the staff with a bounded loss of judgement."""

from __future__ import annotations

import random

import meuse
from meuse.opponents import LEVELS, USUAL
from meuse.opponents.cadet import remembered


def test_it_forgets_some_of_many_orders_and_never_the_way_out() -> None:
    orders = [("move", f"u{number}", "1512") for number in range(40)]
    kept = remembered([*orders, ("end",)], random.Random(1))
    assert 15 < len(kept) < 35
    assert kept[-1] == ("end",)


def test_it_forgets_nothing_that_is_done_once() -> None:
    orders = [("auto",), ("lose", "7Pz"), ("done",)]
    assert remembered(orders, random.Random(1)) == orders


def test_it_moves_less_than_the_staff() -> None:
    game = meuse.new("gdw1940", seed=2)
    names = {"german": "cadet", "allied": "staff"}
    bots = {side: meuse.bot(names[side.word], 1) for side in meuse.SIDES}
    for _ in range(150):
        game.play(bots[game.decision.side].choose(game.seat(game.decision.side)))
    assert [entry for entry in game.journal if entry.side.word == "german" and entry.order[0] == "move"]


def test_the_levels_are_bots_each_with_a_sentence() -> None:
    assert list(LEVELS) == ["cadet", "staff", "general"]
    assert set(LEVELS) <= set(meuse.bots())
    assert USUAL == "staff"
