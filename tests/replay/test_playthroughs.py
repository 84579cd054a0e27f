"""Golden playthroughs: the same orders bring about the same dice, choices and states as ever."""

from __future__ import annotations

from pathlib import Path

import pytest

import meuse
from meuse import journal

from .playthrough import FOLDER, playthrough

FILES = sorted(FOLDER.glob("*.meuse"))
OLDER = sorted((FOLDER / "older").glob("*.meuse"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_is_verified_to_the_letter(path: Path) -> None:
    assert playthrough(meuse.load(path)) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_is_a_whole_game_of_the_present_revision(path: Path) -> None:
    game = meuse.load(path)
    assert game.over
    assert f"revision {game.rules.revision}\n" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", OLDER, ids=lambda path: path.stem)
def test_a_game_in_older_words_is_read_and_written_in_the_present_ones(path: Path) -> None:
    game, older = meuse.load(path), journal.read(path)
    assert game.over
    assert [entry.order for entry in game.journal] != [line.order for line in older.lines]
    assert {entry.order[0] for entry in game.journal} <= {*game.rules.words}


def test_the_playthrough_of_the_skirmish_has_every_order() -> None:
    game = meuse.load(FOLDER / "skirmish.meuse")
    assert {entry.order[0] for entry in game.journal} == {*game.rules.words} - {"go", "with"}
