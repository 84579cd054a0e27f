"""The command line: `meuse --help`."""

from __future__ import annotations

import typer

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Five board wargames on the campaign of May 1940.")


@app.callback()
def main() -> None:
    """Five board wargames on the campaign of May 1940."""
