"""`meuse ladder`: bots against each other."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

import meuse
from meuse.audit import KINDS
from meuse.report import count

console = Console()
progress = Console(stderr=True)


def ladder(
    game: str,
    bots: Annotated[str, typer.Option(help="two or more bots, separated by commas")] = "staff,random",
    scenario: Annotated[str | None, typer.Option(help="the first scenario if none is named")] = None,
    games: Annotated[int, typer.Option(help="how many games each pair plays, half of them on each side")] = 20,
    seed: Annotated[int, typer.Option(help="the seed of the first two games")] = 1,
    jobs: Annotated[int, typer.Option(help="games played at the same time")] = 1,
    keep: Annotated[Path | None, typer.Option(help="a file that stores the games, to continue later")] = None,
    decide: Annotated[
        str | None,
        typer.Option(help="two shares of points, LOW,HIGH: stop when one is far likelier for the first"),
    ] = None,
    budget: Annotated[int | None, typer.Option(help="evaluations a turn, for bots that search: general")] = None,
    audit: Annotated[bool, typer.Option("--audit", help="count the blunders of each bot, too")] = False,
    own: Annotated[
        list[str] | None, typer.Option("--with", help="a module to import first, which registers bots of your own")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Let bots play each other on the same seeds from both sides, and rate them."""
    from meuse.lab.ladder import Ladder, climb, summary

    for module in own or ():
        import_module(module)
    names = tuple(name.strip() for name in bots.split(","))
    for name in names:
        meuse.bot(name)  # an unknown one is told before the first game
    asked = Ladder(
        game=game,
        scenario=meuse.rule_book(game, scenario).checked_scenario(scenario),
        bots=names,
        games=games,
        seed=seed,
        jobs=jobs,
        keep=keep,
        decide=_shares(decide),
        budget=budget,
        audit=audit,
    )
    pairs = len(names) * (len(names) - 1) // 2 * ((games + 1) // 2)
    found = summary(asked, list(track(climb(asked), "playing", pairs, console=progress)))
    if as_json:
        typer.echo(json.dumps(found))
    else:
        _show(found)
    raise typer.Exit(1 if found["errors"] else 0)


def _shares(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        low, high = (float(word) for word in text.split(","))
    except ValueError as error:
        raise ValueError(f"--decide takes two shares such as 0.5,0.6, not {text!r}") from error
    if not 0 < low < high < 1:
        raise ValueError(f"--decide takes a smaller and a greater share between 0 and 1, not {text!r}")
    return low, high


def _show(found: dict[str, Any]) -> None:
    table = Table(
        "bot", "points", "95 % between", "as German", "as Allied", "Elo", "between",
        title=f"{found['game']} {found['scenario']}: {count(found['games'], 'game')}",
    )  # fmt: skip
    for bot, share in sorted(found["points"].items(), key=lambda item: -(item[1] or 0)):
        rating, low, high = found["elo"][bot]
        table.add_row(
            bot,
            _percent(share),
            " to ".join(map(_percent, found["between"][bot])),
            _percent(found["sides"][bot]["german"]),
            _percent(found["sides"][bot]["allied"]),
            str(rating),
            f"{low} to {high}",
        )
    console.print(table)
    if "verdict" in found:
        console.print(f"Verdict: {found['verdict']}.")
    if "audit" in found:
        _show_audit(found["audit"])
    for error in found["errors"]:
        console.print(error, style="red", highlight=False, markup=False)


def _show_audit(found: dict[str, Any]) -> None:
    """The blunders of each bot in a game, and of these the punished ones."""
    table = Table("blunder", *found, title="blunders a game, and how many of them were punished")
    for kind in KINDS:
        cells = (f"{bot['blunders'][kind]:.2f} ({bot['punished'][kind]:.2f})" for bot in found.values())
        table.add_row(kind, *cells)
    console.print(table)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"
