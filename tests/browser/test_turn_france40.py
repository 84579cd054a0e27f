"""France '40: a turn of either scenario at two pages, every order of both sides clicked and pressed."""

from __future__ import annotations

from typing import Any

import pytest

from kits.turns import Turn

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def test_a_turn_of_sickle_cut(player: Any, opponent: Any) -> None:
    turn = Turn("sickle-cut", german=player, allied=opponent)
    turn.play_out()
    insist_on_combat(turn)

    # Breakthrough Combat, out of the advance
    assert turn.at("strike")[0].phase == "Breakthrough"
    assert turn.shows(r"group .*\nstrike (\d+) .* attack \1 at ")

    # GQG markers and trains
    assert turn.shows("gqg .* is placed in")
    assert turn.shows("rail .* goes by rail to")
    both_are_in_turn_2(player, opponent)


def test_a_turn_of_dynamo(player: Any, opponent: Any) -> None:
    turn = Turn("dynamo", german=player, allied=opponent)
    turn.play_out()
    insist_on_combat(turn)

    # Halt! markers and replacements
    assert turn.shows("halt .* is placed in")
    assert turn.shows("replace .* is brought up to strength")
    both_are_in_turn_2(player, opponent)


def insist_on_combat(turn: Turn) -> None:
    """Attack, support, Determined Defence, retreat, advance, breakthrough."""
    attack = turn.at("attack")[0]
    assert (attack.phase, attack.asked) == ("German combat", "Whom do you attack?")
    assert "before shifts" in attack.panel
    assert "Chances" in attack.panel
    assert turn.shows(r"attack .*\nair [1-9]: .*aircraft appear over.*")

    stand = turn.at("stand")[0]
    assert stand.phase.startswith("Determined Defence of")
    assert "Do you stand, and under which unit?" in stand.asked
    assert turn.shows("stand .* leads the defence of .* it holds")
    assert turn.shows(r"stand .* it fails.*\nretreat .* retreats? to")

    assert turn.at("retreat")[0].asked == "Where do your units retreat?"
    assert turn.shows(r"advance \D.* advances to")
    assert turn.shows("group .* break through")
    assert turn.shows(r"advance \d.* The Breakthrough Group advances to")


def both_are_in_turn_2(player: Any, opponent: Any) -> None:
    expect(player.page.locator("header")).to_contain_text("Turn 2")
    expect(opponent.page.locator("header")).to_contain_text("Turn 2")
