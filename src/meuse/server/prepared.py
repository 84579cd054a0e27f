"""Drawings made ahead: maps, and the pictures on the front page. `python -m meuse.server.prepared` makes them.

Each file is named by a fingerprint of what it was made from, so an old one is never shown; what is missing is made when
it is first asked for, which takes a few seconds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import msgspec

import meuse
from meuse.bots import bot
from meuse.counters import SIDES
from meuse.drawing import THEMES, Theme, draw
from meuse.drawing.vignette import vignette
from meuse.game import Game
from meuse.server import errors, reference

SHEETS = Path(str(files("meuse.server").joinpath("sheets")))
SOURCES = ("drawing/*.py", "drawing/*.css", "hexes.py", "hexmap.py", "mapfile.py", "server/reference.py")
"""Parts of the program that decide what a drawing looks like."""

SHAPES = {"card": ((520, 300), 7.5), "wide": ((1100, 300), 17.0)}
"""Pictures of a game: their size in pixels, and how many hexes they are wide."""

FEW, ENOUGH = 5, 400
"""Units that each side must have on the map to make a picture, and orders given to get there."""


class Wanted(msgspec.Struct, frozen=True):
    """Something drawn: the map of a scenario (`svg`), its facts (`json`), or a picture of the game in a theme."""

    game: str
    what: str
    """A scenario, or the shape of a picture."""
    form: str
    """svg, json, or the theme of a picture."""

    @property
    def path(self) -> Path:
        suffix = self.form if self.form in MAKERS else f"{self.form}.png"
        return SHEETS / f"{self.game}-{self.what}-{_fingerprint(self.game)}.{suffix}"


def map_of(game: str, scenario: str, form: str) -> Wanted:
    """The map of a scenario; raises ServiceError."""
    return Wanted(game, reference.scenario_of(game, scenario), form)


def picture_of(game: str, shape: str, theme: str) -> Wanted:
    """A picture of a game; raises ServiceError."""
    reference.book(game)
    if shape not in SHAPES or theme not in THEMES:
        raise errors.bad_request(f"A picture is {' or '.join(SHAPES)}, {' or '.join(THEMES)}.")
    return Wanted(game, shape, theme)


def get(wanted: Wanted) -> bytes | None:
    """What was made ahead, if it was."""
    path = wanted.path
    return path.read_bytes() if path.is_file() else None


def make(wanted: Wanted) -> bytes:
    """Draw, and keep it for the next time if the program's folder can be written to."""
    made = MAKERS.get(wanted.form, _picture)(wanted)
    try:
        SHEETS.mkdir(exist_ok=True)
        wanted.path.write_bytes(made)
    except OSError:
        pass  # installed for all by somebody else: it is drawn again after the next start
    return made


def everything() -> Iterator[Wanted]:
    """All that is ever asked for."""
    for game in reference.games():
        for scenario in game.scenarios:
            yield from (Wanted(game.id, scenario.id, form) for form in MAKERS)
        yield from (Wanted(game.id, shape, theme) for shape in SHAPES for theme in THEMES)


def opening(game_id: str) -> Game:
    """A game with both armies on the map, set up by bots if need be."""
    best = reference.bots_of(game_id)[0]
    game, players = meuse.new(game_id, seed=1940), {side: bot(best, 1940) for side in SIDES}
    while min(_on_map(game)) < FEW and len(game.journal) < ENOUGH:
        side = game.decision.side
        game.play(players[side].choose(game.seat(side)), side)
    return game


def _on_map(game: Game) -> tuple[int, ...]:
    g = game.state
    return tuple(sum(h >= 0 and g.scenario.side_of[u] is side for u, h in enumerate(g.hex_of)) for side in SIDES)


def _svg(wanted: Wanted) -> bytes:
    return draw(reference.hex_map(wanted.game, wanted.what)).encode()


def _json(wanted: Wanted) -> bytes:
    return msgspec.json.encode(reference.map_facts(reference.hex_map(wanted.game, wanted.what)))


def _picture(wanted: Wanted) -> bytes:
    themes: dict[str, Theme] = {theme: theme for theme in THEMES}
    return vignette(_opening(wanted.game), themes[wanted.form], *SHAPES[wanted.what])


MAKERS: dict[str, Callable[[Wanted], bytes]] = {"svg": _svg, "json": _json}


@lru_cache(maxsize=2)
def _opening(game_id: str) -> Game:
    return opening(game_id)


@lru_cache(maxsize=32)
def _fingerprint(game: str) -> str:
    """Of everything a drawing of this game is made from."""
    package, data = Path(str(files("meuse"))), meuse.rule_book(game).data
    paths = [*(path for pattern in SOURCES for path in package.glob(pattern)), *data.glob("*.toml")]
    found = hashlib.blake2b(digest_size=6)
    for path in sorted(paths):
        if path.name != "rules.toml":
            found.update(path.read_bytes())
    return found.hexdigest()


def main() -> None:
    """Make what is missing, and throw away what is out of date."""
    wanted = list(everything())
    for one in wanted:
        if get(one) is None:
            print(make(one) and one.path.name)
    current = {one.path for one in wanted}
    for path in SHEETS.iterdir():
        if path not in current:
            path.unlink()


if __name__ == "__main__":
    main()
