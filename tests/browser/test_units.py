"""Units on the playing screen: stacks, what is left to move, filters, attackers, odds before a move."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

MOVING = "Which units move?"
ATTACKING = "Which hexes do you attack?"


def order(player: Any, secret: str, *tokens: str) -> None:
    """An order given by somebody else, at another screen."""
    address = f"{player.address}/api/seats/{secret}"
    number = player.page.request.get(f"{address}/state").json()["number"]
    answer = player.page.request.post(f"{address}/orders", data={"number": number, "order": list(tokens)})
    assert answer.ok, answer.text()


def game(player: Any, *orders: str) -> None:
    """A skirmish of two people in which some orders were given, most by the German side, which sits at the screen."""
    secrets = player.start("skirmish", german={"kind": "here"}, allied={"kind": "here"})
    order(player, secrets["german"], "bid", "2")
    order(player, secrets["allied"], "bid", "0")
    for text in orders:
        side, _, words = text.rpartition(": ")
        order(player, secrets[side or "german"], *words.split())
    player.sit(secrets["german"])


def chips(player: Any) -> Any:
    return player.page.get_by_role("group", name="The order so far")


def drag(player: Any, start: str, end: str) -> None:
    mouse = player.page.mouse
    mouse.move(*player.hand.place(start))
    mouse.down()
    mouse.move(*player.hand.place(end), steps=5)
    mouse.up()
    mouse.move(2, 2)
    player.hand.settle()


# -- stacks


def test_a_click_takes_the_stack_and_a_second_one_the_unit_under_the_pointer(player: Any) -> None:
    game(player)
    player.is_asked(MOVING)
    player.click_hex("5118")
    expect(chips(player)).to_contain_text("2 units")
    expect(player.page.get_by_label("Hex 5118")).to_contain_text("2 of 2 go together.")
    player.click_hex("5118")
    expect(chips(player)).not_to_contain_text("2 units")
    player.click_hex("5118")
    expect(chips(player)).to_have_count(0)


def test_a_stack_is_dragged_as_a_whole(player: Any) -> None:
    game(player)
    player.is_asked(MOVING)
    drag(player, "5118", "5120")
    player.log_has("10th Panzer Division moves to 5120")
    player.log_has("Grossdeutschland moves to 5120")


def test_ticks_in_the_inspector_take_only_some(player: Any) -> None:
    game(player)
    player.is_asked(MOVING)
    player.click_hex("5118")
    inspector = player.page.get_by_label("Hex 5118")
    inspector.get_by_role("checkbox", name="Include Grossdeutschland").click()
    expect(inspector).to_contain_text("1 of 2 go together.")
    inspector.get_by_role("button", name="All 2").click()
    expect(inspector).to_contain_text("2 of 2 go together.")


def test_a_click_on_the_map_places_the_next_of_several_markers(player: Any) -> None:
    journal = (Path(__file__).parent / "turns" / "sickle-cut.meuse").read_text(encoding="utf-8")
    wanted = {"journal": journal, "upto": 38, "seats": {"german": {"kind": "here"}, "allied": {"kind": "here"}}}
    created = player.page.request.post(f"{player.address}/api/matches/upload", data=wanted).json()
    player.sit(created["seats"]["german"])
    player.is_asked("Which stacks get a GQG marker?")
    player.click_hex("4403")
    player.log_has("GQG marker 1 is placed in")


# -- what is left


def test_a_unit_on_its_way_shows_what_it_has_left(player: Any) -> None:
    game(player, "move 1Pz 4916")
    player.is_asked(MOVING)
    expect(player.page.locator(".pieces .left.begun")).to_have_count(1)
    player.click_hex("4916")
    expect(player.page.get_by_label("Hex 4916")).to_contain_text(re.compile(r"Movement left: \d+ of \d+"))


def test_filters_light_units_and_next_walks_them(player: Any) -> None:
    game(player, "move 1Pz 4916")
    player.is_asked(MOVING)
    filters = player.page.get_by_role("group", name="Show units")
    filters.get_by_role("button", name="Not moved 4").click()
    expect(player.page.locator(".pieces .sifted")).to_have_count(4)
    filters.get_by_role("button", name="Partly moved 1").click()
    expect(player.page.locator(".pieces .sifted")).to_have_count(1)
    player.press("Next unit")
    expect(chips(player)).to_contain_text("1st Panzer Division")


def test_who_can_attack_is_a_filter_too(player: Any) -> None:
    game(player, "move 10Pz 4719")
    player.is_asked(MOVING)
    player.page.get_by_role("group", name="Show units").get_by_role("button", name="Can attack 1").click()
    player.key("n")
    expect(player.page.get_by_label("Hex 4719")).to_be_visible()


# -- attackers first


def test_attackers_are_picked_before_their_target(player: Any) -> None:
    game(player, "move 10Pz 4719", "move GD 4718", "allied: stand", "end")
    player.is_asked(ATTACKING)
    player.click_hex("4719")
    player.click_hex("4718")
    expect(player.page.get_by_role("group", name="Chosen attackers").get_by_role("button")).to_have_count(2)
    player.click_hex("4619")
    expect(player.page.get_by_label("Planned attack").locator("[role=checkbox][aria-checked=true]")).to_have_count(2)


def test_units_dragged_to_a_target_join_the_attack(player: Any) -> None:
    game(player, "move 10Pz 4719", "move GD 4718", "allied: stand", "end")
    player.is_asked(ATTACKING)
    drag(player, "4719", "4619")
    ticked = player.page.get_by_label("Planned attack").locator("[role=checkbox][aria-checked=true]")
    expect(ticked).to_have_count(1)
    drag(player, "4718", "4619")
    expect(ticked).to_have_count(2)


# -- odds before moving


def test_who_could_attack_here_is_asked_and_ordered(player: Any) -> None:
    game(player)
    player.is_asked(MOVING)
    player.click_hex("4619")
    player.press("Who could attack here?")
    panel = player.page.get_by_label("Who could attack here?")
    expect(panel).to_contain_text("9 : 2")
    panel.get_by_role("checkbox", name="Include Grossdeutschland").click()
    expect(panel.get_by_role("button", name="Move 1 unit")).to_be_visible()
    panel.get_by_role("checkbox", name="Include Grossdeutschland").click()
    panel.get_by_role("button", name="Move 2 units").click()
    player.log_has("10th Panzer Division moves to 4719")
    player.log_has("Grossdeutschland moves to 4719")
    player.key("Control+z")
    player.log_lacks("moves to 4719")


def test_a_click_on_the_map_sends_who_could_attack_from_there(player: Any) -> None:
    game(player)
    player.is_asked(MOVING)
    player.click_hex("4619")
    player.key("t")
    expect(player.page.get_by_label("Who could attack here?")).to_contain_text("From 4719")
    player.click_hex("4719")
    expect(player.page.get_by_label("Who could attack here?")).to_contain_text("They are all in place.")
    # the chance keeps its two lines where there is little room beside these words
    player.page.add_style_tag(content=".gather { width: 280px }")
    assert player.page.get_by_text("to take it").evaluate("one => one.getBoundingClientRect().height") < 40


def test_a_goal_tells_what_they_could_do_there(player: Any) -> None:
    game(player)
    player.is_asked(MOVING)
    player.click_hex("4915")
    expect(player.page.locator(".reach-edge").first).to_be_visible()
    player.page.mouse.move(*player.hand.place("4815"))
    told = player.page.get_by_role("status").filter(has_text="At 4815")
    expect(told).to_contain_text(re.compile("could attack"))
