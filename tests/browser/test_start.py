"""The front page: from nothing to a game in three clicks."""

from __future__ import annotations

import re
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def test_a_newcomer_is_in_a_game_in_three_clicks(player: Any) -> None:
    player.open()
    card = player.page.locator("article", has_text="11 turns")
    card.get_by_role("link", name="Play").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Start").click()
    expect(player.page).to_have_url(re.compile("/s/.+"))
    expect(player.page.locator(".piece").first).to_be_visible()
    player.sees("German plan")


def test_a_game_begun_here_can_be_gone_on_with(player: Any) -> None:
    seats = player.start("skirmish", german={"kind": "here"}, allied={"kind": "bot", "bot": "random"})
    player.sit(seats["german"])
    expect(player.page.locator(".piece").first).to_be_visible()
    player.open()
    player.sees("Continue playing")
    player.page.get_by_role("link", name=re.compile("Your move|Watch")).first.click()
    expect(player.page).to_have_url(re.compile(seats["german"]))


def test_an_address_without_a_game_says_so(player: Any) -> None:
    player.open("/s/nothing-here")
    player.sees("Game not found")
    player.page.get_by_role("link", name="Front page").click()
    player.sees("May 1940, five ways.")


def test_the_rules_can_be_searched(player: Any) -> None:
    player.open("/rules/gdw1940")
    player.page.get_by_label("Search the rules").fill("zone of control")
    player.page.locator(".hits button").first.click()
    expect(player.page.locator("article.lit")).to_be_visible()


def test_a_card_says_how_many_hours_a_game_takes(player: Any) -> None:
    player.open()
    expect(player.page.locator("article", has_text="11 turns")).to_contain_text("about 4½ hours")
    without = player.page.locator("article").filter(has_not_text=re.compile("about .+(hours|minutes)"))
    expect(without).to_have_count(0)


def test_options_have_a_sentence_and_house_rulings_stand_apart(player: Any) -> None:
    player.open("/new/gdw1940")
    sheet = player.page.get_by_role("dialog")
    expect(sheet).to_contain_text("The Allies receive one more French air point per game turn")
    house = sheet.get_by_role("switch", name="Garrisons surrender with their country")
    expect(sheet.get_by_role("switch", name="A stronger French air force")).to_be_visible()
    expect(house).to_be_hidden()
    sheet.get_by_text("House rulings").click()
    expect(house).to_be_visible()
