"""The guide to writing a game is followed word by word, in an empty folder."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import meuse.games

PAGE = Path(__file__).parents[2] / "docs" / "write-a-game.md"
SIGNPOSTS = re.findall(r"^\|[^|]*\|([^|]*)\| `(\w+/\w+\.py)` \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def test_a_reader_who_follows_the_page_gets_what_it_shows(follow: Callable[[str], list[str]]) -> None:
    done = follow("write-a-game.md")
    assert "wrote bridge/__init__.py" in done
    assert "ran pytest -q -p no:cacheprovider tests" in done
    assert done[-1].startswith("ran meuse sim")


@pytest.mark.parametrize(("names", "file"), SIGNPOSTS)
def test_what_the_page_points_to_is_there(names: str, file: str) -> None:
    source = (Path(meuse.games.__file__).parent / file).read_text(encoding="utf-8")
    assert [name for name in re.findall(r"`(\w+)`", names) if name not in source] == []


def test_the_page_points_somewhere() -> None:
    assert len(SIGNPOSTS) > 10
