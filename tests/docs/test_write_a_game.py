"""The guide to writing a game is followed word by word, in an empty folder."""

from __future__ import annotations

from collections.abc import Callable


def test_a_reader_who_follows_the_page_gets_what_it_shows(follow: Callable[[str], list[str]]) -> None:
    done = follow("write-a-game.md")
    assert "wrote bridge/__init__.py" in done
    assert "ran pytest -q -p no:cacheprovider tests" in done
    assert done[-1].startswith("ran meuse sim")
