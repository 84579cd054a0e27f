"""The club's pages: a name that goes to another device, an invitation that is accepted, one's own games."""

from __future__ import annotations

import re
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

PHONE = {"width": 390, "height": 844}
PAGES = ("lobby", "games", "tournaments", "players", "name")


@pytest.fixture
def names() -> tuple[str, str]:
    """Two names that nobody here has yet."""
    test_number = next(NUMBERS)
    return (f"Anna {test_number}", f"Bert {test_number}")


NUMBERS = iter(range(1, 1000))


def is_called(player: Any, name: str) -> None:
    player.open("/name")
    player.page.get_by_label("Your name").fill(name)
    player.press("Use this name")
    player.sees(f"You play here as {name}")


def test_a_name_is_carried_over_to_another_device(player: Any, opponent: Any, names: tuple[str, str]) -> None:
    is_called(player, names[0])
    phrase = player.page.locator(".phrase").inner_text()
    opponent.open("/name")
    opponent.page.get_by_label("Your phrase").fill("babab babab")
    opponent.press("Carry over")
    opponent.sees("No player here has this key.")
    opponent.page.get_by_label("Your phrase").fill(phrase.upper())
    opponent.press("Carry over")
    opponent.sees(f"You play here as {names[0]}")


def test_an_invitation_is_accepted_in_one_click(player: Any, opponent: Any, names: tuple[str, str]) -> None:
    is_called(player, names[0])
    is_called(opponent, names[1])
    player.open("/lobby")
    player.press("New invitation")
    form = player.page.get_by_role("form", name="New invitation")
    form.get_by_label(re.compile("^Game")).select_option("skirmish")
    form.get_by_label("Sides").select_option("german")
    form.get_by_role("button", name="Invite").click()
    opponent.open("/lobby")
    offered = opponent.page.get_by_role("listitem").filter(has_text=f"{names[0]} invites")
    offered.get_by_role("button", name="Play Allied").click()
    expect(opponent.page).to_have_url(re.compile("/s/.+"))
    expect(opponent.page.locator("header.bar")).to_contain_text(names[0])

    player.open("/games")
    player.page.get_by_role("link", name="Your move").click()
    player.bid("1")
    opponent.open("/games")
    expect(opponent.page.get_by_role("region", name="Your move")).to_contain_text(f"Allied against {names[0]}")


def test_a_live_game_shows_both_clocks_and_days_their_deadline(
    player: Any, opponent: Any, names: tuple[str, str]
) -> None:
    is_called(player, names[0])
    is_called(opponent, names[1])
    player.open("/lobby")
    player.press("New invitation")
    form = player.page.get_by_role("form", name="New invitation")
    form.get_by_label(re.compile("^Game")).select_option("skirmish")
    form.get_by_label("Pace").select_option("live")
    form.get_by_label("Minutes for each side").fill("90")
    form.get_by_role("button", name="Invite").click()
    opponent.open("/lobby")
    opponent.page.get_by_role("listitem").filter(has_text=f"{names[0]} invites").get_by_role(
        "button", name="Join"
    ).click()
    expect(opponent.page.get_by_role("timer")).to_contain_text("1:29:5")
    player.open("/games")
    expect(player.page.locator("main")).to_contain_text("time is up in")


def test_holidays_are_told_and_taken_back(player: Any, names: tuple[str, str]) -> None:
    is_called(player, names[0])
    player.press("Be away")
    region = player.page.get_by_role("region", name="Holidays")
    region.get_by_role("button", name="Take back").click()
    expect(region.get_by_role("button", name="Take back")).to_have_count(0)


def test_bots_play_a_tournament_and_have_ratings(player: Any, names: tuple[str, str]) -> None:
    is_called(player, names[0])
    player.open("/tournaments")
    player.press("New tournament")
    form = player.page.get_by_role("form", name="New tournament")
    form.get_by_label("Title").fill(f"Cup of {names[0]}")
    form.get_by_label(re.compile("^Game")).select_option("skirmish")
    form.get_by_role("button", name="Make it").click()
    for bot in ("cadet", "staff"):
        player.page.get_by_label("Bot", exact=True).select_option(bot)
        player.page.get_by_role("button", name="Add", exact=True).click()
        expect(player.page.get_by_role("table")).to_contain_text(bot.capitalize())
    player.press("Begin")
    expect(player.page.locator("main")).to_contain_text("over after 1 round")
    expect(player.page.get_by_role("region", name="Round 1").get_by_role("link", name="Report")).to_have_count(2)

    player.page.get_by_role("table").get_by_role("link", name="Staff").click()
    expect(player.page.get_by_role("region", name="Ratings")).to_contain_text("Skirmish at Sedan, German")
    player.page.get_by_role("link", name="All players").click()
    with player.page.expect_download() as saved:
        player.press("Save as CSV")
    assert "Cadet" in saved.value.path().read_text()


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_of_the_club_fit_on_a_phone(player: Any, page: str) -> None:
    player.page.set_viewport_size(PHONE)
    player.open(f"/{page}")
    expect(player.page.get_by_role("heading", level=1)).to_be_visible()
    width = player.page.locator(".club").evaluate("club => club.scrollWidth")

    assert width <= PHONE["width"]
