"""The examples run as they stand, with fewer games; notebooks as plain code, cell by cell."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from meuse import opponents

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
SHORT = ("hundred_games", "own_bot", "front", "legal_actions", "variant")
"""The first scripts that anybody writes."""


@pytest.fixture(autouse=True)
def _apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an empty folder; bots that an example registers stay in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(opponents, "_factories", dict(opponents._factories))


def run(name: str, *arguments: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "arguments", "shown"),
    [
        ("hundred_games", ["2", "games.csv"], "games.csv: 2 rows of seed, winner, level, orders"),
        ("own_bot", ["1"], "{'german': '"),
        ("front", [str(ROOT / "tests" / "replay" / "skirmish.meuse"), "front.svg"], ""),
        ("legal_actions", [], "-> 3 choices: 0, 1, 2"),
        ("variant", ["1"], "The reserve stands forward {'german'"),
        ("what_if", ["1"], "The Germans hold"),
        ("odds", [], "4619 | "),
        ("gym_loop", ["skirmish", "1"], "game 0: "),
    ],
)
def test_a_script_shows_what_it_should(
    name: str,
    arguments: list[str],
    shown: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert shown in run(name, *arguments, monkeypatch=monkeypatch, capsys=capsys)


def test_the_plot_of_the_front_is_a_drawing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = str(ROOT / "tests" / "replay" / "skirmish.meuse")
    run("front", saved, "front.svg", monkeypatch=monkeypatch, capsys=capsys)
    drawing = (tmp_path / "front.svg").read_text(encoding="utf-8")
    assert drawing.startswith("<svg")
    assert drawing.count('fill="#c22"') > 20


@pytest.mark.parametrize("name", SHORT)
def test_a_first_script_has_fewer_than_fifteen_lines(name: str) -> None:
    lines = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8").splitlines()
    assert sum(bool(line.strip()) and not line.startswith('"""') for line in lines) < 15


@pytest.mark.parametrize("name", ["first_steps", "balance"])
def test_a_notebook_runs_from_its_first_cell_to_its_last(name: str) -> None:
    notebook = json.loads((EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8"))
    known: dict[str, Any] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]).replace("games = 40", "games = 2"), name, "exec"), known)
    assert known["meuse"] is not None


def test_every_example_is_on_the_list() -> None:
    listed = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    files = [*EXAMPLES.glob("*.py"), *EXAMPLES.glob("*.ipynb")]
    assert [path.name for path in files if f"`{path.name}`" not in listed] == []
