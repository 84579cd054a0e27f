"""A battle keeps its place: the question before the die with its chances, the die, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

JOURNAL = Path(__file__).parent.parent / "replay" / "france40-sickle-cut.meuse"
HERE = {"kind": "here"}
FIRST_ATTACK = "german attack 4215"
FIRST_SUPPORT = "# Which support do you add?"


def german_seat(player: Any, before: str) -> str:
    """The German seat of a whole game, just before a line of its journal."""
    text = JOURNAL.read_text(encoding="utf-8")
    orders = [line for line in text[: text.index(before)].splitlines() if line.startswith(("german", "allied"))]
    wanted = {"journal": text, "seats": {"german": HERE, "allied": HERE}, "upto": len(orders)}
    answer = player.page.request.post(f"{player.address}/api/matches/upload", data=wanted)
    assert answer.ok, answer.text()
    secret: str = answer.json()["seats"]["german"]
    return secret


@pytest.fixture
def sharp_phone(browser: Any, player: Any) -> Iterator[Any]:
    """A phone held sideways whose pixels are no whole part of a point; an error on its page fails the test."""
    context = browser.new_context(viewport={"width": 844, "height": 390}, device_scale_factor=2.625, has_touch=True)
    phone = type(player)(context.new_page(), player.address)
    yield phone
    context.close()
    assert phone.errors == []


def test_a_battle_is_asked_about_rolled_and_told_in_one_place(player: Any) -> None:
    player.sit(german_seat(player, FIRST_SUPPORT))
    battle = player.page.get_by_role("region", name="Battle")
    expect(battle).to_contain_text("Attack on Revin (4215)")
    expect(battle).to_contain_text("38.9 %")
    player.is_asked("Which support do you add?")

    # each answer has its chance beside it; the press that rolls, and only that one, says so
    expect(player.page.locator("[data-out=done]")).to_contain_text("38.9 %")
    expect(player.page.locator("[data-out=done]")).to_contain_text("roll the dice")
    # the only thing to add is asked for at once, and pointing at it moves nothing away from under the pointer
    expect(battle).to_contain_text("Air units")
    out = player.page.locator("[data-out=done]")
    before = out.bounding_box()
    out.hover()
    expect(battle).to_contain_text("You add nothing more to this battle.")
    assert out.bounding_box() == before
    player.page.get_by_role("group", name="Choices").get_by_role("button", name="1 48.6 %").click()
    expect(battle).to_contain_text("Rolls the dice")
    player.press("Roll the dice")

    # then the die, and what came of it, stand where the odds stood
    result = player.page.get_by_role("region", name="Result")
    expect(result).to_contain_text("attack Revin (4215) at 4-1")
    # the odds that can be looked up are those rolled on, with the last support
    battle.get_by_text("The odds before the die").click()
    expect(battle.get_by_role("group", name="The die on 4-1")).to_be_visible()


def test_dice_that_may_be_rerolled_are_asked_about_where_the_battle_is(player: Any) -> None:
    player.sit(player.take_over("france40-sickle-cut", 28)["german"])
    battle = player.page.get_by_role("region", name="Battle")
    expect(battle.get_by_role("heading", name="The die shows 6. Do you reroll?")).to_be_visible()
    expect(battle).to_contain_text("Attack on Bouvignes (4509)")
    expect(battle.get_by_role("group", name="The die on 5-1")).to_be_visible()
    player.way_out("reroll")
    expect(player.page.get_by_role("region", name="Result")).to_contain_text("at 5-1")

    player.sit(player.take_over("france40-dynamo", 495)["allied"])
    expect(battle.get_by_role("heading", name="The dice show 1 and 5. Do you reroll?")).to_be_visible()


def test_what_they_did_stands_below_what_the_dice_brought(player: Any) -> None:
    seats = player.take_over("france40-sickle-cut", 21)
    player.sit(seats["allied"])
    support = {"number": 21, "order": ["air", "3"]}
    assert player.page.request.post(f"{player.address}/api/seats/{seats['german']}/orders", data=support).ok
    result = player.page.get_by_role("region", name="Result")
    watch = player.page.get_by_role("region", name="What they did")
    expect(result).to_be_visible()
    expect(watch).to_be_visible()
    assert result.bounding_box()["y"] < watch.bounding_box()["y"]


def test_a_way_out_that_rolls_says_so_and_needs_one_press(player: Any) -> None:
    player.sit(german_seat(player, FIRST_SUPPORT))
    player.is_asked("Which support do you add?")
    out = player.page.locator("[data-out=done]")
    expect(out).to_contain_text("No more support: roll the dice")

    # by its key it waits for a second press, and can be taken back
    player.key("e")
    expect(player.page.locator(".prompt")).to_contain_text("Rolls the dice: this cannot be undone.")
    player.key("Escape")
    out.click()
    expect(player.page.get_by_role("region", name="Result")).to_contain_text("attack Revin (4215)")


def test_a_target_is_planned_on_a_phone_of_any_sharpness(player: Any, sharp_phone: Any) -> None:
    sharp_phone.sit(german_seat(player, FIRST_ATTACK))
    sharp_phone.page.touchscreen.tap(*sharp_phone.hand.place("4215"))
    expect(sharp_phone.page.get_by_label("Planned attack")).to_contain_text("4215")


def test_escape_gives_up_a_planned_attack_as_its_button_says(player: Any) -> None:
    player.sit(german_seat(player, FIRST_ATTACK))
    player.click_hex("4215")
    panel = player.page.get_by_label("Planned attack")
    expect(panel).to_contain_text("4215 falls")
    player.key("Escape")
    expect(panel).not_to_be_visible()
    player.is_asked("Which hexes do you attack?")


def test_a_sheet_takes_the_keys_and_gives_them_back(player: Any) -> None:
    player.sit(german_seat(player, FIRST_ATTACK))
    player.key("g")
    player.page.keyboard.type("Sedan")
    expect(player.page.get_by_label("Hex or place")).to_have_value("Sedan")
    player.key("Escape")
    expect(player.page.get_by_role("dialog")).not_to_be_visible()
    player.key("z")
    expect(player.page.locator("path.zone").first).to_be_visible()


def test_a_retreat_is_asked_where_the_battle_is_told(player: Any) -> None:
    seats = player.take_over("france40-sickle-cut", 23)
    player.sit(seats["allied"])
    battle = player.page.get_by_role("region", name="Battle")
    expect(battle).to_contain_text("61 DI leads the defence of Revin (4215)")
    expect(battle.get_by_role("heading", name="Where does 61 DI retreat?")).to_be_visible()
    expect(player.page.locator(".reach-edge").first).to_be_attached()  # only one unit is asked about: it is taken


def test_a_question_that_rolls_a_die_of_its_own_tells_what_chance_it_leaves(player: Any) -> None:
    seats = player.take_over("planjaune", 386)
    player.sit(seats["german"])
    player.is_asked("Do you try a coup de main?")
    expect(player.page.locator("[data-out=coup]")).to_contain_text("66.7 %")
    expect(player.page.locator("[data-out=pass]")).to_contain_text("50.0 %")
