"""Damages saved games, positions, tables and snapshots for as long as one likes, and prints every fault.

python -m tests.damage --count 5000                all kinds, all games
python -m tests.damage gdw1940 --kind position --seed 7
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import typer

import meuse
from kits.damage import KINDS, MEGABYTES, run


def main(game: str = "", kind: str = "", seed: int = 1, count: int = 200) -> None:
    faults, grown = 0, 0.0
    for one in [game] if game else meuse.GAMES:
        for what in [kind] if kind else KINDS:
            found = run(what, one, seed, count)
            typer.echo(f"{one} {what}: {found.refused} refused, {found.taken} taken, {found.grown:.0f} MB more")
            for fault in found.faults:
                typer.echo(f"  {fault.number}: {fault.what}")
            faults, grown = faults + len(found.faults), max(grown, found.grown)
    raise typer.Exit(1 if faults or grown > MEGABYTES else 0)


if __name__ == "__main__":
    typer.run(main)
