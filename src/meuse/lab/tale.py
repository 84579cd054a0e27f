"""A game to be gone through once more, by several processes at a time: its beginning and its orders, turn by turn.

A `Tale` can be sent to another process. Each process keeps a game of the tales it was last asked about, and plays on in
it, so that pieces of work which follow each other cost one replay and not one each.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Hashable, Iterator
from typing import Any, Literal, NamedTuple

import msgspec

from meuse import Game, Order, Result, Side
from meuse.counters import SideWord
from meuse.steps import Turns

GAMES_KEPT = 8
"""Tales of which a process keeps a game."""

FEWEST = 2
"""A phase with fewer orders is not told by itself."""


class Tale(msgspec.Struct, frozen=True):
    """A game by its orders; `key` tells it from others, `result` is how it ended, by its rules or by its players."""

    key: str
    start: Any
    """The `Game` at its first moment, or where it went over to other rules."""
    orders: tuple[tuple[Side, Order], ...]
    result: Result | None

    @property
    def first(self) -> int:
        """How many orders were given before the first that can be told."""
        return len(self.start.journal)

    @property
    def last(self) -> int:
        """How many orders have been given in all."""
        return self.first + len(self.orders)


class Phase(msgspec.Struct, frozen=True):
    """A part of a stretch in which one phase was going on, from after `first` orders to after `last`."""

    first: int
    last: int
    title: str


class Stretch(msgspec.Struct, frozen=True):
    """A side's turn, or what lies between two turns (`side` is "" there)."""

    first: int
    last: int
    turn: int
    side: SideWord | Literal[""]
    phases: tuple[Phase, ...]


def tale_of(game: Game, key: str = "") -> Tale:
    """A game as a tale. Raises ValueError where its orders do not lead to it: its board was changed by hand."""
    if game.laid_out:
        raise ValueError("the board was changed by hand, so the orders do not lead to it")
    start = game.beginning()
    orders = tuple((entry.side, entry.order) for entry in game.journal[len(start.journal) :])
    return Tale(key or game.state.digest(), start, orders, game.result)


def outline(tale: Tale) -> list[Stretch]:
    """The turns of a tale with their phases, in order: together they hold every order."""
    game = tale.start.copy()
    game.quiet = True
    found: list[list[_Mark]] = []
    for number, (side, order) in enumerate(tale.orders, start=tale.first):
        mark = _marked(game, number)
        if not found or found[-1][0].key != mark.key:
            found.append([mark])
        elif found[-1][-1].entry != mark.entry:
            found[-1].append(mark)
        game.play(order, side)
    ends = [*(marks[0].number for marks in found[1:]), tale.last]
    return [_stretch(marks, end) for marks, end in zip(found, ends, strict=True)]


def moment_of(tale: Tale, number: int) -> Game:
    """The game after so many orders, to be played on by whoever asks; it can be asked for nothing of its past."""
    known = _games.pop(tale.key, None)
    wanted = tale.orders[: number - tale.first]
    game, played = known if known is not None and known[1] == wanted[: len(known[1])] else (tale.start.copy(), ())
    game.quiet = True
    for side, order in wanted[len(played) :]:
        game.play(order, side)
    _games[tale.key] = game, wanted
    while len(_games) > GAMES_KEPT:
        _games.popitem(last=False)
    return detached(game)


def detached(game: Game) -> Game:
    """A copy that knows nothing of its past: whoever plays on in it does not go through the game once more."""
    board = game.copy()
    board.quiet = True
    board.forget()
    return board


def phase_of(game: Game) -> str:
    """The phase that a game is in, without the side whose it is, and without what is left in it."""
    words = [title for step in game.state.stack[1:2] if (title := step.title_now(game.state))]
    return phase_title(words[0]) if words else ""


def phase_title(words: str) -> str:
    """A phase as it is called in every turn.

    >>> phase_title("German combat"), phase_title("1 battle to fight"), phase_title("3 battles to fight")
    ('Combat', 'Battles to fight', 'Battles to fight')
    """
    plain = words.removeprefix("German ").removeprefix("Allied ")
    counted = re.sub(r"^\d+ ", "", re.sub(r"^1 (\w+)", r"\1s", plain))
    return counted[:1].upper() + counted[1:]


_games: OrderedDict[str, tuple[Game, tuple[tuple[Side, Order], ...]]] = OrderedDict()
"""By their keys, with the orders that led to where they stand."""


def turn_of(game: Game) -> tuple[Side, Hashable] | None:
    """Whose turn is going on, with a key that tells it from the next; None in between."""
    app = game.rules.appreciation
    return app.turn_of(game.state) if app is not None and not game.over else None


class _Mark(NamedTuple):
    """The first order of a phase, and what tells it from the one before."""

    number: int
    turn: int
    key: tuple[Side, Hashable] | None
    entry: tuple[int, str]
    """Where in the sequence of play, and the kind of step."""
    title: str


def _marked(game: Game, number: int) -> _Mark:
    stack = game.state.stack
    at = stack[0].at if stack and isinstance(stack[0], Turns) else 0
    kind = type(stack[1]).__name__ if len(stack) > 1 else ""
    return _Mark(number, max(0, game.state.turn), turn_of(game), (at, kind), phase_of(game))


def _stretch(marks: list[_Mark], last: int) -> Stretch:
    key = marks[0].key
    side: SideWord | Literal[""] = key[0].word if key is not None else ""
    return Stretch(marks[0].number, last, marks[0].turn, side, tuple(_phases(marks, last)))


def _phases(marks: list[_Mark], last: int) -> Iterator[Phase]:
    """What was only left (a phase of a single order) belongs to the phase before it, or to the next."""
    ends = [*(mark.number for mark in marks[1:]), last]
    first, open_title = marks[0].number, ""
    for at, (mark, end) in enumerate(zip(marks, ends, strict=True)):
        open_title = open_title if end - mark.number < FEWEST and open_title else mark.title
        is_last = at == len(marks) - 1
        following = 0 if is_last else ends[at + 1] - end
        if is_last or (following >= FEWEST and end - first >= FEWEST):
            yield Phase(first, end, open_title)
            first, open_title = end, ""
