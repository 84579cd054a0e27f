"""`meuse tune`: better weights for a game's staff, by self-play."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

import meuse
from meuse.cli_many import JobsOption, KeepOption, RayOption, followed
from meuse.report import count

if TYPE_CHECKING:  # the lab is loaded when it is needed
    from meuse.lab.tuning import Tuned

console = Console()


def tune(
    game: str,
    weights: Annotated[
        str | None, typer.Option(help="the weights to move, separated by commas; all with bounds")
    ] = None,
    scenario: Annotated[str | None, typer.Option(help="the first scenario if none is named")] = None,
    games: Annotated[int, typer.Option(help="how many games are played to find them")] = 20,
    test: Annotated[int, typer.Option(help="how many games the tuned staff plays against the staff")] = 20,
    seed: Annotated[int, typer.Option(help="the seed of it all")] = 1,
    pairs: Annotated[int, typer.Option(help="pairs of games in a round: the more, the more can play side by side")] = 1,
    jobs: JobsOption = 1,
    ray: RayOption = None,
    keep: KeepOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Move the weights of a game's advice by self-play, and tell what that gained against the staff as it is."""
    from meuse.lab.tuning import Tuned, Tuning, movable, tuned
    from meuse.lab.workers import workers

    asked = Tuning(
        game=game,
        scenario=meuse.rule_book(game, scenario).checked_scenario(scenario),
        weights=tuple(name.strip() for name in weights.split(",")) if weights else (),
        rounds=max(1, games // (2 * pairs)),
        pairs=pairs,
        test=max(1, test // 2),
        seed=seed,
    )
    movable(asked)  # what cannot be tuned is told before the first game
    *_, found = followed(tuned(asked, workers(jobs, ray), keep), "rounds", asked.rounds + 1)
    assert isinstance(found, Tuned)
    if as_json:
        typer.echo(json.dumps(msgspec.to_builtins(found)))
    else:
        _show(found)


def _show(found: Tuned) -> None:
    table = Table("weight", "before", "after", title=f"{found.game} {found.scenario}: {count(found.games, 'game')}")
    for name, before in found.before.items():
        table.add_row(name, f"{before:g}", f"{found.after[name]:g}")
    console.print(table)
    low, high = found.between
    console.print(
        f"Against the staff as it is: {100 * found.points:.1f} % of the points in {count(found.tested, 'game')}, "
        f"95 % between {100 * low:.1f} % and {100 * high:.1f} %."
    )
