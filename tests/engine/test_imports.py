"""Imports point one way: games use mechanics and the core, neither knows a game, the rest uses the public API."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import meuse

ROOT = Path(meuse.__file__).parent
GAMES = sorted(p for p in (ROOT / "games").iterdir() if p.is_dir() and (p / "__init__.py").exists())

PAGES = sorted(ROOT.rglob("*.py"))
"""Every page of the program."""

ENGINE = ("core", "mechanics", "phases", "games")
"""What plays a game, and needs nothing but Python and msgspec."""

MAY_USE = {
    "core": ("core",),
    "mechanics": ("core", "mechanics"),
    "phases": ("core", "mechanics", "phases"),
    "games": ("core", "mechanics", "phases", "games"),
    "drawing": ("core", "drawing"),
    "theatre": ("core", "theatre"),
    "opponents": ("core", "mechanics", "opponents"),
    "lab": ("meuse", "core", "drawing", "opponents", "lab"),
    "env": ("meuse", "core", "drawing", "env"),
    "server": ("meuse", "core", "games", "opponents", "drawing", "lab", "server"),
    "cli": ("meuse", "core", "drawing", "theatre", "lab", "server", "cli"),
}
"""For each room the rooms that it may import from; `meuse` is the front door, with all that it exports."""

BESIDES = {
    ("__init__.py", "meuse.games"): "the front door opens games by their id",
    ("__init__.py", "meuse.opponents"): "... and bots by their name",
    ("__init__.py", "meuse.lab.play"): "... and lets them play",
    ("__init__.py", "meuse.lab.simulation"): "... many games, as data",
    ("journal.py", "meuse.games"): "a saved game names its game",
    ("positiontext.py", "meuse.games"): "so does a position",
    ("problems.py", "meuse.games"): "and a problem",
    ("testkit.py", "meuse"): "the test kit starts games through the front door",
    ("game.py", "meuse.drawing.position"): "a notebook asks a game for its picture; nobody else has it drawn",
}
"""Single imports that point the other way, with the reason."""

PLANNING = ("advice", "appraisal", "manoeuvre")
"""Pages of a game that say how to play well: only these use what opponents share."""

FOR_TESTS = ("testkit.py", "mutation.py")
"""Pages that run inside pytest, and may import it."""

PUBLIC = ("advice", "appreciation", "audit", "changeover", "charts", "counters", "dangers", "drawing",
          "events", "examples", "fronts", "games", "guide", "hexes", "hexmap", "history", "journal", "lab", "ledger",
          "lessons", "mapfile", "mutation", "opponents", "owntables", "positionsheet", "problems", "problems_words",
          "report", "rulecheck", "scenario", "seat", "server", "snapshot", "theatre", "value")  # fmt: skip
"""Pages that are public as a whole; of the others only what `meuse` exports."""

PUBLIC_NAMES = {"meuse.decision": ("ShutWay", "StepWords"), "meuse.steps": ("Turns", "Warning"),
                "meuse.mechanics.reach": ("Ways",), "meuse.dice": ("Dice", "seed_bytes"),
                "meuse.entries": ("Shelved",)}  # fmt: skip
"""Single names that are public beside these: words and warnings of a step, the sequence, costs, dice, long journals."""


def room(page: Path) -> str:
    """The room of a page: its folder, or `core` for the pages that lie in none; the command line is `cli`."""
    parts = page.relative_to(ROOT).parts
    return parts[0] if len(parts) > 1 else "cli" if parts[0].startswith("cli") else "core"


def room_of(module: str) -> str:
    """The room of a module: `meuse.games.skirmish.board` is in `games`."""
    parts = module.split(".")
    if len(parts) == 1:
        return "meuse"
    return parts[1] if (ROOT / parts[1]).is_dir() else "cli" if parts[1].startswith("cli") else "core"


def imports(page: Path) -> Iterator[tuple[str, str]]:
    """Every import of a page, those inside functions included: the module, and the name that is taken from it."""
    yield from imports_in(ast.parse(page.read_text(encoding="utf-8")))


def imports_in(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                whole = node.module == "meuse" and (
                    (ROOT / alias.name).is_dir() or (ROOT / f"{alias.name}.py").exists()
                )
                yield (inner, "") if whole else (f"{'.' * node.level}{node.module}", alias.name)


def imported(page: Path) -> set[str]:
    """The modules of ours that a page imports."""
    return {module for module, _ in imports(page) if module.split(".")[0] == "meuse"}


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def pages_in(*rooms: str) -> list[Path]:
    return [page for page in PAGES if room(page) in rooms]


# -- which way imports point


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_imports_point_one_way(page: Path) -> None:
    allowed = MAY_USE[room(page)] + (("opponents",) if page.stem.startswith(PLANNING) else ())
    wrong = [name for name in imported(page) if room_of(name) not in allowed and (name_of(page), name) not in BESIDES]
    assert wrong == []


def test_every_import_that_points_the_other_way_is_there() -> None:
    assert [(page, name) for page, name in BESIDES if name not in imported(ROOT / page)] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda p: p.name)
def test_a_game_knows_no_other_game(game: Path) -> None:
    for page in game.rglob("*.py"):
        others = {name for name in imported(page) if room_of(name) == "games"}
        assert {name for name in others if name.split(".")[2:3] != [game.name]} == set(), page.name


# -- what the engine needs


@pytest.mark.parametrize("page", pages_in(*ENGINE), ids=name_of)
def test_the_engine_needs_msgspec_only(page: Path) -> None:
    known = {*sys.stdlib_module_names, "msgspec", "meuse", *(("pytest",) if name_of(page) in FOR_TESTS else ())}
    assert {module for module, _ in imports(page) if module.split(".")[0] not in known} == set()


@pytest.mark.parametrize("source", ["import numpy", "import os, numpy.linalg", "from numpy import array",
                                    "def f():\n    import numpy as np"])  # fmt: skip
def test_no_import_is_overlooked(tmp_path: Path, source: str) -> None:
    page = tmp_path / "page.py"
    page.write_text(source, encoding="utf-8")
    assert "numpy" in {module.split(".")[0] for module, _ in imports(page)}


HIDDEN = {
    ("game.py", "meuse.drawing.position"),  # see BESIDES
    ("testkit.py", "pytest"),  # tables are laid out in notebooks, too
}
"""Imports inside functions. There are no others: they would hide which page builds on which."""


def test_no_import_of_the_engine_hides_in_a_function() -> None:
    found = set()
    for page in pages_in(*ENGINE):
        tree = ast.parse(page.read_text(encoding="utf-8"))
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            found |= {(name_of(page), module) for module, _ in imports_in(function)}
    assert found == HIDDEN


# -- what is public

OTHERS = ("opponents", "lab", "env", "cli", "server")
"""Rooms that use the engine as anybody outside could."""


@pytest.mark.parametrize("page", pages_in(*OTHERS), ids=name_of)
def test_the_rest_uses_the_public_api(page: Path) -> None:
    assert [(module, name) for module, name in imports(page) if not is_public(page, module, name)] == []


@pytest.mark.parametrize("page", pages_in(*OTHERS, "drawing", "theatre"), ids=name_of)
def test_nobody_reaches_into_what_is_private(page: Path) -> None:
    assert [name for module, name in imports(page) if module.split(".")[0] == "meuse" and name.startswith("_")] == []


def is_public(page: Path, module: str, name: str) -> bool:
    """Whether a page of another room may import this: what `meuse` exports, from there or from where it is made."""
    if module.split(".")[0] != "meuse" or room_of(module) == room(page) or module == "meuse":
        return True
    if module.split(".")[1] in PUBLIC or name in PUBLIC_NAMES.get(module, ()):
        return True
    return name in meuse.__all__ and getattr(import_module(module), name) is getattr(meuse, name)


def test_what_is_public_is_told() -> None:
    page = (ROOT.parents[1] / "docs" / "design.md").read_text(encoding="utf-8")
    told = page.partition("## The public API")[2].partition("\n## ")[0]
    assert [
        name for name in (*PUBLIC, *(n for names in PUBLIC_NAMES.values() for n in names)) if f"`{name}`" not in told
    ] == []


# -- the second account


ORACLE = Path(__file__).parent.parent / "oracle"
ACCOUNTS = sorted(page for page in ORACLE.glob("*/*.py") if page.name != "looking.py")
PLAIN = ("meuse.hexmap", "meuse.hexes", "meuse.mapfile", "meuse.counters")


@pytest.mark.parametrize("page", ACCOUNTS, ids=lambda page: f"{page.parent.name}/{page.name}")
def test_a_second_account_shares_no_code_with_the_first(page: Path) -> None:
    """What the two have in common, a fault of both would hide behind: they share map, counters and tables only."""
    assert [name for name in imported(page) if name not in PLAIN and name != "meuse"] == []


# -- a game's folder

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


# -- reasons

REASONS = ("why_not", "by_hand", "walks", "closed", "refusal")
"""How a function that gives a reason is called; all but the first are hooks that orders and steps ask for."""


@pytest.mark.parametrize("page", pages_in("games", "phases", "mechanics"), ids=name_of)
def test_reasons_are_called_why_not(page: Path) -> None:
    tree = ast.parse(page.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.returns]
    reasons = [one.name for one in functions if one.returns and ast.unparse(one.returns).startswith("Refusal")]
    assert [name for name in reasons if not any(known in name for known in REASONS)] == []


def test_whoever_only_uses_the_engine_loads_no_scipy() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "import sys, meuse; meuse.new('gdw1940'); print('scipy' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == "False"
