"""Damaged files, a little of each kind; `python -m tests.damage` does it at length, for all games."""

from __future__ import annotations

import pytest

from kits.damage import KINDS, MEGABYTES, run


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_file_is_itself_or_refused(kind: str) -> None:
    found = run(kind, "skirmish", 1, 80)

    assert found.faults == []
    assert found.refused > 20
    assert found.grown < MEGABYTES
