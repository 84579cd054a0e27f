"""`meuse value`: learns what positions of a game are worth, from games of opponents against each other."""

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
from meuse.report import count
from meuse.value import FEATURES, Value

console = Console()
progress = Console(stderr=True)


def value(
    game: str,
    scenario: Annotated[str | None, typer.Option(help="the first scenario if none is named")] = None,
    games: Annotated[int, typer.Option(help="how many games are played to learn from")] = 100,
    seed: Annotated[int, typer.Option(help="the seed of the first game")] = 1,
    jobs: Annotated[int, typer.Option(help="games played at the same time")] = 1,
    out: Annotated[Path | None, typer.Option(help="the file to write; the scenario's table in it is replaced")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Play games, learn from them how likely each side is to win from a position, and check it on other games."""
    from meuse.lab.learning import learn, write
    from meuse.lab.selfplay import sampled

    chosen = meuse.rule_book(game, scenario).checked_scenario(scenario)
    played = track(sampled(game, chosen, games, seed, jobs), "playing", games, console=progress)
    found = learn([sample for samples in played for sample in samples])
    if out is not None:
        write(out, {chosen: found}, "Chances to win, learnt from games of opponents: meuse value GAME --out FILE")
    if as_json:
        typer.echo(json.dumps({"game": game, "scenario": chosen, **_facts(found)}))
    else:
        _show(f"{game} {chosen}", found)


def _facts(found: Value) -> dict[str, Any]:
    facts: dict[str, Any] = msgspec.to_builtins(found)
    return facts


def _show(title: str, found: Value) -> None:
    table = Table("feature", "what it is", "mean", "weight", title=f"{title}: the German side's chance to win")
    for name, row in found.features.items():
        table.add_row(name, FEATURES[name], f"{row.mean:.2f}", f"{row.weight:+.2f}")
    console.print(table)
    bins = Table("chance given", "games won", "positions", title="on games it was not learnt from")
    for bin in found.calibration:
        bins.add_row(f"{100 * bin.told:.0f} %", f"{100 * bin.came:.0f} %", str(bin.positions))
    console.print(bins)
    console.print(
        f"{count(found.games, 'game')}, {count(found.positions, 'position')}. Log loss {found.log_loss:.3f}; "
        f"{found.base_loss:.3f} for one who only knows how often each side wins."
    )
