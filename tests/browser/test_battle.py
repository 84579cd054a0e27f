"""A battle keeps its place: the question before the die with its chances, the die, and what comes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

JOURNAL = Path(__file__).parent.parent / "replay" / "france40-sickle-cut.meuse"
HERE = {"kind": "here"}
FIRST_SUPPORT = "# Which support do you add?"


def at_the_first_support(player: Any) -> Any:
    """Sit down as German where support for the first attack of a whole game is asked for."""
    text = JOURNAL.read_text(encoding="utf-8")
    orders = [line for line in text[: text.index(FIRST_SUPPORT)].splitlines() if line.startswith(("german", "allied"))]
    wanted = {"journal": text, "seats": {"german": HERE, "allied": HERE}, "upto": len(orders)}
    answer = player.page.request.post(f"{player.address}/api/matches/upload", data=wanted)
    assert answer.ok, answer.text()
    player.sit(answer.json()["seats"]["german"])
    return player.page.get_by_role("region", name="Battle")


def test_a_battle_is_asked_about_rolled_and_told_in_one_place(player: Any) -> None:
    battle = at_the_first_support(player)
    expect(battle).to_contain_text("Attack on Revin (4215)")
    expect(battle).to_contain_text("38.9 %")
    player.is_asked("Which support do you add?")

    # each answer has its chance beside it; the press that rolls, and only that one, says so
    expect(player.page.locator("[data-out=done]")).to_contain_text("38.9 %")
    player.press("Air units")
    player.page.get_by_role("group", name="Choices").get_by_role("button", name="1 48.6 %").click()
    expect(battle).to_contain_text("Rolls the dice")
    player.page.locator(".prompt .seal .btn").click()

    # then the die, and what came of it, stand where the odds stood
    result = player.page.get_by_role("region", name="Result")
    expect(result).to_contain_text("attack Revin (4215) at 4-1")
