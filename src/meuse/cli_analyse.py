"""`meuse analyse`: a game analysed, on the screen, as a page or as data."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

import meuse
from meuse.report import count

console = Console(soft_wrap=True)
errors = Console(stderr=True)

WORST = 8
"""How many blunders to list on the screen."""


def analyse(
    file: Annotated[Path, typer.Argument(help="a saved game")],
    html: Annotated[Path | None, typer.Option(help="write the analysis as a page: one file, without network")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
    jobs: Annotated[int, typer.Option(min=1, help="how many processes to use")] = min(2, os.cpu_count() or 1),
) -> None:
    """Analyse a saved game: the chance to win as a curve, turning points, luck and judgement, blunders."""
    from meuse.lab.analysis import analyse as analysed
    from meuse.lab.analysis_page import page

    game = meuse.load(file)
    columns = (TextColumn("analysing"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"), TimeElapsedColumn())
    with Progress(*columns, console=errors, transient=True) as progress:
        task = progress.add_task("analysing", total=1.0)
        found = analysed(game, jobs=jobs, told=lambda share: progress.update(task, completed=share))
    if html is not None:
        html.write_text(page(found, file.name), encoding="utf-8")
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
    elif html is not None:
        console.print(f"{html} holds the analysis of {file.name}.", highlight=False, markup=False)
    else:
        _tell(found)


def _tell(found: object) -> None:
    from meuse.lab.analysis import Analysis
    from meuse.lab.analysis_page import points

    assert isinstance(found, Analysis)
    console.print(found.title, style="bold", highlight=False, markup=False)
    console.print(found.verdict or "The game is not over.", highlight=False, markup=False)
    table = Table("side", "luck", "judgement", "accuracy", title=count(found.orders, "order"))
    for side in found.sides:
        table.add_row(side.side.title(), points(side.luck), points(side.judgement), f"{side.accuracy:.0f} %")
    console.print(table)
    for one in found.turning_points:
        console.print(f"Turn {one.turn}, order {one.number}: {one.text}", style="bold", highlight=False, markup=False)
        if one.better is None:
            words = f"  The dice gave the {one.side.title()} side {points(one.by)}."
        else:
            words = f"  {points(-one.by)}. Better: {one.better.plan.words}\n  Played: {one.better.played.words}"
        console.print(words, highlight=False, markup=False)
    for fault in [one for one in found.faults if one.punished][:WORST]:
        console.print(
            f"Turn {fault.turn}, {fault.side.title()}: {fault.text} It was punished.", highlight=False, markup=False
        )
