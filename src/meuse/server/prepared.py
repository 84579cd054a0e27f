"""What is made ahead: the list of games, maps, pictures for the front page. `python -m meuse.server.prepared` makes it.

Each file is named by a fingerprint of what it was made from, so an old one is never shown; what is missing is made when
it is first asked for, which takes a few seconds.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import msgspec

import meuse
import meuse.games
from meuse.counters import SIDES
from meuse.drawing import THEMES, Theme, draw
from meuse.drawing.vignette import vignette
from meuse.game import Game
from meuse.opponents import bot
from meuse.server import errors, reference
from meuse.server.study.problems import cards

SHEETS = Path(str(files("meuse.server").joinpath("sheets")))
SOURCES = (
    "drawing/*.py",
    "drawing/*.css",
    "guide.py",
    "hexes.py",
    "hexmap.py",
    "mapfile.py",
    "problems*.py",
    "server/reference.py",
    "server/study/problems.py",
    "opponents/__init__.py",
)
"""Parts of the program that decide what is made."""

SHAPES = {"card": ((520, 300), 7.5), "wide": ((1100, 300), 17.0)}
"""Pictures of a game: their size in pixels, and how many hexes they are wide."""

FEW, ENOUGH = 5, 400
"""Units that each side must have on the map to make a picture, and orders given to get there."""


class Wanted(msgspec.Struct, frozen=True):
    """The map of a scenario (`svg`), its facts (`json`), a picture of a game in a theme, or the list of games."""

    game: str
    what: str
    """A scenario, or the shape of a picture."""
    form: str
    """svg, json, or the theme of a picture."""

    @property
    def path(self) -> Path:
        suffix = self.form if self.form in MAKERS else f"{self.form}.png"
        return SHEETS / f"{self.game}-{self.what}-{_fingerprint(self.game)}.{suffix}"


GAMES = Wanted("all", "games", "list")
"""What the front page asks for first."""

PROBLEMS = Wanted("all", "problems", "cards")
"""The problems of all games."""


def map_of(game: str, scenario: str, form: str) -> Wanted:
    """The map of a scenario; raises ServiceError."""
    reference.scenario_of(game, scenario)
    return Wanted(game, reference.book(game, scenario).base or scenario, form)


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
    if wanted == GAMES and len(reference.games()) < len(meuse.GAMES):
        return made  # one cannot be opened now, and may be whole again before anything that is compared has changed
    try:
        SHEETS.mkdir(exist_ok=True)
        draft = wanted.path.with_suffix(f".{os.getpid()}")
        draft.write_bytes(made)
        draft.replace(wanted.path)  # whoever reads meanwhile sees all of it or nothing
    except OSError:
        pass  # installed for all by somebody else: it is drawn again after the next start
    return made


def everything() -> Iterator[Wanted]:
    """All that is ever asked for."""
    yield from (GAMES, PROBLEMS)
    for game in reference.games():
        for scenario in game.scenarios:
            yield from (map_of(game.id, scenario.id, form) for form in MAPS)
        yield from (Wanted(game.id, shape, theme) for shape in SHAPES for theme in THEMES)


def opening(game_id: str) -> Game:
    """A game with both armies on the map, set up by bots if need be."""
    best = "staff" if meuse.rule_book(game_id).advice is not None else "random"
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


def _list(_: Wanted) -> bytes:
    return msgspec.json.encode(reference.games())


def _cards(_: Wanted) -> bytes:
    return msgspec.json.encode(cards(tuple(meuse.GAMES)))


MAPS = ("svg", "json")
MAKERS: dict[str, Callable[[Wanted], bytes]] = {"svg": _svg, "json": _json, "list": _list, "cards": _cards}


@lru_cache(maxsize=2)
def _opening(game_id: str) -> Game:
    return opening(game_id)


@lru_cache(maxsize=1)
def drawn_by() -> str:
    """A fingerprint of what decides how positions are drawn."""
    package = Path(str(files("meuse")))
    found = hashlib.blake2b(digest_size=6)
    for path in sorted(package.glob("drawing/*")):
        found.update(path.read_bytes() if path.is_file() else b"")
    return found.hexdigest()


@lru_cache(maxsize=32)
def _fingerprint(game: str) -> str:
    """Of everything that is used to make something of this game."""
    package = Path(str(files("meuse")))
    paths = [path for pattern in SOURCES for path in package.glob(pattern)]
    paths += list(_facts() if game == GAMES.game else _drawn(game))
    found = hashlib.blake2b(digest_size=6)
    for path in sorted(paths):
        found.update(path.read_bytes())
    if game == GAMES.game:
        found.update(msgspec.json.encode(list(meuse.variants().values())))
    return found.hexdigest()


def _drawn(game: str) -> list[Path]:
    """The tables of a game, without the words of its rules."""
    return meuse.rule_book(game).figure_files()


def _facts() -> Iterator[Path]:
    """What the list of games is made from, found without opening any of them."""
    for folder in (Path(root) / game for root in meuse.games.__path__ for game in meuse.GAMES):
        yield from (*folder.glob("data/*.toml"), *folder.glob("__init__.py"), *folder.glob("advice.py"))
        yield from folder.glob("guide.toml")


def main() -> None:
    """Make what is missing, and throw away what is out of date."""
    wanted = list(everything())
    for one in wanted:
        if get(one) is None:
            print(make(one) and one.path.name)
    current = {one.path for one in wanted}
    for path in SHEETS.iterdir():
        if path not in current and not path.name.startswith(("problem-", "example-")):
            path.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
