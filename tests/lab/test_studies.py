"""Studies: games until enough is known, continued where they stopped, and a report that needs no network."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pyarrow.parquet
import pytest
from typer.testing import CliRunner

import meuse
from meuse.cli import app
from meuse.lab.play import Played
from meuse.lab.study.figures import figures, span
from meuse.lab.study.files import write_all
from meuse.lab.study.ground import ground_of
from meuse.lab.study.plan import Plan, parse_plan
from meuse.lab.study.run import Studied, batches, is_settled, run
from meuse.lab.workers import Here, workers

BOTS = """
title = "Who commands?"
question = "Does it matter at Sedan?"
game = "skirmish"
german = "random"
allied = "random"

[games]
least = 3
most = 12

[[factor]]
title = "German command"
german = ["random", "cadet"]
"""


@pytest.fixture(scope="module")
def plan() -> Plan:
    return parse_plan(BOTS, Path())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("study")


@pytest.fixture(scope="module")
def found(plan: Plan, folder: Path) -> list[Studied]:
    """The games of that plan, and its files."""
    games = list(run(plan, Here(), folder))
    write_all(plan, games, folder)
    return games


def won(plan: Plan, cell: tuple[int, ...], winner: str, seed: int = 1) -> Studied:
    """A game that somebody has won."""
    played = Played(
        seed=seed, options={}, orders=1, winner=winner, level="", digest="", seconds=0.0, verified=True
    )  # fmt: skip
    return Studied(cell, played)


# -- which games are played


def test_all_combinations_have_the_same_seeds(found: list[Studied]) -> None:
    seeds = {level: [one.played.seed for one in found if one.cell == (level,)] for level in (0, 1)}
    assert seeds == {0: [1, 2, 3, 4, 5, 6], 1: [1, 2, 3, 4, 5, 6]}
    assert [one.played.error for one in found] == [""] * 12


def test_an_interrupted_study_plays_no_game_again(
    plan: Plan, folder: Path, found: list[Studied], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meuse.lab.study.run.play_seat", lambda *_: pytest.fail("a game is played again"))
    assert list(run(plan, Here(), folder)) == found


def test_processes_play_the_same_study(plan: Plan, found: list[Studied], tmp_path: Path) -> None:
    again = list(run(plan, workers(2), tmp_path))
    assert [one.played.digest for one in again] == [one.played.digest for one in found]


def test_a_study_ends_when_its_intervals_are_narrow(plan: Plan) -> None:
    narrow = msgspec.structs.replace(plan, width=0.2, least=10, most=200)
    even = [won(plan, (level,), winner) for level in (0, 1) for winner in ("german", "allied") * 15]
    assert is_settled(narrow, even)
    assert not is_settled(narrow, even[:40])
    assert not is_settled(plan, even)
    assert [len(batch) for batch in batches(narrow)] == [20] * 10


def test_drawn_levels_are_settled_one_by_one(plan: Plan) -> None:
    drawn = msgspec.structs.replace(plan, design="sampled", width=0.2, least=10, most=45)
    assert [len(batch) for batch in batches(drawn)] == [10, 10, 10, 10, 5]
    assert {seat.cell for batch in batches(drawn) for seat in batch} == {(0,), (1,)}
    assert not is_settled(drawn, [won(plan, (0,), "draw")] * 40)


# -- figures


def test_effects_are_differences_from_the_first_level(plan: Plan) -> None:
    games = [won(plan, (0,), "allied", n) for n in range(20)] + [won(plan, (1,), "german", n) for n in range(20)]
    first, other = figures(plan, games).factors[0].levels
    assert first.effect is None
    assert other.effect is not None
    assert (other.effect.change, other.effect.is_clear) == (1.0, True)
    assert other.effect.low < 1.0 <= other.effect.high


def test_a_level_that_changes_nothing_has_no_clear_effect(plan: Plan) -> None:
    games = [won(plan, (level,), winner) for level in (0, 1) for winner in ("german", "allied") * 10]
    effect = figures(plan, games).factors[0].levels[1].effect
    assert effect is not None
    assert not effect.is_clear


def test_games_that_went_wrong_are_counted_and_left_out(plan: Plan) -> None:
    wrong = msgspec.structs.replace(won(plan, (0,), "").played, error="ValueError: no")
    found = figures(plan, [won(plan, (0,), "german"), Studied((0,), wrong)])
    assert (found.games, found.errors, found.balance.share) == (1, 1, 1.0)


def test_most_games_lie_between_the_bounds() -> None:
    assert span(range(1, 11)) == span([*range(10, 0, -1)])
    found = span(range(1, 11))
    assert found is not None
    assert (found.low, found.middle, found.high) == (2, 5, 10)
    assert span([]) is None


def test_the_ground_is_that_of_the_games(plan: Plan, found: list[Studied]) -> None:
    start = meuse.new("skirmish")
    played = [one.played for one in found]
    ground = ground_of(start, played)
    last = ground.fronts[-1]
    sedan = start.state.map.hex("4619")

    held = [one.campaign[-1].owners[sedan] == 1 for one in played]
    assert last.held[sedan] == pytest.approx(sum(held) / len(held))
    assert ground.taken[sedan].share >= last.held[sedan]
    assert all(start.state.map.country[h] != "germany" for h in ground.taken)
    assert set(last.usual) == {h for h, share in last.held.items() if share >= 0.5}


# -- the report


def test_the_report_is_one_file_without_addresses(folder: Path, found: list[Studied]) -> None:
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "<h1>Who commands?</h1>" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert re.findall(r"(?:src|url)\s*[=(]\s*[\"']?(?!#)", page) == []
    assert "<script" not in page
    assert "prefers-color-scheme:dark" in page


def test_the_report_has_a_chapter_for_each_thing_a_designer_asks(folder: Path, found: list[Studied]) -> None:
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert re.findall("<h2>(.*?)</h2>", page) == [
        "Who wins",
        "German command",
        "How far it goes",
        "When",
        "The front, turn by turn",
        "Against history",
        "How long it lasts",
        "Losses and objectives",
        "How it was made",
    ]
    assert page.count('<use href="#below"/>') == 3


def test_parquet_lies_beside_it(plan: Plan, folder: Path, found: list[Studied]) -> None:
    games = pyarrow.parquet.read_table(folder / "games.parquet").to_pylist()
    turns = pyarrow.parquet.read_table(folder / "turns.parquet").to_pylist()
    assert [row["German command"] for row in games] == ["random", "cadet"] * 6
    assert [row["digest"] for row in games] == [one.played.digest for one in found]
    assert {row["seed"] for row in turns} == {1, 2, 3, 4, 5, 6}


def test_the_command_line_plays_a_study_and_continues_it(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(BOTS.replace("12", "6"), encoding="utf-8")
    words = ["study", str(tmp_path / "plan.toml"), "--out", str(tmp_path / "out")]
    first = CliRunner().invoke(app, words)
    kept = (tmp_path / "out" / "games.jsonl").read_bytes()
    second = CliRunner().invoke(app, [*words, "--games", "6"])

    assert (first.exit_code, second.exit_code) == (0, 0)
    assert "report.html" in first.stdout
    assert (tmp_path / "out" / "games.jsonl").read_bytes() == kept


def test_a_plan_with_a_typo_plays_nothing(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(BOTS.replace("least", "leest"), encoding="utf-8")
    found = CliRunner().invoke(app, ["study", str(tmp_path / "plan.toml"), "--out", str(tmp_path / "out")])
    assert "plan.toml: [games]: 'leest' is not a key; did you mean 'least'?" in str(found.exception)
    assert not (tmp_path / "out").exists()
