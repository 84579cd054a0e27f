"""A whole game through the page, and what the page shows of it afterwards."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def test_the_skirmish_is_played_to_its_end_and_told(player: Any, tmp_path: Path) -> None:
    seats = player.start("skirmish", german={"kind": "here"}, allied={"kind": "bot", "bot": "random"})
    player.sit(seats["german"])
    player.play_to_the_end()
    player.sees("The game is over.")

    # the report says how it went
    player.page.get_by_role("link", name="See the report").click()
    player.sees("How the front moved")
    expect(player.page.get_by_label("The front at the end of turn 4")).to_be_visible()
    expect(player.page.get_by_label("Steps lost by turn, Allied above, German below")).to_be_visible()
    player.sees("Turning points")
    player.sees("Mean roll against the expected mean")
    player.sees("replayed and verified")

    # every moment can be seen again, with anybody's eyes
    player.page.get_by_label("The front at the end of turn 1").click()
    player.sees("You are viewing the game after order")
    player.page.get_by_label("Point of view").select_option("all")
    before = player.looking_at()
    player.page.get_by_label("Back one order").click()
    expect(player.page.locator(".banner")).to_contain_text(f"order {before - 1}")
    player.page.get_by_label("Forward one phase").click()
    expect(player.page.locator(".banner")).not_to_contain_text(f"order {before - 1}")
    player.page.get_by_label("To the start").click()
    player.page.get_by_label("Play or pause").click()
    expect(player.page.locator(".banner")).to_contain_text(re.compile("order [2-9] "))

    # and be gone on from
    player.page.get_by_label("Play or pause").click()
    player.press("Continue from here")
    expect(player.page).not_to_have_url(re.compile(seats["german"]))
    expect(player.page.locator(".prompt")).to_be_visible()


def test_a_damaged_journal_is_opened_up_to_the_damage(player: Any, tmp_path: Path) -> None:
    whole = (Path(__file__).parent.parent / "replay" / "skirmish.meuse").read_text(encoding="utf-8")
    (tmp_path / "damaged.meuse").write_text(whole.replace("german disband", "german fly", 1), encoding="utf-8")
    player.open()
    player.press("Open a saved game")
    player.page.locator("input[type=file]").set_input_files(tmp_path / "damaged.meuse")
    player.page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()

    player.sees("Line 22")
    player.press("Open up to order")
    expect(player.page).to_have_url(re.compile("/s/"))


def test_a_saved_game_that_is_being_replayed_says_how_far_it_is(player: Any) -> None:
    held: list[Any] = []
    player.open()
    player.page.route("**/api/matches/upload", lambda route: held.append(route))
    player.page.route("**/api/uploads/*", lambda route: route.fulfill(json={"ahead": 0, "done": 30, "every": 60}))
    player.press("Open a saved game")
    file = Path(__file__).parent.parent / "replay" / "skirmish.meuse"
    player.page.locator("input[type=file]").set_input_files(file)
    player.page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()

    player.sees("Replaying the game: 50 %")
    held[0].continue_()
    expect(player.page).to_have_url(re.compile("/s/"))
