"""What the commands that play many games have in common: where they are played, and how far they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text
from typer.core import TyperCommand

Item = TypeVar("Item")

LOCAL = "local"

JobsOption = Annotated[int, typer.Option(help="games played at the same time, by processes of this machine")]
RayOption = Annotated[
    str | None,
    typer.Option(
        metavar="[ADDRESS]",
        help="play on a Ray cluster: the one at this address, or without one on a cluster of this machine alone",
    ),
]
KeepOption = Annotated[
    Path | None, typer.Option(help="a file that stores what has been played, to continue an interrupted run")
]
WithOption = Annotated[
    list[str] | None, typer.Option("--with", help="a module to import first, which registers bots of your own")
]


class OnCluster(TyperCommand):
    """A command with `--ray [ADDRESS]`: the address may be left out."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, spelled_out(args))


def spelled_out(words: list[str]) -> list[str]:
    """The words of a command with the address that `--ray` alone stands for.

    >>> spelled_out(["--ray", "skirmish"]), spelled_out(["--ray", "auto"])
    (['--ray', 'local', 'skirmish'], ['--ray', 'auto'])
    """
    found: list[str] = []
    for word, after in zip(words, [*words[1:], ""], strict=True):
        found += [word, LOCAL] if word == "--ray" and not _is_address(after) else [word]
    return found


def import_all(modules: Iterable[str] | None) -> None:
    """Import modules that register bots of somebody's own."""
    for module in modules or ():
        import_module(module)


def followed(items: Iterable[Item], what: str, total: int) -> Iterator[Item]:
    """The items, with a bar on the error output: how many there are, how many a minute, how long it still takes."""
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn(),
        console=Console(stderr=True),
    ) as bar:  # fmt: skip
        yield from bar.track(items, total, description=what)


class _Rate(ProgressColumn):
    """How many games a minute are over."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{60 * speed:,.0f} a minute")


def _is_address(word: str) -> bool:
    """Whether a word is an address of a cluster, and not whatever follows on a command line."""
    return word in (LOCAL, "auto") or (":" in word and not word.startswith("-"))
