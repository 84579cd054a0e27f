"""The design page: every hard chapter has its paragraph, and what it says of finished games is in their code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import meuse.games

PAGE = (Path(__file__).parents[2] / "docs" / "design.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^### (.+?)\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL))
HARD = {
    "France '40": ("6", "7.7", "12", "13.3.2", "15"),
    "Case Yellow": ("4.1c", "9.3", "11.2d", "11.9", "13"),
    "Manstein's War": ("5", "15", "18.2", "22.2"),
    "Plan Jaune": ("4", "6.1", "6.2", "7", "11.2"),
    "1940": ("5", "7", "11"),
}


@pytest.mark.parametrize(
    ("book", "chapter"), [(book, chapter) for book, chapters in HARD.items() for chapter in chapters]
)
def test_a_hard_chapter_has_its_paragraph(book: str, chapter: str) -> None:
    assert f"**{chapter} " in SECTIONS[book]


@pytest.mark.parametrize(
    ("book", "game"),
    [
        ("1940", "gdw1940"),
        ("France '40", "france40"),
        ("Case Yellow", "caseyellow"),
        ("Manstein's War", "manstein"),
        ("Plan Jaune", "planjaune"),
    ],
)
def test_what_the_page_says_of_a_finished_game_is_in_its_code(book: str, game: str) -> None:
    source = "\n".join(path.read_text() for path in (Path(meuse.games.__file__).parent / game).rglob("*.py"))
    named = [name for name in re.findall(r"`(?:g\.)?([A-Za-z_0-9]+)", SECTIONS[book]) if name != "skirmish"]
    assert len(named) > 5
    assert [name for name in named if name not in source] == []
