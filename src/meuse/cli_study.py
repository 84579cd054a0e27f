"""`meuse study`: many games by a plan, and a report of what they show."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import meuse
from meuse.cli_many import JobsOption, RayOption, WithOption, followed, import_all
from meuse.report import count

console = Console(soft_wrap=True)


def study(
    plan: Annotated[str, typer.Argument(help="a plan (a TOML file), or a game: then the study that it ships with")],
    out: Annotated[
        Path | None, typer.Option(help="the folder for games and report; named after the plan if you name none")
    ] = None,
    jobs: JobsOption = 1,
    ray: RayOption = None,
    games: Annotated[int | None, typer.Option(help="at most so many games, whatever the plan says")] = None,
    own: WithOption = None,
) -> None:
    """Play the games of a plan, and write a report with tables and maps. An interrupted study is continued."""
    from meuse.lab.study.files import write_all
    from meuse.lab.study.plan import read_plan, ready_plan, with_most
    from meuse.lab.study.run import run
    from meuse.lab.workers import workers

    import_all(own)
    asked = read_plan(ready_plan(plan) if plan in meuse.GAMES else Path(plan))
    asked = asked if games is None else with_most(asked, games)
    folder = out or Path(Path(plan).stem)
    folder.mkdir(parents=True, exist_ok=True)
    found = list(followed(run(asked, workers(jobs, ray), folder), "playing", asked.most))
    written = write_all(asked, found, folder)
    errors = [f"seed {one.played.seed}: {one.played.error}" for one in found if one.played.error]
    console.print(f"{asked.title}: {count(len(found), 'game')}", style="bold", highlight=False)
    for path, what in written.items():
        console.print(f"{path}: {what}", highlight=False)
    for error in errors:
        console.print(error, style="red", highlight=False, markup=False)
    raise typer.Exit(1 if errors else 0)
