"""For those who play without a mouse, or without seeing the map: structure, targets, contrast, and what is read out."""

from __future__ import annotations

from typing import Any

import pytest

from kits.faultless import AXE, FAULTS, SMALL
from kits.finger import Finger

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


class Checked:
    """A player whose pages are looked at as they are shown."""

    def __init__(self, player: Any, theme: str) -> None:
        self.player, self.page = player, player.page
        self.page.emulate_media(color_scheme=theme)

    def finds_no_fault(self) -> None:
        self.player.hand.settle()
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        assert self.page.evaluate(FAULTS) == []
        assert self.page.evaluate(SMALL) == []

    def looks_at(self, path: str, text: str) -> None:
        self.player.open(path)
        self.player.sees(text)
        self.finds_no_fault()


@pytest.fixture(params=["light", "dark"])
def checked(request: pytest.FixtureRequest, player: Any) -> Checked:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed; `make client` installs it")
    return Checked(player, request.param)


def test_pages_about_games_have_no_fault(checked: Checked) -> None:
    checked.looks_at("/", "Start a game")
    checked.looks_at("/new/france40", "Start")
    checked.looks_at("/rules/skirmish", "Skirmish at Sedan: the rules")
    checked.looks_at("/rules/france40#6.1c", "An example.")
    checked.looks_at("/problems", "Problem of the day")
    checked.looks_at("/problems/skirmish/open-road", "Share this problem")
    checked.looks_at("/nowhere", "There is nothing at this address.")


def test_the_report_has_no_fault(checked: Checked) -> None:
    seats = checked.player.take_over("skirmish")
    checked.looks_at(f"/s/{seats['german']}/report", "Turning points")


def test_an_analysis_has_no_fault(checked: Checked) -> None:
    seats = checked.player.take_over("skirmish")
    checked.looks_at(f"/s/{seats['german']}/analysis", "Turning points")


def test_the_game_page_has_no_fault(checked: Checked) -> None:
    player = checked.player
    seats = player.take_over("skirmish", 20)
    player.sit(seats["german"])
    expect(player.page.get_by_role("main").get_by_role("heading", level=1)).to_contain_text("Skirmish at Sedan")
    checked.finds_no_fault()
    for tab in ("Boxes", "Units", "Rules"):
        player.page.get_by_role("tab", name=tab).click()
        checked.finds_no_fault()
    for key in ("?", "g", "."):
        player.key(key)
        checked.finds_no_fault()
        player.key("Escape")


def test_menu_and_sheets_have_no_fault(checked: Checked) -> None:
    player = checked.player
    seats = player.take_over("france40-sickle-cut", 20)
    player.sit(seats["german"])
    for label in ("Settings", "Seats"):
        player.menu()
        checked.finds_no_fault()
        player.page.get_by_role("dialog").get_by_role("button", name=label).click()
        checked.finds_no_fault()
        player.key("Escape")
    player.page.get_by_role("button", name="Score and turns").first.click()
    checked.finds_no_fault()


def test_a_battle_has_no_fault_from_plan_to_result(checked: Checked) -> None:
    player = checked.player
    seats = player.take_over("france40-sickle-cut", 20)
    player.sit(seats["german"])
    player.click_hex("4215")
    expect(player.page.get_by_label("Planned attack")).to_be_visible()
    checked.finds_no_fault()
    player.page.get_by_label("Planned attack").get_by_role("button", name="Attack at").click()
    player.is_asked("Which support do you add?")
    checked.finds_no_fault()
    player.way_out("done")
    player.sit(seats["allied"])
    expect(player.page.get_by_role("region", name="Result")).to_be_visible()
    checked.finds_no_fault()


@pytest.mark.parametrize(
    ("size", "theme"), [({"width": 844, "height": 390}, "light"), ({"width": 390, "height": 844}, "dark")]
)
def test_a_phone_has_no_fault(browser: Any, player: Any, size: dict[str, int], theme: str) -> None:
    """The strip, its sheets, a unit taken up, a planned attack, a battle and its result."""
    moves, fights = player.take_over("france40-sickle-cut", 2), player.take_over("france40-sickle-cut", 20)
    context = browser.new_context(viewport=size, device_scale_factor=2, has_touch=True, is_mobile=True)
    phone = type(player)(context.new_page(), player.address)
    checked, finger, page = Checked(phone, theme), Finger(phone.page), phone.page
    phone.sit(moves["german"])
    finger.click_hex("4609")
    expect(page.locator(".foot")).to_contain_text("move?")
    checked.finds_no_fault()
    for panel in ("Your decision", "Log", "Boxes", "Rules"):
        page.get_by_role("button", name=panel, exact=True).tap()
        checked.finds_no_fault()

    phone.sit(fights["german"])
    finger.click_hex("4215")
    expect(page.get_by_label("Planned attack")).to_be_visible()
    checked.finds_no_fault()
    page.get_by_label("Planned attack").get_by_role("button", name="Attack at").tap()
    expect(page.locator(".foot")).to_contain_text("Which support do you add?")
    checked.finds_no_fault()
    page.locator("[data-out=done]").tap()
    expect(page.locator(".foot")).to_contain_text("Waiting for the Allied side")
    checked.finds_no_fault()
    context.close()
    assert phone.errors == []


def test_a_battle_is_read_out_from_question_to_result(player: Any) -> None:
    seats = player.take_over("france40-sickle-cut", 20)
    player.sit(seats["german"])
    heard = player.page.get_by_role("main").locator(".sr:has([aria-live=assertive])")
    expect(heard).to_contain_text("Your turn. Which hexes do you attack?")
    player.click_hex("4215")
    expect(heard).to_contain_text("Odds 13 : 10, column 3-1: 4215 falls 38.9 %, 4215 is held 61.1 %.")
    player.page.get_by_label("Planned attack").get_by_role("button", name="Attack at").click()
    expect(heard).to_contain_text("Which support do you add?")
    player.way_out("done")
    expect(heard).to_contain_text("Waiting for the Allied side")
    player.sit(seats["allied"])
    expect(heard).to_contain_text("Your turn.")
    expect(heard).to_contain_text("attack Revin (4215) at 3-1")


def test_a_turn_reads_from_the_bar_to_the_board_to_the_question(player: Any) -> None:
    """And is played to its end by names that are read out, without the map."""
    seats = player.take_over("skirmish", 2)
    player.sit(seats["german"])
    page = player.page
    tree = page.locator("body").aria_snapshot()
    order = [tree.index(part) for part in ("- banner:", "- main:", '- complementary "Dock"', '- region "Time"')]
    assert order == sorted(order)

    player.key(".")
    page.get_by_role("button", name="Move", exact=True).click()
    page.get_by_role("button", name="1st Panzer Division", exact=False).first.click()
    page.get_by_role("button", name="cost").first.click()
    player.log_has("1st Panzer Division moves to")
    player.key("Escape")
    page.get_by_role("button", name="End").last.click()
    page.get_by_role("alertdialog").get_by_role("button", name="End").click()
    expect(page.locator(".log")).to_contain_text("Allied")


def test_a_battle_and_the_reply_are_played_by_what_the_tree_of_the_page_names(player: Any) -> None:
    """From the attack to the other side's first move: all is read in the order in which it is needed."""
    seats = player.take_over("skirmish", 21)
    player.sit(seats["german"])
    page = player.page
    dock = page.get_by_role("complementary", name="Dock")
    player.key(".")
    dock.get_by_role("button", name="Attack", exact=True).click()
    dock.get_by_role("region", name="Chances").wait_for()
    assert reads_in_order(
        dock,
        'region "Planned attack"',
        'heading "Attack on Sedan (4619)"',
        'checkbox "Include Grossdeutschland" [checked]',
        'group "steps lost"',
        'group "The die on 1:2"',
        "4619 falls",
        'button "Cancel',
        'button "Attack at 1:2',
    )
    dock.get_by_role("button", name="Attack at 1:2").click()
    dock.get_by_role("button", name="Fight the battles").last.click()

    dock.get_by_role("region", name="Result").wait_for()
    expect(dock.get_by_role("heading", name="Which unit loses a step?")).to_be_visible()
    assert reads_in_order(
        dock,
        'region "Battle"',
        'heading "Attack on Sedan (4619)"',
        "Grossdeutschland attacks Sedan (4619) at 1:2: 1/0, the attackers lose 1 step.",
        'region "Your decision"',
        'heading "Which unit loses a step?"',
        'button "Lose a step"',
    )
    dock.get_by_role("button", name="Lose a step").click()
    dock.get_by_role("button", name="Roll the dice").click()
    expect(dock.get_by_role("heading", name="Waiting for the Allied side: Movement.")).to_be_visible()
    assert reads_in_order(dock, 'heading "Waiting', 'region "Result"', "Grossdeutschland is eliminated", 'tab "Log"')

    player.sit(seats["allied"])
    player.key(".")
    dock.get_by_role("button", name="Move", exact=True).click()
    dock.get_by_role("button", name="55e Division d'infanterie, at 4619").click()
    dock.get_by_role("button", name="4519 Donchery, cost 1").click()
    player.log_has("55e Division d'infanterie moves to Donchery (4519)")


def reads_in_order(place: Any, *parts: str) -> bool:
    """Whether a screen reader comes to these one after the other."""
    tree = place.aria_snapshot()
    places = [tree.find(part) for part in parts]
    return -1 not in places and places == sorted(places)
