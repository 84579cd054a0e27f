"""`meuse audit`: the blunders of saved games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

import meuse
from meuse.audit import KINDS, Blunder, Looked, look_back, worst
from meuse.report import count

console = Console()
progress = Console(stderr=True)

WHAT = {
    "gift": "an objective left open",
    "hole": "a gap in the line",
    "lonely": "a headquarters left alone",
    "starved": "cut off from supply",
    "suicide": "hopeless attacks",
    "unspent": "resources left to expire",
    "idle": "units without a task",
    "undone": "there and back",
}


def audit(
    files: Annotated[list[Path], typer.Argument(help="saved games")],
    most: Annotated[int, typer.Option(help="how many blunders of each game to list, the worst first")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Count the blunders of both sides in saved games, by the rules of each game."""
    from meuse.lab.auditing import summary, tallies

    looked = {str(file): look_back(meuse.load(file)) for file in track(files, "looking back", console=progress)}
    found = summary([tallies(one.blunders) for one in looked.values()])
    if as_json:
        rows = {file: {"dates": one.dates, "list": [_row(b) for b in one.blunders]} for file, one in looked.items()}
        typer.echo(json.dumps({**found, "files": rows}, ensure_ascii=False))
        return
    for file, one in looked.items():
        _tell(file, one, most)
    show(found)


def _row(blunder: Blunder) -> dict[str, Any]:
    row: dict[str, Any] = msgspec.to_builtins(blunder)
    return {**row, "words": blunder.words}


def show(found: dict[str, Any]) -> None:
    """A table of what was counted."""
    table = Table(
        "blunder", "what it is", "a game and side", "punished", "German", "Allied", title=count(found["games"], "game")
    )
    for kind in KINDS:
        table.add_row(
            kind,
            WHAT[kind],
            f"{found['blunders'][kind]:.2f}",
            f"{found['punished'][kind]:.2f}",
            *(f"{found['sides'][side]['blunders'][kind]:.2f}" for side in ("german", "allied")),
        )
    console.print(table)


def _tell(file: str, looked: Looked, most: int) -> None:
    """The worst of a game, in the order of the game."""
    console.print(file, style="bold", highlight=False, markup=False)
    for blunder in worst(looked.blunders, most):
        taken = " It was punished." if blunder.punished else ""
        console.print(f"  {blunder.words}{taken}", highlight=False, markup=False)
