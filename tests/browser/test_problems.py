"""Problems: found, tried on the real board, solved, failed and given up; and what the browser remembers."""

from __future__ import annotations

import re
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def begin(player: Any, problem: str) -> Any:
    """Open a problem and sit down at its board; returns the card with its task."""
    player.open(f"/problems/skirmish/{problem}")
    player.press("Try it on the board")
    expect(player.page.locator(".world svg.map")).to_be_visible()
    return player.page.get_by_role("region", name="Problem")


def test_a_problem_is_solved_with_a_hint(player: Any) -> None:
    task = begin(player, "open-road")
    expect(task).to_contain_text("The Germans have gone on and left Le Chesne behind them.")
    task.get_by_role("button", name="Hint").click()
    expect(task).to_contain_text("Look for an objective that nobody guards")
    task.get_by_role("button", name="Hint: where?").click()
    expect(task).to_contain_text("Le Chesne")

    player.order_from_list("move", "3DIM", "4422")
    player.key(".")
    player.knows(1)
    player.leave("end")
    player.leave("done")
    expect(task.get_by_role("heading")).to_have_text("Solved")
    expect(task).to_contain_text("it costs a march, and no battle")

    # the browser remembers it, on both pages
    player.open("/problems")
    card = player.page.get_by_role("link", name=re.compile("The road to Le Chesne"))
    expect(card).to_contain_text("Solved")
    player.page.get_by_label("Only those I have not solved").check()
    expect(card).to_have_count(0)


def test_a_failed_attempt_can_be_made_again(player: Any) -> None:
    task = begin(player, "open-road")
    player.leave("end")
    player.leave("done")
    expect(task.get_by_role("heading")).to_have_text("Not solved")
    expect(task).to_contain_text("Allied control of Le Chesne: not reached")
    task.get_by_role("button", name="Try again").click()
    expect(task.get_by_role("heading")).to_have_text("The road to Le Chesne")
    player.knows(0)


def test_who_gives_up_is_shown_the_solution_with_its_reason(player: Any) -> None:
    task = begin(player, "last-garrison")
    task.get_by_role("button", name="Give up").click()
    solution = player.page.get_by_role("region", name="Solution")
    expect(solution).to_contain_text("Two objectives win (9.1).")
    solution.get_by_role("button", name="Play it").click()
    expect(solution.get_by_role("button", name="Pause")).to_be_visible()
    solution.get_by_role("link", name="Back to the problem").click()
    player.sees("Share this problem")
    player.open("/problems")
    expect(player.page.get_by_role("link", name=re.compile("The last garrison"))).to_contain_text("Solution seen")


def test_a_problem_has_a_link_of_its_own(player: Any) -> None:
    player.open("/problems/skirmish/all-together")
    link = player.page.get_by_label("Link to this problem")
    expect(link).to_have_value(f"{player.address}/problems/skirmish/all-together")
    player.open("/problems/skirmish/none")
    player.sees("There is no problem at this address.")


def test_problems_are_chosen_by_game_and_difficulty(player: Any) -> None:
    player.open("/problems")
    cards = player.page.locator("ul.cards li")
    player.page.get_by_label("Game").select_option("france40")
    expect(cards).to_have_count(10)
    player.page.get_by_label("Difficulty").select_option("Hard")
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("Across the Meuse at Sedan")


@pytest.mark.parametrize(("day", "another"), [("2026-05-10", "2026-05-11")])
def test_each_day_has_its_problem(player: Any, day: str, another: str) -> None:
    player.page.clock.set_fixed_time(f"{day}T12:00:00Z")
    player.open("/problems")
    title = player.page.locator(".today b")
    expect(title).not_to_be_empty()
    before = title.inner_text()
    player.page.clock.set_fixed_time(f"{another}T12:00:00Z")
    player.open("/problems")
    expect(title).not_to_be_empty()
    expect(title).not_to_have_text(before)


def test_newcomers_find_lessons_and_problems_on_the_front_page(player: Any) -> None:
    player.open()
    learn = player.page.get_by_role("region", name="Learn")
    expect(learn.get_by_role("button", name=re.compile("^Begin"))).to_have_count(5)
    expect(learn).to_contain_text("Problem of the day")
    learn.get_by_role("link", name=re.compile(r"^All \d+ problems")).click()
    expect(player.page.get_by_role("heading", level=1)).to_have_text("Problems")
