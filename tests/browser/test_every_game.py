"""Every scenario of every game in the browser: first decisions of both sides, and a whole turn of each game."""

from __future__ import annotations

from typing import Any

import pytest

from meuse.games import OWN, rule_book

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

HERE, BOT = {"kind": "here"}, {"kind": "bot", "bot": "random"}
STARTS = [(game, info.id, side) for game in OWN for info in rule_book(game).scenarios for side in ("german", "allied")]
TURNS = [
    ("france40", "sickle-cut", "Turn 2"),
    ("france40", "dynamo", "Turn 2"),
    ("caseyellow", "holland", "over"),
    ("manstein", "campaign", "Turn 2"),
    ("planjaune", "historical", "Turn 2"),
]


@pytest.mark.parametrize(("game", "scenario", "side"), STARTS)
def test_the_first_decisions_of_a_scenario(player: Any, game: str, scenario: str, side: str) -> None:
    seats = player.start(game, scenario, **{"german": BOT, "allied": BOT} | {side: HERE})
    player.sit(seats[side])
    expect(player.question).not_to_be_empty()
    player.play_a_little(8)
    expect(player.question).not_to_be_empty()


@pytest.mark.parametrize(("game", "scenario", "until"), TURNS)
def test_a_whole_turn_by_the_list_of_choices(player: Any, game: str, scenario: str, until: str) -> None:
    seats = player.start(game, scenario, german=HERE, allied=BOT)
    player.sit(seats["german"])
    player.play_until(until)
    expect(player.page.locator(".log")).not_to_be_empty()
