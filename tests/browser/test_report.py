"""The report of a finished game: why it ended so, what was given for what, the front, and the way back to the board."""

from __future__ import annotations

import re
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def test_a_report_says_who_won_and_why(player: Any) -> None:
    seats = player.take_over("manstein")
    player.open(f"/s/{seats['german']}/report")
    verdict = player.page.locator(".verdict")
    expect(verdict.get_by_role("heading")).to_have_text("German marginal victory, 40 to 3")
    expect(verdict).to_contain_text("You scored 40 points, the Allies 3: a German lead of 37;")

    # points are called by what they were given for
    points = player.page.locator("section", has_text="Where the points came from")
    expect(points.get_by_role("row", name="Allied depots, ports and forts held")).to_contain_text("Le Havre, Calais")
    expect(points.get_by_role("row", name=re.compile("^German 40"))).to_be_visible()


def test_the_front_of_a_turn_is_a_line_and_opens_the_board(player: Any) -> None:
    seats = player.take_over("skirmish")
    player.open(f"/s/{seats['allied']}/report")
    front = player.page.get_by_label("The front at the end of turn 2")
    expect(front.locator("path.front")).to_have_attribute("d", re.compile("^M.*Q"))

    # so does a turning point
    player.page.locator("section", has_text="Turning points").get_by_role("link").first.click()
    player.sees("You are viewing the game after order")


def test_losses_luck_and_blunders_are_told_and_open_the_board(player: Any) -> None:
    seats = player.take_over("skirmish")
    player.open(f"/s/{seats['allied']}/report")
    for title in ("Steps lost by turn", "Luck"):
        expect(player.page.get_by_role("heading", name=title)).to_be_visible()
    wrong = player.page.locator("section").filter(has=player.page.get_by_role("heading", name="What went wrong"))
    expect(wrong).to_contain_text("Sedan (4619) is left open; 1 German unit can walk in.")
    wrong.get_by_role("link").first.click()
    player.sees("You are viewing the game after order")
