"""Positions in the browser: opened, edited with mouse and keys, refused with a reason, kept, shared and played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kits.faultless import AXE, FAULTS, SMALL

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

HERE = {"kind": "here"}


@pytest.fixture
def desk(player: Any) -> Any:
    """The page, with the beginning of the skirmish."""
    player.open("/position/new/skirmish/sedan")
    expect(player.page.get_by_role("button", name="Play from here")).to_be_enabled()
    return player.page


def press_hex(page: Any, label: str) -> None:
    """Press the middle of a hex, wherever it lies on the screen."""
    facts = page.request.get(f"{page.url.split('/position')[0]}/api/games/skirmish/sedan/map.json").json()
    hexagon = next(one for one in facts["hexes"] if one["label"] == label)
    left, top, scale = page.evaluate(
        "() => { const m = new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform);"
        " const b = document.querySelector('#map').getBoundingClientRect(); return [m.e + b.left, m.f + b.top, m.a]; }"
    )
    page.mouse.click(left + hexagon["x"] * scale, top + hexagon["y"] * scale)


def in_hand(page: Any) -> Any:
    return page.get_by_role("region", name="The counter in hand")


def counter(page: Any, name: str) -> Any:
    return page.get_by_role("region", name="Counters").locator(f'button[title^="{name}"]')


def test_a_counter_is_laid_flipped_and_taken_off(desk: Any) -> None:
    counter(desk, "10th Panzer Division").click()
    press_hex(desk, "4719")
    expect(in_hand(desk)).to_contain_text("4719")
    in_hand(desk).get_by_role("group", name="Steps").get_by_role("button", name="1").click()
    expect(in_hand(desk).get_by_role("button", name="1", exact=True)).to_have_attribute("aria-pressed", "true")
    in_hand(desk).get_by_role("button", name="Take off the map").click()
    expect(in_hand(desk)).to_contain_text("Off the map")
    desk.get_by_role("button", name="Take back").click()
    expect(in_hand(desk)).to_contain_text("4719")


def test_the_board_is_worked_by_keys(desk: Any) -> None:
    desk.locator("#map").focus()
    desk.keyboard.press("ArrowRight")
    desk.keyboard.press("Enter")
    expect(in_hand(desk)).to_be_visible()
    desk.keyboard.press("Delete")
    expect(in_hand(desk)).to_contain_text("Off the map")
    desk.keyboard.press("Escape")
    expect(in_hand(desk)).to_be_hidden()


def test_faults_are_told_and_nobody_plays_from_them(desk: Any) -> None:
    counter(desk, "10th Panzer Division").click()
    press_hex(desk, "4619")
    expect(desk.get_by_text("Both sides are in Sedan (4619)")).to_be_visible()
    expect(desk.get_by_role("button", name="Play from here")).to_be_disabled()


def test_a_file_with_a_fault_is_refused_with_line_and_reason(desk: Any, tmp_path: Path) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text("meuse position 1\ngame skirmish\nscenario sedan\n---\nunit 1Pz at 9999\n", encoding="utf-8")
    desk.locator("input[type=file]").set_input_files(broken)
    expect(desk.get_by_role("alert")).to_contain_text("Line 5: there is no hex 9999")
    expect(desk.get_by_role("button", name="Play from here")).to_be_enabled()


def test_a_moment_is_chosen_shared_saved_and_played(desk: Any, opponent: Any, tmp_path: Path) -> None:
    desk.get_by_label("Turn and phase").select_option(label="Turn 2: Allied movement")
    expect(desk.get_by_text("Which units move?")).to_be_visible()
    with desk.expect_download() as saved:
        desk.get_by_role("button", name="Save").click()
    assert "turn 2" in Path(saved.value.path()).read_text(encoding="utf-8")

    desk.get_by_role("button", name="Share").click()
    opponent.open("/position/" + desk.get_by_label("The link to this position").input_value().rpartition("/")[2])
    expect(opponent.page.get_by_label("Turn and phase")).to_contain_text("Turn 2: Allied movement")

    desk.get_by_role("button", name="Done").click()
    desk.get_by_role("button", name="Play from here").click()
    desk.get_by_role("radiogroup", name="Allied").get_by_role("radio", name="Friend here").click()
    desk.get_by_role("button", name="Start").click()
    expect(desk.get_by_text("Allied movement").first).to_be_visible()


def test_a_running_game_is_edited(player: Any) -> None:
    secret = player.start("skirmish", german=HERE, allied=HERE)["german"]
    player.open(f"/position/of/s/{secret}")
    expect(player.page.get_by_label("Turn and phase")).to_contain_text("Turn 1: Sealed bids")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (844, 390)])
def test_the_page_has_no_fault_for_those_who_do_not_see_or_point(
    player: Any, theme: str, size: tuple[int, int]
) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed; `make client` installs it")
    player.page.set_viewport_size({"width": size[0], "height": size[1]})
    player.page.emulate_media(color_scheme=theme)
    player.open("/position/new/skirmish/sedan")
    counter(player.page, "1st Panzer Division").click()
    expect(in_hand(player.page)).to_be_visible()
    player.page.evaluate(AXE.read_text(encoding="utf-8"))
    assert player.page.evaluate(FAULTS) == []
    assert player.page.evaluate(SMALL) == []
