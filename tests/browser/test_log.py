"""The log on the page: fetched once, sorted by what happened and by whose doing it was."""

from __future__ import annotations

from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def after_the_bids(player: Any, opponent: Any) -> None:
    player.meet(opponent)
    player.bid("1")
    opponent.bid("0")
    player.is_asked("Which units move?")
    player.knows(2)


def test_an_order_fetches_the_lines_that_are_new_and_an_undo_none(player: Any, opponent: Any) -> None:
    after_the_bids(player, opponent)
    known: list[str] = []
    player.page.on("request", lambda r: known.append(r.url.rpartition("=")[2]) if "/log?from=" in r.url else None)

    player.order_from_list("move", "1Pz")
    player.log_has("1st Panzer Division moves to")
    player.key("Control+z")
    player.log_lacks("moves to")
    player.order_from_list("move", "24ID")
    player.log_has("24th Infantry Division moves to")

    player.knows(3)
    assert known == ["2", "2"]


def test_mine_and_theirs_follow_whose_units_they_are(player: Any, opponent: Any) -> None:
    after_the_bids(player, opponent)
    player.order_from_list("move", "24ID")
    player.log_has("24th Infantry Division moves to")
    player.leave("end")
    player.leave("done")
    opponent.log_has("24th Infantry Division moves to")

    for page, own, other in ((player, "mine", "theirs"), (opponent, "theirs", "mine")):
        page.press(own)
        page.log_has("24th Infantry Division moves to")
        page.press(other)
        page.log_lacks("24th Infantry Division moves to")


def test_what_befell_us_is_not_told_as_the_other_sides_doing(player: Any, opponent: Any) -> None:
    def hard_fought(route: Any) -> None:
        answer = route.fetch()
        lines = answer.json()
        for line in lines[:1]:
            line["events"] = [
                {"kind": "move", "text": "1Pz moves", "side": "german", "units": ["1Pz"]},
                {"kind": "battle", "text": "1Pz attacks", "side": "german", "units": ["1Pz"]},
                {"kind": "retreat", "text": "55DI retreats", "side": "allied", "units": ["55DI"]},
            ]
        route.fulfill(response=answer, json=lines)

    after_the_bids(player, opponent)
    opponent.knows(2)
    opponent.page.route("**/log?from=*", hard_fought)
    player.leave("end")
    player.leave("done")

    opponent.sees("The German side moved 1 unit and attacked once.")


def test_a_bot_that_found_no_order_is_not_said_to_think_and_can_be_asked_again(player: Any) -> None:
    def stall(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "stalled": True})

    seats = player.start("skirmish", german={"kind": "here"}, allied={"kind": "here"})
    player.sit(seats["german"])
    player.bid("1")
    player.sees("Waiting for the Allied side")
    player.page.route("**/state", stall)
    player.page.reload()
    player.sees("could not decide")
    expect(player.page.get_by_text("is thinking")).to_have_count(0)

    player.hand.settle()  # an answer on its way still goes through the route
    player.page.unroute_all(behavior="wait")
    player.press("Ask again")
    expect(player.page.get_by_text("could not decide")).to_have_count(0)
