"""The lessons of the games: begun, wandered through at random, left and taken up again."""

from __future__ import annotations

from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

LESSONS = [
    ("The second day at Sedan", "14 May 1940", 15),
    ("Panzers at the Meuse", "May 1940", 13),
    ("Through the Ardennes", "At the Meuse", 16),
]
"""Those that begin at positions of their own; `test_guide.py` has the others."""


@pytest.mark.parametrize(("lesson", "first", "steps"), LESSONS)
def test_the_guide_keeps_up_with_whoever_wanders(player: Any, lesson: str, first: str, steps: int) -> None:
    player.open()
    player.press(f"Begin {lesson}")
    guide = player.page.get_by_role("region", name="Guide")
    expect(guide.get_by_role("heading")).to_have_text(first)
    player.play_a_little(12)

    # whatever was pressed, there is something to say or a way on
    expect(guide.get_by_role("heading")).not_to_be_empty()
    expect(guide).to_contain_text(f"of {steps}")

    # it is taken up again where it was, from the front page
    player.open()
    player.page.get_by_role("link", name=f"Continue {lesson}").click()
    expect(guide).to_contain_text(f"of {steps}")
