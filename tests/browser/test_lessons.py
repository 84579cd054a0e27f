"""The lessons of the games: begun, wandered through at random, left and taken up again, and the game after them."""

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


def test_a_lesson_ends_with_a_game_to_play(player: Any) -> None:
    player.open()
    player.press("Begin Panzers at the Meuse")
    guide = player.page.get_by_role("region", name="Guide")
    expect(guide.get_by_role("heading")).to_have_text("May 1940")
    player.play_until("Turn 2")
    while guide.get_by_role("button", name="Next").is_visible():
        guide.get_by_role("button", name="Next").click()
    expect(guide.get_by_role("heading")).to_have_text("Now play")
    guide.get_by_role("button", name="The campaign against a cadet").click()
    expect(guide).to_have_count(0)
    assert player.seat("allied")["bot"] == "cadet"
    player.open()
    player.sees("Manstein's War · done")
