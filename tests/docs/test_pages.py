"""What all pages have in common: links lead somewhere, paths and commands that they name exist."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.main import get_command

from meuse.cli import app

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMANDS = set(get_command(app).commands)


def found(pattern: str, page: Path) -> list[str]:
    return re.findall(pattern, page.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = found(r"\]\((?!http)([^)#]+)\)", page) + found(r'src="([^"]+)"', page)
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_paths_exist(page: Path) -> None:
    paths = found(r"(?<!\*)`((?:src|tests|docs)/[\w/.]+)`", page) + [
        f"src/{path}" for path in found(r"`(meuse/[\w/.]+)`", page)
    ]
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_commands_exist(page: Path) -> None:
    named = set(found(r"(?:^    |`|^\$ )meuse (\w+)", page))
    assert named <= COMMANDS


def test_the_files_of_the_engine_are_all_on_the_design_page() -> None:
    page = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    files = [path.name for path in (ROOT / "src" / "meuse").glob("*.py") if not path.name.startswith(("cli_", "__"))]
    folders = [path.name + "/" for path in (ROOT / "src" / "meuse").iterdir() if (path / "__init__.py").exists()]
    assert [name for name in (*files, *folders) if name not in page] == []


def test_the_readme_shows_what_happens(run_examples: Callable[[str], object]) -> None:
    run_examples("../README.md")


def test_the_page_on_learning_shows_what_happens(run_examples: Callable[[str], object]) -> None:
    run_examples("learning.md")


def test_the_page_on_opponents_shows_what_happens(run_examples: Callable[[str], object]) -> None:
    run_examples("opponents.md")
