"""`meuse lookahead`: what it costs to play plans out, and how well that tells them apart."""

from __future__ import annotations

import json
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

import meuse

console = Console()


def lookahead(
    game: str,
    scenario: Annotated[str | None, typer.Option(help="the first scenario if none is named")] = None,
    positions: Annotated[int, typer.Option(help="how many positions of a game are looked at")] = 4,
    plans: Annotated[int, typer.Option(help="how many plans are compared in each, at the most")] = 5,
    boards: Annotated[int, typer.Option(help="on how many boards each is played out")] = 6,
    seed: Annotated[int, typer.Option(help="the seed of the game")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Play plans out as `general` does, and thoroughly: what it costs, how noisy it is, whether both agree."""
    from meuse.lab.lookahead import compared

    chosen = meuse.rule_book(game, scenario).checked_scenario(scenario)
    found = compared(game, chosen, positions, plans, boards, seed)
    if as_json:
        typer.echo(json.dumps({"game": game, "scenario": chosen, "ways": msgspec.to_builtins(found)}))
        return
    table = Table("played out by", "seconds", "of the dearest", "noise", "agreement", title=f"{game} {chosen}")
    for look in found:
        share = look.seconds / max(1e-9, found[0].seconds)
        table.add_row(look.way, f"{look.seconds:.3f}", f"{share:.2f}", f"{look.noise:.3f}", f"{look.agreement:+.2f}")
    console.print(table)
