"""Manstein's War against its second account: a short piece of play of two staffs, and one of two curious bots."""

from __future__ import annotations

import pytest

from oracle.frame import account
from oracle.walk import Walk, compared


@pytest.mark.parametrize(("players", "most"), [("staff", 100), ("curious", 100)])
def test_the_second_account_of_mansteins_war_says_the_same(players: str, most: int) -> None:
    walk = Walk("manstein", "campaign", players, 1)
    assert [str(one.difference) for one in compared(walk, account("manstein"), most)] == []
