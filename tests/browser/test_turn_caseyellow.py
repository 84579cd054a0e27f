"""Case Yellow, 1940: Fortress Holland, a whole turn at two pages, every order of both sides clicked and pressed."""

from __future__ import annotations

from typing import Any

import pytest

from kits.turns import Turn

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def test_the_turn_of_fortress_holland(player: Any, opponent: Any) -> None:
    turn = Turn("holland", german=player, allied=opponent)
    turn.play_out()

    # the Air Phase: landings, then Stukas
    assert turn.at("drop")[0].asked == "Which airborne units drop?"
    assert turn.at("bomb")[0].phase == "Stuka dive bombing"
    assert turn.shows("drop .* lands at")
    assert turn.shows("bomb .* Stukas dive on")

    # chits come out of the cup, and the Germans say what theirs is used for
    assert turn.at("round")[0].asked == "Do your units move or fight this round?"
    assert turn.shows("round move: German Move Round")
    assert turn.shows("round combat: German Combat Round")
    assert turn.shows("Allied Move Round")
    assert turn.shows("Allied Combat Round")

    # a bridgehead, and the attack into it, with what it would bring before the die
    assert turn.shows(r"bridgehead (\d+): A bridgehead is won at .*\1.*(\n.*)*\nattack \1 ")
    assert "before shifts" in turn.at("attack")[0].panel
    assert "held" in turn.at("attack")[0].panel

    # an engaged combat is fought on in the next round
    assert turn.shows(r"attack (\d+) .*the combat continues next round.*(\n.*)*\nresolve \1: .* attacks? .*\1.* at ")
    assert turn.at("resolve")[0].asked == "Which battle do you fight next?"
    assert turn.shows(r"retreat .* retreats to .*(\n.*)*advance .* advances to")

    # the End Phase, and the end
    assert {"Bridgehead crossing", "Terror bombing", "Refugees"} <= {*turn.phases()}
    assert turn.shows("cross .* crosses into the bridgehead")
    assert turn.shows("terror .* is terror-bombed")
    expect(player.question).to_have_text("The game is over.")
    expect(opponent.question).to_have_text("The game is over.")
    opponent.log_has("crosses into the bridgehead")
