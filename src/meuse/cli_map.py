"""`meuse map`: a game's map as a picture."""

from __future__ import annotations

from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from meuse import drawing
from meuse.hexmap import HexMap, load_map


class NoSuchMap(ValueError):
    """A game or scenario without a map."""


def map(
    game: Annotated[str, typer.Argument(help="Id of the game, such as gdw1940.")],
    out: Annotated[Path, typer.Option(help="File to write: .svg or .png.")],
    scenario: Annotated[str, typer.Option(help="For a game with several maps: whose map.")] = "",
    theme: Annotated[drawing.Theme, typer.Option(help="Colours of the drawing.")] = "light",
    width: Annotated[int | None, typer.Option(min=100, max=20000, help="Width of a PNG, in pixels.")] = None,
) -> None:
    """Draw the map of a game as SVG or PNG."""
    hexmap = game_map(game, scenario)
    if out.suffix == ".svg":
        out.write_text(drawing.page(hexmap, theme), encoding="utf-8")
    elif out.suffix == ".png":
        out.write_bytes(drawing.png(hexmap, theme, width))
    else:
        raise ValueError(f"cannot write {out.name!r}: the name of the picture must end in .svg or .png")
    Console(soft_wrap=True).print(f"{hexmap.title}: {out}", highlight=False)


def game_map(game: str, scenario: str) -> HexMap:
    """The map of a game. A game with one map has it for all its scenarios."""
    found = _maps(game)
    if not found:
        raise NoSuchMap(f"there is no map of a game {game!r}; there are maps of {', '.join(_games())}")
    if scenario not in found and "" not in found:
        asked = f"has no map for scenario {scenario!r}" if scenario else "has several maps"
        raise NoSuchMap(f"{game} {asked}; give --scenario {' or '.join(sorted(found))}")
    with as_file(found.get(scenario) or found[""]) as path:
        return load_map(path)


def _maps(game: str) -> dict[str, Traversable]:
    """The map files of a game by scenario; "" is the map of all scenarios without one of their own."""
    data = files("meuse.games").joinpath(game, "data")
    if not data.is_dir():
        return {}
    names = sorted(
        entry.name for entry in data.iterdir() if entry.name.startswith("map") and entry.name.endswith(".toml")
    )
    return {name.removeprefix("map").removesuffix(".toml").lstrip("-"): data.joinpath(name) for name in names}


def _games() -> list[str]:
    folders = files("meuse.games").iterdir()
    return sorted(folder.name for folder in folders if folder.is_dir() and _maps(folder.name))
