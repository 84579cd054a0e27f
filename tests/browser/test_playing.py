"""The playing screen: layers, ways led by hand, stacks that move together, threats, the way out, phones, keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

MOVING = "Which units move?"


def order(player: Any, secret: str, *tokens: str) -> None:
    """An order given by somebody else, at another screen."""
    address = f"{player.address}/api/seats/{secret}"
    number = player.page.request.get(f"{address}/state").json()["number"]
    answer = player.page.request.post(f"{address}/orders", data={"number": number, "order": list(tokens)})
    assert answer.ok, answer.text()


def last_order(player: Any, secret: str) -> list[str]:
    log = player.page.request.get(f"{player.address}/api/seats/{secret}/log").json()
    return list(log[-1]["order"])


@pytest.fixture
def seats(player: Any) -> dict[str, str]:
    """A game of two people in which the German side moves first, and sits at the screen."""
    secrets: dict[str, str] = player.start("skirmish", german={"kind": "here"}, allied={"kind": "here"})
    order(player, secrets["german"], "bid", "2")
    order(player, secrets["allied"], "bid", "0")
    player.sit(secrets["german"])
    player.is_asked(MOVING)
    return secrets


@pytest.fixture
def phone(browser: Any, player: Any) -> Iterator[Any]:
    """The same person with a phone held sideways."""
    context = browser.new_context(viewport={"width": 844, "height": 390}, has_touch=True)
    yield type(player)(context.new_page(), player.address)
    context.close()


# -- layers


def test_layers_come_and_go_with_their_keys(player: Any, seats: dict[str, str]) -> None:
    player.key("z")
    expect(player.page.locator("path.zone").first).to_be_visible()
    player.sees("Violet dots: enemy zones.")
    player.key("z")
    expect(player.page.locator("path.zone")).to_have_count(0)

    player.key("o")
    expect(player.page.locator("path.goal")).to_have_count(3)
    player.key("c")
    expect(player.page.locator("path.control")).to_have_count(2)


def test_the_supply_line_of_a_unit_is_drawn_and_told(player: Any, seats: dict[str, str]) -> None:
    player.key("s")
    expect(player.page.locator("rect.source")).to_have_count(4)
    player.click_hex("5118")
    expect(player.page.locator("path.supply-line").first).to_be_visible()
    expect(player.page.get_by_label("Hex 5118")).to_contain_text("In supply: 2 hexes to Neufchâteau (5217).")


def test_a_game_shows_only_the_layers_it_has(player: Any, seats: dict[str, str]) -> None:
    expect(player.page.get_by_role("button", name="Supply", exact=True)).to_be_visible()
    expect(player.page.get_by_role("button", name="Reinforcements")).to_have_count(0)


# -- moving


def test_a_unit_pointed_at_shows_its_reach_faintly(player: Any, seats: dict[str, str]) -> None:
    x, y = player.hand.place("5016")
    player.page.mouse.move(x - 300, y)
    player.page.mouse.move(x, y)
    expect(player.page.locator(".reach-edge.faint")).to_be_visible()


def test_a_way_is_led_through_a_waypoint(player: Any, seats: dict[str, str]) -> None:
    player.click_hex("5118")
    expect(player.page.locator(".reach-edge").first).to_be_visible()
    shift_click(player, "5219")
    expect(player.page.get_by_role("button", name="via 5219")).to_be_visible()
    player.click_hex("5120")
    player.log_has("10th Panzer Division moves to 5120")

    assert last_order(player, seats["german"])[2].startswith("5219.")


def test_esc_takes_the_last_waypoint_away(player: Any, seats: dict[str, str]) -> None:
    player.click_hex("5118")
    expect(player.page.locator(".reach-edge").first).to_be_visible()
    shift_click(player, "5219")
    expect(player.page.get_by_role("button", name="via 5219")).to_be_visible()
    player.key("Escape")
    expect(player.page.get_by_role("button", name="via 5219")).to_have_count(0)
    expect(player.page.get_by_role("group", name="The order so far")).to_contain_text("10th Panzer Division, 2 units")


def test_a_stack_moves_together_and_is_taken_back_together(player: Any, seats: dict[str, str]) -> None:
    player.click_hex("5118")
    expect(player.page.get_by_role("group", name="The order so far")).to_contain_text("2 units")
    player.click_hex("5120")
    player.log_has("10th Panzer Division moves to 5120")
    player.log_has("Grossdeutschland moves to 5120")

    player.key("Control+z")
    player.log_lacks("moves to 5120")


def test_a_tick_in_the_fan_leaves_a_unit_and_takes_it_along(player: Any, seats: dict[str, str]) -> None:
    player.click_hex("5118")
    chips = player.page.get_by_role("group", name="The order so far")
    expect(chips).to_contain_text("2 units")
    lead = player.page.get_by_label("Stack in 5118").get_by_role("checkbox", name="Include 10th Panzer Division")
    lead.click()
    expect(chips).to_contain_text("Grossdeutschland")
    expect(chips).not_to_contain_text("2 units")
    lead.click()
    expect(chips).to_contain_text("2 units")


def test_the_keyboard_alone_moves_a_unit(player: Any, seats: dict[str, str]) -> None:
    player.key("n")
    expect(player.page.locator(".reach-edge").first).to_be_visible()
    player.key("ArrowDown")
    player.key("Enter")
    player.log_has("1st Panzer Division moves to 4916")


# -- what they can do


def test_a_threat_names_who_comes_and_what_is_assumed(player: Any, seats: dict[str, str]) -> None:
    player.click_hex("4915")
    player.key("Escape")
    player.key("t")
    panel = player.page.get_by_label("Their reply")
    expect(panel).to_contain_text("2 : 6")
    expect(panel).to_contain_text("Assumptions")
    expect(panel).to_contain_text("A look ahead: nothing is committed.")
    player.key("Escape")
    expect(panel).to_have_count(0)


def test_why_not_answers_for_any_unit(player: Any, seats: dict[str, str]) -> None:
    player.click_hex("4821")
    player.key("w")
    expect(player.page.get_by_role("alert")).to_contain_text(
        "71e Division d'infanterie is Allied; you order German units."
    )
    player.key("Escape")
    expect(player.page.get_by_role("alert")).to_have_count(0)


# -- the way out


def test_a_closed_way_out_says_what_is_missing(player: Any, seats: dict[str, str]) -> None:
    player.click_hex("5118")
    expect(player.page.locator(".reach-edge").first).to_be_visible()
    player.click_hex("5118")
    player.click_hex("4718")
    player.sees("Waiting for the Allied side")
    order(player, seats["allied"], "stand")
    player.is_asked(MOVING)
    player.way_out("end")
    player.page.locator("[data-leave]").click()  # others have not moved
    player.is_asked("Which hexes do you attack?")
    player.click_hex("4619")
    panel = player.page.get_by_label("Planned attack")
    panel.get_by_role("button", name=re.compile("^Attack at")).click()

    expect(player.page.locator("#shut")).to_contain_text("4717 must be attacked too.")
    expect(player.page.locator("[data-out=done]")).to_be_disabled()
    player.page.locator("#shut").get_by_role("button", name="Show").click()
    expect(player.page.locator(".cause-ring")).to_have_count(1)


def test_what_would_be_lost_is_asked_about_once_if_one_likes(player: Any) -> None:
    secrets = player.start("gdw1940", german={"kind": "here"}, allied={"kind": "bot", "bot": "staff"})
    player.sit(secrets["german"])
    player.deploy_as_in_history()
    player.key("e")
    sheet = player.page.get_by_role("alertdialog", name="End of phase")
    expect(sheet).to_contain_text("units have not moved.")
    sheet.get_by_role("button", name="Stay in this phase").click()
    player.is_asked("Which units move?")

    player.key("e")
    sheet.get_by_label("Do not ask about this again in this game").check()
    sheet.get_by_role("button", name="End movement").click()
    player.is_asked("Which hexes do you attack?")


# -- beside the map


def test_parts_show_discs_a_cup_and_markers(player: Any, seats: dict[str, str]) -> None:
    player.page.get_by_role("tab", name="Boxes").click()
    expect(player.page.get_by_label("Tokens")).to_contain_text("2 of 4 left")
    expect(player.page.get_by_label("3 in the cup")).to_be_visible()
    expect(player.page.get_by_label("Chits in the cup").get_by_label("Operation")).to_have_count(3)
    expect(player.page.get_by_label("XIX Corps Guderian").get_by_label("empty space")).to_have_count(3)


def test_what_was_sealed_can_be_held_open(player: Any) -> None:
    secrets = player.start("skirmish", german={"kind": "here"}, allied={"kind": "here"})
    player.sit(secrets["german"])
    player.page.get_by_role("group", name="Choices").get_by_role("button", name="2").click()
    player.press("Seal it")
    envelope = player.page.locator(".envelope")
    expect(envelope).to_contain_text("Hold to read")
    envelope.hover()
    player.page.mouse.down()
    expect(envelope).to_contain_text("Bid · 2")
    player.page.mouse.up()
    expect(envelope).to_contain_text("Hold to read")


# -- phones


def test_numbers_can_be_pressed_on_a_phone_at_once(player: Any, phone: Any) -> None:
    secrets = player.start("skirmish", german={"kind": "here"}, allied={"kind": "here"})
    phone.sit(secrets["german"])
    phone.page.get_by_role("group", name="Choices").get_by_role("button", name="1").tap()
    phone.page.get_by_role("button", name="Seal it").tap()
    phone.sees("Waiting for the Allied side")


def test_a_phone_shows_the_way_before_it_goes(player: Any, seats: dict[str, str], phone: Any) -> None:
    phone.sit(seats["german"])
    expect(phone.page.locator(".foot")).to_contain_text("Which units move")
    tap(phone, "5118")
    expect(phone.page.locator(".foot")).to_contain_text("Where does 10th Panzer Division move?")
    tap(phone, "5019")
    expect(phone.page.locator(".foot")).to_contain_text("5019, cost 2: tap again to go")
    expect(phone.page.locator("path.path").first).to_be_visible()
    tap(phone, "5019")
    expect(phone.page.locator(".foot")).to_contain_text("Which units move")

    phone.hand.settle()
    phone.has_given("move", "10Pz", "5019")
    phone.has_given("move", "GD", "5019")


# -- helpers


def shift_click(player: Any, label: str) -> None:
    player.page.keyboard.down("Shift")
    player.click_hex(label)
    player.page.keyboard.up("Shift")


def tap(player: Any, label: str) -> None:
    player.page.touchscreen.tap(*player.hand.place(label))
