"""`meuse problems`: positions with one task, listed, or put to a bot."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

import meuse
from meuse.problems import Problem, problems_of

console = Console()
progress = Console(stderr=True)


def problems(
    game: str,
    bot: Annotated[
        str | None, typer.Option(help="who solves them, or pass, who does nothing; without one they are listed")
    ] = None,
    solution: Annotated[bool, typer.Option("--solution", help="play each problem's own solution")] = False,
    only: Annotated[str | None, typer.Option(help="the id of one problem")] = None,
    own: Annotated[
        list[str] | None, typer.Option("--with", help="a module to import first, which registers bots of your own")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """List the problems of a game, or let a bot solve them."""
    for module in own or ():
        import_module(module)
    known = [problem for problem in problems_of(meuse.rule_book(game).id) if only in (None, problem.id)]
    if only and not known:
        raise ValueError(f"{game} has no problem {only!r}")
    name = "solution" if solution else bot
    if name is None:
        _list(game, known, as_json)
        return
    found = _solved(game, known, name)
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False))
    else:
        _show(found)


def _solved(game: str, known: list[Problem], name: str) -> dict[str, Any]:
    from meuse.lab.solving import attempt, solver, summary

    by = solver(name)
    return summary(game, name, [attempt(problem, by) for problem in track(known, "solving", console=progress)])


def _list(game: str, known: list[Problem], as_json: bool) -> None:
    if as_json:
        rows = [msgspec.to_builtins(problem) for problem in known]
        typer.echo(json.dumps({"game": game, "problems": len(rows), "list": rows}, ensure_ascii=False))
        return
    table = Table("level", "id", "title", "side", "task", title=f"{game}: problems")
    for problem in known:
        table.add_row("*" * problem.level, problem.id, problem.title, problem.side, problem.task)
    console.print(table)


def _show(found: dict[str, Any]) -> None:
    table = Table("level", "problem", "solved", "dice won", "missed", title=f"{found['game']}: {found['bot']}")
    for row in found["results"]:
        missed = [f"{goal} ({row['dice'] - n} of {row['dice']})" for goal, n in row["goals"].items() if n < row["dice"]]
        verdict = "yes" if row["solved"] else "no"
        table.add_row("*" * row["level"], row["title"], verdict, f"{row['won']} of {row['dice']}", "; ".join(missed))
    console.print(table)
    console.print(f"{found['solved']} of {found['problems']} solved.")
