"""`meuse maps`: build the hex maps from the theatre, or check that the committed ones are up to date."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from meuse import theatre
from meuse.mapfile import BadMap, MapFile, write
from meuse.report import count

app = typer.Typer(no_args_is_help=True, help="Make the hex maps from the geographic model.")

FAULTS = (theatre.BadSheet, theatre.BadLayer, theatre.BadBuild, BadMap)
Maps = Annotated[list[str] | None, typer.Argument(metavar="[MAP]...", help="Ids of maps; all maps if you name none.")]


@app.command()
def build(maps: Maps = None) -> None:
    """Build maps and write them into their games."""
    console = Console(soft_wrap=True)
    failed = 0
    with _progress(console) as progress:
        for map_id in maps or theatre.maps():
            task = progress.add_task(map_id, total=None)
            failed += not _build_one(console, map_id)
            progress.remove_task(task)
    if failed:
        raise typer.Exit(1)


@app.command()
def check() -> None:
    """Build all maps in memory and compare them with the committed ones; exit code 1 if any differs."""
    console = Console(soft_wrap=True)
    failed = 0
    with _progress(console) as progress:
        for map_id in theatre.maps():
            task = progress.add_task(map_id, total=None)
            failed += not _check_one(console, map_id)
            progress.remove_task(task)
    if failed:
        console.print("Run `meuse maps build` and commit the result.")
        raise typer.Exit(1)


def _build_one(console: Console, map_id: str) -> bool:
    try:
        _write(console, map_id, theatre.build(map_id))
    except theatre.BadBuild as fault:
        # Written all the same, so that the fault can be looked at; `meuse maps check` refuses it as well.
        _write(console, map_id, fault.made)
        return _failed(console, map_id, fault)
    except FAULTS as fault:
        return _failed(console, map_id, fault)
    return True


def _write(console: Console, map_id: str, made: MapFile) -> None:
    for path, one in theatre.files_of(map_id, made).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write(one), encoding="utf-8", newline="\n")
        counts = (
            f"{count(len(one.hex), 'hex', 'hexes')}, {len(one.side)} hexside features, {count(len(one.place), 'place')}"
        )
        console.print(f"[green]built[/]  {one.id}: {counts}", highlight=False)


def _failed(console: Console, map_id: str, fault: Exception) -> bool:
    console.print(f"[red]failed[/] {map_id}")
    console.print(str(fault), markup=False, highlight=False)
    return False


def _check_one(console: Console, map_id: str) -> bool:
    try:
        stale = theatre.check_map(map_id)
    except FAULTS as fault:
        return _failed(console, map_id, fault)
    if stale is None:
        console.print(f"[green]up to date[/] {map_id}", highlight=False)
        return True
    console.print(f"[red]stale[/]      {stale.map_id}:", end=" ", highlight=False)
    console.print(stale.difference, markup=False, highlight=False)
    return False


def _progress(console: Console) -> Progress:
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
