"""Many games as data: simulations, their rows and files; bots and games that other packages offer."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pyarrow.parquet
import pytest

import meuse
from meuse.lab.simulation import Results


@pytest.fixture(scope="module")
def results() -> Results:
    """Six games of two random bots, with their turns and blunders."""
    return meuse.simulate("skirmish", german="random", allied="random", games=6, also=["turns", "audit"])


def test_games_come_one_by_one_and_are_kept(results: Results) -> None:
    first = next(iter(results))
    assert (first.seed, len(results)) == (1, 6)
    assert [played.seed for played in results] == [1, 2, 3, 4, 5, 6]
    assert next(iter(results)) is first


def test_the_same_games_whatever_the_number_of_processes(results: Results) -> None:
    again = meuse.simulate("skirmish", german="random", allied="random", games=6, jobs=2)
    assert [played.digest for played in again] == [played.digest for played in results]


def test_wins_are_counted_with_their_intervals(results: Results) -> None:
    wins = results.wins()
    assert sum(share.count for share in wins.values()) == 6
    assert all(share.low <= share.share <= share.high for share in wins.values())


def test_a_row_a_game(results: Results) -> None:
    rows = results.rows()
    assert [row["seed"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert {"winner", "level", "german_score", "allied_score", "german_gift", "allied_undone"} <= rows[0].keys()
    assert {"turn", "german_lost", "allied_lost", "german_held", "allied_held"} <= rows[0].keys()
    assert len({tuple(row) for row in rows}) == 1


def test_a_row_tells_how_the_game_ended(results: Results) -> None:
    row, last = results.rows()[0], [row for row in results.rows("turns") if row["seed"] == 1][-1]
    assert all(row[name] == last[name] for name in ("turn", "german_lost", "allied_lost", "german_held", "allied_held"))


def test_an_event_has_its_column_though_it_never_happened() -> None:
    results = meuse.simulate("caseyellow", german="random", allied="random", games=1)
    (row,) = results.rows()
    assert row["turn_of_paris"] is None


def test_an_interrupted_simulation_goes_on_where_it_stopped(results: Results, tmp_path: Path) -> None:
    keep = tmp_path / "games.jsonl"
    next(iter(meuse.simulate("skirmish", german="random", allied="random", games=6, keep=keep)))
    again = meuse.simulate("skirmish", german="random", allied="random", games=6, keep=keep)
    assert [played.digest for played in again] == [played.digest for played in results]
    assert len(keep.read_text(encoding="utf-8").splitlines()) == 6


def test_ground_is_recorded_on_request() -> None:
    (played,) = meuse.simulate("skirmish", german="random", allied="random", games=1, also=["campaign"])
    assert [held.turn for held in played.campaign] == [1, 2, 3, 4]
    assert {len(held.owners) for held in played.campaign} == {132}


def test_a_row_a_turn(results: Results) -> None:
    rows = [row for row in results.rows("turns") if row["seed"] == 1]
    played = next(iter(results))
    assert [row["turn"] for row in rows] == list(range(1, len(rows) + 1))
    assert (rows[-1]["german_score"], rows[-1]["orders"]) == (played.score["german"], played.orders)
    assert all(before["allied_lost"] <= after["allied_lost"] for before, after in pairwise(rows))
    assert all(0 <= row["german_held"] + row["allied_held"] <= 1.001 for row in rows)


@pytest.mark.parametrize("of", ["games", "turns"])
def test_files_hold_the_rows(results: Results, tmp_path: Path, of: str) -> None:
    for ending in ("parquet", "csv", "json"):
        results.save(tmp_path / f"rows.{ending}", of)  # type: ignore[arg-type]
    rows = results.rows(of)  # type: ignore[arg-type]

    assert pyarrow.parquet.read_table(tmp_path / "rows.parquet").to_pylist() == rows
    assert json.loads((tmp_path / "rows.json").read_text(encoding="utf-8")) == rows
    with (tmp_path / "rows.csv").open(encoding="utf-8") as file:
        assert [int(row["seed"]) for row in csv.DictReader(file)] == [row["seed"] for row in rows]


def test_what_cannot_be_played_is_refused_before_anything_is() -> None:
    with pytest.raises(meuse.UnknownGame, match="there is no game 'chess'"):
        meuse.simulate("chess")
    with pytest.raises(meuse.UnknownBot, match="there is no bot 'genral'"):
        meuse.simulate("skirmish", german="genral")
    with pytest.raises(meuse.UnknownOption):
        meuse.simulate("skirmish", options={"fog": True})
    with pytest.raises(ValueError, match="at least one game and one job are needed, not 0 and 1"):
        meuse.simulate("skirmish", games=0)
    with pytest.raises(ValueError, match="weather cannot be worked out; turns, audit, campaign can"):
        meuse.simulate("skirmish", also=["weather"])  # type: ignore[list-item]


def test_rows_and_files_that_there_are_not(results: Results, tmp_path: Path) -> None:
    plain = meuse.simulate("skirmish", german="random", allied="random", games=1)
    with pytest.raises(ValueError, match="the turns were not recorded"):
        plain.rows("turns")
    with pytest.raises(ValueError, match=r"must end in \.parquet, \.csv, \.json"):
        results.save(tmp_path / "rows.xlsx")


# -- what other packages offer


def test_an_installed_package_offers_bots_and_games(tmp_path: Path) -> None:
    (tmp_path / "front.py").write_text(
        "from meuse.opponents.random import RandomBot\n"
        "from meuse.games.skirmish import RULE_BOOK\n"
        "class Lucky(RandomBot):\n    name = 'lucky'\n",
        encoding="utf-8",
    )
    info = tmp_path / "front-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: front\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(
        "[meuse.bots]\nlucky = front:Lucky\n[meuse.games]\nsedan = front\n", encoding="utf-8"
    )
    told = subprocess.run(
        [sys.executable, "-c", OFFERED],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()

    assert told == ["lucky", "True", "True", "2"]


OFFERED = """
import meuse
print(meuse.bot("lucky", seed=3).name, "lucky" in meuse.bots(), "sedan" in meuse.GAMES)
print(sum(not played.error for played in meuse.simulate("sedan", german="lucky", allied="lucky", games=2, jobs=2)))
"""
