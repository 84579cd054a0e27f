"""Case Yellow against its second account, along short pieces of play."""

from __future__ import annotations

import pytest

from oracle.frame import account
from oracle.walk import Walk, compared

PIECES = (Walk("caseyellow", "holland", "staff", 1), Walk("caseyellow", "historical", "curious", 2))


@pytest.mark.parametrize("walk", PIECES, ids=lambda walk: f"{walk.scenario}-{walk.players}")
def test_the_engine_and_the_second_account_agree(walk: Walk) -> None:
    assert [str(found.difference) for found in compared(walk, account("caseyellow"), most=70)] == []
