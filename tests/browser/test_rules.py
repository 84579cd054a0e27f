"""The rules beside the map: rules, charts, where figures come from, and the way back."""

from __future__ import annotations

import re
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def test_a_chart_is_a_table_and_says_that_it_is_reconstructed(player: Any) -> None:
    player.open("/rules/gdw1940#7.retreat.two")
    player.sees("as printed")
    player.page.get_by_role("navigation", name="Contents").get_by_role("button", name="Charts").click()
    player.press("Combat results reconstructed")
    player.sees("Reconstructed: our source lacks the printed chart.")
    expect(player.page.get_by_role("columnheader", name="7:1")).to_be_visible()
    expect(player.page.get_by_role("row", name="6 AE AE AR")).to_be_visible()

    player.page.go_back()
    player.page.go_back()
    expect(player.page.get_by_role("heading", name="7.retreat.two")).to_be_visible()


def test_the_book_is_read_from_front_to_back(player: Any) -> None:
    player.open("/rules/france40")
    player.sees("Where the book leaves a question open")
    player.press("Begin reading")
    heading = player.page.get_by_role("main").get_by_role("heading", level=2)
    expect(heading).to_have_text(re.compile("^2 "))
    player.press("Next: 3")
    expect(heading).to_have_text(re.compile("^3 "))
    player.press("Previous: 2")
    expect(heading).to_have_text(re.compile("^2 "))


def test_the_search_understands_words_and_numbers(player: Any) -> None:
    player.open("/rules/france40")
    field = player.page.get_by_label("Search the rules")
    hits = player.page.locator(".hits button b")
    field.fill("6.1d")
    expect(hits.first).to_have_text("6.1d Hexside Bond")
    field.fill("retreating onto bonded hexes")
    player.sees("No rule says")
    field.fill("bonds retreat")
    expect(hits.first).to_contain_text("6.2b")
    field.fill("zoc")
    expect(hits.first).to_contain_text("Zone of Control")
    field.fill("2 hexes tactical")
    expect(hits.first).to_contain_text("Tactical Movement")
    hits.first.click()
    expect(player.page.locator("article.lit h3")).to_contain_text("Tactical Movement")


def test_a_rule_has_an_example_and_says_who_refers_to_it(player: Any) -> None:
    player.open("/rules/france40#6.1c")
    rule = player.page.locator("article.lit")
    expect(rule.locator("figcaption")).to_contain_text("1521 is bonded by 1520 and 1522")
    expect(rule).to_contain_text("Referred to by")
    rule.get_by_role("button", name="6.2a", exact=True).first.click()
    expect(player.page.locator("article.lit h3")).to_contain_text("6.2a")
    expect(player.page.locator("article.lit")).to_contain_text("6.1c")


def test_what_is_ours_is_marked(player: Any) -> None:
    player.open("/rules/france40#R.6.1d.1")
    expect(player.page.locator("article.lit")).to_contain_text("our ruling R.6.1d.1.")


def test_the_panel_beside_the_map_goes_from_rule_to_rule(player: Any) -> None:
    seats = player.take_over("skirmish", 2)
    player.sit(seats["german"])
    player.page.get_by_role("tab", name="Rules").click()
    panel = player.page.get_by_role("tabpanel")
    panel.get_by_label("Search the rules").fill("4.1")
    panel.locator("button.line").first.click()
    title = panel.get_by_role("heading", level=3)
    expect(title).to_contain_text("4.1")
    before = title.inner_text()
    panel.get_by_role("button", name=re.compile("^Next: ")).click()
    expect(title).not_to_have_text(before)
    panel.get_by_role("button", name=re.compile("^Previous: ")).click()
    expect(title).to_have_text(before)
