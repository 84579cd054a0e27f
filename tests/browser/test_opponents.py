"""A bot that searches: chosen at set-up, seen thinking, hurried, and seen to move."""

from __future__ import annotations

import re
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def test_the_levels_are_offered_with_the_staff_first_and_a_general_with_a_pace(player: Any) -> None:
    player.open("/new/skirmish")
    allied = player.page.get_by_role("radiogroup", name="Allied")
    expect(allied.get_by_role("radio")).to_have_text(["You", "Friend here", "By link", "Cadet", "Staff", "General"])
    expect(allied.get_by_role("radio", name="Staff")).to_be_checked()
    expect(player.page.get_by_text("Time to think about a turn")).not_to_be_visible()

    allied.get_by_role("radio", name="General").click()
    player.page.get_by_role("radio", name="Quick, 3 s").click()
    player.page.get_by_role("switch", name="Bots may resign").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Start").click()
    expect(player.page).to_have_url(re.compile("/s/.+"))
    assert player.seat("allied") == {"kind": "bot", "bot": "general", "pace": "quick", "manners": False, "name": ""}


def test_a_general_is_seen_thinking_and_is_hurried(player: Any) -> None:
    # the Germans win ties, so its operation comes first, and there its plans differ; else it has nothing to weigh
    seats = player.start("skirmish", german={"kind": "bot", "bot": "general", "pace": "long"}, allied={"kind": "here"})
    player.sit(seats["allied"])
    player.bid("0")
    player.sees("General weighs its plans.")
    expect(player.page.get_by_role("progressbar", name="Time used")).to_be_visible()

    player.press("Hurry up")
    player.log_has("German operation")
    player.is_asked("Which units move?")


def test_a_bot_that_minds_its_manners_answers_an_offer(player: Any) -> None:
    seats = player.start("skirmish", german={"kind": "here"}, allied={"kind": "bot", "bot": "staff"})
    player.sit(seats["german"])
    player.bid("2")
    player.is_asked("Which units move?")
    player.menu("Offer a draw", "Press again to offer a draw")

    player.sees("Staff has declined the draw.")
    player.log_has("The German side offers a draw.")
