"""Problems: each sets up, is not solved by passing, and is solved by its own solution."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import meuse
from meuse.lab.solving import Attempt, attempt, solver
from meuse.problems import BadProblem, Judge, Problem, position, problems_of, read

SKIRMISH = problems_of("skirmish")
ALL = [problem for game in meuse.GAMES for problem in problems_of(game)]
SAMPLE = [*SKIRMISH, *(problem for game in meuse.GAMES if game != "skirmish" for problem in problems_of(game)[:1])]
"""Those that are played through; `meuse problems GAME --solution` plays all of them."""


def named(problem: Problem) -> str:
    return f"{problem.game}-{problem.id}"


def quickly(problem: Problem, by: str) -> Attempt:
    return attempt(msgspec.structs.replace(problem, dice=min(problem.dice, 2)), solver(by))


@pytest.mark.parametrize("problem", ALL, ids=named)
def test_every_problem_can_be_set_up_and_asks_its_solver_first(problem: Problem) -> None:
    assert position(problem).play(1).decision.side.word == problem.side


@pytest.mark.parametrize("problem", SAMPLE, ids=named)
def test_a_problem_is_not_solved_by_passing(problem: Problem) -> None:
    assert not quickly(problem, "pass").solved


@pytest.mark.parametrize("problem", SAMPLE, ids=named)
def test_a_problem_is_solved_by_its_solution(problem: Problem) -> None:
    assert quickly(problem, "solution").won


def test_the_goals_are_counted_one_by_one() -> None:
    assert attempt(SKIRMISH[0], solver("pass")).goals == {
        "german holds Sedan": 0,
        "german holds Charleville-Mézières": 6,
    }


def test_a_problem_is_judged_at_the_end_of_ones_own_turn_or_after_the_replies() -> None:
    game = position(SKIRMISH[0]).play(1)
    judge = Judge(SKIRMISH[0], game)
    game.play("end")
    assert not judge.follow(game)
    game.play("done")
    judge.follow(game)
    assert judge.played == 0


def test_an_error_names_the_problem() -> None:
    wrong = msgspec.structs.replace(SKIRMISH[0], goals=("german holds Atlantis",))
    with pytest.raises(BadProblem, match="skirmish, last-garrison: there is no place 'Atlantis' on the map"):
        position(wrong)
    with pytest.raises(BadProblem, match=r"skirmish, last-garrison: .*no phase 'German tea'"):
        position(msgspec.structs.replace(SKIRMISH[0], phase="German tea"))


def test_a_file_names_the_problem_that_has_another_form(tmp_path: Path) -> None:
    page = tmp_path / "problems.toml"
    page.write_text('[[problem]]\nid = "one"\ntitle = "One"\n', encoding="utf-8")
    with pytest.raises(BadProblem, match=r"problems\.toml, one: Object missing required field"):
        list(read(page, "skirmish"))


def test_an_unknown_solver_is_refused() -> None:
    with pytest.raises(meuse.UnknownBot, match="napoleon"):
        solver("napoleon")
