"""The games, by id; each is imported only when it is played.

Games from elsewhere are found in the folders that the environment variable MEUSE_GAMES names: a game is a folder with
`data/rules.toml` in it, and is imported as if it lay here. An installed package offers games by entry points of the
group `meuse.games`, each naming the module of a game. MEUSE_TABLES names a folder with players' own tables, in a folder
for each game. MEUSE_VARIANTS names a folder with variants, each in a folder of its own.
"""

from __future__ import annotations

import os
from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from meuse.overlay import BadTables
from meuse.owntables import read_tables, read_variant, with_tables
from meuse.rulebook import RuleBook
from meuse.variantfiles import HEAD, BadVariant, Variant

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


def rule_book(game_id: str, scenario: str | None = None) -> RuleBook:
    """The rule book of a game, on the players' own tables if there are any; raises UnknownGame.

    With a variant's id as its scenario it is the book of that variant.
    """
    book = printed_book(game_id)
    if (variant := variants().get((game_id, scenario or ""))) is not None:
        return with_tables(book, variant.files)
    own = Path(os.environ.get("MEUSE_TABLES", "")) / game_id
    return with_tables(book, read_tables(book, own)) if "MEUSE_TABLES" in os.environ and own.is_dir() else book


def variants() -> dict[tuple[str, str], Variant]:
    """The variants in the folder that MEUSE_VARIANTS names, by game and id; raises BadVariant."""
    folder = os.environ.get("MEUSE_VARIANTS", "")
    return _variants_in(Path(folder)) if folder else {}


@lru_cache(maxsize=4)
def _variants_in(folder: Path) -> dict[tuple[str, str], Variant]:
    """Read once, and each laid over its game, so that a fault is told before anybody plays it."""
    if not folder.is_dir():
        raise BadVariant(f"{folder} is not a folder")
    found: dict[tuple[str, str], Variant] = {}
    for head in sorted(folder.glob(f"*/{HEAD}")):
        try:
            variant = read_variant(head.parent)
            if (variant.game, variant.id) in found:
                raise BadVariant(f"{HEAD}, id: another folder has {variant.id!r}, too; choose another id")
            with_tables(printed_book(variant.game), variant.files)
        except (BadTables, UnknownGame) as error:
            raise BadVariant(f"{head.parent.name}: {error}") from error
        found[variant.game, variant.id] = variant
    if not found:
        raise BadVariant(f"{folder} has no variants: each is a folder in it with a file {HEAD}")
    return found


def printed_book(game_id: str) -> RuleBook:
    """The rule book of a game on its own tables; raises UnknownGame."""
    if game_id not in GAMES:
        raise UnknownGame(f"there is no game {game_id!r}; there are {', '.join(GAMES)}")
    point = INSTALLED.get(game_id)
    book: RuleBook = (point.load() if point else import_module(f"meuse.games.{game_id}")).RULE_BOOK
    return book
