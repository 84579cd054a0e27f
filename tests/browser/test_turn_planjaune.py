"""Plan Jaune: a whole turn at two pages, every order of both sides clicked and pressed."""

from __future__ import annotations

from typing import Any

import pytest

from kits.turns import Turn

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def test_the_first_turn(player: Any, opponent: Any) -> None:
    turn = Turn("planjaune", german=player, allied=opponent)
    turn.play_out()

    # the sequence of play, side by side
    assert turn.phases()[:4] == ["German plan", "SNAFU", "Evacuation", "German special operations"]
    assert [phase for phase in turn.phases() if phase.endswith(("movement", "exploitation", "reaction"))] == [
        "German motorized movement",
        "German non-motorized movement",
        "German exploitation",
        "Allied motorized movement",
        "German reaction",
        "Allied non-motorized movement",
        "Allied exploitation",
    ]

    # the common phase: a sealed plan and a random event; then landings and bombs
    assert turn.at("plan")[0].asked == "Which secret objective do you choose?"
    assert turn.shows("drop .* lands at")
    assert turn.shows("(terror|bomb) .*(terror-bomb|loses a step)")

    # combat: attacks are declared, then fought one by one, with coups, bombers and lead units
    attack = turn.at("attack")[0]
    assert (attack.phase, attack.asked) == ("German combat", "Which hexes do you attack?")
    assert "held" in attack.panel
    assert turn.at("resolve")[0].asked == "Which battle do you fight next?"
    assert turn.at("coup")[0].asked == "Do you try a coup de main?"
    assert turn.at("air")[0].asked == "How many bombers support this battle?"
    assert turn.at("lead")[0].asked == "Which unit leads?"
    assert turn.shows(r"lead .* attacks? .*\d+\)? at ")
    assert turn.shows(r"split .* loses a step.*(\nlose .*)*\nretreat .* retreats? to")
    assert turn.shows(r"advance .* advances to")

    # exploitation with an overrun, and a reaction in the Allied turn
    assert turn.at("overrun")[0].phase == "German exploitation"
    assert turn.shows(r"overrun (\d+) (.|\n)* overruns? .*\1\)? at ")
    assert turn.at("activate")[0].phase == "German reaction"
    assert turn.shows("activate .* activates the stack")
    assert turn.shows("move .* reacts and moves to")

    expect(player.page.locator("header")).to_contain_text("Turn 2")
    expect(opponent.page.locator("header")).to_contain_text("Turn 2")
