"""1940 as German against `staff`: deploy, move, be refused, undo, attack, end the turn, see the reply, look back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def test_turn_0_of_1940(player: Any, tmp_path: Path) -> None:
    seats = player.start("gdw1940", german={"kind": "here"}, allied={"kind": "bot", "bot": "staff"})
    player.sit(seats["german"])
    player.deploy_as_in_history()

    # a unit shows its reach with costs; a click moves it
    player.click_hex("1306")
    expect(player.page.locator(".reach-edge").first).to_be_visible()
    expect(player.page.locator(".cost").first).to_be_visible()

    # a refused move says why, with the rule
    player.click_hex("1412")
    bubble = player.page.get_by_role("alert")
    expect(bubble).to_contain_text("XIX Panzer Corps cannot move to 1412.")
    expect(bubble).to_contain_text("6.costs")
    player.key("Escape")

    player.click_hex("1508")
    player.log_has("XIX Panzer Corps moves to Echternach (1508)")

    # undo takes it back
    player.key("Control+z")
    player.log_lacks("XIX Panzer Corps moves to Echternach (1508)")

    # an attack, with its odds before it is made
    player.click_hex("1407")
    player.click_hex("1408")
    player.log_has("moves to 1408")
    player.leave("end")
    player.is_asked("Which hexes do you attack?")
    player.click_hex("1409")
    panel = player.page.get_by_label("Planned attack")
    expect(panel).to_contain_text("8 : 2")  # the whole stack has gone
    expect(panel).to_contain_text("The die on")
    expect(panel).to_contain_text("7.terrain")
    panel.get_by_role("button", name=re.compile("^Attack at")).click()
    player.is_asked("Which hexes do you attack?")

    # one battle is fought without asking which; the Allies have put their air points in by now, so nothing is undone
    player.leave("done")
    player.is_asked("How many air points do you use?")
    player.has_given("resolve", "1409")

    # a reload in the middle loses nothing
    player.is_asked("How many air points do you use?")
    player.page.reload()
    player.is_asked("How many air points do you use?")
    player.page.get_by_role("group", name="Choices").get_by_role("button", name=re.compile("^0")).click()
    player.key("Enter")  # the dice need a second press
    player.log_has("attack Bastogne (1409)")

    player.is_asked("Do you interdict hexes with the air points left?")
    player.key("e")
    player.sees("5 air points are left. In what remains of the turn they can only support your units")
    player.page.get_by_role("alertdialog").get_by_role("button", name="End combat").click()

    # the reply of the other side can be watched
    expect(player.page.get_by_role("region", name="What they did")).to_contain_text("The Allied side moved")
    player.press("Watch")
    player.sees("You are viewing the game after order")
    player.press("Return to the present")

    # the time bar shows any moment
    player.page.get_by_label("Position in the game, by order").fill("12")
    player.sees("You are viewing the game after order 12")
    player.press("Return to the present")

    # the journal can be downloaded
    player.press("Menu")
    with player.page.expect_download() as download:
        player.page.get_by_role("link", name="Download the saved game").click()
    download.value.save_as(tmp_path / "game.meuse")
    assert "attack 1409" in (tmp_path / "game.meuse").read_text()

    # and opened again as a game of its own
    player.open()
    player.press("Open a saved game")
    player.page.locator("input[type=file]").set_input_files(tmp_path / "game.meuse")
    player.page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    expect(player.page).to_have_url(re.compile("/s/"))
    expect(player.page).not_to_have_url(re.compile(seats["german"]))
    player.has_given("attack", "1409")


def test_the_list_plays_the_game(player: Any) -> None:
    seats = player.start("gdw1940", german={"kind": "here"}, allied={"kind": "bot", "bot": "staff"})
    player.sit(seats["german"])
    player.deploy_as_in_history()
    player.key(".")
    player.page.locator("[data-token=move]").click()
    player.page.locator("[data-token='de.XIX']").click()
    player.page.locator("[data-token='1508']").click()
    player.log_has("XIX Panzer Corps moves to Echternach (1508)")
