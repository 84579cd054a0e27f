"""Meuse: five board wargames on the campaign of May 1940, with every rule enforced and explained.

>>> import meuse
>>> game = meuse.new("skirmish", seed=7)
>>> game.decision.side.title
'German'
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from meuse.counters import SIDES, Side
from meuse.decision import Decision, IllegalOrder
from meuse.dice import seed_bytes
from meuse.events import Event
from meuse.game import UNDO, CannotUndo, Entry, Game, Position
from meuse.games import GAMES, UnknownGame, rule_book
from meuse.journal import BadJournal
from meuse.journal import load as _load
from meuse.lab.play import play_out
from meuse.lab.simulation import Results, simulate
from meuse.ledger import Refusal
from meuse.opponents import Bot, UnknownBot, bot, bots, register
from meuse.owntables import BadTables, read_tables, with_tables
from meuse.positiontext import FORMAT as POSITION
from meuse.positiontext import BadPosition
from meuse.rulebook import Option, RuleBook, UnknownOption
from meuse.seat import Seat
from meuse.state import Result, State
from meuse.steps import Choice, Order, Step

__all__ = [
    "GAMES",
    "SIDES",
    "UNDO",
    "BadJournal",
    "BadPosition",
    "BadTables",
    "Bot",
    "CannotUndo",
    "Choice",
    "Decision",
    "Entry",
    "Event",
    "Game",
    "IllegalOrder",
    "Option",
    "Order",
    "Position",
    "Refusal",
    "Result",
    "Results",
    "RuleBook",
    "Seat",
    "Side",
    "State",
    "Step",
    "UnknownBot",
    "UnknownGame",
    "UnknownOption",
    "bot",
    "bots",
    "load",
    "new",
    "play_out",
    "register",
    "rule_book",
    "simulate",
]


def new(
    game: str,
    scenario: str | None = None,
    seed: int | str = 0,
    options: Mapping[str, bool | int | str] | None = None,
    data: str | Path | None = None,
) -> Game:
    """Start a game; `data` is a folder with a player's own tables.

    >>> new("skirmish", seed=7).decision.choices()
    ['bid']
    """
    rules = rule_book(game)
    if data is not None:
        rules = with_tables(rules, read_tables(rules, Path(data)))
    return Game(rules, rules.begin(rules.opened(scenario, dict(options or {})), seed_bytes(seed)))


def load(path: str | Path) -> Game:
    """Open a saved game, or a position to continue from; BadJournal and BadPosition name the line and the reason."""
    with Path(path).open("rb") as file:
        is_position = file.readline().strip() == POSITION.encode()
    return Position.read(path).play() if is_position else _load(path)
