"""`meuse tables`: a game's charts, where their figures come from, and a copy of them to put one's own in."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

import meuse
from meuse.owntables import ABOUT, CHARTS, file_names
from meuse.rulebook import RuleBook

console = Console()


def tables(
    game: str,
    out: Annotated[Path | None, typer.Option(help="copy them into this folder, to change them there")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Show a game's charts and where their figures come from, or copy its tables into a folder."""
    book = meuse.rule_book(game)
    if out is not None:
        _copy(book, out)
        return
    charts = tomllib.loads((book.data / CHARTS).read_text(encoding="utf-8"))
    if as_json:
        typer.echo(json.dumps(charts, ensure_ascii=False))
        return
    shown = Table("chart", "where it comes from", "figures")
    for name, chart in charts.items():
        if isinstance(chart, dict):
            about = ": ".join(str(chart[key]) for key in ABOUT if key in chart)
            shown.add_row(name, about, ", ".join(key for key in chart if key not in ABOUT))
    console.print(shown)


def must_hold_tables(folder: Path) -> None:
    """A folder given with `--data` has a folder for at least one game."""
    if not any((folder / game).is_dir() for game in meuse.GAMES):
        raise meuse.BadTables(
            f"{folder} holds no tables: they lie in a folder named after their game, as {meuse.GAMES[1]}"
        )


def _copy(book: RuleBook, out: Path) -> None:
    folder = out / book.id
    folder.mkdir(parents=True, exist_ok=True)
    for name in file_names(book):
        if (folder / name).exists():
            raise FileExistsError(f"{folder / name} is there already")
        shutil.copy(book.data / name, folder / name)
    console.print(
        f"{folder}: {', '.join(file_names(book))}. Leave those that you change; then: meuse --data {folder.parent} ..."
    )
