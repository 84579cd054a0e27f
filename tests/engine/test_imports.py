"""Imports point one way: games use mechanics and the core, neither knows a game, the rest uses the public API."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import meuse

ROOT = Path(meuse.__file__).parent
OPENING = ("__init__.py", "journal.py", "positiontext.py")
"""Pages that find a game by its id."""

CORE = sorted(p for p in ROOT.glob("*.py") if not p.name.startswith("cli") and p.name not in OPENING)
MECHANICS = sorted((ROOT / "mechanics").glob("*.py"))
GAMES = sorted(p for p in (ROOT / "games").iterdir() if p.is_dir() and (p / "__init__.py").exists())


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return {name for name in found if name.startswith("meuse")}


@pytest.mark.parametrize("path", [*CORE, *MECHANICS], ids=lambda p: p.name)
def test_core_and_mechanics_know_no_game(path: Path) -> None:
    allowed = {"testkit.py"}  # the test kit starts games by their id, through the public API
    assert not [name for name in imported(path) if name.startswith("meuse.games")] or path.name in allowed


@pytest.mark.parametrize("game", GAMES, ids=lambda p: p.name)
def test_a_game_knows_no_other_game_and_nothing_above_it(game: Path) -> None:
    above = ("meuse.server", "meuse.lab", "meuse.cli", "meuse.theatre")
    for path in game.rglob("*.py"):
        for name in imported(path):
            assert not name.startswith(above), f"{path.name} imports {name}"
            assert not name.startswith("meuse.games.") or name.startswith(f"meuse.games.{game.name}"), path.name


def test_the_engine_needs_msgspec_only() -> None:
    for path in [*CORE, *MECHANICS]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
                assert node.module.split(".")[0] not in ("rich", "typer", "numpy"), path.name


ORACLE = Path(__file__).parent.parent / "oracle"
PAGES = sorted(page for page in ORACLE.glob("*/*.py") if page.name != "looking.py")
PLAIN = ("meuse.hexmap", "meuse.hexes", "meuse.mapfile", "meuse.counters")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.name}")
def test_a_second_account_shares_no_code_with_the_first(page: Path) -> None:
    """What the two have in common, a fault of both would hide behind: they share map, counters and tables only."""
    assert [name for name in imported(page) if name not in PLAIN and name != "meuse"] == []


ROOMS = (
    "board",
    "loading",
    "sequence",
    "movement",
    "combat",
    "odds",
    "victory",
    "views",
    "layers",
    "forecast",
    "advice",
)


@pytest.mark.parametrize("game", [game for game in GAMES if game.name != "skirmish"], ids=lambda p: p.name)
def test_every_game_has_the_same_rooms(game: Path) -> None:
    assert [room for room in ROOMS if not (game / f"{room}.py").exists()] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda p: p.name)
def test_the_classes_of_a_game_are_called_by_its_id(game: Path) -> None:
    names = [node.name for path in game.glob("*.py") for node in ast.parse(path.read_text(encoding="utf-8")).body
             if isinstance(node, ast.ClassDef)]  # fmt: skip
    for suffix in ("", "Scenario", "Counter", "Book", "Advice"):
        assert [name for name in names if name.lower() == f"{game.name}{suffix.lower()}"], suffix
