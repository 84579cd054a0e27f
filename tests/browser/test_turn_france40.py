"""France '40: a turn of either scenario at two pages, every order of both sides clicked and pressed."""

from __future__ import annotations

import re
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
    assert turn.shows(r"group .*\nstrike (\d+) .* attack \D*\1\)? at ")

    # GQG markers and trains
    assert turn.shows("place .* GQG marker .* is placed in")
    assert turn.shows("rail .* moves by rail to")
    both_are_in_turn_2(player, opponent)


def test_a_turn_of_dynamo(player: Any, opponent: Any) -> None:
    turn = Turn("dynamo", german=player, allied=opponent)
    turn.play_out()
    insist_on_combat(turn)

    # Halt! markers and replacements
    assert turn.shows("place .* Halt! marker .* is placed in")
    assert turn.shows("replace .* receives replacements")
    both_are_in_turn_2(player, opponent)


def insist_on_combat(turn: Turn) -> None:
    """Attack, support, Determined Defence, retreat, advance, breakthrough."""
    attack = turn.at("attack")[0]
    assert (attack.phase, attack.asked) == ("German combat", "Which hexes do you attack?")
    assert "before shifts" in attack.panel
    assert "held" in attack.panel
    assert turn.shows(r"attack .*\nair [1-9]: .*Air units? supports? the attack on .*")

    stand = turn.at("stand")[0]
    assert stand.phase.startswith("Determined Defence of")
    assert "Which unit leads the defence of" in stand.asked
    assert turn.shows("stand .* leads the defence of .* the defence holds")
    assert turn.shows(r"stand .* the defence fails.*\nretreat .* retreats? to")

    assert re.match("Where do.* retreat", turn.at("retreat")[0].asked)
    assert turn.shows(r"advance \D.* advances to")
    assert turn.shows("group .* forms? the Breakthrough Group")
    assert turn.shows(r"advance \d.* The Breakthrough Group advances to")


def both_are_in_turn_2(player: Any, opponent: Any) -> None:
    expect(player.page.locator("header")).to_contain_text("Turn 2")
    expect(opponent.page.locator("header")).to_contain_text("Turn 2")
