"""Openings: what a general begins with, how it is looked for, and what files of them may hold."""

from __future__ import annotations

from pathlib import Path

import pytest

import meuse
from meuse.counters import SIDES, SideWord
from meuse.lab.openings import Quest, Round, found, write
from meuse.opponents import openings
from meuse.opponents.general import GeneralBot
from meuse.opponents.openings import FILE, Opening, Openings, faults, lasting, opened, read_openings
from meuse.opponents.staff import StaffBot
from meuse.opponents.styles import STYLE, styled

GERMAN, ALLIED = SIDES
BOLD = Opening(plan="bold", style="dash", weights={"reluctance": 0.6})


def begins(monkeypatch: pytest.MonkeyPatch, opening: Opening, side: SideWord = "german") -> None:
    """The games of this test begin so."""
    known: Openings = {"sedan": {side: opening}}
    monkeypatch.setattr(openings, "_openings", lambda path: known)


def test_a_side_without_an_opening_follows_the_staffs_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    begins(monkeypatch, BOLD, "allied")
    assert opened(meuse.new("skirmish"), GERMAN).name == "straight"


def test_an_opening_is_a_plan_in_a_style_with_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    begins(monkeypatch, BOLD)
    plan = opened(meuse.new("skirmish"), GERMAN)
    assert (plan.name, plan.chosen(STYLE), dict(plan.weights)["reluctance"]) == ("bold", "dash", 0.6)


def test_a_plan_that_a_game_does_not_propose_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    begins(monkeypatch, Opening(plan="through the air"))
    assert opened(meuse.new("skirmish"), GERMAN).name == "straight"


def test_a_general_begins_with_it_and_the_staff_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    begins(monkeypatch, BOLD)
    game = meuse.new("skirmish", seed=3)
    general, staff = GeneralBot(1, budget=0), StaffBot(1)
    general.choose(game.seat(GERMAN))
    staff.choose(game.seat(GERMAN))
    assert general.plan is not None
    assert staff.plan is not None
    assert (general.plan.name, staff.plan.name) == ("bold", "straight")


def test_a_style_of_one_turn_goes_and_that_of_the_opening_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    begins(monkeypatch, BOLD)
    board = meuse.new("skirmish")
    usual = opened(board, GERMAN)
    assert lasting(board, GERMAN, styled(usual, "guard")) == usual
    careful = styled(meuse.rule_book("skirmish").advice.plans(board.state, GERMAN)[1], "guard")  # type: ignore[union-attr]
    assert lasting(board, GERMAN, careful).chosen(STYLE) == ""


def test_it_is_looked_for_in_games_and_judged_on_others() -> None:
    *rounds, last = found(Quest(game="skirmish", scenario="sedan", side="allied", games=16, test=4))
    assert all(isinstance(one, Round) for one in rounds)
    assert isinstance(last, Opening)
    assert last.games == 4
    assert last.points >= last.usual


def test_what_is_found_does_not_depend_on_the_number_of_jobs() -> None:
    one, other = (
        list(found(Quest(game="skirmish", scenario="sedan", side="german", games=8, test=2, jobs=jobs)))
        for jobs in (1, 2)
    )
    assert one == other


def test_what_is_written_is_read_and_other_sides_stay(tmp_path: Path) -> None:
    path = tmp_path / FILE
    write(path, {"sedan": {"german": BOLD}})
    write(path, {"sedan": {"allied": Opening(plan="careful")}})
    assert read_openings(path) == {"sedan": {"german": BOLD, "allied": Opening(plan="careful")}}


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_text("[sedan.german]\nstyle = 'dash'\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"openings\.toml.*missing required field `plan`"):
        read_openings(path)


def test_what_a_game_does_not_have_is_named() -> None:
    wrong: Openings = {
        "verdun": {},
        "sedan": {"german": Opening(plan="bold", style="sulk", weights={"charm": 1.0})},
    }
    assert list(faults(wrong, meuse.rule_book("skirmish"))) == [
        "verdun: Skirmish at Sedan has no such scenario",
        "sedan.german: there is no style 'sulk'; there are take, guard, cut, dash, raid",
        "sedan.german: Skirmish at Sedan has no weight 'charm' with bounds",
    ]


@pytest.mark.parametrize("game_id", meuse.GAMES)
def test_the_openings_of_our_games_can_be_played(game_id: str) -> None:
    rules = meuse.rule_book(game_id)
    known = openings._openings(rules.data / FILE)
    assert list(faults(known, rules)) == []
    assert [
        (scenario, side)
        for scenario, sides in known.items()
        for side, opening in sides.items()
        if opened(meuse.new(game_id, scenario), {"german": GERMAN, "allied": ALLIED}[side]).name != opening.plan
    ] == []
