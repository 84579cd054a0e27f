"""The command line: `meuse --help`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import meuse
from meuse import (
    cli_admin,
    cli_analyse,
    cli_audit,
    cli_ladder,
    cli_lookahead,
    cli_many,
    cli_map,
    cli_maps,
    cli_openings,
    cli_play,
    cli_problems,
    cli_rules,
    cli_serve,
    cli_study,
    cli_tables,
    cli_tune,
    cli_value,
)

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Five board wargames on the campaign of May 1940.")
app.add_typer(cli_maps.app, name="maps")
app.add_typer(cli_admin.app, name="admin")
for command in (
    cli_map.map,
    cli_play.games,
    cli_play.new,
    cli_play.replay,
    cli_play.verify,
    cli_play.bench,
    cli_ladder.ladder,
    cli_audit.audit,
    cli_analyse.analyse,
    cli_problems.problems,
    cli_value.value,
    cli_lookahead.lookahead,
    cli_openings.openings,
    cli_rules.rules,
    cli_tables.tables,
    cli_serve.serve,
    cli_serve.play,
):
    app.command()(command)
for on_cluster in (cli_play.sim, cli_study.study, cli_tune.tune):
    app.command(cls=cli_many.OnCluster)(on_cluster)


@app.callback()
def main(
    data: Annotated[Path | None, typer.Option(help="a folder with your own tables, one subfolder per game")] = None,
    variants: Annotated[Path | None, typer.Option(help="a folder with variants, each in a folder of its own")] = None,
) -> None:
    """Five board wargames on the campaign of May 1940."""
    if variants is not None:
        os.environ["MEUSE_VARIANTS"] = str(variants.resolve())
        meuse.variants()  # what is wrong with one is told at once
    if data is not None:
        cli_tables.must_hold_tables(data)
        os.environ["MEUSE_TABLES"] = str(data.resolve())


def run() -> None:
    """Run the command line; what a person can mend is said in one line, without a traceback."""
    try:
        app()
    except (ValueError, OSError) as error:
        Console(stderr=True, soft_wrap=True).print(f"meuse: {error}", style="red", highlight=False, markup=False)
        sys.exit(2)
