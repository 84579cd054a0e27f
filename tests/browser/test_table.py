"""Two players at a table, each with a browser of his own: what they settle between themselves."""

from __future__ import annotations

import re
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def test_talk_is_heard_and_notes_are_not(player: Any, opponent: Any) -> None:
    player.meet(opponent)
    player.menu("Chat and notes")
    player.page.get_by_role("textbox", name="Notes").fill("Bluff on the left")
    player.page.get_by_label("Message").fill("Good luck")
    player.press("Send")

    opponent.sees("Good luck")
    opponent.press("Answer")
    opponent.page.get_by_label("Message").fill("And to you")
    opponent.press("Send")
    player.sees("And to you")
    assert "Bluff" not in opponent.page.content()

    player.page.reload()
    player.menu("Chat and notes")
    expect(player.page.get_by_role("textbox", name="Notes")).to_have_value("Bluff on the left")


def test_a_draw_is_offered_declined_and_agreed(player: Any, opponent: Any) -> None:
    player.meet(opponent)
    player.menu("Offer a draw", "Press again to offer a draw")
    opponent.sees("The German player offers a draw.")
    opponent.press("Decline")
    expect(player.page.get_by_text("You have offered a draw.")).not_to_be_visible()

    player.menu("Offer a draw", "Press again to offer a draw")
    opponent.press("Accept")
    player.sees("Both sides have agreed to a draw.")
    opponent.sees("Both sides have agreed to a draw.")


def test_a_take_back_needs_the_other_sides_consent(player: Any, opponent: Any) -> None:
    player.meet(opponent)
    player.bid("1")
    opponent.bid("0")
    player.is_asked("Which units move?")

    player.menu("Ask to take back my last order", "Press again to ask them")
    opponent.sees("The German player asks to take the game back to order 0.")
    opponent.press("Accept")
    player.is_asked("How many tokens do you bid for the first operation?")
    opponent.is_asked("How many tokens do you bid for the first operation?")


def test_after_resigning_both_sit_down_again_with_sides_changed(player: Any, opponent: Any) -> None:
    player.meet(opponent)
    player.menu("Resign", "Press again to resign")
    player.sees("The German side has resigned.")
    opponent.sees("The German side has resigned.")

    opponent.menu("Rematch with sides swapped")
    expect(opponent.page.locator("header.bar")).to_contain_text("You: German")
    player.press("Join")
    expect(player.page.locator("header.bar")).to_contain_text("You: Allied")
    assert opponent.match_id() == player.match_id()


def test_a_replaced_link_opens_nothing_any_more(player: Any, opponent: Any) -> None:
    seats = player.meet(opponent)
    opponent.sit(seats["german"])  # somebody who got hold of the link
    player.menu("Seats and links", "Replace my link")
    expect(player.page).not_to_have_url(re.compile(seats["german"]))
    player.is_asked("How many tokens do you bid for the first operation?")

    opponent.sees("Game not found")


def test_a_watcher_sees_what_is_committed_and_no_more(player: Any, opponent: Any) -> None:
    seats = player.start("skirmish", german={"kind": "here"}, allied={"kind": "bot", "bot": "random"})
    player.sit(seats["german"])
    opponent.watch(player.match_id())
    opponent.sees("Waiting for the German side")
    player.bid("2")
    player.is_asked("Which units move?")
    player.order_from_list("move", "1Pz")
    player.log_has("1st Panzer Division moves to")

    opponent.log_has("German side bids 2")
    opponent.log_lacks("1st Panzer Division moves to")
    player.menu("Resign", "Press again to resign")  # now nothing can be taken back any more
    opponent.log_has("1st Panzer Division moves to")


def test_one_screen_is_covered_before_the_other_player_looks(player: Any) -> None:
    seats = player.start("gdw1940", german={"kind": "here"}, allied={"kind": "here"})
    player.sit(seats["german"])
    player.sit(seats["allied"])  # this browser now holds both seats
    player.page.get_by_role("group", name="Choices").get_by_role("button", name="1").click()
    player.press("Seal it")
    player.assign_as_in_history()

    player.sees("Hand the screen to the German player")
    player.key(" ")
    player.is_asked("What is your objective?")
    assert "Army group that may move" not in player.page.content()


def test_a_notice_is_asked_for_and_the_feed_says_whose_turn_it_is(player: Any) -> None:
    player.page.add_init_script(
        "Notification.requestPermission = async () => 'granted';"
        "PushManager.prototype.subscribe = async function () { return { toJSON: () => ({"
        " endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/abc', keys: { p256dh:"
        " 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',"
        " auth: 'tBHItJI5svbpez7KI4CCXg' } }) }; };"
    )
    seats = player.start("skirmish", german={"kind": "here"}, allied={"kind": "link"})
    player.sit(seats["german"])
    player.menu("Seats and links", "Notify me in this browser")
    player.sees("You get a notification when it is your turn.")
    path = player.page.request.get(f"{player.address}/api/seats/{seats['german']}/feed").json()["path"]
    feed = player.page.request.get(f"{player.address}{path}").text()
    assert "Your turn: Skirmish at Sedan" in feed
