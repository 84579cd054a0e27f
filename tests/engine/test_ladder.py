"""Bots against each other: sides change, games are kept, and a question stops when it is decided."""

from __future__ import annotations

from pathlib import Path

import pytest

from meuse.lab import ladder
from meuse.lab.ladder import Ladder, Met, Pair, climb, elo, interval, summary, verdict

TWO = Ladder(game="skirmish", scenario="sedan", bots=("staff", "random"), games=6)


def pair(seed: int, *winners: str) -> Pair:
    """Two games of Ada and Bob: the first with Ada on the German side."""
    sides = (("ada", "bob"), ("bob", "ada"))
    first, second = (
        Met(game="g", scenario="s", german=g, allied=a, seed=seed, winner=w, level="", seconds=0)
        for (g, a), w in zip(sides, winners, strict=True)
    )
    return Pair("ada", "bob", seed, (first, second))


def test_each_bot_has_each_side_on_each_seed() -> None:
    games = [met for pair in climb(TWO) for met in pair.games]
    played = sorted((met.german, met.allied, met.seed) for met in games)
    assert played[:3] == [("random", "staff", seed) for seed in (1, 2, 3)]
    assert played[3:] == [("staff", "random", seed) for seed in (1, 2, 3)]


def test_a_draw_counts_half() -> None:
    assert pair(1, "german", "draw").share("ada") == 0.75
    assert pair(1, "german", "draw").share("bob") == 0.25
    assert pair(1, "german", "german").share("ada") == 0.5


def test_the_stronger_bot_gets_more_points_and_the_higher_rating() -> None:
    found = summary(TWO, list(climb(TWO)))
    assert found["games"] == 6
    assert found["points"]["staff"] > found["points"]["random"]
    assert found["elo"]["staff"][0] > found["elo"]["random"][0]
    assert found["errors"] == []


def test_games_that_are_kept_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Ladder(game="skirmish", scenario="sedan", bots=("staff", "random"), games=4, keep=tmp_path / "games")
    first = list(climb(kept))
    monkeypatch.setattr(ladder, "_keep", lambda *_: pytest.fail("a game was played again"))
    assert list(climb(kept)) == first


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    keep = tmp_path / "games"
    kept = Ladder(game="skirmish", scenario="sedan", bots=("staff", "random"), games=2, keep=keep)
    results = [(met.seed, met.winner) for pair in climb(kept) for met in pair.games]
    keep.write_bytes(keep.read_bytes()[:-20])
    assert [(met.seed, met.winner) for pair in climb(kept) for met in pair.games] == results
    assert len(keep.read_bytes().splitlines()) == 2


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    keep = tmp_path / "games"
    keep.write_text("not a game\n")
    kept = Ladder(game="skirmish", scenario="sedan", bots=("staff", "random"), games=2, keep=keep)
    with pytest.raises(ValueError, match="line 1, is not a game of a ladder"):
        list(climb(kept))


def test_a_question_is_decided_once_one_answer_is_far_likelier() -> None:
    assert verdict([1.0] * 20, 0.5, 0.6) == "high"
    assert verdict([0.5] * 40, 0.5, 0.6) == "low"
    assert verdict([1.0, 0.0] * 4, 0.5, 0.6) == "open"


def test_a_decided_ladder_stops_early() -> None:
    asked = Ladder(game="skirmish", scenario="sedan", bots=("staff", "random"), games=60, decide=(0.5, 0.75))
    assert len(list(climb(asked))) < 30


def test_bounds_shrink_with_games() -> None:
    few, many = interval([0.5, 1.0] * 4), interval([0.5, 1.0] * 40)
    assert few[0] < many[0] < 0.75 < many[1] < few[1]


def test_equal_bots_have_equal_ratings() -> None:
    assert elo(("ada", "bob"), [pair(1, "german", "german")])["ada"][0] == 0


@pytest.mark.parametrize("bots", [("staff",), ("staff", "staff")])
def test_a_ladder_needs_two_different_bots(bots: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="at least two bots"):
        list(climb(Ladder(game="skirmish", scenario="sedan", bots=bots, games=2)))


def test_a_ladder_counts_the_blunders_of_each_bot_and_keeps_the_counts(tmp_path: Path) -> None:
    asked = Ladder(
        game="skirmish", scenario="sedan", bots=("staff", "random"), games=4, audit=True, keep=tmp_path / "games"
    )
    found = summary(asked, list(climb(asked)))["audit"]
    assert found["staff"]["games"] == found["random"]["games"] == 4
    assert found["staff"]["blunders"].keys() == found["random"]["punished"].keys()
    assert summary(asked, list(climb(asked)))["audit"] == found


def test_only_those_who_search_are_given_the_budget() -> None:
    asked = Ladder(game="skirmish", scenario="sedan", bots=("staff", "general"), games=2, budget=2)
    assert asked.players == ("staff", "general:2")
    found = summary(asked, [])
    assert found["budget"] == 2
    assert found["points"] == {"staff": None, "general": None}
