"""The games, by id; each is imported only when it is played."""

from __future__ import annotations

from importlib import import_module

from meuse.rulebook import RuleBook

GAMES = ("skirmish", "gdw1940")


class UnknownGame(ValueError):
    """An id that no game has."""


def rule_book(game_id: str) -> RuleBook:
    """The rule book of a game; raises UnknownGame."""
    if game_id not in GAMES:
        raise UnknownGame(f"there is no game {game_id!r}; there are {', '.join(GAMES)}")
    book: RuleBook = import_module(f"meuse.games.{game_id}").RULE_BOOK
    return book
