"""Before an attack is ordered: who could attack what, who could still come, and what each unit has left to move."""

from __future__ import annotations

from pathlib import Path

import pytest

import meuse
from meuse.testkit import Table

TURNS = Path(__file__).parent.parent / "browser" / "turns"
MOVING = [("sickle-cut", 49), ("dynamo", 35), ("holland", 25), ("manstein", 28), ("planjaune", 58)]
"""Stored turns, and how many orders of them lead to a movement phase."""


def skirmish(*sentences: str) -> Table:
    return Table("skirmish").clear().put(*sentences)


# -- what is left to move


def test_a_unit_says_what_it_has_left() -> None:
    table = skirmish("German 1Pz at 4715", "German 10Pz at 5118").phase("German movement")
    table.play("move 1Pz 4816")
    left = {one.unit: one for one in table.game.decision.mobility}

    assert (left["10Pz"].state, left["10Pz"].full) == ("fresh", True)
    assert (left["1Pz"].state, left["1Pz"].full) == ("begun", False)
    assert left["1Pz"].text == f"movement left: {left['1Pz'].left} of {left['10Pz'].left}"


def test_a_move_that_is_over_leaves_nothing() -> None:
    table = skirmish("German 1Pz at 4717", "German 10Pz at 5118").phase("German movement")
    table.play("move 1Pz 4816", "move 10Pz 5117")
    left = {one.unit: one for one in table.game.decision.mobility}

    assert (left["1Pz"].state, left["1Pz"].text) == ("done", "its move is over")


def test_fractions_are_written_as_people_write_them() -> None:
    table = Table("gdw1940").clear().put("German de.XIX at 1306", "unsupplied German de.XV at 1307")
    left = {one.unit: one for one in table.phase("German movement").game.decision.mobility}

    assert left["de.XIX"].full
    assert not left["de.XV"].full
    assert left["de.XV"].text.startswith("movement left: ")


def test_nobody_moves_in_a_combat_phase() -> None:
    table = skirmish("German 1Pz at 4717", "French 55DI at 4718").phase("German combat")
    assert table.game.decision.mobility == []


# -- who could attack from where it stands


def test_engagements_are_those_who_stand_beside_an_enemy() -> None:
    table = skirmish("German 1Pz at 4717", "German 10Pz at 5118", "French 55DI at 4718").phase("German movement")
    (found,) = table.game.seat("german").engagements()

    assert (found.hex, found.units) == ("4718", ("1Pz",))


def test_in_a_combat_phase_they_are_those_who_can_be_ordered() -> None:
    table = skirmish("German 1Pz at 4717", "German 10Pz at 4818", "French 55DI at 4718", "French 71DI at 4919")
    seat = table.phase("German combat").game.seat("german")
    before = {one.hex: set(one.units) for one in seat.engagements()}
    table.play("attack 4718 1Pz go")

    assert before["4718"] == {"1Pz", "10Pz"}
    assert seat.engagements() == []


# -- who could still come


def test_a_muster_names_who_comes_and_by_which_orders() -> None:
    table = skirmish("German 1Pz at 4717", "German 10Pz at 4816", "French 55DI at 4718").phase("German movement")
    found = table.game.seat("german").muster("4718")

    assert found is not None
    assert {one.unit for one in found.attackers} == {"1Pz", "10Pz"}
    assert [order[:2] for order in found.moves] == [("move", "10Pz")]
    assert {one.unit: one.hexes[0] for one in found.approaches} == {"1Pz": "4717", "10Pz": "4816"}
    assert table.game.journal == []


def test_its_odds_are_those_of_the_attack_once_the_moves_are_made() -> None:
    table = skirmish("German 1Pz at 4717", "German 10Pz at 4816", "French 55DI at 4718").phase("German movement")
    found = table.game.seat("german").muster("4718")
    assert found is not None
    table.play(*(" ".join(order) for order in found.moves))
    made = table.game.seat("german").odds(f"attack 4718 {' '.join(one.unit for one in found.attackers)}")

    assert made is not None
    assert (found.ratio, found.final, found.outcomes) == (made.ratio, made.final, made.outcomes)


def test_who_is_left_out_stays_where_it_is() -> None:
    table = skirmish("German 1Pz at 4717", "German 10Pz at 4816", "French 55DI at 4718").phase("German movement")
    found = table.game.seat("german").muster("4718", without=["10Pz"])

    assert found is not None
    assert [one.unit for one in found.attackers] == ["1Pz"]
    assert (found.left_out, found.moves) == (("10Pz",), ())


def test_a_unit_that_cannot_come_is_not_asked() -> None:
    table = skirmish("German 1Pz at 4113", "French 55DI at 4718").phase("German movement")
    assert table.game.seat("german").muster("4718") is None
    assert table.game.seat("german").muster("4113") is None  # nobody to be attacked
    assert table.game.seat("german").muster("9999") is None


def test_nobody_is_mustered_out_of_turn() -> None:
    table = skirmish("German 1Pz at 4717", "French 55DI at 4718").phase("German movement")
    with pytest.raises(meuse.IllegalOrder):
        table.game.seat("allied").muster("4717")


@pytest.mark.parametrize(("turn", "at"), MOVING)
def test_the_moves_of_a_muster_can_be_ordered_in_turn(turn: str, at: int) -> None:
    game = meuse.load(TURNS / f"{turn}.meuse").at(at)
    seat = game.seat(game.decision.side)
    places = {unit.at for unit in seat.view.units if unit.side != seat.side.word}
    found = [one for place in sorted(places) if (one := seat.muster(place)) is not None and one.moves]
    gathered = max(found, key=lambda one: len(one.moves))

    for order in gathered.moves:
        game.play(order)
    made = game.seat(seat.side).muster(gathered.hexes[0])
    assert made is not None
    assert (made.ratio, made.final, made.moves) == (gathered.ratio, gathered.final, ())


def test_the_moves_of_a_muster_can_be_ordered_in_1940() -> None:
    table = Table("gdw1940").clear()
    table.put("German de.XIX at 1306", "German de.XV at 1307", "French fr.IV at 1310").phase("German movement")
    found = table.game.seat("german").muster("1310")

    assert found is not None
    table.play(*(" ".join(order) for order in found.moves))
    assert {table.where(order[1]) for order in found.moves} == {order[2] for order in found.moves}
