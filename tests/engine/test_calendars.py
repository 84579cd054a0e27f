"""The track of turns in every game: dates, who arrives when and where, and what the book prints on a turn."""

from __future__ import annotations

import pytest

import meuse
from meuse.report import Cell, Due

SCENARIOS = [(game, info.id) for game in meuse.GAMES for info in meuse.rule_book(game).scenarios if game != "skirmish"]


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_every_turn_has_its_date_and_its_lines_point_at_what_there_is(game: str, scenario: str) -> None:
    start = meuse.new(game, scenario, seed=1)
    view = start.seat("german").view
    pieces, places = {unit.id for unit in view.units}, set(start.state.map.labels)
    cells = turns_of(game, scenario)

    assert all(": " in cell.label for cell in cells)
    assert all(due.text.endswith(".") for cell in cells for due in cell.due)
    assert all(set(due.pieces) <= pieces and set(due.at) <= places for cell in cells for due in cell.due)
    assert {due.rule for cell in cells for due in cell.due} <= {"", *meuse.rule_book(game).ledger.ids()}


def test_reinforcements_stand_in_their_turn_with_their_way() -> None:
    assert "1st Armoured Division arrives on the west map edge." in told("gdw1940", 2)
    assert "4 DCR arrives in Entry Area S." in told("france40", 4)
    assert "30th Motor Brigade arrives at Calais." in told("caseyellow", 4)
    assert "2. Armee arrives in any impulse." in told("manstein", 2)
    assert "CEFS (Scandinavian expeditionary corps) arrives at a port" in told("planjaune", 7)


def test_what_the_book_prints_on_a_turn_stands_there() -> None:
    assert "Each side has one impulse instead of two." in told("gdw1940", 0)
    assert "The Allies draw 4 reinforcements from the cup" in told("france40", 2)
    assert "GQG marker 1 leaves the game." in told("france40", 3)
    assert "1 Pz, 2 Pz and 10 Pz are withdrawn." in told("france40", 6, scenario="dynamo")
    assert "The Allies may declare Operation Dynamo." in told("caseyellow", 3)
    assert "Refit points: French 2, British 1 and Belgian 1." in told("manstein", 2)
    assert "Bad weather" in told("planjaune", 8)


def test_an_arrival_points_at_the_hexes_that_are_open_to_it() -> None:
    (panzers,) = (due for due in dues("france40", 4) if due.text.startswith("4 DCR"))
    assert panzers.pieces == ("fr.dcr4",)
    assert "3428" in panzers.at


def test_the_track_ends_with_the_last_turn_unless_more_have_been_bought() -> None:
    assert [turns_of("manstein")[-1].id, turns_of("france40")[-1].id] == ["6", "10"]


def test_nobody_sees_what_waits_on_the_other_sides_track() -> None:
    assert "2. Armee" not in told("manstein", 2, seat="allied")


# -- helpers


def turns_of(game: str, scenario: str = "", seat: str = "german") -> tuple[Cell, ...]:
    """As a seat sees them on the first turn."""
    begun = meuse.new(game, scenario or None, seed=1)
    while begun.state.turn < 0 or (game == "manstein" and not begun.state.turn):
        decision = begun.decision
        assert decision is not None
        begun.play(decision.canonical(first_order(decision)))
    return next(part.cells for part in begun.seat(seat).view.parts if part.id == "turns")


def first_order(decision: meuse.Decision) -> tuple[str, ...]:
    """Out where that is possible, else as in history, else whatever is listed first."""
    order: tuple[str, ...] = ()
    while choices := decision.choices(order):
        order = (*order, next((word for word in ("done", "auto") if word in choices), choices[0]))
    return order


def dues(game: str, turn: int, scenario: str = "", seat: str = "german") -> tuple[Due, ...]:
    return next(cell.due for cell in turns_of(game, scenario, seat) if cell.id == str(turn))


def told(game: str, turn: int, scenario: str = "", seat: str = "german") -> str:
    """What a turn brings, as one text."""
    return " ".join(due.text for due in dues(game, turn, scenario, seat))
