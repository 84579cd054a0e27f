"""France '40 against its second account: a short piece of play of two staffs, and one of two curious bots."""

from __future__ import annotations

import pytest

from oracle.frame import account
from oracle.walk import Walk, compared


@pytest.mark.parametrize(
    ("scenario", "players", "most"),
    [("sickle-cut", "staff", 50), ("dynamo", "curious", 50)],
)
def test_engine_and_second_account_agree(scenario: str, players: str, most: int) -> None:
    found = list(compared(Walk("france40", scenario, players, 1), account("france40"), most))
    assert not found, "\n".join(str(one.difference) for one in found[:5])
