"""Small things that once were in the way: what lies over what, what moves under the hand, what is said too late."""

from __future__ import annotations

from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

OVERLAPS = """([covering, covered]) => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
  const meet = (a, b, low, high) => Math.min(a[high], b[high]) - Math.max(a[low], b[low]) > 1;
  const cut = (a, b) => meet(a, b, "left", "right") && meet(a, b, "top", "bottom");
  return boxes(covering).filter((one) => boxes(covered).some((other) => cut(one, other))).length;
}"""
"""How many things of one kind lie over one of another."""


def move(player: Any, secret: str, *tokens: str) -> None:
    """An order given at another screen."""
    address = f"{player.address}/api/seats/{secret}"
    number = player.page.request.get(f"{address}/state").json()["number"]
    answer = player.page.request.post(f"{address}/orders", data={"number": number, "order": list(tokens)})
    assert answer.ok, answer.text()


def test_markers_leave_the_values_of_counters_free(player: Any) -> None:
    seats = player.take_over("france40-sickle-cut", 54)
    player.sit(seats["allied"])
    expect(player.page.locator(".marker.m-gqg").first).to_be_attached()
    assert player.page.evaluate(OVERLAPS, [".over .marker.m-gqg .body", ".piece:not(:has(~ .piece)) .vals"]) == 0


def test_an_aircraft_lies_under_whom_it_flies_over(player: Any) -> None:
    seats = player.take_over("manstein", 10)
    player.sit(seats["german"])
    player.click_hex("1536")
    first = player.page.get_by_label("Hex 1536").locator(".unit button").first
    expect(first).to_have_attribute("title", "Belgian Army, northern wing")


def test_what_cannot_come_along_has_no_tick(player: Any) -> None:
    seats = player.take_over("manstein", 16)
    player.sit(seats["german"])
    player.click_hex("1636")
    expect(player.page.locator(".reach-edge").first).to_be_attached()
    inspector = player.page.get_by_label("Hex 1636")
    expect(inspector.locator(".unit")).to_have_count(2)
    expect(inspector.get_by_role("checkbox", name="Include Aachen fortress")).to_have_count(0)


def test_nothing_in_the_dock_moves_while_one_points(player: Any) -> None:
    seats = player.take_over("skirmish", 2)
    player.sit(seats["german"])
    player.click_hex("5118")
    expect(player.page.locator(".reach-edge").first).to_be_visible()
    before = player.page.locator(".tabs").bounding_box()
    player.page.mouse.move(*player.hand.place("5019"))
    expect(player.page.locator(".prompt .tok.next")).to_be_visible()
    assert player.page.locator(".tabs").bounding_box() == before


def test_the_list_of_choices_has_the_keys_at_once(player: Any) -> None:
    seats = player.take_over("skirmish", 2)
    player.sit(seats["german"])
    player.key(".")
    expect(player.page.locator("[data-token]").first).to_be_focused()
    player.key("Enter")
    expect(player.page.locator("[data-token]").first).to_be_focused()
    player.key(".")
    expect(player.page.locator("#map")).to_be_focused()


def test_chapters_stand_in_the_order_of_the_book(player: Any) -> None:
    player.open("/rules/gdw1940")
    contents = player.page.locator("ol.contents button")
    expect(contents.first).to_be_visible()
    titles = contents.all_inner_texts()
    numbers = [int(title.split()[0]) for title in titles]
    assert numbers == sorted(set(numbers))
    assert titles[numbers.index(7)].lower() == "7 combat"


def test_a_bot_that_has_given_up_thinks_no_more(player: Any) -> None:
    seats = player.start("skirmish", german={"kind": "here"}, allied={"kind": "bot", "bot": "random"})

    def give_up(route: Any) -> None:
        state = route.fetch().json()
        lost = {"decision": None, "stalled": True, "thinking": "", "view": state["view"] | {"asked": ["allied"]}}
        route.fulfill(json=state | lost)

    player.page.route("**/api/seats/*/state", give_up)
    player.sit(seats["german"])
    player.sees("could not decide. Your game is safe.")
    expect(player.page.locator(".opp")).to_contain_text("is stuck")
    expect(player.page.get_by_text("is thinking")).to_have_count(0)
    player.page.unroute_all(behavior="ignoreErrors")


def test_who_watches_is_told_of_the_last_that_happened(player: Any) -> None:
    seats = player.take_over("skirmish", 12)
    player.sit(seats["german"])
    player.watch(player.match_id())
    card = player.page.get_by_role("region", name="What they did")
    move(player, seats["german"], "move", "1Pz", "4616.4617")
    expect(card).to_contain_text("1st Panzer Division")
    expect(card.get_by_role("button", name="Skip to the present")).to_be_visible()
    expect(player.page.locator(".newdot")).to_have_count(1)
    assert player.page.evaluate(OVERLAPS, [".newdot", ".counter .id"]) == 0

    move(player, seats["allied"], "fall-back", "4718")
    expect(card).to_contain_text("5e Division légère de cavalerie")
    expect(card).not_to_contain_text("1st Panzer Division")
    expect(player.page.locator(".newdot")).to_have_count(1)
