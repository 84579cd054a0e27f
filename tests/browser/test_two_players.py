"""Two browsers at one game: each sees the other's moves when they are committed to, and never a secret."""

from __future__ import annotations

from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def test_a_plan_is_seen_by_its_maker_only(player: Any, opponent: Any) -> None:
    seats = player.start("gdw1940", german={"kind": "here"}, allied={"kind": "here"})
    opponent.sit(seats["allied"])
    opponent.is_asked("Which army group may move on turn 0?")
    opponent.page.get_by_role("group", name="Choices").get_by_role("button", name="1").click()
    opponent.press("Seal it")
    opponent.assign_as_in_history()

    player.sit(seats["german"])
    player.plan_as_in_history()
    player.is_asked("Which armies belong to which army group?")
    player.page.get_by_role("tab", name="Boxes").click()
    player.sees("The ports and cities of the north; Army Group A attacks")

    opponent.page.get_by_role("tab", name="Boxes").click()
    expect(opponent.page.get_by_label("Game turns")).to_be_visible()
    assert "Army Group A attacks" not in opponent.page.content()


def test_what_one_has_chosen_stays_when_the_other_seals(player: Any, opponent: Any) -> None:
    seats = player.start("skirmish", german={"kind": "here"}, allied={"kind": "here"})
    player.sit(seats["german"])
    player.is_asked("How many tokens do you bid for the first operation?")
    player.page.get_by_role("group", name="Choices").get_by_role("button", name="2").click()
    expect(player.page.get_by_role("button", name="Seal it")).to_be_visible()

    opponent.sit(seats["allied"])
    opponent.bid("1")
    player.knows(1)
    player.press("Seal it")
    player.log_has("bid")
