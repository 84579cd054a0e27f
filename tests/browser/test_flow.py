"""The flow of a turn: how the game stands, what is coming, what a choice means, ending a phase, watching again."""

from __future__ import annotations

import re
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

LISTEN = """() => {
  document.body.dataset.said = "";
  const note = () => (document.body.dataset.said += document.querySelector(".banner")?.textContent ?? "");
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Keeps what stands in the banner over the map, however briefly."""


def test_score_and_coming_turns_are_one_click_away(player: Any) -> None:
    seats = player.start("france40", german={"kind": "here"}, allied={"kind": "here"})
    player.sit(seats["german"])
    bar = player.page.get_by_role("banner")
    expect(bar).to_contain_text("Turn 1 of 10 · 13 May")
    expect(bar.get_by_role("button", name="Points: German 0, Allied 10. Now: Allied victory")).to_be_visible()

    bar.get_by_role("button", name=re.compile("Score and turns$")).click()
    sheet = player.page.get_by_role("dialog", name="Score and turns")
    expect(sheet).to_contain_text("As things stand: Allied victory")
    second = sheet.get_by_role("listitem").filter(has_text="Turn 2 14 May")
    expect(second).to_contain_text("The Allies draw 4 reinforcements from the cup")

    # where they arrive is shown on the map
    second.locator(".due", has_text="arrive in Entry Area C.").get_by_role("button", name="Show").click()
    expect(sheet).to_have_count(0)
    expect(player.page.locator(".cause-ring")).to_have_count(5)


def test_e_asks_when_something_would_be_lost_and_e_again_ends_the_phase(player: Any) -> None:
    seats = player.start("france40", german={"kind": "here"}, allied={"kind": "here"})
    player.sit(seats["german"])
    player.is_asked("Which units move?")
    player.key("e")
    asked = player.page.get_by_role("alertdialog")
    expect(asked).to_contain_text("30 units have not moved.")
    expect(player.page.locator(".cause-ring").first).to_be_attached()
    expect(asked.get_by_role("button", name="Show them")).to_be_visible()
    player.key("Escape")
    expect(player.page.locator(".cause-ring")).to_have_count(0)

    player.key("e")
    player.key("e")
    player.is_asked("Which hexes do you attack?")
    player.key("e")
    expect(asked).to_contain_text("4 enemy hexes can still be attacked: Revin (4215)")
    expect(asked).to_contain_text("5 Air units are still Ready and can only support your defence until your next turn.")

    # who does not want to be asked about these again is not
    asked.get_by_role("checkbox").check()
    asked.get_by_role("button", name="End combat").click()
    player.is_asked("Which stacks get a GQG marker?")


def test_what_they_did_stays_on_the_map_until_ones_first_order_and_can_be_watched_again(
    player: Any, opponent: Any
) -> None:
    player.share(opponent)
    player.bid("1")
    opponent.bid("0")
    player.is_asked("Which units move?")
    player.order_from_list("move", "24ID")
    player.log_has("24th Infantry Division moves to")
    for _ in range(2):  # the cup gives the Germans two operations in a row, which count as one turn
        player.is_asked("Which units move?")
        player.leave("end")
        player.leave("done")
    opponent.is_asked("Which units move?")
    page = opponent.page
    tool = page.get_by_role("button", name="What they did in their last turn")
    expect(tool).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".deeds .head")).to_have_count(1)

    # it is played back, with the name of what moves, as often as one likes
    for _ in range(2):
        page.evaluate(LISTEN)
        opponent.press("Watch their last turn again")
        expect(page.locator("body")).to_have_attribute("data-said", re.compile("Now moving: 24th Infantry Division."))
        opponent.sees("Live")

    # the first order takes it from the map, and a key brings it back
    opponent.order_from_list("move", "55DI")
    expect(tool).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".deeds")).to_have_count(0)
    opponent.key("v")
    expect(page.locator(".deeds .head")).to_have_count(1)


def test_what_a_choice_means_is_told_and_lit_while_it_is_pointed_at(player: Any) -> None:
    seats = player.start("gdw1940", german={"kind": "here"}, allied={"kind": "bot", "bot": "staff"})
    player.sit(seats["german"])
    player.is_asked("What is your objective?")
    north = player.page.get_by_role("button", name="The ports and cities of the north")
    expect(north).to_contain_text("At the end Lille, every city of Belgium and the four ports must be German.")
    meant = player.page.locator("path.area")
    expect(meant).to_have_count(0)
    north.hover()
    expect(meant).to_have_count(1)
    player.page.mouse.move(400, 400)
    expect(meant).to_have_count(0)
    north.focus()
    expect(meant).to_have_count(1)
    north.click()

    # what has been chosen of the order stays lit until it is sealed
    player.is_asked("Which army group makes the main attack?")
    player.page.mouse.move(400, 400)
    expect(meant).to_have_count(1)


def test_a_marker_says_what_it_does_and_no_token_is_shown(player: Any) -> None:
    seats = player.start("france40", german={"kind": "here"}, allied={"kind": "here"})
    player.sit(seats["german"])
    player.is_asked("Which units move?")
    player.leave("end")
    player.is_asked("Which hexes do you attack?")
    player.leave("end")
    player.is_asked("Which stacks get a GQG marker?")
    one = player.page.get_by_role("button", name="GQG 1")
    out = player.page.locator("[data-out=done]")
    before = out.bounding_box()
    one.hover()
    player.sees("The stack moves only by Tactical Movement and cannot attack, until the dice free it.")
    player.sees("It leaves the game on turn 3.")
    assert out.bounding_box() == before
    one.click()
    player.is_asked("Where does GQG 1 go?")


def test_the_track_of_turns_has_weather_and_events(player: Any) -> None:
    seats = player.start("planjaune", german={"kind": "here"}, allied={"kind": "here"})
    player.sit(seats["german"])
    player.page.get_by_role("banner").get_by_role("button", name=re.compile("Score and turns$")).click()
    turns = player.page.get_by_role("dialog", name="Score and turns").get_by_role("listitem")
    expect(turns.filter(has_text="Turn 8 30 May")).to_contain_text(
        "a roll of 4-6 brings Bad weather: air support is limited."
    )
    expect(turns.filter(has_text=re.compile("^Turn 12 "))).to_contain_text(
        "From here on Italy attacks in the Alps on a 6."
    )
