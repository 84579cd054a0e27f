"""The guided first game: from the front page to the end of Fortress Holland, led step by step and never held up."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def with_known_dice(route: Any) -> None:
    """The game is started as the page asks for it, but with a seed."""
    route.continue_(post_data=json.dumps({**route.request.post_data_json, "seed": 1}))


def test_a_newcomer_is_led_through_fortress_holland(player: Any) -> None:
    player.page.route("**/api/games/*/lesson", with_known_dice)
    player.open()
    player.press("First game: Fortress Holland")
    guide = player.page.get_by_role("region", name="Guide")

    def says(title: str) -> None:
        expect(guide.get_by_role("heading")).to_have_text(title)

    # what the map shows, and what it is about
    says("10 May 1940")
    guide.get_by_role("button", name="Show me").click()
    says("How to win")
    guide.get_by_role("button", name="12.5a").click()
    player.sees("Dutch surrender")
    guide.get_by_role("button", name="Next").click()

    # the air phase
    says("Paratroops first")
    player.page.get_by_role("button", name="Fallschirmjäger-Regiment 1").click()
    player.click_hex("3722")
    player.key("Enter")
    says("Air landing troops follow")
    player.leave("done")
    says("Three Stukas")
    player.leave("done")

    # a chit, a move, a refusal
    says("Chits out of a cup")
    player.page.get_by_role("group", name="Choices").get_by_role("button", name=re.compile("^Move")).click()
    says("Pick the panzers")
    player.knows(4)
    player.click_hex("3632")
    says("Over the rivers")
    expect(player.page.locator(".reach-edge").first).to_be_visible()
    player.click_hex("3928")
    player.knows(5)
    says("Ask why not")
    player.click_hex("3733")
    player.click_hex("4319")
    expect(player.page.get_by_role("alert")).to_contain_text("10.1a")
    says("Bring up the others")
    player.key("Escape")
    player.key("Escape")

    # an attack with its odds
    player.leave("end")
    says("An attack and its odds")
    player.click_hex("3829")
    says("Roll")
    panel = player.page.get_by_label("Planned attack")
    expect(panel).to_contain_text("The die on")
    panel.get_by_role("button", name=re.compile("^Attack at")).click()
    player.is_asked("How many Air Assets do you commit?")
    says("Roll")
    player.page.get_by_role("group", name="Choices").get_by_role("button", name=re.compile("^0")).click()
    player.page.locator(".prompt .seal .btn").click()
    says("The result")

    # where the page is loaded again it goes on, and what is offered now is told now
    player.page.reload()
    says("The result")
    guide.get_by_role("button", name="Next").click()
    player.is_asked("Which units advance after combat?")
    player.leave("done")  # what follows is a roll, as the button says
    says("Your next chit")

    # whatever is done then, the guide keeps up with it
    player.play_to_the_end()
    says("Who won, and why")
    expect(guide).to_contain_text("20 of 21")
    player.sees("The game is over.")
    player.page.get_by_role("link", name="See the report").click()
    player.sees("Turning points")


def test_the_guide_can_be_left_and_1940_has_one_too(player: Any) -> None:
    player.open()
    player.press("A guided first turn of 1940")
    guide = player.page.get_by_role("region", name="Guide")
    expect(guide.get_by_role("heading")).to_have_text("Look around")
    player.is_asked("Which units move?")
    guide.get_by_role("button", name="Next").click()
    expect(guide.get_by_role("heading")).to_have_text("Pick XIX Corps")
    guide.get_by_role("button", name="Back").click()
    expect(guide.get_by_role("heading")).to_have_text("Look around")
    guide.get_by_role("button", name="Next").click()
    expect(guide.get_by_role("heading")).to_have_text("Pick XIX Corps")

    # it can be left, and is brought back where it was, after a reload too
    guide.get_by_role("button", name="Leave the guide").click()
    expect(guide).to_have_count(0)
    player.menu("Bring back the guide")
    expect(guide.get_by_role("heading")).to_have_text("Pick XIX Corps")

    # where nothing new is to be said it stays, and says so
    player.page.evaluate(
        "localStorage.setItem('meuse.guide.' + location.pathname.slice(3), JSON.stringify([0, 1, 2, 3, 4, 5, 6, 7]))"
    )
    player.page.reload()
    expect(guide.get_by_role("heading")).to_have_text("Carry on")
    expect(guide).to_contain_text("8 of 15")
