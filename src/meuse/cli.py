"""The command line: `meuse --help`."""

from __future__ import annotations

import typer

from meuse import cli_maps

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Five board wargames on the campaign of May 1940.")
app.add_typer(cli_maps.app, name="maps")


@app.callback()
def main() -> None:
    """Five board wargames on the campaign of May 1940."""
