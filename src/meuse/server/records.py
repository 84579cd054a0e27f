"""What is stored of a match, as plain data: its set-up, its records, and snapshots of it."""

from __future__ import annotations

from typing import Literal

import msgspec

import meuse
from meuse.advice import Plan
from meuse.changeover import Changeover
from meuse.events import Event
from meuse.game import Entry, Game
from meuse.scenario import Options

RecordKind = Literal["order", "undo", "takeback", "offer", "decline", "resign", "draw", "chat", "plan", "revision"]


class Record(msgspec.Struct, frozen=True):
    """Something a side did, as it is stored: `body` is an order, a sentence, a kind of offer, a number of orders.

    A bot's plan is a secret of its side until the end; its body is a `Plan`. A change of the rules is of no side; its
    body is a `Revision`.
    """

    kind: RecordKind
    side: str
    body: str
    at: str


class Setup(msgspec.Struct, frozen=True):
    """What a match was started with."""

    game: str
    scenario: str
    seed: str
    options: Options


class Revision(msgspec.Struct, frozen=True, kw_only=True):
    """The game goes on under other rules, from the snapshot that was taken after `basis` records.

    Orders given since then that still fit follow as records of their own; those that do not are dropped.
    """

    basis: int
    orders: int
    turn: int
    before: int
    after: int
    over: bool = False
    """Whether the game was over at that time."""
    dropped: tuple[tuple[str, str], ...] = ()
    """By side and text."""


class Intent(msgspec.Struct, frozen=True):
    """What a bot meant to do from a moment on: its plan, after so many orders and in which turn."""

    side: str
    orders: int
    turn: int
    plan: Plan


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order of the past, in all that the log tells of it: what it brought about, and where the game stood then."""

    entry: Entry
    events: list[Event]
    turn: int
    phase: str


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """When a snapshot was taken: after so many records, when so many orders stood, under which rules.

    `before` is the one before it on the way there, by its number of records.
    """

    records: int
    orders: int
    before: int | None
    revision: int
    data: str
    release: str
    digest: str


class Snapshot(msgspec.Struct, frozen=True):
    """The state at a mark, and what is told of the orders since the mark before it."""

    mark: Mark
    state: str
    told: tuple[Told, ...]


class Origin(msgspec.Struct, frozen=True):
    """Where the game of a match begins: at its set-up, or where it went over to the present rules."""

    setup: Setup
    past: tuple[Entry, ...] = ()
    changeovers: tuple[Changeover, ...] = ()

    def game(self) -> Game:
        """Raises BadSnapshot."""
        setup = self.setup
        new = meuse.new(setup.game, setup.scenario, setup.seed, setup.options)
        if not self.changeovers:
            return new
        return Game.resumed(new.rules, new.state.scenario, self.past, self.changeovers)


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a match from before it went over to the present rules: its orders, and states now and then."""

    changeovers: tuple[Changeover, ...] = ()
    orders: tuple[Record, ...] = ()
    told: tuple[Told, ...] = ()
    marks: tuple[Mark, ...] = ()
    states: dict[int, str] = {}
    """By the number of orders."""
