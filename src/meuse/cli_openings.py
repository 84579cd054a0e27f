"""`meuse openings`: which plan, style and weights a general should begin with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.console import Console

import meuse
from meuse.counters import SideWord
from meuse.report import count

if TYPE_CHECKING:  # the lab is loaded when it is needed
    from meuse.lab.openings import Opening, Round

console = Console()
progress = Console(stderr=True)


def openings(
    game: str,
    scenario: Annotated[str | None, typer.Option(help="the first scenario if none is named")] = None,
    side: Annotated[SideWord | None, typer.Option(help="both sides if none is named")] = None,
    games: Annotated[int, typer.Option(help="how many games are played to find one, for each side")] = 400,
    test: Annotated[int, typer.Option(help="in how many games it then meets the staff's own plan")] = 40,
    seed: Annotated[int, typer.Option(help="the seed of it all")] = 1,
    jobs: Annotated[int, typer.Option(help="games played at the same time")] = 1,
    out: Annotated[Path | None, typer.Option(help="the file to write; these sides in it are replaced")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Play a side's plans, in other styles and with other weights, and keep the one that does best."""
    from meuse.lab.openings import Quest, Round, found, write

    chosen = meuse.rule_book(game).checked_scenario(scenario)
    kept: dict[SideWord, Opening] = {}
    for word in (side,) if side else tuple(each.word for each in meuse.SIDES):
        quest = Quest(game=game, scenario=chosen, side=word, games=games, test=test, seed=seed, jobs=jobs)
        for step in found(quest):
            if isinstance(step, Round):
                _tell(word, step)
            else:
                kept[word] = step
    if out is not None:
        write(out, {chosen: kept})
    if as_json:
        typer.echo(json.dumps({"game": game, "scenario": chosen, "openings": msgspec.to_builtins(kept)}))
        return
    for word, opening in kept.items():
        console.print(f"{game} {chosen}, {word}: {_words(opening)}")


def _tell(word: str, step: Round) -> None:
    names = ", ".join(f"{_name(opening)} {share:.2f}" for opening, share in step.left)
    progress.print(f"{word}: {names}", highlight=False)


def _words(opening: Opening) -> str:
    """What was found, and how certain that is."""
    own = f"{100 * opening.points:.0f} % of the points in {count(opening.games, 'game')}"
    return f"{_name(opening)}, {own}; the staff's own plan {100 * opening.usual:.0f} %"


def _name(opening: Opening) -> str:
    weights = f" ~{len(opening.weights)}" if opening.weights else ""
    return opening.plan + (f" + {opening.style}" if opening.style else "") + weights
