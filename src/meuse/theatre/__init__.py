"""One geographic model of north-west Europe in May 1940, laid under the grids of all games.

`build` makes a map from its sheet and the model; the result is committed with its game, at `map_path`, together with
the maps cut out of it (`cuts`). `check` builds all maps again and says which of the committed ones are not up to date.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import msgspec

from meuse.mapfile import MapFile, write
from meuse.report import count
from meuse.theatre.builder import BadBuild, build_map
from meuse.theatre.cuts import cuts_of
from meuse.theatre.model import BadLayer
from meuse.theatre.sheet import BadSheet, read_sheet, sheet_names

__all__ = ["BadBuild", "BadLayer", "BadSheet", "Stale", "build", "check", "check_map", "files_of", "map_path", "maps"]


class Stale(msgspec.Struct, frozen=True):
    """A committed map that differs from the one just built; `difference` is the first line that does."""

    map_id: str
    difference: str


def maps() -> list[str]:
    """The ids of all maps."""
    return sheet_names()


def map_path(map_id: str) -> Path:
    """Where the map is committed with its game."""
    sheet = read_sheet(map_id)
    return Path(str(files("meuse.games"))) / sheet.game / "data" / sheet.file


def build(map_id: str) -> MapFile:
    """The map, built and checked; raises BadSheet, BadLayer or BadBuild."""
    return build_map(map_id)


def check() -> list[Stale]:
    """The maps whose committed file is not what would be built now."""
    return [stale for map_id in maps() if (stale := check_map(map_id))]


def check_map(map_id: str) -> Stale | None:
    """How the committed map, or a cut of it, differs from the one that would be built now; None if it does not."""
    for path, made in files_of(map_id, build(map_id)).items():
        if not path.exists():
            return Stale(made.id, f"{path.name} is missing")
        built, committed = write(made), path.read_text(encoding="utf-8")
        if built != committed:
            return Stale(made.id, next(_differences(committed, built)))
    return None


def files_of(map_id: str, made: MapFile) -> dict[Path, MapFile]:
    """What is committed of a map: the map itself, and the cuts of it with their own games."""
    games = Path(str(files("meuse.games")))
    return {map_path(map_id): made} | {games / c.game / "data" / "map.toml": c.of(made) for c in cuts_of(map_id)}


def _differences(committed: str, built: str) -> Iterator[str]:
    old, new = committed.split("\n"), built.split("\n")
    for number, (was, now) in enumerate(zip(old, new, strict=False), 1):
        if was != now:
            yield f"line {number}: committed {was.strip()!r}, built {now.strip()!r}"
    yield f"committed {count(len(old), 'line')}, built {count(len(new), 'line')}"
