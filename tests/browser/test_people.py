"""Playing together: an invitation, names, who is here, answers to offers, and leaving without taking the game."""

from __future__ import annotations

import re
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def test_a_friend_is_invited_comes_and_both_know_each_other_by_name(player: Any, opponent: Any) -> None:
    player.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.open("/new/skirmish")
    sheet = player.page.get_by_role("dialog")
    sheet.get_by_role("radiogroup", name="Allied").get_by_role("radio", name="By link").click()
    sheet.get_by_label("Your name, for your opponent").fill("Anna")
    sheet.get_by_role("button", name="Start").click()
    invitation = player.page.get_by_role("region", name="Invitation")
    invitation.get_by_role("button", name="Copy").click()
    expect(invitation.get_by_role("button", name="Copied")).to_be_visible()
    link = player.page.evaluate("navigator.clipboard.readText()")
    assert link == invitation.get_by_label("Link for the Allied player").input_value()

    opponent.page.goto(link)
    opponent.sees("Anna plays the German side")
    expect(invitation).to_have_count(0)  # the guest has come
    opponent.page.get_by_role("textbox", name="Your name").fill("Bert")
    opponent.press("Use this name")
    expect(player.page.locator("header.bar")).to_contain_text("Bert")

    opponent.menu("Chat and notes")
    opponent.page.get_by_label("Message").fill("Good luck")
    opponent.press("Send")
    player.sees("Bert Good luck")
    opponent.open()  # the name is kept for the next game
    expect(opponent.page.get_by_text("against Anna")).to_be_visible()
    assert opponent.page.evaluate("localStorage.getItem('meuse.name')") == '"Bert"'


def test_where_the_browser_can_a_link_is_shared(player: Any) -> None:
    player.page.add_init_script("navigator.share = async (what) => { window.shared = what.url; };")
    seats = player.start("skirmish", german={"kind": "link"}, allied={"kind": "link"})
    player.sit(seats["german"])
    player.menu("Seats and links")
    player.page.get_by_role("dialog").get_by_role("button", name="Share").first.click()

    assert player.page.evaluate("window.shared") == f"{player.address}/s/{seats['german']}"


def test_every_offer_gets_an_answer_that_both_see(player: Any, opponent: Any) -> None:
    player.meet(opponent)
    player.menu("Offer a draw", "Press again to offer a draw")
    opponent.press("Decline")
    player.sees("The Allied player has declined the draw.")
    opponent.sees("You have declined the draw.")
    opponent.press("OK")
    expect(opponent.page.get_by_text("You have declined the draw.")).to_have_count(0)

    player.menu("Offer a draw", "Press again to offer a draw")
    opponent.sees("The German player offers a draw.")
    player.press("Withdraw")
    opponent.sees("The German player has withdrawn the draw.")

    player.bid("1")
    player.menu("Ask to take back my last order", "Press again to ask them")
    opponent.press("Accept")
    player.sees("The Allied player has accepted the take-back. The game is back at order 0.")


def test_who_wants_no_rematch_says_so(player: Any, opponent: Any) -> None:
    player.meet(opponent)
    opponent.menu("Resign", "Press again to resign")
    player.sees("The Allied side has resigned. The German side wins.")
    player.menu("Rematch with sides swapped")
    expect(player.page.locator("header.bar")).to_contain_text("You: Allied")
    opponent.sees("The German player wants a rematch with sides swapped.")
    opponent.press("Decline")

    player.sees("The German player has declined the rematch.")


def test_who_leaves_takes_the_game_off_his_own_list_only(player: Any, opponent: Any) -> None:
    seats = player.meet(opponent)
    opponent.bid("0")
    player.menu("Leave this game", "Press again to leave this game")
    expect(player.page).to_have_url(re.compile("/$"))
    player.sees("May 1940, five ways.")
    expect(player.page.get_by_text("Continue playing")).to_have_count(0)

    opponent.sees("The German player has left this game.")
    opponent.open()
    opponent.page.get_by_role("link", name=re.compile("Your move|Watch")).click()
    expect(opponent.page).to_have_url(re.compile(seats["allied"]))
