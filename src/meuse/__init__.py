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
from meuse.games import GAMES, UnknownGame, printed_book, rule_book, variants
from meuse.journal import BadJournal
from meuse.journal import load as _load
from meuse.lab.play import play_out
from meuse.lab.simulation import Results, simulate
from meuse.ledger import Refusal
from meuse.opponents import Bot, UnknownBot, bot, bots, register
from meuse.overlay import BadTables
from meuse.owntables import read_tables, read_variant, with_tables
from meuse.positiontext import FORMAT as POSITION
from meuse.positiontext import BadPosition
from meuse.rulebook import Option, RuleBook, UnknownOption
from meuse.seat import Seat
from meuse.state import Result, State
from meuse.steps import Choice, Order, Step
from meuse.variantfiles import BadVariant, Variant

__all__ = [
    "GAMES",
    "SIDES",
    "UNDO",
    "BadJournal",
    "BadPosition",
    "BadTables",
    "BadVariant",
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
    "Variant",
    "bot",
    "bots",
    "load",
    "new",
    "play_out",
    "read_variant",
    "register",
    "rule_book",
    "simulate",
    "variants",
]


def new(
    game: str,
    scenario: str | None = None,
    seed: int | str = 0,
    options: Mapping[str, bool | int | str] | None = None,
    data: str | Path | Mapping[str, str] | None = None,
    variant: str | Path | Variant | None = None,
) -> Game:
    """Start a game.

    `data` is a folder with a player's own tables, or their texts by file name; `variant` is a folder with a scenario of
    one's own.

    >>> new("skirmish", seed=7).decision.choices()
    ['bid']
    """
    rules = _rules(game, scenario, data, variant)
    return Game(rules, rules.begin(rules.opened(scenario, dict(options or {})), seed_bytes(seed)))


def _rules(
    game: str,
    scenario: str | None,
    data: str | Path | Mapping[str, str] | None,
    variant: str | Path | Variant | None,
) -> RuleBook:
    if variant is not None:
        if data is not None:
            raise BadVariant("a variant brings its own tables: give either data or variant")
        found = variant if isinstance(variant, Variant) else read_variant(variant)
        return with_tables(printed_book(game), found.files)
    rules = rule_book(game, scenario)
    if data is None:
        return rules
    return with_tables(rules, data if isinstance(data, Mapping) else read_tables(rules, Path(data)))


def load(path: str | Path) -> Game:
    """Open a saved game, or a position to continue from; BadJournal and BadPosition name the line and the reason."""
    with Path(path).open("rb") as file:
        is_position = file.readline().strip() == POSITION.encode()
    return Position.read(path).play() if is_position else _load(path)
