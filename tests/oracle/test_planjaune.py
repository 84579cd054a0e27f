"""A short piece of play of Case Yellow against its second account."""

from __future__ import annotations

import pytest

from oracle.frame import account
from oracle.walk import Walk, compared


@pytest.mark.parametrize(("scenario", "players"), [("historical", "staff"), ("free", "curious")])
def test_the_second_account_agrees(scenario: str, players: str) -> None:
    found = compared(Walk("planjaune", scenario, players, 1), account("planjaune"), most=80)
    assert [str(one.difference) for one in found] == []
