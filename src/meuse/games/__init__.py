"""The games, by id; each is imported only when it is played.

Games from elsewhere are found in the folders that the environment variable MEUSE_GAMES names: a game is a folder with
`data/rules.toml` in it, and is imported as if it lay here. An installed package offers games by entry points of the
group `meuse.games`, each naming the module of a game. MEUSE_TABLES names a folder with players' own tables, in a folder
for each game.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from meuse.owntables import read_tables, with_tables
from meuse.rulebook import RuleBook

OWN = ("skirmish", "gdw1940", "france40", "caseyellow", "manstein", "planjaune")
FOLDERS = [Path(folder).resolve() for folder in os.environ.get("MEUSE_GAMES", "").split(os.pathsep) if folder]
__path__ += [str(folder) for folder in FOLDERS]

INSTALLED: dict[str, EntryPoint] = {point.name: point for point in entry_points(group="meuse.games")}

GAMES = (
    *OWN,
    *sorted(INSTALLED),
    *sorted({ledger.parts[-3] for folder in FOLDERS for ledger in folder.glob("*/data/rules.toml")}),
)


class UnknownGame(ValueError):
    """An id that no game has."""


def rule_book(game_id: str) -> RuleBook:
    """The rule book of a game, on the players' own tables if there are any; raises UnknownGame."""
    book = printed_book(game_id)
    own = Path(os.environ.get("MEUSE_TABLES", "")) / game_id
    return with_tables(book, read_tables(book, own)) if "MEUSE_TABLES" in os.environ and own.is_dir() else book


def printed_book(game_id: str) -> RuleBook:
    """The rule book of a game on its own tables; raises UnknownGame."""
    if game_id not in GAMES:
        raise UnknownGame(f"there is no game {game_id!r}; there are {', '.join(GAMES)}")
    point = INSTALLED.get(game_id)
    book: RuleBook = (point.load() if point else import_module(f"meuse.games.{game_id}")).RULE_BOOK
    return book
