"""What the page says and shows beside the map: questions, strips, headings, lines, and addresses that lead nowhere."""

from __future__ import annotations

from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

COVERED = """() => [...document.querySelectorAll(".signs text.cost")].filter((cost) => {
  const box = cost.getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest(".fan");
}).length"""
"""How many of the goals of the chosen unit lie under the strip of its stack."""


def at_the_first_move(player: Any) -> None:
    """A skirmish at one table for two: sealed bids, then the German side moves."""
    seats = player.start("skirmish", german={"kind": "here"}, allied={"kind": "here"})
    player.sit(seats["allied"])
    player.sit(seats["german"])  # this browser now holds both seats
    player.bid("2")
    player.sees("Hand the screen to the Allied player")
    player.key(" ")
    player.bid("0")
    player.is_asked("Which units move?")


def test_a_sealed_choice_at_one_table_is_made_behind_the_curtain(player: Any) -> None:
    at_the_first_move(player)
    expect(player.page.locator(".prompt .cap")).to_contain_text("German")


def test_the_strip_of_a_stack_hides_no_goal_of_the_unit_chosen(player: Any) -> None:
    at_the_first_move(player)
    player.click_hex("5118")
    expect(player.page.get_by_label("Stack in 5118")).to_be_visible()
    expect(player.page.locator(".signs text.cost").first).to_be_visible()
    assert player.page.evaluate(COVERED) == 0

    # where it lies aside it belongs to the order, and goes with it
    player.key("Escape")
    expect(player.page.get_by_label("Stack in 5118")).to_be_hidden()
    expect(player.page.locator(".reach-edge")).to_be_hidden()


def test_a_plan_of_three_words_is_asked_word_by_word(player: Any) -> None:
    seats = player.start("gdw1940", german={"kind": "here"}, allied={"kind": "bot", "bot": "random"})
    player.sit(seats["german"])
    player.is_asked("What is your objective?")
    back = player.page.locator(".prompt").get_by_role("button", name="Back")
    expect(back).to_be_hidden()

    player.press("The ports and cities of the north")
    player.is_asked("Which army group makes the main attack?")
    expect(player.page.get_by_role("button", name="Army Group C")).to_have_attribute("aria-pressed", "false")
    back.click()
    player.is_asked("What is your objective?")


def test_the_log_says_in_which_phase_things_happened(player: Any) -> None:
    at_the_first_move(player)
    player.order_from_list("move", "1Pz")
    player.log_has("1st Panzer Division moves to")
    expect(player.page.locator(".log h3").first).to_have_text("Turn 1 · German movement")
    player.page.get_by_label("Search the log").fill("no such thing")
    player.log_has("No entries containing “no such thing”.")


def test_the_line_that_is_down_covers_no_tool(own_server: Any, lonely: Any) -> None:
    seats = lonely.start("skirmish", german={"kind": "here"}, allied={"kind": "bot", "bot": "staff"})
    lonely.sit(seats["german"])
    own_server.kill()
    lonely.sees("No connection.")
    line = lonely.page.locator(".note-line").bounding_box()
    tools = lonely.page.locator(".tools").bounding_box()
    assert tools["y"] >= line["y"] + line["height"]


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/nowhere", "There is nothing at this address."),
        ("/new/chess", "There is no game called “chess”."),
        ("/rules/chess", "There are no rules at this address."),
        ("/g/nothing-here/report", "Game not found"),
    ],
)
def test_an_address_that_leads_nowhere_says_so(player: Any, path: str, words: str) -> None:
    player.open(path)
    player.sees(words)
    player.page.locator("a[href='/']").first.click()
    player.sees("May 1940, five ways.")
