"""The server is killed while the page is open: nothing is lost, and the page finds its way back by itself."""

from __future__ import annotations

from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def test_a_page_survives_its_server(own_server: Any, lonely: Any) -> None:
    seats = lonely.start("skirmish", german={"kind": "here"}, allied={"kind": "bot", "bot": "staff"})
    lonely.sit(seats["german"])
    lonely.bid("2")
    lonely.is_asked("Which units move?")
    lonely.order_from_list("move", "1Pz")
    lonely.log_has("1st Panzer Division moves to")

    own_server.kill()
    lonely.sees("No connection.")
    own_server.start()
    expect(lonely.page.get_by_text("No connection.")).not_to_be_visible()
    lonely.log_has("1st Panzer Division moves to")
    lonely.order_from_list("move", "10Pz")
    lonely.log_has("10th Panzer Division moves to")


def test_a_bot_goes_on_where_its_killed_server_left_off(own_server: Any, lonely: Any) -> None:
    seats = lonely.start("gdw1940", german={"kind": "bot", "bot": "staff"}, allied={"kind": "here"})
    lonely.sit(seats["allied"])
    lonely.page.get_by_role("group", name="Choices").get_by_role("button", name="1").click()
    lonely.press("Seal it")
    lonely.assign_as_in_history()
    own_server.kill()
    own_server.start()

    lonely.is_asked("Where do your units set up?")
