"""The second account of 1940 agrees with the engine along short pieces of play."""

from __future__ import annotations

import pytest

from kits.curious import drawn_options
from oracle.frame import account
from oracle.walk import Walk, compared


@pytest.mark.parametrize(
    ("players", "seed", "most"),
    [("staff", 1, 85), ("curious", 4, 75)],
)
def test_the_second_account_agrees(players: str, seed: int, most: int):
    options = drawn_options("gdw1940", seed) if players == "curious" else {}
    walk = Walk("gdw1940", "campaign", players, seed, options)

    assert [str(found.difference) for found in compared(walk, account("gdw1940"), most)] == []
