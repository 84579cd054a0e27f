"""Advice while playing, the analysis of a finished game, and how a game would end: what a player presses and sees."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

SKIRMISH = Path(__file__).parent.parent / "replay" / "skirmish.meuse"


def coached(player: Any, orders: int) -> dict[str, str]:
    """The golden skirmish after so many orders, at one table with advice; returns the secrets of the seats."""
    seats = {"german": {"kind": "here"}, "allied": {"kind": "here"}, "coach": True}
    wanted = {"journal": SKIRMISH.read_text(encoding="utf-8"), "seats": seats, "upto": orders}
    answer = player.page.request.post(f"{player.address}/api/matches/upload", data=wanted)
    assert answer.ok, answer.text()
    secrets: dict[str, str] = answer.json()["seats"]
    return secrets


def test_advice_is_switched_on_at_set_up_and_not_by_link(player: Any) -> None:
    player.open("/new/skirmish")
    switch = player.page.get_by_role("switch", name="Advice while playing")
    switch.click()
    allied = player.page.get_by_role("radiogroup", name="Allied")
    allied.get_by_role("radio", name="By link").click()
    expect(switch).to_be_disabled()
    expect(switch).to_have_attribute("aria-checked", "false")

    allied.get_by_role("radio", name="Staff").click()
    player.page.get_by_role("button", name="Start", exact=True).click()
    expect(player.page.get_by_role("tab", name="Coach")).to_be_visible()


def test_a_game_without_advice_has_no_coach(player: Any) -> None:
    player.sit(player.take_over("skirmish", 14)["german"])
    expect(player.page.get_by_role("tab", name="Log")).to_be_visible()
    expect(player.page.get_by_role("tab", name="Coach")).to_have_count(0)


def test_the_staffs_plan_is_a_sentence_and_arrows(player: Any) -> None:
    player.sit(coached(player, 14)["german"])
    player.is_asked("Which units move?")
    player.page.keyboard.press("k")
    coach = player.page.locator(".scroll.coach")
    expect(coach.get_by_role("status").first).to_have_text(
        re.compile(r"^Mass 10th Panzer Division against Sedan \(4619\): ")
    )
    expect(player.page.locator("g.coach path.move").first).to_be_attached()
    expect(player.page.locator("g.coach .chip").first).to_contain_text("2:1 · 50 %")

    player.page.get_by_role("button", name="Put away").click()
    expect(player.page.locator("g.coach path.move")).to_have_count(0)


def test_dangers_are_lit_while_they_are_watched(player: Any) -> None:
    player.sit(coached(player, 30)["allied"])
    player.page.get_by_role("tab", name="Coach").click()
    player.page.keyboard.press("d")
    expect(player.page.locator(".scroll.coach")).to_contain_text("Sedan (4619) lies open: 2 German units can walk in.")
    expect(player.page.locator("g.coach path.danger.gift")).to_have_count(2)

    player.page.get_by_role("switch", name="Show dangers").click()
    expect(player.page.locator("g.coach path.danger")).to_have_count(0)


def test_the_chance_to_win_has_a_bar_and_a_history_that_opens_the_past(player: Any) -> None:
    player.sit(coached(player, 30)["allied"])
    player.page.get_by_role("tab", name="Coach").click()
    player.page.get_by_role("switch", name="Chance to win").click()
    expect(player.page.get_by_role("meter", name="Your chance to win")).to_have_attribute(
        "aria-valuenow", re.compile(r"\d")
    )
    player.page.locator(".scroll.coach").get_by_role("button", name=re.compile("^turn 1")).first.click()
    player.sees("You are viewing the game after order")


def test_how_it_would_end_comes_in_game_by_game(player: Any) -> None:
    player.sit(coached(player, 100)["allied"])
    player.page.get_by_role("tab", name="Coach").click()
    player.page.get_by_role("button", name="Play it out").click()
    coach = player.page.locator(".scroll.coach")
    expect(coach).to_contain_text(re.compile(r"From \d+ games? after order 100"))
    expect(player.page.locator("g.coach path.front.half")).to_have_attribute("d", re.compile("^M"))
    expect(coach.get_by_role("row", name=re.compile("^German"))).to_contain_text("%")


def test_a_finished_game_is_analysed_and_every_point_opens_the_board(player: Any) -> None:
    seats = coached(player, 141)
    player.open(f"/s/{seats['german']}/analysis")
    page = player.page
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("^Allied")).first).to_contain_text("%")
    better = page.locator("li", has_text="Better").first
    expect(better.get_by_role("img", name=re.compile("^Played"))).to_be_visible()
    expect(better.get_by_role("img", name=re.compile("^Better"))).to_be_visible()

    # along the curve by keyboard, and to the board
    slider = page.get_by_role("slider", name="Point of the game")
    slider.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.locator(".said").get_by_role("link", name="Open on the board").click()
    player.sees("You are viewing the game after order")
    expect(page.get_by_role("button", name="Continue from here")).to_be_visible()


def test_a_file_is_analysed_from_the_front_page(player: Any) -> None:
    player.open()
    player.page.get_by_role("button", name="Open a saved game").first.click()
    player.page.locator("input[type=file]").set_input_files(str(SKIRMISH))
    player.page.get_by_role("button", name="Analyse", exact=True).click()
    expect(player.page.get_by_role("heading", name="Luck and judgement")).to_be_visible()
