"""`meuse tables`: a game's charts, where their figures come from, and a copy of them to put one's own in."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

import meuse
from meuse.charts import Chart, charts
from meuse.owntables import file_names
from meuse.rulebook import RuleBook

console = Console()


def tables(
    game: str,
    chart: Annotated[str | None, typer.Argument(help="show this chart in full")] = None,
    out: Annotated[Path | None, typer.Option(help="copy them into this folder, so that you can change them")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """List a game's charts and the sources of their figures, show one in full, or copy all tables into a folder."""
    book = meuse.rule_book(game)
    if out is not None:
        _copy(book, out)
        return
    found = charts(book)
    if chart is not None:
        found = [one for one in found if one.id == chart]
    if not found:
        raise ValueError(f"{book.title} has no chart {chart!r}; it has {', '.join(one.id for one in charts(book))}")
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
    elif chart is not None:
        _show(found[0])
    else:
        _list(found)


def must_hold_tables(folder: Path) -> None:
    """A folder given with `--data` has a subfolder for at least one game."""
    if not any((folder / game).is_dir() for game in meuse.GAMES):
        raise meuse.BadTables(
            f"{folder} has no tables: they belong in a subfolder named after the game, such as {meuse.GAMES[1]}"
        )


def _list(found: list[Chart]) -> None:
    shown = Table("chart", "", "figures", "where they come from")
    for one in found:
        shown.add_row(one.id, one.title, one.status, one.provenance)
    console.print(shown)


def _show(chart: Chart) -> None:
    console.print(f"[bold]{chart.title}[/bold] ({chart.status}). {chart.provenance}", highlight=False)
    for grid in chart.grids:
        shown = Table(*grid.head, title=grid.caption or None, show_header=bool(grid.head))
        for row in grid.rows:
            shown.add_row(*row)
        console.print(shown)
    if chart.rules:
        console.print(f"Rules: {', '.join(chart.rules)}", highlight=False)


def _copy(book: RuleBook, out: Path) -> None:
    folder = out / book.id
    folder.mkdir(parents=True, exist_ok=True)
    for name in file_names(book):
        if (folder / name).exists():
            raise FileExistsError(f"{folder / name} already exists")
        shutil.copy(book.data / name, folder / name)
    console.print(
        f"{folder}: {', '.join(file_names(book))}. Delete what you do not change, then use --data {folder.parent}"
    )
