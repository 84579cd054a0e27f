"""Manstein's War: a whole turn at two pages, every order of both sides clicked and pressed."""

from __future__ import annotations

from typing import Any

import pytest

from kits.turns import Turn

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def test_the_first_turn(player: Any, opponent: Any) -> None:
    turn = Turn("manstein", german=player, allied=opponent)
    turn.play_out()

    # the bins: both put a marker in, and nobody is told which
    bins = turn.at("special")
    assert [moment.asked for moment in bins] == ["Which special marker do you put into your bin?"] * 2
    assert [moment.told for moment in bins] == ["", ""]

    # the markers: the first by choice, the others drawn
    assert turn.at("select")[0].asked == "Which marker do you play first?"
    assert turn.shows("select .*: The German side plays")
    assert turn.shows("end: .*the Allied side plays")
    assert turn.shows("end: .*the German side plays")

    # the air: superiority where both fly, and cities bombed
    assert turn.at("fly")[0].asked == "Which air units do you deploy?"
    assert turn.shows(r"end: .* fights .* over .*\d+\)?: ")
    assert turn.at("bomb")[0].asked == "Which air units bomb the city below them?"
    assert turn.shows(r"bomb .* bombs .*\d+\)?: ")

    # an attack with special forces, on the table of the attacker's choice
    assert "held" in turn.at("attack")[0].panel
    assert turn.at("commit")[0].asked == "Which special forces do you commit?"
    assert turn.shows(r"attack (\d+) .*\ncommit .* succeeds at .*\1")
    assert turn.shows("table mobile: .*attack.*mobile")
    assert turn.shows("table assault: .*attack.*assault")

    # a counterattack, retreats, pursuit
    assert turn.at("counterattack")[0].asked == "Which hex do you counterattack?"
    assert turn.shows(r"counterattack (\d+): .*\ntable .* counterattacks? .*\1")
    assert turn.shows("retreat .* retreats to")
    assert turn.shows("advance .* pursues to")

    expect(player.page.locator("header")).to_contain_text("Turn 2")
    opponent.log_has("pursues to")
