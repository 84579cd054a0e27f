"""What a study leaves in its folder: the report, the games and turns as Parquet, the plan's games as they were kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from meuse.lab.simulation import library, row_of_game, rows_of_turns, same_columns
from meuse.lab.study.page import page
from meuse.lab.study.plan import Plan
from meuse.lab.study.run import GAMES, Studied

REPORT, BY_GAME, BY_TURN = "report.html", "games.parquet", "turns.parquet"


def write_all(plan: Plan, found: Sequence[Studied], folder: Path) -> Mapping[Path, str]:
    """Write the report and the tables of a study, and tell what each file holds."""
    (folder / REPORT).write_text(page(plan, found), encoding="utf-8")
    _write_rows(folder / BY_GAME, ({**levels(plan, one), **row_of_game(one.played)} for one in found))
    turns = ({**levels(plan, one), **row} for one in found for row in rows_of_turns(one.played))
    _write_rows(folder / BY_TURN, turns)
    return {
        folder / REPORT: "the report: open it in a browser",
        folder / BY_GAME: "a row a game",
        folder / BY_TURN: "a row a turn of each game",
        folder / GAMES: "the games as they are kept, to continue from",
    }


def levels(plan: Plan, one: Studied) -> dict[str, str]:
    """A column for each factor."""
    return {factor.title: factor.levels[at].label for factor, at in zip(plan.factors, one.cell, strict=True)}


def _write_rows(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    table = library("pyarrow").Table.from_pylist(same_columns([*rows]))
    library("pyarrow.parquet").write_table(table, path)
