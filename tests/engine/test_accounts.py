"""What the result of a game rests on: its points by what they were given for, and the reason in plain words."""

from __future__ import annotations

from pathlib import Path

import pytest

import meuse
from meuse.accounts import Credit, difference, joined
from meuse.counters import SIDES, Side
from meuse.events import Event
from meuse.swings import Changes
from meuse.testkit import Table

FINISHED = Path(__file__).parent.parent / "replay"


@pytest.mark.parametrize("name", ["skirmish", "manstein"])
def test_what_is_credited_is_the_score(name: str) -> None:
    game = meuse.load(FINISHED / f"{name}.meuse")
    standing = game.rules.standing(game.state)
    found = game.rules.credits(game.state)

    assert standing is not None
    assert {s.word: sum(one.points for one in found if one.side is s) for s in SIDES} == standing.score


def test_reasons_are_told_to_their_reader() -> None:
    game = meuse.load(FINISHED / "skirmish.meuse")

    assert game.rules.why(game.state, Side.GERMAN) == "You held none of the 3 objectives; two win, none loses."
    assert game.rules.why(game.state, None) == "The Germans held none of the 3 objectives; two win, none loses."


def test_holland_tells_how_many_cities_were_wanting() -> None:
    g = Table("caseyellow", "holland").game.state

    told = meuse.rule_book("caseyellow").why(g, Side.GERMAN)
    assert told.startswith("The Netherlands held out: you took ")


def test_points_that_are_kept_are_credited_when_they_are_told() -> None:
    g = Table("caseyellow", "historical").game.state
    event = Event(kind="points", text="The Allied side scores 3 points: Paris is held", rule="12.8b", side="allied")

    found = [*meuse.rule_book("caseyellow").earned(g, event)]
    assert found == [Credit(Side.ALLIED, 3.0, "Places held", "12.8b", ("Paris",))]


def test_the_loss_of_a_unit_is_credited_to_the_enemy() -> None:
    g = Table("gdw1940").game.state
    event = Event(kind="eliminated", text="", rule="7.result.ae", units=("de.XIX",))

    [found] = meuse.rule_book("gdw1940").earned(g, event)
    assert (found.side, found.title, found.points) == (Side.ALLIED, "German units eliminated", 24.0)


def test_one_line_for_all_of_a_kind() -> None:
    lille, metz = (Credit(Side.GERMAN, n, "Places taken", "3.1a", (name,)) for n, name in ((2, "Lille"), (3, "Metz")))

    assert joined([lille, metz]) == [Credit(Side.GERMAN, 5, "Places taken", "3.1a", ("Lille", "Metz"))]
    assert [*difference([lille], [lille, metz])] == [Credit(Side.GERMAN, 3, "Places taken", "3.1a", ("Metz",))]


def test_what_is_won_and_lost_again_in_a_turn_is_no_swing() -> None:
    changes = Changes()
    gain = Credit(Side.GERMAN, 10, "Railway cut", "21.7.2b")
    changes.note(4, gain)
    changes.note(5, Credit(Side.GERMAN, -10, "Railway cut", "21.7.2b"))
    changes.note(6, gain)

    assert [*changes.close()] == [(6, [gain])]
    assert [*changes.close()] == []
