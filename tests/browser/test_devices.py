"""Phones and tablets: whatever the screen, the map stays free, everything is legible, and a finger reaches it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kits.finger import Finger

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

SIDEWAYS = {"width": 844, "height": 390}

CLIPPED = """() => [...document.querySelectorAll(".bar, .foot, .panel, :is(.bar, .foot, .panel) *")].filter((one) => {
  const box = one.getBoundingClientRect();
  const seen = one.checkVisibility() && box.width > 1 && getComputedStyle(one).overflow === "visible";
  const beyond = box.left < -1 || box.right > innerWidth + 1;
  const cramped = one.scrollWidth > one.clientWidth + 3 && one.clientWidth;
  return seen && !one.closest("svg, .sr, .skip") && (beyond || cramped);
}).map((one) => one.outerHTML.slice(0, 80))"""
"""What of bar, strip and panel is wider than its place."""

RIGHT_EDGE = 700
"""Just inside the map of a tablet, as long as no panel takes some of it."""

SHARP = """() => [...document.querySelectorAll("canvas.ground")].some((one) =>
  one.width / one.getBoundingClientRect().width >= devicePixelRatio * 0.99)"""
"""Whether the ground is painted with every pixel that the screen has."""


PHONE_EDGE = 770
"""Just inside the map of a phone, beside the rail."""

TEN_ATTACKERS = 175

HIDDEN_STAKES = """() => {
  const shown = document.querySelector(".stakes").getBoundingClientRect();
  const rows = [...document.querySelectorAll(".stakes .facerow, .stakes li, .stakes .outcome")];
  return rows.filter((row) => {
    const box = row.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + 40, box.bottom - 3);
    return box.top < shown.top - 1 || box.bottom > shown.bottom + 1 || !row.contains(top) && top !== row;
  }).map((row) => row.textContent);
}"""
"""What of the die and of the chances cannot be seen without scrolling."""


def drag_to(person: Any, label: str, x: float) -> None:
    """Drag the map until a hex is so far to the right."""
    at, _ = person.hand.place(label)
    person.page.mouse.move(300, 300)
    person.page.mouse.down()
    person.page.mouse.move(300 + x - at, 300, steps=3)
    person.page.mouse.up()


@pytest.fixture
def device(browser: Any, player: Any) -> Iterator[Callable[..., Any]]:
    """Somebody with a screen of another size, and a finger."""
    contexts: list[Any] = []

    people: list[Any] = []

    def take(viewport: dict[str, int], ratio: float = 2) -> Any:
        context = browser.new_context(viewport=viewport, device_scale_factor=ratio, has_touch=True, is_mobile=True)
        contexts.append(context)
        people.append(type(player)(context.new_page(), player.address))
        return people[-1]

    yield take
    for context in contexts:
        context.close()
    assert [error for person in people for error in person.errors] == []


@pytest.mark.parametrize("ratio", [1, 2, 2.625, 3])
def test_a_finger_moves_a_unit_at_every_pixel_ratio(player: Any, device: Callable[..., Any], ratio: float) -> None:
    seats = player.take_over("skirmish", 2)
    phone = device(SIDEWAYS, ratio)
    phone.sit(seats["german"])
    expect(phone.page.locator(".foot")).to_contain_text("Which units move")
    phone.page.touchscreen.tap(*phone.hand.place("5118"))
    expect(phone.page.locator(".foot")).to_contain_text("move?")
    expect(phone.page.locator(".reach-edge").first).to_be_attached()
    phone.page.wait_for_function(SHARP)


def test_a_tray_on_a_phone_is_one_row(player: Any, device: Callable[..., Any]) -> None:
    seats = player.take_over("france40-sickle-cut", 102)
    phone = device(SIDEWAYS)
    phone.sit(seats["german"])
    choices = phone.page.get_by_role("group", name="Choices")
    expect(choices.get_by_role("button").nth(10)).to_be_attached()
    assert choices.bounding_box()["height"] < 80


@pytest.mark.parametrize(("width", "ratio"), [(390, 2), (412, 2.625), (360, 3)])
def test_a_phone_held_upright_is_played_on(player: Any, device: Callable[..., Any], width: int, ratio: float) -> None:
    seats = player.take_over("france40-sickle-cut", 20)
    phone = device({"width": width, "height": 844}, ratio)
    phone.sit(seats["german"])
    expect(phone.page.locator(".foot")).to_contain_text("Which hexes do you attack?")
    assert phone.page.evaluate(CLIPPED) == []

    # the target stays in view above the panel of the attack, and the battle is asked in its place
    Finger(phone.page).click_hex("4215")
    planned = phone.page.get_by_label("Planned attack")
    expect(planned).to_contain_text("4215 falls")
    assert phone.hand.place("4215")[1] < phone.page.locator(".panel").bounding_box()["y"]
    planned.get_by_role("button", name="Attack at").tap()
    battle = phone.page.get_by_role("region", name="Battle")
    expect(battle.get_by_role("list", name="The die on 3-1").get_by_role("listitem")).to_have_count(6)
    assert phone.page.evaluate(CLIPPED) == []
    phone.page.locator("[data-out=done]", has_text="roll the dice").tap()
    expect(phone.page.locator(".foot")).to_contain_text("Waiting for the Allied side")


@pytest.mark.parametrize("ratio", [1, 2, 2.625, 3])
def test_a_target_at_the_edge_is_tapped_and_fought_at_every_pixel_ratio(
    player: Any, device: Callable[..., Any], ratio: float
) -> None:
    seats = player.take_over("france40-sickle-cut", 20)
    phone = device(SIDEWAYS, ratio)
    phone.sit(seats["german"])
    drag_to(phone, "4215", PHONE_EDGE)
    phone.page.touchscreen.tap(*phone.hand.place("4215"))
    planned = phone.page.get_by_label("Planned attack")
    expect(planned).to_contain_text("4215 falls")
    panel = phone.page.locator(".panel").bounding_box()
    assert phone.hand.place("4215")[0] < panel["x"]
    planned.get_by_role("button", name="Attack at").tap()

    # the battle has its place and its die in view; the press that rolls says so
    battle = phone.page.get_by_role("region", name="Battle")
    expect(battle.get_by_role("list", name="The die on 3-1").get_by_role("listitem")).to_have_count(6)
    phone.page.locator("[data-out=done]", has_text="roll the dice").tap()
    expect(phone.page.locator(".foot")).to_contain_text("Waiting for the Allied side")


@pytest.mark.parametrize("size", [SIDEWAYS, {"width": 1024, "height": 768}, {"width": 1440, "height": 900}])
def test_ten_attackers_leave_die_and_chances_in_view(
    player: Any, device: Callable[..., Any], size: dict[str, int]
) -> None:
    seats = player.take_over("france40-sickle-cut", TEN_ATTACKERS)
    screen = device(size, 1)
    screen.sit(seats["german"])
    screen.click_hex("4112")
    planned = screen.page.get_by_label("Planned attack")
    expect(planned.get_by_role("checkbox", checked=True)).to_have_count(10)
    assert screen.page.evaluate(HIDDEN_STAKES) == []
    planned.get_by_role("button", name="Attack at").click()
    expect(screen.page.get_by_role("region", name="Battle").locator(".who .unit")).to_have_count(11)
    assert screen.page.evaluate(HIDDEN_STAKES) == []


def test_an_attack_on_a_tablet_shows_attackers_and_all_faces(player: Any, device: Callable[..., Any]) -> None:
    seats = player.take_over("skirmish", 21)
    tablet = device({"width": 1024, "height": 768}, 1)
    tablet.sit(seats["german"])
    tablet.is_asked("Which hexes do you attack?")
    drag_to(tablet, "4719", RIGHT_EDGE)
    tablet.click_hex("4619")
    expect(tablet.page.get_by_label("Planned attack")).to_be_visible()
    tablet.page.wait_for_function("() => document.querySelector('#map').clientWidth < 700")

    for label in ("4619", "4719"):
        assert tablet.hand.place(label)[0] < tablet.page.locator(".dock").bounding_box()["x"]
    last = tablet.page.locator(".facerow").last.bounding_box()
    assert last["y"] + last["height"] < tablet.page.locator(".combat footer").bounding_box()["y"]
