"""What has been played is kept, and not played again; damaged files are told, and what was cut off is played again."""

from __future__ import annotations

from pathlib import Path

import pytest

from meuse.lab.play import Match, play_many

MATCH = Match(game="skirmish", scenario="sedan", german="random", allied="random")


@pytest.fixture
def keep(tmp_path: Path) -> Path:
    """A file with four games."""
    file = tmp_path / "games.jsonl"
    list(play_many(MATCH, 4, 1, keep=file))
    return file


def test_games_are_kept_a_line_each_as_they_end(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    coming = play_many(MATCH, 4, 1, keep=file)
    next(coming)
    assert len(file.read_text(encoding="utf-8").splitlines()) == 1


def test_what_is_kept_is_not_played_again(keep: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meuse.lab.play.play_one", lambda *_: pytest.fail("a game is played again"))
    assert [played.seed for played in play_many(MATCH, 4, 1, keep=keep)] == [1, 2, 3, 4]


def test_other_games_of_the_same_file_are_played(keep: Path) -> None:
    other = Match(game="skirmish", scenario="sedan", german="random", allied="cadet")
    assert len(list(play_many(other, 2, 1, keep=keep))) == 2
    assert len(keep.read_text(encoding="utf-8").splitlines()) == 6


def test_a_line_that_was_cut_off_is_played_again(keep: Path) -> None:
    whole = keep.read_bytes()
    keep.write_bytes(whole[:-20])
    assert [played.seed for played in play_many(MATCH, 4, 1, keep=keep)] == [1, 2, 3, 4]
    assert len(keep.read_bytes().splitlines()) == 4


def test_a_damaged_line_is_named(keep: Path) -> None:
    lines = keep.read_text(encoding="utf-8").splitlines()
    keep.write_text("\n".join([lines[0], "{}", *lines[2:]]) + "\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"games.jsonl, line 2, is not a result that was kept: .* Delete the line, or"):
        play_many(MATCH, 4, 1, keep=keep)


def test_games_that_went_wrong_are_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.jsonl"
    monkeypatch.setattr("meuse.lab.play.play_out", lambda game, bots: 1 / 0)
    assert [played.error for played in play_many(MATCH, 1, 1, keep=file)] == ["ZeroDivisionError: division by zero"]
    assert not file.exists()
