"""Games as `pickle` carries them to other processes: what changes, and by name what does not."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from meuse.owntables import with_tables
from meuse.rulebook import RuleBook
from meuse.state import State

if TYPE_CHECKING:
    from meuse.game import Game

SHARED = ("scenario", "map", "stamps")
"""What a process has of its own."""

CARRIED = ("journal", "changeovers", "start", "laid_out", "imagined", "quiet")


def taken_apart(game: Game) -> tuple[Any, ...]:
    """What `put_together` makes the same game of."""
    rules, scenario = game.rules, game.state.scenario
    book = type(rules), tuple(sorted(rules.own_tables.items()))
    moments = [(0, game.state), *game._before]
    states = [(length, {name: getattr(g, name) for name in _names(g)}) for length, g in moments]
    return book, scenario.id, scenario.options, states, {name: getattr(game, name) for name in CARRIED}


def put_together(
    kind: type[Game],
    book: tuple[type[RuleBook], tuple[tuple[str, str], ...]],
    scenario_id: str,
    options: dict[str, bool | int | str],
    states: list[tuple[int, dict[str, Any]]],
    carried: dict[str, Any],
) -> Game:
    rules = _rules(*book)
    scenario = rules.opened(scenario_id, options)
    pattern = rules.begin(scenario, b"")
    found = [(length, _state(pattern, values)) for length, values in states]
    game = kind(rules, found[0][1])
    game._before = found[1:]
    for name, value in carried.items():
        setattr(game, name, value)
    return game


def _state(pattern: State, values: Mapping[str, Any]) -> State:
    g = pattern.copy()
    for name, value in values.items():
        setattr(g, name, value)
    for topic in range(len(g.stamps)):
        g.touch(topic)  # what this process knows of other states says nothing about this one
    return g


def _names(g: State) -> list[str]:
    return [name for name in (*g.columns, *g.scalars) if name not in SHARED]


@lru_cache(maxsize=16)
def _rules(kind: type[RuleBook], tables: tuple[tuple[str, str], ...]) -> RuleBook:
    """The rule book that this process has; scenarios that it has opened are shared."""
    printed: RuleBook = getattr(sys.modules[kind.__module__], "RULE_BOOK", None) or kind()
    return with_tables(printed, dict(tables)) if tables else printed
